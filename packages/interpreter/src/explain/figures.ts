import type { Cell, QueryResult } from "@parley/datasource/types";
import { isAggregate } from "../form/visit.ts";
import { unitOf, withUnit } from "../language/units.ts";
import { nameOfMonth } from "../language/periods.ts";
import { bucketText, dayText, isMoment } from "./moments.ts";
import type { BucketUnit, Expression, Output } from "../form/logical-form.ts";

/** Columns whose values are money by their names. */
const MONEY =
  /(^|_)(amount|price|cost|revenue|salary|fee|value|spend|spent|budget|refund|payment|wage|income|profit|total)s?($|_)/i;

/** Units that are currencies. */
const CURRENCY = /^[A-Z]{3}$/;

/** Numbers with so many decimals; none is made twice, as that takes longer than all it writes. */
const formats = new Map<string, Intl.NumberFormat>();

function written(value: number, { from, to }: { from: number; to: number }): string {
  const key = `${from} ${to}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat("en-US", { minimumFractionDigits: from, maximumFractionDigits: to });
  formats.set(key, format);
  return format.format(value);
}

/** A number as a sentence shows it: at most two decimals. */
export const formatted = (value: number): string => written(value, { from: 0, to: 2 });

/** A share as per cent: 0.1126 is "11.3 %". */
export const percent = (share: number): string => `${written(share * 100, { from: 0, to: 1 })} %`;

/** A change as per cent, with its sign: "+7.1 %". */
export const change = (share: number): string => (share > 0 ? `+${percent(share)}` : percent(share).replace("-", "−"));

/** What an expression's values are counted in, as far as the columns that it is made of tell; undefined for counts and ratios. */
export function unitOfValues(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "column":
      return unitOf(expression.column);
    case "aggregate":
      return expression.fn === "count" || expression.of === null ? undefined : unitOfValues(expression.of);
    case "elapsed":
      return `${expression.unit}s`;
    case "previous":
    case "running":
    case "belonging":
      return unitOfValues(expression.of);
    case "arithmetic":
      return unitOfResult(expression);
    case "literal":
    case "bucket":
    case "defined":
    case "query":
      return undefined;
  }
}

/** What is added has one unit; what is divided by a number of things keeps its own. */
function unitOfResult({ left, right, operator }: Extract<Expression, { kind: "arithmetic" }>): string | undefined {
  const [first, second] = [unitOfValues(left), unitOfValues(right)];
  if (operator === "+" || operator === "-") return first === second ? first : undefined;
  const isPerCount =
    operator === "/" && ((right.kind === "aggregate" && right.fn === "count") || right.kind === "query");
  return isPerCount && second === undefined ? first : undefined;
}

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
  const decimals = hasFractions ? decimalsOf(result.rows.map((row) => row[place] ?? null)) : 0;
  return (value) => valueText(value, output, decimals);
}

/** Decimals of numbers with fractions: two, and more where all of them are small: 0.0178 clicks per impression are not 0.02. */
function decimalsOf(cells: readonly Cell[]): number {
  const highest = Math.max(0, ...cells.map((cell) => (typeof cell === "number" ? Math.abs(cell) : 0)));
  const zeros = highest > 0 && highest < 0.1 ? Math.floor(-Math.log10(highest)) : 0;
  return Math.min(2 + zeros, DECIMALS_OF_THE_SMALLEST);
}

const DECIMALS_OF_THE_SMALLEST = 6;

function timeText(value: string, unit: BucketUnit): string {
  if (unit === "month_of_year") return nameOfMonth(Number(value) - 1);
  return unit === "hour_of_day" ? `${Number(value)}:00` : bucketText(value);
}

/** A value in words. Years and other plain codes have no thousands separators; the table beside it keeps the cell. */
function valueText(value: Cell, output: Output | undefined, decimals: number): string {
  if (value === null) return "unknown";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") {
    if (output?.expression.kind === "bucket") return timeText(value, output.expression.unit);
    return isMoment(value) ? dayText(value) : value;
  }
  if (output === undefined) return formatted(value);
  if (output.unit === "share") return percent(value);
  if (output.unit === "growth") return change(value);
  const unit = unitOfOutput(output);
  if (unit === "days" && value !== 0 && Math.abs(value) < 0.95) return partOfDay(value);
  if (unit !== undefined)
    return withUnit(
      CURRENCY.test(unit) && decimals > 0
        ? written(value, { from: 2, to: decimals })
        : written(value, { from: 0, to: Math.max(2, decimals) }),
      unit,
    );
  return plainText(value, output, decimals);
}

/** Less than a day, as one says it: 0.25 is "6 hours", 0.01 "14 minutes". */
const partOfDay = (days: number): string =>
  Math.abs(days) >= 1 / 24
    ? withUnit(written(days * 24, { from: 0, to: 1 }), "hours")
    : withUnit(written(days * 24 * 60, { from: 0, to: Math.abs(days) < 10 / (24 * 60) ? 1 : 0 }), "minutes");

/** True for shares of a hundred, whatever they are of: "percentage", "revenue_percentage". */
export const isPercentage = ({ name }: Output): boolean => /(?:^|_)percentage$/.test(name);

/** What the cells of an output are counted in: "kg", "days", "EUR", "%"; undefined where nothing says it. */
export function unitOfOutput(output: Output): string | undefined {
  if (output.unit === "share" || output.unit === "growth" || output.unit === "thousands") return undefined;
  if (isPercentage(output)) return "%";
  // A time in the unit it was asked for in bears it in its name.
  const { expression } = output;
  const isConverted = expression.kind === "arithmetic" && expression.right.kind === "literal";
  return (isConverted ? unitOf(output.name) : output.counted_in) ?? unitOfValues(expression);
}

function plainText(value: number, output: Output, decimals: number): string {
  const { expression } = output;
  if (decimals > 0 && (isAggregate(expression) || isMoney(output)))
    return written(value, { from: decimals, to: decimals });
  return !isAggregate(expression) && !isMoney(output) && Number.isInteger(value) ? String(value) : formatted(value);
}
