import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { Reader } from "../reader.ts";
import { hasNumericColumn, isCue, isTable, past, schemaOf } from "../reader.ts";
import type { FilterWish, OutputWish } from "../sketch.ts";

/** Rows that are counted among figures: those of one kind alone where its word stands before them, "revenue and open tickets". */
interface CountedAmong {
  outputs: OutputWish[];
  /** The conditions that still hold for all that is asked for. */
  set: { filters?: FilterWish[] };
}

/** "revenue and orders by month", "orders, revenue and average price per town": rows listed among figures are counted. */
export function countAmongFigures(reader: Reader, mention: Mention): CountedAmong {
  const { sketch, at, zone, negated } = reader;
  const only = kindSaid(reader, mention);
  const others = sketch.filters.length - (only === null ? 0 : 1);
  const isBegun = sketch.groups.length + others + sketch.superlatives.length > 0;
  if (zone !== "focus" || negated || isBegun || sketch.bucket !== null || sketch.share !== null) return NOT_COUNTED;
  if (sketch.outputs.some(({ kind }) => kind === "column")) return NOT_COUNTED;
  const from = only !== null || isNew(reader.items[at - 1]) ? at - 1 : at;
  const kept = { filters: sketch.filters.slice(0, -1) };
  if (only !== null && isNewAndOf(reader)) {
    const all = { kind: "count", mention, distinct: false, at } as const;
    return { outputs: [all, { ...all, only }], set: kept };
  }
  if (!followsFigure(reader, mention, from) && !leadsFigure(reader, mention, from)) return NOT_COUNTED;
  const output = { kind: "count", mention, distinct: false, at, ...(only !== null && { only }) } as const;
  return { outputs: [output], set: only === null ? {} : kept };
}

const NOT_COUNTED: CountedAmong = { outputs: [], set: {} };

const isNew = (item: Item | undefined): boolean => item?.kind === "word" && /^new$/i.test(item.text);

/** "new and cancelled subscriptions by month": those that began, and those that came into a state. */
function isNewAndOf({ items, at }: Reader): boolean {
  const isFirst = items.slice(0, at - 3).every((item) => isCue(item, "command", "noise", "possessive"));
  return isFirst && isNew(items[at - 3]) && isCue(items[at - 2], "and") && isCue(items[at + 1], "bucket");
}

/** "open" of "open tickets": the value of theirs that stands right before them and was read as a condition of its own. */
function kindSaid({ items, at, sketch }: Reader, { tables }: Mention): Mention | null {
  const item = items[at - 1];
  const last = sketch.filters.at(-1);
  if (item?.kind !== "value" || last?.kind !== "value" || last.negated || last.at !== at - 1) return null;
  const isOfRows = last.mention.values.some(({ column }) => column.table === tables[0]?.table);
  return isOfRows && last.mention.start === item.start ? last.mention : null;
}

/** "revenue and new customers by month": rows of some kind beside figures, of which the figures are not. */
export function kindAmongFigures(
  { items, at, sketch, zone }: Reader,
  { text, start }: Mention,
  counted: CountedAmong,
): string[] {
  const kind = items[at - 1];
  const figure = items[beforeJoint(items, at - 1)];
  const isKind = (kind?.kind === "word" || kind?.kind === "value") && kind.end === start;
  if (!isKind || counted.outputs.length > 0 || zone !== "focus") return [];
  if (figure === items[at - 2] || sketch.tables.length > 0) return [];
  const isFigure = isCue(figure, "measure") && sketch.outputs.length > 0;
  return isFigure && isCue(items[at + 1], "by", "group", "bucket") ? [`${kind.text} ${text}`] : [];
}

/** The place of the item before "and", "," or ", and". */
const beforeJoint = (items: readonly Item[], at: number): number => {
  let to = at - 1;
  while (isCue(items[to], "and", "comma")) to--;
  return to;
};

/** "revenue and orders …": the figure stands right before, and nothing but a group, a time or the end follows. */
function followsFigure({ items, at, sketch }: Reader, { text }: Mention, from: number): boolean {
  const figure = items[beforeJoint(items, from)];
  if (items[from - 1] === figure || sketch.outputs.length === 0) return false;
  const next = items[at + 1];
  const isClosed =
    next === undefined || isCue(next, "end", "by", "group", "bucket", "and", "comma") || next.kind === "date";
  const isInTime = isCue(next, "preposition") && (items[at + 2]?.kind === "date" || items[at + 2]?.kind === "number");
  return (isClosed || isInTime) && !isOwner(items, at) && /s$|people|staff/i.test(text);
}

/** "orders and revenue by month": nothing stands before it, and a figure and a group follow. */
function leadsFigure({ items, at }: Reader, { text }: Mention, from: number): boolean {
  const isFirst = items.slice(0, from).every((item) => isCue(item, "command", "noise", "possessive", "and", "comma"));
  const next = past(items, at + 1, "and", "comma", "possessive");
  const isListed = items.slice(0, at).some((item) => isCue(item, "and", "comma"));
  if ((!isFirst && !isListed) || next === at + 1 || items.slice(at + 1, next).some((item) => isCue(item, "possessive")))
    return false;
  // "new customers and cancelled subscriptions by month": a kind of the rows that are counted next.
  const isKind = isNew(items[next]) || items[next]?.kind === "value";
  const figure = items[isKind ? next + 1 : next];
  const column = schemaOf(figure);
  const isFigure =
    isCue(figure, "measure", "aggregate", "count") ||
    (column !== null && (isTable(column) ? isCounted(items, isKind ? next + 1 : next) : hasNumericColumn(column)));
  const isGrouped = items.slice(next).some((item) => isCue(item, "by", "group", "bucket"));
  return isFigure && isGrouped && !isOwner(items, at) && /s$|people|staff/i.test(text);
}

/** "orders, customers and revenue", "orders and customers by month": one more of the list, before its figure or its group. */
const isCounted = (items: readonly Item[], at: number): boolean =>
  isCue(items[past(items, at + 1, "and", "comma")], "measure", "aggregate", "count") ||
  (isCue(items[at + 1], "by", "group", "bucket") && !isOwner(items, at));

/** "products and revenue per product": they are grouped by themselves. */
function isOwner(items: readonly Item[], at: number): boolean {
  const table = schemaOf(items[at])?.tables[0]?.table;
  return items.slice(at + 1).some((item, i) => {
    const before = items[at + i];
    return isCue(before, "by", "group") && schemaOf(item)?.tables[0]?.table === table;
  });
}
