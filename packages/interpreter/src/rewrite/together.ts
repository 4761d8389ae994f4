import { hasNumericColumn, isTable } from "../read/reader.ts";
import { isUniqueCode } from "../catalog/labels.ts";
import { isFact } from "../link/doings.ts";
import type { Mention } from "../link/mention.ts";
import { columnOf } from "../resolve/columns.ts";
import type { Context } from "../resolve/context.ts";

/** "beds of all gardens together", "tax on bills of May": one number, the sum of what would be listed. */
export function takeTogether(context: Context): Context {
  const { sketch } = context;
  const [wish, ...more] = sketch.outputs;
  if (wish?.kind !== "column" || more.length > 0) return context;
  const isTotal = sketch.said.has("a total of") && /^total /i.test(wish.mention.text);
  if (!(sketch.said.has("taken together") || isTotal || isMass(wish.mention, context))) return context;
  const isArranged = sketch.groups.length + sketch.superlatives.length + sketch.orders.length > 0;
  if (isArranged || sketch.bucket !== null || sketch.distinct || isTable(wish.mention)) return context;
  if (!hasNumericColumn(wish.mention)) return context;
  const { mention, at } = wish;
  return {
    ...context,
    sketch: { ...sketch, outputs: [{ kind: "aggregate", fn: "sum", mention, distinct: false, at }] },
  };
}

/** Money that is said in the singular of however many rows. */
const MONEY_IN_THE_SINGULAR =
  /\b(?:income|revenue|turnover|takings|proceeds|tax|vat|toll|postage|commission|expenditure|spend|cost)(?: amounts?)?$/i;

/** "ticket income from the spring fair", of rows without names that happened: what they come to, and 0 where there are none. */
function isMass(mention: Mention, context: Context): boolean {
  const { sketch } = context;
  if (
    !MONEY_IN_THE_SINGULAR.test(mention.text.replace(/ (?:of|on|for) .*/i, "")) ||
    sketch.said.has("rows to list") ||
    sketch.said.has("which rows")
  )
    return false;
  if (sketch.tables.some(({ each }) => each) || sketch.withLabel || sketch.filters.length === 0) return false;
  // "the cost of incident 5": of one row, and no sum.
  if (sketch.filters.some((one) => one.kind === "compare" && one.operator === "=" && one.hint !== "flag")) return false;
  const column = columnOf(mention, context);
  return column !== null && column.isNumber && column.table.label.every(isUniqueCode) && isFact(column.table);
}
