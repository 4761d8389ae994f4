/**
 * Groups that a question names one by one: "mobile" and "desktop" of the devices.
 *
 * Of "conversion rate on mobile vs desktop" the condition `device is mobile or desktop` says no more than which groups there are; it is
 * told by their names, "10 % for desktop and 4.6 % for mobile", and read as "for each device (“mobile” and “desktop”)".
 */
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { oneColumnOf } from "./qualifiers.ts";

export interface ChosenGroups {
  /** What the rows are grouped by. */
  key: Expression;
  /** The place of the groups' names among the outputs. */
  place: number;
  values: readonly string[];
  condition: Condition;
}

/** The values of one column that a condition allows; null for any other condition. */
function valuesOf(condition: Condition): { left: Expression; values: readonly string[] } | null {
  if (condition.kind === "either") return oneColumnOf(condition.conditions);
  if (condition.kind === "among") {
    const values = condition.values.filter((value) => typeof value === "string");
    return condition.negated || values.length < condition.values.length ? null : { left: condition.left, values };
  }
  if (condition.kind !== "within" || condition.negated || condition.form.limit !== null) return null;
  const [only, ...more] = [...condition.form.where, ...condition.form.having];
  return only === undefined || more.length > 0 ? null : valuesOf(only);
}

/** The same column, whichever key leads to it. */
const isSameColumn = (one: Expression, other: Expression): boolean =>
  sameExpression(one, other) ||
  (one.kind === "column" && other.kind === "column" && one.table === other.table && one.column === other.column);

/** The groups of figures that are chosen by name; null where the groups are not, or are some of a ranking. */
export function chosenGroups({ outputs, groups, where, limit }: LogicalForm): ChosenGroups | null {
  if (groups.length === 0 || limit !== null || !outputs.some(({ expression }) => isAggregate(expression))) return null;
  for (const condition of where) {
    const chosen = valuesOf(condition);
    const place = outputs.findIndex(({ expression }) => chosen !== null && isSameColumn(expression, chosen.left));
    const key = outputs[place]?.expression;
    if (chosen !== null && key !== undefined && chosen.values.length > 1)
      return { key, place, values: chosen.values, condition };
  }
  return null;
}

/** The form without the condition that its groups' names tell. */
export function withoutChosen(form: LogicalForm): LogicalForm {
  const chosen = chosenGroups(form);
  return chosen === null ? form : { ...form, where: form.where.filter((one) => one !== chosen.condition) };
}
