import { unlessAborted } from "./abort.ts";
import { pause } from "./backoff.ts";
import { RateLimitError } from "./errors.ts";
import type { AuthenticationResult } from "./generated.ts";
import { createHttp } from "./http.ts";
import type { Options } from "./options.ts";
import { createParley, type Parley } from "./parley.ts";
import type { TokenReason } from "./token.ts";
import { normalizeEmail, secretBytes, signUserKey } from "./user-key.ts";

/** Exchanges that the service takes within a minute, for each API key. */
const EXCHANGES_PER_MINUTE = 60;
/** A minute (ms), and what the way of one request to the service may take longer than that of another. */
const EXCHANGE_WINDOW_MS = 61_000;
/** The longest wait (ms) for a turn to exchange, unless the caller says otherwise: a burst of twice the minute's number passes. */
const LONGEST_EXCHANGE_WAIT_MS = 65_000;
/** Milliseconds before its expiry from which a token is given to nobody. */
const EXCHANGE_BEFORE_MS = 10 * 60_000;
/** A token that is younger (ms) is given again to those who say that it was refused: pages must not use up the exchanges. */
const YOUNG_TOKEN_MS = 10_000;
/** Members whose token is kept, unless the caller says otherwise. */
const CACHED_MEMBERS = 10_000;

/** Settings of an authenticator; those of a client are for its exchanges and for the clients that it makes. */
export interface AuthenticatorOptions extends Omit<Options, "token"> {
  /** The organization's API key. */
  apiKey: string;
  /** The organization's shared secret, as it was issued. */
  sharedSecret: string;
  /** Exchanges within a minute (60): less where several processes share an API key. */
  perMinute?: number | undefined;
  /** Members whose token is kept (10,000); those who were not asked for the longest go first. */
  cachedMembers?: number | undefined;
}

/** What an asking for a token may say. */
export interface TokenAsk {
  /** `rejected` exchanges anew, unless that was done within the last ten seconds. */
  reason?: TokenReason | undefined;
  signal?: AbortSignal | null | undefined;
}

/** Signs members in, for a backend that holds the organization's secrets. */
export interface Authenticator {
  /**
   * The member's token, good for ten minutes at least. Throws an `AuthenticationError` for a member whom the service does not
   * admit, a `RateLimitError` where the wait for a turn would be too long, or another `ParleyError`; a failure is not kept.
   */
  token(email: string, ask?: TokenAsk): Promise<AuthenticationResult>;
  /** A client that acts for the member, for jobs. */
  client(email: string): Parley;
}

/** Lets `count` pass in a minute; the others wait for their turn. Throws `RateLimitError` for a wait of more than `longestWait` (ms). */
function turnstile(count: number, longestWait: number): () => Promise<void> {
  const passed: number[] = [];
  return async () => {
    const now = Date.now();
    const before = passed.length < count ? undefined : passed[0];
    const at = before === undefined ? now : Math.max(now, before + EXCHANGE_WINDOW_MS);
    if (at - now > longestWait) {
      throw new RateLimitError({
        status: 429,
        code: "RATE_LIMIT",
        message: "Too many members are signing in",
        retryable: true,
        retryAfter: Math.ceil((at - now) / 1000),
      });
    }
    passed.push(at);
    if (passed.length > count) passed.shift();
    if (at > now) await pause(at - now);
  };
}

interface Kept {
  result: AuthenticationResult;
  /** Unix milliseconds. */
  exchangedAt: number;
}

/** Tokens by e-mail address; the one that was not asked for the longest goes first. */
function tokenCache(size: number) {
  const kept = new Map<string, Kept>();
  const keep = (email: string, token: Kept) => {
    kept.delete(email);
    kept.set(email, token);
    const [oldest] = kept.keys();
    if (kept.size > size) kept.delete(oldest ?? "");
  };
  return {
    keep,
    find(email: string): Kept | undefined {
      const found = kept.get(email);
      const isGood = found && Date.parse(found.result.expires_at) - Date.now() > EXCHANGE_BEFORE_MS;
      if (isGood) keep(email, found);
      else kept.delete(email);
      return isGood ? found : undefined;
    },
  };
}

/**
 * Makes an authenticator: it signs members' e-mail addresses, exchanges the signatures for tokens, once at a time for a member
 * and at most 60 times a minute, and keeps those. Throws a `ParleyError` if the shared secret is not base64url.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { apiKey, sharedSecret, perMinute = EXCHANGES_PER_MINUTE, cachedMembers = CACHED_MEMBERS, ...shared } = options;
  secretBytes(sharedSecret);
  const maxWait = options.maxWait ?? LONGEST_EXCHANGE_WAIT_MS;
  const http = createHttp({ ...shared, token: "", maxWait });
  const pass = turnstile(perMinute, maxWait);
  const cache = tokenCache(cachedMembers);
  const exchanging = new Map<string, Promise<AuthenticationResult>>();

  async function exchange(email: string): Promise<AuthenticationResult> {
    await pass();
    const { data } = await http.json<AuthenticationResult>({
      access: "public",
      operation: "authentication.create",
      method: "POST",
      path: "/v1/authenticate",
      headers: { "x-api-key": apiKey },
      body: { email, user_key: await signUserKey(email, sharedSecret) },
      // Of two tokens one is never used.
      repeatable: true,
    });
    cache.keep(email, { result: data, exchangedAt: Date.now() });
    return data;
  }

  async function token(address: string, { reason, signal }: TokenAsk = {}): Promise<AuthenticationResult> {
    const email = normalizeEmail(address);
    const found = cache.find(email);
    if (found && (reason !== "rejected" || Date.now() - found.exchangedAt < YOUNG_TOKEN_MS)) return found.result;
    let work = exchanging.get(email);
    if (!work) {
      work = exchange(email).finally(() => exchanging.delete(email));
      exchanging.set(email, work);
    }
    return unlessAborted(work, signal);
  }

  return { token, client: (email) => createParley({ ...shared, token: (ask) => token(email, ask) }) };
}
