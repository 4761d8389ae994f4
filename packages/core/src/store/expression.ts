import { type Attributes, toAttributes } from "./attributes.ts";

/** A DynamoDB expression with its values; `#name` in the text stands for the attribute of that name. */
export interface Expression {
  readonly text: string;
  readonly values: readonly unknown[];
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === "object" && value !== null && "text" in value && "values" in value;

/**
 * Writes a condition or an update as DynamoDB reads it, with values in place:
 * ``expr`#status = ${"in_progress"} AND #lease_until < ${now}` ``. An expression in place of a value is spliced in.
 */
export function expr(parts: TemplateStringsArray, ...inputs: readonly unknown[]): Expression {
  let text = parts[0] ?? "";
  const values: unknown[] = [];
  inputs.forEach((input, position) => {
    if (isExpression(input)) {
      text += input.text;
      values.push(...input.values);
    } else {
      text += "\u0000";
      values.push(input);
    }
    text += parts[position + 1] ?? "";
  });
  return { text, values };
}

/** Joins expressions with a separator such as `" AND "` or `", "`. */
export const join = (expressions: readonly Expression[], separator: string): Expression => ({
  text: expressions.map((expression) => expression.text).join(separator),
  values: expressions.flatMap((expression) => expression.values),
});

/** `#a = 1, #b = 2` for a SET clause; undefined fields are left out. */
export const assignments = (fields: Record<string, unknown>): Expression =>
  join(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ text: `#${name} = \u0000`, values: [value] })),
    ", ",
  );

export interface Rendered {
  text: string;
  names: Record<string, string>;
  values: Attributes;
}

/** Gives each value a placeholder that starts with `prefix`, and collects the names. */
export function render(expression: Expression, prefix: string): Rendered {
  const names: Record<string, string> = {};
  for (const placeholder of expression.text.match(/#[A-Za-z_]\w*/g) ?? []) names[placeholder] = placeholder.slice(1);
  const values: Record<string, unknown> = {};
  const [beginning = "", ...parts] = expression.text.split("\u0000");
  let text = beginning;
  for (const [position, part] of parts.entries()) {
    const placeholder = `:${prefix}${position}`;
    values[placeholder] = expression.values[position];
    text += placeholder + part;
  }
  return { text, names, values: toAttributes(values) };
}
