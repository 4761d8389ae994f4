import type { FieldProblem, Requirement } from "@parley/contract/fields";
import type * as v from "valibot";
import type { Loc, Problem } from "./validation.ts";

const types: Record<string, FieldProblem> = {
  string: { type: "string_type", msg: "Input should be a valid string" },
  boolean: { type: "bool_type", msg: "Input should be a valid boolean" },
  array: { type: "list_type", msg: "Input should be a valid list" },
  object: { type: "dict_type", msg: "Input should be a valid dictionary" },
  record: { type: "dict_type", msg: "Input should be a valid dictionary" },
};

const plural = (count: unknown) => (count === 1 ? "" : "s");

/** "'a', 'b' or 'c'", as Pydantic lists the members of a Literal. */
function expectedOf(expected: string | null): string {
  const members = (expected ?? "")
    .replace(/^\(|\)$/g, "")
    .split(" | ")
    .map((member) => member.replaceAll('"', "'"));
  const last = members.pop() ?? "";
  return members.length > 0 ? `${members.join(", ")} or ${last}` : last;
}

function lengthProblem(issue: v.BaseIssue<unknown>, bound: "min_length" | "max_length"): FieldProblem {
  const limit = issue.requirement;
  const least = bound === "min_length" ? "at least" : "at most";
  const suffix = bound === "min_length" ? "short" : "long";
  if (typeof issue.input === "string") {
    return {
      type: `string_too_${suffix}`,
      msg: `String should have ${least} ${String(limit)} character${plural(limit)}`,
      ctx: { [bound]: limit },
    };
  }
  const actual = Array.isArray(issue.input) ? issue.input.length : 0;
  return {
    type: `too_${suffix}`,
    msg: `List should have ${least} ${String(limit)} item${plural(limit)} after validation, not ${actual}`,
    ctx: { field_type: "List", [bound]: limit, actual_length: actual },
  };
}

function problemOf(issue: v.BaseIssue<unknown>): FieldProblem {
  switch (issue.type) {
    case "picklist":
    case "literal": {
      const expected = expectedOf(issue.expected);
      return { type: "literal_error", msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case "regex": {
      const pattern = issue.requirement instanceof RegExp ? issue.requirement.source : "";
      return { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
    }
    case "min_length":
    case "max_length":
      return lengthProblem(issue, issue.type);
    case "min_value":
      return {
        type: "greater_than_equal",
        msg: `Input should be greater than or equal to ${String(issue.requirement)}`,
        ctx: { ge: issue.requirement },
      };
    case "max_value":
      return {
        type: "less_than_equal",
        msg: `Input should be less than or equal to ${String(issue.requirement)}`,
        ctx: { le: issue.requirement },
      };
    case "number":
      // A schema of whole numbers has a message of its own (`NO_INTEGER`).
      return issue.message.startsWith("Invalid type")
        ? { type: "float_type", msg: "Input should be a valid number" }
        : { type: "int_type", msg: issue.message };
    case "integer":
      return { type: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part" };
    case "finite":
      return { type: "finite_number", msg: "Input should be a finite number" };
    case "check":
      // Every check of the contract package is made by `requires`, which attaches its problem to the function.
      return (issue.requirement as Requirement).problem;
    default:
      return types[issue.type] ?? { type: "value_error", msg: "Input should be valid" };
  }
}

/** A valibot issue as a problem of the field at `base` and the issue's own path. */
export function wordsOf(issue: v.BaseIssue<unknown>, base: Loc): Problem {
  const path = issue.path ?? [];
  const keys: Loc = [];
  for (const item of path) {
    // valibot treats an array as an object and then misses its fields.
    if (item.type === "object" && Array.isArray(item.input)) {
      return { loc: [...base, ...keys], type: "dict_type", msg: "Input should be a valid dictionary" };
    }
    // Indices of arrays and names of fields; there are no maps with other keys in JSON.
    keys.push(item.key as string | number);
  }
  if (issue.kind === "schema" && issue.input === undefined)
    return { type: "missing", loc: [...base, ...keys], msg: "Field required" };
  return { loc: [...base, ...keys], ...problemOf(issue) };
}
