import { toldAs } from "../catalog/called.ts";
import { isMeantByName } from "./meant-schema.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isDefined } from "../catalog/defined-columns.ts";
import { definedIn } from "../form/defined.ts";
import type { ColumnType, Dialect } from "@parley/datasource/types";
import { average, bucket, elapsed, fractional, identifier, literal, momentLiteral } from "./dialect.ts";
import { sameExpression, tablesOfCondition } from "../form/visit.ts";
import type { Join } from "../catalog/joins.ts";
import { joinTree, path } from "../catalog/joins.ts";
import { capitalized, joined, spoken } from "../language/words.ts";
import { qualified } from "./qualified.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";

/** A form that cannot be written as SQL without a wrong number: its tables are not connected, or rows would count twice. The message may be shown. */
export class Unreachable extends Error {}

/** What is said where no key leads from a table to others. */
export function unconnected(subject: string, others: readonly string[]): Unreachable {
  const wanted = others.filter((other) => other !== subject).map(spoken);
  return new Unreachable(`Nothing in this data connects ${spoken(subject)} with ${joined(wanted)}`);
}

export interface Scope {
  catalog: Catalog;
  /** Qualify columns with their table. */
  qualified: boolean;
  via: Set<string>;
  /** Tables that may meet several joined rows for one of their own: their rows are counted once. */
  repeated: Set<string>;
  /** Of these, tables whose rows are no more than once in each group. */
  onceInGroup: Set<string>;
  /** Tables of whose rows there may be none beside the others'. */
  optional: ReadonlySet<string>;
  /** What the query groups by: what follows in time does so within each of its other groups. */
  groups: readonly Expression[];
  /** Writes a query that stands inside this one. */
  query: (form: LogicalForm) => string;
}

export function need(catalog: Catalog, name: string): CatalogTable {
  const table = catalog.byName.get(name);
  if (table === undefined) throw new Unreachable(`No table ${name}`);
  return table;
}

export function tableName(catalog: Catalog, table: CatalogTable): string {
  const { dialect } = catalog.schema;
  const plain = identifier(dialect, table.name);
  const { schema } = table.source;
  return schema === null || isMeantByName(schema, dialect) ? plain : `${identifier(dialect, schema)}.${plain}`;
}

export function columnSql(table: string, column: string, catalog: Catalog): string {
  const { dialect } = catalog.schema;
  return `${identifier(dialect, table)}.${identifier(dialect, column)}`;
}

export function roleAlias(expression: ColumnExpression): string {
  return `${expression.table}_${expression.role ?? ""}`;
}

/** The keys by which a table is joined. */
function onSql({ on }: Join, catalog: Catalog): string {
  const side = (of: CatalogColumn) => columnSql(of.table.name, of.name, catalog);
  return on.map(({ left, right }) => `${side(left)} = ${side(right)}`).join(" AND ");
}

export function joinSql(join: Join, catalog: Catalog, isOptional = false): string {
  return `${isOptional ? "LEFT " : ""}JOIN ${tableName(catalog, join.table)} ON ${onSql(join, catalog)}`;
}

/** An expression as it stands in a query with these tables. Throws `Unreachable` where rows would count twice. */
export function expressionSql(expression: Expression, scope: Scope): string {
  const { dialect } = scope.catalog.schema;
  switch (expression.kind) {
    case "column":
      return columnExpressionSql(expression, scope);
    case "defined":
      throw new Unreachable(`“${expression.name}” is defined for groups of rows, not for one row`);
    case "literal":
      return literal(dialect, expression.value);
    case "bucket":
      return bucket(dialect, expression.unit, momentSql(expression.of, scope));
    case "query":
      return `(${indent(scope.query(expression.form))})`;
    case "belonging":
      return belongingSql(expression, scope);
    case "elapsed":
      return elapsed(dialect, momentSql(expression.from, scope), momentSql(expression.to, scope), expression.unit);
    case "previous":
      return `LAG(${expressionSql(expression.of, scope)}) OVER (${inTime(expression.over, scope)})`;
    case "running":
      if (definedIn(expression.of) !== null)
        throw new Unreachable("What was defined as a whole does not add up over time");
      return `SUM(${expressionSql(expression.of, scope)}) OVER (${inTime(expression.over, scope)})`;
    case "arithmetic":
      return arithmeticSql(expression, scope);
    case "aggregate":
      return aggregateSql(expression, scope);
  }
}

