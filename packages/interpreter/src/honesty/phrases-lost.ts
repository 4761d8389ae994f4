import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";

/** Turns of phrase that a form may not be without. */
export function phrasesLost(said: Sketch["said"], form: LogicalForm): string[] {
  const lost: string[] = [];
  if (said.has("an average") && !/"(?:avg|median)"|"arithmetic"|average|avg|mean/i.test(inWholeUnits(form)))
    lost.push("on average");
  if (said.has("the first rows") && !isRanked(form)) lost.push(...said.words("the first rows").slice(1));
  if (said.has("an hour of the day") && !/hour/i.test(JSON.stringify(form))) lost.push("hour");
  const isList =
    form.all_columns || (form.outputs.length > 1 && !form.outputs.some(({ expression }) => isAggregate(expression)));
  if ((said.has("how much was done") && isList) || isAmountLost(said, form)) lost.push("how much");
  if (isOneFigure(form)) lost.push(...said.words("a figure beside another").slice(1));
  if (said.has("opening hours") && !/hour|time|opens|closes/i.test(JSON.stringify(form.outputs)))
    lost.push("opening hours");
  lost.push(...worthLost(said, form), ...totalLost(said, form), ...ratingLost(said, form));
  if (said.has("in which way") && isPlainList(form)) lost.push("how");
  if (form.where.some(isRegistered)) lost.push(...said.words("seen").slice(1).filter(Boolean));
  // No form says "every one of them", nor so many of a hundred.
  lost.push(...said.words("all of others").slice(1), ...said.words("done together").slice(0, 1));
  lost.push(...said.words("the first of a hundred").slice(1), ...said.words("a return on money").slice(1));
  lost.push(...said.words("running low").slice(1));
  lost.push(...payLost(said, form), ...lengthsLost(said, form), ...timesLost(said, form));
  lost.push(...besidesLost(said, form), ...otherSideLost(said, form));
  if (said.has("out of stock") && ![...form.where, ...form.having].some(saysNoneLeft)) lost.push("out of stock");
  return lost;
}

/** "and to whom": of two sides, nothing but columns of one row or one figure tell no other. */
function otherSideLost(said: Sketch["said"], { all_columns, outputs, groups }: LogicalForm): string[] {
  const sides = outputs.map(({ expression }) => JSON.stringify({ ...expression, column: "" }));
  const isOne = !all_columns && groups.length === 0 && new Set(sides).size < 2;
  return isOne ? said.words("and to whom").slice(1).filter(Boolean) : [];
}

/** "and when", "and who it was": a second thing asked for, where the form tells but one. */
function besidesLost(said: Sketch["said"], { all_columns, outputs }: LogicalForm): string[] {
  if (all_columns || outputs.length > 1) return [];
  const told = JSON.stringify(outputs);
  const isTime = /_(?:at|on)"|date|time|day|year/i.test(told) || /[a-z](?:At|On)"/.test(told);
  return [...(isTime ? [] : said.words("and when").slice(1)), ...said.words("and who it was").slice(1)];
}

/** The form as it is written, without what makes whole money of an amount that is kept in cents. */
const inWholeUnits = (form: LogicalForm): string =>
  JSON.stringify(form, (_key, part: unknown) => (isFromCents(part) ? part.left : part));

const isFromCents = (part: unknown): part is Expression & { kind: "arithmetic" } =>
  typeof part === "object" &&
  part !== null &&
  "operator" in part &&
  part.operator === "/" &&
  "right" in part &&
  JSON.stringify(part.right) === '{"kind":"literal","value":100}';

/** "tutors rated by pupils", of whom no rating is kept. */
const ratingLost = (said: Sketch["said"], form: LogicalForm): string[] =>
  said.has("rated") &&
  !/rat(?:ed|ing)|score|stars|points|rank|grade|satisf|feedback|review|level/i.test(JSON.stringify(form))
    ? ["rated"]
    : [];
/** "which supplier do we pay the most" is not told by how many bills are paid. */
function payLost(said: Sketch["said"], { outputs, order }: LogicalForm): string[] {
  const isAmount = /"fn":"(?:sum|avg|max|min)"|"arithmetic"/.test(JSON.stringify([outputs, order]));
  return isAmount ? [] : said.words("whom we pay").slice(1);
}

/** "which employees sold less than last year" is not told by what was sold before that, nor the last days of months by those of the data. */
function timesLost(said: Sketch["said"], form: LogicalForm): string[] {
  const periods = JSON.stringify(form).split('"kind":"period"').length - 1;
  return [
    ...(periods < 2 ? said.words("less than in another time").slice(1) : []),
    ...said.words("an end of each time").slice(1),
  ];
}

