import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Join } from "../catalog/joins.ts";
import { isUnique } from "../catalog/guessed-keys.ts";
import { isToOne, joinTree, path, repeatedIn } from "../catalog/joins.ts";
import { tablesOf, tablesOfCondition, walk } from "../form/visit.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { need, roleAlias, unconnected } from "./expressions.ts";

/** The rows a form is read from: tables, how they are joined, and the conditions on them. */
export interface Source {
  start: CatalogTable;
  joins: Join[];
  /** The same table again under other names. */
  roles: ColumnExpression[];
  where: Condition[];
  /** Keys and tables that the question's words name: they are preferred where several ways lead on. */
  via: Set<string>;
  /** Tables that may meet several joined rows for one of their own. */
  repeated: Set<string>;
  /** Of these, tables whose rows are no more than once in each group: members of the clubs that are grouped by. */
  onceInGroup: Set<string>;
}

/** What conditions are reached from. */
interface Reach {
  catalog: Catalog;
  base: CatalogTable;
  /** Tables that are joined whatever the conditions are. */
  core: ReadonlySet<string>;
  via: Set<string>;
}

/** Finds what a form is read from, also by the `order` of a query around it. Throws `Unreachable` where no key leads. */
export function sourceOf(form: LogicalForm, catalog: Catalog, order: LogicalForm["order"]): Source {
  const base = need(catalog, form.subject);
  const via = new Set(form.via);
  const core = new Set<string>([
    form.subject,
    ...form.joins,
    ...shownTables(form),
    ...form.having.flatMap(tablesOfCondition),
    ...[...form.order, ...order].flatMap(({ by }) => [...tablesOf(by)]),
  ]);
  const where = separate(form.where, { catalog, base, core: withWay(core, catalog, via), via });
  const start = startOf(base, form, catalog);
  const wanted = new Set([...core, ...where.flatMap(tablesOfCondition)]);
  if (start !== base) wanted.delete(base.name);
  const joins = joinTree(
    catalog,
    start,
    [...wanted].map((name) => need(catalog, name)),
    via,
  );
  if (joins === null) throw unconnected(form.subject, [...wanted]);
  const present = [start, ...joins.map((join) => join.table)];
  const repeated = repeatedIn(start, joins);
  return {
    start,
    joins,
    roles: rolesOf(form, where),
    where,
    via,
    repeated: new Set(repeated.map((table) => table.name)),
    onceInGroup: new Set(
      repeated.filter((table) => isOnceInGroup(table, { form, catalog, present, via })).map(({ name }) => name),
    ),
  };
}

/** True where a table meets several rows only of what is grouped by, through a table of nothing but links. */
function isOnceInGroup(
  table: CatalogTable,
  { form, catalog, present, via }: { form: LogicalForm; catalog: Catalog; present: CatalogTable[]; via: Set<string> },
): boolean {
  // Of two singers from one country, an opera would be there twice.
  const grouped = new Set(form.groups.flatMap((group) => (tellsRows(group, catalog) ? [...tablesOf(group)] : [])));
  const several = present.filter((other) => other !== table && !isToOne(catalog, table, other, via));
  const bridges = several.filter((other) => other.isBridge);
  // "authors at the north college by the pages of their books": each author is at one college.
  const isOfGrouped = (other: CatalogTable) =>
    present.some((one) => grouped.has(one.name) && several.includes(one) && isToOne(catalog, one, other, via));
  return bridges.length === 1 && several.every((other) => other.isBridge || isOfGrouped(other));
}

/** True for what each row has for itself: its key, its number, its name. */
function tellsRows(group: Expression, catalog: Catalog): boolean {
  if (group.kind !== "column") return false;
  const table = catalog.byName.get(group.table);
  const column = table?.columns.find(({ name }) => name === group.column);
  return column !== undefined && (column.isPrimary || isUnique(column) || table?.label.includes(column) === true);
}

/** Tables that are joined anyway, those on the way between them included: a condition on such rows is about those very rows. */
function withWay(core: ReadonlySet<string>, catalog: Catalog, via: ReadonlySet<string>): ReadonlySet<string> {
  const [first, ...others] = [...core].map((name) => need(catalog, name));
  if (first === undefined || others.length === 0) return core;
  const joins = joinTree(catalog, first, others, via) ?? [];
  return new Set([...core, ...joins.map(({ table }) => table.name)]);
}

/** Tables whose columns are shown or grouped by. */
function shownTables(form: LogicalForm): string[] {
  return [...form.outputs.map(({ expression }) => expression), ...form.groups].flatMap((part) => [...tablesOf(part)]);
}

