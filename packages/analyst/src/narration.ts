import { limits } from "@parley/contract/limits";
import type { AnswerEvent } from "@parley/core/answer/answer";
import { createAnswerText } from "@parley/core/answer/bounded-answer";

/** Milliseconds a step's text is held back after its first piece, to learn whether a tool call follows. */
export const HOLD_MS = 300;

/** Characters of an announcement at most: what goes on for longer is an answer that begins like one. */
const ANNOUNCEMENT_CHARACTERS = 600;
/** How models begin to say what they will do next, in the languages in which most questions are asked. */
const ANNOUNCEMENT =
  /^\s*(?:(?:ok(?:ay)?|sure|certainly|great|good|alright|got it|gut|klar|gern|gerne|natürlich|bien sûr|d'accord|claro)[,.!:]*\s+)?(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|i should|(?:first|next|now|then),? (?:i|let)|to answer (?:this|that|your)|(?:looking|checking|querying|fetching|searching)\s|ich (?:werde|schaue|sehe|prüfe|muss|suche|frage|ermittle|berechne|hole|rufe)|lass(?:en sie)? mich|zuerst|zunächst|als (?:erstes|nächstes)|je vais|laissez-moi|commençons|voy a|déjame|primero)/i;

/**
 * Decides what a model's text is. Text before a tool call is narration (`tool_message`), as long as it is still held when
 * the call starts: what announces a call is held until the step ends. Text that was released is part of the final text for good, and text of later steps follows it after a
 * blank line.
 */
export class Narration {
  readonly #text = createAnswerText(3);
  #held: string[] = [];
  #heldLength = 0;
  readonly #hasTools: boolean;
  #released: boolean;

  /** If there are no tools to call, nothing is held back. */
  constructor({ hasTools }: { hasTools: boolean }) {
    this.#hasTools = hasTools;
    this.#released = !hasTools;
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
    if (this.#heldLength > limits.answer_bytes) yield* this.release();
  }

  /** The wait has ended. What says what the model is about to do is held on: a tool call may take its time to follow. */
  *waited(): Generator<AnswerEvent> {
    const announces = this.#heldLength <= ANNOUNCEMENT_CHARACTERS && ANNOUNCEMENT.test(this.#held.join(""));
    if (!announces) yield* this.release();
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
    this.#released = !this.#hasTools;
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