/** "average visit length" is not told by how many visits there were. */
const lengthsLost = (said: Sketch["said"], { outputs, order }: LogicalForm): string[] =>
  /elapsed|length|dur(?![a-tv-z])|duration|minute|hour|second|day|night|week|month|year|time|took|_min\b|Min"|_mins|distance|km|miles|size/i.test(
    JSON.stringify([outputs, order]),
  )
    ? []
    : said.words("how long one lasts").slice(1);

/** Rows of which nothing is counted, grouped or ranked. */
const isPlainList = ({ outputs, groups, order, all_columns }: LogicalForm): boolean =>
  groups.length + order.length === 0 &&
  (all_columns || outputs.every(({ expression }) => expression.kind === "column"));

/** A time in which rows were made, rather than in which something happened to them. */
const isRegistered = (one: Condition): boolean =>
  one.kind === "period" && one.left.kind === "column" && /regist|joined|creat|opened|since/i.test(one.left.column);

const isOneFigure = ({ outputs: [only, ...more], groups, combine }: LogicalForm): boolean =>
  only !== undefined && more.length + groups.length === 0 && isAggregate(only.expression) && combine === null;

/** Amounts that were asked for where other numbers are told. */
function worthLost(said: Sketch["said"], form: LogicalForm): string[] {
  const lost: string[] = [];
  const isSold = form.outputs.some(
    ({ name, expression }) => name === "quantity" && !/prod|made|output/i.test(JSON.stringify(expression)),
  );
  if (said.has("what was made") && isSold) lost.push("what was made");
  const figures = [...form.outputs.map(({ expression }) => expression), ...form.order.map(({ by }) => by)];
  if (said.has("something sold") && figures.some(sumsStock)) lost.push("what was sold");
  const isWorth = /"arithmetic"|value|worth|cost/i.test(JSON.stringify(form.outputs));
  if (said.has("what is in stock is worth") && !isWorth) lost.push("what the stock is worth");
  if (said.has("what rows are worth") && form.outputs.some(countsRows)) lost.push("value");
  return lost;
}

/** What lies there, which nobody has bought. */
const sumsStock = (expression: Expression): boolean =>
  expression.kind === "aggregate" &&
  expression.fn === "sum" &&
  expression.of?.kind === "column" &&
  /(?:^|_)(?:on_?hand|in_?stock|stock|inventory)(?:_|$)/i.test(expression.of.column);

/** "total unpaid amount", told by how many bills are unpaid: that is no amount. */
const totalLost = (said: Sketch["said"], { outputs }: LogicalForm): string[] =>
  outputs.length > 0 && outputs.every(countsRows) ? said.words("a total amount").slice(1) : [];

const countsRows = ({ expression }: LogicalForm["outputs"][number]): boolean =>
  expression.kind === "aggregate" && expression.fn === "count";

const isAmountLost = (said: Sketch["said"], form: LogicalForm): boolean =>
  said.has("how much of something") && !tellsAmount(form);

/** False for a list of what is kept in columns: "how much fuel did we use" is not told by kinds of fuel. */
export const tellsAmount = ({ outputs }: LogicalForm): boolean =>
  outputs.some(({ expression }) => expression.kind !== "column" && expression.kind !== "bucket");

/** True for a condition that nothing is left: a number that is 0, a flag, or the words themselves. Any other number is of something else. */
function saysNoneLeft(condition: Condition): boolean {
  // What lies in several places has some in none of them.
  if (condition.kind === "related") return condition.negated && condition.where.some(saysSomeLeft);
  if (condition.kind !== "compare" || condition.right.kind !== "literal") return false;
  const { value } = condition.right;
  if (typeof value === "number") return value === 0 && (condition.operator === "=" || condition.operator === "<=");
  return typeof value === "boolean" || /\b(?:stock|sold)/i.test(value);
}

const saysSomeLeft = (one: Condition): boolean =>
  one.kind === "compare" && one.operator === ">" && one.right.kind === "literal" && one.right.value === 0;

/** True where some rows come before others, or only the first or last of something is told. */
const isRanked = ({ limit, order, per, outputs, where }: LogicalForm): boolean =>
  limit !== null ||
  order.length > 0 ||
  per !== undefined ||
  /"(?:min|max)"|"query"/.test(JSON.stringify([outputs, where]));
