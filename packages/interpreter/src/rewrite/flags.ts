import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Mention } from "../link/mention.ts";
import type { FilterWish, OutputWish, Sketch } from "../read/sketch.ts";
import { isTable } from "../read/reader.ts";
import type { Context } from "../resolve/context.ts";
import { mentionOf } from "../link/mention.ts";
import { withMentions } from "./mentions.ts";

/** "which foreman runs the most jobs": those of whom it holds are ranked. */
function takeFlagRanked(context: Context): Context | null {
  const { sketch } = context;
  const { outputs, superlatives, orders, groups, share, said } = sketch;
  const [wish, ...more] = outputs;
  const isRanked = superlatives.length === 1 && orders.length + groups.length + more.length === 0 && share === null;
  if (!isRanked || wish?.kind !== "column" || wish.mention.start > 1 || !said.has("which rows")) return null;
  const table = wish.mention.columns[0]?.column.table;
  const mention = table === undefined || !isPerson(table) ? null : flagOf(wish, table, true);
  if (table === undefined || mention === null) return null;
  const filters = [holds(mention, wish.at), ...sketch.filters];
  return { ...context, subject: table, sketch: { ...sketch, withLabel: true, outputs: [], filters } };
}

/** "who are the heads", "how many premium are there": rows of which something holds, not whether it does. */
export function takeFlagAsked(context: Context): Context {
  const ranked = takeFlagRanked(context);
  if (ranked !== null) return ranked;
  const { sketch, subject } = context;
  const [wish, ...more] = sketch.outputs;
  const isShare = sketch.share !== null;
  const rowsOf = isPerGroup(sketch) ? holderOf(wish) : subject;
  // "list the foremen and their hourly rate": what is told of each of them
  const isListed = more.length > 0 && sketch.groups.length === 0 && more.every(({ kind }) => kind === "column");
  const mention =
    wish === undefined || (more.length > 0 && !isListed) || isArranged(sketch) ? null : flagOf(wish, rowsOf, isShare);
  if (wish === undefined || mention === null) return context;
  const filter = holds(mention, wish.at);
  const rows: OutputWish = { kind: "count", mention: null, distinct: false, at: wish.at };
  const read = withMentions(context, context.named, { zone: "modifier" });
  const outputs = wish.kind === "count" || isPerGroup(sketch) ? [rows] : more;
  const withLabel = isListed || read.sketch.withLabel;
  return {
    ...read,
    subject: rowsOf,
    sketch: { ...read.sketch, withLabel, outputs, filters: [filter, ...sketch.filters] },
  };
}

/** The rows of which something is told. */
const holderOf = (wish: OutputWish | undefined): CatalogTable | null =>
  wish?.kind === "column" || wish?.kind === "count" ? (wish.mention?.columns[0]?.column.table ?? null) : null;

const holds = (target: Mention, at: number): FilterWish => ({
  kind: "compare",
  target,
  fn: null,
  measure: null,
  operator: "=",
  operand: { kind: "number", value: 1, year: null },
  hint: "flag",
  at,
  negated: false,
  connector: null,
  zone: "modifier",
});

/** "who was late more than 10 times", where shifts say so of themselves: so many shifts of which it holds. */
export function takeFlaggedTimes(context: Context): Context {
  const { sketch } = context;
  const times = sketch.filters.find((filter) => filter.kind === "count" && filter.mention === null);
  const flag = sketch.names.find(
    ({ columns: [best], tables }) =>
      best !== undefined && best.score >= 0.9 && best.column.isFlag && tables.length === 0,
  );
  const column = flag?.columns[0]?.column;
  if (times === undefined || flag === undefined || column === undefined || column.table.label.length > 0)
    return context;
  const { start, end, text } = flag;
  const rows = mentionOf({ start, end, text, tables: [{ table: column.table, score: 1 }] });
  const filters = sketch.filters
    .filter((filter) => filter.kind !== "compare" || filter.target !== flag)
    .map((filter) => (filter === times ? { ...filter, mention: rows } : filter));
  const outputs = sketch.outputs.filter((wish) => wish.kind !== "column" || wish.mention !== flag);
  const tables = sketch.tables.filter(({ mention }) => mention !== flag);
  return { ...context, sketch: { ...sketch, outputs, tables, filters: [...filters, holds(flag, times.at)] } };
}

/** "loans renewed twice", where each says how often it was: that number, rather than so many rows. */
export function takeHeldTimes(context: Context): Context {
  const { sketch } = context;
  const times = sketch.filters.find((filter) => filter.kind === "count" && filter.mention === null);
  const held = sketch.names.find(
    ({ text, columns: [best] }) => best !== undefined && isHowOften(best.column) && DEED_DONE.test(text),
  );
  const [link] = held?.columns ?? [];
  if (times?.kind !== "count" || held === undefined || link === undefined) return context;
  const { start, end, text } = held;
  const target = mentionOf({ start, end, text, columns: [{ ...link, score: 1 }] });
  const operand = { kind: "number", value: times.number, year: null } as const;
  const placed = {
    kind: "compare",
    fn: null,
    measure: null,
    hint: null,
    negated: false,
    connector: null,
    zone: "modifier",
  } as const;
  const filters = sketch.filters.map((filter): FilterWish =>
    filter === times ? { ...placed, target, operator: times.operator, operand, at: times.at } : filter,
  );
  const outputs = sketch.outputs.filter((wish) => wish.kind !== "column" || wish.mention !== held);
  return { ...context, subject: context.subject ?? link.column.table, sketch: { ...sketch, outputs, filters } };
}

const DEED_DONE = /(?:ed|[ae]n)$/i;

const isHowOften = ({ isNumber, isKey, words }: CatalogColumn): boolean =>
  isNumber && !isKey && words.length > 1 && /^(?:count|cnt|times)$/.test(words.at(-1) ?? "");

/** Groups may have each their share of what holds. */
const isArranged = (sketch: Sketch): boolean => {
  const { groups, superlatives, orders, share, distinct } = sketch;
  return (
    (share === null && groups.length > 0 && !isPerGroup(sketch)) || superlatives.length + orders.length > 0 || distinct
  );
};

/** "breaches per team", "how many part-time per hall", where each row says whether it is so: how many of each. */
function isPerGroup({ groups, share, outputs: [only, ...more], said }: Sketch): boolean {
  if (share !== null || groups.length === 0 || more.length > 0) return false;
  if (only?.kind === "count") return only.mention?.columns[0]?.column.isFlag === true && !isTable(only.mention);
  if (only?.kind !== "column") return false;
  return /[a-z]{2}(?:es|[^su]s)$/i.test(only.mention.text) && !said.has("an average");
}

/** The flag of the rows asked for that is counted or said as a plural; if `isSure`, as where a share of them is asked for, however it is said. */
function flagOf(wish: Sketch["outputs"][number], subject: CatalogTable | null, isSure: boolean): Mention | null {
  if ((wish.kind !== "column" && wish.kind !== "count") || wish.mention === null) return null;
  const { mention, kind } = wish;
  // "how many different statuses": yes and no are two.
  if (wish.kind === "count" && wish.distinct) return null;
  const [link] = mention.columns;
  const least = isSure ? 0.7 : 0.9;
  const isFlag = link !== undefined && link.score >= least && link.column.isFlag && link.column.table === subject;
  if (!isFlag || (mention.tables[0]?.score ?? 0) >= 0.9) return null;
  // "heads", "classes cancelled": several rows of which it holds.
  return isSure || kind === "count" || /[a-z]s$|[a-z]{3}men$|s [a-z]+(?:ed|en)$/i.test(mention.text) ? mention : null;
}