/** The subject itself may not be needed: "number of orders per country" with the country in orders. */
function startOf(base: CatalogTable, form: LogicalForm, catalog: Catalog): CatalogTable {
  const conditions = [...form.where, ...form.having].flatMap(tablesOfCondition);
  const ordered = form.order.flatMap(({ by }) => [...tablesOf(by)]);
  const used = new Set<string>([...form.joins, ...conditions, ...shownTables(form), ...ordered]);
  const [first] = used;
  return first === undefined || used.has(base.name) || form.all_columns ? base : need(catalog, first);
}

/**
 * Conditions on tables that would multiply the rows being aggregated become "related" conditions,
 * so that a sum over orders is not multiplied by their lines.
 */
function separate(where: readonly Condition[], reach: Reach): Condition[] {
  const { catalog, core, base, via } = reach;
  const near: Condition[] = [];
  const far = new Map<string, Condition[]>();
  for (const condition of where) {
    const anchor = tablesOfCondition(condition).find(
      (name) =>
        !core.has(name) && ![...core].some((from) => isToOne(catalog, need(catalog, from), need(catalog, name), via)),
    );
    if (anchor === undefined) near.push(condition);
    else far.set(anchor, [...(far.get(anchor) ?? []), condition]);
  }
  const merged = mergeAlongPaths(withRowsTold(near, far), far, reach);
  const related = [...merged.far].map(([table, conditions]): Condition => {
    let subject = base;
    let shortest = Number.POSITIVE_INFINITY;
    for (const name of core) {
      const from = need(catalog, name);
      const found = path(catalog, [from], need(catalog, table), via);
      if (found !== null && found.length < shortest) [subject, shortest] = [from, found.length];
    }
    return { kind: "related", subject: subject.name, table, where: conditions, negated: false };
  });
  return [...merged.near, ...related];
}

/** "with check-ins at Kew last week": the check-ins at Kew are those of that week. What is said of them is taken out of `far`. */
const withRowsTold = (near: readonly Condition[], far: Map<string, Condition[]>): readonly Condition[] =>
  near.map((condition) => {
    if (condition.kind !== "related" || condition.negated || condition.where.length === 0) return condition;
    const told = far.get(condition.table) ?? [];
    far.delete(condition.table);
    return { ...condition, where: [...condition.where, ...told] };
  });

/** Conditions on a table and on one that lies on the way to it speak of the same rows: "compatible with X since 1998". */
function mergeAlongPaths(
  near: readonly Condition[],
  far: ReadonlyMap<string, Condition[]>,
  { catalog, base, via }: Reach,
): { near: readonly Condition[]; far: Map<string, Condition[]> } {
  const merged = new Map(far);
  let kept = near;
  for (const target of far.keys()) {
    if (!merged.has(target)) continue;
    const way = (path(catalog, [base], need(catalog, target), via) ?? []).map((join) => join.table.name);
    for (const name of [...way, ...besideWay(way, merged, { catalog, base, via })]) {
      const conditions = merged.get(name);
      if (name === target || conditions === undefined) continue;
      merged.set(target, [...(merged.get(target) ?? []), ...conditions]);
      merged.delete(name);
    }
    const implied = kept.find(
      (condition) =>
        condition.kind === "related" &&
        !condition.negated &&
        condition.where.length === 0 &&
        condition.subject === base.name &&
        way.includes(condition.table),
    );
    kept = kept.filter((condition) => condition !== implied);
  }
  return { near: kept, far: merged };
}

/**
 * "who got an A in Statistics": of users with enrolments, to which certificates belong, and which belong to courses. What the rows on
 * the way belong to is told of the same rows.
 */
function besideWay(
  way: readonly string[],
  far: ReadonlyMap<string, unknown>,
  { catalog, base, via }: Pick<Reach, "catalog" | "base" | "via">,
): string[] {
  return [...far.keys()].filter((name) => {
    if (way.includes(name)) return false;
    const other = (path(catalog, [base], need(catalog, name), via) ?? []).map((join) => join.table.name);
    const shared = other.findIndex((step, i) => step !== way[i]);
    const rows = shared > 0 ? other[shared - 1] : undefined;
    return rows !== undefined && isToOne(catalog, need(catalog, rows), need(catalog, name), via);
  });
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
  const visitCondition = (condition: Condition): void => {
    if ("conditions" in condition) condition.conditions.forEach(visitCondition);
    if ("left" in condition) visit(condition.left);
    if (condition.kind === "compare") visit(condition.right);
  };
  where.forEach(visitCondition);
  return [...found.values()];
}
