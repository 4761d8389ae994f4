import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { identifier } from "./dialect.ts";
import { isAggregate, sameExpression, tablesOf, tablesOfCondition, walk } from "../form/visit.ts";
import { isToOne, joinTree, path } from "../catalog/joins.ts";
import type { Scope } from "./expressions.ts";
import {
  Unreachable,
  columnSql,
  conditionSql,
  expressionSql,
  indent,
  need,
  roleAlias,
  tableName,
} from "./expressions.ts";
import { singular } from "../language/words.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";

/** Writes a form as one SELECT. Throws `Unreachable` when its tables cannot be joined. */
export function toSql(form: LogicalForm, catalog: Catalog): string {
  if (form.combine !== null) return combined(form, form.combine, catalog);
  if (form.per !== undefined && form.per.length > 0) return firstOfEach(form, form.per, catalog);
  if (catalog.schema.dialect !== "postgres" && form.outputs.some((output) => isMedian(output.expression)))
    return middle(form, catalog);
  return select(form, catalog);
}

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
    const order = form.order.map(
      (one) => `${expressionSql(one.by, scope)}${one.direction === "descending" ? " DESC" : ""}`,
    );
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
    `SELECT ${[...shown, `AVG(value) AS ${identifier(dialect, median.name)}`].join(", ")}`,
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
  const base = need(catalog, form.subject);
  const via = new Set(form.via);
  const core = new Set<string>([form.subject, ...form.joins]);
  for (const output of form.outputs) for (const name of tablesOf(output.expression)) core.add(name);
  for (const group of form.groups) for (const name of tablesOf(group)) core.add(name);
  for (const condition of form.having) for (const name of tablesOfCondition(condition)) core.add(name);
  for (const order of [...form.order, ...(wrapped?.rankedBy ?? [])])
    for (const name of tablesOf(order.by)) core.add(name);
  const where = separate(form.where, core, base, catalog, via);
  for (const condition of where) for (const name of tablesOfCondition(condition)) core.add(name);

  const start = startOf(base, core, form, catalog);
  const tables = [...core].map((name) => need(catalog, name));
  const joins = joinTree(catalog, start, tables, via);
  if (joins === null) throw new Unreachable(`No key leads from ${form.subject} to ${[...core].join(", ")}`);
  const present = [start, ...joins.map((join) => join.table)];
  const repeated = new Set(
    present
      .filter((table) => present.some((other) => other !== table && !isToOne(catalog, table, other, via)))
      .map((table) => table.name),
  );
  const roles = rolesOf(form, where);
  const scope: Scope = {
    catalog,
    qualified: present.length > 1 || roles.length > 0,
    via,
    repeated,
    query: (inner) => toSql(inner, catalog),
  };
  const { dialect } = catalog.schema;
  const name = (table: CatalogTable) => tableName(catalog, table);

  const lines: string[] = [];
  const names = wrapped?.names ?? headings(form.outputs);
  const outputs = form.all_columns
    ? `${scope.qualified ? `${identifier(dialect, start === base ? base.name : form.subject)}.` : ""}*`
    : form.outputs
        .map((output, i) =>
          wrapped === undefined
            ? outputSql(output, names[i] ?? output.name, scope)
            : `${expressionSql(output.expression, scope)} AS ${identifier(dialect, names[i] ?? output.name)}`,
        )
        .concat(wrapped === undefined ? [] : [wrapped.extra(scope)])
        .join(", ");
  lines.push(`SELECT ${form.distinct ? "DISTINCT " : ""}${outputs}`);
  lines.push(`FROM ${name(start)}`);
  for (const join of joins) {
    const on = join.on.map(
      (pair) =>
        `${columnSql(pair.left.table.name, pair.left.name, catalog)} = ${columnSql(pair.right.table.name, pair.right.name, catalog)}`,
    );
    lines.push(`JOIN ${name(join.table)} ON ${on.join(" AND ")}`);
  }
  for (const role of roles) lines.push(roleJoin(role, catalog));
  if (where.length > 0)
    lines.push(`WHERE ${where.map((condition) => conditionSql(condition, scope, where.length > 1)).join(" AND ")}`);
  if (form.groups.length > 0)
    lines.push(`GROUP BY ${form.groups.map((group) => expressionSql(group, scope)).join(", ")}`);
  if (form.having.length > 0)
    lines.push(
      `HAVING ${form.having.map((condition) => conditionSql(condition, scope, form.having.length > 1)).join(" AND ")}`,
    );
  if (form.order.length > 0) {
    const keys = form.order.map(
      (order) =>
        `${expressionSql(order.by, scope)}${order.direction === "descending" ? " DESC" : ""}${nulls(catalog, order.direction, form.limit)}`,
    );
    lines.push(`ORDER BY ${keys.join(", ")}`);
  }
  if (form.limit !== null) lines.push(`LIMIT ${form.limit}`);
  if (form.offset !== undefined) lines.push(`OFFSET ${form.offset}`);
  return lines.join("\n");
}

