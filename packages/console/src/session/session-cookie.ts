import { ApiError, type AuthenticationResult, type Parley } from "@parley/client";
import { forget, keep, kept } from "./browser-storage.ts";
import { sessionBegan, sessionEnded } from "./known-session.ts";

/** The name of the attempt that no answer has come to. It is no secret: without the cookie it is good for nothing. */
const ATTEMPT_KEY = "parley.renewal";

const ATTEMPT_BYTES = 16;

const newAttempt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ATTEMPT_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** Tabs share a cookie that works once: what changes it is done by one after the other. */
const oneAtATime = <Result>(task: () => Promise<Result>): Promise<Result> =>
  "locks" in navigator ? navigator.locks.request("parley-session", task) : task();

/**
 * Gets the next token by the cookie. A page that is reloaded or loses its connection meanwhile never sees the answer, and the
 * browser never its cookie: the next page, or the next tab, makes the same attempt again, by its name.
 */
export const renew = (parley: Parley): Promise<AuthenticationResult> =>
  oneAtATime(async () => {
    const attempt = kept(ATTEMPT_KEY) ?? newAttempt();
    keep(ATTEMPT_KEY, attempt);
    try {
      const result = await parley.session.renew(undefined, { headers: { "idempotency-key": attempt } });
      forget(ATTEMPT_KEY);
      sessionBegan();
      return result;
    } catch (error) {
      // A refusal is an answer, too; after anything else nobody knows whether the cookie was replaced.
      if (error instanceof ApiError && error.status === 401) {
        forget(ATTEMPT_KEY);
        sessionEnded();
      }
      throw error;
    }
  });

/** Trades the code of a link for a session. */
export const begin = (parley: Parley, code: string): Promise<AuthenticationResult> =>
  oneAtATime(async () => {
    const result = await parley.session.create({ code });
    sessionBegan();
    return result;
  });

/** Ends the session, in all tabs. */
export const end = (parley: Parley): Promise<void> =>
  oneAtATime(async () => {
    await parley.session.remove();
    sessionEnded();
  });
