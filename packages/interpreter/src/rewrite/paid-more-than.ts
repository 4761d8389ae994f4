import { amountColumn, paidColumn } from "../catalog/amounts.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** "members who paid more than 500", of payments with a day and an amount: what they come to, as no day is more than a number. */
export function takePaidMoreThan(context: Context): Context {
  const { sketch, subject } = context;
  const paid = sketch.filters.map((one) => amountOf(one));
  const first = sketch.filters.find((_, i) => paid[i] !== null);
  if (first?.kind !== "compare") return context;
  const filters = sketch.filters.map((one, i): FilterWish => {
    const amount = paid[i];
    if (one.kind === "compare" && amount !== null && amount !== undefined)
      return { ...one, target: amount.mention, fn: amount.table === subject ? null : "sum" };
    // "in 2024": when it was paid
    return one.kind === "period" && one.target === null ? { ...one, target: first.target } : one;
  });
  return { ...context, sketch: { ...sketch, filters } };
}

/** The amount that is meant by a day that is compared with a number. */
function amountOf(one: FilterWish): { mention: Mention; table: CatalogTable } | null {
  if (one.kind !== "compare" || one.target === null || one.hint !== null || one.fn !== null) return null;
  const day = one.target.columns[0]?.column;
  const isAmount = one.operand.kind === "number" && one.operand.year === null;
  if (day?.isDate !== true || !isAmount || !/(?:ed|paid|spent|sent|gave|given)$/i.test(one.target.text)) return null;
  const amount = amountColumn(day.table) ?? paidColumn(day.table);
  if (amount === null) return null;
  const { start, end, text } = one.target;
  return { mention: mentionOf({ start, end, text, columns: [{ column: amount, score: 1 }] }), table: day.table };
}
