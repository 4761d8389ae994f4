import { isPercentage } from "../catalog/columns.ts";
import { type Context, contextOf } from "../resolve/context.ts";

/** "total discounts", of rows with a percentage and others with an amount: the amounts, as percentages do not add up. */
export function takeSummedAmounts(context: Context): Context {
  const { sketch, catalog, subject, happened, metric, formOf } = context;
  const outputs = sketch.outputs.map((one) => {
    if (one.kind !== "aggregate" || one.fn !== "sum" || one.mention === null) return one;
    const columns = one.mention.columns.filter(({ column }) => !isPercentage(column));
    const isPart = columns.length > 0 && columns.length < one.mention.columns.length;
    return isPart ? { ...one, mention: { ...one.mention, columns } } : one;
  });
  return outputs.every((one, i) => one === sketch.outputs[i])
    ? context
    : contextOf({ ...sketch, outputs }, catalog, { subject, happened, metric, formOf });
}
