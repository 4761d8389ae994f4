import type { FeedbackValue, Message } from "./generated.ts";

/** What the service is to do to a chat's messages, oldest first. Without the message that it is about it changes nothing. */
export type Change = (messages: readonly Message[]) => readonly Message[];

/** What was asked last. */
export const lastQuestion = (messages: readonly Message[]): Message | undefined =>
  messages.findLast(({ type }) => type === "user");

/** Drops a message and all that came after it. */
export const cutFrom =
  (messageId: string): Change =>
  (messages) => {
    const at = messages.findIndex(({ id }) => id === messageId);
    return at < 0 ? messages : messages.slice(0, at);
  };

/** Notes whether an answer was good. */
export const judge =
  (messageId: string, feedback: FeedbackValue, note?: string): Change =>
  (messages) =>
    messages.map((message) =>
      message.id === messageId
        ? { ...message, metadata: { ...message.metadata, feedback, feedback_note: note } }
        : message,
    );

/**
 * A chat's messages as the service has them, with the changes that are shown before it has agreed to them. A refused change is
 * taken back by itself: what was read, or changed, meanwhile stays.
 */
export class MessageList {
  #kept: readonly Message[];
  #shown: readonly Message[];
  readonly #expected = new Set<Change>();
  /** Another number after each change, and each beginning and end of a turn: what was read earlier may lack it. */
  revision = 0;

  constructor(messages: readonly Message[]) {
    this.#kept = messages;
    this.#shown = messages;
  }

  /** As the service has them. */
  get kept(): readonly Message[] {
    return this.#kept;
  }
  /** As they are drawn; the same list until something changes. */
  get shown(): readonly Message[] {
    return this.#shown;
  }

  /** Takes what the service has. */
  keep(messages: readonly Message[]): void {
    this.#kept = messages;
    this.#show();
  }

  /** Shows what the service has yet to agree to. */
  expect(change: Change): void {
    this.#expected.add(change);
    this.revision += 1;
    this.#show();
  }

  /** The service has done it, or refused. */
  settle(change: Change, isDone: boolean): void {
    this.#expected.delete(change);
    this.revision += 1;
    this.keep(isDone ? change(this.#kept) : this.#kept);
  }

  #show(): void {
    this.#shown = [...this.#expected].reduce((messages, change) => change(messages), this.#kept);
  }
}
