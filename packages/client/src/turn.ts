/// <reference lib="esnext.disposable" />
import { onAbort } from "./abort.ts";
import { AbortedError, asParleyError, ConnectionError, ParleyError, TurnCancelled } from "./errors.ts";
import { loaded } from "./loaded.ts";
import type { Message, MessageEvent, ProcessingStatus, StreamedMessage, Visualization } from "./generated.ts";
import { type AskEvent, type AskStatus, type SourcedEvent, TurnState } from "./turn-state.ts";

export type { AskEvent, AskStatus, RestartEvent, SourcedEvent } from "./turn-state.ts";

/** The data of an event, by its name. */
export type AskEventData<Name extends AskEvent["event"]> = Extract<AskEvent, { event: Name }>["data"];

/** What a listener may listen to: events by their names, and changes of `turn.status`. */
export interface Listeners {
  status: (status: AskStatus) => void;
  restart: (data: AskEventData<"restart">) => void;
  chat_metadata: (data: AskEventData<"chat_metadata">) => void;
  processing: (data: AskEventData<"processing">) => void;
  tool_call: (data: AskEventData<"tool_call">) => void;
  tool_result: (data: AskEventData<"tool_result">) => void;
  visualization: (data: AskEventData<"visualization">) => void;
  text_delta: (data: AskEventData<"text_delta">) => void;
  message: (data: AskEventData<"message">) => void;
  error: (data: AskEventData<"error">) => void;
}

/**
 * A way to submit a question and to get the events of its turn: the streamed route, or a socket. A source need not last:
 * where it ends before the turn does, the turn is followed by its log, and its reader notices nothing but `reconnecting`.
 */
export interface Source {
  /**
   * Submits `body` (the fields of POST /v1/chats, which are those of a `send_message` frame) and yields the turn's events in
   * order, from `chat_metadata` on, each with its place in the log where the service names it. It returns after the last
   * event, or earlier if the connection was lost. `signal` stops the reading; the turn goes on.
   *
   * Throws an `ApiError` if the question was refused, and `ConnectionError` if it is not known whether it arrived: it is
   * then submitted once more, with the same `client_request_id`, by the streamed route.
   */
  submit(body: StreamedMessage, signal: AbortSignal): AsyncIterable<SourcedEvent>;
  /**
   * Stops the turn by the source's own means. Returns false if it cannot; the turn is then cancelled by its route. The events
   * end as usual, with `message` or `error`, or with `interrupted`.
   */
  interrupt?(): Promise<boolean>;
}

/** What a turn that was asked elsewhere is not able to. */
const elsewhere = (): ParleyError => new ParleyError("TURN_ELSEWHERE", "The turn was asked elsewhere");

/** What a turn lives on. */
export interface Life {
  /** Feeds `state` until the turn's last event has come. Throws a `ParleyError`. `signal` stops the listening. */
  run(state: TurnState, signal: AbortSignal): Promise<void>;
  /** Cancels the turn in the service, if that can be done from here; `stop` aborts what `run` is doing. Throws a `ParleyError`. */
  cancel?(state: TurnState, stop: () => void): Promise<void>;
  /** The final message with its metadata. */
  answer(state: TurnState): Promise<Message>;
  /** The same question as a new turn in the same chat, if it was asked here. */
  again?(held: TurnOptions, chatId: string | null): Turn;
}

/** How a turn is held. */
export interface TurnOptions {
  /** Stops the turn: see `onAbort`. */
  signal?: AbortSignal | null | undefined;
  /** What an abort of `signal` does: cancel the turn (default), or only stop listening to it. */
  onAbort?: "cancel" | "detach" | undefined;
}

/**
 * A question and its answer as it comes. Iterate it as often as you like: each reader gets all events from the first one on.
 * Leaving a loop stops nothing; `cancel` stops the turn, `detach` the listening.
 */
export class Turn implements AsyncIterable<AskEvent> {
  readonly #state: TurnState;
  readonly #life: Life;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #cancelling: Promise<void> | undefined;
  #answer: Promise<Message> | undefined;

  /** Turns are made by `parley.ask` and its like. */
  constructor(life: Life, options: TurnOptions = {}, state: TurnState = new TurnState()) {
    this.#life = life;
    this.#state = state;
    this.#done = this.#live(options);
  }

  /** A turn from the lines that `toReadableStream` made of one elsewhere. It cannot be cancelled here, only detached from. */
  static fromReadableStream(lines: ReadableStream<Uint8Array>): Turn {
    let answer: Promise<Message>;
    return new Turn({
      async run(state, signal) {
        // Few turns travel as lines: what reads and writes them is loaded for those that do.
        const { takeLines } = await loaded(import("./turn-lines.ts"));
        await (answer = takeLines(lines, state, signal));
      },
      // It is asked for once `run` has ended well.
      answer: () => answer,
    });
  }

