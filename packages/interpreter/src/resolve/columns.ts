import { destinations, origins } from "../catalog/origins-and-destinations.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { amountColumn, BESIDE_AN_AMOUNT } from "../catalog/amounts.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { type ColumnLink, type Mention, stemsOf, type ValueLink } from "../link/mention.ts";
import { nameInFull } from "../catalog/columns.ts";
import type { Context } from "./context.ts";

/** What is no more than a word of like meaning. */
const HARDLY_LIKE = 0.55;

export interface Wanted {
  /** The table named closest to the words. */
  near?: CatalogTable | null;
  kind?: "number" | "date" | "measured" | "text" | "any";
}

/** A column's own name, which no flag that is called like it stands for. */
const OWN_NAME_SCORE = 0.95;

/** "which insurer": whether an animal is insured tells none. */
const withoutLikeFlags = ({ columns }: Mention, links: readonly ColumnLink[]): readonly ColumnLink[] =>
  columns.some(({ column, score }) => score >= OWN_NAME_SCORE && !column.isFlag)
    ? links.filter(({ column, score }) => !column.isFlag || score >= OWN_NAME_SCORE)
    : links;

/** The column a mention stands for, given everything else the question names. */
export function columnOf(mention: Mention, context: Context, wanted: Wanted = {}): CatalogColumn | null {
  let best: { link: ColumnLink; score: number } | null = null;
  const said = stemsOf(mention);
  for (const link of withoutLikeFlags(mention, likeEnough(mention, wanted.kind ?? "any"))) {
    const owned =
      (mention.owners.includes(link.column.table) ? 0.3 : 0) +
      (/^names?$/i.test(mention.text) && link.column.table.label.includes(link.column) ? 0.3 : 0);
    const score =
      link.score +
      owned +
      fullness(link.column, said) +
      apart(link.column, mention, context) +
      ofValue(link.column, mention, context) +
      besideFigure(link.column, mention, context) +
      ofFigureItself(link.column, mention, context) +
      fit(link.column, context, wanted.near ?? null) +
      kindFit(link.column, wanted.kind ?? "any");
    if (best === null || score > best.score + 1e-9) best = { link, score };
  }
  // An average of keys is not a number anybody asks for.
  const measured = wanted.kind === "number" || wanted.kind === "measured";
  if (best !== null && measured && best.link.column.isKey && best.link.column.isNumber && best.link.score < 0.9)
    return null;
  return best?.link.column ?? null;
}

/** "order id": order_id of the lines of an order, rather than order_line_id. */
function isSaidInFull({ stems }: CatalogColumn, said: ReadonlySet<string>): boolean {
  return stems.length > 1 && stems.every((name) => said.has(name));
}

/** "lost bids by reason", of bids with a lost_reason: all of its name is said, though not in one place. */
function apart({ stems, table, isText }: CatalogColumn, mention: Mention, { sketch, subject }: Context): number {
  const isSaid = stems.length > 1 && stems.every(sketch.said.stem);
  // "the closing odds of a draw", of three closings: the one of which the rest is said, too.
  if (isSaid && mention.columns.every(({ column }) => column.table === table)) return 0.05;
  const isGroup = sketch.groups.some((one) => one.mention === mention);
  const isOther = table === subject && mention.columns[0]?.column.table !== table;
  return isGroup && isOther && isText && isSaid ? 0.4 : 0;
}

/** "the code for street repair", of a repair_type beside a repair_code: that of the same thing as the value, and no zip code. */
function ofValue({ words, table }: CatalogColumn, { text }: Mention, { sketch }: Context): number {
  if (!/^(?:codes?|types?|descriptions?)$/i.test(text)) return 0;
  const isOfSame = sketch.filters.some(
    (one) =>
      one.kind === "value" &&
      one.mention.values.some(
        ({ column }) => column.table === table && column.words.length > 1 && column.words[0] === words[0],
      ),
  );
  return isOfSame ? 0.6 : 0;
}

