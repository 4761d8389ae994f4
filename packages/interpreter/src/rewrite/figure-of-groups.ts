import type { CatalogColumn } from "../catalog/catalog.ts";
import { columnOf } from "../resolve/columns.ts";
import type { Context } from "../resolve/context.ts";
import { nearTable, tableOf } from "../resolve/context.ts";
import { usualAggregate } from "../read/figures/implicit.ts";
import { isTable } from "../read/reader.ts";

/**
 * "billed amount by month", "unpaid fees per member": a number of many rows becomes one for each group, though nothing
 * says so, and of "how satisfied are our visitors" one of all; "the share of hours that is paid" is one of their sum. A number of the groups' own rows stays: a room has one price.
 */
export function takeFigureOfGroups(context: Context): Context {
  const { sketch } = context;
  const [wish, ...more] = sketch.outputs;
  const isShare = sketch.share !== null;
  const isGrouped =
    isShare ||
    sketch.said.has("how they feel") ||
    sketch.groups.length > 0 ||
    (sketch.bucket !== null && !sketch.whichBucket);
  if (!isGrouped || wish?.kind !== "column" || more.length > 0 || sketch.withLabel) return context;
  if (sketch.superlatives.length + sketch.orders.length > 0 || sketch.distinct || isTable(wish.mention)) return context;
  const { mention, at } = wish;
  const column = columnOf(mention, context, { near: nearTable(context, at) });
  if (column === null || !isQuantity(column) || isOfOwnRows(column, context)) return context;
  const fn = usualAggregate({ ...mention, columns: [{ column, score: 1 }] });
  if (isShare && fn !== "sum") return context;
  return { ...context, sketch: { ...sketch, outputs: [{ kind: "aggregate", fn, mention, distinct: false, at }] } };
}

const isQuantity = ({ isNumber, isKey, isForeign, isYear, isFlag }: CatalogColumn): boolean =>
  isNumber && !isKey && !isForeign && !isYear && !isFlag;

/** "the price of each room" */
const isOfOwnRows = ({ table }: CatalogColumn, context: Context): boolean =>
  context.sketch.groups.some(({ mention }) => isTable(mention) && tableOf(mention, context) === table);
