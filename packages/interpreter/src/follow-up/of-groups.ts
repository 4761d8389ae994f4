import { growthOf, soFarOf } from "../assemble/growth.ts";
import { nameOf } from "../assemble/output-names.ts";
import { labelWords } from "../explain/column-words.ts";
import type { BucketUnit, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { withWholes } from "./changed-conditions.ts";

type Direction = "ascending" | "descending";

/** The one figure of a form's groups; null where there is none, or several. */
export function figureOf({ outputs, groups, combine, per }: LogicalForm): Output | null {
  const figures = outputs.filter(({ expression }) => isAggregate(expression));
  const [only] = figures;
  return only !== undefined && figures.length === 1 && groups.length > 0 && combine === null && per === undefined
    ? only
    : null;
}

/** The figure that groups are told by first; null where they have none. */
const firstFigureOf = ({ outputs, groups, combine, per }: LogicalForm): Output | null =>
  groups.length === 0 || combine !== null || per !== undefined
    ? null
    : (outputs.find(({ expression }) => isAggregate(expression)) ?? null);

/** An end of a list, as it is said: "highest", "worst". */
export interface End {
  word: string;
  direction: Direction;
}

/** Figures of which more is worse. */
const BAD =
  /return|refund|cancel|churn|fail|late|overdue|defect|complain|no[-_ ]?show|absen|bounce|dispute|cost|expens|delay|affected|outage|incident|damage|loss|lost|error|fault|debt|owed|accident|injur|waste|downtime|breakdown/i;

/** What somebody waits for: the longer it takes, the worse. */
const WAITED_FOR = /deliver|resol|solv|clos|complet|finish|ship|paid|answer|respon|return|approv|repair|fix|done/i;

const isWait = ({ expression }: Output): boolean =>
  expression.kind === "aggregate" &&
  expression.of?.kind === "elapsed" &&
  expression.of.to.kind === "column" &&
  WAITED_FOR.test(expression.of.to.column);

/** A day by which something was to be done. */
const PROMISED = /promis|due|expect|plan|schedul|deadline|target|estimat/i;

/** "cancelled", of a state; or what came after the day for which it was promised. */
function saysBad(one: Condition): boolean {
  if (one.kind !== "compare") return false;
  if (one.right.kind === "literal")
    return one.operator === "=" && typeof one.right.value === "string" && BAD.test(one.right.value);
  const due = one.right.kind === "bucket" ? one.right.of : one.right;
  return one.operator.startsWith(">") && due.kind === "column" && PROMISED.test(due.column);
}

/** The end of a list that is meant: the worst of the rates at which things come back is the highest one. */
export function directionOf({ word, direction }: End, figure: Output, where: readonly Condition[]): Direction {
  const isJudged = /^(?:best|worst|strongest|weakest|poorest)$/.test(word);
  // The worst month of those that were cancelled is that with the most.
  const isOfBad = figure.expression.kind === "aggregate" && figure.expression.fn === "count" && where.some(saysBad);
  const isBad =
    isOfBad || isWait(figure) || BAD.test(figure.unit === "share" ? JSON.stringify(figure.expression) : figure.name);
  return isJudged && isBad ? (direction === "ascending" ? "descending" : "ascending") : direction;
}

/** "which month was the best", "which one is the lowest": the first of the groups by their figure. `said` names them. */
export function firstOfGroups(form: LogicalForm, said: string, end: End): LogicalForm | null {
  const figure = firstFigureOf(form);
  const isNamed =
    /^(?:one|ones|it|that|)$/.test(said) ||
    form.groups.some((group) => isCalled(group, said)) ||
    isFigureCalled(figure, said);
  if (figure === null || !isNamed || form.limit === 1) return null;
  const { chart: _, ...rest } = form;
  const direction = directionOf(end, figure, form.where);
  // Of a few that were shown, the last; of all, the last of all.
  if (form.limit !== null && form.order[0]?.direction !== direction) return null;
  return { ...rest, order: [{ by: figure.expression, direction }], limit: 1 };
}

/** "how many did she handle" of the one with the most: how many those are by which that one is the first. Null where it is no number. */
export function countedFirst(form: LogicalForm): LogicalForm | null {
  const [by] = form.order;
  const isCount = by?.by.kind === "aggregate" && by.by.fn === "count";
  if (by === undefined || !isCount || form.groups.length === 0 || form.combine !== null || form.per !== undefined)
    return null;
  return withRank(form);
}

/** Groups with the figure by which they are the first, where it is not shown. */
export function withRank(form: LogicalForm): LogicalForm {
  const [by] = form.order;
  if (by === undefined || !isAggregate(by.by) || form.outputs.some(({ expression }) => isAggregate(expression)))
    return form;
  return { ...form, outputs: [...form.outputs, { expression: by.by, name: nameOf(by.by) }] };
}

/** True where groups are called so: "month", "countries". */
export const isCalled = (group: Expression, said: string): boolean => {
  const words = labelWords(group)?.split(" ").map(stem) ?? [];
  const isDay = /^days?$/.test(said) && group.kind === "bucket" && group.unit.startsWith("weekday");
  return isDay || words.includes(stem(said)) || (words.includes("custom") && /^(?:client|buyer)/.test(said));
};

/** "what is the highest total" of totals by country. */
const isFigureCalled = (figure: Output | null, said: string): boolean =>
  figure !== null && figure.name.toLowerCase().split("_").map(stem).includes(stem(said));

/** "the bottom 5", "and the worst": the other end of the same list. */
export function endOfGroups(form: LogicalForm, count: number | null, end: End): LogicalForm | null {
  const figure = firstFigureOf(form);
  if (figure === null) return null;
  return {
    ...form,
    order: [{ by: figure.expression, direction: directionOf(end, figure, form.where) }],
    limit: count ?? form.limit ?? 1,
  };
}

/** "and the next 5": those after the first ones of a list. */
export function nextOfList(form: LogicalForm, count: number | null): LogicalForm | null {
  if (form.limit === null || form.order.length === 0 || form.per !== undefined || form.combine !== null) return null;
  return { ...form, limit: count ?? form.limit, offset: (form.offset ?? 0) + form.limit };
}

/** "top 3" of rows that are in an order: the first of them. */
export function firstOfList(form: LogicalForm, count: number | null): LogicalForm | null {
  const hasFigures = form.outputs.some(({ expression }) => isAggregate(expression));
  if (count === null || hasFigures || form.groups.length > 0 || form.order.length === 0 || form.combine !== null)
    return null;
  return { ...form, limit: count };
}

/** "show 10", "show all": as many of the list as are asked for. */
export function asMany(form: LogicalForm, count: number | null): LogicalForm | null {
  if (form.limit === null || form.per !== undefined) return null;
  return { ...form, limit: count };
}

/** "all time": of any time. Null where no time was said. */
export function ofAllTime(form: LogicalForm): LogicalForm | null {
  const ofAll = (one: LogicalForm): LogicalForm => ({
    ...one,
    where: one.where.filter((condition) => condition.kind !== "period" || condition.negated),
  });
  const all = ofAll(form);
  return all.where.length === form.where.length ? null : withWholes(all, ofAll);
}

/** "all countries": whatever the values of a column. */
export function ofAnyValue(form: LogicalForm, said: string): LogicalForm | null {
  const isOfColumn = (condition: Condition) =>
    (condition.kind === "compare" || condition.kind === "among") &&
    condition.left.kind === "column" &&
    isCalled(condition.left, said);
  const ofAny = (one: LogicalForm): LogicalForm => ({
    ...one,
    where: one.where.filter((condition) => !isOfColumn(condition)),
  });
  const any = ofAny(form);
  return any.where.length === form.where.length ? null : withWholes(any, ofAny);
}

/** "cumulative": each with all before it. */
export function running(form: LogicalForm): LogicalForm | null {
  const told = toldOverTime(form);
  if (told === null) return null;
  return { ...form, outputs: form.outputs.map((one) => (one === told.figure ? soFarOf(one, told.over) : one)) };
}

/** "growth": the change against the month, quarter or year before. */
export function growing(form: LogicalForm): LogicalForm | null {
  const told = toldOverTime(form);
  if (told === null) return null;
  return { ...form, outputs: [...form.outputs, growthOf(told.figure.expression, told.over)] };
}

/** The one figure of a form, and the spans of time by which it is told. */
function toldOverTime(form: LogicalForm): { figure: Output; over: Expression } | null {
  const [figure, over] = [figureOf(form), bucketOf(form)];
  if (figure === null || over === null || figure.expression.kind !== "aggregate" || form.limit !== null) return null;
  return { figure, over };
}

/** Spans of time that follow one another. */
const FOLLOWING: ReadonlySet<BucketUnit> = new Set(["day", "week", "month", "quarter", "year"]);

const bucketOf = ({ groups }: LogicalForm): Expression | null => {
  const [only, ...more] = groups;
  return only?.kind === "bucket" && more.length === 0 && FOLLOWING.has(only.unit) ? only : null;
};
