import type { Catalog } from "./catalog.ts";
import { isAggregate, sameExpression } from "./form.ts";
import { splitIdentifier } from "./stemming.ts";
import type { Condition, Expression, LogicalForm, Output } from "./types.ts";

/** A name of the schema as words: "order_items" → "order items". */
export function spoken(name: string): string {
  return splitIdentifier(name).join(" ");
}

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** "order items" → "order item", "categories" → "category". */
export function singular(words: string): string {
  return words
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh|z)es$/, "$1")
    .replace(/([^su])s$/, "$1");
}

/** "account" → "accounts": tables are often named after one of their rows. */
export function plural(words: string): string {
  if (/s$|\b(staff|people|children|men|women|media|data)$/.test(words)) return words;
  return words
    .replace(/([^aeiou])y$/, "$1ie")
    .replace(/(x|ch|sh|z)$/, "$1e")
    .concat("s");
}

/** What a column of a result measures: the name it was given where that is a word of the business, else what it is made of. */
export function measureWords({ expression, name, unit }: Output): string {
  if (unit === "money" && expression.kind === "arithmetic") return spoken(name);
  if (unit === "thousands") return `${spoken(name.replace(/_thousands$/, ""))} in thousands`;
  if (expression.kind === "aggregate" && expression.of?.kind === "elapsed") return expressionWords(expression);
  const isCount = expression.kind === "aggregate" && expression.fn === "count";
  const isOwnName = !isCount && !/^(sum|avg|min|max|count|total)_/.test(name) && !/_(count|sum|avg|total)$/.test(name);
  return isOwnName ? spoken(name) : expressionWords(expression);
}

const functionWords = {
  count: "number of",
  sum: "total",
  avg: "average",
  min: "lowest",
  max: "highest",
  median: "median",
};

/** An expression in words. */
export function expressionWords(expression: Expression): string {
  switch (expression.kind) {
    case "column":
      return expression.role === undefined
        ? spoken(expression.column)
        : `${spoken(expression.role)} ${spoken(expression.column)}`;
    case "literal":
      return typeof expression.value === "string" ? `“${expression.value}”` : String(expression.value);
    case "bucket":
      return expression.unit.replaceAll("_", " ");
    case "arithmetic": {
      const sign = { "+": "plus", "-": "less", "*": "×", "/": "divided by" }[expression.operator];
      return `${expressionWords(expression.left)} ${sign} ${expressionWords(expression.right)}`;
    }
    case "previous":
      return `${expressionWords(expression.of)} of the ${expressionWords(expression.over)} before`;
    case "running":
      return `${expressionWords(expression.of)} so far`;
    case "belonging":
      return `${expressionWords(expression.of)} in ${spoken(expression.of.table)}`;
    case "elapsed":
      return `time from ${spoken(expression.from.column)} to ${spoken(expression.to.column)}`;
    case "query":
      return formWords(expression.form);
    case "aggregate": {
      const [only, ...more] = expression.where ?? [];
      const isMoment = only?.kind === "period" && !only.negated && more.length === 0 && only.from !== null;
      const where =
        only === undefined
          ? ""
          : isMoment
            ? ` in ${only.label}`
            : ` where ${(expression.where ?? []).map(conditionWords).join(" and ")}`;
      if (expression.of === null) return `number of ${plural(spoken(expression.table))}${where}`;
      const key = expression.of.kind === "column" ? expression.of.column : "";
      if (expression.fn === "count" && expression.distinct && /^id$/i.test(key))
        return `number of different ${spoken(expression.table)}${where}`;
      const distinct = expression.distinct ? "different " : "";
      const counted = `${distinct}${expressionWords(expression.of)}`;
      // "total amount" is a total by its name already.
      const isSaid = expression.fn === "sum" && counted.startsWith("total ");
      return `${isSaid ? "" : `${functionWords[expression.fn]} `}${counted}${where}`;
    }
  }
}

const operatorWords = {
  "=": "is",
  "!=": "is not",
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
};

