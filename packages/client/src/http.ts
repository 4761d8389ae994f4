import { backoff, pause } from "./backoff.ts";
import {
  AbortedError,
  ApiError,
  AuthenticationError,
  NotFoundError,
  type ParleyError,
  ServiceError,
} from "./errors.ts";
import type { Call, CallOptions, Options } from "./options.ts";
import { attempt } from "./request.ts";
import { type TokenSource, tokenSource } from "./token.ts";

/** The longest `Retry-After` (ms) that is waited for, unless the caller says otherwise. */
export const LONGEST_RETRY_AFTER_MS = 20_000;
/** Tries after the first one, unless the caller says otherwise. */
const RETRIES = 2;
/** The wait (ms) before a second try is below this; below twice as much before a third. */
const RETRY_BASE_MS = 500;

/** What came, and the response that it came in. */
export interface Answer<T> {
  data: T;
  response: Response;
}

/** Sends calls with a token, within the time they have, again where that is safe. */
export interface Http {
  readonly options: Options;
  readonly tokens: TokenSource;
  /** A response that succeeded, its body unread. Throws a `ParleyError`. */
  send(call: Call): Promise<Response>;
  /** The JSON of a response that succeeded; undefined for an empty one. Throws a `ParleyError`. */
  json<T>(call: Call): Promise<Answer<T>>;
  /** A copy with other settings. It shares the token unless it gets another one. */
  with(options: Partial<Options>): Http;
}

/** Whether a call that failed is sent again. */
function isWorthAnother(call: Call, error: ParleyError): boolean {
  const repeatable = call.repeatable ?? ["GET", "PATCH", "DELETE"].includes(call.method);
  if (!(error instanceof ApiError)) return repeatable && !(error instanceof AbortedError);
  if (error.status === 429) return true;
  return repeatable && error.retryable && error.status !== 409;
}

/**
 * The wait before the try after `failed` retries: as long as the service asks for, or a backoff. Undefined if it asks for
 * more than `maxWait`, or the retries are used up.
 */
export function retryWait(
  { retries = RETRIES, maxWait = LONGEST_RETRY_AFTER_MS }: Options,
  call: CallOptions,
  error: ParleyError,
  failed: number,
): { ms: number; asked: boolean } | undefined {
  const asked = error instanceof ApiError ? error.retryAfter : null;
  const ms = asked === null ? Math.min(backoff(failed, RETRY_BASE_MS), maxWait) : asked * 1000;
  return failed >= (call.retries ?? retries) || ms > maxWait ? undefined : { ms, asked: asked !== null };
}

export function createHttp(options: Options, tokens: TokenSource = tokenSource(options.token)): Http {
  /** Tries with a token; once more with another one if that is refused. */
  async function authorized<T>(call: Call, number: number, read: (response: Response) => Promise<T>): Promise<T> {
    const { access, signal } = call;
    const once = (known?: { token: string }) => attempt(options, call, { ...known, number, read });
    if (access !== undefined) return once();
    const known = await tokens.get(signal);
    try {
      return await once(known);
    } catch (error) {
      const other = error instanceof AuthenticationError && (await tokens.replace(known.token, signal));
      if (!other) throw error;
      return once(other);
    }
  }

  async function persistent<T>(call: Call, read: (response: Response) => Promise<T>): Promise<T> {
    let mayHaveArrived = false;
    for (let failed = 0; ;) {
      try {
        return await authorized(call, failed + 1, read);
      } catch (caught) {
        const error = caught as ParleyError; // `attempt` and the tokens throw nothing else.
        // What an earlier try has deleted is gone.
        if (mayHaveArrived && call.method === "DELETE" && error instanceof NotFoundError) {
          return read(Response.json({ message: "Deleted already" }));
        }
        mayHaveArrived ||= !(error instanceof ApiError) || error instanceof ServiceError;
        const wait = retryWait(options, call, error, failed);
        if (wait === undefined || !isWorthAnother(call, error)) throw error;
        failed += 1;
        options.onRetry?.({ operation: call.operation, attempt: failed, wait: wait.ms, error });
        await pause(wait.ms, call.signal, !wait.asked);
      }
    }
  }

  return {
    options,
    tokens,
    send: (call) => persistent(call, async (response) => response),
    json: <T>(call: Call) =>
      persistent(call, async (response): Promise<Answer<T>> => {
        const text = await response.text();
        // The service has parsed it through the operation's schema.
        return { data: (text === "" ? undefined : JSON.parse(text)) as T, response };
      }),
    with: (other) =>
      createHttp({ ...options, ...other }, other.token === undefined && !other.baseUrl ? tokens : undefined),
  };
}
