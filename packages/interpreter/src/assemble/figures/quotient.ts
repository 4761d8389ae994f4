import type { Catalog } from "../../catalog/catalog.ts";
import { isToOne, mayBelongToNone } from "../../catalog/joins.ts";
import type { Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "../../form/visit.ts";

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

interface Sides {
  left: Aggregate;
  right: Aggregate;
  catalog: Catalog;
}

/** How the two figures of a ratio belong together. */
interface Asked {
  catalog: Catalog;
  isMean: boolean;
  order: "ascending" | "descending" | null;
}

/** One figure divided by another, of the same groups. Null where they have none in common, or are no plain figures. */
export function quotientOf(
  above: LogicalForm,
  below: LogicalForm,
  { catalog, isMean, order }: Asked,
): LogicalForm | null {
  const [left, right] = [figureOf(above), figureOf(below)];
  if (left === null || right === null || !isSame(above.groups, below.groups)) return null;
  const sides = { left, right, catalog };
  const form = isMean
    ? meanOf(above, below, sides)
    : (ofOneQuery(above, below, sides) ?? ofTwo(above, below, left) ?? ofOwnRows(above, below, sides));
  if (form === null) return null;
  const figure = form.outputs.find(({ expression }) => isAggregate(expression));
  const kept = form.order.filter(({ by }) => !isAggregate(by));
  return {
    ...form,
    order: order === null || figure === undefined ? kept : [{ by: figure.expression, direction: order }],
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The one figure of a form that shows nothing beside it but its groups. */
function figureOf({ outputs, having, limit, per, combine, distinct }: LogicalForm): Aggregate | null {
  const [figure, ...more] = outputs.flatMap(({ expression }) => (isAggregate(expression) ? [expression] : []));
  const isPlain = having.length === 0 && limit === null && per === undefined && combine === null && !distinct;
  return isPlain && more.length === 0 && figure?.kind === "aggregate" && figure.apart === undefined ? figure : null;
}

/** The form with a figure in the place of its own. */
const withRatio = (form: LogicalForm, expression: Expression, rest: Partial<LogicalForm> = {}): LogicalForm => {
  const ratio: Output = { expression, name: "ratio" };
  const labels = form.outputs.filter((output) => !isAggregate(output.expression));
  return { ...form, ...rest, outputs: [...labels, ratio] };
};

/** "the average ratio of beds to rooms": that of each row, on average. */
function meanOf(above: LogicalForm, below: LogicalForm, { left, right }: Sides): LogicalForm | null {
  const isOfRows = left.table === right.table && isSame(above.where, below.where) && isSame(above.joins, below.joins);
  if (!isOfRows || left.of === null || right.of === null || left.where !== undefined || right.where !== undefined)
    return null;
  const of: Expression = { kind: "arithmetic", operator: "/", left: left.of, right: right.of };
  return withRatio(above, { kind: "aggregate", fn: "avg", of, distinct: false, table: left.table });
}

/** Both figures of the same rows: what is said of one alone tells which of them it counts. */
function ofOneQuery(above: LogicalForm, below: LogicalForm, { left, right, catalog }: Sides): LogicalForm | null {
  const isOfRows = left.table === right.table && isSame(above.joins, below.joins) && above.subject === below.subject;
  if (!isOfRows) return null;
  const both = above.where.filter((condition) => below.where.some((other) => isSame(other, condition)));
  const own = ({ where }: LogicalForm) => where.filter((one) => !both.some((other) => isSame(other, one)));
  const [mine, theirs] = [own(above), own(below)];
  const joined = new Set([left.table, ...above.groups.flatMap(tablesOf), ...both.flatMap(tablesOfCondition)]);
  if (![...mine, ...theirs].every((condition) => isOfEach(condition, left.table, { joined, catalog }))) return null;
  return withRatio(
    above,
    { kind: "arithmetic", operator: "/", left: restricted(left, mine), right: restricted(right, theirs) },
    { where: both, via: [...new Set([...above.via, ...below.via])] },
  );
}

/** True for what holds for a row of a table or not: no row is lost or repeated by what tells it. */
function isOfEach(
  condition: Condition,
  name: string,
  { joined, catalog }: { joined: ReadonlySet<string>; catalog: Catalog },
): boolean {
  const table = catalog.byName.get(name);
  return tablesOfCondition(condition).every((other) => {
    const to = catalog.byName.get(other);
    if (joined.has(other)) return true;
    return (
      table !== undefined && to !== undefined && isToOne(catalog, table, to) && !mayBelongToNone(catalog, table, to)
    );
  });
}

const restricted = (figure: Aggregate, where: readonly Condition[]): Aggregate =>
  where.length === 0 ? figure : { ...figure, where: [...(figure.where ?? []), ...where] };

/** Figures of all rows, the second of a query of its own. */
function ofTwo(above: LogicalForm, below: LogicalForm, left: Aggregate): LogicalForm | null {
  if (above.groups.length > 0 || tablesOf(left).length === 0) return null;
  return withRatio(above, { kind: "arithmetic", operator: "/", left, right: { kind: "query", form: below } });
}

/** "the ratio of guides to tours by town": figures of two tables by the same groups, each of its own rows. */
function ofOwnRows(above: LogicalForm, below: LogicalForm, { left, right, catalog }: Sides): LogicalForm | null {
  const isPlain = above.joins.length + below.joins.length === 0 && above.groups.every(({ kind }) => kind === "column");
  const tables = [left, right].map(({ table }) => catalog.byName.get(table));
  const told = above.groups.flatMap(tablesOf).map((name) => catalog.byName.get(name));
  const isTold = tables.every((table) =>
    told.every((of) => table !== undefined && of !== undefined && isToOne(catalog, table, of)),
  );
  if (!isPlain || !isTold || left.table === right.table) return null;
  const own = (figure: Aggregate, { where }: LogicalForm) => ({ ...restricted(figure, where), apart: { day: null } });
  return withRatio(
    above,
    { kind: "arithmetic", operator: "/", left: own(left, above), right: own(right, below) },
    { where: [] },
  );
}
