import { connect, type Socket } from "node:net";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

/** The part of a client's requests that is looked at. */
interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}
interface Received {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** As many as the SDK's own handler opens. */
const MAX_SOCKETS = 50;
const HEAD_END = "\r\n\r\n";

/** What the SDK's retries take for a connection that was lost. */
const lost = (cause?: Error) =>
  Object.assign(new Error("the connection was lost", { cause }), { name: "TimeoutError", code: "ECONNRESET" });

function write(socket: Socket, { method, path, headers, body = "" }: Sent): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  socket.write(typeof body === "string" ? head + body : Buffer.concat([Buffer.from(head, "latin1"), body]));
}

/** The status and headers at the start of what was received, or undefined if they are not whole. */
function parseHead(received: Buffer): (Omit<Received, "body"> & { start: number; length: number }) | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [status = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = Number(headers["content-length"]);
  if (!Number.isInteger(length)) throw new Error("the response does not say its length");
  return { statusCode: Number(status.split(" ")[1]), headers, start: end + HEAD_END.length, length };
}

/** Sends a request on a socket that does nothing else. Rejects if the connection is lost before the response is whole. */
function exchange(socket: Socket, request: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let head: ReturnType<typeof parseHead>;
    const end = (settle: () => void) => {
      socket.off("data", onData).off("error", onLost).off("close", onLost);
      settle();
    };
    const onLost = (cause?: Error | boolean) => end(() => reject(lost(cause instanceof Error ? cause : undefined)));
    const onData = (piece: Buffer) => {
      received = received.length === 0 ? piece : Buffer.concat([received, piece]);
      try {
        head ??= parseHead(received);
      } catch (error) {
        return end(() => reject(error));
      }
      if (head === undefined || received.length < head.start + head.length) return;
      const { statusCode, headers, start, length } = head;
      end(() => resolve({ statusCode, headers, body: received.subarray(start, start + length) }));
    };
    socket.on("data", onData).on("error", onLost).on("close", onLost);
    write(socket, request);
  });
}

/**
 * Requests to the server at `endpoint` over connections that are kept. Its responses are small, and have their length;
 * a call costs a third less than with the SDK's own handler, whose streams are made for more.
 */
export function plainHttp(endpoint: string): NonNullable<DynamoDBClientConfig["requestHandler"]> {
  const { hostname, port } = new URL(endpoint);
  const all = new Set<Socket>();
  const free: Socket[] = [];
  const waiting: ((socket: Socket) => void)[] = [];

  const open = (): Socket => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    all.add(socket);
    // Whoever uses the socket then hears of it, too.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      all.delete(socket);
      if (free.includes(socket)) free.splice(free.indexOf(socket), 1);
      if (waiting.length > 0 && all.size < MAX_SOCKETS) waiting.shift()?.(open());
    });
    return socket;
  };
  const taken = async (): Promise<Socket> => {
    const kept = free.pop();
    if (kept) return kept;
    if (all.size < MAX_SOCKETS) return open();
    return new Promise((resolve) => waiting.push(resolve));
  };
  const given = (socket: Socket): void => {
    if (socket.destroyed) return;
    const next = waiting.shift();
    if (next) next(socket);
    else free.push(socket);
  };

  return {
    metadata: { handlerProtocol: "http/1.1" },
    async handle(request: Sent) {
      const socket = await taken();
      try {
        return { response: await exchange(socket, request) };
      } catch (error) {
        socket.destroy();
        throw error;
      } finally {
        given(socket);
      }
    },
    destroy() {
      for (const socket of all) socket.destroy();
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
}
