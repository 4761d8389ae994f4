import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne, isToOneNamed, path } from "../catalog/joins.ts";
import { nameOf } from "../assemble/output-names.ts";
import type { AggregateFunction, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { columnExpression } from "../resolve/measures.ts";

/** "add the number of orders": the answer before with more figures of the same groups. Null where they have none. */
export function withFigures(before: LogicalForm, asked: LogicalForm, catalog: Catalog): LogicalForm | null {
  if (!isFigureAlone(asked) || !hasFigures(before)) return null;
  const apart = ofAllTheirRows(before, asked, catalog);
  if (apart !== null) return apart;
  const added = asked.outputs.map((output) => sideBySide(output, before, catalog));
  const outputs: Output[] = [...before.outputs];
  for (const output of added) {
    if (output === null) return null;
    if (!outputs.some(({ expression }) => sameExpression(expression, output.expression))) outputs.push(output);
  }
  return { ...before, outputs };
}

/** "average order value instead": another figure of the same groups and rows. */
export function withOtherFigure(before: LogicalForm, asked: LogicalForm, catalog: Catalog): LogicalForm | null {
  const [output] = asked.outputs;
  if (output === undefined || !isFigureAlone(asked) || !hasFigures(before)) return null;
  const table = catalog.byName.get(tablesOf(output.expression)[0] ?? "");
  const kept = [...before.groups.flatMap(tablesOf), ...before.where.flatMap(tablesOfCondition)];
  if (table === undefined || !kept.every((name) => isToOneNamed(catalog, table, name))) return null;
  const { expression } = output;
  const via = keysOf(before, expression, catalog);
  if (via === null) return null;
  const order = before.order.map((one) => (isAggregate(one.by) ? { ...one, by: expression } : one));
  const rest = before.outputs.filter((one) => !isAggregate(one.expression));
  return { ...before, subject: table.name, outputs: [...rest, ...asked.outputs], having: [], order, via };
}

/** The keys by which a figure's rows lead to what the rows before were told by; null where it may be several. */
export function keysOf({ groups, where, via }: LogicalForm, figure: Expression, catalog: Catalog): string[] | null {
  const table = catalog.byName.get(tablesOf(figure)[0] ?? "");
  if (table === undefined) return via;
  const kept = new Set([...groups.flatMap(tablesOf), ...where.flatMap(tablesOfCondition)]);
  const ways = [...kept].map((name) => wayTo(name, table, figure, catalog)).filter((way) => way !== null);
  if (ways.includes("open")) return null;
  return ways.length === 0 ? via : [...ways, ...via.filter((key) => !key.startsWith(`${table.name}.`))];
}

/** "at home" of a team's goals, where a match has a home team and an away team: home goals are the home team's. */
function wayTo(name: string, table: CatalogTable, figure: Expression, { links }: Catalog): string | null {
  const keys = links.flatMap(({ from: [key, ...more], to: [end] }) =>
    key !== undefined && more.length === 0 && key.table === table && end?.table.name === name ? [key] : [],
  );
  if (keys.length < 2) return null;
  const of = figure.kind === "aggregate" && figure.of?.kind === "column" ? figure.of.column : "";
  const said = table.columns.find((column) => column.name === of)?.stems ?? [];
  const [key, ...more] = keys.filter(({ stems }) => stems.some((one) => said.includes(one)));
  return key === undefined || more.length > 0 ? "open" : `${table.name}.${key.name}`;
}

/** "add the number of members" beside what they paid at each club: all of them, of whom nothing more was said. */
function ofAllTheirRows(before: LogicalForm, asked: LogicalForm, catalog: Catalog): LogicalForm | null {
  const { groups, where, having, limit, joins } = before;
  const [output, ...more] = asked.outputs;
  const table = output?.expression.kind === "aggregate" ? catalog.byName.get(output.expression.table) : undefined;
  const figures = before.outputs.filter(({ expression }) => isAggregate(expression));
  const isPlain = where.length + having.length + joins.length + more.length === 0 && limit === null;
  if (output === undefined || table === undefined || !isPlain || groups.length === 0) return null;
  if (!groups.every((group) => group.kind === "column" && isToOneNamed(catalog, table, group.table))) return null;
  if (groups.some((group) => group.kind === "column" && group.table === table.name)) return null;
  if (figures.some(({ expression }) => tablesOf(expression)[0] === table.name)) return null;
  const apart = (one: Output): Output =>
    one.expression.kind === "aggregate" ? { ...one, expression: { ...one.expression, apart: { day: null } } } : one;
  if (!figures.every(({ expression }) => expression.kind === "aggregate" && expression.apart === undefined))
    return null;
  const order = before.order.map((one) =>
    one.by.kind === "aggregate" ? { ...one, by: { ...one.by, apart: { day: null } } } : one,
  );
  return { ...before, outputs: [...before.outputs.map(apart), apart(output)], order };
}

/** The figures of a question in the place of those before: of the same rows, or told by the same groups. */
export function figureInstead(before: LogicalForm, asked: LogicalForm, catalog: Catalog): LogicalForm | null {
  const [output, ...more] = asked.outputs;
  if (output === undefined || !isFigureAlone(asked) || !hasFigures(before)) return null;
  const beside = more.length > 0 ? null : sideBySide(output, before, catalog);
  if (beside === null) return withOtherFigure(before, asked, catalog);
  const { chart: _, ...kept } = before;
  const rest = before.outputs.filter(({ expression }) => !isAggregate(expression));
  const order = before.order.map((one) => (isAggregate(one.by) ? { ...one, by: beside.expression } : one));
  return { ...kept, outputs: [...rest, beside], having: [], order };
}

const FUNCTIONS_SAID: readonly (readonly [AggregateFunction, RegExp])[] = [
  ["sum", /^(?:total|sum)$/],
  ["avg", /^(?:average|mean|avg)$/],
  ["median", /^median$/],
  ["max", /^(?:max|maximum|highest)$/],
  ["min", /^(?:min|minimum|lowest)$/],
];

/** "show the maximum instead", after an average: the same column's, of the same rows and groups. Null where no one column was summed up. */
export function ofOtherFunction(before: LogicalForm, said: string): LogicalForm | null {
  const [fn] = FUNCTIONS_SAID.find(([, called]) => called.test(said)) ?? [];
  const [figure, ...more] = before.outputs.filter(({ expression }) => isAggregate(expression));
  if (fn === undefined || figure?.expression.kind !== "aggregate" || more.length > 0 || !hasFigures(before))
    return null;
  const { expression } = figure;
  if (expression.of === null || expression.distinct || expression.fn === "count") return null;
  const other = { ...expression, fn };
  const order = before.order.map((one) => (sameExpression(one.by, expression) ? { ...one, by: other } : one));
  const outputs = before.outputs.map((one) =>
    one === figure ? { ...one, expression: other, name: nameOf(other) } : one,
  );
  return { ...before, outputs, order };
}

/** "only countries with more than 50 orders": those of the groups shown of which that holds. */
export function someOfGroups(before: LogicalForm, asked: LogicalForm): LogicalForm | null {
  const isKnown = (group: Expression) => before.groups.some((one) => sameExpression(one, group));
  if (before.groups.length === 0 || asked.groups.length !== before.groups.length) return null;
  if (!asked.groups.every(isKnown) || asked.having.length === 0 || asked.where.length > 0) return null;
  return { ...before, having: [...before.having, ...asked.having] };
}

const hasFigures = ({ outputs, combine, per }: LogicalForm): boolean =>
  combine === null && per === undefined && outputs.some(({ expression }) => isAggregate(expression));

/** A figure of all rows, and nothing else. */
export const isFigureAlone = (form: LogicalForm): boolean =>
  form.outputs.length > 0 &&
  form.outputs.every(({ expression }) => isAggregate(expression)) &&
  form.where.length + form.groups.length + form.having.length === 0 &&
  form.limit === null &&
  form.combine === null;

/** A figure as it stands beside those of a form: of the rows that their rows belong to each is counted once. */
export function sideBySide(output: Output, before: LogicalForm, catalog: Catalog): Output | null {
  const figure = before.outputs.find(({ expression }) => isAggregate(expression));
  const own = figure === undefined ? undefined : tablesOf(figure.expression)[0];
  const { expression } = output;
  const table = tablesOf(expression)[0];
  if (own === undefined || table === undefined) return null;
  if (own === table) return isOfOtherKey(output, figure, before, catalog) ? null : output;
  const [from, to] = [catalog.byName.get(own), catalog.byName.get(table)];
  const [key, ...more] = to?.primaryKey ?? [];
  if (from === undefined || key === undefined || more.length > 0 || !isToOneNamed(catalog, from, table)) return null;
  if (expression.kind !== "aggregate" || expression.fn !== "count" || expression.of !== null) return null;
  if (to === undefined || !isToldThrough(before, from, to, catalog)) return null;
  return { ...output, expression: { ...expression, of: columnExpression(key), distinct: true } };
}

/** "and away" of a team's goals at home: of the rows that the other key leads to the team from. */
function isOfOtherKey(
  { expression }: Output,
  figure: Output | undefined,
  { groups, where }: LogicalForm,
  catalog: Catalog,
): boolean {
  const table = catalog.byName.get(tablesOf(expression)[0] ?? "");
  if (table === undefined || figure === undefined) return false;
  return [...groups.flatMap(tablesOf), ...where.flatMap(tablesOfCondition)].some((name) => {
    const [own, other] = [figure.expression, expression].map((one) => wayTo(name, table, one, catalog));
    return own !== other && own !== "open" && other !== "open";
  });
}

/** False where rows would be told by groups of their own: staff by their department, beside the students' of theirs. */
function isToldThrough({ groups }: LogicalForm, from: CatalogTable, to: CatalogTable, catalog: Catalog): boolean {
  return groups.flatMap(tablesOf).every((name) => {
    const table = catalog.byName.get(name);
    if (table === undefined || table === to || table === from || !isToOne(catalog, to, table)) return true;
    return path(catalog, [from], table, new Set())?.some((step) => step.table === to) === true;
  });
}
