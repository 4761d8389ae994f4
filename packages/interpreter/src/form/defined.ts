import type { Expression } from "./logical-form.ts";
import { walk } from "./visit.ts";

export type Defined = Extract<Expression, { kind: "defined" }>;

/** The metric that an expression is made with. */
export function definedIn(expression: Expression): Defined | null {
  let found: Defined | null = null;
  walk(expression, (part) => {
    if (part.kind === "defined") found = part;
  });
  return found;
}
