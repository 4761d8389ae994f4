import { isToOne } from "../catalog/joins.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { formsIn, isAggregate, joinedTables } from "../form/visit.ts";
import type { Context } from "../resolve/context.ts";

/** What no comparison and no count can tell: a day that is more than 5, a number above a word, how many of itself a row is. */
export function emptyFigures(form: LogicalForm, { catalog }: Context): string[] {
  const isEmpty =
    form.having.some((one) => one.kind === "compare" && isAggregate(one.left) && isWord(one.right)) ||
    form.where.some((one) => isEmptyComparison(one, catalog));
  return [...(isEmpty ? ["the comparison"] : []), ...(countsItself(form, catalog) ? ["what is compared"] : [])];
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

/** "which guest complains most": each guest is one guest, so that their number ranks nothing, nor the rows inside a condition. */
function countsItself(form: LogicalForm, catalog: Context["catalog"]): boolean {
  if (formsIn(form.where).some((inner) => countsItself(inner, catalog))) return true;
  const own = catalog.byName.get(form.subject);
  // What only restricts the rows does not make more of them.
  const read = [...joinedTables(form)].flatMap((name) => catalog.byName.get(name) ?? []);
  if (own === undefined || read.some((table) => !isToOne(catalog, own, table))) return false;
  const [key, ...more] = own.primaryKey;
  const isEach = form.groups.some(
    (group) => group.kind === "column" && group.table === own.name && group.column === key?.name,
  );
  const counts = [
    ...form.outputs.map(({ expression }) => expression),
    ...form.order.map(({ by }) => by),
    ...form.having.flatMap((one) => ("left" in one ? [one.left] : [])),
  ];
  const isCount = counts.some((by) => by.kind === "aggregate" && by.fn === "count" && by.table === form.subject);
  return key !== undefined && more.length === 0 && isEach && isCount;
}
