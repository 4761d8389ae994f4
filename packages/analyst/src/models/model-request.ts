import { request as plainRequest, type IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Reads the next bytes, undefined at the end; rejects with what went wrong. */
export interface Reads {
  read: () => Promise<Uint8Array | undefined>;
  cancel: (reason: unknown) => Promise<void>;
}

/** A response whose body is still to be read, if it has one. */
export interface Responded {
  status: number;
  statusText: string;
  headers: Headers;
  body: Reads | null;
}

/** Bytes that are read before somebody asks for them. */
const MODEL_AHEAD_BYTES = 64 * 1024;

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  statusCode >= 301 && statusCode <= 308 && headers.location !== undefined;

/** These have no body, and `Response` refuses one. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Makes a request as `fetch` does. A text that is posted, which every call to a model is, goes out by `node:http`: a piece of its response
 * costs half as much CPU there. It fails as `fetch` fails; redirects and whatever else there may be are left to that.
 */
export async function requestModel(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Responded> {
  const { method, body, headers, signal } = init ?? {};
  if (method !== "POST" || typeof body !== "string" || input instanceof Request)
    return fetched(await fetch(input, init));
  signal?.throwIfAborted();
  const sent = { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" };
  const response = await posted(new URL(input), { headers: sent, body, signal });
  if (isRedirect(response)) {
    response.destroy();
    return fetched(await fetch(input, init));
  }
  const { statusCode: status = 0, statusMessage: statusText = "" } = response;
  const reads = readsOf(decoded(response), signal);
  return { status, statusText, headers: headersOf(response), body: BODILESS_STATUSES.has(status) ? null : reads };
}

interface Posting {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal | null | undefined;
}

const posted = (url: URL, { headers, body, signal }: Posting): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const length = { "content-length": Buffer.byteLength(body) };
    send(url, { method: "POST", headers: { accept: "*/*", ...headers, ...length }, ...(signal && { signal }) }, resolve)
      .on("error", (cause) => reject(signal?.aborted ? signal.reason : new TypeError("fetch failed", { cause })))
      .end(body);
  });

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

const DECODERS = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The body as it was meant: there are servers that compress it though they were asked not to. */
function decoded(response: IncomingMessage): Readable {
  const decoder = DECODERS.get(response.headers["content-encoding"] ?? "")?.();
  // What goes wrong is seen by who reads.
  return decoder ? pipeline(response, decoder, () => undefined) : response;
}

function readsOf(stream: Readable, signal: AbortSignal | null | undefined): Reads {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  const ends = (how: { error?: unknown }) => {
    end ??= how;
    wake();
  };
  stream
    .on("data", (chunk: Buffer) => {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes > MODEL_AHEAD_BYTES) stream.pause();
      wake();
    })
    .on("end", () => ends({}))
    .on("error", (cause) => ends({ error: signal?.aborted ? signal.reason : new TypeError("terminated", { cause }) }));
  return {
    async read() {
      while (waiting.length === 0) {
        if (end && "error" in end) throw end.error;
        if (end) return undefined;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const [first, ...others] = waiting;
      waiting = [];
      bytes = 0;
      if (stream.isPaused()) stream.resume();
      return others.length === 0 ? first : Buffer.concat([first ?? Buffer.alloc(0), ...others]);
    },
    async cancel() {
      ends({});
      stream.destroy();
    },
  };
}

/** What `fetch` got, to be read alike. */
function fetched({ status, statusText, headers, body }: Response): Responded {
  const reader = body?.getReader();
  const reads = reader && {
    read: async () => (await reader.read()).value,
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  return { status, statusText, headers, body: reads ?? null };
}
