import { limits } from "@parley/contract/limits";
import { cutToFit } from "./cut-bytes.ts";
import type { Answer, AnswerEvent } from "./answer.ts";
import { createAnswerText } from "./bounded-text.ts";
import { fitCall, fitResult } from "./fit-event.ts";
import { bytesOf } from "../store/json-text.ts";
import { fitVisualization } from "../visualization/fit-bytes.ts";

/** The end of an answerer that went beyond D57: what it would have said at its end is unknown. */
export type CutAnswer = Pick<Answer, "type" | "content" | "state"> & { metadata: { truncated: true } };

/** Bytes of one text between tools, which is in history but in no event. */
const TOOL_MESSAGE_BYTES = 16 * 1024;
/** Bytes beside an event's data: its name, and its place in the log. */
const AROUND_EVENT_BYTES = 80;
/** Room for the last event, which says the whole text once more, and for results of calls that have been told. */
const END_BYTES = limits.event_bytes + limits.tool_result_bytes + 8 * 1024;

/** Counts what a turn says in events, up to `margin` bytes before there are too many of them (D57). */
export function createEventRoom(margin = 0) {
  let left = limits.turn_event_bytes - END_BYTES - margin;
  return {
    /**
     * Takes what the event needs. False if there is no room for it. A call that was sent always gets its result, and text
     * has a bound of its own.
     */
    take(event: AnswerEvent): boolean {
      const size = sizeOf(event) + AROUND_EVENT_BYTES;
      const isOwed = event.type === "tool_result" || event.type === "text_delta";
      if (size > left && !isOwed) return false;
      left -= size;
      return true;
    },
  };
}

function sizeOf(event: AnswerEvent): number {
  switch (event.type) {
    case "progress":
      return event.status.length;
    case "text_delta":
    case "tool_message":
      return bytesOf(event.content);
    case "tool_call":
      return bytesOf(event.call);
    case "tool_result":
      return bytesOf(event.result);
    case "visualization":
      return bytesOf(event.visualization);
    default:
      return event satisfies never;
  }
}

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
): AsyncGenerator<AnswerEvent, Answer | CutAnswer> {
  const text = createAnswerText();
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
