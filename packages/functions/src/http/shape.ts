import * as v from "valibot";
import { parseJson } from "../api-gateway/json-input.ts";
import { Invalid, missing, type Problem, problem } from "./invalid.ts";

type Schema = v.GenericSchema;
type Place = "body" | "query";

const config = { abortEarly: true, abortPipeEarly: true } as const;

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
    const parsed = v.safeParse(schema, input, config);
    if (parsed.success && !Array.isArray(input)) return parsed.output;
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      throw new Invalid([{ type: "dict_type", loc: [place], msg: "Input should be a valid dictionary" }]);
    }
    const problems = fields.flatMap((field): Problem[] => {
      const result = v.safeParse(field, input, config);
      return result.success ? [] : [problem(result.issues[0], [place])];
    });
    throw new Invalid(problems);
  };
}

const invalidJson = (position: number): Invalid =>
  new Invalid([
    { type: "json_invalid", loc: ["body", position], msg: "JSON decode error", ctx: { error: "Expecting value" } },
  ]);

/** Parses the text of a JSON body. Throws `Invalid` if it is not JSON. */
function parsedBody(text: string): unknown {
  const parsed = parseJson(text);
  if ("invalidAt" in parsed) throw invalidJson(parsed.invalidAt);
  return parsed.value;
}

/** Reads a JSON body and checks it. A body that is absent or null counts as `{}` if the schema accepts that. */
export function bodyReader(schema: Schema): (request: Request) => Promise<unknown> {
  const check = checker(schema, "body");
  const absent = v.safeParse(schema, {}, config);
  return async (request) => {
    const text = request.body === null ? "" : await request.text();
    const input = text === "" ? null : parsedBody(text);
    if (input !== null) return check(input);
    if (absent.success) return absent.output;
    throw new Invalid([missing("body")]);
  };
}

/** Reads a query string and checks it; of a repeated name the last value counts. */
export function queryReader(schema: Schema): (search: string) => unknown {
  const check = checker(schema, "query");
  return (search) => check(search === "" ? {} : Object.fromEntries(new URLSearchParams(search)));
}
