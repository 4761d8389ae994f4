import { failuresOf, statusesOf } from "@parley/contract/api-documents/failures";
import { type ErrorCode, ErrorCoded, ErrorFields, ErrorRateLimit, ErrorText } from "@parley/contract/errors";
import { everyError } from "@parley/contract/every-error";
import type { Operation } from "@parley/contract/operation";
import * as v from "valibot";
import { demand } from "./demand.ts";
import type { Answered } from "./gateway.ts";
import { judgeEvents } from "./judge-events.ts";
import { canary } from "./values.ts";

const ErrorFieldsOnly = v.strictObject({
  detail: v.pipe(
    v.array(
      v.strictObject({
        ...ErrorFields.entries.detail.item.entries,
        loc: v.pipe(
          v.array(v.union([v.string(), v.number()])),
          v.check(([place]) => ["body", "query", "path", "header"].includes(String(place))),
        ),
      }),
    ),
    v.minLength(1),
  ),
  code: ErrorFields.entries.code,
});
const RateLimitOnly = v.strictObject(ErrorRateLimit.entries);

/** Texts that say a number, a name, or what is wrong with SQL or a file. */
const named = /^(Expected \d+ memory IDs, got \d+$|Unsupported|File|Empty file|Missing values)/;

interface Law {
  statuses: Set<number>;
  failures: readonly ErrorCode[];
}
const laws = new Map<Operation, Law>();

function lawOf(operation: Operation): Law {
  let law = laws.get(operation);
  if (!law) {
    law = { statuses: new Set(statusesOf(operation)), failures: failuresOf(operation) };
    laws.set(operation, law);
  }
  return law;
}

/** Fails if a response is not one that the operation documents; `isOffRoute`: its path may match no route. */
export function judge(operation: Operation | undefined, answer: Answered, isOffRoute: boolean): void {
  try {
    check(operation, answer, isOffRoute);
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error);
    throw new Error(`${operation?.id ?? "no route"}: ${wrong}: ${answer.status} ${answer.text.slice(0, 500)}`, {
      cause: error,
    });
  }
}

function check(operation: Operation | undefined, answer: Answered, isOffRoute: boolean): void {
  const { status, headers } = answer;
  demand(typeof headers["x-request-id"] === "string", "the answer has no x-request-id");
  demand(headers["x-content-type-options"] === "nosniff", "the answer's type may be guessed");
  if (operation?.access !== "public") demand(headers["cache-control"] === "no-store", "the answer may be stored");
  if (!operation || (isOffRoute && (status === 404 || status === 405))) return checkOffRoute(answer);
  const law = lawOf(operation);
  demand(law.statuses.has(status), "the operation has no such status");
  if (status < 300) return checkSuccess(operation, answer);
  demand((headers["content-type"] ?? "").startsWith("application/json"), "the failure is not JSON");
  if (status >= 500) demand((headers["x-debug-id"] ?? "") !== "", "the fault has no x-debug-id");
  const code = law.failures.find((known) => known === answer.body.code);
  if (code === undefined) throw new Error("the failure has no code of the operation");
  demand(everyError[code].status === status, "the failure's code has another status");
  if (status === 422) return checkFields(answer);
  if (status === 429) return checkRateLimit(answer);
  return checkFailure(operation, code, answer);
}

/** What no route of the contract matches (D3). */
function checkOffRoute({ status, body, headers }: Answered): void {
  demand(status === 404 || status === 405, "what has no route is found");
  demand(v.is(ErrorText, body) || v.is(ErrorCoded, body), "the failure has no text");
  const { code } = body;
  // An address that names a route after all finds nothing there.
  const isMissing = code.endsWith("_NOT_FOUND");
  demand(status === 404 ? isMissing : code === "METHOD_NOT_ALLOWED", "the failure has another code");
  if (status === 405) demand((headers["allow"] ?? "") !== "", "the wrong method is not told the right ones");
}

function checkSuccess(operation: Operation, answer: Answered): void {
  const type = answer.headers["content-type"] ?? "";
  demand(answer.status === operation.status, "the operation succeeds with another status");
  if (operation.produces) {
    demand(type.startsWith(operation.produces), "the answer is of another type");
    if (operation.produces === "text/event-stream") judgeEvents(operation, answer.text);
  } else if (operation.reply) {
    demand(type.startsWith("application/json"), "the answer is not JSON");
    demand(v.is(operation.reply, answer.body), "the answer has not the operation's shape");
  } else demand(answer.text === "", "there is an answer where none should be");
}

function checkFields({ body }: Answered): void {
  demand(v.is(ErrorFieldsOnly, body), "the fields' problems have not their shape");
  // Names of a map's entries are where a problem is; values are never said again.
  const said = body.detail.map(({ loc: _loc, ...rest }: { loc: unknown }) => rest);
  demand(!JSON.stringify(said).includes(canary), "the input is echoed");
  const places = body.detail.map(({ loc }: { loc: unknown[] }) => JSON.stringify(loc.slice(0, 2)));
  demand(new Set(places).size === places.length, "a field has two problems");
}

function checkRateLimit({ body, headers }: Answered): void {
  demand(v.is(RateLimitOnly, body), "the refusal has not its shape");
  demand(headers["retry-after"] === String(body.retry_after_seconds), "header and body name different seconds");
}

/** Failures that say what the database or the guard has against something. */
const inOwnWords = new Set<ErrorCode>([
  "INVALID_SAVED_QUERY",
  "INVALID_DEFINITION",
  "INVALID_COLUMN_MARK",
  "SQL_REJECTED",
  "NOT_A_DATABASE",
]);

function checkFailure(operation: Operation, code: ErrorCode, { status, body }: Answered): void {
  if (status === 409 || operation.errorShape === "coded") {
    if (v.is(ErrorCoded, body)) return demand(body.detail.code === code, "the failure has two codes");
    demand(status !== 409, "the conflict has not its shape");
  }
  demand(v.is(ErrorText, body), "the failure has not its shape");
  demand(
    named.test(body.detail) || inOwnWords.has(code) || body.detail === everyError[code].message,
    "the failure says something else",
  );
}
