import { isAggregate, sameExpression } from "../form/visit.ts";
import { isFirstName, isName, isOwnKey } from "../explain/column-words.ts";
import type { LogicalForm, Output } from "../form/logical-form.ts";
import { rankOutput } from "./output-names.ts";

const isNamed = ({ expression }: Output): boolean =>
  expression.kind === "column" && (isName(expression) || isFirstName(expression) || isOwnKey(expression));

/** "The customer with the most orders", with how many they are: the figure that the first rows stand out by, where it is not shown. */
export function withFigure(form: LogicalForm, assumptions: readonly string[]): LogicalForm {
  const [order] = form.order;
  if (order === undefined || form.limit === null || form.combine !== null || form.distinct || form.all_columns)
    return form;
  const { by } = order;
  const isShown = form.outputs.some(({ expression }) => sameExpression(expression, by));
  const isOfThings = form.outputs.length > 0 && form.outputs.every(({ expression }) => !isAggregate(expression));
  // A group has figures of all its rows, a row that is named has columns of its own.
  const isOfRow = form.groups.length === 0 && by.kind === "column" && by.table === form.subject;
  const isOneEach = isAggregate(by) ? form.groups.length > 0 : isOfRow && form.outputs.some(isNamed);
  if (isShown || !isOfThings || !isOneEach) return form;
  const figure = rankOutput(by, assumptions);
  const isTaken = form.outputs.some(({ name }) => name.toLowerCase() === figure.name.toLowerCase());
  return isTaken ? form : { ...form, outputs: [...form.outputs, figure] };
}
