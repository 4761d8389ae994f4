import type { ChatSettings, ChatSnapshot, Sending } from "./chat-snapshot.ts";
import { type ChatQuestion, turnGrouper } from "./chat-turns.ts";
import { AbortedError, ApiError, ParleyError } from "./errors.ts";
import type { ChatDetail, FeedbackValue, Message } from "./generated.ts";
import { drawn, liveTurn, type LiveTurn, noteStep } from "./live-turn.ts";
import { mergeNewest } from "./merge-messages.ts";
import type { Parley } from "./parley.ts";
import { soon } from "./publisher.ts";
import type { Turn } from "./turn.ts";

export type { ChatSettings, ChatSnapshot, ChatStatus, Sending } from "./chat-snapshot.ts";
export type { ChatAnswer, ChatQuestion, ChatStep, ChatTurn, ChatTurnStatus } from "./chat-turns.ts";

/** How many messages are read at once. */
const PAGE_MESSAGES = 50;

/** How many keys were made for turns that had no id yet. */
let keysMade = 0;

/**
 * A chat as state: its history, the turn that runs, and the verbs of a page. It loads when it is first subscribed to, and goes on
 * with a turn that runs already. Nothing of it knows a framework.
 */
export class ChatStore {
  readonly #parley: Parley;
  readonly #settings: ChatSettings;
  readonly #listeners = new Set<() => void>();
  /** Keys of turns that were drawn before their message had an id, by that id. */
  readonly #keys = new Map<string, string>();
  readonly #group = turnGrouper((id) => this.#keys.get(id) ?? id);
  readonly #initial: ChatSnapshot;
  #snapshot: ChatSnapshot;
  /** What the chat does while no turn runs. */
  #rest: "loading" | "ready" | "error";
  #live: LiveTurn | null = null;
  #isStarted = false;
  #loading: Promise<void> | undefined;
  readonly #publishSoon = soon(() => this.#change());

