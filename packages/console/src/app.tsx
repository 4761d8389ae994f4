import { useChat } from "@parley/client/react";
import { ClientProvider } from "./chat/client-provider.ts";
import { useMemo, useSyncExternalStore } from "preact/compat";
import { Router } from "wouter-preact";
import { LiveRegion } from "./parts/live-region.tsx";
import { Toasts } from "./parts/toast.tsx";
import { later } from "./parts/later.tsx";
import { Routes } from "./routes.tsx";
import { mayHaveSession } from "./session/known-session.ts";
import type { PageSession } from "./session/page-session.ts";
import { usePreferences } from "./session/preferences.ts";
import { SignedInContext } from "./session/session-context.ts";
import { Shell } from "./shell/shell.tsx";
import { Starting, Unreachable } from "./shell/waiting.tsx";
import { Spoken } from "./words/spoken.tsx";

const SignIn = later(() => import("./rooms/sign-in.tsx").then((room) => room.SignIn));

/** Addresses of the page are below where it is served. */
const BASE = import.meta.env.BASE_URL.replace(/\/$/, "");

/** The chat that the page was opened at, unless by a link that signs somebody in: until that is done, it is asked for by nobody. */
const chatAtFirst = location.hash.includes("code=")
  ? undefined
  : /^\/chats\/([^/]+)/.exec(location.pathname.slice(BASE.length))?.[1];

/** Reads a chat while it is still being asked who is here: the room that shows it finds it read, or being read. */
function ChatAhead({ chatId }: { chatId: string }) {
  useChat({ chatId });
  return null;
}

/** The page: who is in front of it, and the room that its address names. */
export function App({ session }: { session: PageSession }) {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const [preferences, prefer] = usePreferences();
  const me = state.status === "signed-in" ? state.me : null;
  const signedIn = useMemo(
    () => me && { parley: session.parley, me, isAdmin: me.member.role === "admin", signOut: session.signOut },
    [me, session],
  );
  return (
    <Spoken language={preferences.language}>
      {state.status === "unreachable" && <Unreachable onRetry={() => void session.start()} />}
      {state.status === "signed-out" && <SignIn because={state.because} enter={session.enter} />}
      {(state.status === "starting" || signedIn) && (
        <ClientProvider client={session.parley}>
          {chatAtFirst !== undefined && mayHaveSession() && <ChatAhead chatId={chatAtFirst} />}
          {!signedIn && <Starting />}
          {signedIn && (
            <SignedInContext.Provider value={signedIn}>
              <Router base={BASE}>
                <LiveRegion>
                  <Toasts>
                    <Shell preferences={preferences} prefer={prefer}>
                      <Routes />
                    </Shell>
                  </Toasts>
                </LiveRegion>
              </Router>
            </SignedInContext.Provider>
          )}
        </ClientProvider>
      )}
    </Spoken>
  );
}
