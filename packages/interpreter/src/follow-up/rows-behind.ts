import { inWholeMoney } from "../assemble/cents.ts";
import { nameOf } from "../assemble/output-names.ts";
import { amountColumn } from "../catalog/amounts.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { thing } from "../explain/column-words.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { columnExpression, countOf } from "../resolve/measures.ts";
import { withRank } from "./of-groups.ts";
import { onlyShown } from "./rows-meant.ts";

export function countOfRows(form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const table = catalog.byName.get(form.subject);
  if (table === undefined || form.groups.length > 0 || form.combine !== null || form.limit !== null) return null;
  if (form.outputs.some((output) => isAggregate(output.expression))) return null;
  const expression = countOf(table);
  return {
    ...form,
    outputs: [{ expression, name: nameOf(expression) }],
    all_columns: false,
    distinct: false,
    order: [],
  };
}

/** "total" of rows that have an amount; "how much is that" of as many as were counted. */
export function amountOfRows(form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const table = catalog.byName.get(form.subject);
  const amount = table === undefined ? null : amountColumn(table);
  const [figure, ...more] = form.outputs.filter(({ expression }) => isAggregate(expression));
  const isCount = figure === undefined || (figure.expression.kind === "aggregate" && figure.expression.fn === "count");
  if (table === undefined || amount === null || !isCount || more.length > 0 || form.limit !== null) return null;
  if (form.combine !== null || form.having.length > 0) return null;
  if (figure === undefined ? form.groups.length > 0 : tablesOf(figure.expression)[0] !== table.name) return null;
  const of = columnExpression(amount);
  const expression: Expression = { kind: "aggregate", fn: "sum", of, distinct: false, table: table.name };
  const { chart: _, ...rest } = form;
  const groups = figure === undefined ? [] : form.outputs.filter((one) => one !== figure);
  const outputs = [...groups, { expression, name: nameOf(expression) }];
  const order = form.order.flatMap((one) => (isAggregate(one.by) ? [{ ...one, by: expression }] : []));
  const total = { ...rest, outputs, all_columns: false, distinct: false, order: figure === undefined ? [] : order };
  const shown = inWholeMoney(total, catalog, false);
  const by = shown?.outputs.at(-1)?.expression;
  return shown === null || by === undefined ? total : { ...shown, order: total.order.map((one) => ({ ...one, by })) };
}

export const totalOfList = (form: LogicalForm, catalog: Catalog): LogicalForm | null =>
  form.outputs.some(({ expression }) => isAggregate(expression)) ? null : amountOfRows(form, catalog);

/** "how many are there" of groups told by another figure: how many rows each has. */
export function countOfGroups(form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const [figure, ...more] = form.outputs.filter(({ expression }) => isAggregate(expression));
  const table = figure?.expression.kind === "aggregate" ? catalog.byName.get(figure.expression.table) : undefined;
  const some = form.limit === null && form.having.length === 0 ? [] : onlyShown(form);
  if (table === undefined || more.length > 0 || some === null) return null;
  const expression = countOf(table);
  if (figure === undefined || sameExpression(figure.expression, expression)) return null;
  const order = form.order.map((one) => (isAggregate(one.by) ? { ...one, by: expression } : one));
  const { chart: _, ...rest } = form;
  return {
    ...rest,
    outputs: form.outputs.map((one) => (one === figure ? { expression, name: nameOf(expression) } : one)),
    where: [...form.where, ...some],
    having: [],
    order,
    limit: null,
  };
}

/** "show the sales" after their number: the rows behind it. */
export function rowsCalled(form: LogicalForm, said: string): LogicalForm | null {
  const figure = form.outputs.find(({ expression }) => isAggregate(expression));
  const isSaid = (name: string) => thing(name).split(" ").map(stem).at(-1) === stem(said.split(" ").at(-1) ?? "");
  const isCut = form.limit !== null || form.having.length > 0;
  if (figure === undefined || !isSaid(form.subject) || (form.where.length === 0 && !isCut)) return null;
  return detailed(form);
}

/** What a share is the share of: the part, rather than the whole. */
const partOf = (expression: Expression): Expression =>
  expression.kind === "arithmetic" && expression.operator === "/" ? partOf(expression.left) : expression;

/** The rows behind a figure. */
export function detailed(given: LogicalForm): LogicalForm | null {
  // "show the list" after who had the most of them: those.
  const form = withRank(given);
  if (form.combine !== null || form.per !== undefined) return null;
  const counted = form.outputs.map(({ expression }) => partOf(expression)).find(({ kind }) => kind === "aggregate");
  const subject = counted?.kind === "aggregate" ? counted.table : form.subject;
  const part = counted?.kind === "aggregate" && counted.where !== undefined ? counted.where : [];
  const isCut = form.groups.length > 0 && (form.limit !== null || form.having.length > 0);
  const some = isCut ? onlyShown(form) : [];
  if (some === null) return null;
  const where = [...form.where, ...part, ...some];
  return { ...emptyForm(subject), all_columns: true, where, joins: form.joins, via: form.via };
}
