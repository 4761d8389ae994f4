import { addOrders } from "../assemble/rank/ranking.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { expressionWords } from "../explain/expression-words.ts";
import type { Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";
import { LOW } from "./ends.ts";

/** "sort by revenue": in another order, which for amounts begins with the highest unless the other end is said. */
export function orderAnew(form: LogicalForm, context: Context, text: string): void {
  if (context.sketch.orders.length === 0) return;
  form.order = [];
  addOrders(form, context);
  const isSaid =
    /\b(?:asc|desc|increas|decreas|low|high|small|larg|few|most|least|cheap|new|old|early|earli|late|first|last)/i;
  const [order] = form.order;
  if (order === undefined || isSaid.test(text) || !isAmount(order.by, context.catalog)) return;
  form.order = form.order.map((one) => (one === order ? { ...one, direction: "descending" } : one));
}

function isAmount(expression: Expression, { byName }: Catalog): boolean {
  if (expression.kind !== "column") return isAggregate(expression);
  const column = byName.get(expression.table)?.columns.find(({ name }) => name === expression.column);
  return column !== undefined && column.isNumber && !column.isKey && !column.isForeign && !column.isYear;
}

/** What is grouped is ordered by its groups or its figures, by nothing else. */
export function keepGroupedOrders(form: LogicalForm, context: Context): void {
  if (form.groups.length === 0) return keepOrdersOfRows(form, context);
  const isShown = (by: Expression) => isAggregate(by) || form.groups.some((group) => sameExpression(group, by));
  for (const order of form.order.filter(({ by }) => !isShown(by))) context.notes.lost.push(expressionWords(order.by));
  form.order = form.order.filter(({ by }) => isShown(by));
}

/** Rows are ordered by what each has one of: by others, they would be shown as often as they have these. */
function keepOrdersOfRows(form: LogicalForm, { catalog, notes }: Context): void {
  const subject = catalog.byName.get(form.subject);
  // One figure is in no order.
  const isFigure = form.outputs.length > 0 && form.outputs.every(({ expression }) => isAggregate(expression));
  if (isFigure && form.order.length > 0) {
    notes.lost.push(...form.order.map(({ by }) => expressionWords(by)));
    form.order = [];
  }
  const isOwn = (by: Expression) =>
    isAggregate(by) || subject === undefined || tablesOf(by).every((name) => isToOneNamed(catalog, subject, name));
  for (const order of form.order.filter(({ by }) => !isOwn(by))) notes.lost.push(expressionWords(order.by));
  form.order = form.order.filter(({ by }) => isOwn(by));
}

/** "sort by date", "newest first": by the day that rows are told by, unless another is shown or spoken of. Groups are told by no day. */
export function orderedByDay(form: LogicalForm, isLatestFirst: boolean, { byName }: Catalog): LogicalForm | null {
  const direction = isLatestFirst ? "descending" : "ascending";
  const bucket = form.groups.find(({ kind }) => kind === "bucket");
  if (bucket !== undefined) return { ...form, order: [{ by: bucket, direction }] };
  const table = byName.get(form.subject);
  if (table === undefined || form.groups.length > 0 || form.combine !== null || form.limit !== null) return null;
  if (form.outputs.some(({ expression }) => isAggregate(expression))) return null;
  const isDay = ({ kind, ...of }: Expression) => {
    const name = kind === "column" && "column" in of && of.table === table.name ? of.column : null;
    return table.columns.some((column) => column.isDate && column.name === name);
  };
  const spoken = [
    ...form.outputs.map(({ expression }) => expression),
    ...form.where.flatMap((one) => (one.kind === "period" && !one.negated ? [one.left] : [])),
  ].filter(isDay);
  const usual = dateColumn(table);
  const by = spoken.length > 0 ? spoken[0] : usual?.isDate === true ? columnExpression(usual) : undefined;
  return by === undefined || spoken.length > 1 ? null : { ...form, order: [{ by, direction }] };
}

export function ordered(form: LogicalForm, direction: "ascending" | "descending"): LogicalForm | null {
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  const by = measured?.expression ?? form.order[0]?.by ?? form.outputs[0]?.expression;
  return by === undefined ? null : { ...form, order: [{ by, direction }] };
}

/** "the other way round": from the other end. */
export function reversed(form: LogicalForm): LogicalForm | null {
  if (form.order.length === 0) return form.groups.length > 0 ? ordered(form, "ascending") : null;
  const order = form.order.map(({ by, direction }) => ({
    by,
    direction: direction === "ascending" ? ("descending" as const) : ("ascending" as const),
  }));
  return { ...form, order };
}

export function orderedByLabel(form: LogicalForm): LogicalForm | null {
  const label = form.outputs.find((output) => !isAggregate(output.expression));
  return label === undefined ? null : { ...form, order: [{ by: label.expression, direction: "ascending" }] };
}

/** "sort by stays": by the figure that is shown and called so. Null where none or several are. */
export function orderedByShown(form: LogicalForm, said: string, end = ""): LogicalForm | null {
  const words = said.split(" ").map(stem);
  const isCalled = ({ name }: Output) => {
    const names = new Set(
      name
        .toLowerCase()
        .split(/[^a-z]+/)
        .map(stem),
    );
    return words.every((word) => names.has(word));
  };
  const [figure, ...more] = form.outputs.filter((one) => isAggregate(one.expression) && isCalled(one));
  if (figure === undefined || more.length > 0) return null;
  const isLow = /^(?:asc|increas)/.test(end) || new RegExp(`^(?:${LOW})$`).test(end);
  return { ...form, order: [{ by: figure.expression, direction: isLow ? "ascending" : "descending" }] };
}
