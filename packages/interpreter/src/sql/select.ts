import type { Dialect } from "@parley/datasource/types";
import type { Catalog } from "../catalog/catalog.ts";
import { average, identifier, isNullLargest } from "./dialect.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import type { Scope } from "./expressions.ts";
import {
  Unreachable,
  columnSql,
  conditionSql,
  expressionSql,
  isDefinedColumn,
  indent,
  joinSql,
  need,
  roleAlias,
  tableName,
} from "./expressions.ts";
import { isSideBySide, sideBySide } from "./side-by-side.ts";
import { sourceOf } from "./source.ts";
import { singular } from "../language/words.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm, Order } from "../form/logical-form.ts";

/** Writes a form as one SELECT. Throws `Unreachable` when its tables cannot be joined. */
export function toSql(form: LogicalForm, catalog: Catalog): string {
  if (form.combine !== null) return combined(form, form.combine, catalog);
  if (isSideBySide(form)) return sideBySide(form, headings(form.outputs), catalog, (part) => toSql(part, catalog));
  if (form.per !== undefined && form.per.length > 0) return firstOfEach(form, form.per, catalog);
  if (!hasMedian(catalog) && form.outputs.some((output) => isMedian(output.expression))) return middle(form, catalog);
  return select(form, catalog);
}

const MEDIAN_DIALECTS: ReadonlySet<Dialect> = new Set(["postgres", "duckdb", "redshift"]);
const hasMedian = ({ schema: { dialect } }: Catalog): boolean => MEDIAN_DIALECTS.has(dialect);

function combined(
  form: LogicalForm,
  combine: { operation: "intersect" | "union" | "except"; form: LogicalForm },
  catalog: Catalog,
): string {
  const left = select({ ...form, combine: null, order: [], limit: null }, catalog);
  const right = toSql(combine.form, catalog);
  return `${left}\n${combine.operation.toUpperCase()}\n${right}`;
}

function isMedian(expression: Expression): boolean {
  return expression.kind === "aggregate" && expression.fn === "median";
}

/** The first rows of each group: rows are ranked within it, and rows that are equal share a place. */
function firstOfEach(form: LogicalForm, per: Expression[], catalog: Catalog): string {
  const { dialect } = catalog.schema;
  const names = headings(form.outputs);
  const place = (scope: Scope) => {
    const ranked = { ...form, limit: form.limit ?? 1 };
    const order = form.order.map((one) => firstKnown(orderSql(one, scope), one, ranked, catalog));
    const groups = per.map((one) => expressionSql(one, scope)).join(", ");
    return `RANK() OVER (PARTITION BY ${groups} ORDER BY ${order.join(", ")}) AS place`;
  };
  const inner = select({ ...form, order: [], limit: null }, catalog, { names, extra: place, rankedBy: form.order });
  const shown = names.map((name) => identifier(dialect, name)).join(", ");
  const limit = form.limit ?? 1;
  // Several of each stand together, the first before the second; months follow each other.
  const isInOrder = limit > 1 || per.some((key) => key.kind === "bucket");
  const keys = names.filter((_, i) => per.some((key) => sameExpression(key, form.outputs[i]?.expression ?? key)));
  const order = isInOrder ? `\nORDER BY ${[...keys.map((name) => identifier(dialect, name)), "place"].join(", ")}` : "";
  return `SELECT ${shown}\nFROM (\n  ${indent(inner)}\n) AS ranked\nWHERE place ${form.offset === undefined ? "<=" : "="} ${(form.offset ?? 0) + limit}${order}`;
}

/** Names of the columns. Of two that would be called the same each says whose it is: "category_name", "product_name". */
function headings(outputs: LogicalForm["outputs"]): string[] {
  const names = outputs.map(({ expression, name }) => {
    const isShared = outputs.filter((other) => other.name === name).length > 1;
    return isShared && expression.kind === "column" ? `${singular(expression.table)}_${name}` : name;
  });
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });
}

