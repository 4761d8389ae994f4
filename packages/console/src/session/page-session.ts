import { ApiError, type AuthenticationResult, createParley, type Me, type Parley } from "@parley/client";
import { mayHaveSession } from "./known-session.ts";
import { otherPages } from "./other-pages.ts";
import { begin, end, renew } from "./session-cookie.ts";

/** What the page knows of who is in front of it. */
export type SessionState =
  | { status: "starting" }
  /** `expired`: the link did not work. `ended`: there was a session until now. */
  | { status: "signed-out"; because: "expired" | "ended" | null }
  | { status: "unreachable" }
  | { status: "signed-in"; me: Me };

export interface PageSession {
  /** The service as the member sees it. */
  parley: Parley;
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Signs in by the code in the page's address, else by the cookie of an earlier sign-in. */
  start: () => Promise<void>;
  /** Trades a code for a session. */
  enter: (code: string) => Promise<void>;
  signOut: () => Promise<void>;
}

/** Takes the code out of `#code=…`, so that it stays neither in the address nor in the history. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** What the page knows, and who is told when that changes. */
function observedState() {
  let state: SessionState = { status: "starting" };
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    become: (next: SessionState): void => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Makes the page's session. The access token is in memory only; a reload gets another one by the cookie. */
export function pageSession(baseUrl: string): PageSession {
  /** A token that came with a code, until the client asks for one. */
  let granted: AuthenticationResult | null = null;
  /** Who was signed in here last: their words are in the page's memory. */
  let earlier: string | null = null;
  const { getState, subscribe, become } = observedState();
  const tellOtherPages = otherPages();
  const parley = createParley({ baseUrl, token: () => nextToken() });

  async function nextToken(): Promise<AuthenticationResult> {
    const result = granted;
    granted = null;
    if (result) return result;
    try {
      const renewed = await renew(parley);
      // Another page has signed somebody else in, and this one has not heard of it.
      const state = getState();
      if (state.status === "signed-in" && state.me.member.id !== renewed.member_id) location.reload();
      return renewed;
    } catch (error) {
      if (isRefusal(error))
        become({ status: "signed-out", because: getState().status === "signed-in" ? "ended" : null });
      throw error;
    }
  }

  async function meet(): Promise<void> {
    try {
      const me = await parley.me.get();
      earlier = me.member.id;
      become({ status: "signed-in", me });
    } catch {
      // Who is signed out has been told so.
      if (getState().status !== "signed-out") become({ status: "unreachable" });
    }
  }

  async function enter(code: string): Promise<void> {
    try {
      granted = await begin(parley, code);
    } catch (error) {
      become(isRefusal(error) ? { status: "signed-out", because: "expired" } : { status: "unreachable" });
      return;
    }
    tellOtherPages();
    // What somebody was writing when their session ended is for nobody else; they go on with it themselves.
    if (earlier !== null && earlier !== granted.member_id) location.reload();
    else await meet();
  }

  /** A link that is opened where the page is already does not load it again. */
  async function followLink(code: string): Promise<void> {
    const wasSignedIn = getState().status === "signed-in";
    await enter(code);
    // Nothing of an earlier member stays in the page's memory; the new one's session goes on by its cookie.
    if (wasSignedIn && getState().status === "signed-in") location.reload();
  }
  const onHashChange = (): void => {
    const code = takeCode();
    if (code !== null) void followLink(code);
  };

  return {
    parley,
    enter,
    getState,
    subscribe,
    async start() {
      become({ status: "starting" });
      addEventListener("hashchange", onHashChange);
      const code = takeCode();
      if (code !== null) await enter(code);
      else if (mayHaveSession()) await meet();
      else become({ status: "signed-out", because: null });
    },
    async signOut() {
      await end(parley);
      tellOtherPages();
      // Nothing of this member stays in the page's memory.
      location.assign(import.meta.env.BASE_URL);
    },
  };
}
