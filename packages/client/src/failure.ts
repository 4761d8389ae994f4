import { apiError, type ApiError, type FieldProblem } from "./errors.ts";
import { failures, retryableByCode } from "./generated.ts";

/** What a failing body may hold, of any of the service's shapes, and of its gateway's (`message`). */
interface FailureBody {
  code?: string;
  detail?: string | FieldProblem[] | { code?: string; message?: string; missing?: string[]; turn_id?: string };
  message?: string;
  retry_after_seconds?: number;
}

const bodyOf = (text: string): FailureBody => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
};

/** Seconds of a `Retry-After`, which may also be a date. */
function secondsOf(header: string | null): number | null {
  if (header === null || header === "") return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

/** Whether the same call may succeed later, by its status and code. */
const isPassing = (status: number, code: string): boolean =>
  retryableByCode[code] ?? (status === 408 || status === 429 || status >= 500);

/** Reads a failing answer. It never holds a token, a header or a body in its message. */
export async function failureOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body = bodyOf(await response.text().catch(() => ""));
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
