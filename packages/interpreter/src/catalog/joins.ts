import type { Schema } from "@parley/datasource/types";
import { splitIdentifier, stem } from "../language/inflection.ts";
import { isPerson } from "./persons.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "./catalog.ts";

/** One join: `table` is attached to a table already there. `toMany` when a row there may meet several rows of it. */
export interface Join {
  table: CatalogTable;
  on: { left: CatalogColumn; right: CatalogColumn }[];
  toMany: boolean;
}

interface Step {
  from: CatalogTable;
  to: CatalogTable;
  on: { left: CatalogColumn; right: CatalogColumn }[];
  toMany: boolean;
  cost: number;
}

const stepsOf = new WeakMap<Schema, Map<CatalogTable, Step[]>>();

function steps(catalog: Catalog): Map<CatalogTable, Step[]> {
  const known = stepsOf.get(catalog.schema);
  if (known !== undefined) return known;
  const built = new Map<CatalogTable, Step[]>();
  const add = (from: CatalogTable, step: Step) => {
    const list = built.get(from);
    if (list === undefined) built.set(from, [step]);
    else list.push(step);
  };
  for (const link of catalog.links) {
    const child = link.from[0]?.table;
    const parent = link.to[0]?.table;
    if (child === undefined || parent === undefined || child === parent) continue;
    const oneToOne = isWholeKey(child, link.from);
    const isOptional = link.from.some(({ source }) => source.nullable);
    const role = isRole(child, parent) ? ROLE_COST : 0;
    const cost = link.cost + role + (isOptional ? OPTIONAL : 0) - (link.from.some(isNamesake(parent)) ? NAMESAKE : 0);
    add(child, { from: child, to: parent, on: pairs(link.from, link.to), toMany: false, cost });
    add(parent, { from: parent, to: child, on: pairs(link.to, link.from), toMany: !oneToOne, cost });
  }
  stepsOf.set(catalog.schema, built);
  return built;
}

/** What a key costs more that not every row has: the way over it loses rows. */
const OPTIONAL = 0.005;

/** What the way over the same person in a role costs more: what instructors do is none of what users do. */
const ROLE_COST = 0.3;

/** "instructors" with a user_id: a person of the one table is one of the other. */
const isRole = (from: CatalogTable, to: CatalogTable): boolean =>
  !from.isCustomer && from.label.length > 0 && isPerson(from) && isPerson(to) && from !== to;

/** What a key that is called like the table it leads to costs less: enough to be preferred to another key to that table. */
const NAMESAKE = 0.01;

/** "teacher_id" of lessons leads to teachers, and "substitute_id" to one of them in another role. */
export const isNamesake =
  (target: CatalogTable) =>
  ({ name: column }: CatalogColumn): boolean => {
    const own = splitIdentifier(column).flatMap((word) => (word === "id" ? [] : [stem(word)]));
    return own.length > 0 && own.every((name) => target.stems.includes(name));
  };

function pairs(left: CatalogColumn[], right: CatalogColumn[]) {
  return left.flatMap((column, i) => {
    const other = right[i];
    return other === undefined ? [] : [{ left: column, right: other }];
  });
}

function isWholeKey(table: CatalogTable, columns: CatalogColumn[]): boolean {
  return (
    table.primaryKey.length > 0 &&
    table.primaryKey.length === columns.length &&
    table.primaryKey.every((key) => columns.includes(key))
  );
}

/**
 * A foreign key's own cost, less a little when the question's words name it or where it leads. Up to a parent and down
 * again to its other children says little about the row itself: that costs more.
 */
function stepCost(step: Step, before: Step | null, via: ReadonlySet<string>): number {
  const named = step.on.some((pair) => via.has(id(pair.left)) || via.has(id(pair.right)));
  // Over a table of links one comes to the things themselves, whose other rows are theirs.
  const sibling = before !== null && !before.toMany && step.toMany && !before.from.isBridge;
  return (
    step.cost -
    (named ? 0.3 : 0) -
    (via.has(step.to.name) ? 0.4 : 0) +
    (sibling ? 1.1 : 0) -
    (step.to.isCustomer ? 0.05 : 0) +
    (step.to.isView ? 1 : 0) +
    (step.toMany ? 0.02 : 0)
  );
}

function id(column: CatalogColumn): string {
  return `${column.table.name}.${column.name}`;
}

/** How a table is reached at the least cost so far; no step for where one starts. */
interface Reached {
  cost: number;
  step: Step | null;
}

/** Cheapest way from any of `sources` to `target`; null when they are not connected. */
export const path = (
  catalog: Catalog,
  sources: readonly CatalogTable[],
  target: CatalogTable,
  via: ReadonlySet<string>,
): Join[] | null => cheapest(steps(catalog), sources, target, via);

type Graph = ReadonlyMap<CatalogTable, readonly Step[]>;

/** The steps of a catalog apart by whether a row meets several. */
const oneWay = new WeakMap<Graph, { toOne: Graph; toMany: Graph }>();

