import { unlessAborted } from "./abort.ts";
import { AuthenticationError } from "./errors.ts";

/** An access token; with `expires_at` (ISO 8601) it is replaced a minute before it expires. */
export type Token = string | { token: string; expires_at?: string | undefined };

/** Why a token is asked for: there is none yet, it is about to expire, or the service has refused it. */
export type TokenReason = "first" | "expiring" | "rejected";

/**
 * A token, or a function that is asked for one, for example from an endpoint of the caller's own backend. What it returns, or
 * promises, is a `Token`: it is checked when it comes, so that it may be the JSON of a response as it is.
 */
export type TokenProvider = Token | ((ask: { reason: TokenReason; signal: AbortSignal }) => unknown);

/** Milliseconds before its expiry at which a token is replaced. */
const RENEW_BEFORE_MS = 60_000;
/** Milliseconds that a provider may take: an authenticator may have to wait a minute for its turn. */
const PROVIDER_TIMEOUT_MS = 90_000;

/** A token, and when it expires. */
export interface Known {
  token: string;
  /** Unix milliseconds; Infinity where it is not known. */
  expiresAt: number;
}

/** Where calls get their token from. It is kept in memory only. */
export interface TokenSource {
  /** A token that has not expired. Throws `AuthenticationError` if the provider fails. */
  get(signal?: AbortSignal | null): Promise<Known>;
  /**
   * A token other than `old`, which the service did not take, or soon will not; undefined where there can be no other. Throws
   * `AuthenticationError` if the provider fails.
   */
  replace(old: string, signal?: AbortSignal | null, reason?: TokenReason): Promise<Known | undefined>;
}

/** Throws `TypeError` for what is not a token: a provider often hands on what an endpoint says, and that may be a refusal. */
function known(given: unknown): Known {
  const { token, expires_at: expiry = null } = typeof given === "string" ? { token: given } : Object(given);
  const expiresAt = expiry === null ? Infinity : Date.parse(expiry);
  if (typeof token === "string" && expiresAt) return { token, expiresAt };
  throw new TypeError("No token was provided");
}

const providerFailure = (cause: unknown): AuthenticationError => {
  const error = new AuthenticationError({ code: "TOKEN_NOT_PROVIDED", message: "The token provider failed" });
  error.cause = cause;
  return error;
};

/** Makes a source that asks its provider once at a time, whatever number of calls wait for a token. */
export function tokenSource(provider: TokenProvider): TokenSource {
  if (typeof provider !== "function") {
    const fixed = known(provider);
    return { get: async () => fixed, replace: async () => undefined };
  }
  let current: Known | undefined;
  let asking: Promise<Known> | undefined;

  const request = async (reason: TokenReason): Promise<Known> => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PROVIDER_TIMEOUT_MS);
    try {
      const given = Promise.resolve(provider({ reason, signal: stop.signal }));
      return known(await unlessAborted(given, stop.signal));
    } finally {
      clearTimeout(timer);
    }
  };

  /** What is being asked for already, or a new asking. */
  const ask = (reason: TokenReason): Promise<Known> =>
    (asking ??= request(reason)
      .then((token) => (current = token))
      .catch((error: unknown) => {
        throw providerFailure(error);
      })
      .finally(() => (asking = undefined)));

  return {
    async get(signal) {
      const before = current;
      if (before && Date.now() < before.expiresAt - RENEW_BEFORE_MS) return before;
      try {
        return await unlessAborted(ask(before ? "expiring" : "first"), signal);
      } catch (error) {
        // A provider that fails for a moment costs nothing while the token is still good.
        if (before && !signal?.aborted && Date.now() < before.expiresAt) return before;
        throw error;
      }
    },
    async replace(old, signal, reason = "rejected") {
      if (current && current.token !== old) return current;
      return unlessAborted(ask(reason), signal);
    },
  };
}
