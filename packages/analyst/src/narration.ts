import { limits } from "@parley/contract/limits";
import type { AnswerEvent } from "@parley/core/answer/answer";
import type { AskerLanguage } from "@parley/core/answer/asker-language";
import { type AnswerText, createAnswerText } from "@parley/core/answer/bounded-answer";

import { ANNOUNCEMENT_CHARACTERS, isNoAnnouncement, openingOf } from "./announcement.ts";

/** Milliseconds a step's text is held back after its first piece, where only that can tell whether a tool call follows. */
export const HOLD_MS = 300;

/** Characters of a step's text after which its beginning is not looked at again: by then it has said what it can. */
const LOOKED_AT_CHARACTERS = 200;

/**
 * What a step's text may be. `free`: there are no tools, so it is the answer. `last`: none may be called any more, but some
 * providers cannot be told so. `answer`: the tools have found rows, so that the model may answer now. `any`: nothing is known.
 */
export type Stance = "free" | "last" | "answer" | "any";

/**
 * Decides what a model's text is. Text before a tool call is narration (`tool_message`), as long as it is still held when
 * the call starts. It is released as soon as something says that it is the answer:
 *
 *     free     at once
 *     last     when it does not begin like an announcement
 *     answer   when it begins like an answer, and with nothing that models say between tools; else like any
 *     any      after `HOLD_MS`, unless it announces what comes next: that is held until the step ends
 *
 * Text that was released is part of the final text for good, and text of later steps follows it after a blank line.
 */
export class Narration {
  readonly #text: AnswerText;
  #held: string[] = [];
  #heldLength = 0;
  #stance: Stance = "any";
  #released = false;

  /** `language`: the asker's, for what the service itself says. */
  constructor(language: AskerLanguage) {
    this.#text = createAnswerText(language, 3);
  }

  /** A step begins. */
  beginStep(stance: Stance): void {
    this.#stance = stance;
    this.#released = stance === "free";
  }

  /** The final text so far: exactly the deltas sent. */
  get content(): string {
    return this.#text.content;
  }

  /** True once the model has said more than an answer may have (D57). */
  get isFull(): boolean {
    return this.#text.isFull;
  }

  /** True while text is held back in case a tool call follows. */
  get holding(): boolean {
    return !this.#released && this.#held.some((piece) => piece.trim() !== "");
  }

  /** A piece of the model's text. */
  *piece(text: string): Generator<AnswerEvent> {
    if (text === "") return;
    if (this.#released) return yield* this.#delta(text);
    this.#held.push(text);
    this.#heldLength += text.length;
    // No narration about a tool call is that long.
    if (this.#heldLength > limits.answer_bytes || this.#isAnswer()) yield* this.release();
  }

  /** The wait has ended. What says what the model is about to do is held on: a tool call may take its time to follow. */
  *waited(): Generator<AnswerEvent> {
    const isShort = this.#heldLength <= ANNOUNCEMENT_CHARACTERS;
    if (!isShort || openingOf(this.#held.join("")) !== "announces") yield* this.release();
  }

  /** True if what is held shows by itself that it is the answer. */
  #isAnswer(): boolean {
    if (this.#stance === "any" || this.#heldLength > LOOKED_AT_CHARACTERS) return false;
    const text = this.#held.join("");
    return this.#stance === "last" ? isNoAnnouncement(text) : openingOf(text) === "answers";
  }

  /** The wait has ended, or the step ended without a tool call: what is held back is final text. */
  *release(): Generator<AnswerEvent> {
    if (!this.holding) return;
    const pieces = this.#takeHeld();
    this.#released = true;
    if (this.content !== "") yield* this.#delta("\n\n");
    for (const piece of pieces) yield* this.#delta(piece);
  }

  /** A tool call starts: what is still held back was said about it. */
  *toolCall(): Generator<AnswerEvent> {
    const content = this.#takeHeld().join("").trim();
    if (content !== "") yield { type: "tool_message", content };
  }

  /** The step has ended. */
  *endStep(): Generator<AnswerEvent> {
    yield* this.release();
    this.#takeHeld();
    yield* this.#given(this.#text.rest());
    this.#released = false;
  }

  /** Words of the service's own, after the model's. */
  *add(text: string): Generator<AnswerEvent> {
    if (this.content !== "") yield* this.#delta("\n\n");
    yield* this.#delta(text);
  }

  /** The model is stopped: what was said is the answer, and says that it was stopped. */
  *stop(): Generator<AnswerEvent> {
    yield* this.release();
    yield* this.#given(this.#text.stop());
  }

  #takeHeld(): string[] {
    const pieces = this.#held;
    this.#held = [];
    this.#heldLength = 0;
    return pieces;
  }

  *#delta(content: string): Generator<AnswerEvent> {
    yield* this.#given(this.#text.take(content));
  }

  *#given(content: string): Generator<AnswerEvent> {
    if (content !== "") yield { type: "text_delta", content };
  }
}