  constructor(parley: Parley, settings: ChatSettings = {}) {
    this.#parley = parley;
    this.#settings = settings;
    const { initialChat, chatId } = settings;
    this.#rest = initialChat || chatId === undefined ? "ready" : "loading";
    const messages = initialChat?.messages ?? [];
    this.#initial = {
      chatId: initialChat?.id ?? chatId ?? null,
      chat: initialChat ?? null,
      turns: this.#group(messages),
      messages,
      status: this.#rest,
      hasOlder: initialChat?.has_more ?? false,
      isLoadingOlder: false,
      error: null,
    };
    this.#snapshot = this.#initial;
  }

  /** The chat now; the same object until something changes. */
  readonly getSnapshot = (): ChatSnapshot => this.#snapshot;

  /** The chat before anything was read: what a server draws, and a browser at first. */
  readonly getServerSnapshot = (): ChatSnapshot => this.#initial;

  /** Calls `listener` after each change; text that streams changes it once a frame at most. Returns what removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const own = () => listener();
    this.#listeners.add(own);
    if (!this.#isStarted) this.#start();
    return () => {
      this.#listeners.delete(own);
      // A component that is mounted again at once, as React does in development, goes on.
      if (this.#listeners.size === 0) setTimeout(() => this.#listeners.size === 0 && this.#leave());
    };
  };

  /** Sends a message; what becomes of it is in the snapshot, and in the turn. Throws `ParleyError` while a turn runs. */
  send(message: string, sending: Sending = {}): Turn {
    this.#assertIdle();
    const { chatId } = this.#snapshot;
    const { integrationId, agentId } = this.#settings;
    const turn = this.#parley.ask({
      ...(chatId === null ? { integration_id: integrationId, agent_id: agentId } : { chat_id: chatId }),
      ...(sending.integrationId !== undefined && { integration_id: sending.integrationId }),
      message,
      model: sending.model,
      upload_ids: sending.uploads?.map(({ id }) => id),
      saved_query_id: sending.savedQueryId,
      parameters: sending.parameters,
      include_tool_events: true,
    });
    this.#watch(turn, questionNow(message, sending.uploads ?? []));
    return turn;
  }

  /** Stops the turn that runs, also one that was found after a reload. What was written stays. */
  async stop(): Promise<void> {
    const live = this.#running;
    if (!live) return;
    live.isStopping = true;
    this.#change();
    await this.#attempt(
      () => live.turn.cancel(),
      () => (live.isStopping = false),
    );
  }

  /** Puts another question in the place of one, and of all that came after it. A refused edit changes nothing. */
  edit(messageId: string, content: string): Turn {
    const { chatId, messages } = this.#snapshot;
    const at = this.#placeOf(messageId);
    if (chatId === null || at < 0) throw new RangeError("There is no such question in this chat");
    const turn = this.#parley.edit({ chat_id: chatId, message_id: messageId, content });
    this.#live?.turn.detach();
    this.#change({ messages: messages.slice(0, at) });
    this.#watch(turn, questionNow(content, messages[at]?.metadata?.uploads ?? []), messages);
    return turn;
  }

  /** Deletes a message and all that came after it. */
  async remove(messageId: string): Promise<void> {
    const { chatId, messages } = this.#snapshot;
    const at = this.#placeOf(messageId);
    if (chatId === null || at < 0) return;
    this.#change({ messages: messages.slice(0, at) });
    await this.#attempt(
      () => this.#parley.message.remove({ chat_id: chatId, message_id: messageId }),
      () => this.#change({ messages }),
    );
  }

  /** Asks the last question again: as it was, or, where the service has kept it, in its place. */
  retry(): Turn {
    this.#assertIdle();
    const live = this.#live;
    if (live && live.turn.userMessageId === null) {
      const turn = live.turn.retry();
      this.#watch(turn, live.question);
      return turn;
    }
    const question = this.#snapshot.messages.findLast(({ type }) => type === "user");
    if (!question) throw new RangeError("Nothing has been asked in this chat");
    return this.edit(question.id, question.content);
  }

  /** Says whether an answer was good. */
  async feedback(messageId: string, feedback: FeedbackValue, note?: string): Promise<void> {
    const { messages } = this.#snapshot;
    const judged = messages.map((message) =>
      message.id === messageId
        ? { ...message, metadata: { ...message.metadata, feedback, feedback_note: note } }
        : message,
    );
    this.#change({ messages: judged });
    await this.#attempt(
      () => this.#parley.message.feedback({ message_id: messageId, feedback, note }),
      () => this.#change({ messages }),
    );
  }

  /** Reads older messages, where there are any. */
  async loadOlder(): Promise<void> {
    const { chatId, messages, hasOlder, isLoadingOlder } = this.#snapshot;
    const [oldest] = messages;
    if (chatId === null || !hasOlder || isLoadingOlder || !oldest) return;
    this.#change({ isLoadingOlder: true });
    await this.#attempt(async () => {
      const older = await this.#parley.chat.get({ chat_id: chatId, before: oldest.id, limit: PAGE_MESSAGES });
      // What was cut or read anew meanwhile no longer has that message first.
      if (this.#snapshot.messages[0]?.id !== oldest.id) return;
      this.#change({ messages: [...older.messages, ...this.#snapshot.messages], hasOlder: older.has_more });
    });
    this.#change({ isLoadingOlder: false });
  }

  /** Reads the chat again, and goes on with the turn that runs. */
  refresh(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** The turn that has not ended yet. */
  get #running(): LiveTurn | null {
    return this.#live && this.#live.turn.status !== "ended" ? this.#live : null;
  }

  #placeOf(messageId: string): number {
    return this.#snapshot.messages.findIndex(({ id }) => id === messageId);
  }

  #assertIdle(): void {
    if (this.#running) throw new ParleyError("TURN_ALREADY_RUNNING", "A turn is already running on this chat");
  }

  #start(): void {
    this.#isStarted = true;
    const { initialChat } = this.#settings;
    if (initialChat && this.#snapshot === this.#initial) this.#resume(initialChat.active_turn_id);
    else if (this.#snapshot.chatId !== null && !this.#live) void this.refresh();
  }

  /** Nobody looks any more. The turn goes on in the service. */
  #leave(): void {
    this.#isStarted = false;
    this.#live?.turn.detach();
  }

  async #load(): Promise<void> {
    const { chatId } = this.#snapshot;
    if (chatId === null) return;
    try {
      const chat = await this.#parley.chat.get({ chat_id: chatId, limit: PAGE_MESSAGES });
      // One that began meanwhile is newer than what was read.
      if (this.#running) return;
      this.#live = null;
      this.#rest = "ready";
      this.#take(chat);
      this.#resume(chat.active_turn_id);
    } catch (error) {
      if (this.#snapshot.chat === null && !this.#live) this.#rest = "error";
      this.#change({ error: asParleyError(error) });
    }
  }

  /** Takes the chat with its newest messages as they were read. */
  #take(chat: ChatDetail): void {
    const merged = mergeNewest(this.#snapshot.messages, chat.messages);
    this.#change({
      chat,
      messages: merged ?? chat.messages,
      hasOlder: merged ? this.#snapshot.hasOlder : chat.has_more,
      error: null,
    });
  }

  /** Goes on with a turn of this chat that runs: its question is drawn with it rather than as history. */
  #resume(turnId: string | null): void {
    const { chatId, messages } = this.#snapshot;
    const at = messages.findLastIndex(({ type }) => type === "user");
    const asked = messages[at];
    if (turnId === null || chatId === null || !asked) return;
    const { id, content, timestamp, metadata } = asked;
    this.#change({ messages: messages.slice(0, at) });
    this.#watch(this.#parley.turn.follow({ chat_id: chatId, turn_id: turnId }), {
      id,
      content,
      timestamp,
      uploads: metadata?.uploads ?? [],
    });
  }

  /** Draws a turn as it happens. `before`: what the chat is again if the service refuses it. */
  #watch(turn: Turn, question: ChatQuestion, before?: readonly Message[]): void {
    const key = question.id === null ? `new-${++keysMade}` : (this.#keys.get(question.id) ?? question.id);
    const live = liveTurn(key, turn, question);
    this.#live = live;
    this.#change({ error: null });
    void this.#listen(live, before);
  }

  async #listen(live: LiveTurn, before: readonly Message[] | undefined): Promise<void> {
    const { turn } = live;
    // Its end is drawn when it is known what becomes of it.
    const off = turn.on("status", (status) => {
      if (this.#live === live && status !== "ended") this.#change();
    });
    try {
      for await (const event of turn) {
        noteStep(live, event);
        if (this.#live === live) this.#publishSoon();
      }
    } catch {
      // It is in `turn.error`, and drawn from there.
    } finally {
      off();
    }
    if (this.#live === live) await this.#conclude(live, before);
  }

  /** After a turn's end: history takes its place, if the service has kept it. */
  async #conclude({ turn }: LiveTurn, before: readonly Message[] | undefined): Promise<void> {
    const wasKept = turn.userMessageId !== null;
    // Nobody looks any more: whoever comes next reads the chat anew.
    if (!this.#isStarted && turn.error instanceof AbortedError) this.#live = null;
    if (!wasKept && before) {
      this.#live = null;
      this.#change({ messages: before, error: turn.error });
    } else this.#change(wasKept ? {} : { error: turn.error });
    // Another tab's turn is gone on with.
    const isBusy = turn.error instanceof ApiError && turn.error.code === "TURN_ALREADY_RUNNING";
    if (this.#isStarted && (wasKept || isBusy)) await this.refresh();
  }

  /** Does what a verb promises; what it fails with is in the snapshot, after `undo`. */
  async #attempt(work: () => Promise<unknown>, undo?: () => void): Promise<void> {
    try {
      await work();
      if (this.#snapshot.error) this.#change({ error: null });
    } catch (error) {
      undo?.();
      this.#change({ error: asParleyError(error) });
    }
  }

  /** Makes the next snapshot and tells everybody. */
  #change(changes: Partial<ChatSnapshot> = {}): void {
    const live = this.#live;
    const { userMessageId } = live?.turn ?? {};
    if (live && userMessageId) this.#keys.set(userMessageId, live.key);
    const messages = changes.messages ?? this.#snapshot.messages;
    const running = this.#running;
    this.#snapshot = {
      ...this.#snapshot,
      chatId: this.#snapshot.chatId ?? live?.turn.chatId ?? null,
      status: running
        ? running.isStopping
          ? "stopping"
          : (running.turn.status as ChatSnapshot["status"])
        : this.#rest,
      ...changes,
      turns: live ? [...this.#group(messages), drawn(live)] : this.#group(messages),
    };
    for (const listener of this.#listeners) listener();
  }
}

const questionNow = (content: string, uploads: ChatQuestion["uploads"]): ChatQuestion => ({
  id: null,
  content,
  uploads,
  timestamp: new Date().toISOString(),
});

const asParleyError = (error: unknown): ParleyError =>
  error instanceof ParleyError ? error : new ParleyError("UNEXPECTED", "The client failed", { cause: error });

/** Makes a chat as state: see `ChatStore`. */
export const createChat = (parley: Parley, settings?: ChatSettings): ChatStore => new ChatStore(parley, settings);
