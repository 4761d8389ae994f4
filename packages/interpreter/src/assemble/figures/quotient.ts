import type { Catalog } from "../../catalog/catalog.ts";
import { isToOne, mayBelongToNone } from "../../catalog/joins.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "../../form/visit.ts";

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

interface Sides {
  left: Aggregate;
  right: Aggregate;
  operator: "/" | "-";
  catalog: Catalog;
}

/** How the two figures of a ratio belong together. */
interface Asked {
  catalog: Catalog;
  operator: "/" | "-";
  isMean: boolean;
  isShare?: true;
  order: "ascending" | "descending" | null;
}

/** One figure divided by another, or less another, of the same groups. Null where they have none in common, or are no plain figures. */
export function quotientOf(
  above: LogicalForm,
  below: LogicalForm,
  { catalog, operator, isMean, isShare, order }: Asked,
): LogicalForm | null {
  const [left, right] = [figureOf(above), figureOf(below)];
  if (left === null || right === null || !areAlike(above.groups, below.groups)) return null;
  // How many there are of one is no more or less than how many of something else.
  const isOfKind = left.fn === right.fn && (left.fn !== "count" || left.table === right.table);
  if (operator === "-" && (!isOfKind || isPerTime(left) !== isPerTime(right))) return null;
  const sides = { left, right, operator, catalog };
  const form = isMean
    ? meanOf(above, below, sides)
    : (ofOneQuery(above, below, sides) ?? ofTwo(above, below, sides) ?? ofOwnRows(above, below, sides));
  if (form === null) return null;
  const figure = form.outputs.find(({ expression }) => isAggregate(expression));
  const kept = form.order.filter(({ by }) => !isAggregate(by));
  const told = (output: Output): Output =>
    output === figure && isShare ? { ...output, name: "share", unit: "share" } : output;
  return {
    ...form,
    outputs: form.outputs.map(told),
    order: order === null || figure === undefined ? kept : [{ by: figure.expression, direction: order }],
  };
}

/** A month's rent, which is nothing to take off what came in at all. */
const isPerTime = ({ of }: Aggregate): boolean =>
  of?.kind === "column" && /(?:month|annual|year|week|dai|hour)ly?(?![a-z])/i.test(of.column);

/** The same groups, months told by a day of the rows' own among them. */
const areAlike = (one: readonly Expression[], other: readonly Expression[]): boolean =>
  one.length === other.length && one.every((group, i) => isSame(withoutDay(group), withoutDay(other[i])));

const withoutDay = (group: Expression | undefined): unknown =>
  group?.kind === "bucket" && group.of.kind === "column" ? { ...group, of: null } : group;

/** The day by which the rows of a figure are told by month, or by which they are of a period. */
function dayOf({ groups, where }: LogicalForm): ColumnExpression | null {
  const bucket = groups.find((group) => group.kind === "bucket");
  if (bucket?.kind === "bucket") return bucket.of.kind === "column" ? bucket.of : null;
  const period = where.find((condition) => condition.kind === "period");
  return period?.kind === "period" && period.left.kind === "column" ? period.left : null;
}

/** "in 2025", by whichever day is the rows' own. */
const withoutOwnDay = (condition: Condition, side: LogicalForm): unknown =>
  condition.kind === "period" && isSame(condition.left, dayOf(side)) ? { ...condition, left: null } : condition;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The one figure of a form that shows nothing beside it but its groups. */
function figureOf({ outputs, having, limit, per, combine, distinct }: LogicalForm): Aggregate | null {
  const [figure, ...more] = outputs.flatMap(({ expression }) => (isAggregate(expression) ? [expression] : []));
  const isPlain = having.length === 0 && limit === null && per === undefined && combine === null && !distinct;
  return isPlain && more.length === 0 && figure?.kind === "aggregate" && figure.apart === undefined ? figure : null;
}

/** The form with a figure in the place of its own. */
const withRatio = (form: LogicalForm, expression: Expression, rest: Partial<LogicalForm> = {}): LogicalForm => {
  const isDifference = expression.kind === "arithmetic" && expression.operator === "-";
  const ratio: Output = { expression, name: isDifference ? "difference" : "ratio" };
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
function ofOneQuery(
  above: LogicalForm,
  below: LogicalForm,
  { left, right, operator, catalog }: Sides,
): LogicalForm | null {
  const isOfRows =
    left.table === right.table &&
    isSame(above.joins, below.joins) &&
    isSame(above.groups, below.groups) &&
    above.subject === below.subject;
  if (!isOfRows) return null;
  const both = above.where.filter((condition) => below.where.some((other) => isSame(other, condition)));
  const own = ({ where }: LogicalForm) => where.filter((one) => !both.some((other) => isSame(other, one)));
  const [mine, theirs] = [own(above), own(below)];
  const joined = new Set([left.table, ...above.groups.flatMap(tablesOf), ...both.flatMap(tablesOfCondition)]);
  if (![...mine, ...theirs].every((condition) => isOfEach(condition, left.table, { joined, catalog }))) return null;
  return withRatio(
    above,
    { kind: "arithmetic", operator, left: restricted(left, mine), right: restricted(right, theirs) },
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

/** A figure of those rows alone for which conditions hold, too. */
export const restricted = (figure: Aggregate, where: readonly Condition[]): Aggregate =>
  where.length === 0 ? figure : { ...figure, where: [...(figure.where ?? []), ...where] };

/** Figures of all rows, the second of a query of its own. */
function ofTwo(above: LogicalForm, below: LogicalForm, { left, operator }: Sides): LogicalForm | null {
  if (above.groups.length > 0 || tablesOf(left).length === 0) return null;
  return withRatio(above, { kind: "arithmetic", operator, left, right: { kind: "query", form: below } });
}

/** "the ratio of guides to tours by town": figures of two tables by the same groups, each of its own rows. */
function ofOwnRows(
  above: LogicalForm,
  below: LogicalForm,
  { left, right, operator, catalog }: Sides,
): LogicalForm | null {
  const isPlain =
    above.joins.length + below.joins.length === 0 &&
    above.groups.every(({ kind }) => kind === "column" || kind === "bucket");
  const tables = [left, right].map(({ table }) => catalog.byName.get(table));
  const told = above.groups
    .filter(({ kind }) => kind === "column")
    .flatMap(tablesOf)
    .map((name) => catalog.byName.get(name));
  const isTold = tables.every((table) =>
    told.every((of) => table !== undefined && of !== undefined && isToOne(catalog, table, of)),
  );
  if (!isPlain || !isTold || left.table === right.table) return null;
  const isOfBoth = (condition: Condition) =>
    below.where.some((other) => isSame(withoutOwnDay(condition, above), withoutOwnDay(other, below)));
  const both = above.where.filter(isOfBoth);
  const shared = new Set(both.map((condition) => JSON.stringify(withoutOwnDay(condition, above))));
  const own = (figure: Aggregate, side: LogicalForm) => {
    const mine = side.where.filter((one) => !shared.has(JSON.stringify(withoutOwnDay(one, side))));
    return { ...restricted(figure, mine), apart: { day: dayOf(side) } };
  };
  return withRatio(
    above,
    { kind: "arithmetic", operator, left: own(left, above), right: own(right, below) },
    { where: both },
  );
}