/** Rows in the order of time, each kind of them by itself. */
function inTime(over: Expression, scope: Scope): string {
  const kinds = scope.groups
    .filter((group) => !sameExpression(group, over))
    .map((group) => expressionSql(group, scope));
  return `${kinds.length > 0 ? `PARTITION BY ${kinds.join(", ")} ` : ""}ORDER BY ${expressionSql(over, scope)}`;
}

/** Small letters of the columns that a table's database has. */
const columnNames = ({ columns }: CatalogTable): ReadonlySet<string> =>
  new Set(columns.filter(({ source }) => !isDefined(source)).map(({ name }) => name.toLowerCase()));

/** An expression that was defined over a table's rows, as it stands beside other tables. */
function definedSql(sql: string, table: CatalogTable, { catalog, qualified: isBeside }: Scope, alias?: string): string {
  const { dialect } = catalog.schema;
  if (!isBeside && alias === undefined) return `(${sql})`;
  const prefix = identifier(dialect, alias ?? table.name);
  return `(${qualified(sql, { dialect, prefix, columns: columnNames(table) })})`;
}

/** True for a dimension, whose name its database does not know. */
export const isDefinedColumn = ({ table, column }: ColumnExpression, { catalog }: Scope): boolean =>
  catalog.byName.get(table)?.columns.some(({ name, source }) => name === column && isDefined(source)) ?? false;

function columnExpressionSql(expression: ColumnExpression, scope: Scope): string {
  const { catalog } = scope;
  const { dialect } = catalog.schema;
  const table = catalog.byName.get(expression.table);
  const source = table?.columns.find(({ name }) => name === expression.column)?.source;
  const alias = expression.role === undefined ? undefined : roleAlias(expression);
  if (table !== undefined && source !== undefined && isDefined(source))
    return definedSql(source.sql, table, scope, alias);
  if (alias !== undefined) return `${identifier(dialect, alias)}.${identifier(dialect, expression.column)}`;
  return scope.qualified
    ? columnSql(expression.table, expression.column, catalog)
    : identifier(dialect, expression.column);
}

/** A metric: its number is exactly its SQL, of the rows that the query has. */
function metricSql(
  { fn, where, distinct, of }: Extract<Expression, { kind: "aggregate" }>,
  metric: Extract<Expression, { kind: "defined" }>,
  scope: Scope,
): string {
  if (of !== metric || fn !== "sum" || distinct || (where ?? []).length > 0)
    throw new Unreachable(`“${metric.name}” is defined as a whole: it is not averaged, and not split by a condition`);
  if (scope.repeated.has(metric.table))
    throw new Unreachable(
      `“${metric.name}” cannot be told that way: ${spoken(need(scope.catalog, metric.table).called)} would count once for every row of what they are told by`,
    );
  return definedSql(metric.sql, need(scope.catalog, metric.table), scope);
}

function belongingSql(expression: Extract<Expression, { kind: "belonging" }>, scope: Scope): string {
  const { catalog } = scope;
  const found = path(catalog, [need(catalog, expression.per)], need(catalog, expression.of.table), scope.via);
  const [first, ...rest] = found ?? [];
  if (first === undefined) throw unconnected(expression.per, [expression.of.table]);
  const joins = rest.map((join) => ` ${joinSql(join, catalog)}`).join("");
  return `COALESCE((SELECT SUM(${columnSql(expression.of.table, expression.of.column, catalog)}) FROM ${tableName(catalog, first.table)}${joins} WHERE ${onSql(first, catalog)}), 0)`;
}

/** A number that divides, as one with a fraction. */
const divisor = (dialect: Dialect, number: string): string =>
  number.includes(".") ? number : fractional(dialect, number);