function stepsOneWay(catalog: Catalog): { toOne: Graph; toMany: Graph } {
  const all = steps(catalog);
  const known = oneWay.get(all);
  if (known !== undefined) return known;
  const those = (isMany: boolean) =>
    new Map([...all].map(([from, some]) => [from, some.filter(({ toMany }) => toMany === isMany)]));
  const made = { toOne: those(false), toMany: those(true) };
  oneWay.set(all, made);
  return made;
}

/** The same of keys alone, each row to the one it refers to. */
const keysPath = (
  catalog: Catalog,
  source: CatalogTable,
  target: CatalogTable,
  via: ReadonlySet<string>,
): Join[] | null => {
  return cheapest(stepsOneWay(catalog).toOne, [source], target, via);
};

/** The way back of keys alone: down to the rows that refer to a table. */
const rowsPath = (
  catalog: Catalog,
  source: CatalogTable,
  target: CatalogTable,
  via: ReadonlySet<string>,
): Join[] | null => {
  return cheapest(stepsOneWay(catalog).toMany, [source], target, via);
};

function cheapest(
  graph: Graph,
  sources: readonly CatalogTable[],
  target: CatalogTable,
  via: ReadonlySet<string>,
): Join[] | null {
  const reached = new Map<CatalogTable, Reached>();
  const open = new Set<CatalogTable>(sources);
  for (const source of sources) reached.set(source, { cost: 0, step: null });
  for (let next = nearest(open, reached); next !== null; next = nearest(open, reached)) {
    open.delete(next);
    if (next === target) break;
    const { cost: soFar, step: before } = reached.get(next) ?? { cost: 0, step: null };
    for (const step of graph.get(next) ?? []) {
      const cost = soFar + stepCost(step, before, via);
      const known = reached.get(step.to);
      if (known !== undefined && cost >= known.cost - 1e-9) continue;
      reached.set(step.to, { cost, step });
      open.add(step.to);
    }
  }
  const way = reached.has(target) ? wayTo(target, reached) : null;
  // Up and down again twice: what is reached so has nothing to do with the row.
  const isAstray = (way ?? []).filter((join, i, all) => join.toMany && all[i - 1]?.toMany === false).length > 1;
  return isAstray ? null : way;
}

function nearest(open: ReadonlySet<CatalogTable>, reached: ReadonlyMap<CatalogTable, Reached>): CatalogTable | null {
  let next: CatalogTable | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const table of open) {
    const { cost } = reached.get(table) ?? { cost: 0 };
    if (next === null || cost < least) [next, least] = [table, cost];
  }
  return next;
}

/** The steps that lead to a table, the first one first. */
function wayTo(target: CatalogTable, reached: ReadonlyMap<CatalogTable, Reached>): Join[] {
  const joins: Join[] = [];
  for (let step = reached.get(target)?.step ?? null; step !== null; step = reached.get(step.from)?.step ?? null)
    joins.unshift({ table: step.to, on: step.on, toMany: step.toMany });
  return joins;
}

