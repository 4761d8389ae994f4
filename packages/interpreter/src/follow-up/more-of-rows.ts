import type { Catalog } from "../catalog/catalog.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import type { RowsMeant } from "./rows-meant.ts";

/** "their email": the answer before with columns beside what it showed. Null where it showed no rows, or more is asked than that. */
export function moreOfRows(
  before: LogicalForm,
  asked: LogicalForm,
  { rows, catalog }: { rows: RowsMeant; catalog: Catalog },
): LogicalForm | null {
  const isFigure = before.groups.length === 0 && before.outputs.some(({ expression }) => isAggregate(expression));
  if (isFigure || before.all_columns || before.distinct || !isPlain(asked)) return null;
  const added = asked.outputs.filter(
    ({ expression }) => !before.outputs.some((shown) => sameExpression(shown.expression, expression)),
  );
  const isTheirs = added.every(
    ({ expression }) => expression.kind === "column" && isToOneNamed(catalog, rows.table, expression.table),
  );
  if (!isTheirs) return null;
  const { chart: _, ...rest } = before;
  const place = before.outputs.findIndex(({ expression }) => isAggregate(expression));
  const outputs = before.outputs.toSpliced(place === -1 ? before.outputs.length : place, 0, ...added);
  const groups = before.groups.length === 0 ? [] : [...before.groups, ...added.map(({ expression }) => expression)];
  return { ...rest, outputs, groups };
}

/** Columns of all rows of a table, and nothing else. */
const isPlain = (form: LogicalForm): boolean =>
  form.outputs.length > 0 &&
  form.outputs.every(({ expression }) => expression.kind === "column") &&
  form.where.length + form.groups.length + form.having.length + form.order.length === 0 &&
  form.limit === null &&
  form.combine === null &&
  form.per === undefined;
