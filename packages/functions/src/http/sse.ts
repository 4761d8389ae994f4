import type { StreamEvent } from "@parley/contract/event";
import type { FollowedEvent } from "@parley/core/turn/follow-events";
import { HttpResponse } from "./http-message.ts";

/** Tool events are shown to those who ask for them (D29, D51). */
const isShown = (event: StreamEvent, withTools: boolean): boolean =>
  withTools || (event.event !== "tool_call" && event.event !== "tool_result");

/** JSON on one line for every reader: U+0085, U+2028 and U+2029 end lines in many a client's language, though not in SSE. */
const oneLine = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * An event as the lines of Server-Sent Events; `id` is its place in the turn's log (D23, D49), if it is part of the turn. It comes
 * after the contract's pair of lines: who reads those by their places finds them, and an id that came says that its event did.
 */
export const sseLines = (event: StreamEvent, id?: number): string =>
  `event: ${event.event}\ndata: ${oneLine(event.data)}\n${id === undefined ? "" : `id: ${id}\n`}\n`;

interface Written {
  write: (lines: string) => void;
  /** Aborted when no reader is left; what is written then is lost. */
  unread: AbortSignal;
}

/**
 * A response that streams what `work` writes, and ends when it does. Where its reader has gone, the work decides whether it
 * goes on; whoever cancels the response's body learns when it has ended.
 */
export function sseResponse(work: (written: Written) => Promise<void>): HttpResponse {
  const encoder = new TextEncoder();
  const reading = new AbortController();
  let working: Promise<void> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      const write = (lines: string) => {
        if (!reading.signal.aborted) controller.enqueue(encoder.encode(lines));
      };
      working = work({ write, unread: reading.signal });
      await working;
      if (!reading.signal.aborted) controller.close();
    },
    async cancel() {
      reading.abort();
      await working;
    },
  });
  return new HttpResponse(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

/** Writes a turn's events as a stream shows them. An event that is not shown keeps its place, so that ids are the same. */
export const eventWriter =
  (write: Written["write"], withTools: boolean) =>
  async ({ seq, event }: FollowedEvent): Promise<void> => {
    if (isShown(event, withTools)) write(sseLines(event, seq));
  };