/** Medians where the database has no function for them: the mean of the one or two values in the middle. */
function middle(form: LogicalForm, catalog: Catalog): string {
  const { dialect } = catalog.schema;
  const [median, ...more] = form.outputs.filter((output) => isMedian(output.expression));
  const keys = form.outputs.filter((output) => output !== median);
  if (median?.expression.kind !== "aggregate" || median.expression.of === null || more.length > 0)
    throw new Unreachable("Several medians at once are not possible here");
  if (keys.some((output) => isAggregate(output.expression)) || form.having.length > 0)
    throw new Unreachable("A median stands alone here");
  const value = median.expression.of;
  const names = [...headings(keys), "value"];
  const parts = (scope: Scope) => {
    const by = keys.map((output) => expressionSql(output.expression, scope)).join(", ");
    const partition = by === "" ? "" : `PARTITION BY ${by} `;
    const ordered = expressionSql(value, scope);
    return `ROW_NUMBER() OVER (${partition}ORDER BY ${ordered}) AS place, COUNT(*) OVER (${partition.trim()}) AS total`;
  };
  const inner = select(
    {
      ...form,
      outputs: [...keys, { expression: value, name: "value" }],
      where: [...form.where, { kind: "missing", left: value, negated: true }],
      groups: [],
      order: [],
      limit: null,
    },
    catalog,
    { names, extra: parts, rankedBy: [] },
  );
  const shown = names.slice(0, -1).map((name) => identifier(dialect, name));
  const lines = [
    `SELECT ${[...shown, `${average(dialect, "value", false)} AS ${identifier(dialect, median.name)}`].join(", ")}`,
    `FROM (\n  ${indent(inner)}\n) AS ranked`,
    "WHERE place * 2 BETWEEN total AND total + 2",
  ];
  if (shown.length > 0) lines.push(`GROUP BY ${shown.join(", ")}`, `ORDER BY ${shown.join(", ")}`);
  return lines.join("\n");
}

/** What a query around this one needs of it: names for its columns, and columns computed over its rows. */
interface Wrapped {
  names: string[];
  extra(scope: Scope): string;
  rankedBy: LogicalForm["order"];
}

function select(form: LogicalForm, catalog: Catalog, wrapped?: Wrapped): string {
  const { start, joins, roles, where, ...source } = sourceOf(form, catalog, wrapped?.rankedBy ?? []);
  const scope: Scope = {
    catalog,
    qualified: joins.length > 0 || roles.length > 0,
    via: source.via,
    repeated: source.repeated,
    onceInGroup: source.onceInGroup,
    optional: new Set(form.optional),
    groups: groupKeys(form.groups, catalog),
    query: (inner) => toSql(inner, catalog),
  };
  const all = (conditions: readonly Condition[]) =>
    conditions.map((condition) => conditionSql(condition, scope, conditions.length > 1)).join(" AND ");
  const lines = [
    `SELECT ${form.distinct ? "DISTINCT " : ""}${outputsSql(form, scope, wrapped)}`,
    `FROM ${tableName(catalog, start)}`,
    ...joins.map((join) => joinSql(join, catalog, form.optional?.includes(join.table.name))),
    ...roles.map((role) => roleJoin(role, catalog)),
  ];
  if (where.length > 0) lines.push(`WHERE ${all(where)}`);
  if (form.groups.length > 0)
    lines.push(`GROUP BY ${scope.groups.map((group) => expressionSql(group, scope)).join(", ")}`);
  if (form.having.length > 0) lines.push(`HAVING ${all(form.having)}`);
  if (form.order.length > 0) {
    const keys = form.order.map((order) => firstKnown(orderSql(order, scope), order, form, catalog));
    lines.push(`ORDER BY ${keys.join(", ")}`);
  }
  const cut = [
    ...(form.limit === null ? [] : [`LIMIT ${form.limit}`]),
    ...(form.offset === undefined ? [] : [`OFFSET ${form.offset}`]),
  ];
  // Athena wants to know first what is skipped; the others take either order, or this one alone.
  lines.push(...(catalog.schema.dialect === "athena" ? cut.toReversed() : cut));
  return lines.join("\n");
}

/** What is grouped by: SQLite knows a row by its key, and needs not be told the name that goes with it. */
function groupKeys(groups: readonly Expression[], catalog: Catalog): readonly Expression[] {
  if (catalog.schema.dialect !== "sqlite") return groups;
  const columns = groups.flatMap((group) => (group.kind === "column" && group.role === undefined ? [group] : []));
  const isKeyed = ({ table }: ColumnExpression): boolean => {
    const key = need(catalog, table).primaryKey;
    return key.length > 0 && key.every(({ name }) => columns.some((one) => one.table === table && one.column === name));
  };
  const isOfKey = (group: ColumnExpression): boolean =>
    need(catalog, group.table).primaryKey.some(({ name }) => name === group.column);
  return groups.filter(
    (group) => group.kind !== "column" || group.role !== undefined || isOfKey(group) || !isKeyed(group),
  );
}

