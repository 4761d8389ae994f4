import { onAbort } from "./abort.ts";
import { AbortedError } from "./errors.ts";
import type { SourcedEvent } from "./turn.ts";

/** Events that nothing of a turn comes after. */
const LAST_EVENTS: ReadonlySet<string> = new Set(["message", "error", "interrupted"]);

/** The turn that a socket streams. It has the socket until its last event, whether somebody reads it or not. */
export class SocketTurn {
  /** The message that is answered, once it is known. */
  messageId: string | undefined;
  /** True once the service has accepted it. */
  hasBegun = false;
  /** Called if the service finds nothing to interrupt. */
  onNothing: () => void = () => undefined;
  /** Resolves at the end: true if the last event has come, false if it cannot come any more. */
  readonly over: Promise<boolean>;

  readonly #events: SourcedEvent[] = [];
  #isOver = false;
  #resolve: (isComplete: boolean) => void = () => undefined;
  #wake: () => void = () => undefined;

  constructor(messageId?: string) {
    this.messageId = messageId;
    this.over = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Takes an event. Returns true if it is the last one. */
  take(event: SourcedEvent): boolean {
    if (event.event === "chat_metadata") {
      this.hasBegun = true;
      this.messageId = (event.data as { user_message_id: string }).user_message_id;
    }
    this.#events.push(event);
    this.#wake();
    return LAST_EVENTS.has(event.event);
  }

  end(isComplete: boolean): void {
    this.#isOver = true;
    this.#resolve(isComplete);
    this.#wake();
  }

  /** The events as they come, until the end. Throws `AbortedError` when `signal` aborts. */
  async *read(signal: AbortSignal): AsyncGenerator<SourcedEvent, void> {
    const forget = onAbort(signal, () => this.#wake());
    try {
      for (;;) {
        if (signal.aborted) throw new AbortedError();
        const event = this.#events.shift();
        if (event) yield event;
        else if (this.#isOver) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      forget();
    }
  }
}