function arithmeticSql(expression: Extract<Expression, { kind: "arithmetic" }>, scope: Scope): string {
  const { dialect } = scope.catalog.schema;
  const side = (part: Expression) => {
    const sql = expressionSql(part, scope);
    return part.kind === "arithmetic" ? `(${sql})` : sql;
  };
  if (expression.operator === "/" && expression.right.kind === "literal")
    return `${side(expression.left)} / ${divisor(dialect, side(expression.right))}`;
  if (expression.operator === "/")
    return `${fractional(dialect, "1")} * ${side(expression.left)} / NULLIF(${side(expression.right)}, 0)`;
  // Of nothing there is nothing to take off.
  const whole = (part: Expression) => {
    const isSum = part.kind === "aggregate" && part.fn === "sum" && part.where === undefined;
    return part.kind === "query" || isSum ? `COALESCE(${side(part)}, 0)` : side(part);
  };
  if (expression.operator === "-") return `${whole(expression.left)} - ${whole(expression.right)}`;
  return `${side(expression.left)} ${expression.operator} ${side(expression.right)}`;
}

/** How many rows there are of a table, or of those for which a condition holds; each once where joined rows repeat it. */
function countSql(table: string, when: string | null, scope: Scope): string {
  const key = scope.catalog.byName.get(table)?.primaryKey ?? [];
  const isOptional = scope.optional.has(table);
  const isRepeated = scope.repeated.has(table);
  // A row that is there has every part of its key.
  const single = key.length === 1 || (isOptional && !isRepeated) ? key[0] : undefined;
  if ((!isOptional && !isRepeated) || single === undefined)
    return when === null ? "COUNT(*)" : `COUNT(CASE WHEN ${when} THEN 1 END)`;
  const column = expressionSql({ kind: "column", table, column: single.name }, scope);
  if (isOptional && !isRepeated)
    return when === null ? `COUNT(${column})` : `COUNT(CASE WHEN ${when} THEN ${column} END)`;
  return when === null ? `COUNT(DISTINCT ${column})` : `COUNT(DISTINCT CASE WHEN ${when} THEN ${column} END)`;
}

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

function aggregateSql(expression: Aggregate, scope: Scope): string {
  if (expression.of?.kind === "defined") return metricSql(expression, expression.of, scope);
  const fn = expression.fn.toUpperCase();
  const inner = expression.of === null ? null : expressionSql(expression.of, scope);
  const conditions = expression.where ?? [];
  const when =
    conditions.length === 0
      ? null
      : conditions.map((condition) => conditionSql(condition, scope, conditions.length > 1)).join(" AND ");
  if (inner === null) {
    const count = countSql(expression.table, when, scope);
    return expression.blank === true ? `NULLIF(${count}, 0)` : count;
  }
  if (wouldRepeat(expression, scope))
    throw new Unreachable(
      `${capitalized(spoken(need(scope.catalog, expression.table).called))} cannot be told that way: they would count once for every row of what they are told by`,
    );
  // The sum of what is not there is nothing; all else is made of the rows that are.
  const none = expression.fn === "sum" && !expression.distinct && expression.blank !== true ? " ELSE 0" : "";
  const value = when === null ? inner : `CASE WHEN ${when} THEN ${inner}${none} END`;
  if (expression.fn === "median") return `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${value})`;
  if (expression.fn === "avg") return average(scope.catalog.schema.dialect, value, expression.distinct);
  return orNothing(`${fn}(${expression.distinct ? "DISTINCT " : ""}${value})`, expression, scope);
}

/** True for what other rows would make too much of: it would count once for each of them. */
const wouldRepeat = ({ fn, distinct, table }: Aggregate, { repeated, onceInGroup }: Scope): boolean =>
  (fn === "sum" || fn === "avg" || fn === "median") && !distinct && repeated.has(table) && !onceInGroup.has(table);

/** A sum is 0 where there may be no row of its table. */
const orNothing = (sql: string, { fn, table }: Aggregate, { optional }: Scope): string =>
  fn === "sum" && optional.has(table) ? `COALESCE(${sql}, 0)` : sql;

export function indent(sql: string): string {
  return sql.replaceAll("\n", "\n  ");
}

function likeText(text: string): string {
  return text.toLowerCase().replace(/[!%_]/g, "!$&");
}

