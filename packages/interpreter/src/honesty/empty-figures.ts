import { countsItself } from "../assemble/counted-of-each.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import type { Context } from "../resolve/context.ts";

/** What no comparison and no count can tell: a day that is more than 5, a number above a word, how many of itself a row is. */
export function emptyFigures(form: LogicalForm, { catalog }: Context): string[] {
  const isEmpty =
    form.having.some((one) => one.kind === "compare" && isAggregate(one.left) && isWord(one.right)) ||
    form.where.some((one) => isEmptyComparison(one, catalog)) ||
    form.outputs.some(({ expression }) => endsInNothing(expression, form.where));
  return [...(isEmpty ? ["the comparison"] : []), ...(countsItself(form, catalog) ? ["what is compared"] : [])];
}

/** "how long do they take to pay", of those that are not paid: their time has no end. */
function endsInNothing(expression: Expression, where: readonly Condition[]): boolean {
  const of = expression.kind === "aggregate" ? expression.of : null;
  if (of?.kind !== "elapsed") return false;
  const days = new Set([of.from, of.to].map((day) => JSON.stringify(day)));
  return where.some((one) => one.kind === "missing" && !one.negated && days.has(JSON.stringify(one.left)));
}

const isWord = (one: Expression): boolean =>
  one.kind === "literal" && typeof one.value === "string" && !/\d/.test(one.value);

function isEmptyComparison(one: Condition, catalog: Context["catalog"]): boolean {
  if (one.kind !== "compare" || one.left.kind !== "column" || one.right.kind !== "literal") return false;
  const { left, right, operator } = one;
  const column = catalog.byName.get(left.table)?.columns.find(({ name }) => name === left.column);
  const isDay = column?.isDate === true && typeof right.value === "number";
  const isNoDay = column?.isDate === true && typeof right.value === "string" && !/^\d/.test(right.value);
  // "late more than 10 times": yes and no are no numbers.
  if (column?.isFlag === true && typeof right.value === "number" && right.value > 1) return true;
  return isDay || isNoDay || (column?.isNumber === true && isWord(right) && operator !== "=" && operator !== "!=");
}