/** Steps between two tables; Infinity when they are not connected. */
export function distance(catalog: Catalog, from: CatalogTable, to: CatalogTable): number {
  if (from === to) return 0;
  const known = distances.get(catalog.schema) ?? new Map<string, number>();
  distances.set(catalog.schema, known);
  const key = `${from.name} ${to.name}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const found = path(catalog, [from], to, new Set());
  const result = found === null ? Number.POSITIVE_INFINITY : found.length;
  known.set(key, result);
  return result;
}
const distances = new WeakMap<Schema, Map<string, number>>();

/** True when every row of `from` meets at most one row of `to`. */
export function isToOne(
  catalog: Catalog,
  from: CatalogTable,
  to: CatalogTable,
  via: ReadonlySet<string> = new Set(),
): boolean {
  if (from === to) return true;
  const found = path(catalog, [from], to, via);
  return found !== null && found.every((join) => !join.toMany);
}

/** True when every row of a table meets at most one row of the table of that name. */
export function isToOneNamed(catalog: Catalog, from: CatalogTable, name: string): boolean {
  const to = catalog.byName.get(name);
  return to !== undefined && isToOne(catalog, from, to);
}

/** Fewer joins first; of as many, those that do not multiply rows. */
function isShorter(a: readonly Join[], b: readonly Join[]): boolean {
  const many = (joins: readonly Join[]) => joins.filter((join) => join.toMany).length;
  return a.length < b.length || (a.length === b.length && many(a) < many(b));
}

/** The column by which rows of one table lead straight to those of another, the nearest where there are several; null where none does. */
export function keyTo(catalog: Catalog, from: CatalogTable, to: CatalogTable): CatalogColumn | null {
  const [step, ...more] = from === to ? [] : (path(catalog, [from], to, new Set()) ?? []);
  return step === undefined || step.toMany || more.length > 0 ? null : (step.on[0]?.left ?? null);
}

/** True where rows of `from` may belong to none of `to`: the key that leads there may be empty, and others of its rows may not. */
export function mayBelongToNone({ links }: Catalog, from: CatalogTable, to: CatalogTable): boolean {
  const keys = links.filter(({ from: key, to: end, cost }) => key.length === 1 && cost < 2 && end[0]?.table === to);
  const mayBeEmpty = ({ from: [key] }: (typeof links)[number]) =>
    key?.source.nullable === true && key.table.columns.some(({ source, isPrimary }) => !source.nullable && !isPrimary);
  const own = keys.filter(({ from: [key] }) => key?.table === from);
  if (own.length > 0) return own.every(mayBeEmpty);
  const wholes = new Set(
    links.flatMap(({ from: [key], to: [end], cost }) => (key?.table === from && cost < 2 ? end?.table : [])),
  );
  const ofWholes = keys.filter(({ from: [key] }) => wholes.has(key?.table));
  return ofWholes.length > 0 && ofWholes.every(mayBeEmpty);
}

/** Joins that bring all of `wanted` together, starting at `base`: nearest first. Null when a table cannot be reached. */
export function joinTree(
  catalog: Catalog,
  base: CatalogTable,
  wanted: Iterable<CatalogTable>,
  via: ReadonlySet<string>,
): Join[] | null {
  const open = new Set(wanted);
  open.delete(base);
  const joins = joinsFrom(catalog, base, { open: [...open], via, first: [] });
  if (joins === null) return null;
  // Sellers and their order lines meet in the listings, and not in all that else was in the order.
  const repeated = new Set(repeatedIn(base, joins));
  const facts = [...open].find(
    (table) =>
      repeated.has(table) &&
      // Employees have their restaurant by a key, whoever of them a restaurant has for its manager.
      keysPath(catalog, base, table, via) === null &&
      [base, ...open].every((one) => one === table || keysPath(catalog, table, one, via) !== null),
  );
  const first = facts === undefined ? null : rowsPath(catalog, base, facts, via);
  // Users have the courses that they take, rather than those that they teach as instructors.
  const isOfRole = first?.some((join, i) => first.length > 1 && isRole(join.table, first[i - 1]?.table ?? base));
  return (
    (first === null || isOfRole === true ? null : joinsFrom(catalog, base, { open: [...open], via, first })) ?? joins
  );
}

/** Joins to all that is still open, after the first ones. */
function joinsFrom(
  catalog: Catalog,
  base: CatalogTable,
  given: { open: readonly CatalogTable[]; via: ReadonlySet<string>; first: readonly Join[] },
): Join[] | null {
  const { via } = given;
  const joins = [...given.first];
  const present = [base, ...joins.map(({ table }) => table)];
  const open = new Set(given.open.filter((table) => !present.includes(table)));
  while (open.size > 0) {
    let best: Join[] | null = null;
    for (const table of open) {
      const found = withoutMany(path(catalog, present, table, via), table);
      if (found !== null && (best === null || isShorter(found, best))) best = found;
    }
    if (best === null) return null;
    for (const join of best) {
      joins.push(join);
      present.push(join.table);
      open.delete(join.table);
    }
  }
  return joins;

  /** Another way, where the cheapest would multiply rows: the order of a tip, and not all those of its waiter. */
  function withoutMany(found: Join[] | null, table: CatalogTable): Join[] | null {
    if (found === null || !found.some(({ toMany }) => toMany)) return found;
    const straight = present
      .map((one) => path(catalog, [one], table, via))
      .find((way) => way !== null && way.length <= found.length && way.every(({ toMany }) => !toMany));
    // Over rows that only share something with both: the client of a placement, and not that of its bills.
    const isRound = found.length > 1 && found.at(-1)?.toMany === false;
    const keys = isRound ? keysPath(catalog, base, table, via) : null;
    // Those who take a course, rather than the one user that its instructor is.
    const isOfRole = keys?.some((join, i) => isRole(keys[i - 1]?.table ?? base, join.table)) === true;
    return straight ?? (isOfRole ? null : keys) ?? found;
  }
}

/** Tables of which a row may be met several times in those joined: the way that was taken to another one goes to many. */
export function repeatedIn(start: CatalogTable, joins: readonly Join[]): CatalogTable[] {
  const next = new Map<CatalogTable, { table: CatalogTable; many: boolean }[]>([[start, []]]);
  for (const { table, on, toMany } of joins) {
    const left = on.map((pair) => pair.left);
    const before = left[0]?.table ?? start;
    const isBackMany = !toMany && !isWholeKey(before, left);
    next.set(before, [...(next.get(before) ?? []), { table, many: toMany }]);
    next.set(table, [...(next.get(table) ?? []), { table: before, many: isBackMany }]);
  }
  const meetsMany = (table: CatalogTable, from: CatalogTable | null): boolean =>
    (next.get(table) ?? []).some((one) => one.table !== from && (one.many || meetsMany(one.table, table)));
  return [...next.keys()].filter((table) => meetsMany(table, null));
}
