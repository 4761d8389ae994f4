import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "@parley/contract/limits";
import { WebSocketServer, type WebSocket } from "ws";
import { gatewayId } from "./aws-format.ts";
import { splitTarget } from "./http-event.ts";
import type { LambdaFunction } from "../lambda/runtime.ts";
import type { Log } from "../process/log.ts";
import { waitAtMost } from "../process/wait-at-most.ts";
import {
  connectEvent,
  disconnectEvent,
  identityOf,
  messageEvent,
  type ConnectionIdentity,
} from "./websocket-events.ts";

export interface Connection {
  identity: ConnectionIdentity;
  socket: WebSocket;
  lastActiveAt: number;
  /** The last `close_code` that an error frame posted, which a DELETE then closes with (D35). */
  closeCode: number | undefined;
}

export interface WebSocketApiSettings {
  path: string;
  /** Values of `$request.body.action` with a route of their own; every other message goes to `$default`. */
  actions: readonly string[];
  target: () => LambdaFunction;
  log: Log;
  /** API Gateway's quotas: 10 minutes without a message either way, 2 hours in all. */
  idleMs?: number;
  lifetimeMs?: number;
}

export interface WebSocketApi {
  /** Takes over an upgrade of the socket's path; false when the path is another one. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  connections: ReadonlyMap<string, Connection>;
  /** Closes every connection as a gateway that shuts down does. */
  close(): Promise<void>;
}

/**
 * API Gateway refuses frames over 32 KB (close code 1009) and puts several together to messages of up to 128 KB. `ws` can
 * only limit the message, so a message in several frames is refused at 32 KB too: no client of this service sends one.
 */
const frameLimit = limits.socket_frame_bytes;
/** How long a gateway that shuts down waits for `$disconnect`. */
const goodbyeMs = 5_000;
const goingAway = 1001;
const unsupportedData = 1003;
const abnormalClosure = 1006;

function actionOf(message: string): string | undefined {
  try {
    const body: unknown = JSON.parse(message);
    if (typeof body !== "object" || body === null || !("action" in body)) return undefined;
    return typeof body.action === "string" ? body.action : undefined;
  } catch {
    return undefined; // what is not JSON has no action: it goes to $default
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\napigw-requestid: ${gatewayId()}\r\n\r\n`,
  );
}

/** The status that `$connect` returned; a failing integration is a 502. */
async function connectStatus(target: LambdaFunction, event: unknown): Promise<number> {
  try {
    const result = await target.invoke(event);
    if (typeof result !== "object" || result === null || !("statusCode" in result)) return 502;
    return Number(result.statusCode);
  } catch {
    return 502; // logged by the runtime
  }
}

/** Closes what API Gateway would: connections without a message either way for too long, and those that are too old. */
function reaper(connections: ReadonlyMap<string, Connection>, idleMs: number, lifetimeMs: number): NodeJS.Timeout {
  const reap = () => {
    const now = Date.now();
    for (const { identity, socket, lastActiveAt } of connections.values()) {
      if (now - lastActiveAt > idleMs || now - identity.connectedAt > lifetimeMs) socket.close(goingAway, "Going away");
    }
  };
  return setInterval(reap, Math.min(idleMs, lifetimeMs, 5_000)).unref();
}

/** One invocation of the route that a message's `action` names. */
async function dispatch(
  connection: Connection,
  body: string,
  { target, actions }: Pick<WebSocketApiSettings, "target" | "actions">,
): Promise<void> {
  const action = actionOf(body);
  const routeKey = action !== undefined && actions.includes(action) ? action : "$default";
  const event = messageEvent(connection.identity, routeKey, body);
  try {
    await target().invoke(event);
  } catch {
    // Logged by the runtime; this is what API Gateway sends to the client.
    const { connectionId, requestId } = event.requestContext;
    connection.socket.send(
      JSON.stringify({ message: "Internal server error", connectionId, requestId }),
      () => undefined,
    );
  }
}

/** Resolves when the socket is closed. */
const goodbye = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    const forced = setTimeout(() => socket.terminate(), 500);
    socket.once("close", () => {
      clearTimeout(forced);
      resolve();
    });
    socket.close(goingAway, "Going away");
  });

/**
 * API Gateway's WebSocket API: `$connect` decides over the upgrade, each message is one invocation of the route its
 * `action` names, `$disconnect` comes when the socket is closed. Messages of one connection are started in their order
 * and run side by side, as Lambda may run them.
 */
export function webSocketApi(settings: WebSocketApiSettings): WebSocketApi {
  const { path, target, log, idleMs = 600_000, lifetimeMs = 7_200_000 } = settings;
  const connections = new Map<string, Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: frameLimit, handleProtocols: () => false });
  const reaping = reaper(connections, idleMs, lifetimeMs);
  const leaving = new Set<Promise<unknown>>();
  const disconnected = (identity: ConnectionIdentity, code: number, reason: string): void => {
    const told = target()
      .invoke(disconnectEvent(identity, code, reason))
      .catch(() => undefined) // logged by the runtime; AWS does not promise to deliver $disconnect either
      .finally(() => leaving.delete(told));
    leaving.add(told);
  };

  const opened = (socket: WebSocket, identity: ConnectionIdentity): void => {
    const connection: Connection = { identity, socket, lastActiveAt: Date.now(), closeCode: undefined };
    connections.set(identity.id, connection);
    socket.on("message", (data, isBinary) => {
      connection.lastActiveAt = Date.now();
      if (isBinary) socket.close(unsupportedData, "Binary frames are not supported");
      else void dispatch(connection, (data as Buffer).toString(), settings); // the default `binaryType` gives Buffers
    });
    socket.on("error", () => undefined); // a broken or oversized frame: `close` follows with its code
    socket.on("close", (code, reason) => {
      connections.delete(identity.id);
      disconnected(identity, code, reason.toString());
    });
  };

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const identity = identityOf(request);
    socket.on("error", () => socket.destroy());
    const status = await connectStatus(target(), connectEvent(identity, request));
    if (status < 200 || status >= 300) refuse(socket, status);
    else if (socket.destroyed) disconnected(identity, abnormalClosure, "");
    else server.handleUpgrade(request, socket, head, (webSocket) => opened(webSocket, identity));
  };

  return {
    connections,
    upgrade(request, socket, head) {
      if (splitTarget(request).path !== path) return false;
      accept(request, socket, head).catch((error: unknown) => {
        log.error("WebSocket API: upgrade failed", { error });
        socket.destroy();
      });
      return true;
    },
    async close() {
      clearInterval(reaping);
      await Promise.all([...connections.values()].map(({ socket }) => goodbye(socket)));
      server.close();
      // What the service keeps of them must not outlive them in state that is kept.
      await waitAtMost(goodbyeMs, Promise.all(leaving));
    },
  };
}