/** A condition in words. */
export function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case "compare":
      // Days that are compared are moments, not groups.
      if (condition.left.kind === "bucket" && condition.right.kind === "bucket")
        return conditionWords({ ...condition, left: condition.left.of, right: condition.right.of });
      return `${expressionWords(condition.left)} ${operatorWords[condition.operator]} ${expressionWords(condition.right)}`;
    case "among":
      if (condition.values.length === 1)
        return `${expressionWords(condition.left)} is ${condition.negated ? "not " : ""}“${condition.values[0]}”`;
      return `${expressionWords(condition.left)} is ${condition.negated ? "none" : "one"} of ${condition.values.map((value) => `“${value}”`).join(", ")}`;
    case "like": {
      const verbs = condition.negated
        ? { contains: "does not contain", starts: "does not start with", ends: "does not end with", equals: "is not" }
        : { contains: "contains", starts: "starts with", ends: "ends with", equals: "is" };
      return `${expressionWords(condition.left)} ${verbs[condition.place]} “${condition.text}”`;
    }
    case "missing":
      return `${expressionWords(condition.left)} is ${condition.negated ? "not " : ""}empty`;
    case "period":
      return `${expressionWords(condition.left)} ${condition.negated ? "not " : ""}in ${condition.label}`
        .replace("in after", "after")
        .replace("in since", "since")
        .replace("in before", "before")
        .replace("in up to", "up to")
        .replace("in in ", "in ");
    case "within":
      return `${expressionWords(condition.left)} is ${condition.negated ? "not " : ""}among: ${formWords(condition.form)}`;
    case "related": {
      const where = condition.where.length === 0 ? "" : ` where ${condition.where.map(conditionWords).join(" and ")}`;
      return `${condition.negated ? "without" : "with"} ${spoken(condition.table)}${where}`;
    }
    case "either":
      return condition.conditions.map(conditionWords).join(" or ");
    case "every":
      return condition.conditions.map(conditionWords).join(" and ");
  }
}

function formWords(form: LogicalForm): string {
  const outputs = form.all_columns
    ? `all columns of ${spoken(form.subject)}`
    : form.outputs.map((output) => expressionWords(output.expression)).join(", ");
  const only = form.outputs.every((output) => isAggregate(output.expression));
  const of =
    form.all_columns ||
    (only && form.outputs.some((output) => output.expression.kind === "aggregate" && output.expression.of === null))
      ? ""
      : ` of ${spoken(form.subject)}`;
  const parts = [`${form.distinct ? "different " : ""}${outputs}${of}`];
  const keys = form.groups.filter((group) =>
    form.outputs.some((output) => JSON.stringify(output.expression) === JSON.stringify(group)),
  );
  if (keys.length > 0 && form.outputs.some((output) => isAggregate(output.expression)))
    parts.push(`by ${keys.map(expressionWords).join(", ")}`);
  if (form.joins.length > 0) parts.push(`with ${form.joins.map(spoken).join(", ")}`);
  if (form.where.length > 0) parts.push(`where ${form.where.map(conditionWords).join(" and ")}`);
  if (form.having.length > 0) parts.push(`having ${form.having.map(conditionWords).join(" and ")}`);
  if (form.order.length > 0)
    parts.push(
      `in order of ${form.order.map((order) => `${expressionWords(order.by)}${order.direction === "descending" ? ", highest first" : ""}`).join(", then ")}`,
    );
  if (form.per !== undefined && form.per.length > 0)
    parts.push(
      `the first${(form.limit ?? 1) > 1 ? ` ${form.limit}` : ""} for each ${form.per
        .filter(
          (key, i) =>
            i === (form.per ?? []).length - 1 || form.outputs.some(({ expression }) => sameExpression(expression, key)),
        )
        .map(expressionWords)
        .join(", ")}`,
    );
  else if (form.offset !== undefined) parts.push(`number ${form.offset + 1} in that order`);
  else if (form.limit !== null) parts.push(`first ${form.limit}`);
  const text = parts.join(", ").replace(", where", " where").replace(", by", " by");
  return form.combine === null ? text : `${text} (${form.combine.operation} with: ${formWords(form.combine.form)})`;
}

/** What a form asks for, in plain words. */
export function describe(form: LogicalForm, _catalog: Catalog): string {
  return `${capitalized(formWords(form))}.`;
}
