import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { limits } from "@parley/contract/limits";

/** A model that does not stop; `what` it floods with is for the log. Its turn ends with the text so far (D57). */
export class Flooded extends Error {
  readonly what: string;
  constructor(what: string) {
    super(`the model was stopped: too much ${what}`);
    this.name = "Flooded";
    this.what = what;
  }
}

/** The flood behind an error, whatever it is wrapped in; undefined if it is another error. */
export function floodIn(error: unknown): Flooded | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    if (cause instanceof Flooded) return cause;
  }
  return undefined;
}

/** Characters that one turn's model calls may write in all: answers, words between tools, thoughts, arguments of tools. */
const SAID_CHARACTERS = { text: 4_000_000, reasoning: 500_000, arguments: 500_000 };
/** Pieces of all kinds, so that empty ones have an end, too. */
const PIECES = 1_000_000;

/** Counts what the model says in one turn, over all of its calls. */
export class Flood {
  readonly #said = { text: 0, reasoning: 0, arguments: 0 };
  #pieces = 0;
  #calls = 0;

  /** Throws `Flooded` if the part is too much. */
  count(part: LanguageModelV4StreamPart): void {
    this.#pieces += 1;
    if (this.#pieces > PIECES) throw new Flooded("pieces");
    switch (part.type) {
      case "text-delta":
        return this.#say("text", part.delta);
      case "reasoning-delta":
        return this.#say("reasoning", part.delta);
      case "tool-input-delta":
        return this.#say("arguments", part.delta);
      case "tool-call":
        this.#calls += 1;
        if (this.#calls > limits.turn_tool_calls) throw new Flooded("tool calls");
        // Some providers send arguments in pieces first, some only here: counting them twice does no harm.
        return this.#say("arguments", part.input);
      default:
        return undefined;
    }
  }

  #say(kind: keyof typeof SAID_CHARACTERS, text: string): void {
    this.#said[kind] += text.length;
    if (this.#said[kind] > SAID_CHARACTERS[kind]) throw new Flooded(kind);
  }
}
