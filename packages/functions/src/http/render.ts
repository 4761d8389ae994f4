import { type ErrorCode, visibleErrors } from "@parley/contract/errors";
import type { Operation } from "@parley/contract/operation";
import { Failure } from "@parley/core/failure/failure";
import { log } from "@parley/core/observe/log";
import { Invalid } from "./invalid.ts";

/** Headers of every answer of one request; answers are made with them, so that none is forgotten. */
export type Headers = Record<string, string>;

export const json = (status: number, body: unknown, headers: Headers): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": "application/json" } });

/** The body of a failure, in the shape its route has for it (D19; the contract's table of body shapes). */
function failureBody(failure: Failure, operation: Operation | undefined): unknown {
  const { code, message, missing } = failure;
  const errors: readonly ErrorCode[] = operation?.errors ?? [];
  if (operation?.errorShape === "coded" && errors.includes(code)) {
    return { detail: { code, message, ...(missing && { missing }) } };
  }
  if (code === "IDEMPOTENCY_CONFLICT" || code === "TURN_ALREADY_RUNNING") return { detail: { code } };
  return { detail: message };
}

function renderFailure(
  failure: Failure,
  operation: Operation | undefined,
  headers: Headers,
  debugId: () => string,
): Response {
  const { status } = visibleErrors[failure.code];
  if (failure.code === "RATE_LIMIT") {
    const seconds = Math.max(1, failure.retryAfter ?? 1);
    return json(
      status,
      { code: "RATE_LIMIT", retry_after_seconds: seconds },
      { ...headers, "retry-after": String(seconds) },
    );
  }
  if (status < 500) return json(status, failureBody(failure, operation), headers);
  const id = debugId();
  log("error", "request failed", { debug_id: id, code: failure.code }, failure.cause ?? failure);
  return json(status, failureBody(failure, operation), { ...headers, "x-debug-id": id });
}

/** Whatever was thrown as an answer: visible failures as the table has them, everything else as D6 says. */
export function renderError(
  error: unknown,
  operation: Operation | undefined,
  headers: Headers,
  debugId: () => string,
): Response {
  if (error instanceof Failure) return renderFailure(error, operation, headers, debugId);
  if (error instanceof Invalid) return json(422, { detail: error.problems }, headers);
  const id = debugId();
  log("error", "request failed", { debug_id: id }, error);
  return json(500, { detail: visibleErrors.INTERNAL.message }, { ...headers, "x-debug-id": id });
}
