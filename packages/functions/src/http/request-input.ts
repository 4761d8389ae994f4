import * as v from "valibot";
import { parseJson } from "../api-gateway/json-input.ts";
import type { HttpRequest } from "./http-message.ts";
import { checker, Invalid, invalidJson, missing, parsing } from "./validation.ts";

/** Parses the text of a JSON body. Throws `Invalid` if it is not JSON. */
function parsedBody(text: string): unknown {
  const parsed = parseJson(text);
  if ("invalidAt" in parsed) throw invalidJson(parsed.invalidAt);
  return parsed.value;
}

/** Reads a JSON body and checks it. A body that is absent or null counts as `{}` if the schema accepts that. */
export function bodyReader(schema: v.GenericSchema): (request: HttpRequest) => Promise<unknown> {
  const check = checker(schema, "body");
  const absent = v.safeParse(schema, {}, parsing);
  return async (request) => {
    const text = await request.text();
    const input = text === "" ? null : parsedBody(text);
    if (input !== null) return check(input);
    if (absent.success) return absent.output;
    throw new Invalid([missing("body")]);
  };
}

/** Reads a query string and checks it; of a repeated name the last value counts. */
export function queryReader(schema: v.GenericSchema): (search: string) => unknown {
  const check = checker(schema, "query");
  return (search) => check(search === "" ? {} : Object.fromEntries(new URLSearchParams(search)));
}
