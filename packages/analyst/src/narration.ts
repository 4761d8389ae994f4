import type { AnswerEvent } from "@parley/core/turn/answer";

/** Milliseconds a step's text is held back after its first piece, to learn whether a tool call follows. */
export const HOLD_MS = 300;

/**
 * Decides what a model's text is. Text before a tool call is narration (`tool_message`), as long as it is still held when
 * the call starts. Text that was released is part of the final text for good, and text of later steps follows it after a
 * blank line.
 */
export class Narration {
  #content = "";
  #held: string[] = [];
  readonly #hasTools: boolean;
  #released: boolean;

  /** Where there are no tools to call, nothing is held. */
  constructor({ hasTools }: { hasTools: boolean }) {
    this.#hasTools = hasTools;
    this.#released = !hasTools;
  }

  /** The final text so far: exactly the deltas given out. */
  get content(): string {
    return this.#content;
  }

  /** True while there is text worth waiting for a tool call. */
  get holding(): boolean {
    return !this.#released && this.#held.some((piece) => piece.trim() !== "");
  }

  /** A piece of the model's text. */
  *piece(text: string): Generator<AnswerEvent> {
    if (text === "") return;
    if (this.#released) yield this.#delta(text);
    else this.#held.push(text);
  }

  /** The wait is over, or the step has ended without a tool call: what is held is final text. */
  *release(): Generator<AnswerEvent> {
    if (!this.holding) return;
    const pieces = this.#held;
    this.#held = [];
    this.#released = true;
    if (this.#content !== "") yield this.#delta("\n\n");
    for (const piece of pieces) yield this.#delta(piece);
  }

  /** A tool call starts: what is still held was said about it. */
  *toolCall(): Generator<AnswerEvent> {
    const content = this.#held.join("").trim();
    this.#held = [];
    if (content !== "") yield { type: "tool_message", content };
  }

  /** The step is over. */
  *endStep(): Generator<AnswerEvent> {
    yield* this.release();
    this.#held = [];
    this.#released = !this.#hasTools;
  }

  /** Words of the service's own, after the model's. */
  *add(text: string): Generator<AnswerEvent> {
    if (this.#content !== "") yield this.#delta("\n\n");
    yield this.#delta(text);
  }

  #delta(content: string): AnswerEvent {
    this.#content += content;
    return { type: "text_delta", content };
  }
}
