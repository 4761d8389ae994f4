import * as Connection from "@parley/core/socket/connection";
import type { APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { edgeCheck } from "../api-gateway/origin.ts";
import { receiveFrame } from "./receive-frame.ts";
import type { SocketEnvironment } from "./environment.ts";
import { connect } from "./lifecycle.ts";

/** An event of the WebSocket API. `$connect` also has the request's headers and query. */
export type SocketRequest = APIGatewayProxyWebsocketEventV2 & {
  headers?: Record<string, string | undefined>;
  queryStringParameters?: Record<string, string | undefined>;
};

/** A header of `$connect`, the one event that has headers, with names as the client sent them. */
const headerOf = (event: SocketRequest, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([sent]) => sent.toLowerCase() === name)?.[1];

/**
 * The handler of the WebSocket API's Lambda. A handshake that bypassed the edge gets 404 before anything
 * is read, written or started for it; later events of a connection have no headers and need none.
 */
export function socketHandler(env: SocketEnvironment) {
  const cameThroughEdge = edgeCheck();
  return async (event: SocketRequest): Promise<{ statusCode: number }> => {
    const isHandshake = event.requestContext.routeKey === "$connect";
    if (isHandshake && !cameThroughEdge(headerOf(event, "x-origin-secret"))) return { statusCode: 404 };
    return handleSocket(env, event);
  };
}

/** Handles every route of the WebSocket API. */
export async function handleSocket(env: SocketEnvironment, event: SocketRequest): Promise<{ statusCode: number }> {
  const { connectionId, routeKey } = event.requestContext;
  switch (routeKey) {
    case "$connect":
      return connect(env, {
        connection_id: connectionId,
        authorization: headerOf(event, "authorization"),
        query: event.queryStringParameters ?? {},
      });
    case "$disconnect":
      await Connection.close(env, connectionId);
      return { statusCode: 200 };
    default:
      await receiveFrame(env, connectionId, event.body ?? "");
      return { statusCode: 200 };
  }
}
