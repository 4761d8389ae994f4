import { toldAs } from "../catalog/called.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne, path } from "../catalog/joins.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { tablesOf, tablesOfCondition } from "../form/visit.ts";
import { plural } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";

/** "tours with fewer than 10 guests", "how many tours have at most 3 guides": those that have none at all are among them. */
export function fewerThan(form: LogicalForm, context: Context): void {
  countNone(form, context);
  for (const one of form.where) if (one.kind === "within" && !one.negated) countNone(one.form, context);
}

function countNone(form: LogicalForm, { catalog, notes }: Context): void {
  const counted = fewCounted(form);
  const rows = catalog.byName.get(form.subject);
  const [key] = form.groups;
  if (counted === null || rows === undefined || counted === rows.name || !isOwnKey(key, rows)) return;
  const way = wayTo(counted, rows, form, catalog);
  if (way !== null && isToldOf(form, rows, way, catalog)) {
    const names = new Set(way.map(({ name }) => name));
    const isTheirs = (one: Condition) => tablesOfCondition(one).some((name) => names.has(name));
    const where = form.where.filter(isTheirs);
    form.where = form.where.filter((one) => !isTheirs(one));
    form.having = form.having.map((one) => ofThose(one, where));
    form.optional = [...names];
    return;
  }
  const [all, some] = [rows, catalog.byName.get(counted)].map((one) => (one === undefined ? "" : plural(toldAs(one))));
  notes.assumptions.push(`Only ${all} with any ${some} are among them.`);
}

/** What there are few of: the only rows that are counted, up to a number. */
function fewCounted({ having: [only, ...more], optional }: LogicalForm): string | null {
  if (only?.kind !== "compare" || more.length > 0 || optional !== undefined) return null;
  const { left, operator, right } = only;
  if (left.kind !== "aggregate" || left.fn !== "count" || left.of !== null || left.where !== undefined) return null;
  const isFew = (operator === "<" || operator === "<=") && right.kind === "literal" && typeof right.value === "number";
  return isFew ? left.table : null;
}

const isOwnKey = (key: Expression | undefined, { name, primaryKey }: CatalogTable): boolean =>
  key?.kind === "column" && key.table === name && primaryKey.length === 1 && primaryKey[0]?.name === key.column;

/** The rows between those that are told and those that are counted, these included: there may be several of each. */
function wayTo(counted: string, rows: CatalogTable, form: LogicalForm, catalog: Catalog): CatalogTable[] | null {
  const end = catalog.byName.get(counted);
  if (end === undefined || end.primaryKey.length === 0) return null;
  const way = path(catalog, [rows], end, new Set(form.via))?.map(({ table }) => table) ?? [];
  return way.length > 0 && way.length <= 2 && way.every((one) => !isToOne(catalog, rows, one)) ? way : null;
}

/** True where all else is said of the rows that are told, or of the way to those that are counted. */
function isToldOf(form: LogicalForm, rows: CatalogTable, way: readonly CatalogTable[], catalog: Catalog): boolean {
  const own = (name: string) => {
    const table = catalog.byName.get(name);
    return table !== undefined && (table === rows || isToOne(catalog, rows, table));
  };
  const theirs = (name: string) => way.some((table) => table.name === name);
  const shown = [
    ...form.groups,
    ...form.outputs.map(({ expression }) => expression),
    ...form.order.map(({ by }) => by),
  ];
  const isOwn = (one: Expression) =>
    one.kind === "aggregate" ? one.fn === "count" && theirs(one.table) : [...tablesOf(one)].every(own);
  const isOneSided = (one: Condition) => {
    const tables = tablesOfCondition(one);
    return one.kind !== "related" && (tables.every(own) || (tables.every(theirs) && one.kind !== "within"));
  };
  return form.joins.every((name) => own(name) || theirs(name)) && shown.every(isOwn) && form.where.every(isOneSided);
}

/** The same comparison, of those rows alone for which the conditions hold. */
const ofThose = (one: Condition, where: Condition[]): Condition =>
  where.length > 0 && one.kind === "compare" && one.left.kind === "aggregate"
    ? { ...one, left: { ...one.left, where } }
    : one;
