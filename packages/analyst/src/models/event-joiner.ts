/** Strings that a model writes piece by piece, by the names that providers give them: text, thoughts, arguments of tools. */
const PIECE_NAMES = [
  "content",
  "text",
  "delta",
  "thinking",
  "reasoning_content",
  "reasoning",
  "partial_json",
  "arguments",
];
/** Strings that may stand beside a piece: the same in all pieces of one text, and adding up to nothing. */
const WIRE_MARKS = new Set(
  "id object model role type item_id provider system_fingerprint service_tier obfuscation".split(" "),
);

const piece = new RegExp(`"(?:${PIECE_NAMES.join("|")})"\\s*:\\s*"`, "g");
const namedString = /"([^"\\]+)"\s*:\s*"([^"\\]*)/g;
/** What differs from piece to piece and says nothing of the text. */
const counted = /"(?:sequence_number|created)"\s*:\s*\d+|"obfuscation"\s*:\s*"[^"\\]*"/g;

/** Bytes of an event that is looked at: a longer one is no piece of a text. */
const LONGEST_EVENT = 64 * 1024;

/** An event of a text stream: `before` and `after` a piece of text, as it is written; only `before` if there is no piece. */
export interface WireEvent {
  before: string;
  piece: string;
  after: string;
  /** The same for pieces of the same text, which may be joined; undefined: the event stays as it is. */
  shape: string | undefined;
}

const whole = (text: string): WireEvent => ({ before: text, piece: "", after: "", shape: undefined });

/** An event as it goes over the wire. */
export const written = ({ before, piece: text, after }: WireEvent): string => before + text + after;

/** The place of the quote that ends a JSON string, or -1. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/** True if an event's strings are one piece and marks: nothing else would be lost if the pieces of two were joined. */
function isOnlyPiece(empty: string): boolean {
  let pieces = 0;
  for (const [, name = "", value = ""] of empty.matchAll(namedString)) {
    if (PIECE_NAMES.includes(name)) pieces += 1;
    else if (!WIRE_MARKS.has(name) || (name === "type" && !value.endsWith("delta"))) return false;
  }
  return pieces === 1;
}

/**
 * Reads a model's text stream (Server-Sent Events) without parsing it. Two events that follow each other and are the same but for
 * a piece of text are one event with both pieces: JSON's strings are put together as they are written, so nothing is decoded,
 * and whatever is not known stays byte for byte. Texts here have a character for each byte (latin1).
 *
 *     data: {"id":"c1","choices":[{"index":0,"delta":{"content":"Ger"}}]}
 *     data: {"id":"c1","choices":[{"index":0,"delta":{"content":"many"}}]}     →     … {"content":"Germany"} …
 */
export class EventJoiner {
  #rest = "";
  /** The last event with a piece. */
  #last: WireEvent | undefined;
  #blankLine = "\n\n";
  #isPlain = false;

  /** The events that end with this chunk. */
  *take(chunk: string): Generator<WireEvent> {
    const text = this.#rest + chunk;
    const searched = Math.max(0, this.#rest.length - 3);
    this.#rest = "";
    // Where events do not end, nothing is joined.
    this.#isPlain ||= searched > LONGEST_EVENT;
    if (this.#isPlain) return yield whole(text);
    if (text.includes("\r\n")) this.#blankLine = "\r\n\r\n";
    const { length } = this.#blankLine;
    let from = 0;
    for (let end = text.indexOf(this.#blankLine, searched); end >= 0; end = text.indexOf(this.#blankLine, from)) {
      yield this.#read(text.slice(from, end + length));
      from = end + length;
    }
    this.#rest = text.slice(from);
  }

  /** What is left when the stream has ended. */
  rest(): string {
    const text = this.#rest;
    this.#rest = "";
    return text;
  }

  #read(event: string): WireEvent {
    const same = this.#sameAsLast(event);
    if (same) return same;
    piece.lastIndex = 0;
    if (!piece.test(event)) return whole(event);
    const start = piece.lastIndex;
    const end = stringEnd(event, start);
    if (end < 0) return whole(event);
    const [before, after] = [event.slice(0, start), event.slice(end)];
    const shape = `${before}${after}`.replace(counted, "");
    if (shape !== this.#last?.shape && !isOnlyPiece(before + after)) return whole(event);
    this.#last = { before, piece: event.slice(start, end), after, shape };
    return this.#last;
  }

  /** Most events begin and end like the one before. */
  #sameAsLast(event: string): WireEvent | undefined {
    const last = this.#last;
    if (!last || event.length < last.before.length + last.after.length) return undefined;
    if (!event.startsWith(last.before) || !event.endsWith(last.after)) return undefined;
    const text = event.slice(last.before.length, event.length - last.after.length);
    return text.includes('"') || text.endsWith("\\") ? undefined : { ...last, piece: text };
  }
}

/** Two events as one, if they are pieces of the same text. */
export const joined = (first: WireEvent, second: WireEvent): WireEvent | undefined =>
  first.shape !== undefined && first.shape === second.shape
    ? { ...first, piece: first.piece + second.piece }
    : undefined;
