import { apiError } from "./api-error.ts";
import type { ApiError, FieldProblem } from "./errors.ts";
import type { Call } from "./options.ts";
import { failures, retryableByCode } from "./generated-failures.ts";

interface CodedDetail {
  code?: string;
  message?: string;
  missing?: string[];
  turn_id?: string;
}

/** What a failing body may hold, of any of the service's shapes, and of its gateway's (`message`). */
interface FailureBody {
  code?: string;
  detail?: string | FieldProblem[] | CodedDetail;
  message?: string;
  retry_after_seconds?: number;
}

/** The body of an answer, nothing where it is not JSON or has not come whole. */
async function bodyOf(response: Response): Promise<FailureBody> {
  try {
    return Object(await response.json());
  } catch {
    return {};
  }
}

/** Seconds of a `Retry-After`, which may also be a date. */
function secondsOf(header: string | null): number | null {
  if (!header) return null;
  const number = Number(header);
  const seconds = Number.isNaN(number) ? (Date.parse(header) - Date.now()) / 1000 : number;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Whether the same call may succeed later, by its status and code. */
const isPassing = (status: number, code: string): boolean =>
  retryableByCode[code] ?? (status === 408 || status === 429 || status >= 500);

/** Reads a failing answer to a call. It never holds a token, a header or a body in its message. */
export async function failureOf(response: Response, { body: sent }: Call): Promise<ApiError> {
  const { status } = response;
  const body = await bodyOf(response);
  const { detail } = body;
  const fields = Array.isArray(detail) ? detail : [];
  // Neither a text nor a list has any of these.
  const coded: CodedDetail = Object(detail);
  const words = typeof detail === "string" ? detail : (coded.message ?? body.message);
  const code = body.code ?? coded.code ?? failures[`${status} ${words}`] ?? `HTTP_${status}`;
  return apiError(
    {
      status,
      code,
      message: words ?? (fields[0] ? `${fields[0].loc.join(".")}: ${fields[0].msg}` : wordsOf(status)),
      retryable: isPassing(status, code),
      debugId: response.headers.get("x-debug-id"),
      retryAfter: body.retry_after_seconds ?? secondsOf(response.headers.get("retry-after")),
      fields,
      missing: coded.missing ?? [],
      turnId: coded.turn_id ?? null,
      response,
    },
    sent,
  );
}

const wordsOf = (status: number): string =>
  status === 429 ? "Too many requests" : `The service answered with status ${status}`;
