import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { Reader } from "../reader.ts";
import { hasNumericColumn, isCue, isTable, past, schemaOf } from "../reader.ts";
import type { OutputWish } from "../sketch.ts";

/** "revenue and orders by month", "orders, revenue and average price per town": rows listed among figures are counted. */
export function countAmongFigures(reader: Reader, mention: Mention): OutputWish[] {
  const { sketch, at, zone, negated } = reader;
  const isBegun = sketch.groups.length + sketch.filters.length + sketch.superlatives.length > 0;
  if (zone !== "focus" || negated || isBegun || sketch.bucket !== null || sketch.share !== null) return [];
  if (sketch.outputs.some(({ kind }) => kind === "column")) return [];
  if (!followsFigure(reader, mention) && !leadsFigure(reader, mention)) return [];
  return [{ kind: "count", mention, distinct: false, at }];
}

/** "revenue and new customers by month": rows of some kind beside figures, of which the figures are not. */
export function kindAmongFigures({ items, at, sketch, zone }: Reader, { text, start }: Mention): string[] {
  const kind = items[at - 1];
  const figure = items[beforeJoint(items, at - 1)];
  const isKind = (kind?.kind === "word" || kind?.kind === "value") && kind.end === start;
  if (!isKind || zone !== "focus" || figure === items[at - 2] || sketch.tables.length > 0) return [];
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
function followsFigure({ items, at, sketch }: Reader, { text }: Mention): boolean {
  const figure = items[beforeJoint(items, at)];
  if (items[at - 1] === figure || sketch.outputs.length === 0) return false;
  const next = items[at + 1];
  const isClosed =
    next === undefined || isCue(next, "end", "by", "group", "bucket", "and", "comma") || next.kind === "date";
  const isInTime = isCue(next, "preposition") && (items[at + 2]?.kind === "date" || items[at + 2]?.kind === "number");
  return (isClosed || isInTime) && !isOwner(items, at) && /s$|people|staff/i.test(text);
}

/** "orders and revenue by month": nothing stands before it, and a figure and a group follow. */
function leadsFigure({ items, at }: Reader, { text }: Mention): boolean {
  const isFirst = items.slice(0, at).every((item) => isCue(item, "command", "noise", "possessive", "and", "comma"));
  const next = past(items, at + 1, "and", "comma", "possessive");
  const isListed = items.slice(0, at).some((item) => isCue(item, "and", "comma"));
  if ((!isFirst && !isListed) || next === at + 1 || items.slice(at + 1, next).some((item) => isCue(item, "possessive")))
    return false;
  const figure = items[next];
  const column = schemaOf(figure);
  const isFigure =
    isCue(figure, "measure", "aggregate", "count") ||
    (column !== null && (isTable(column) ? isCounted(items, next) : hasNumericColumn(column)));
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
