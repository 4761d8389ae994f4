import type { ChatSettings, ChatSnapshot, Sending } from "./chat-snapshot.ts";
import { ChatSync, PAGE_MESSAGES } from "./chat-sync.ts";
import { ChatView } from "./chat-view.ts";
import { ParleyError } from "./errors.ts";
import type { FeedbackValue } from "./generated.ts";
import { liveTurn, questionId, questionNow } from "./live-turn.ts";
import { cutFrom, judge, lastQuestion } from "./message-list.ts";
import type { Parley } from "./parley.ts";
import type { Turn } from "./turn.ts";

export type { ChatSettings, ChatSnapshot, ChatStatus, Sending } from "./chat-snapshot.ts";
export type { ChatAnswer, ChatQuestion, ChatStep, ChatTurn, ChatTurnStatus } from "./chat-turns.ts";

/** How many keys were made for turns that had no id yet. */
let keysMade = 0;

/**
 * A chat as state: its history, the turn that runs, and the verbs of a page. It loads when it is first subscribed to, and goes on
 * with a turn that runs already. Nothing of it knows a framework.
 */
export class ChatStore {
  readonly #parley: Parley;
  #settings: Pick<ChatSettings, "integrationId" | "agentId">;
  readonly #view: ChatView;
  readonly #sync: ChatSync;

  constructor(parley: Parley, settings: ChatSettings = {}) {
    this.#parley = parley;
    this.#settings = settings;
    this.#view = new ChatView(settings);
    this.#sync = new ChatSync(parley, this.#view, settings.initialChat);
  }

  /** The chat now; the same object until something changes. */
  readonly getSnapshot = (): ChatSnapshot => this.#view.snapshot;

  /** The chat before anything was read: what a server draws, and a browser at first. */
  readonly getServerSnapshot = (): ChatSnapshot => this.#view.initial;

  /** Calls `listener` after each change; text that streams changes it once a frame at most. Returns what removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#view.listen(listener);
    this.#sync.start();
    return () => {
      remove();
      // A component that is mounted again at once, as React does in development, goes on.
      if (!this.isWatched) setTimeout(() => this.isWatched || this.#sync.leave());
    };
  };

  /** True while somebody is told of changes. */
  get isWatched(): boolean {
    return this.#view.isWatched;
  }

  /** Binds the chat, if it has yet to be created, to another database or agent. */
  configure({ integrationId, agentId }: Pick<ChatSettings, "integrationId" | "agentId">): void {
    this.#settings = { integrationId, agentId };
  }

  /** Sends a message; what becomes of it is in the snapshot, and in the turn. Throws `ParleyError` while a turn runs. */
  send(message: string, sending: Sending = {}): Turn {
    this.#assertIdle();
    const { chatId } = this.#view.snapshot;
    const { integrationId, agentId } = this.#settings;
    const turn = this.#parley.ask({
      ...(chatId === null ? { integration_id: integrationId, agent_id: agentId } : { chat_id: chatId }),
      ...(sending.integrationId !== undefined && { integration_id: sending.integrationId }),
      message,
      model: sending.model,
      upload_ids: sending.uploads?.map(({ id }) => id),
      saved_query_id: sending.savedQueryId,
      parameters: sending.parameters,
      ...(sending.scopedProjectIds && { scoped_project_ids: [...sending.scopedProjectIds] }),
      include_tool_events: true,
    });
    this.#sync.watch(liveTurn(this.#newKey(), turn, questionNow(message, sending.uploads ?? [])));
    return turn;
  }

  /** Stops the turn that runs, also one that was found after a reload. What was written stays. */
  async stop(): Promise<void> {
    const live = this.#view.running;
    if (!live) return;
    live.isStopping = true;
    this.#view.change();
    await this.#sync.attempt(
      () => live.turn.cancel(),
      () => (live.isStopping = false),
    );
  }

  /** Puts another question in the place of one, and of all that came after it. A refused edit changes nothing. */
  edit(messageId: string, content: string): Turn {
    const live = this.#view.live;
    const { chatId, messages } = this.#view.snapshot;
    const isLive = live !== null && questionId(live) === messageId;
    const edited = messages.find(({ id }) => id === messageId);
    if (chatId === null || !(isLive || edited)) throw new RangeError("This chat has no such question");
    const uploads = isLive ? live.question.uploads : (edited?.metadata?.uploads ?? []);
    const turn = this.#parley.edit({ chat_id: chatId, message_id: messageId, content });
    live?.turn.detach();
    this.#sync.watch(liveTurn(this.#newKey(), turn, questionNow(content, uploads)), cutFrom(messageId));
    return turn;
  }

  /** Deletes a message and all that came after it, with the turn that runs. */
  async remove(messageId: string): Promise<void> {
    const live = this.#view.live;
    const { chatId, messages } = this.#view.snapshot;
    const isLive = live !== null && questionId(live) === messageId;
    if (chatId === null || !(isLive || messages.some(({ id }) => id === messageId))) return;
    if (live) live.isRemoved = true;
    await this.#sync.expect(
      cutFrom(messageId),
      () => this.#parley.message.remove({ chat_id: chatId, message_id: messageId }),
      (isDone) => {
        if (live) live.isRemoved = isDone;
        if (!isDone || live === null || this.#view.live !== live) return;
        live.turn.detach();
        this.#view.live = null;
      },
    );
  }

  /** Asks the last question again: as it was, or, where the service has kept it, in its place. */
  retry(): Turn {
    this.#assertIdle();
    const live = this.#view.live;
    if (live && !questionId(live)) {
      const turn = live.turn.retry();
      this.#sync.watch(liveTurn(this.#newKey(), turn, live.question));
      return turn;
    }
    const asked = live ? { ...live.question, id: questionId(live) } : lastQuestion(this.#view.snapshot.messages);
    if (!asked?.id) throw new RangeError("This chat has no question");
    return this.edit(asked.id, asked.content);
  }

  /** Says whether an answer was good. */
  feedback(messageId: string, feedback: FeedbackValue, note?: string): Promise<void> {
    return this.#sync.expect(judge(messageId, feedback, note), () =>
      this.#parley.message.feedback({ message_id: messageId, feedback, note }),
    );
  }

  /** Reads older messages, where there are any. */
  async loadOlder(): Promise<void> {
    const { chatId, messages, hasOlder, isLoadingOlder } = this.#view.snapshot;
    const [oldest] = messages;
    if (chatId === null || !hasOlder || isLoadingOlder || !oldest) return;
    this.#view.change({ isLoadingOlder: true });
    await this.#sync.attempt(async () => {
      const older = await this.#parley.chat.get({ chat_id: chatId, before: oldest.id, limit: PAGE_MESSAGES });
      // What was cut or read anew meanwhile no longer has that message first.
      if (this.#view.messages.kept[0]?.id !== oldest.id) return;
      this.#view.messages.keep([...older.messages, ...this.#view.messages.kept]);
      this.#view.change({ hasOlder: older.has_more });
    });
    this.#view.change({ isLoadingOlder: false });
  }

  /** Reads the chat again, and goes on with the turn that runs. */
  refresh(): Promise<void> {
    return this.#sync.attempt(() => this.#sync.read());
  }

  #assertIdle(): void {
    if (this.#view.running) throw new ParleyError("TURN_ALREADY_RUNNING", "A turn is already running on this chat");
  }

  #newKey(): string {
    return `new-${++keysMade}`;
  }
}

/** Makes a chat as state: see `ChatStore`. */
export const createChat = (parley: Parley, settings?: ChatSettings): ChatStore => new ChatStore(parley, settings);
