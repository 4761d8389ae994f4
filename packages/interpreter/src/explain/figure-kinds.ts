import { eventOf, labelWords, thing } from "./column-words.ts";
import { sameExpression } from "../form/visit.ts";
import type { Condition, Expression } from "../form/logical-form.ts";
import { spoken } from "../language/words.ts";

/** The first or last of things by a moment: "first order", with what happened to it then. */
export function firstOf(expression: Expression): { thing: string; event: string } | null {
  if (expression.kind !== "aggregate" || (expression.fn !== "min" && expression.fn !== "max")) return null;
  const event = expression.of?.kind === "column" ? eventOf(expression.of) : null;
  if (event === null) return null;
  return { thing: `${expression.fn === "min" ? "first" : "last"} ${thing(expression.table)}`, event };
}

/** What a figure is divided among: "order" of the number of items divided by that of the orders. */
export function perOf(expression: Expression): { of: Expression; per: string } | null {
  if (expression.kind !== "arithmetic" || expression.operator !== "/") return null;
  const { left, right } = expression;
  const [only] = right.kind === "query" && right.form.where.length === 0 ? right.form.outputs : [];
  const counted = only?.expression ?? right;
  if (sameExpression(left, counted)) return null;
  if (counted.kind !== "aggregate" || counted.fn !== "count" || counted.where !== undefined) return null;
  if (left.kind === "aggregate" && left.where !== undefined) return null;
  const { of } = counted;
  if (of?.kind === "bucket") return { of: left, per: labelWords(of) ?? thing(counted.table) };
  const table =
    of?.kind === "column" && !/^id$/i.test(of.column) ? spoken(of.column).replace(/ id$/, "") : thing(counted.table);
  return { of: left, per: table };
}

/** "profit", which is revenue less what it cost, and "margin", its part of the revenue; null for other figures. */
export function earnedAs(expression: Expression): "profit" | "margin" | null {
  if (expression.kind === "arithmetic")
    return expression.operator === "/" &&
      expression.right.kind === "aggregate" &&
      earnedAs(expression.left) === "profit"
      ? "margin"
      : null;
  const of = expression.kind === "aggregate" && expression.fn === "sum" ? expression.of : null;
  return of?.kind === "arithmetic" && of.operator === "-" && isCost(of.right) ? "profit" : null;
}

const isCost = (expression: Expression): boolean =>
  expression.kind === "arithmetic"
    ? [expression.left, expression.right].some(isCost)
    : expression.kind === "column" && /(?:^|_)costs?(?:_|$)/.test(spoken(expression.column).replaceAll(" ", "_"));

/** The part of a whole that a share is about: "orders" and what those of the part have. */
export function partOf(expression: Expression): { whole: Expression; where: Condition[]; table: string } | null {
  if (expression.kind !== "arithmetic") return null;
  if (expression.operator === "*" && expression.left.kind === "literal") return partOf(expression.right);
  const { left, right, operator } = expression;
  if (operator !== "/" || left.kind !== "aggregate" || right.kind !== "aggregate" || left.where === undefined)
    return null;
  const { where, ...whole } = left;
  const { where: given = [], ...all } = right;
  return given.length === 0 && sameExpression(whole, all) ? { whole: all, where, table: left.table } : null;
}
