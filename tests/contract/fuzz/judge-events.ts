import { visibleErrors } from "@parley/contract/errors";
import { StreamEvent } from "@parley/contract/event";
import type { Operation } from "@parley/contract/operation";
import * as v from "valibot";
import { parseEvents } from "../../support/service.ts";
import { demand } from "./demand.ts";

/** Failures that say something went wrong in the service itself. */
const faults = new Set(["INTERNAL", "WORKER_LOST", "TURN_DEADLINE_EXCEEDED"]);

/** Fails if a code is not in the table, or is one of a fault. */
export function judgeCode(code: string): void {
  demand(Object.hasOwn(visibleErrors, code), `the code ${code} is not in the table`);
  demand(!faults.has(code), `the failure is a fault: ${code}`);
}

/**
 * Fails if the lines of a response are not the documented events in their order: `chat_metadata` first, then
 * progress, text and visualizations, and one `message` or `error` last. A replay may begin anywhere (D23).
 */
export function judgeEvents(operation: Operation, text: string): void {
  for (const line of text.split("\n")) demand(/^($|event: |data: |id: \d+$)/.test(line), "a line is not an event's");
  const events: StreamEvent[] = parseEvents(text);
  for (const event of events) {
    demand(v.is(StreamEvent, event), `an event has not its shape: ${JSON.stringify(event)}`);
    if (event.event === "error") judgeCode(event.data.code);
  }
  const names = events.map(({ event }) => event);
  const isWhole = operation.id !== "turn.events";
  const places = [...text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
  if (isWhole) demand(places.length === events.length, "an event has no id");
  demand(
    places.every((place, at) => place > (places[at - 1] ?? 0)),
    "the ids do not grow",
  );
  if (isWhole) demand(names[0] === "chat_metadata", "chat_metadata is not first");
  demand(names.lastIndexOf("chat_metadata") <= 0, "chat_metadata comes late");
  const last = names.at(-1);
  if (isWhole || names.length > 0) demand(last === "message" || last === "error", "the end is missing");
  demand(names.filter((name) => name === "message" || name === "error").length <= 1, "there are two ends");
  const said = events.map((event) => (event.event === "text_delta" ? event.data.content : "")).join("");
  const end = events.at(-1);
  if (isWhole && end?.event === "message") demand(said === end.data.content, "the deltas are not the message");
}
