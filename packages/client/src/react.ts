"use client";
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { type ChatSettings, type ChatSnapshot, type ChatStore, createChat } from "./chat-store.ts";
import type { Parley } from "./parley.ts";

export type * from "./chat-store.ts";

/** A page keeps this many chats; of more than these, those go that nobody looks at, the oldest first. */
const KEPT_CHATS = 20;

/** What a page's components share: the client, and each chat once, by its id. */
interface Shared {
  parley: Parley;
  chats: Map<string, ChatStore>;
}

const SharedContext = createContext<Shared | null>(null);

/** Gives the components below a client. Chats that several of them show are one. */
export function ParleyProvider({ client, children }: { client: Parley; children?: ReactNode }): ReactElement {
  const shared = useRef<Shared | null>(null);
  if (shared.current?.parley !== client) shared.current = { parley: client, chats: new Map() };
  return createElement(SharedContext.Provider, { value: shared.current }, children);
}

function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error("There is no <ParleyProvider> above this component");
  return shared;
}

/** The client of the page. Throws if there is no `<ParleyProvider>` above. */
export const useParley = (): Parley => useShared().parley;

/** Shares the store of a chat; one that nobody looks at goes where there are too many. */
function share({ chats }: Shared, chatId: string, store: ChatStore): void {
  chats.delete(chatId);
  chats.set(chatId, store);
  if (chats.size <= KEPT_CHATS) return;
  for (const [id, { isWatched }] of chats) {
    if (!isWatched && id !== chatId) return void chats.delete(id);
  }
}

/** The store for the settings: the one that shows this chat already, or a new one. */
function storeFor(shared: Shared, chatId: string | undefined, settings: ChatSettings): ChatStore {
  if (chatId === undefined) return createChat(shared.parley, settings);
  const store = shared.chats.get(chatId) ?? createChat(shared.parley, settings);
  share(shared, chatId, store);
  return store;
}

/** The store that a component shows, and what it asked for. */
interface Held {
  store: ChatStore;
  shared: Shared;
  wanted: string | undefined;
}

/** A chat's snapshot and its verbs. */
export type UseChat = ChatSnapshot & Pick<ChatStore, Verb> & { store: ChatStore };
type Verb = "send" | "stop" | "edit" | "remove" | "retry" | "feedback" | "loadOlder" | "refresh";

/**
 * A chat: its turns, what it is doing, and what can be done. Another `chatId` is another chat; without one the first message
 * creates it, in the database and by the agent that the settings name by then. Works where a server draws the page: nothing is
 * read before the browser has it.
 */
export function useChat(settings: ChatSettings = {}): UseChat {
  const shared = useShared();
  const { integrationId, agentId } = settings;
  const wanted = settings.initialChat?.id ?? settings.chatId;
  const held = useRef<Held | null>(null);
  const before = held.current?.shared === shared ? held.current : null;
  // A chat that was just created gets its id, and stays the same.
  const isSame = before && (before.wanted === wanted || before.store.getSnapshot().chatId === wanted);
  const store = isSame ? before.store : storeFor(shared, wanted, settings);
  held.current = { store, shared, wanted };
  useEffect(() => store.configure({ integrationId, agentId }), [store, integrationId, agentId]);
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  if (snapshot.chatId !== null && !shared.chats.has(snapshot.chatId)) share(shared, snapshot.chatId, store);
  return { ...snapshot, ...verbsOf(store), store };
}

const verbs = new WeakMap<ChatStore, Pick<ChatStore, Verb>>();

/** A store's verbs as functions of their own, the same ones for each drawing. */
function verbsOf(store: ChatStore): Pick<ChatStore, Verb> {
  const known = verbs.get(store);
  if (known) return known;
  const made: Pick<ChatStore, Verb> = {
    send: (...of) => store.send(...of),
    stop: () => store.stop(),
    edit: (...of) => store.edit(...of),
    remove: (id) => store.remove(id),
    retry: () => store.retry(),
    feedback: (...of) => store.feedback(...of),
    loadOlder: () => store.loadOlder(),
    refresh: () => store.refresh(),
  };
  verbs.set(store, made);
  return made;
}