/** "state with the highest rainfall", where other rows have a state, too, and no table is named: that of the rows with the figure. */
function besideFigure({ table }: CatalogColumn, mention: Mention, { sketch, named }: Context): number {
  if (named.length > 0) return 0;
  const figures = [
    ...sketch.superlatives.map(({ target }) => target),
    ...sketch.outputs.filter(({ kind }) => kind === "aggregate"),
  ].flatMap((one) => ("mention" in one && one.mention !== null && one.mention !== mention ? [one.mention] : []));
  const isOfOne = (figure: Mention) =>
    figure.columns.length > 0 && figure.columns.every(({ column }) => column.table === table);
  return figures.length > 0 && figures.every(isOfOne) ? 0.2 : 0;
}

/** "highest fee of visits with a fee above 50", where treatments have a fee, too: that of which the figure is. */
function ofFigureItself(column: CatalogColumn, mention: Mention, { sketch }: Context): number {
  const isFigure = sketch.outputs.some(
    (output) =>
      output.kind === "aggregate" &&
      output.mention !== null &&
      output.mention !== mention &&
      output.mention.columns[0]?.column === column &&
      output.mention.owners.includes(column.table),
  );
  return isFigure ? 0.3 : 0;
}

/** How much more a column is meant that is said in full, or for what rows come to. */
const fullness = (column: CatalogColumn, said: ReadonlySet<string>): number =>
  isSaidInFull(column, said) ? 0.08 : isWholeAmount(column, said) ? 0.02 : isBesideAmount(column, said) ? -0.4 : 0;

/** "total order amount", of orders with a freight_amt: what is added to what they come to, which nobody has said. */
const isBesideAmount = ({ words, stems }: CatalogColumn, said: ReadonlySet<string>): boolean =>
  said.has("amount") && words.some((word, i) => BESIDE_AN_AMOUNT.test(word) && !said.has(stems[i] ?? ""));

/** "amount", of which rows have one with and one without tax: what they come to. */
const isWholeAmount = (column: CatalogColumn, said: ReadonlySet<string>): boolean =>
  said.has("amount") && column.isNumber && amountColumn(column.table) === column;

/** An average of ratings is one of what is called so, however near something like it stands. */
function likeEnough(mention: Mention, kind: NonNullable<Wanted["kind"]>): readonly ColumnLink[] {
  const isFigure = kind === "number" || kind === "measured";
  const isNamed = mention.columns.some(({ column, score }) => score >= 0.95 && column.isNumber && !column.isKey);
  // "clients by fees", beside the fee_percent that was agreed with them
  const columns = isNamed
    ? mention.columns.filter(({ column, score }) => score >= 0.95 || !isPercentUnsaid(column, mention))
    : mention.columns;
  return isFigure && isNamed ? columns.filter(({ score }) => score > HARDLY_LIKE) : columns;
}

const isPercentUnsaid = ({ words, isNumber }: CatalogColumn, { text }: Mention): boolean =>
  isNumber && words.some((word) => /^(?:percent|percentage|pct)$/.test(word)) && !/percent|rate|share/i.test(text);

/** How well a column's table goes with the tables the question names. */
function fit(column: CatalogColumn, context: Context, near: CatalogTable | null): number {
  const { table } = column;
  let score = 0.3 * (context.anchors.get(table) ?? 0);
  if (table === near) score += 0.35;
  if (table === context.subject) score += 0.15;
  if (table === context.notes.last) score += 0.12;
  if (context.anchors.size > 0 && !context.anchors.has(table)) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const anchor of context.anchors.keys()) nearest = Math.min(nearest, distance(context.catalog, table, anchor));
    score -= Math.min(0.6, 0.12 * nearest);
  }
  const { subject } = context;
  // What is told of rows is what belongs to them, rather than what only others connect with them.
  const isOfOthers = subject !== null && table !== subject && !isToOne(context.catalog, subject, table);
  if (context.anchors.size === 0 && isOfOthers) score -= 0.1;
  else if (context.anchors.size === 0 && subject !== null)
    score -= Math.min(0.1, 0.01 * distance(context.catalog, subject, table));
  if (column.isForeign && !column.isPrimary) score -= 0.04;
  if (table.isBridge) score -= 0.03;
  if (table.isView && !context.anchors.has(table)) score -= 0.3;
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

