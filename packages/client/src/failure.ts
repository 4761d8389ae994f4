import { apiError, type ApiError, type FieldProblem } from "./errors.ts";
import { failures, retryableByCode } from "./generated.ts";

/** What a failing body may hold, of any of the service's shapes, and of its gateway's (`message`). */
interface FailureBody {
  code?: string;
  detail?: string | FieldProblem[] | { code?: string; message?: string; missing?: string[]; turn_id?: string };
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

/** Reads a failing answer. It never holds a token, a header or a body in its message. */
export async function failureOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body = await bodyOf(response);
  const { detail } = body;
  const coded = typeof detail === "object" && !Array.isArray(detail) ? detail : undefined;
  const fields = Array.isArray(detail) ? detail : [];
  const words = typeof detail === "string" ? detail : (coded?.message ?? body.message);
  const code = body.code ?? coded?.code ?? failures[`${status} ${words}`] ?? `HTTP_${status}`;
  return apiError({
    status,
    code,
    message: words ?? (fields[0] ? `${fields[0].loc.join(".")}: ${fields[0].msg}` : wordsOf(status)),
    retryable: isPassing(status, code),
    debugId: response.headers.get("x-debug-id"),
    retryAfter: body.retry_after_seconds ?? secondsOf(response.headers.get("retry-after")),
    fields,
    missing: coded?.missing ?? [],
    turnId: coded?.turn_id ?? null,
    response,
  });
}

const wordsOf = (status: number): string =>
  status === 429 ? "Too many requests" : `The service answered with status ${status}`;
