import { type ErrorFields, errorText, visibleErrors } from "@parley/contract/errors";
import type { Operation } from "@parley/contract/operation";
import { Failure } from "@parley/core/failure/failure";
import { log } from "@parley/core/observe/log";
import * as v from "valibot";
import { HttpResponse } from "./http-message.ts";
import { Invalid } from "./validation.ts";

/** Headers of every response to one request; responses are made with them, so that none is forgotten. */
export type Headers = Record<string, string>;

const json = (status: number, body: unknown, headers: Headers): HttpResponse =>
  new HttpResponse(JSON.stringify(body), { status, headers: { ...headers, "content-type": "application/json" } });

/** What a handler returned as a response: through the operation's own schema, so that nothing else leaves (D8). */
export function renderReply(operation: Operation, answer: unknown, headers: Headers): HttpResponse {
  if (answer instanceof HttpResponse) {
    for (const [name, value] of Object.entries(headers)) if (!answer.headers.has(name)) answer.headers.set(name, value);
    return answer;
  }
  if (!operation.reply) return new HttpResponse(null, { status: operation.status, headers });
  return json(operation.status, v.parse(operation.reply, answer), headers);
}

/** Whether a failure's `detail` is an object: those of a route with coded failures (D19), and every conflict. */
const isCoded = ({ code, status }: Failure, operation: Operation | undefined): boolean =>
  status === 409 || (operation?.errorShape === "coded" && operation.errors.includes(code));

/** The body of a failure, in the shape its route has for it (D19). */
function failureBody(failure: Failure, operation: Operation | undefined): unknown {
  const { code, message, missing, turnId } = failure;
  if (isCoded(failure, operation)) {
    const named = { ...(missing && { missing }), ...(turnId !== undefined && { turn_id: turnId }) };
    return { detail: { code, message, ...named }, code };
  }
  return { detail: message, code };
}

function renderFailure(
  failure: Failure,
  operation: Operation | undefined,
  headers: Headers,
  debugId: () => string,
): HttpResponse {
  const { status } = failure;
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

async function renderInvalid(error: Invalid, headers: Headers): Promise<HttpResponse> {
  const body: ErrorFields = { detail: await error.worded(), code: "VALIDATION_FAILED" };
  return json(visibleErrors[body.code].status, body, headers);
}

/** Anything thrown as a response: visible failures as the table has them, everything else as D6 says. */
export function renderError(
  error: unknown,
  operation: Operation | undefined,
  headers: Headers,
  debugId: () => string,
): HttpResponse | Promise<HttpResponse> {
  if (error instanceof Failure) return renderFailure(error, operation, headers, debugId);
  if (error instanceof Invalid) return renderInvalid(error, headers);
  const id = debugId();
  log("error", "request failed", { debug_id: id }, error);
  return json(500, errorText("INTERNAL"), { ...headers, "x-debug-id": id });
}
