import type { ChatSnapshot } from "./chat-snapshot.ts";
import { questionOf } from "./chat-turns.ts";
import type { ChatView } from "./chat-view.ts";
import { AbortedError, ApiError, asParleyError, TurnError } from "./errors.ts";
import type { ChatDetail, Message } from "./generated.ts";
import { isStopped, liveTurn, type LiveTurn, noteStep, questionId } from "./live-turn.ts";
import { mergeNewest } from "./merge-messages.ts";
import { type Change, cutFrom, lastQuestion } from "./message-list.ts";
import type { Parley } from "./parley.ts";

/** How many messages are read at once. */
export const PAGE_MESSAGES = 50;

/** Keeps what is shown of a chat as the service has it: reads the chat, watches its turns, and makes changes. */
export class ChatSync {
  readonly #parley: Parley;
  readonly #view: ChatView;
  /** What a server has read, until somebody looks. */
  #initialChat: ChatDetail | undefined;
  #isStarted = false;
  #reading: Promise<void> | undefined;

  constructor(parley: Parley, view: ChatView, initialChat?: ChatDetail) {
    this.#parley = parley;
    this.#view = view;
    this.#initialChat = initialChat;
  }

  /** Somebody looks. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const initialChat = this.#initialChat;
    this.#initialChat = undefined;
    if (this.#view.live) return;
    if (initialChat) this.#resume(initialChat.active_turn_id);
    else if (this.#view.snapshot.chatId !== null) void this.attempt(() => this.read());
  }

  /** Nobody looks any more. The turn goes on in the service, once that has it. */
  leave(): void {
    this.#isStarted = false;
    const turn = this.#view.running?.turn;
    if (turn?.status !== "sending") return turn?.detach();
    turn.on("status", () => {
      if (!this.#isStarted) turn.detach();
    });
  }

  /** Reads the chat. Throws `ParleyError`. */
  read(): Promise<void> {
    return (this.#reading ??= this.#load().finally(() => (this.#reading = undefined)));
  }

  async #load(): Promise<void> {
    const { chatId } = this.#view.snapshot;
    if (chatId === null) return;
    let chat: ChatDetail;
    let revision: number;
    try {
      do {
        ({ revision } = this.#view.messages);
        chat = await this.#parley.chat.get({ chat_id: chatId, limit: PAGE_MESSAGES });
        // What has happened meanwhile may not be in it.
      } while (revision !== this.#view.messages.revision);
    } catch (error) {
      if (this.#view.snapshot.chat === null && !this.#view.live) this.#view.rest = "error";
      throw error;
    }
    const { live, running } = this.#view;
    // What came before a turn that runs is known, unless this is the first reading.
    if (running && this.#view.snapshot.chat !== null) return;
    this.#view.rest = "ready";
    if (running) return this.#take(chat, earlierThan(running, chat));
    // What the service never got stays, to be asked again. Where it has the same question, only the answer was lost.
    if (live && (questionId(live) || lastQuestion(chat.messages)?.content === live.question.content))
      this.#view.live = null;
    this.#take(chat);
    this.#resume(chat.active_turn_id);
  }

  /** Takes the chat with its newest messages as they were read. */
  #take(chat: ChatDetail, newest: readonly Message[] = chat.messages): void {
    const merged = mergeNewest(this.#view.messages.kept, newest);
    this.#view.messages.keep(merged ?? newest);
    this.#view.change({ chat, hasOlder: merged ? this.#view.snapshot.hasOlder : chat.has_more });
  }

  /** Goes on with a turn of this chat that runs: its question is drawn with it rather than as history. */
  #resume(turnId: string | null): void {
    const { chatId } = this.#view.snapshot;
    const { kept } = this.#view.messages;
    const asked = lastQuestion(kept);
    if (turnId === null || chatId === null || !asked) return;
    this.#view.messages.keep(cutFrom(asked.id)(kept));
    const turn = this.#parley.turn.follow({ chat_id: chatId, turn_id: turnId, include_tool_events: true });
    this.#draw(liveTurn(this.#view.keyOf(asked.id), turn, questionOf(asked)));
  }

  /** Draws a turn that was just asked for. `cut`: what it puts out of the way, unless the service refuses it. */
  watch(live: LiveTurn, cut?: Change): void {
    this.#view.messages.revision += 1;
    if (cut) this.#view.messages.expect(cut);
    this.#draw(live, cut, { error: null });
  }

  /** Draws a turn as it happens. */
  #draw(live: LiveTurn, cut?: Change, changes: Partial<ChatSnapshot> = {}): void {
    this.#view.live = live;
    this.#view.change(changes);
    void this.#listen(live, cut);
  }

  async #listen(live: LiveTurn, cut?: Change): Promise<void> {
    const { turn } = live;
    // Its end is drawn when it is known what becomes of it.
    const off = turn.on("status", (status) => {
      if (this.#view.live === live && status !== "ended") this.#view.change();
    });
    try {
      for await (const event of turn) {
        noteStep(live, event);
        if (this.#view.live === live) this.#view.changeSoon();
      }
    } catch {
      // It is in `turn.error`, and drawn from there.
    } finally {
      off();
    }
    const isKept = questionId(live) !== null;
    this.#view.messages.revision += 1;
    if (cut) this.#view.messages.settle(cut, isKept);
    if (this.#view.live === live) await this.#conclude(live, cut !== undefined && !isKept);
    else this.#view.change();
  }

  /** After a turn's end: history takes its place, if the service has kept it. */
  async #conclude(live: LiveTurn, isRefusedEdit: boolean): Promise<void> {
    const { error } = live.turn;
    const isKept = questionId(live) !== null;
    // Another tab's turn is gone on with.
    const isBusy = error instanceof ApiError && error.code === "TURN_ALREADY_RUNNING";
    // Nobody looks any more: whoever comes next reads the chat anew.
    if (isRefusedEdit || (!this.#isStarted && error instanceof AbortedError)) this.#view.live = null;
    this.#view.change(isKept || isBusy || isStopped(error) ? {} : { error });
    // What the service does not show of this turn, it would not show of it again.
    const isShown = isKept && (error instanceof TurnError || !(error instanceof ApiError));
    // A refused edit leaves the turn that ran before it.
    if (!this.#isStarted || !(isShown || isBusy || isRefusedEdit)) return;
    await this.read().catch((failure: unknown) => this.#view.change({ error: asParleyError(failure) }));
  }

  /** Shows a change at once, and takes it back if `work`, by which the service makes it, fails; `settle` is told which. */
  expect(change: Change, work: () => Promise<unknown>, settle?: (isDone: boolean) => void): Promise<void> {
    this.#view.messages.expect(change);
    this.#view.change();
    const end = (isDone: boolean) => {
      this.#view.messages.settle(change, isDone);
      settle?.(isDone);
      this.#view.change();
    };
    return this.attempt(
      () => work().then(() => end(true)),
      () => end(false),
    );
  }

  /** Does what a verb promises; what it fails with is in the snapshot, after `undo`. */
  async attempt(work: () => Promise<unknown>, undo?: () => void): Promise<void> {
    try {
      await work();
      if (this.#view.snapshot.error) this.#view.change({ error: null });
    } catch (error) {
      undo?.();
      this.#view.change({ error: asParleyError(error) });
    }
  }
}

/** The messages that came before a turn that runs, also if the service has not told yet that it has accepted that. */
function earlierThan(running: LiveTurn, { messages, active_turn_id: active }: ChatDetail): readonly Message[] {
  return cutFrom(questionId(running) ?? (active && lastQuestion(messages)?.id) ?? "")(messages);
}
