import { amountColumn, paidColumn } from "../catalog/amounts.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { keptIn } from "../catalog/kept-in-units.ts";
import { isMoneyUnit, unitNamed, unitOf } from "../language/units.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import type { FilterWish, Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** "members who paid more than 500", of payments with a day and an amount: what they come to, as no day is more than a number. */
export function takePaidMoreThan(context: Context): Context {
  const { sketch, subject } = context;
  const paid = sketch.filters.map((one) => amountOf(one, sketch));
  const first = sketch.filters.find((_, i) => paid[i] !== null);
  if (first?.kind !== "compare") return context;
  const filters = sketch.filters.map((one, i): FilterWish => {
    const amount = paid[i];
    if (one.kind === "compare" && amount !== null && amount !== undefined)
      return { ...one, target: amount.mention, fn: amount.table === subject ? null : "sum" };
    // "in 2024": when it was paid
    return one.kind === "period" && one.target === null ? { ...one, target: first.target } : one;
  });
  const units = new Set(paid.flatMap((amount) => unitOf(amount?.mention.columns[0]?.column.name ?? "") ?? []));
  const unknown = sketch.unknown.filter(({ text }) => !units.has(unitNamed(text.toLowerCase()) ?? ""));
  return { ...context, sketch: { ...sketch, filters, unknown } };
}

/** The amount that is meant by a day that is compared with a number. */
function amountOf(one: FilterWish, { said }: Sketch): { mention: Mention; table: CatalogTable } | null {
  if (one.kind !== "compare" || one.target === null || one.hint !== null || one.fn !== null) return null;
  const day = one.target.columns[0]?.column;
  const isAmount = one.operand.kind === "number" && one.operand.year === null;
  if (day?.isDate !== true || !isAmount || !/(?:ed|paid|spent|sent|gave|given)$/i.test(one.target.text)) return null;
  const unit =
    one.operand.kind === "number" ? (said.keptIn(one.operand.value) ?? said.unitOf(one.operand.value)) : null;
  const amount = measuredIn(unit, day.table);
  if (amount === null) return null;
  const { start, end, text } = one.target;
  return { mention: mentionOf({ start, end, text, columns: [{ column: amount, score: 1 }] }), table: day.table };
}

/** "clients who shipped over 10 tonnes": the only number that is kept in such units, and no money; what was paid where no unit but money is said. */
function measuredIn(unit: string | null, table: CatalogTable): CatalogColumn | null {
  if (unit === null || isMoneyUnit(unit)) return amountColumn(table) ?? paidColumn(table);
  const [only, ...more] = keptIn(unit, table);
  return only === undefined || more.length > 0 ? null : only;
}
