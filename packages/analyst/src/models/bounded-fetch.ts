import { setImmediate } from "node:timers/promises";
import { Flooded } from "./flood.ts";

/** Bytes of a provider's response to one call. A token takes about 300 of them on the wire. */
const MODEL_ANSWER_BYTES = 64 * 1024 * 1024;
/** Bytes of one event: a line of a text stream, a frame of a binary one. Providers' parsers hold it until it is whole. */
const EVENT_BYTES = 1024 * 1024;
/** Bytes of an error's body that are read; the rest is not. */
const MODEL_ERROR_BYTES = 64 * 1024;
/** Bytes after which other work in the process gets a turn: a stream that is always ready starves timers. */
const BREATH_BYTES = 256 * 1024;

const LINE_FEED = 0x0a;

/** Throws `Flooded` if one event of the stream does not end. */
type Framing = (chunk: Uint8Array) => void;

function lines(): Framing {
  let open = 0;
  return (chunk) => {
    const end = chunk.lastIndexOf(LINE_FEED);
    // A line within one chunk is as short as the chunk.
    open = end < 0 ? open + chunk.length : chunk.length - end - 1;
    if (open > EVENT_BYTES) throw new Flooded("bytes in a line");
  };
}

/** Frames of Amazon's event streams begin with their length, in four bytes. */
function frames(): Framing {
  let left = 0;
  let length = 0;
  let lengthBytes = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
        continue;
      }
      length = length * 256 + (chunk[at] ?? 0);
      lengthBytes += 1;
      at += 1;
      if (lengthBytes < 4) continue;
      if (length > EVENT_BYTES) throw new Flooded("bytes in a frame");
      left = Math.max(0, length - 4);
      length = 0;
      lengthBytes = 0;
    }
  };
}

/** `fetch` for providers of models: what it reads is bounded, and other work gets its turn meanwhile. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.ok ? stream(response.body, headers) : beginning(response.body), {
    status,
    statusText,
    headers,
  });
};

function stream(body: ReadableStream<Uint8Array>, headers: Headers): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const check = headers.get("content-type")?.includes("eventstream") ? frames() : lines();
  let bytes = 0;
  let breath = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.length;
        breath += value.length;
        try {
          if (bytes > MODEL_ANSWER_BYTES) throw new Flooded("bytes");
          check(value);
        } catch (error) {
          reader.cancel(error).catch(() => undefined);
          throw error;
        }
        if (breath > BREATH_BYTES) {
          breath = 0;
          await setImmediate();
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The first bytes of a body: the beginning of an error's text. */
function beginning(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = MODEL_ERROR_BYTES;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value.subarray(0, left));
        left -= value.length;
        if (left > 0) return;
        controller.close();
        reader.cancel().catch(() => undefined);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
