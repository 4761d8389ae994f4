import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import type { Mention } from "./links.ts";
import { columnExpression, measureSource, timeColumn } from "./measure-expressions.ts";
import type { Context } from "./resolve.ts";
import { columnOf } from "./resolve.ts";
import type { Condition } from "./types.ts";
import type { FilterWish } from "./wishes.ts";

export function betweenDates(
  wish: FilterWish & { kind: "between" },
  context: Context,
  near: CatalogTable | null,
): { condition: Condition; column: CatalogColumn | null } | null {
  const low = wish.low.kind === "period" ? wish.low.period : wish.low.kind === "number" ? wish.low.year : null;
  const high = wish.high.kind === "period" ? wish.high.period : wish.high.kind === "number" ? wish.high.year : null;
  const column = periodColumn(wish.target, context, near);
  if (low === null || high === null || column === null) return null;
  return {
    condition: periodCondition(
      column,
      { ...low, to: high.to, label: `${low.label} to ${high.label}`, year: null },
      low.year,
      high.year,
    ),
    column,
  };
}

export function periodColumn(
  target: Mention | null,
  context: Context,
  near: CatalogTable | null,
): CatalogColumn | null {
  const measured = context.wishes.outputs.find((output) => output.kind === "measure");
  const ranked = context.wishes.superlatives.find((wish) => wish.target.kind === "measure")?.target;
  const sorted = context.wishes.orders.find((order) => order.target.kind === "measure")?.target;
  const by = [measured, ranked, sorted].find((wish) => wish?.kind === "measure");
  const measure = by?.kind === "measure" ? by.measure : null;
  if (target !== null) {
    const column = columnOf(target, context, { near, kind: "date" });
    // "products by revenue in 2025" asks for the revenue of 2025, not for the products of 2025.
    const isMeant = measure === null || column?.stems.some((name) => target.text.toLowerCase().includes(name));
    if (column !== null && isMeant && (column.isDate || column.isYear)) return column;
  }
  const table = measure === null ? null : (measureSource(context, measure)?.table ?? null);
  const tables = [table, near, context.subject, ...context.named.map((entry) => entry.table)];
  for (const candidate of tables) {
    if (candidate === null) continue;
    const column = timeColumn(candidate, context);
    if (column !== null) return column;
  }
  for (const { table: other } of context.named) {
    const column = timeColumn(other, context);
    if (column !== null) return column;
  }
  return null;
}

export function periodCondition(
  column: CatalogColumn,
  period: { from: string | null; to: string | null; label: string; year: number | null },
  low: number | null = null,
  high: number | null = null,
): Condition {
  const left = columnExpression(column);
  if (column.isDate)
    return { kind: "period", left, from: period.from, to: period.to, label: period.label, negated: false };
  const value = (year: number) => (column.isNumber ? year : String(year));
  if (low !== null && high !== null) {
    return {
      kind: "every",
      conditions: [
        { kind: "compare", left, operator: ">=", right: { kind: "literal", value: value(low) } },
        { kind: "compare", left, operator: "<=", right: { kind: "literal", value: value(high) } },
      ],
    };
  }
  const year = period.year ?? Number(period.from?.slice(0, 4) ?? 0);
  return { kind: "compare", left, operator: "=", right: { kind: "literal", value: value(year) } };
}

export function datedComparison(
  column: CatalogColumn,
  operator: ">" | ">=" | "<" | "<=" | "=" | "!=",
  period: { from: string | null; to: string | null; label: string; year: number | null },
): Condition {
  const left = columnExpression(column);
  if (!column.isDate) {
    const year = period.year ?? Number(period.from?.slice(0, 4) ?? 0);
    return {
      kind: "compare",
      left,
      operator,
      right: { kind: "literal", value: column.isNumber ? year : String(year) },
    };
  }
  const spanOf = (from: string | null, to: string | null, words: string): Condition => ({
    kind: "period",
    left,
    from,
    to,
    label: `${words} ${period.label}`,
    negated: false,
  });
  switch (operator) {
    case ">":
      return spanOf(period.to ?? period.from, null, "after");
    case ">=":
      return spanOf(period.from, null, "since");
    case "<":
      return spanOf(null, period.from, "before");
    case "<=":
      return spanOf(null, period.to ?? period.from, "up to");
    case "=":
      return spanOf(period.from, period.to, "in");
    case "!=":
      return { kind: "period", left, from: period.from, to: period.to, label: `not in ${period.label}`, negated: true };
  }
}