/** What stands around a value in the question. */
export interface Beside {
  /** The column named beside it. */
  target: Mention | null;
  /** The table named closest to it. */
  near: CatalogTable | null;
  /** The column of the value before, where the two are joined. */
  same: CatalogColumn | null;
  /** "from Chennai", "to Guruvayur" */
  preposition: string | null;
}

/** The column and stored values a value mention stands for. */
export function valueOf(
  mention: Mention,
  context: Context,
  beside: Beside,
): { column: CatalogColumn; values: string[] } | null {
  let best: { link: ValueLink; score: number } | null = null;
  for (const link of mention.values) {
    const score =
      link.score +
      fit(link.column, context, beside.near) +
      besideFit(link, beside) +
      wayFit(link, context, beside) +
      labelFit(link, mention, context, beside.target);
    if (best === null || score > best.score + 1e-9) best = { link, score };
  }
  if (best === null) return null;
  const { column } = best.link;
  const values = mention.values.filter((link) => link.column === column).map((link) => link.value);
  return { column, values };
}

/** How well a value's column goes with what stands beside the value. */
function besideFit({ column }: ValueLink, { target, same, preposition }: Beside): number {
  const named = target?.columns.find((candidate) => candidate.column === column);
  let score = column === same ? 0.5 : 0;
  if (named !== undefined) score += 0.5 + 0.5 * named.score;
  else if (target !== null && target.tables[0]?.table === column.table)
    score += column.table.label.includes(column) ? 0.6 : 0.3;
  const towards =
    preposition === "from" ? origins : preposition === "to" || preposition === "into" ? destinations : null;
  return towards?.test(nameInFull(column)) === true ? score + 0.7 : score;
}

/** "from Germany to France", of shipments that start from a depot and end at another: the country of these, and of nobody else. */
function wayFit({ column }: ValueLink, { sketch, subject, catalog }: Context, { preposition }: Beside): number {
  if (subject === null || (preposition !== "from" && preposition !== "to")) return 0;
  const said = new Set(sketch.filters.flatMap((one) => (one.kind === "value" ? [one.preposition] : [])));
  if (!said.has("from") || !said.has("to")) return 0;
  const keys = catalog.links.flatMap(({ from: [key], to: [to] }) =>
    key?.table === subject && to?.table === column.table ? [nameInFull(key)] : [],
  );
  return keys.some((name) => origins.test(name)) && keys.some((name) => destinations.test(name)) ? 0.6 : 0;
}

/** True for a key to rows of a table. */
const leadsTo = (key: CatalogColumn, table: CatalogTable, { catalog }: Context): boolean =>
  key.isForeign && catalog.links.some(({ from: [from], to: [to] }) => from === key && to?.table === table);

/** Rows that are counted are seldom picked by their own name: "how many albums does X have". */
function labelFit({ column }: ValueLink, mention: Mention, context: Context, target: Mention | null): number {
  if (!column.table.label.includes(column)) return 0;
  // "how many clerks with manager Kim Moe": a name of those the key leads to.
  if (target?.columns.some((key) => leadsTo(key.column, column.table, context)) === true) return 0.3;
  const isAbove = context.sketch.said.has("reporting to") && column.table === context.subject;
  if (isAbove && column.table.columns.some((key) => leadsTo(key, column.table, context))) return 0.3;
  const counted =
    context.sketch.outputs.some((output) => output.kind === "count") &&
    column.table === context.subject &&
    context.subject.label.length === 1;
  if (!counted || target?.columns.some((candidate) => candidate.column === column) === true) return 0.05;
  const elsewhere = mention.values.some(
    (other) => other.column.table !== column.table && other.column.table.label.includes(other.column),
  );
  return elsewhere ? -1 : -0.3;
}
