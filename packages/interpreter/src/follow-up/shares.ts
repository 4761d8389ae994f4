import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { totalOf, addsUp } from "./totals.ts";
import { figureOf } from "./of-groups.ts";

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

/**
 * "what share is that" after how many of those visits were cancelled: of those visits, rather than of all. Null where the answer before
 * was no figure of the same rows with fewer conditions, or of several groups, each of which has its part of their sum.
 */
export function partOfBefore(form: LogicalForm, longBefore: LogicalForm | null): LogicalForm | null {
  if (longBefore === null || (form.groups.length > 0 && longBefore.limit !== 1)) return null;
  const [figure, ...more] = form.outputs.filter(({ expression }) => isAggregate(expression));
  const whole = longBefore.outputs.find(({ expression }) => isAggregate(expression));
  if (figure === undefined || whole === undefined || more.length > 0) return null;
  const { expression } = figure;
  if (expression.kind !== "aggregate" || !addsUp(expression) || !sameExpression(expression, whole.expression))
    return null;
  const inWords = (parts: unknown) => JSON.stringify(parts);
  const said = new Set(longBefore.where.map(inWords));
  const isOfWhole = (one: Condition) => said.has(inWords(one)) || (one.kind === "within" && one.form.limit !== null);
  const kept = form.where.filter(isOfWhole);
  const part = form.where.filter((one) => !isOfWhole(one));
  const isSame =
    inWords(form.groups) === inWords(longBefore.groups) &&
    longBefore.where.every((one) => form.where.some((other) => inWords(one) === inWords(other)));
  if (!isSame || part.length === 0 || longBefore.where.length + form.groups.length === 0) return null;
  const share = shareOutput(figure, { ...expression, where: [...(expression.where ?? []), ...part] }, expression);
  return { ...form, where: kept, outputs: form.outputs.map((one) => (one === figure ? share : one)), order: [] };
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
