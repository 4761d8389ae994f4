import type { CatalogColumn } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { columnOf } from "../resolve/columns.ts";
import type { Context } from "../resolve/context.ts";
import { nearTable, tableOf } from "../resolve/context.ts";
import { usualAggregate } from "../read/figures/implicit.ts";
import { isTable } from "../read/reader.ts";
import type { OutputWish } from "../read/sketch.ts";

/**
 * "billed amount by month", "unpaid fees per member": a number of many rows becomes one for each group, though nothing
 * says so, and of "how satisfied are our visitors" and of a change between two times one of all; "the share of hours that is paid" is one of their sum. A number of the groups' own rows stays: a room has one price.
 */
export function takeFigureOfGroups(context: Context): Context {
  const { sketch } = context;
  const isShare = sketch.share !== null;
  const isGrouped =
    isShare ||
    sketch.said.has("how they feel") ||
    isBetweenTimes(sketch) ||
    sketch.groups.length > 0 ||
    (sketch.bucket !== null && !sketch.whichBucket);
  if (!isGrouped || sketch.withLabel || sketch.distinct) return context;
  if (sketch.superlatives.length + sketch.orders.length > 0) return context;
  const lists = sketch.outputs.filter((wish) => wish.kind === "column" && !isGroup(wish, context));
  // "tickets and revenue by channel": beside a figure another number is one, too.
  // "hours and costs per agent": all of them, or none.
  const isAll = lists.length > 1 && sketch.outputs.every(({ kind }) => kind === "column");
  const isFigured = (wish: OutputWish) => figureOf(wish, context) !== null || isBesideFigures(wish, lists, context);
  if (lists.length === 0 || (isAll && !lists.every(isFigured))) return context;
  if (lists.length === 1 && sketch.outputs.length > 1 && isShare) return context;
  const outputs = sketch.outputs.map((wish) => figureOf(wish, context) ?? wish);
  return outputs.some((wish, i) => wish !== sketch.outputs[i])
    ? { ...context, sketch: { ...sketch, outputs } }
    : context;
}

/** "how much did fuel costs rise from 2023 to 2024": a change is one of a figure, and of each of the two times. */
const isBetweenTimes = ({ growth, filters }: Context["sketch"]): boolean =>
  growth && filters.filter((filter) => filter.kind === "period" && !filter.negated).length === 2;

/** "budget and cost per campaign", where each has one budget, and days that each had a cost: the one beside the sum of the others. */
function isBesideFigures(wish: OutputWish, lists: readonly OutputWish[], context: Context): boolean {
  const [group, ...more] = context.sketch.groups;
  const each =
    group !== undefined && more.length === 0 && isTable(group.mention) ? tableOf(group.mention, context) : null;
  const columnIn = (one: OutputWish) =>
    one.kind === "column" ? columnOf(one.mention, context, { near: nearTable(context, one.at) }) : null;
  const own = columnIn(wish);
  if (each === null || own === null || !isQuantity(own) || own.table !== each) return false;
  return lists.some((one) => {
    const other = columnIn(one);
    return other !== null && isQuantity(other) && other.table !== each && isToOne(context.catalog, other.table, each);
  });
}

/** What a number of many rows comes to for each group; null for what is none, or a number of the groups' own rows. */
function figureOf(wish: OutputWish, context: Context): OutputWish | null {
  if (wish.kind !== "column" || isTable(wish.mention)) return null;
  const { mention, at } = wish;
  const column = columnOf(mention, context, { near: nearTable(context, at) });
  // "cancellations per month": how many there were, rather than their days.
  if (
    column?.isDate === true &&
    /[a-z]{4}(?:ation|ition|sion|ment|al)s$/i.test(mention.text) &&
    context.sketch.outputs.length === 1
  )
    return { kind: "count", mention, distinct: false, at };
  if (column === null || !isQuantity(column) || isOfOwnRows(column, context) || isGroup(wish, context)) return null;
  const fn = usualAggregate({ ...mention, columns: [{ column, score: 1 }] });
  if (context.sketch.share !== null && fn !== "sum") return null;
  return { kind: "aggregate", fn, mention, distinct: false, at };
}

/** "for each floor, the floor number and …": what the groups are told by. */
function isGroup(wish: OutputWish, context: Context): boolean {
  if (wish.kind !== "column" || context.sketch.groups.length === 0) return false;
  const columnIn = (mention: typeof wish.mention, at: number) =>
    isTable(mention) ? null : columnOf(mention, context, { near: nearTable(context, at) });
  const column = columnIn(wish.mention, wish.at);
  return column !== null && context.sketch.groups.some(({ mention }) => columnIn(mention, wish.at) === column);
}

const isQuantity = ({ isNumber, isKey, isForeign, isYear, isFlag }: CatalogColumn): boolean =>
  isNumber && !isKey && !isForeign && !isYear && !isFlag;

/** "the price of each room" */
const isOfOwnRows = ({ table }: CatalogColumn, context: Context): boolean =>
  context.sketch.groups.some(({ mention }) => isTable(mention) && tableOf(mention, context) === table);
