import type { Refusal, WireError, WireRequest } from "./wire.ts";

/** An error as OpenAI's APIs tell it. */
export const failure = (status: number, type: string, code: string | null, message: string): WireError => ({
  status,
  body: { error: { message, type, param: null, code } },
});

export const invalid = (message: string, code: string | null = null): WireError =>
  failure(400, "invalid_request_error", code, message);

/** What is wrong with the key of a request; undefined if it is right. */
export const keyProblem = ({ headers }: WireRequest): WireError | undefined =>
  headers["authorization"] === "Bearer sk-scripted"
    ? undefined
    : failure(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.");

export function refusal(kind: Refusal): WireError {
  if (kind === "throttled") return failure(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests.");
  if (kind === "overloaded") return failure(503, "server_error", null, "The engine is currently overloaded.");
  if (kind === "too-long")
    return invalid("This model's maximum context length is 8192 tokens.", "context_length_exceeded");
  return invalid("The response was filtered due to the content management policy.", "content_filter");
}
