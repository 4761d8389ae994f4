import type { ChatSettings, ChatSnapshot, ChatStatus } from "./chat-snapshot.ts";
import { turnGrouper } from "./chat-turns.ts";
import { drawn, type LiveTurn } from "./live-turn.ts";
import { MessageList } from "./message-list.ts";
import { soon } from "./publisher.ts";

/** What is shown of a chat, what that is made of, and who is told when it changes. */
export class ChatView {
  readonly messages: MessageList;
  /** The turn that is drawn as it happens, until history takes its place. */
  live: LiveTurn | null = null;
  /** What the chat does while no turn runs. */
  rest: "loading" | "ready" | "error";
  /** The chat before anything was read. */
  readonly initial: ChatSnapshot;
  /** The chat now; the same object until something changes. */
  snapshot: ChatSnapshot;
  readonly changeSoon = soon(() => this.change());
  readonly #listeners = new Set<() => void>();
  /** Keys of turns that were drawn before their message had an id, by that id. */
  readonly #keys = new Map<string, string>();
  readonly #group = turnGrouper((id) => this.keyOf(id));

  constructor({ chatId, initialChat }: ChatSettings) {
    const messages = initialChat?.messages ?? [];
    this.messages = new MessageList(messages);
    this.rest = initialChat || chatId === undefined ? "ready" : "loading";
    this.initial = {
      chatId: initialChat?.id ?? chatId ?? null,
      chat: initialChat ?? null,
      turns: this.#group(messages),
      messages,
      status: this.rest,
      hasOlder: initialChat?.has_more ?? false,
      isLoadingOlder: false,
      error: null,
    };
    this.snapshot = this.initial;
  }

  /** The turn that has not ended yet. */
  get running(): LiveTurn | null {
    return this.live && this.live.turn.status !== "ended" ? this.live : null;
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** The key of the turn whose question this is. */
  keyOf(messageId: string): string {
    return this.#keys.get(messageId) ?? messageId;
  }

  /** Calls `listener` after each change. Returns what removes it. */
  listen(listener: () => void): () => void {
    // One that is given twice is called twice, and removed one by one.
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Makes the next snapshot and tells everybody. */
  change(changes: Partial<ChatSnapshot> = {}): void {
    const { live } = this;
    const { userMessageId } = live?.turn ?? {};
    if (live && userMessageId) this.#keys.set(userMessageId, live.key);
    const messages = this.messages.shown;
    const turns = this.#group(messages);
    this.snapshot = {
      ...this.snapshot,
      chatId: this.snapshot.chatId ?? live?.turn.chatId ?? null,
      ...changes,
      status: this.#status,
      messages,
      turns: live && !live.isRemoved ? [...turns, drawn(live)] : turns,
    };
    for (const listener of this.#listeners) listener();
  }

  get #status(): ChatStatus {
    const { running } = this;
    if (!running) return this.rest;
    // The turn has not ended.
    return running.isStopping || running.isRemoved ? "stopping" : (running.turn.status as ChatStatus);
  }
}
