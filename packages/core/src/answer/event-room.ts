import { limits } from "@parley/contract/limits";
import { bytesOf } from "../store/json-text.ts";
import type { AnswerEvent } from "./answer.ts";

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
