import { WebSocket } from "ws";
import { Transcript } from "./transcript.ts";

/** How long (ms) the service may take to say what it has to: only a service that does not is waited for so long. */
const PATIENCE = 15_000;

/** A client's end of a connection. */
export interface Connection {
  transcript: Transcript;
  /** The close code, once it is closed. */
  closed(): number | undefined;
  /** What a frame of the service had wrong. */
  wrong(): Error | undefined;
  send(body: string | Uint8Array): void;
  /** Waits until `holds`, or the connection is closed. Throws if neither happens, and if a frame was wrong. */
  until(holds: () => boolean, what: string): Promise<void>;
  leave(): Promise<void>;
}

/** Opens a connection and keeps what is said on it; the status of the upgrade if it is refused. */
export function connect(
  url: string,
  headers: Record<string, string>,
  chatId: string,
): Promise<Connection | { status: number }> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  const transcript = new Transcript(chatId, new URL(url).searchParams.get("heartbeat") === "1");
  const changes = new EventTarget();
  let closed: number | undefined;
  let wrong: Error | undefined;
  const changed = (): boolean => changes.dispatchEvent(new Event("change"));
  socket.on("message", (data: Buffer) => {
    try {
      transcript.add(data.toString("utf8"));
    } catch (error) {
      wrong ??= error instanceof Error ? error : new Error(String(error));
    }
    changed();
  });
  socket.on("close", (code) => {
    closed = code;
    changed();
  });

  const until = async (holds: () => boolean, what: string): Promise<void> => {
    const isOver = () => closed !== undefined || wrong !== undefined || holds();
    if (!isOver()) {
      const { promise: over, resolve, reject } = Promise.withResolvers<void>();
      const look = (): void => void (isOver() && resolve());
      const timer = setTimeout(() => reject(new Error(`${what} does not come`)), PATIENCE);
      changes.addEventListener("change", look);
      await over.finally(() => {
        clearTimeout(timer);
        changes.removeEventListener("change", look);
      });
    }
    if (wrong) throw wrong;
  };

  const connection: Connection = {
    transcript,
    closed: () => closed,
    wrong: () => wrong,
    send: (body) => void (socket.readyState === WebSocket.OPEN && socket.send(body)),
    until,
    async leave() {
      if (closed !== undefined) return;
      socket.close();
      const timer = setTimeout(() => socket.terminate(), 1_000);
      await new Promise<void>((resolve) => (closed === undefined ? socket.once("close", () => resolve()) : resolve()));
      clearTimeout(timer);
    },
  };
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(connection));
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
      socket.terminate();
    });
    socket.on("error", (error) =>
      closed === undefined && socket.readyState === WebSocket.CONNECTING ? reject(error) : undefined,
    );
  });
}
