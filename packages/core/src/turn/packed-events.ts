import type { StreamEvent } from "@parley/contract/event";
import { fromJsonText, type JsonText, toJsonText } from "../store/json-text.ts";

/** An event of a turn with its place in the turn's log. Places grow, also over a second run. */
export interface LoggedEvent {
  seq: number;
  event: StreamEvent;
}

/** Pieces of text at places that follow each other, from the first one's on: `[7, "Ger", "many"]`. */
type TextRun = [seq: number, ...contents: string[]];

/** The events of a batch of the log. A batch costs by the KB, and most of its events are pieces of text. */
export type PackedEvents = JsonText<readonly (LoggedEvent | TextRun)[]>;

export function packed(events: readonly LoggedEvent[]): PackedEvents {
  const all: (LoggedEvent | TextRun)[] = [];
  for (const logged of events) {
    const { seq, event } = logged;
    const last = all.at(-1);
    if (event.event !== "text_delta") all.push(logged);
    else if (Array.isArray(last) && last[0] + last.length - 1 === seq) last.push(event.data.content);
    else all.push([seq, event.data.content]);
  }
  return toJsonText(all);
}

/** The events as they were logged, in their order. */
export const unpacked = (text: PackedEvents): LoggedEvent[] =>
  fromJsonText(text).flatMap((each) => {
    if (!Array.isArray(each)) return each;
    const [first, ...contents] = each;
    return contents.map((content, at): LoggedEvent => ({
      seq: first + at,
      event: { event: "text_delta", data: { content } },
    }));
  });
