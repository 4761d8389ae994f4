import { type About, aboutRows } from "./leads.ts";
import type { Condition, Expression } from "../form/logical-form.ts";
import { sameExpression } from "../form/visit.ts";
import { isTimesInUnit, unitOf } from "../language/units.ts";
import { singular } from "../language/words.ts";
import { changeOf } from "./changes.ts";
import { columnWords, things } from "./column-words.ts";
import { partOf, perOf } from "./figure-kinds.ts";
import { whenText } from "./moments.ts";

/** How the parts of what is calculated are said: they may be calculated themselves. */
interface Words {
  expressionWords: (expression: Expression) => string;
  measured: (expression: Expression) => string;
  operand: (expression: Expression) => string;
  qualified: (noun: string, conditions: readonly Condition[], about: About) => string;
}

/** All of a column, of all rows. */
const isSum = (expression: Expression): expression is Extract<Expression, { kind: "aggregate" }> & { of: Expression } =>
  expression.kind === "aggregate" &&
  expression.fn === "sum" &&
  expression.of !== null &&
  expression.where === undefined;

/** What is summed up, without the word for it: the page views of an average, not their total. */
const summedWords = (expression: Expression, { expressionWords }: Words): string =>
  isSum(expression) && expression.of.kind === "column" ? columnWords(expression.of) : expressionWords(expression);

const isTime = (of: Expression | null): boolean =>
  of?.kind === "elapsed" ||
  (of?.kind === "column" && /^(ms|seconds|minutes|hours|days|weeks|months|years)$/.test(unitOf(of.column) ?? ""));

/** "total weight in tonnes", of a number of kilograms: so many times another unit of its kind. */
const isConverted = (of: Expression | null, times: unknown): boolean =>
  of?.kind === "column" && typeof times === "number" && isTimesInUnit(unitOf(of.column) ?? "", times);

/** A span of time as a noun: "2024", "last year". */
const spanWords = (label: string): string => whenText(label).replace(/^(in|on|from) /, "");

type Arithmetic = Extract<Expression, { kind: "arithmetic" }>;

/** A sum, a difference, a product or a quotient in words. */
export function arithmeticWords(expression: Arithmetic, words: Words): string {
  const ratio = ratioWords(expression, words);
  if (ratio !== null) return ratio;
  const { left, right, operator } = expression;
  const { expressionWords, measured, operand } = words;
  // Cents are shown as whole units of money.
  if (operator === "/" && right.kind === "literal" && right.value === 100)
    return expressionWords(left).replace(/ (cents?|pence)\b/g, "");
  // A time in another unit is the same time, and a weight the same weight.
  if (right.kind === "literal" && left.kind === "aggregate" && (isTime(left.of) || isConverted(left.of, right.value)))
    return measured(left);
  // Years since somebody was born are their age.
  if (operator === "-" && left.kind === "literal" && right.kind === "column" && /birth|born/i.test(right.column))
    return "age";
  const isTied = operator === "*" || operator === "/";
  const first = isTied ? operand(left) : expressionWords(left);
  const second = operator === "+" ? expressionWords(right) : operand(right);
  return `${first} ${{ "+": "plus", "-": "less", "*": "×", "/": "divided by" }[operator]} ${second}`;
}

/** "1 January – 20 November 2024": "from 1 January to 20 November 2024 to this year" would be hard to read. */
const asOneSpan = (span: string): string =>
  span.replace(/ ((?:19|20)\d\d) to (.+ \1)$/, " – $2").replace(" to ", " – ");

/** Averages for each of something, shares and growth have words of their own. */
function ratioWords(expression: Arithmetic, words: Words): string | null {
  const per = perOf(expression);
  if (per !== null) return `average ${summedWords(per.of, words)} per ${per.per}`;
  const share = shareWords(expression, words);
  if (share !== null) return share;
  const changed = changeOf(expression);
  if (changed !== null) {
    const { of, from, to, isShare } = changed;
    const [before, after] = [spanWords(from.label), spanWords(to.label)];
    return `${isShare ? "growth" : "change"} of ${counting(words.measured(of))} from ${asOneSpan(before)} to ${asOneSpan(after)}`;
  }
  const { left, right, operator } = expression;
  if (operator !== "/") return null;
  if (isSum(left) && isSum(right) && right.of.kind === "column")
    return `${summedWords(left, words)} per ${singular(columnWords(right.of))}`;
  if (right.kind === "previous" && left.kind === "arithmetic" && left.right.kind === "previous")
    return `growth of ${counting(words.expressionWords(right.of))}`;
  return null;
}

/** A part of a whole, or of what a query of its own finds: "share of orders". */
function shareWords(expression: Arithmetic, words: Words): string | null {
  const { left, right, operator } = expression;
  const part = partOf(expression);
  if (part !== null) {
    const unit = operator === "*" ? "percentage" : "share";
    return words.qualified(`${unit} of ${wholeWords(part, words)}`, part.where, aboutRows(part.table));
  }
  if (operator === "*" && left.kind === "literal" && left.value === 100 && right.kind === "arithmetic")
    return shareWords(right, words)?.replace(/^share/, "percentage") ?? null;
  const isOfQuery =
    operator === "/" &&
    right.kind === "query" &&
    right.form.outputs.some((output) => sameExpression(output.expression, left));
  if (!isOfQuery) return null;
  return `share of ${left.kind === "aggregate" && left.of === null ? things(left.table) : words.measured(left)}`;
}

/** What a share is of: "orders", "the total amount". */
const wholeWords = ({ whole, table }: NonNullable<ReturnType<typeof partOf>>, { expressionWords }: Words): string =>
  whole.kind === "aggregate" && whole.of === null ? things(table) : `the ${expressionWords(whole)}`;

/** "the number of orders", and every other measure by its words alone. */
const counting = (words: string): string => words.replace(/^number of /, "the number of ");
