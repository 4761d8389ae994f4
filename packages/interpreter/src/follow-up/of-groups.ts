import { growthOf, soFarOf } from "../assemble/growth.ts";
import { nameOf } from "../assemble/output-names.ts";
import { labelWords } from "../explain/column-words.ts";
import type { BucketUnit, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { withWholes } from "./changed-conditions.ts";
import { onlyShown } from "./rows-meant.ts";

type Direction = "ascending" | "descending";

/** The one figure of a form's groups; null where there is none, or several. */
function figureOf({ outputs, groups, combine, per }: LogicalForm): Output | null {
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

const saysBad = (one: Condition): boolean =>
  one.kind === "compare" &&
  one.operator === "=" &&
  one.right.kind === "literal" &&
  typeof one.right.value === "string" &&
  BAD.test(one.right.value);

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

/** "what is the total": the figures of all that was shown by groups. Null where one of them does not add up. */
export function totalOf(form: LogicalForm): LogicalForm | null {
  if (form.groups.length === 0 || form.combine !== null || form.per !== undefined) return null;
  const outputs = form.outputs.filter(({ expression }) => isAggregate(expression));
  const [table, ...others] = new Set(
    outputs.map(({ expression }) => (addsUp(expression) ? tableOf(expression) : null)),
  );
  if (typeof table !== "string" || others.length > 0) return null;
  const { chart: _, ...rest } = form;
  const some = form.limit === null && form.having.length === 0 ? [] : onlyShown(form);
  if (some === null) return null;
  const where = [...form.where, ...some];
  return { ...rest, subject: table, outputs, where, groups: [], having: [], order: [], limit: null };
}

/** "and overall": a rate or an average of all rows, rather than of each group. Null where what is told adds up. */
export function overallOf(form: LogicalForm): LogicalForm | null {
  const figure = figureOf(form);
  if (figure === null || !isRate(figure.expression)) return null;
  const { chart: _, ...rest } = form;
  return {
    ...rest,
    subject: tableOf(figure.expression) ?? form.subject,
    outputs: [figure],
    groups: [],
    having: [],
    order: [],
    limit: null,
  };
}

/** True for a figure that each set of rows has one of: an average, or a part of all of them. */
function isRate(expression: Expression): boolean {
  if (expression.kind === "aggregate") return expression.fn === "avg" || expression.fn === "median";
  if (expression.kind !== "arithmetic" || expression.operator !== "/") return false;
  const { left, right } = expression;
  if (right.kind === "literal") return isRate(left);
  return isAggregate(left) && isAggregate(right) && new Set([...tablesOf(left), ...tablesOf(right)]).size === 1;
}

/** True for a figure that is the sum of what it is of each group. */
function addsUp(expression: Expression): boolean {
  if (expression.kind === "arithmetic")
    return expression.operator === "/" && expression.right.kind === "literal" && addsUp(expression.left);
  return (
    expression.kind === "aggregate" && (expression.fn === "sum" || expression.fn === "count") && !expression.distinct
  );
}

const tableOf = (expression: Expression): string | null => tablesOf(expression)[0] ?? null;

/** "and the average": what was summed up, on average; `isBeside` its sum. Null where nothing was summed up. */
export function averaged(form: LogicalForm, isBeside: boolean): LogicalForm | null {
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  const [figure] = figures;
  const inner = figure === undefined ? undefined : sumIn(figure.expression);
  if (
    figure === undefined ||
    inner === undefined ||
    figures.length > 1 ||
    form.combine !== null ||
    form.per !== undefined
  )
    return null;
  const average: Expression = { ...inner, fn: "avg" };
  const expression = figure.expression.kind === "arithmetic" ? { ...figure.expression, left: average } : average;
  const output: Output = { ...figure, expression, name: `average_${figure.name.replace(/^total_/, "")}` };
  const { chart: _, ...rest } = form;
  if (isBeside) return { ...rest, outputs: [...form.outputs, output] };
  const order = form.order.map((one) => (sameExpression(one.by, figure.expression) ? { ...one, by: expression } : one));
  return { ...rest, order, outputs: form.outputs.map((one) => (one === figure ? output : one)) };
}

/** "average per shipment" of what shipments come to: what was summed up of them, on average. Null where it was of others. */
export function averagedPer(form: LogicalForm, said: string, isBeside: boolean): LogicalForm | null {
  const figure = form.outputs.find(({ expression }) => isAggregate(expression));
  const table = figure === undefined ? null : tableOf(figure.expression);
  const name = table
    ?.toLowerCase()
    .split(/[^a-z]+/)
    .at(-1);
  return name !== undefined && stem(name) === stem(said.split(" ").at(-1) ?? "") ? averaged(form, isBeside) : null;
}

/** The sum that a figure is, in whole money or not. */
function sumIn(expression: Expression): Extract<Expression, { kind: "aggregate" }> | undefined {
  const inner = expression.kind === "arithmetic" && expression.right.kind === "literal" ? expression.left : expression;
  return inner.kind === "aggregate" && inner.fn === "sum" && inner.of?.kind !== "defined" ? inner : undefined;
}

/** "what share of all orders is that": the figure as a part of the same without its conditions, those of time kept. */
export function partOfAll(form: LogicalForm): LogicalForm | null {
  const one = form.groups.length > 0 ? totalOf(form) : form;
  const [figure, ...more] = one?.outputs ?? [];
  if (one === null || figure === undefined || more.length > 0 || !addsUp(figure.expression)) return null;
  const { expression } = figure;
  if (one.where.length === 0) return null;
  const ofTime = one.where.filter(({ kind }) => kind === "period");
  const where = one.where.length > ofTime.length ? ofTime : [];
  if (expression.kind === "aggregate" && form.groups.length === 0) {
    const part = one.where.filter((condition) => !where.includes(condition));
    const left = { ...expression, where: [...(expression.where ?? []), ...part] };
    return { ...one, where, outputs: [shareOutput(figure, left, expression)] };
  }
  const whole = {
    ...form,
    where,
    groups: [],
    having: [],
    order: [],
    limit: null,
    outputs: [{ ...figure, name: "total" }],
  };
  return { ...one, outputs: [shareOutput(figure, expression, { kind: "query", form: whole })] };
}

/** "what percentage is that" after all customers and those of them that are new: the part that the latter are. */
export function partOfOther(form: LogicalForm): LogicalForm | null {
  const [one, other, ...more] = form.outputs;
  if (one === undefined || other === undefined || more.length > 0 || form.groups.length > 0) return null;
  const [whole, part] = isPartOf(one, other) ? [other, one] : [one, other];
  return isPartOf(part, whole) ? { ...form, outputs: [shareOutput(part, part.expression, whole.expression)] } : null;
}

/** True for the same figure of some of its rows. */
const isPartOf = ({ expression: part }: Output, { expression: whole }: Output): boolean => {
  if (part.kind !== "aggregate" || whole.kind !== "aggregate" || !addsUp(whole)) return false;
  const { where: only = [], ...figure } = part;
  return only.length > 0 && sameExpression(figure, whole);
};

const shareOutput = ({ name }: Output, left: Expression, right: Expression): Output => ({
  expression: { kind: "arithmetic", operator: "/", left, right },
  name: `share_of_${name}`,
  unit: "share",
});

/** "as a share of all leads" of those that were won: of each group's own. */
export function shareOfEach(form: LogicalForm, said: string): LogicalForm | null {
  const [only, ...more] = form.outputs;
  // "as a percentage of all jobs", after how many were late
  if (form.groups.length === 0 && more.length === 0 && only?.expression.kind === "aggregate")
    return only.expression.fn === "count" && areRowsCalled(only.expression.table, said) ? partOfAll(form) : null;
  const figure = figureOf(form);
  const { expression } = figure ?? {};
  if (figure === null || expression?.kind !== "aggregate" || expression.fn !== "count") return null;
  if (!areRowsCalled(expression.table, said) || form.having.length > 0 || form.limit !== null) return null;
  const where = form.where.filter(({ kind }) => kind !== "period");
  if (where.length === 0) return asShares(form);
  const share: Expression = {
    kind: "arithmetic",
    operator: "/",
    left: { ...expression, where: [...(expression.where ?? []), ...where] },
    right: expression,
  };
  const { chart: _, ...rest } = form;
  const order = form.order.map((one) => (sameExpression(one.by, expression) ? { ...one, by: share } : one));
  const outputs = form.outputs.map((one) =>
    one === figure ? { expression: share, name: `share_of_${figure.name}`, unit: "share" as const } : one,
  );
  return { ...rest, where: form.where.filter((one) => !where.includes(one)), outputs, order };
}

const areRowsCalled = (table: string, said: string): boolean =>
  table
    .toLowerCase()
    .split(/[^a-z]+/)
    .map(stem)
    .includes(stem(said));

/** "as a rate" of those that were cancelled: of each group's own, or of all. */
export function rateOfEach(form: LogicalForm): LogicalForm | null {
  const figure = form.outputs.find(({ expression }) => isAggregate(expression))?.expression;
  if (figure?.kind !== "aggregate" || figure.fn !== "count") return null;
  return form.groups.length === 0 ? partOfAll(form) : shareOfEach(form, figure.table.split(/[^a-z]+/i).at(-1) ?? "");
}

/** "as a percentage": each group's part of the sum of all. */
export function asShares(form: LogicalForm): LogicalForm | null {
  const figure = figureOf(form);
  const whole = figure === null ? null : totalOf({ ...form, limit: null });
  const { expression, name } = figure ?? {};
  if (figure === null || whole === null || expression === undefined || figure.unit === "share") return null;
  const share: Expression = {
    kind: "arithmetic",
    operator: "/",
    left: expression,
    right: { kind: "query", form: { ...whole, outputs: [{ expression, name: "total" }] } },
  };
  const outputs = form.outputs.map((one) =>
    one === figure ? { expression: share, name: `share_of_${name ?? "total"}`, unit: "share" as const } : one,
  );
  const order = form.order.map((one) => (sameExpression(one.by, expression) ? { ...one, by: share } : one));
  return { ...form, outputs, order };
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