function likeSql(condition: Extract<Condition, { kind: "like" }>, scope: Scope): string {
  const { dialect } = scope.catalog.schema;
  const left = `LOWER(${expressionSql(condition.left, scope)})`;
  if (condition.place === "equals")
    return `${left} ${condition.negated ? "<>" : "="} ${literal(dialect, condition.text.toLowerCase())}`;
  const text = likeText(condition.text);
  const pattern = { starts: `${text}%`, ends: `%${text}`, contains: `%${text}%` }[condition.place];
  return `${left} ${condition.negated ? "NOT LIKE" : "LIKE"} ${literal(dialect, pattern)}${text.includes("!") ? " ESCAPE '!'" : ""}`;
}

const columnIn = (expression: Expression, { catalog }: Scope): CatalogColumn | undefined =>
  expression.kind === "column"
    ? catalog.byName.get(expression.table)?.columns.find(({ name }) => name === expression.column)
    : undefined;

/** The type of a column of the database; undefined of whatever else. */
function typeOf(expression: Expression, scope: Scope): ColumnType | undefined {
  const column = columnIn(expression, scope);
  return column && !isDefined(column.source) ? column.source.type : undefined;
}

/** A moment as it is reckoned with: SQLite alone does not see a day in eight figures. */
function momentSql(expression: Expression, scope: Scope): string {
  const written = expressionSql(expression, scope);
  if (columnIn(expression, scope)?.isMonth === true) return `(${written} || '-01')`;
  if (columnIn(expression, scope)?.isCompactDay !== true || scope.catalog.schema.dialect !== "sqlite") return written;
  return `(substr(${written}, 1, 4) || '-' || substr(${written}, 5, 2) || '-' || substr(${written}, 7, 2))`;
}

/** "birthdays in May": of any year; over New Year's Eve it is a part of each of two. */
function yearlySql({ left, from, to, negated }: Extract<Condition, { kind: "period" }>, scope: Scope): string {
  const { dialect } = scope.catalog.schema;
  const day = expressionSql(left, scope);
  const dayOf = (moment: string | null) => moment?.slice(5, 10) ?? "";
  const [first, after] = [dayOf(from), dayOf(to)];
  const begins = `${day} >= ${literal(dialect, first)}`;
  const ends = `${day} < ${literal(dialect, after)}`;
  const isOverNewYear = after !== "01-01" && after <= first;
  const both = after === "01-01" ? begins : isOverNewYear ? `(${begins} OR ${ends})` : `${begins} AND ${ends}`;
  return negated ? `NOT (${both})` : both;
}

function periodSql(condition: Extract<Condition, { kind: "period" }>, scope: Scope): string {
  if (condition.left.kind === "bucket") return yearlySql(condition, scope);
  const { dialect } = scope.catalog.schema;
  const left = expressionSql(condition.left, scope);
  const type = typeOf(condition.left, scope);
  const column = columnIn(condition.left, scope);
  const isWhole = [condition.from, condition.to].every((day) => day === null || day.slice(8, 10) === "01");
  if (column?.isMonth === true && !isWhole) throw new Unreachable(`${toldAs(column.table)} are kept by month alone`);
  const isCompact = column?.isCompactDay === true;
  const written = (moment: string) =>
    column?.isMonth === true
      ? literal(dialect, moment.slice(0, 7))
      : isCompact
        ? literal(dialect, moment.slice(0, 10).replaceAll("-", ""))
        : momentLiteral(dialect, type, moment);
  const parts = [
    ...(condition.from === null ? [] : [`${left} >= ${written(condition.from)}`]),
    ...(condition.to === null ? [] : [`${left} < ${written(condition.to)}`]),
  ];
  const both = parts.join(" AND ");
  return condition.negated ? `NOT (${both})` : both;
}

/** `left IN (…)`, or NOT IN. */
function isIn(left: string, inside: string, negated: boolean): string {
  return `${left} ${negated ? "NOT IN" : "IN"} (${inside})`;
}

/** "not cancelled": also what has no state at all, which SQL would leave out. Rows that a left join has not found are no such rows. */
function orEmpty(sql: string, left: Expression, scope: Scope): string {
  const column = left.kind === "column" && !scope.optional.has(left.table) ? columnIn(left, scope) : undefined;
  return column?.source.nullable === true ? `(${sql} OR ${expressionSql(left, scope)} IS NULL)` : sql;
}

