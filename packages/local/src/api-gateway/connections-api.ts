import { readBody } from "./request-body.ts";
import type { RequestHandler } from "./routing.ts";
import type { Connection, WebSocketApi } from "./websocket-api.ts";

const messageLimit = 128 * 1024;
/** A client that lets this much pile up has stopped reading. */
const backlogLimit = 4 * 1024 * 1024;

/** D35: the code an error frame announces, with which the service's next DELETE closes. */
function announcedCode(frame: string): number | undefined {
  if (!frame.includes('"close_code"')) return undefined;
  try {
    const { data } = JSON.parse(frame) as { data?: { close_code?: unknown } | null };
    return typeof data?.close_code === "number" ? data.close_code : undefined;
  } catch {
    return undefined; // any bytes may be posted
  }
}

/** Sends a posted frame; false when the connection is gone. */
function post(connection: Connection, frame: string): boolean {
  const { socket } = connection;
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount > backlogLimit) {
    socket.terminate();
    return false;
  }
  // A turn's worker may post between the frame that announces the end and the end.
  connection.closeCode = announcedCode(frame) ?? connection.closeCode;
  connection.lastActiveAt = Date.now();
  socket.send(frame, () => undefined); // a failing send closes the socket, and the next post gets 410
  return true;
}

function drop({ socket, closeCode }: Connection): void {
  if (closeCode === undefined) socket.close(1000, "Connection Closed Normally");
  else socket.close(closeCode);
}

/**
 * The `@connections` API: `POST`, `GET` and `DELETE …/@connections/{id}`; 410 for a connection that is gone (or whose
 * `$connect` still runs), 413 for a message over 128 KB. API Gateway cannot choose a close code; this one closes with the
 * code that a posted error frame named.
 */
export function connectionsApi(api: Pick<WebSocketApi, "connections">): RequestHandler {
  return async (request, response) => {
    const reply = (status: number, body?: object, errorType?: string) => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(errorType !== undefined && { "x-amzn-errortype": errorType }),
      });
      response.end(body && JSON.stringify(body));
    };
    const gone = () => reply(410, { message: "Gone" }, "GoneException");

    const id = /\/@connections\/([^/?]+)/.exec(request.url ?? "")?.[1];
    const body = await readBody(request, messageLimit);
    const found = api.connections.get(decodeURIComponent(id ?? ""));
    // One that is closing is gone, even if its `$disconnect` is still to come.
    const connection = found?.socket.readyState === found?.socket.OPEN ? found : undefined;
    if (request.method === "POST" && !body) {
      reply(413, { message: "Message too long" }, "PayloadTooLargeException");
      return;
    }
    if (!connection) {
      gone();
      return;
    }
    switch (request.method) {
      case "POST":
        if (post(connection, (body ?? "").toString())) reply(200);
        else gone();
        return;
      case "GET":
        reply(200, {
          connectedAt: new Date(connection.identity.connectedAt).toISOString(),
          identity: { sourceIp: connection.identity.sourceIp, userAgent: connection.identity.userAgent },
          lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
        });
        return;
      case "DELETE":
        drop(connection);
        reply(204);
        return;
      default:
        reply(405, { message: "Method Not Allowed" });
    }
  };
}
