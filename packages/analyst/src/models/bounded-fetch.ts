import { setImmediate } from "node:timers/promises";
import type { Clock } from "@parley/core/environment/clock";
import { Flooded } from "./flood.ts";
import { gatheredEvents } from "./gathered-events.ts";
import { type Reads, requestModel } from "./model-request.ts";
import { wireBypassOf } from "./wire-bypass.ts";

/** Bytes of a provider's response to one call. A token takes about 300 of them on the wire. */
const MODEL_ANSWER_BYTES = 64 * 1024 * 1024;
/** Bytes of one event: a line of a text stream, a frame of a binary one. Providers' parsers hold it until it is whole. */
const EVENT_BYTES = 1024 * 1024;
/** Bytes of an error's body that are read; the rest is not. */
const MODEL_ERROR_BYTES = 64 * 1024;
/** Bytes after which other work in the process gets a turn: a stream that is always ready starves timers. */
const BREATH_BYTES = 256 * 1024;
/**
 * Milliseconds that so many bytes of a text stream take at least: 4 MB a second are five times what the fastest models send.
 * To read them takes 14 ms of CPU at worst, so that a model that writes as fast as the wire allows has less than a quarter of a core.
 */
const BREATH_MS = 64;

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

type Body = ReadableStream<Uint8Array>;

const bounded =
  (read: (body: Reads, headers: Headers, signal: AbortSignal | null | undefined) => Body): typeof fetch =>
  async (input, init) => {
    const { status, statusText, headers, body } = await requestModel(input, init);
    const isGood = status >= 200 && status < 300;
    return new Response(body && (isGood ? read(body, headers, init?.signal) : beginning(body)), {
      status,
      statusText,
      headers,
    });
  };

/**
 * `fetch` for providers of models: what it reads is bounded, other work gets its turn meanwhile, and pieces of a text that come
 * one upon the other are one event.
 */
export const boundedFetch = (clock: Clock): typeof fetch =>
  bounded((body, headers, signal) => {
    const type = headers.get("content-type") ?? "";
    const reads = boundedReads(body, type.includes("eventstream") ? frames() : lines(), pacing(clock));
    if (type.includes("text/event-stream")) return gatheredEvents(reads, clock, wireBypassOf(signal));
    return stream(reads);
  });

/** The same for answers that are one JSON text, which may be one line. */
export const boundedJsonFetch = bounded((body) => stream(boundedReads(body, () => undefined, setImmediate)));

const stream = ({ read, cancel }: Reads): Body =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await read();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );

/** Waits until what was read since the last time has taken its time; at least, other work gets its turn. */
function pacing(clock: Clock): () => Promise<void> {
  let since = clock.now();
  return async () => {
    const left = since + BREATH_MS - clock.now();
    await (left > 0 ? clock.sleep(left) : setImmediate());
    since = clock.now();
  };
}

/** The same reads, which throw `Flooded` where there are too many bytes. `breathe` is awaited on the way. */
function boundedReads({ read, cancel }: Reads, check: Framing, breathe: () => Promise<void>): Reads {
  let bytes = 0;
  let breath = 0;
  return {
    async read() {
      const chunk = await read();
      if (!chunk) return undefined;
      bytes += chunk.length;
      breath += chunk.length;
      try {
        if (bytes > MODEL_ANSWER_BYTES) throw new Flooded("bytes");
        check(chunk);
      } catch (error) {
        cancel(error).catch(() => undefined);
        throw error;
      }
      if (breath > BREATH_BYTES) {
        breath = 0;
        await breathe();
      }
      return chunk;
    },
    cancel,
  };
}

/** The first bytes of a body: the beginning of an error's text. */
function beginning({ read, cancel }: Reads): Body {
  let left = MODEL_ERROR_BYTES;
  return stream({
    async read() {
      const chunk = left > 0 ? await read() : undefined;
      const part = chunk?.subarray(0, left);
      left -= part?.length ?? 0;
      if (part && left === 0) cancel(undefined).catch(() => undefined);
      return part;
    },
    cancel,
  });
}
