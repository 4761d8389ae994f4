import type { CatalogColumn } from "../../catalog/catalog.ts";
import { isBirth } from "../../catalog/persons.ts";
import { columnExpression } from "../../resolve/measures.ts";
import { type Context, explain } from "../../resolve/context.ts";
import type { Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import { sameExpression } from "../../form/visit.ts";
import { labelColumns } from "../outputs.ts";
import type { Period } from "../../language/periods.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A time as long as a year is of every day. */
const DAYS_OF_A_YEAR = 364;

/** "birthdays this month", "born in May" where nobody is so young: that month of any year. Null for days that do not come again. */
export function yearlyCondition(
  column: CatalogColumn,
  { from, to, label, anyYear }: Period,
  context: Context,
): Condition | null {
  if (!column.isDate || from === null || to === null || !comesAgain(column, from, context.sketch)) return null;
  // "birth date in May 1990"
  if (/\b(?:19|20)\d\d\b/.test(label) && anyYear !== true) return null;
  if (Date.parse(to) - Date.parse(from) >= DAYS_OF_A_YEAR * DAY_MS) return null;
  explain(context, ({ text }) => /^(?:anniversar(?:y|ies)|birthdays?)$/i.test(text));
  return {
    kind: "period",
    left: { kind: "bucket", unit: "day_of_year", of: columnExpression(column) },
    from,
    to,
    label,
    negated: false,
  };
}

function comesAgain(column: CatalogColumn, from: string, { said }: Context["sketch"]): boolean {
  const [day = ""] = said.words("a day of every year");
  if (!isBirth(column)) return /^anniv/i.test(day);
  const { max } = column.source;
  return day !== "" || (typeof max === "string" && max.slice(0, 10) < from);
}

/** "birthdays this month", "members born in 1980": whose they are, with the day, in the order in which they come in a year. */
export function showBirthdays(form: LogicalForm, { subject, catalog }: Context): void {
  const periods = form.where.flatMap((one) => (one.kind === "period" && !one.negated ? [one] : []));
  const [birth] = periods.flatMap(({ left }) => birthOf(left, catalog) ?? []);
  if (birth === undefined || birth.table !== subject || !isList(form)) return;
  const day: Output = { expression: columnExpression(birth), name: birth.name };
  const isDay = ({ expression }: Output): boolean => sameExpression(expression, day.expression);
  const yearly = periods.find(({ left }) => left.kind === "bucket");
  const labels = labelColumns(subject).map((column) => ({ expression: columnExpression(column), name: column.name }));
  if (form.outputs.every(isDay)) form.outputs = [...labels, day];
  else if (yearly !== undefined && !form.outputs.some(isDay)) form.outputs = [...form.outputs, day];
  if (yearly !== undefined && form.order.length === 0 && isInOneYear(yearly))
    form.order = [{ by: yearly.left, direction: "ascending" }];
}

const isList = ({ outputs, all_columns, groups, combine }: LogicalForm): boolean =>
  !all_columns &&
  combine === null &&
  groups.length === 0 &&
  outputs.length > 0 &&
  outputs.every(({ expression }) => expression.kind === "column");

/** Over New Year's Eve, January comes after December. */
const isInOneYear = ({ from, to }: { from: string | null; to: string | null }): boolean =>
  to?.endsWith("-01-01") === true || to?.slice(0, 4) === from?.slice(0, 4);

/** The birthday that is compared, or of which the day of the year is. */
function birthOf(left: Expression, { byName }: Context["catalog"]): CatalogColumn | undefined {
  const of = left.kind === "bucket" ? left.of : left;
  if (of.kind !== "column" || of.role !== undefined) return undefined;
  return byName.get(of.table)?.columns.find((column) => column.name === of.column && isBirth(column));
}
