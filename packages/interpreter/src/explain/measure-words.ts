import { expressionWords, measured } from "./expression-words.ts";
import { isMomentColumn, things } from "./column-words.ts";
import { changeOf, ofPeriod } from "./changes.ts";
import { partOf, perOf } from "./figure-kinds.ts";
import { whenText } from "./moments.ts";
import type { Expression, Output } from "../form/logical-form.ts";
import { spoken } from "../language/words.ts";

/** A measure of the business that is made of several columns has a name that says more than they do: "margin". */
export function madeWords({ expression, name }: Output): string | null {
  const isMade =
    isAggregateOfSeveral(expression) || (isRatioOfSums(expression) && isAggregateOfSeveral(expression.left));
  return isMade && !name.endsWith("_value") ? spoken(name) : null;
}

const isAggregateOfSeveral = (one: Expression): boolean => one.kind === "aggregate" && one.of?.kind === "arithmetic";

const isRatioOfSums = (one: Expression): one is Extract<Expression, { kind: "arithmetic" }> =>
  one.kind === "arithmetic" && one.operator === "/" && one.right.kind === "aggregate";

const isOfAWhole = ({ unit, name }: Output): boolean => unit === "growth" || unit === "share" || name === "percentage";

/** "share of revenue": what it is a share of bears a name of the business, as "revenue_share" says. */
function namedShare({ expression, name }: Output): string | null {
  const { whole, part } = /^(?<whole>\w+)_(?<part>share|percentage)$/.exec(name)?.groups ?? {};
  return whole === undefined || partOf(expression) !== null ? null : `${part} of ${spoken(whole)}`;
}

/** A measure of one of two periods, as it is of any time: revenue, of revenue_last_year. */
export function ofOnePeriod(output: Output): { bare: Output; label: string } | null {
  const part = ofPeriod(output.expression);
  if (part === null) return null;
  const { label } = part.period;
  const plain = (words: string) => words.toLowerCase().replaceAll(/[^a-z0-9]/g, "_");
  const ending = plain(`_${label}`);
  if (!plain(output.name).endsWith(ending)) return null;
  return { bare: { ...output, expression: part.bare, name: output.name.slice(0, -ending.length) }, label };
}

/** "growth of revenue from last year to this year", called as its figures are; null for what is no change between two periods. */
export function changeWords({ expression }: Output, measure: Output | undefined): string | null {
  const change = changeOf(expression);
  if (change === null) return null;
  const bare = measure === undefined ? null : ofOnePeriod(measure);
  const words = expressionWords(expression);
  return bare === null ? words : words.replace(measured(change.of), measureWords(bare.bare));
}

/** What a column of a result measures: the name it was given where that is a word of the business, else what it is made of. */
export function measureWords(output: Output): string {
  const { expression, name, unit } = output;
  const part = ofOnePeriod(output);
  if (part !== null) return `${measureWords(part.bare)} ${whenText(part.label)}`;
  const made = namedShare(output) ?? madeWords(output);
  if (made !== null) return made;
  if (/_per_/.test(name)) return spoken(name);
  if (unit === "money" && expression.kind === "arithmetic" && !isRatio(expression)) return spoken(name);
  if (unit === "thousands") return `${spoken(name.replace(/_thousands$/, ""))} in thousands`;
  if (isOfAWhole(output) || perOf(expression) !== null) return expressionWords(expression);
  if (expression.kind === "aggregate" && expression.of?.kind === "elapsed") return measured(expression);
  if (isEndOfTime(expression)) return expressionWords(expression);
  const ratio = name === "ratio" ? ratioOf(expression) : null;
  if (ratio !== null) return ratio;
  return hasOwnName(output) ? spoken(name) : measured(expression);
}

/** "ratio of tickets with status “open” to those with status “solved”": which one is above, and which one below. */
function ratioOf(expression: Expression): string | null {
  if (expression.kind !== "arithmetic" || expression.operator !== "/") return null;
  const { left, right } = expression;
  const [above, below] = [left, right].map((side) => expressionWords(side).replace(/^number of /, ""));
  const isOfSame = left.kind === "aggregate" && right.kind === "aggregate" && left.table === right.table;
  const rows = isOfSame ? things(left.table) : "";
  const isTwice = rows !== "" && above?.startsWith(`${rows} `) === true && below?.startsWith(`${rows} `) === true;
  return `ratio of ${above ?? ""} to ${isTwice ? `those${below.slice(rows.length)}` : (below ?? "")}`;
}

/** The first or the last day of something. */
const isEndOfTime = (one: Expression): boolean =>
  one.kind === "aggregate" &&
  (one.fn === "min" || one.fn === "max") &&
  one.of?.kind === "column" &&
  isMomentColumn(one.of);

/** False for a name that only says what was done to a column. */
function hasOwnName({ expression, name, unit }: Output): boolean {
  if (expression.kind === "aggregate" && expression.fn === "count") return false;
  const isDerived =
    /^(sum|avg|min|max|minimum|maximum|count|total|median|average)_/.test(name) || /_(count|sum|avg|total)$/.test(name);
  return unit === "money" || !isDerived;
}

const isRatio = (expression: Expression): boolean => perOf(expression) !== null;

/** "the" before what is not a name of its own: "the average order value", but "revenue". */
export const withArticle = (words: string): string =>
  /^(average|median|lowest|highest|ratio|total|number|earliest|latest|percentage|share|growth|date|time|difference)\b/.test(
    words,
  ) || / per \w+$/.test(words)
    ? `the ${words}`
    : words;
