import { APICallError } from "@ai-sdk/provider";
import { Failure } from "@parley/core/failure/failure";
import * as v from "valibot";
import { floodIn } from "./flood.ts";

const tooLong =
  /context[_ -]?(length|window)|maximum context|prompt is too long|input is too long|too many (input )?tokens|exceeds? the (model's )?(maximum|context)|reduce the length/i;
const filtered = /content[_ -]?(filter|policy|management)|safety (system|policy)|responsible ai|guardrail/i;

/** An error object inside a stream: `{message, code, type}`, by OpenAI's habit, with the status that it stands for where that is known. */
const StreamedError = v.object({
  message: v.optional(v.string(), ""),
  statusCode: v.optional(v.number()),
  code: v.optional(v.nullable(v.union([v.string(), v.number()])), null),
  type: v.optional(v.nullable(v.string()), null),
});

/** What is known of a model's failure, whatever the provider called it. */
interface Trouble {
  status: number | undefined;
  text: string;
  retryAfterMs: number | undefined;
}

function read(error: unknown): Trouble {
  if (APICallError.isInstance(error)) {
    const seconds = Number(error.responseHeaders?.["retry-after"]);
    return {
      status: error.statusCode,
      text: `${error.message} ${error.responseBody ?? ""}`,
      retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
    };
  }
  const streamed = v.safeParse(StreamedError, error);
  if (streamed.success && !(error instanceof Error)) {
    const { message, statusCode, code, type } = streamed.output;
    const status =
      statusCode ?? (typeof code === "number" ? code : /rate_limit/.test(`${code} ${type}`) ? 429 : undefined);
    return { status, text: `${message} ${code ?? ""} ${type ?? ""}`, retryAfterMs: undefined };
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return {
    status: undefined,
    text: error instanceof Error ? `${error.message} ${cause}` : String(error),
    retryAfterMs: undefined,
  };
}

/** The visible failure that a model's error becomes. */
export function modelFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { status, text } = read(error);
  const refused = status === undefined || status === 400 || status === 413 || status === 422;
  if (refused && tooLong.test(text)) return new Failure("CONTEXT_TOO_LONG", { cause: error });
  if (refused && filtered.test(text)) return new Failure("CONTENT_FILTERED", { cause: error });
  return new Failure(status === 408 || status === 504 ? "MODEL_TIMEOUT" : "MODEL_UNAVAILABLE", { cause: error });
}

/** What passes by itself below 500: a conflict, a model that failed while it wrote (Bedrock's name for it), too many requests. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([409, 424, 429]);

/**
 * How long to wait at least before another try, or null if another try cannot help. Without a status the call never got
 * through; with one of success the connection was cut.
 */
export function retryDelay(error: unknown): number | null {
  if (floodIn(error)) return null;
  const failure = modelFailure(error);
  if (failure.code !== "MODEL_UNAVAILABLE") return null;
  const { status, retryAfterMs } = read(failure.cause ?? failure);
  const passing = status === undefined || status < 400 || PASSING_STATUSES.has(status) || status >= 500;
  return passing ? (retryAfterMs ?? 0) : null;
}

/** True if the provider refused the request itself (400, 415, 422), not its length or content. */
export function isBadRequest(error: unknown): boolean {
  const { status } = read(error);
  return (status === 400 || status === 415 || status === 422) && modelFailure(error).code === "MODEL_UNAVAILABLE";
}
