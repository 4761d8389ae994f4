import { onAbort } from "./abort.ts";
import { apiError } from "./api-error.ts";
import { type ApiError, ConnectionError } from "./errors.ts";
import type { ErrorData } from "./generated.ts";
import type { WebSocketClass } from "./options.ts";
import { failureIn } from "./turn-state.ts";

/** Milliseconds that a connection may take until the service has authenticated it. */
const SOCKET_OPENING_MS = 10_000;

/** A frame of the service. */
export interface Frame {
  event: string;
  data: unknown;
}

/** An open connection that the service has authenticated. */
export interface Connection {
  send(frame: Readonly<Record<string, unknown>>): void;
  /** Ends it as if the other side had closed it. */
  close(): void;
  /** Whether the process waits for it, in runtimes that let a process end beside an open connection. */
  hold(isHeld: boolean): void;
}

/** What is needed to open a connection, and who is told what comes of it. */
export interface Opening {
  WebSocket: WebSocketClass;
  address: string;
  token: string;
  /** Ends it, and the opening. */
  signal: AbortSignal;
  onFrame: (frame: Frame) => void;
  /** The connection has ended. Called once, and not if it never opened. */
  onEnd: (error: ApiError | ConnectionError) => void;
}

const statuses: Readonly<Record<string, number>> = {
  validation: 400,
  auth: 401,
  not_found: 404,
  conflict: 409,
  rate_limit: 429,
};

/** A refusal in an `error` frame, of what was sent, as the error that the same refusal of a request is. */
export function refusalOf(data: ErrorData, sent?: Readonly<Record<string, unknown>>): ApiError {
  const { code, error_type } = data;
  // The one failure whose status is not that of its kind.
  const status = code === "INTEGRATION_NOT_FOUND" ? 400 : (statuses[error_type] ?? 500);
  return apiError({ ...failureIn(data), status }, sent);
}

const CLOSED = "The socket was closed";

/** What the service means when it closes with a code of its own, should its words have been lost. */
const lastWords: Readonly<Record<number, { status: number; code: string }>> = {
  4001: { status: 401, code: "AUTH_FAILED" },
  4429: { status: 429, code: "WS_CONNECTION_CAP" },
};

/** Why the other side has closed the connection. */
function closureOf(closeCode = 0): ApiError | ConnectionError {
  const said = lastWords[closeCode];
  return said ? apiError({ ...said, message: CLOSED, retryable: false }) : new ConnectionError(CLOSED);
}

/** Opens a connection and authenticates it by its first frame. Returns what it ended with if the service does not let it in. */
export function openConnection(opening: Opening): Promise<Connection | ApiError | ConnectionError> {
  const { WebSocket, address, token, signal, onFrame, onEnd } = opening;
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    let tell: ((error: ApiError | ConnectionError) => void) | undefined = resolve;
    let forget = () => {};
    const send: Connection["send"] = (frame) => socket.send(JSON.stringify(frame));
    const end = (error: ApiError | ConnectionError) => {
      clearTimeout(late);
      forget();
      socket.close();
      tell?.(error);
      tell = undefined;
    };
    const close = () => end(closureOf());
    const late = setTimeout(close, SOCKET_OPENING_MS);
    forget = onAbort(signal, close);
    // Without a listener, `ws` throws what `close` tells anyway.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("open", () => send({ action: "authenticate", token }));
    socket.addEventListener("close", ({ code }) => end(closureOf(code)));
    socket.addEventListener("message", ({ data: text }) => {
      if (!tell) return;
      const frame = JSON.parse(text as string) as Frame; // Text of the service, or of its gateway.
      const data = frame.data as ErrorData; // Of `error` frames alone.
      if (!frame.event) {
        // The gateway could not hand on what was sent.
        close();
      } else if (frame.event === "error" && data.close_code) {
        // It stands for the close code, which API Gateway cannot send (D35).
        end(refusalOf(data));
      } else if (tell === onEnd) onFrame(frame);
      else if (frame.event === "authenticated") {
        tell = onEnd;
        clearTimeout(late);
        resolve({
          send,
          close,
          hold(isHeld) {
            // The package `ws` keeps Node's own socket here; others have none, or nothing to hold by.
            const { _socket: handle } = socket as { _socket?: { ref?(): void; unref?(): void } };
            handle?.[isHeld ? "ref" : "unref"]?.();
          },
        });
      }
    });
  });
}