/** A condition as it stands after WHERE, HAVING or WHEN; `nested` where others stand beside it. */
export function conditionSql(condition: Condition, scope: Scope, nested: boolean): string {
  const { dialect } = scope.catalog.schema;
  switch (condition.kind) {
    case "compare": {
      const operator = condition.operator === "!=" ? "<>" : condition.operator;
      const { left, right } = condition;
      const isText = right.kind === "literal" && typeof right.value === "string";
      const compared = isText
        ? momentLiteral(dialect, typeOf(left, scope), String(right.value))
        : expressionSql(right, scope);
      const sql = `${expressionSql(left, scope)} ${operator} ${compared}`;
      return condition.operator === "!=" && right.kind === "literal" ? orEmpty(sql, left, scope) : sql;
    }
    case "among": {
      const values = condition.values.map((value) => literal(dialect, value)).join(", ");
      const sql = isIn(expressionSql(condition.left, scope), values, condition.negated);
      return condition.negated ? orEmpty(sql, condition.left, scope) : sql;
    }
    case "like":
      return likeSql(condition, scope);
    case "missing":
      return `${expressionSql(condition.left, scope)} ${condition.negated ? "IS NOT NULL" : "IS NULL"}`;
    case "period":
      return periodSql(condition, scope);
    case "within":
      return isIn(
        expressionSql(condition.left, scope),
        `\n  ${indent(chosen(condition.form, scope))}\n`,
        condition.negated,
      );
    case "related":
      return relatedSql(condition, scope);
    case "either":
    case "every": {
      const sql = condition.conditions
        .map((part) => conditionSql(part, scope, true))
        .join(condition.kind === "either" ? " OR " : " AND ");
      return nested || condition.kind === "either" ? `(${sql})` : sql;
    }
  }
}

/** The rows that a value is among. MySQL takes no LIMIT right there. */
function chosen(form: LogicalForm, { catalog, query }: Scope): string {
  const sql = query(form);
  const isLimited = form.limit !== null && catalog.schema.dialect === "mysql";
  return isLimited ? `SELECT *\nFROM (\n  ${indent(sql)}\n) AS chosen` : sql;
}

function relatedSql(condition: Extract<Condition, { kind: "related" }>, scope: Scope): string {
  const { catalog } = scope;
  const subject = need(catalog, condition.subject);
  const target = need(catalog, condition.table);
  const found = path(catalog, [subject], target, scope.via);
  const first = found?.[0];
  const pair = first?.on[0];
  if (found === null || first === undefined || pair === undefined) throw unconnected(subject.name, [target.name]);
  const wanted = new Set([target, ...found.map((join) => join.table)]);
  for (const part of condition.where) for (const name of tablesOfCondition(part)) wanted.add(need(catalog, name));
  wanted.delete(subject);
  const joins = joinTree(catalog, first.table, wanted, scope.via);
  if (joins === null) throw unconnected(subject.name, [target.name]);
  const inner: Scope = {
    catalog,
    qualified: joins.length > 0,
    via: scope.via,
    repeated: new Set(),
    onceInGroup: new Set(),
    optional: new Set(),
    groups: [],
    query: scope.query,
  };
  const column = (table: string, name: string, within: Scope) =>
    expressionSql({ kind: "column", table, column: name }, within);
  const lines = [
    `SELECT ${column(pair.right.table.name, pair.right.name, inner)}`,
    `FROM ${tableName(catalog, first.table)}`,
  ];
  for (const join of joins) lines.push(joinSql(join, catalog));
  const tests = condition.where.map((part) => conditionSql(part, inner, true));
  // NOT IN over a set that holds a null is never true.
  if (condition.negated) tests.push(`${column(pair.right.table.name, pair.right.name, inner)} IS NOT NULL`);
  if (tests.length > 0) lines.push(`WHERE ${tests.join(" AND ")}`);
  return isIn(
    column(pair.left.table.name, pair.left.name, scope),
    `\n  ${indent(lines.join("\n"))}\n`,
    condition.negated,
  );
}
