import type { ParleyError } from "./errors.ts";
import type { TokenProvider } from "./token.ts";

/** What is needed of a WebSocket: what each runtime's own has, and that of the package `ws`. */
export interface WebSocketClass {
  new (address: string): {
    send(text: string): void;
    close(): void;
    addEventListener(
      name: "open" | "message" | "error" | "close",
      listener: (event: { type: string; data?: unknown; code?: number }) => void,
    ): void;
  };
}

/** What a retry is told with. */
export interface Retry {
  /** The operation, say `chat.list`. */
  operation: string;
  /** 1 for the first try after the failed one. */
  attempt: number;
  /** Milliseconds until then. */
  wait: number;
  error: ParleyError;
}

/** What happened on the wire, for tracing. Never a body, a token or a header. */
export interface ClientEvent {
  type: "request" | "socket" | "resume";
  /** The operation, say `chat.list`; of a socket: `opened`, `renewed`, `closed`, `refused`. */
  operation: string;
  attempt: number;
  /** HTTP status; null where none came. */
  status: number | null;
  /** Milliseconds until the answer's head. */
  ms: number;
  debugId: string | null;
}

/** Settings of a client, and of copies of it. */
export interface Options {
  /** Where the service is: `https://analytics.example.com`. */
  baseUrl: string;
  /** A token, or a function that is asked for one: at first, a minute before it expires, and when it is refused. */
  token: TokenProvider;
  fetch?: typeof globalThis.fetch | undefined;
  /** Where the runtime has none, as in Node 20: the `WebSocket` of the package `ws`. */
  WebSocket?: WebSocketClass | undefined;
  /** Tries after the first one (2). */
  retries?: number | undefined;
  /** Milliseconds that an answer may take (30,000). Streams have none: 45 s of silence end them. */
  timeout?: number | undefined;
  /** The longest wait (ms) that the service may ask for (20,000); a longer one is thrown. */
  maxWait?: number | undefined;
  headers?: Record<string, string> | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** What a single call may set. */
export interface CallOptions {
  signal?: AbortSignal | null | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
  retries?: number | undefined;
  headers?: Record<string, string> | undefined;
}

/** One call, with its path filled in. */
export interface Call extends CallOptions {
  /** `noun.verb` */
  operation: string;
  method: string;
  path: string;
  /** What allows it, where that is not the client's token: `public`, or what a cookie says. */
  access?: string | undefined;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
  /** Sent as JSON; a `FormData` or a `Blob` as it is. */
  body?: unknown;
  /** Whether it may be sent again after its answer was lost. */
  repeatable?: boolean | undefined;
  /** The answer is read by the caller, for as long as it takes. */
  stream?: boolean | undefined;
  /** `manual`: a redirect is the answer, and the caller's to follow. */
  redirect?: "manual" | undefined;
}