  /** `sending` until the service has accepted the question; `reconnecting` after a cut, until events come again. */
  get status(): AskStatus {
    return this.#state.status;
  }
  /** What the service is doing, in its words. */
  get progress(): ProcessingStatus | null {
    return this.#state.progress;
  }
  /** The answer's text so far; at the end the message's own. */
  get text(): string {
    return this.#state.text;
  }
  /** Charts and tables so far. Another list whenever one is added. */
  get visualizations(): readonly Visualization[] {
    return this.#state.visualizations;
  }
  /** The chat, once there is one. */
  get chatId(): string | null {
    return this.#state.chatId;
  }
  /** The turn's id, once it is known. */
  get id(): string | null {
    return this.#state.id;
  }
  /** The question's message, once it was accepted. */
  get userMessageId(): string | null {
    return this.#state.userMessageId;
  }
  /** The final text and the id of its message, once they have come. */
  get message(): MessageEvent["data"] | null {
    return this.#state.message;
  }
  /** What the turn ended with, unless with an answer. */
  get error(): ParleyError | null {
    return this.#state.error;
  }

  /** The events from the first one on. Throws what the turn failed with; a turn that was stopped by hand just ends. */
  [Symbol.asyncIterator](): AsyncGenerator<AskEvent, void> {
    return this.#state.read();
  }

  /** Calls `listener` for each coming event of this name, or change of `status`. Returns what removes it. */
  on<Name extends keyof Listeners>(name: Name, listener: Listeners[Name]): () => void {
    // The state calls it with the data of events of this name.
    return this.#state.on(name, listener as (data: unknown) => void);
  }

  /**
   * Returns the final message with its metadata. Throws `TurnError` if the turn failed, `TurnCancelled` with the text so far if
   * it was stopped, `AbortedError` after `detach`, and other `ParleyError`s if it could not be submitted or followed.
   */
  async answer(): Promise<Message> {
    await this.#done;
    if (this.#state.error) throw this.#state.error;
    this.#answer ??= this.#life.answer(this.#state).catch((error: unknown) => {
      // It may be asked for again.
      this.#answer = undefined;
      throw error;
    });
    const message = await this.#answer;
    if (message.metadata?.partial) throw (this.#state.error = new TurnCancelled(message.content));
    return message;
  }

  /**
   * Stops the turn, also after a reload or from another device. Resolves when it has ended; what was written by then stays,
   * and `answer()` throws `TurnCancelled`. Throws a `ParleyError` if the service cannot be told.
   */
  async cancel(): Promise<void> {
    if (this.#state.status === "ended") return;
    if (!this.#life.cancel) throw elsewhere();
    this.#cancelling ??= this.#life
      .cancel(this.#state, () => this.#stop.abort())
      .catch((error: unknown) => {
        this.#cancelling = undefined;
        throw error;
      });
    await this.#cancelling;
    await this.#done;
  }

  /** Stops listening. The turn goes on, and `parley.turn.follow` finds it again; a question that is still being sent is asked. */
  detach(): void {
    const isSending = this.#state.status === "sending";
    this.#state.end(new AbortedError("The turn was detached"));
    if (!isSending) this.#stop.abort();
  }

  /** `using turn = parley.ask(…)` detaches at the end of its scope. */
  [Symbol.dispose](): void {
    this.detach();
  }

  /** Asks the same again as a new turn, with a `client_request_id` of its own, and a `signal` of its own where one is given. */
  retry(options: TurnOptions = {}): Turn {
    if (!this.#life.again) throw elsewhere();
    return this.#life.again({ signal: undefined, ...options }, this.#state.chatId);
  }

  /** The turn as lines of JSON, from its first event on, for a reader elsewhere (`Turn.fromReadableStream`). */
  toReadableStream(): ReadableStream<Uint8Array> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    loaded(import("./turn-lines.ts"))
      .then(({ turnToLines }) => turnToLines(this).pipeTo(writable))
      // A reader that goes away stops nothing; whatever else fails is the reader's to see.
      .catch((error: unknown) => writable.abort(error).catch(() => undefined));
    return readable;
  }

  async #live({ signal, onAbort: reaction }: TurnOptions): Promise<void> {
    let forget: (() => void) | undefined;
    try {
      if (signal?.aborted) throw new AbortedError();
      forget = onAbort(signal, () => {
        if (reaction === "detach") this.detach();
        else {
          this.cancel().catch(() => {
            this.#stop.abort();
            this.detach();
          });
        }
      });
      await this.#life.run(this.#state, this.#stop.signal);
      // Only its response says whether a turn that was to be cancelled was.
      await this.#cancelling?.catch(() => undefined);
      this.#state.end();
    } catch (error) {
      const failure = asParleyError(error);
      if (failure instanceof ConnectionError) failure.turnId ??= this.#state.id;
      this.#state.end(failure);
    } finally {
      this.#stop.abort();
      forget?.();
    }
  }
}
