import type { IncomingMessage, RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import { errorText } from "@parley/contract/errors";
import { connectionsApi } from "./connections-api.ts";
import type { Front } from "./front.ts";
import { httpApi } from "./http-api.ts";
import { splitTarget } from "./http-event.ts";
import { sendGatewayError } from "./http-result.ts";
import { lambdaApi, type LambdaApiSettings } from "../lambda/invoke-api.ts";
import type { LambdaFunction } from "../lambda/runtime.ts";
import type { Log } from "../process/log.ts";
import { restStream } from "./rest-stream.ts";
import { router, type RequestHandler, type Route, type RouteMatch } from "./routing.ts";
import { webSocketApi } from "./websocket-api.ts";

export interface GatewaySettings {
  routes: readonly Route[];
  /** Entries behind the REST API that streams; all others are behind the HTTP API. */
  streamingEntries: readonly string[];
  /** The entry behind the HTTP API's `$default`, which gets everything that no route matches. */
  fallback: string;
  socket: { path: string; entry: string; actions: readonly string[]; idleMs?: number; lifetimeMs?: number };
  functionOf: (entry: string) => LambdaFunction;
  /** The function an Invoke call names. */
  invocable: (name: string) => LambdaFunction | undefined;
  givenUp: LambdaApiSettings["givenUp"];
  log: Log;
}

export interface Gateway {
  /** The one public host: HTTP, streams and the socket. */
  request: RequestListener;
  /** The same, but for what `front` answers. */
  requestBehind: (front: Front) => RequestListener;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** What only the functions call: `@connections` under `/sockets`, and Lambda's Invoke. */
  internal: RequestListener;
  close(): Promise<void>;
}

/** A handler's failure here is a fault of this gateway, not of a function. */
const guarded =
  (handler: RequestHandler, log: Log): RequestListener =>
  (request, response) => {
    handler(request, response).catch((error: unknown) => {
      if (request.destroyed && !response.headersSent) return; // the client went away while it was sending
      log.error("Gateway failed", { error });
      if (!response.writableEnded) sendGatewayError(response, 500, { message: "Internal Server Error" });
    });
  };

/** What the Router, the two HTTP gateways, the WebSocket API and Lambda's front are in AWS. */
export function gateway(settings: GatewaySettings): Gateway {
  const { routes, streamingEntries, fallback, socket, functionOf, invocable, givenUp, log } = settings;
  const find = router(routes);
  const otherwise: RouteMatch = {
    route: { method: "ANY", path: "$default", entry: fallback },
    routeKey: "$default",
    parameters: undefined,
  };
  const http = httpApi({ functionOf, log });
  const stream = restStream({ functionOf, log });
  const sockets = webSocketApi({ ...socket, target: () => functionOf(socket.entry), log });
  const connections = connectionsApi(sockets);
  const invoke = lambdaApi({ find: invocable, log, givenUp });

  const routed: RequestHandler = async (request, response) => {
    // The one method that Node.js parses and a function cannot get: CloudFront refuses it, too.
    if (request.method === "TRACE") {
      sendGatewayError(response, 405, errorText("METHOD_NOT_ALLOWED"));
      return;
    }
    const match = find(request.method ?? "GET", splitTarget(request).path) ?? otherwise;
    const api = streamingEntries.includes(match.route.entry) ? stream : http;
    await api(request, response, match);
  };
  const internal: RequestHandler = async (request, response) => {
    const { path } = splitTarget(request);
    // A page in a browser can send requests here, but not signed ones: those it would have to ask for first.
    if (request.headers.authorization?.startsWith("AWS4-HMAC-SHA256") !== true) {
      sendGatewayError(response, 403, { message: "Missing Authentication Token" });
    } else if (path.startsWith("/sockets/@connections/")) await connections(request, response);
    else if (path.startsWith("/2015-03-31/functions/")) await invoke(request, response);
    else sendGatewayError(response, 404, { message: "Not Found" });
  };

  return {
    request: guarded(routed, log),
    requestBehind: (front) =>
      guarded(async (request, response) => {
        if (!(await front(request, response))) await routed(request, response);
      }, log),
    upgrade(request, connection, head) {
      if (!sockets.upgrade(request, connection, head)) {
        connection.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      }
    },
    internal: guarded(internal, log),
    close: () => sockets.close(),
  };
}
