import type { LogicalForm } from "../form/logical-form.ts";

/** "which canoe was it", "who was it": the one row at which the answer before ended. */
export const SAYS_IT_ALONE = /\b(?:it|that one)\b|\b(?:was|is) that$/i;

/**
 * The row whose day, or whose amount, a figure is: of when somebody rented last, that rental. Null after any other figure. Where several
 * share it, the first that is found.
 */
export function rowAtEnd(given: LogicalForm): LogicalForm | null {
  const { chart: _, ...form } = given;
  const [output, ...more] = form.outputs;
  const figure = output?.expression;
  if (output === undefined || figure?.kind !== "aggregate" || more.length > 0) return null;
  if (figure.of?.kind !== "column" || figure.of.table !== figure.table || (figure.fn !== "max" && figure.fn !== "min"))
    return null;
  if (form.groups.length + form.having.length > 0 || form.limit !== null || form.combine !== null) return null;
  return {
    ...form,
    subject: figure.table,
    outputs: [{ expression: figure.of, name: figure.of.column }],
    where: [...form.where, ...(figure.where ?? [])],
    order: [{ by: figure.of, direction: figure.fn === "max" ? "descending" : "ascending" }],
    limit: 1,
  };
}
