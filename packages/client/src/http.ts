import {
  AbortedError,
  ApiError,
  AuthenticationError,
  NotFoundError,
  type ParleyError,
  ServiceError,
} from "./errors.ts";
import type { Call, Options } from "./options.ts";
import { persist } from "./persist.ts";
import { attempt } from "./request.ts";
import { type TokenSource, tokenSource } from "./token.ts";

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
  const { repeatable = false } = call;
  if (!(error instanceof ApiError)) return repeatable && !(error instanceof AbortedError);
  if (error.status === 429) return true;
  return repeatable && error.retryable && error.status !== 409;
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

  function persistent<T>(call: Call, read: (response: Response) => Promise<T>): Promise<T> {
    let mayHaveArrived = false;
    return persist(
      options,
      call,
      async (failed) => {
        try {
          return await authorized(call, failed + 1, read);
        } catch (error) {
          // What an earlier try has deleted is gone.
          if (mayHaveArrived && call.method === "DELETE" && error instanceof NotFoundError) {
            return read(Response.json({ message: "Deleted" }));
          }
          mayHaveArrived ||= !(error instanceof ApiError) || error instanceof ServiceError;
          throw error;
        }
      },
      (error) => isWorthAnother(call, error),
    );
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
