import { AbortedError, ConnectionError, ParleyError, TimeoutError } from "./errors.ts";
import { failureOf } from "./failure.ts";
import type { Call, Options } from "./options.ts";

/** Milliseconds that an answer may take, unless the caller says otherwise. */
const TIMEOUT_MS = 30_000;

/** The address of a call. Lists are not known to the service's queries; absent values are left out. */
function addressOf(baseUrl: string, { path, query = {} }: Call): string {
  const address = new URL(baseUrl.replace(/\/+$/, "") + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.set(name, `${value}`);
  }
  return address.href;
}

/** Whether `fetch` takes a body as it is, and knows its type. */
const isRaw = (body: unknown): body is FormData | Blob => body instanceof FormData || body instanceof Blob;

const isRedirect = ({ type, status }: Response): boolean =>
  type === "opaqueredirect" || (status >= 300 && status < 400);

/** The request as `fetch` takes it. */
function requestOf(call: Call, token: string | undefined, headers: Record<string, string> | undefined): RequestInit {
  const { access = "public", body } = call;
  return {
    method: call.method,
    headers: {
      ...headers,
      ...(body !== undefined && !isRaw(body) && { "content-type": "application/json" }),
      ...call.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    // What is allowed by a cookie, or makes one.
    ...(access !== "public" && { credentials: "include" }),
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(call.redirect && { redirect: call.redirect }),
  };
}

/** What one try needs to know. */
interface Try<T> {
  /** Absent where the call needs none. */
  token?: string;
  /** 1 for the first. */
  number: number;
  read: (response: Response) => Promise<T>;
}

/**
 * One try: the answer's head and what `read` makes of it, within the call's time. Throws a `ParleyError`, for an answer that
 * failed an `ApiError`.
 */
export async function attempt<T>(options: Options, call: Call, { token, number, read }: Try<T>): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      abort();
    },
    call.timeout ?? options.timeout ?? TIMEOUT_MS,
  );
  call.signal?.addEventListener("abort", abort, { once: true });
  if (call.signal?.aborted) abort();
  const began = Date.now();
  const tell = (response?: Response) =>
    options.onEvent?.({
      type: "request",
      operation: call.operation,
      attempt: number,
      status: response?.status ?? null,
      ms: Date.now() - began,
      debugId: response?.headers.get("x-debug-id") ?? null,
    });
  let response: Response | undefined;
  try {
    response = await (options.fetch ?? globalThis.fetch)(addressOf(options.baseUrl, call), {
      ...requestOf(call, token, options.headers),
      signal: stop.signal,
    });
    tell(response);
    const isExpected = response.ok || (call.redirect === "manual" && isRedirect(response));
    if (!isExpected) throw await failureOf(response);
    return await read(response);
  } catch (error) {
    if (!response) tell();
    if (error instanceof ParleyError) throw error;
    if (call.signal?.aborted) throw new AbortedError(undefined, { cause: error });
    if (late) throw new TimeoutError(undefined, { cause: error });
    throw new ConnectionError(undefined, { cause: error });
  } finally {
    clearTimeout(timer);
    // A stream is the caller's from here on, and ends with the caller's signal.
    if (!call.stream || !response?.ok) call.signal?.removeEventListener("abort", abort);
  }
}
