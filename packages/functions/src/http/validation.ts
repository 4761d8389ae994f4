import type { ErrorFields } from "@parley/contract/errors";
import * as v from "valibot";

export type Problem = ErrorFields["detail"][number];
export type Loc = Problem["loc"];

/** A request that does not have the operation's shape: 422 in Pydantic's words (D5). The input is never echoed. */
export class Invalid extends Error {
  readonly problems: readonly (Problem | Unworded)[];
  constructor(problems: readonly (Problem | Unworded)[]) {
    super("The request does not have the operation's shape");
    this.name = "Invalid";
    this.problems = problems;
  }

  /** Returns the problems as the response lists them. */
  async worded(): Promise<Problem[]> {
    const { wordsOf } = await import("./pydantic-words.ts");
    return this.problems.map((each) => ("issue" in each ? wordsOf(each.issue, each.base) : each));
  }
}

/** A required field, part or body that is missing. */
export const missing = (...loc: Loc): Problem => ({ type: "missing", loc, msg: "Field required" });

/** A problem that has no words yet: most requests have none, so the words are loaded when they are needed. */
interface Unworded {
  issue: v.BaseIssue<unknown>;
  /** The place of what was checked. */
  base: Loc;
}

/** A valibot issue as a problem of the field at `base` and the issue's own path. */
export const problem = (issue: v.BaseIssue<unknown>, base: Loc): Unworded => ({ issue, base });

type Schema = v.GenericSchema;
type Place = "body" | "query";

/** Each field up to its first problem. */
export const parsing = { abortEarly: true, abortPipeEarly: true } as const;

const isObjectSchema = (schema: Schema): schema is Schema & { entries: Record<string, Schema> } =>
  schema.type === "object" && "entries" in schema;

/**
 * A check of a body or query against `schema`. Throws `Invalid` with one problem per field (D5): only a refused input is
 * checked field by field, and each field only up to its first problem, however long its list is.
 */
export function checker(schema: Schema, place: Place): (input: unknown) => unknown {
  const fields = isObjectSchema(schema)
    ? Object.entries(schema.entries).map(([name, field]) => v.object({ [name]: field }))
    : [schema];
  return (input) => {
    const parsed = v.safeParse(schema, input, parsing);
    if (parsed.success && !Array.isArray(input)) return parsed.output;
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      throw new Invalid([{ type: "dict_type", loc: [place], msg: "Input should be a valid dictionary" }]);
    }
    const problems = fields.flatMap((field): Unworded[] => {
      const result = v.safeParse(field, input, parsing);
      return result.success ? [] : [problem(result.issues[0], [place])];
    });
    throw new Invalid(problems);
  };
}

/** A body whose text is no longer JSON at `position`. */
export const invalidJson = (position: number): Invalid =>
  new Invalid([
    { type: "json_invalid", loc: ["body", position], msg: "JSON decode error", ctx: { error: "Expecting value" } },
  ]);
