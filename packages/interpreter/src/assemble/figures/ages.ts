import { toldAs } from "../../catalog/called.ts";
import type { CatalogColumn } from "../../catalog/catalog.ts";
import { isBirth, isPerson } from "../../catalog/persons.ts";
import type { AggregateFunction, Expression } from "../../form/logical-form.ts";
import type { Context } from "../../resolve/context.ts";
import { columnExpression } from "../../resolve/measures.ts";

/** "how old is Mira", "average age" of people whose day of birth is known: in years, today; of what happened on a day, in days. Null for any other figure. */
export function ageOf(
  hint: string,
  fn: AggregateFunction | null,
  column: CatalogColumn,
  { sketch, notes }: Context,
): Expression | null {
  if (hint !== "age" || fn === "sum" || fn === "count") return null;
  if (isBirthYear(column)) return ageByYear(column, fn, { sketch, notes });
  if (!column.isDate) return null;
  const unit = isBirth(column) ? "year" : isPerson(column.table) ? null : "day";
  if (unit === null || (fn === null && unit === "day")) return null;
  notes.assumptions.push(`Age is counted from “${toldAs(column)}” to today.`);
  const to = { kind: "literal", value: sketch.today } as const;
  const of: Expression = { kind: "elapsed", from: columnExpression(column), to, unit };
  return fn === null ? of : { kind: "aggregate", fn, of, distinct: false, table: column.table.name };
}

const isBirthYear = ({ isYear, words }: CatalogColumn): boolean => isYear && /\b(?:birth|born)\b/.test(words.join(" "));

/** "average age", of people of whom no more than the year of their birth is known. */
function ageByYear(
  column: CatalogColumn,
  fn: AggregateFunction | null,
  { sketch, notes }: Pick<Context, "sketch" | "notes">,
): Expression {
  notes.assumptions.push(`Age is this year less ${toldAs(column)}.`);
  const left = { kind: "literal", value: Number(sketch.today.slice(0, 4)) } as const;
  const of: Expression = { kind: "arithmetic", operator: "-", left, right: columnExpression(column) };
  return fn === null ? of : { kind: "aggregate", fn, of, distinct: false, table: column.table.name };
}
