import type { Catalog } from "../catalog/catalog.ts";
import { mayBePerson } from "../catalog/persons.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { nameOf } from "../assemble/output-names.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { countOf } from "../resolve/measures.ts";
import { isNamedIn, type ReadAlone } from "./read-alone.ts";

/** "who sold the most" after the sales of last month: of the same figure, so of the same time. */
export function sameFigureRanked(before: LogicalForm, { text, said, form, catalog }: ReadAlone): LogicalForm | null {
  const ranked = form.order[0]?.by;
  if (ranked === undefined || form.limit === null || form.groups.length === 0) return null;
  const figure = before.outputs.find(({ expression }) => isAggregate(expression));
  const isSame = figure !== undefined && sameExpression(ranked, figure.expression);
  if (!isSame && WITHOUT_A_FIGURE.test(text)) return rankedByFigure(before, form, catalog);
  if (!isSame && !isOfSameRows(before, ranked, text)) return null;
  if (before.where.length === 0 || !/^\s*(?:and )?(?:who|which|what)\b/i.test(text)) return null;
  const table = catalog.byName.get(tablesOf(ranked)[0] ?? "");
  // "which seller has the most sales" says of what it asks.
  if (table === undefined || isNamedIn(text, table)) return null;
  const where = before.where.filter((one) => !isOfNamed(one, said, catalog));
  return where.length === 0 ? null : { ...form, where };
}

/** "what was the most common reason" after the money of last quarter's refunds: of these, whose rows it counts. */
function isOfSameRows({ outputs, limit }: LogicalForm, ranked: Expression, text: string): boolean {
  const [figure, ...more] = outputs.filter(({ expression }) => isAggregate(expression));
  const isCount = ranked.kind === "aggregate" && ranked.fn === "count" && ranked.of === null;
  if (figure === undefined || more.length > 0 || limit !== null || !isCount || !MOST_COMMON.test(text)) return false;
  return figure.expression.kind === "aggregate" && figure.expression.table === ranked.table;
}

const MOST_COMMON = /\bmost (?:common|frequent|usual|popular)\b|\b(?:main|top|commonest|usual)\b/i;

/** "what device do people use most" after the visits of one person: no longer of that one. */
const isOfNamed = (condition: Condition, text: string, { byName }: Catalog): boolean =>
  condition.kind !== "period" &&
  tablesOfCondition(condition).some((name) => {
    const table = byName.get(name);
    return (
      table !== undefined &&
      (isNamedIn(text, table) || (mayBePerson(table) && /\b(?:people|everyone|everybody|anyone)\b/i.test(text)))
    );
  });

/** "which customer has the most", which says of nothing. */
const WITHOUT_A_FIGURE =
  /^(?:and )?(?:which|what|who)(?: \w+){0,3} (?:has|have|had|gets?|got) the (?:most|least|fewest|highest|lowest)$/i;

/** Groups by the figure of the answer before, or by how many of its rows they have. Null where they have none of these. */
function rankedByFigure(before: LogicalForm, form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const figure = figureOf(before, catalog);
  const [order, ...more] = form.order;
  if (figure === null || order === undefined || more.length > 0 || (before.limit ?? 1) !== 1) return null;
  const table = catalog.byName.get(tablesOf(figure.expression)[0] ?? "");
  const tables = [...form.groups.flatMap(tablesOf), ...before.where.flatMap(tablesOfCondition)];
  if (table === undefined || !tables.every((name) => isToOneNamed(catalog, table, name))) return null;
  const labels = form.outputs.filter(({ expression }) => !isAggregate(expression));
  return {
    ...form,
    outputs: [...labels, figure],
    where: before.where,
    joins: [...new Set([...form.joins, table.name, ...before.joins])],
    order: [{ ...order, by: figure.expression }],
  };
}

function figureOf({ outputs, subject, combine }: LogicalForm, { byName }: Catalog): Output | null {
  const table = byName.get(subject);
  if (combine !== null || table === undefined) return null;
  const expression = countOf(table);
  return outputs.find((output) => isAggregate(output.expression)) ?? { expression, name: nameOf(expression) };
}
