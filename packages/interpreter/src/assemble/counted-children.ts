import type { Expression, LogicalForm } from "../form/logical-form.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "the depot with the most drivers", where a depot has a driver for its head: those are counted that belong to it, as
 * the row itself refers to one alone.
 */
export function countChildren(form: LogicalForm, { catalog }: Context): void {
  const counted = [
    ...form.order.map(({ by }) => by),
    ...form.having.flatMap((one) => (one.kind === "compare" ? [one.left] : [])),
    ...form.outputs.map(({ expression }) => expression),
  ].flatMap(countedTable);
  for (const name of new Set(counted)) {
    const keys = (from: string, to: string) =>
      catalog.links.flatMap((link) => {
        const [key] = link.from;
        return key?.table.name === from && link.to[0]?.table.name === to && link.from.length === 1 ? [key] : [];
      });
    const [own, ...more] = name === form.subject ? [] : keys(name, form.subject);
    if (own !== undefined && more.length === 0 && keys(form.subject, name).length > 0)
      form.via = [...form.via, `${name}.${own.name}`];
  }
}

const countedTable = (expression: Expression): string[] =>
  expression.kind === "aggregate" && expression.fn === "count" ? [expression.table] : [];
