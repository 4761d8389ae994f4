import type { Cell, QueryResult } from "@parley/datasource/types";
import { isAggregate } from "../form/visit.ts";
import { bucketText, dayText, isMoment } from "./moments.ts";
import type { Expression, Output } from "../form/logical-form.ts";

/** Columns whose values are money by their names. */
const MONEY =
  /(^|_)(amount|price|cost|revenue|salary|fee|value|spend|spent|budget|refund|payment|wage|income|profit|total)s?($|_)/i;

const written = (value: number, decimals: { from: number; to: number }): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: decimals.from, maximumFractionDigits: decimals.to });

/** A number as a sentence shows it: at most two decimals. */
export const formatted = (value: number): string => written(value, { from: 0, to: 2 });

/** A share as per cent: 0.1126 is "11.3 %". */
export const percent = (share: number): string => `${written(share * 100, { from: 0, to: 1 })} %`;

/** A change as per cent, with its sign: "+7.1 %". */
export const change = (share: number): string => (share > 0 ? `+${percent(share)}` : percent(share).replace("-", "−"));

/** What a figure is made of, below sums and averages. */
const measured = (expression: Expression): Expression | null =>
  expression.kind === "aggregate" ? expression.of : expression;

const isMoney = ({ expression, unit, name }: Output): boolean => {
  if (unit === "money") return true;
  const of = measured(expression);
  return (of?.kind === "column" && MONEY.test(of.column)) || (isAggregate(expression) && MONEY.test(name));
};

/** How the cells of one column of a result are written: all of them alike, as the whole column needs it. */
export function writerOf(result: QueryResult, place: number, output: Output | undefined): (value: Cell) => string {
  const hasFractions = result.rows.some((row) => {
    const cell = row[place];
    return typeof cell === "number" && !Number.isInteger(cell);
  });
  return (value) => valueText(value, output, hasFractions);
}

/** A value in words. Years and other plain codes have no thousands separators; the table beside it keeps the cell. */
function valueText(value: Cell, output: Output | undefined, hasFractions: boolean): string {
  if (value === null) return "unknown";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") {
    if (output?.expression.kind === "bucket") return bucketText(value);
    return isMoment(value) ? dayText(value) : value;
  }
  if (output === undefined) return formatted(value);
  if (output.unit === "share") return percent(value);
  if (output.unit === "growth") return change(value);
  if (output.name === "percentage") return `${formatted(value)} %`;
  const { expression } = output;
  const spanned = measured(expression);
  if (spanned?.kind === "elapsed") return `${formatted(value)} ${spanned.unit}s`;
  if (hasFractions && (isAggregate(expression) || isMoney(output))) return written(value, { from: 2, to: 2 });
  return !isAggregate(expression) && !isMoney(output) && Number.isInteger(value) ? String(value) : formatted(value);
}
