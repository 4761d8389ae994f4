import { toldAs } from "../catalog/called.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { ColumnExpression, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { months } from "../language/periods.ts";
import { nameOf } from "../assemble/output-names.ts";
import { keysOf } from "./figures-beside.ts";
import { columnExpression } from "../resolve/measures.ts";

/** "and feb", "what about type", "same for parts": captures what stands in the place of a column's name. */
export const OTHER_COLUMN =
  /^(?:(?:what|how) about |(?:the )?same for |for |in |by )*(?:the )?([\p{L}][\w-]*(?: [\w-]+)?)$/u;

/**
 * "and feb" of the total of a sheet's column of January; "and parts" of what labour came to, where the same rows have both; "and
 * type?" of bikes by brand. `isSaid` is false where no word says that it goes on: then only a name that differs in one word will do.
 */
export function columnInstead(
  form: LogicalForm,
  said: string,
  { catalog, isSaid }: { catalog: Catalog; isSaid: boolean },
): LogicalForm | null {
  if (form.combine !== null || form.per !== undefined || catalog.values.has(said)) return null;
  const words = said.split(" ").map(stem);
  return figureOfOther(form, words, { catalog, isSaid }) ?? (isSaid ? groupsOfOther(form, words, catalog) : null);
}

const columnOf = ({ table, column }: ColumnExpression, { byName }: Catalog): CatalogColumn | undefined =>
  byName.get(table)?.columns.find(({ name }) => name === column);

const isMonth = (word: string): boolean => months.some((month) => stem(month) === word || month.slice(0, 3) === word);

const isSame = (one: string, other: string | undefined): boolean =>
  one === other || (other !== undefined && isMonth(one) && isMonth(other) && one.slice(0, 3) === other.slice(0, 3));

/** True for "Sales Feb" beside "Sales Jan": its name differs in the one word that is said. */
function differsIn(words: readonly string[], one: CatalogColumn, other: CatalogColumn): boolean {
  const differing = one.stems.filter((word, at) => word !== other.stems[at]);
  const [word, ...more] = words;
  return (
    one.stems.length > 1 &&
    one.stems.length === other.stems.length &&
    differing.length === 1 &&
    more.length === 0 &&
    word !== undefined &&
    isSame(word, differing[0])
  );
}

const isCalledSo = (words: readonly string[], column: CatalogColumn): boolean => {
  const called = toldAs(column).split(" ").map(stem);
  return called.length === words.length && called.every((word, at) => word === words[at]);
};

function figureOfOther(
  form: LogicalForm,
  words: readonly string[],
  { catalog, isSaid }: { catalog: Catalog; isSaid: boolean },
): LogicalForm | null {
  const [figure, ...more] = form.outputs.filter(({ expression }) => isAggregate(expression));
  const before = figure?.expression;
  if (before?.kind !== "aggregate" || before.of?.kind !== "column" || more.length > 0) return null;
  const own = columnOf(before.of, catalog);
  const alike = own?.table.columns.filter(
    (one) =>
      one !== own &&
      one.isNumber &&
      !one.isKey &&
      !one.isForeign &&
      !one.isFlag &&
      (differsIn(words, one, own) || (isSaid && isCalledSo(words, one))),
  );
  const [column, ...others] = alike ?? [];
  if (column === undefined || others.length > 0) return null;
  const expression: Expression = { ...before, of: columnExpression(column) };
  // Where it is open by which of two keys, it was open before, too.
  const via = keysOf(form, expression, catalog) ?? form.via;
  const instead = (one: Output): Output => (one === figure ? { ...one, expression, name: nameOf(expression) } : one);
  return {
    ...form,
    outputs: form.outputs.map(instead),
    having: [],
    via,
    order: form.order.map((one) => (sameExpression(one.by, before) ? { ...one, by: expression } : one)),
  };
}

/** How many rows there are by another column of the table that has the one they were told by. */
function groupsOfOther(form: LogicalForm, words: readonly string[], catalog: Catalog): LogicalForm | null {
  const [group, ...more] = form.groups;
  if (group?.kind !== "column" || more.length > 0 || form.limit !== null) return null;
  const own = columnOf(group, catalog);
  if (own?.isText !== true || own.isPrimary) return null;
  const [column, ...others] = own.table.columns.filter((one) => one !== own && one.isText && isCalledSo(words, one));
  if (column === undefined || others.length > 0) return null;
  const expression = { ...group, column: column.name };
  const instead = (one: Expression): Expression => (sameExpression(one, group) ? expression : one);
  return {
    ...form,
    groups: [expression],
    outputs: form.outputs.map((one) =>
      sameExpression(one.expression, group) ? { ...one, expression, name: column.name } : one,
    ),
    order: form.order.map((one) => ({ ...one, by: instead(one.by) })),
  };
}
