import { Writable } from "node:stream";

/** Status, headers and cookies of a streamed answer, as `HttpResponseStream.from` takes them. */
export interface ResponseHead {
  statusCode?: number;
  headers?: Record<string, string>;
  cookies?: string[];
}

/** Where a streaming function's response goes: the head once, before the first byte, then chunks as they are written. */
export interface ResponseSink {
  open(head: ResponseHead): void;
  write(chunk: Buffer, done: () => void): void;
  end(done: () => void): void;
  /** Aborted when the client has gone away. */
  gone?: AbortSignal;
}

/** Marks a handler wrapped by `awslambda.streamifyResponse`; the real runtime uses the same symbol. */
const streamingMark = Symbol.for("aws.lambda.runtime.handler.streaming");

export class ResponseStream extends Writable {
  readonly #sink: ResponseSink;
  #head: ResponseHead = {};
  #opened = false;

  constructor(sink: ResponseSink) {
    super({ decodeStrings: true });
    this.#sink = sink;
    // In AWS nobody tells the function. Here it is told, so that what only serves a reader can end.
    if (sink.gone?.aborted) this.destroy();
    sink.gone?.addEventListener("abort", () => this.destroy(), { once: true });
  }

  setContentType(contentType: string): void {
    this.setHead({ ...this.#head, headers: { ...this.#head.headers, "content-type": contentType } });
  }

  setHead(head: ResponseHead): void {
    if (this.#opened) throw new Error("Cannot set the head of a response that has begun");
    this.#head = head;
  }

  /** Sends the head. Like the real runtime, only the first write (or the end) does so. */
  #open(): void {
    if (this.#opened) return;
    this.#opened = true;
    this.#sink.open(this.#head);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#open();
    this.#sink.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#open();
    this.#sink.end(done);
  }
}

const HttpResponseStream = {
  from(stream: ResponseStream, head: ResponseHead): ResponseStream {
    stream.setHead(head);
    return stream;
  },
};

function streamifyResponse<Streaming extends (...args: never[]) => unknown>(handler: Streaming): Streaming {
  return Object.defineProperty(handler, streamingMark, { value: "response" });
}

export const isStreaming = (handler: object): boolean => streamingMark in handler;

/** Puts `awslambda` where Lambda's runtime puts it, so that entry modules can be imported here unchanged. */
export function installStreamingGlobal(): void {
  Object.defineProperty(globalThis, "awslambda", {
    value: { streamifyResponse, HttpResponseStream },
    configurable: true,
    writable: true,
  });
}
