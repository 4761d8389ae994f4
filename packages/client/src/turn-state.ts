import { AbortedError, type Failure, type ParleyError, TurnCancelled, TurnError } from "./errors.ts";
import { tell } from "./tell.ts";
import type { ErrorData, MessageEvent, ProcessingStatus, TurnEvent, Visualization } from "./generated.ts";

/** Where an ask is: not accepted yet, streaming, looking for the turn after its stream was cut, or at its end. */
export type AskStatus = "sending" | "running" | "reconnecting" | "ended";

/** The answer begins anew; what was shown of it is void. A worker was lost, or the stream could only be read from its start. */
export interface RestartEvent {
  event: "restart";
  data: Record<string, never>;
}

/** What a reader of a turn gets. */
export type AskEvent = TurnEvent | RestartEvent;

/** An event as it came; `id` is its place in the turn's log, where the service names it. */
export interface SourcedEvent {
  event: string;
  data: unknown;
  id?: number | null;
}

type Listener = (data: unknown) => void;

const RESTART: RestartEvent = { event: "restart", data: {} };

/** What a failure on a stream or a socket says. */
export const failureIn = (data: ErrorData): Failure => ({
  code: data.code,
  message: data.error,
  retryable: data.retryable,
  debugId: data.debug_id,
  retryAfter: data.retry_after_seconds ?? null,
  turnId: data.turn_id ?? null,
  type: data.error_type,
});

/** What an `error` event says, as an error. `partial` is the text that came before it. */
function errorOf(data: ErrorData, partial: string): TurnError {
  const failure = failureIn(data);
  return data.code === "TURN_CANCELLED" ? new TurnCancelled(partial, failure) : new TurnError(failure);
}

/** What is known of a turn, shared by the turn that people hold and by what feeds it; and who is told when there is more. */
export class TurnState {
  status: AskStatus = "sending";
  progress: ProcessingStatus | null = null;
  text = "";
  visualizations: readonly Visualization[] = [];
  chatId: string | null = null;
  id: string | null = null;
  userMessageId: string | null = null;
  message: MessageEvent["data"] | null = null;
  error: ParleyError | null = null;
  /** True once the turn's last event has come; the ask ends a little later. */
  isOver = false;
  /** True once the service has said that the turn was cancelled: its message is then a part of an answer. */
  isCancelled = false;
  /** The greatest place in the turn's log that was taken. */
  lastId: number | null = null;
  /** How many events were taken in all. */
  taken = 0;

  /** The events of the present run. A restart replaces the list, by which readers notice it. */
  #events: TurnEvent[] = [];
  #listeners = new Map<string, Set<Listener>>();
  #changed: Promise<void> | undefined;
  #announce: (() => void) | undefined;

  /** True once the service has named the turn or the message that it answers. */
  get isAccepted(): boolean {
    return this.id !== null || this.userMessageId !== null;
  }

  /** True if nothing more is to be taken: the last event has come, or nobody listens any more. */
  get isDone(): boolean {
    return this.isOver || this.status === "ended";
  }

  /** Takes an event, unless it has been taken before. */
  take({ event, data, id = null }: SourcedEvent): void {
    if (id !== null) {
      if (this.lastId !== null && id <= this.lastId) return;
      this.lastId = id;
    }
    // A second run of the turn (D26), or its log from the beginning.
    if (event === "chat_metadata" && this.#events.length > 0) this.restart();
    // The service has parsed it through the event's schema; unknown names are part of the type.
    const taken = { event, data } as TurnEvent;
    this.#apply(taken);
    // Nobody reads it any more, but where the turn is can still be asked for.
    if (this.status === "ended") return;
    this.#events.push(taken);
    this.taken += 1;
    this.setStatus("running");
    this.#tell(event, data);
  }

  /** Forgets what was said so far. */
  restart(): void {
    this.#events = [];
    this.text = "";
    this.visualizations = [];
    this.progress = null;
    this.#tell(RESTART.event, RESTART.data);
  }

  /** The service has accepted the turn; its events are still to come. */
  accept(turn: { turn_id: string | null; user_message_id: string | null }): void {
    this.id = turn.turn_id;
    this.userMessageId = turn.user_message_id;
    this.setStatus("running");
  }

  setStatus(status: AskStatus): void {
    if (this.status === status || this.status === "ended") return;
    this.status = status;
    this.#tell("status", status);
  }

  /** Nothing comes any more. The first end counts. */
  end(error: ParleyError | null = null): void {
    if (this.status === "ended") return;
    this.error ??= error ?? (this.isCancelled ? new TurnCancelled(this.text) : null);
    this.setStatus("ended");
    this.#listeners.clear();
  }

  /** Calls `listener` with the data of each coming event of this name, and with `status` changes. Returns its remover. */
  on(name: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    // A listener that is given twice is called twice, and removed one by one.
    const own: Listener = (data) => listener(data);
    this.#listeners.set(name, listeners.add(own));
    return () => void listeners.delete(own);
  }

  /** Resolves at the next change. */
  changed(): Promise<void> {
    return (this.#changed ??= new Promise((resolve) => (this.#announce = resolve)));
  }

  /** The events from the first one until the end. Throws what ended the turn, unless it was stopped by hand. */
  async *read(): AsyncGenerator<AskEvent, void> {
    let events = this.#events;
    let at = 0;
    for (;;) {
      if (events !== this.#events) {
        const hasShown = at > 0;
        events = this.#events;
        at = 0;
        if (hasShown) yield RESTART;
        continue;
      }
      const next = events[at];
      if (next) {
        at += 1;
        yield next;
      } else if (this.status === "ended") {
        if (this.error && !(this.error instanceof TurnCancelled || this.error instanceof AbortedError))
          throw this.error;
        return;
      } else await this.changed();
    }
  }

  #apply({ event, data }: TurnEvent): void {
    // The names are told apart as texts: one that is not known matches none of them.
    switch (event as string) {
      case "chat_metadata": {
        const metadata = data as { id: string; user_message_id: string; turn_id?: string };
        this.chatId = metadata.id;
        this.userMessageId = metadata.user_message_id;
        this.id = metadata.turn_id ?? this.id;
        break;
      }
      case "processing":
        this.progress = (data as { status: ProcessingStatus }).status;
        break;
      case "text_delta":
        this.text += (data as { content: string }).content;
        break;
      case "visualization":
        this.visualizations = [...this.visualizations, data as Visualization];
        break;
      case "message":
        this.message = data as MessageEvent["data"];
        this.text = this.message.content;
        this.isOver = true;
        break;
      case "error":
        this.error = errorOf(data as ErrorData, this.text);
        this.isOver = true;
        break;
      case "interrupted":
        this.error = new TurnCancelled(this.text);
        this.isOver = true;
    }
  }

  #tell(name: string, data: unknown): void {
    const announce = this.#announce;
    this.#changed = undefined;
    this.#announce = undefined;
    announce?.();
    for (const listener of this.#listeners.get(name) ?? []) tell(listener, data);
  }
}
