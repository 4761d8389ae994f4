import type { StreamEvent } from "@parley/contract/event";

/** Tool events are shown to sockets that ask for them, never on a stream (D29). */
export const isShownOnStreams = (event: StreamEvent): boolean =>
  event.event !== "tool_call" && event.event !== "tool_result";

/** JSON on one line for every reader: U+0085, U+2028 and U+2029 end lines in many a client's language, though not in SSE. */
const oneLine = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** An event as the lines of Server-Sent Events; `id` on replays (D23). */
export const sseLines = (event: StreamEvent, id?: number): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event.event}\ndata: ${oneLine(event.data)}\n\n`;

/** A response that streams what `write` sends. It ends when `work` does, even if it is no longer read. */
export function sseResponse(work: (write: (lines: string) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      // The work is the turn: it goes on when the reader has gone, so a closed stream only stops the writing.
      let isOpen = true;
      const write = (lines: string) => {
        if (!isOpen) return;
        try {
          controller.enqueue(encoder.encode(lines));
        } catch {
          isOpen = false;
        }
      };
      await work(write);
      if (isOpen) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}