/** PostgreSQL puts nulls first when descending: "the highest" would be an empty cell. */
function nulls(catalog: Catalog, direction: "ascending" | "descending", limit: number | null): string {
  return catalog.schema.dialect === "postgres" && direction === "descending" && limit !== null ? " NULLS LAST" : "";
}

/** The subject itself may not be needed: "number of orders per country" with the country in orders. */
function startOf(base: CatalogTable, core: Set<string>, form: LogicalForm, catalog: Catalog): CatalogTable {
  const used = new Set<string>([...form.joins, ...form.where.flatMap(tablesOfCondition)]);
  for (const output of form.outputs) for (const name of tablesOf(output.expression)) used.add(name);
  for (const group of form.groups) for (const name of tablesOf(group)) used.add(name);
  if (used.size === 0 || used.has(base.name) || form.all_columns) return base;
  core.delete(base.name);
  return need(catalog, [...used][0] ?? base.name);
}

/**
 * Conditions on tables that would multiply the rows being aggregated become "related" conditions,
 * so that a sum over orders is not multiplied by their lines.
 */
function separate(
  where: Condition[],
  core: Set<string>,
  base: CatalogTable,
  catalog: Catalog,
  via: Set<string>,
): Condition[] {
  const kept: Condition[] = [];
  const far = new Map<string, Condition[]>();
  for (const condition of where) {
    const names = tablesOfCondition(condition).filter((name) => !core.has(name));
    const first = names[0];
    const multiplying = names.filter((name) => {
      const target = need(catalog, name);
      return ![...core].some((from) => isToOne(catalog, need(catalog, from), target, via));
    });
    if (first === undefined || multiplying.length === 0) kept.push(condition);
    else {
      const anchor = multiplying[0] ?? first;
      far.set(anchor, [...(far.get(anchor) ?? []), condition]);
    }
  }
  mergeAlongPaths(far, kept, base, catalog, via);
  for (const [table, conditions] of far) {
    let subject = base;
    let shortest = Number.POSITIVE_INFINITY;
    for (const name of core) {
      const from = need(catalog, name);
      const found = path(catalog, [from], need(catalog, table), via);
      if (found !== null && found.length < shortest) [subject, shortest] = [from, found.length];
    }
    kept.push({ kind: "related", subject: subject.name, table, where: conditions, negated: false });
  }
  return kept;
}

/** Conditions on a table and on one that lies on the way to it speak of the same rows: "compatible with X since 1998". */
function mergeAlongPaths(
  far: Map<string, Condition[]>,
  kept: Condition[],
  base: CatalogTable,
  catalog: Catalog,
  via: Set<string>,
): void {
  for (const target of far.keys()) {
    const way = path(catalog, [base], need(catalog, target), via) ?? [];
    for (const { table } of way) {
      const conditions = far.get(table.name);
      if (table.name === target || conditions === undefined || !far.has(target)) continue;
      far.set(target, [...(far.get(target) ?? []), ...conditions]);
      far.delete(table.name);
    }
    const on = new Set(way.map((join) => join.table.name));
    const implied = kept.findIndex(
      (condition) =>
        condition.kind === "related" &&
        !condition.negated &&
        condition.where.length === 0 &&
        condition.subject === base.name &&
        on.has(condition.table),
    );
    if (implied >= 0) kept.splice(implied, 1);
  }
}

/** Self joins: each role is the same table again, reached through its own foreign key. */
function rolesOf(form: LogicalForm, where: Condition[]): ColumnExpression[] {
  const found = new Map<string, ColumnExpression>();
  const visit = (expression: Expression) =>
    walk(expression, (part) => {
      if (part.kind === "column" && part.role !== undefined) found.set(roleAlias(part), part);
    });
  for (const output of form.outputs) visit(output.expression);
  for (const group of form.groups) visit(group);
  for (const order of form.order) visit(order.by);
  for (const condition of where) {
    if ("left" in condition) visit(condition.left);
    if (condition.kind === "compare") visit(condition.right);
  }
  return [...found.values()];
}

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

function outputSql({ expression, name }: LogicalForm["outputs"][number], heading: string, scope: Scope): string {
  const sql = expressionSql(expression, scope);
  if (expression.kind === "column" && expression.role === undefined && heading === name) return sql;
  return `${sql} AS ${identifier(scope.catalog.schema.dialect, heading)}`;
}
