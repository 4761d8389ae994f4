import type { Condition, Expression, LogicalForm } from "./logical-form.ts";
import { tablesOf, tablesOfCondition, walk } from "./visit.ts";

/** How much a form takes to be answered. */
export interface Shape {
  /** Every table it reads, in its subqueries, too. */
  tables: ReadonlySet<string>;
  /** Tables that are joined to the first ones of it and of its subqueries, bridges between them not counted. */
  joined: number;
  subqueries: number;
}

/** The shape of a form with all forms in it. */
export function shapeOf(form: LogicalForm): Shape {
  const own = new Set([form.subject, ...form.joins]);
  const parts: Shape[] = [];
  const ways = new Set<string>();
  const expression = (one: Expression) => {
    for (const name of tablesOf(one)) own.add(name);
    walk(one, (part) => {
      if (part.kind === "query") parts.push(shapeOf(part.form));
    });
  };
  const condition = (one: Condition) => {
    for (const name of tablesOfCondition(one)) own.add(name);
    if (one.kind === "compare") [one.left, one.right].forEach(expression);
    if (one.kind === "within") parts.push(shapeOf(one.form));
    if (one.kind === "related") {
      const part = related(one);
      const way = [...part.tables].toSorted().join(" ");
      // "both desks and rugs in 2024": the same way twice is no longer one.
      parts.push(ways.has(way) ? { ...part, joined: 0 } : part);
      ways.add(way);
    }
    if (one.kind === "either" || one.kind === "every") one.conditions.forEach(condition);
  };
  form.outputs.forEach((output) => expression(output.expression));
  form.groups.forEach(expression);
  form.order.forEach((order) => expression(order.by));
  [...form.where, ...form.having].forEach(condition);
  const combined = form.combine === null ? null : shapeOf(form.combine.form);
  const all = combined === null ? parts : [...parts, combined];
  return {
    tables: new Set([...own, ...all.flatMap(({ tables }) => [...tables])]),
    joined: all.reduce((sum, part) => sum + part.joined, own.size - 1),
    subqueries: all.reduce((sum, part) => sum + part.subqueries, parts.length),
  };
}

function related({ table, where }: Extract<Condition, { kind: "related" }>): Shape {
  const tables = new Set([table, ...where.flatMap(tablesOfCondition)]);
  return { tables, joined: tables.size - 1, subqueries: 0 };
}
