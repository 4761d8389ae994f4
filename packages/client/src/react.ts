"use client";
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useRef,
  useSyncExternalStore,
} from "react";
import { type ChatSettings, type ChatSnapshot, type ChatStore, createChat } from "./chat-store.ts";
import type { Parley } from "./parley.ts";

export type * from "./chat-store.ts";

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

/** The store for the settings: the one that shows this chat already, or a new one. */
function storeFor({ parley, chats }: Shared, settings: ChatSettings): ChatStore {
  const id = settings.initialChat?.id ?? settings.chatId;
  const known = id === undefined ? undefined : chats.get(id);
  if (known) return known;
  const store = createChat(parley, settings);
  if (id !== undefined) chats.set(id, store);
  return store;
}

/** A chat's snapshot and its verbs. */
export type UseChat = ChatSnapshot & Pick<ChatStore, Verb> & { store: ChatStore };
type Verb = "send" | "stop" | "edit" | "remove" | "retry" | "feedback" | "loadOlder" | "refresh";

/**
 * A chat: its turns, what it is doing, and what can be done. Another `chatId` is another chat; without one the first message
 * creates it. Works where a server draws the page: nothing is read before the browser has it.
 */
export function useChat(settings: ChatSettings = {}): UseChat {
  const shared = useShared();
  const wanted = settings.initialChat?.id ?? settings.chatId;
  const held = useRef<{ store: ChatStore; shared: Shared } | null>(null);
  const isHeld =
    held.current?.shared === shared &&
    (wanted === undefined ? true : held.current.store.getSnapshot().chatId === wanted);
  if (!isHeld) held.current = { store: storeFor(shared, settings), shared };
  // It was just made, if it was not there.
  const { store } = held.current as { store: ChatStore };
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  if (snapshot.chatId !== null && !shared.chats.has(snapshot.chatId)) shared.chats.set(snapshot.chatId, store);
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
