import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import type { ColumnLink, Mention, ValueLink } from "../link/mentions.ts";
import type { TableMention, Wishes } from "../read/sketch.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { measuresOf, purchasesOf } from "../catalog/measures.ts";
import { hintStems } from "../language/hints.ts";
import { dateColumn } from "../catalog/date-columns.ts";

/** What the whole question says about which tables are meant. */
export interface Context {
  catalog: Catalog;
  wishes: Wishes;
  /** Tables the question names, with how surely. */
  anchors: Map<CatalogTable, number>;
  /** Table mentions with the table each stands for, in order. */
  named: { table: CatalogTable; mention: TableMention }[];
  subject: CatalogTable | null;
  /** Table of the output resolved last: columns listed together tend to be of one table. */
  last: CatalogTable | null;
  /** A word that may mean several things of which the question does not say which, and those things. */
  either: { word: string; meanings: string[] } | null;
  /** Wishes that could not be met: an answer without them would be a wrong one. */
  lost: string[];
  /** The table whose rows the answer before was made of, for a question that goes on from it. */
  happened: CatalogTable | null;
  /** What "revenue" means by a rule of the organization. */
  metric: MeasureSource | null;
  assumptions: string[];
}

/** Collects the tables a question names, surely or by its columns and values. */
export function contextOf(wishes: Wishes, catalog: Catalog): Context {
  const context: Context = {
    catalog,
    wishes,
    anchors: new Map(),
    named: [],
    subject: null,
    last: null,
    either: null,
    happened: null,
    metric: null,
    lost: [...wishes.lost],
    assumptions: [],
  };
  const certain: Mention[] = [];
  for (const table of wishes.tables) if ((table.mention.tables[0]?.score ?? 0) >= 0.9) certain.push(table.mention);
  for (const mention of certain) {
    const best = mention.tables[0];
    if (best !== undefined && mention.tables.filter((link) => link.score === best.score).length === 1)
      raise(context, best.table, 1);
  }
  for (const mention of columnMentions(wishes)) {
    const top = mention.columns[0];
    const second = mention.columns[1];
    const rival = mention.columns.find((link) => link.column.table !== top?.column.table);
    if (
      top !== undefined &&
      top.score >= 0.9 &&
      (second === undefined || rival === undefined || rival.score < top.score - 0.2)
    )
      raise(context, top.column.table, 0.6);
  }
  for (const filter of wishes.filters) {
    if (filter.kind !== "value") continue;
    const tables = new Set(filter.mention.values.map((link) => link.column.table));
    const [only] = tables;
    if (tables.size === 1 && only !== undefined) raise(context, only, 0.5);
    // The row that bears the name: Texas is a state before it is a column of cities.
    const bearers = filter.target === null ? filter.mention.values.filter((link) => isBearer(link.column)) : [];
    if (bearers.length === 1 && bearers[0] !== undefined) raise(context, bearers[0].column.table, 0.55);
  }
  for (const mention of wishes.tables) {
    const table = tableOf(mention.mention, context);
    if (table === null) continue;
    context.named.push({ table, mention });
    raise(context, table, (mention.mention.tables[0]?.score ?? 0) >= 0.9 ? 1 : 0.6);
  }
  nameBuying(context);
  return context;
}

/** "bought" speaks of the table that records purchases, unless the question names it. */
function nameBuying(context: Context): void {
  const { buying } = context.wishes;
  if (buying === null) return;
  const { money, quantity } = measuresOf(context.catalog);
  const table = buying.sold ? (quantity[0]?.table ?? money[0]?.table ?? null) : purchasesOf(context.catalog);
  if (table === null || context.anchors.has(table)) return;
  const mention: Mention = {
    start: buying.at,
    end: buying.at,
    text: "",
    columns: [],
    tables: [],
    values: [],
    quoted: false,
    owners: [],
  };
  context.named.push({
    table,
    mention: { mention, at: buying.at, zone: "modifier", negated: buying.negated, required: true, each: false },
  });
}

function isBearer(column: CatalogColumn): boolean {
  const { distinct_count: distinct } = column.source;
  return (
    column.table.label.includes(column) &&
    column.table.label.length === 1 &&
    distinct !== null &&
    distinct >= column.table.source.row_count
  );
}

function raise(context: Context, table: CatalogTable, weight: number): void {
  context.anchors.set(table, Math.max(context.anchors.get(table) ?? 0, weight));
}

/** Every mention of a column in the question. */
export function columnMentions(wishes: Wishes): Mention[] {
  const found: Mention[] = [];
  for (const output of wishes.outputs)
    if (output.kind === "column" || (output.kind === "aggregate" && output.mention !== null))
      found.push(...(output.mention === null ? [] : [output.mention]));
  for (const group of wishes.groups) found.push(group.mention);
  for (const filter of wishes.filters) if ("target" in filter && filter.target !== null) found.push(filter.target);
  for (const wish of wishes.superlatives)
    if ("mention" in wish.target && wish.target.mention !== null) found.push(wish.target.mention);
  for (const order of wishes.orders) if (order.target.kind === "column") found.push(order.target.mention);
  return found;
}

/** The table a mention stands for. */
export function tableOf(mention: Mention, context: Context): CatalogTable | null {
  let best: { table: CatalogTable; score: number } | null = null;
  for (const link of mention.tables) {
    const score =
      link.score +
      0.15 * (context.anchors.get(link.table) ?? 0) -
      0.02 * link.table.stems.length -
      (link.table.isBridge ? 0.05 : 0);
    if (best === null || score > best.score) best = { table: link.table, score };
  }
  return best?.table ?? null;
}

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
        context.wishes.outputs.some((output) => output.kind === "count") &&
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

/** The table named nearest to a place in the question; those right after it first ("the name of the student"). */
export function nearTable(context: Context, at: number, zone?: "focus" | "modifier"): CatalogTable | null {
  const candidates = context.named.filter((entry) => zone === undefined || entry.mention.zone === zone);
  const after = candidates.find((entry) => entry.mention.at >= at);
  if (after !== undefined && after.mention.at - at <= 3) return after.table;
  const before = candidates.findLast((entry) => entry.mention.at <= at);
  return before?.table ?? after?.table ?? null;
}

/** The column of a table that a hint ("age", "size") means. */
export function hinted(table: CatalogTable, hint: string): CatalogColumn | null {
  let best: { column: CatalogColumn; score: number } | null = null;
  const stems = hintStems(hint);
  for (const column of table.columns) {
    const fits =
      hint === "place"
        ? column.isText && !table.label.includes(column)
        : !column.isKey && (column.isNumber || column.isDate || column.isYear);
    if (!fits) continue;
    const place = stems.findIndex((name) => column.stems.includes(name));
    if (place < 0) continue;
    const score = stems.length - place - 0.1 * column.stems.length;
    if (best === null || score > best.score) best = { column, score };
  }
  if (best !== null) return best.column;
  if (hint === "date") return dateColumn(table);
  return null;
}

/** The column a hint means: of the tables given, else of what they belong to ("the tallest entrepreneur": a person's height). */
export function hintedNear(tables: readonly CatalogTable[], hint: string, context: Context): CatalogColumn | null {
  for (const table of tables) {
    const own = hinted(table, hint);
    if (own !== null) return own;
  }
  for (const table of context.anchors.keys()) {
    const other = hinted(table, hint);
    if (other !== null) return other;
  }
  for (const table of tables) {
    for (const other of context.catalog.tables) {
      if (distance(context.catalog, table, other) !== 1 || !isToOne(context.catalog, table, other)) continue;
      const column = hinted(other, hint);
      if (column !== null) return column;
    }
  }
  return null;
}
