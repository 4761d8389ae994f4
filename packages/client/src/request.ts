import { onAbort } from "./abort.ts";
import { AbortedError, ConnectionError, ParleyError, TimeoutError } from "./errors.ts";
import type { Call, Options } from "./options.ts";
import { loadRecovery } from "./recovering.ts";
import { tell } from "./tell.ts";

/** The longest time (ms) that timers take. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Milliseconds that an answer may take, unless the caller says otherwise. */
export const TIMEOUT_MS = 30_000;

/** The address of a call. Lists are not known to the service's queries; absent values are left out. */
function addressOf(baseUrl: string, { path, query = {} }: Call): string {
  const address = new URL(baseUrl.replace(/\/+$/, "") + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.set(name, `${value}`);
  }
  return address.href;
}

/** The request as `fetch` takes it. */
function requestOf(call: Call, token: string | undefined, headers: Record<string, string> | undefined): RequestInit {
  const { access = "public", body = null } = call;
  // `fetch` takes these as they are, and knows their type.
  const isRaw = body === null || body instanceof FormData || body instanceof Blob;
  return {
    method: call.method,
    headers: {
      ...headers,
      ...(!isRaw && { "content-type": "application/json" }),
      ...call.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    // What is allowed by a cookie, or makes one. Not every runtime knows the word.
    ...(access !== "public" && { credentials: "include" }),
    body: isRaw ? body : JSON.stringify(body),
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
  const { operation, signal } = call;
  const stop = new AbortController();
  const abort = () => stop.abort();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      abort();
    },
    // A timer that is set for longer, say for ever, is due at once.
    Math.min(call.timeout ?? options.timeout ?? TIMEOUT_MS, LONGEST_TIMER_MS),
  );
  const forget = onAbort(signal, abort);
  const began = Date.now();
  let response: Response | undefined;
  const note = () =>
    tell(options.onEvent, {
      type: "request",
      operation,
      attempt: number,
      status: response?.status ?? null,
      ms: Date.now() - began,
      debugId: response?.headers.get("x-debug-id") ?? null,
    });
  try {
    response = await (options.fetch ?? globalThis.fetch)(addressOf(options.baseUrl, call), {
      ...requestOf(call, token, options.headers),
      signal: stop.signal,
    });
    note();
    // In the background, so that it is there when the network is not; only now, when the network has answered.
    loadRecovery().catch(() => undefined);
    // A redirect that browsers hide has status 0.
    if (!response.ok && !(call.redirect && response.status < 400))
      throw await (await loadRecovery()).failureOf(response, call);
    return await read(response);
  } catch (error) {
    if (!response) note();
    if (error instanceof ParleyError) throw error;
    const Failed = signal?.aborted ? AbortedError : late ? TimeoutError : ConnectionError;
    throw new Failed(undefined, { cause: error });
  } finally {
    clearTimeout(timer);
    // A stream is the caller's from here on, and ends with the caller's signal.
    if (!call.stream || !response?.ok) forget();
  }
}