/** What stands between SELECT and FROM. */
function outputsSql(form: LogicalForm, scope: Scope, wrapped: Wrapped | undefined): string {
  const { dialect } = scope.catalog.schema;
  if (form.all_columns) return scope.qualified ? `${identifier(dialect, form.subject)}.*` : "*";
  if (wrapped === undefined) {
    const names = headings(form.outputs);
    const isOfNothing = form.groups.length === 0 && form.where.length > 0;
    return form.outputs
      .map((output, i) => outputSql(output, names[i] ?? output.name, { ...scope, zeros: isOfNothing }))
      .join(", ");
  }
  const named = form.outputs.map(
    ({ expression, name }, i) =>
      `${expressionSql(expression, scope)} AS ${identifier(dialect, wrapped.names[i] ?? name)}`,
  );
  return [...named, wrapped.extra(scope)].join(", ");
}

function orderSql(order: LogicalForm["order"][number], scope: Scope): string {
  return `${expressionSql(order.by, scope)}${order.direction === "descending" ? " DESC" : ""}`;
}

/** Some databases put nulls first when descending, others when ascending: the first would be what is not known. */
function firstKnown(key: string, { by, direction }: Order, { limit }: LogicalForm, catalog: Catalog): string {
  const { dialect } = catalog.schema;
  const isAlwaysLast = dialect === "duckdb" || dialect === "athena";
  const isNullFirst = !isAlwaysLast && isNullLargest(dialect) === (direction === "descending");
  const isRanked = limit !== null || (direction === "descending" && isAggregate(by));
  if (!isRanked || !isNullFirst || (direction === "ascending" && !mayBeUnknown(by, catalog))) return key;
  return dialect === "mysql" ? `${key} IS NULL, ${key}` : `${key} NULLS LAST`;
}

/** Whether an expression may have no value: a column that may be empty, a figure of one, or what divides by something. */
function mayBeUnknown(by: Expression, catalog: Catalog): boolean {
  switch (by.kind) {
    case "column":
      return catalog.byName.get(by.table)?.columns.find(({ name }) => name === by.column)?.source.nullable === true;
    case "aggregate":
      return by.fn !== "count" && by.of !== null && mayBeUnknown(by.of, catalog);
    case "elapsed":
      return [by.from, by.to].some((end) => mayBeUnknown(end, catalog));
    case "arithmetic":
      return (
        (by.operator === "/" && !isCountOfAll(by.right)) ||
        [by.left, by.right].some((side) => mayBeUnknown(side, catalog))
      );
    case "bucket":
      return mayBeUnknown(by.of, catalog);
    case "previous":
      return true;
    case "literal":
    case "running":
    case "belonging":
    case "defined":
    case "query":
      return false;
  }
}

/** The number of rows of a group, which is never zero. */
const isCountOfAll = (one: Expression): boolean =>
  one.kind === "aggregate" && one.fn === "count" && one.of === null && one.where === undefined;

function roleJoin(role: ColumnExpression, catalog: Catalog): string {
  const { dialect } = catalog.schema;
  const table = need(catalog, role.table);
  const link = catalog.links.find(
    (candidate) =>
      candidate.from[0]?.table === table && candidate.to[0]?.table === table && candidate.from[0].name === role.role,
  );
  const key = link?.to[0]?.name ?? table.primaryKey[0]?.name ?? "";
  const alias = identifier(dialect, roleAlias(role));
  return `JOIN ${tableName(catalog, table)} AS ${alias} ON ${columnSql(table.name, role.role ?? "", catalog)} = ${alias}.${identifier(dialect, key)}`;
}

/** A sum, or one in other units. */
function isSum(expression: Expression): boolean {
  if (expression.kind === "arithmetic") return isSum(expression.left) && expression.right.kind === "literal";
  return expression.kind === "aggregate" && expression.fn === "sum" && expression.of?.kind !== "defined";
}

function outputSql(
  { expression, name }: LogicalForm["outputs"][number],
  heading: string,
  scope: Scope & { zeros: boolean },
): string {
  // The sum of rows that are not there is nothing, which is 0.
  const plain = expressionSql(expression, scope);
  const sql = scope.zeros && isSum(expression) ? `COALESCE(${plain}, 0)` : plain;
  const isNamed = expression.kind === "column" && expression.role === undefined && !isDefinedColumn(expression, scope);
  if (isNamed && heading === name && expression.column === name) return sql;
  return `${sql} AS ${identifier(scope.catalog.schema.dialect, heading)}`;
}
