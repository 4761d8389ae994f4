import { limits } from "@parley/contract/limits";
import { cutToFit } from "./cut-bytes.ts";
import type { Answer, AnswerEvent } from "./answer.ts";
import type { AskerLanguage } from "./asker-language.ts";
import { createEventRoom } from "./event-room.ts";
import { fitCall, fitResult } from "./fit-event.ts";
import { fitVisualization } from "../visualization/fit-bytes.ts";

/** The end of an answerer that went beyond D57: what it would have said at its end is unknown. */
export type CutAnswer = Pick<Answer, "type" | "content" | "state"> & { metadata: { truncated: true } };

/** Bytes of one text between tools, which is in history but in no event. */
const TOOL_MESSAGE_BYTES = 16 * 1024;

interface Stopped {
  /** The sentence at the end of an answer that was cut off (D57). */
  said: string;
  /** The same if nothing had been said. */
  unsaid: string;
}

const STOPPED: Readonly<Record<AskerLanguage, Stopped>> = {
  en: {
    said: "The answer was stopped here because it had become too long.",
    unsaid: "The model did not stop by itself and was cut off before it gave an answer.",
  },
  de: {
    said: "Die Antwort wurde hier abgebrochen, weil sie zu lang geworden war.",
    unsaid: "Das Modell hörte nicht von selbst auf und wurde abgebrochen, bevor es eine Antwort gab.",
  },
};

/** What an answer that was cut off says of that, in the asker's language. */
export const stoppedIn = (language: AskerLanguage): Stopped => STOPPED[language];

/** Bytes reserved for the service's own words after the model's, at the last bound that a text passes. */
const RESERVE_BYTES = 1024;

const utf8Bytes = (text: string) => Buffer.byteLength(text);
/** Bytes inside a JSON string: what a frame carries. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;

/**
 * The final text of a turn as its deltas make it: well-formed, and never more than an answer may have (D57), also as the
 * JSON of one frame; `language`: the asker's. What `take`, `rest` and `stop` return is to be streamed as it is: together it is `content`.
 * `bounds`: how many bounds the text passes from here on, this one included, so that what one has added passes the next.
 */
export function createAnswerText(language: AskerLanguage, bounds = 1) {
  const stopped = stoppedIn(language);
  const reserve = bounds * RESERVE_BYTES;
  let content = "";
  let bytes = 0;
  let json = 0;
  /** Half a character, until its other half comes. */
  let half = "";
  let isFull = false;

  function add(text: string, kept: number): string {
    const room = { bytes: limits.answer_bytes - kept - bytes, json: limits.event_bytes - 2 * kept - json };
    const byBytes = cutToFit(text, room.bytes, utf8Bytes);
    const fitting = cutToFit(byBytes, room.json, jsonBytes);
    if (fitting.length < text.length) isFull = true;
    content += fitting;
    bytes += utf8Bytes(fitting);
    json += jsonBytes(fitting);
    return fitting;
  }

  return {
    get content() {
      return content;
    },

    /** True once something did not fit: nothing more is taken. */
    get isFull() {
      return isFull;
    },

    /** Takes a piece of the model's text; returns what belongs to the answer, which may be nothing yet. */
    take(piece: string): string {
      if (isFull || piece === "") return "";
      const text = half + piece;
      const isTorn = isHighSurrogate(text.charCodeAt(text.length - 1));
      half = isTorn ? text.slice(-1) : "";
      return add((isTorn ? text.slice(0, -1) : text).toWellFormed(), reserve);
    },

    /** What is left when the model has said everything: half a character. */
    rest(): string {
      const text = half.toWellFormed();
      half = "";
      return isFull ? "" : add(text, reserve);
    },

    /** Ends the answer with the sentence that says it was cut off. */
    stop(): string {
      half = "";
      isFull = true;
      return add(content.trim() === "" ? stopped.unsaid : `\n\n${stopped.said}`, reserve - RESERVE_BYTES / 2);
    },
  };
}

export type AnswerText = ReturnType<typeof createAnswerText>;

/** The event as it can travel and be stored; undefined if nothing of it can. */
function fitted(event: AnswerEvent): AnswerEvent | undefined {
  switch (event.type) {
    case "tool_call":
      return { ...event, call: fitCall(event.call) };
    case "tool_result":
      return { ...event, result: fitResult(event.result) };
    case "tool_message":
      return { ...event, content: cutToFit(event.content, TOOL_MESSAGE_BYTES).toWellFormed() };
    case "visualization": {
      const visualization = fitVisualization(event.visualization);
      return visualization && { ...event, visualization };
    }
    case "progress":
    case "text_delta":
      return event;
    default:
      return event satisfies never;
  }
}

/**
 * The same answer within D57, whatever the answerer does: its events fit into frames and into the log, its text and the
 * turn's events into what a turn may have. One that goes on is stopped, and the text so far is the answer.
 */
export async function* bounded(
  events: AsyncGenerator<AnswerEvent, Answer>,
  language: AskerLanguage,
): AsyncGenerator<AnswerEvent, Answer | CutAnswer> {
  const text = createAnswerText(language);
  const room = createEventRoom();
  const delta = (content: string): AnswerEvent[] => (content === "" ? [] : [{ type: "text_delta", content }]);
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) {
        yield* delta(text.rest());
        // What was not streamed is not part of the text that a reader saw, but if nothing was streamed it is all there is.
        const content = text.content === "" ? text.take(next.value.content) + text.rest() : text.content;
        return { ...next.value, content };
      }
      const event = fitted(next.value);
      const said = event?.type === "text_delta" ? delta(text.take(event.content)) : event ? [event] : [];
      if (!said.every((each) => room.take(each))) break;
      yield* said;
      if (text.isFull) break;
    }
    yield* delta(text.stop());
    return { type: "final", content: text.content, metadata: { truncated: true } };
  } finally {
    // The answerer may be stuck in a call that ignores its signal: it is asked to end, and not awaited.
    void events.return(undefined as never).catch(() => undefined);
  }
}
