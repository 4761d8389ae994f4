import type { Catalog } from "../catalog/catalog.ts";
import { isAggregate } from "../form/visit.ts";
import type { Expression, LogicalForm, Order } from "../form/logical-form.ts";

/** Columns of text that follow each other in time. */
const MOMENT_WORDS = /\b(?:date|day|week|month|quarter|year|season|hour)s?\b/;

/**
 * A form whose groups come in an order, where none was asked for: the highest figure first, or as numbers, days and several keys
 * follow each other. Whoever reads them, or draws them, sees the same each time, and what is cut off is the least.
 */
export function inDefaultOrder(form: LogicalForm, catalog: Catalog): LogicalForm {
  const { order, limit, combine, per = [], groups, outputs } = form;
  const isOpen = order.length === 0 && limit === null && combine === null && per.length === 0 && groups.length > 0;
  const figure = outputs.find(({ expression }) => isAggregate(expression))?.expression;
  const keys = outputs.flatMap(({ expression }) => (isAggregate(expression) ? [] : [expression]));
  const [first, ...more] = keys;
  if (!isOpen || figure === undefined || first === undefined) return form;
  const ascending = keys.map((by): Order => ({ by, direction: "ascending" }));
  const isRanked =
    more.length === 0 && isKind(first, catalog) && figure.kind !== "previous" && figure.kind !== "running";
  return { ...form, order: isRanked ? [{ by: figure, direction: "descending" }, ...ascending] : ascending };
}

/** True for names and kinds, which have no order of their own. */
function isKind(key: Expression, catalog: Catalog): boolean {
  if (key.kind !== "column") return false;
  const column = catalog.byName.get(key.table)?.columns.find(({ name }) => name === key.column);
  return column !== undefined && column.isText && !column.isDate && !MOMENT_WORDS.test(column.words.join(" "));
}
