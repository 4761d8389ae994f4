import type { Condition, Expression, Output } from "../form/logical-form.ts";
import type { OutputWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** What an expression is called as a heading. */
export function nameOf(expression: Expression): string {
  switch (expression.kind) {
    case "aggregate":
      return aggregateName(expression);
    case "column":
      return expression.column;
    case "bucket":
      return expression.unit;
    case "arithmetic":
      return "value";
    case "previous":
      return "previous";
    case "running":
      return "cumulative";
    case "elapsed":
      return expression.to.kind === "literal" && expression.unit === "year" ? "age" : `${expression.unit}s`;
    case "defined":
      return expression.name;
    case "literal":
    case "belonging":
    case "query":
      return "value";
  }
}

function aggregateName(expression: Extract<Expression, { kind: "aggregate" }>): string {
  const of =
    expression.of?.kind === "column"
      ? expression.of.column
      : expression.of?.kind === "elapsed"
        ? expression.of.to.kind === "literal"
          ? "age"
          : `${expression.of.unit}s`
        : null;
  // Days are counted for the rows that have one.
  if (expression.fn === "count")
    return of === null ||
      expression.of === null ||
      (!expression.distinct && /(?:_(?:on|at|date)|[a-z](?:On|At|Date))$/.test(of))
      ? snakeCase(`${kindOf(expression.where)}${expression.table}_count`)
      : snakeCase(`${of}_count`);
  const prefix = { sum: "total", avg: "average", min: "minimum", max: "maximum", median: "median" }[expression.fn];
  if (of === null) return `${prefix}_value`;
  const name = snakeCase(of);
  return name.startsWith(prefix) ? name : `${prefix}_${name}`;
}

/** "cancelled_" of the rows that have one value. */
function kindOf([only, ...more]: readonly Condition[] = []): string {
  const value = only?.kind === "compare" && more.length === 0 && only.right.kind === "literal" ? only.right.value : "";
  return typeof value === "string" && /^[a-z]+(?:[ -][a-z]+){0,2}$/i.test(value)
    ? `${value.replaceAll(/[ -]/g, "_")}_`
    : "";
}

/** "amountPaid" as a heading: "amount_paid". */
export const snakeCase = (name: string): string => name.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, "_").toLowerCase();

/** What a measure is called as a heading: as the business calls it. */
export function measureName(wish: OutputWish & { kind: "measure" }, { sketch }: Context): string {
  const name = {
    money: sketch.said.has("what we spend") ? "spending" : "revenue",
    quantity: "quantity",
    order_value: "order_value",
    profit: "profit",
    margin: "margin",
  }[wish.measure];
  const average = wish.fn === "avg" || wish.measure === "order_value";
  return average
    ? `average_${name}`
    : wish.fn === "max"
      ? `highest_${name}`
      : wish.fn === "min"
        ? `lowest_${name}`
        : name;
}

/** What rows are ranked by, as a column beside them: called as the business calls it where that has been said. */
export function rankOutput(by: Expression, assumptions: readonly string[]): Output {
  const called = ranks.find(({ is, said }) => is(by) && assumptions.some((each) => said.test(each)));
  return called === undefined
    ? { expression: by, name: nameOf(by) }
    : { expression: by, name: called.name, ...(called.unit !== null && { unit: called.unit }) };
}

const isTotal = (by: Expression): boolean => by.kind === "aggregate" && by.fn === "sum";
const isAverage = (by: Expression): boolean => by.kind === "aggregate" && by.fn === "avg";
const isQuotient = (by: Expression): boolean => by.kind === "arithmetic" && by.operator === "/";

/** Measures of the business by which things are ranked, told by what was taken for granted of them. */
const ranks: readonly {
  is: (by: Expression) => boolean;
  said: RegExp;
  name: string;
  unit: NonNullable<Output["unit"]> | null;
}[] = [
  { is: isTotal, said: /^(?:Ranked by revenue, which|Revenue) is /, name: "revenue", unit: "money" },
  { is: isTotal, said: /^Quantity sold is /, name: "quantity_sold", unit: null },
  { is: isTotal, said: /^Profit is /, name: "profit", unit: "money" },
  { is: isQuotient, said: /^The margin is profit /, name: "margin", unit: "share" },
  {
    is: (by) => isAverage(by) || isQuotient(by),
    said: /^The value of an order is /,
    name: "average_order_value",
    unit: "money",
  },
];
