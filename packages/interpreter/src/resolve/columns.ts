import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { distance } from "../catalog/joins.ts";
import type { ColumnLink, Mention, ValueLink } from "../link/mention.ts";
import type { Context } from "./context.ts";

export interface Wanted {
  /** The table named closest to the words. */
  near?: CatalogTable | null;
  kind?: "number" | "date" | "measured" | "text" | "any";
}

/** The column a mention stands for, given everything else the question names. */
export function columnOf(mention: Mention, context: Context, wanted: Wanted = {}): CatalogColumn | null {
  let best: { link: ColumnLink; score: number } | null = null;
  for (const link of mention.columns) {
    const owned =
      (mention.owners.includes(link.column.table) ? 0.3 : 0) +
      (/^names?$/i.test(mention.text) && link.column.table.label.includes(link.column) ? 0.3 : 0);
    const score =
      link.score + owned + fit(link.column, context, wanted.near ?? null) + kindFit(link.column, wanted.kind ?? "any");
    if (best === null || score > best.score + 1e-9) best = { link, score };
  }
  // An average of keys is not a number anybody asks for.
  const measured = wanted.kind === "number" || wanted.kind === "measured";
  if (best !== null && measured && best.link.column.isKey && best.link.column.isNumber && best.link.score < 0.9)
    return null;
  return best?.link.column ?? null;
}

/** How well a column's table goes with the tables the question names. */
function fit(column: CatalogColumn, context: Context, near: CatalogTable | null): number {
  const { table } = column;
  let score = 0.3 * (context.anchors.get(table) ?? 0);
  if (table === near) score += 0.35;
  if (table === context.subject) score += 0.15;
  if (table === context.last) score += 0.12;
  if (context.anchors.size > 0 && !context.anchors.has(table)) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const anchor of context.anchors.keys()) nearest = Math.min(nearest, distance(context.catalog, table, anchor));
    score -= Math.min(0.6, 0.12 * nearest);
  }
  if (column.isForeign && !column.isPrimary) score -= 0.04;
  if (table.isBridge) score -= 0.03;
  return score;
}

function kindFit(column: CatalogColumn, kind: NonNullable<Wanted["kind"]>): number {
  switch (kind) {
    case "number":
      return column.isNumber && !column.isKey ? 0.3 : column.isNumber ? 0 : -0.3;
    case "date":
      return column.isDate || column.isYear ? 0.4 : -0.4;
    case "measured":
      return (column.isNumber && !column.isKey) || column.isDate || column.isYear ? 0.25 : -0.2;
    case "text":
      return column.isText ? 0.2 : -0.1;
    case "any":
      return 0;
  }
}

export const origins = /\b(origin|source|src|from|departure|start|departing)\b/;

export const destinations = /\b(destination|dest|dst|to|arrival|end|arriving)\b/;

/** The column and stored values a value mention stands for. `target` is the column named beside it. */
export function valueOf(
  mention: Mention,
  target: Mention | null,
  context: Context,
  near: CatalogTable | null,
  same: CatalogColumn | null,
  preposition: string | null = null,
): { column: CatalogColumn; values: string[] } | null {
  let best: { link: ValueLink; score: number } | null = null;
  for (const link of mention.values) {
    let score = link.score + fit(link.column, context, near);
    const named = target?.columns.find((candidate) => candidate.column === link.column);
    if (named !== undefined) score += 0.5 + 0.5 * named.score;
    else if (target !== null && target.tables[0]?.table === link.column.table)
      score += link.column.table.label.includes(link.column) ? 0.6 : 0.3;
    if (link.column === same) score += 0.5;
    const towards =
      preposition === "from" ? origins : preposition === "to" || preposition === "into" ? destinations : null;
    if (towards?.test(link.column.words.join(" ")) === true) score += 0.7;
    if (link.column.table.label.includes(link.column)) {
      // Rows that are counted are seldom picked by their own name: "how many albums does X have".
      const counted =
        context.sketch.outputs.some((output) => output.kind === "count") &&
        link.column.table === context.subject &&
        context.subject.label.length === 1;
      const elsewhere = mention.values.some(
        (other) => other.column.table !== link.column.table && other.column.table.label.includes(other.column),
      );
      score += counted && named === undefined ? (elsewhere ? -1 : -0.3) : 0.05;
    }
    if (best === null || score > best.score + 1e-9) best = { link, score };
  }
  if (best === null) return null;
  const { column } = best.link;
  const values = mention.values.filter((link) => link.column === column).map((link) => link.value);
  return { column, values };
}
