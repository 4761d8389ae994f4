import type { WithFiles } from "@parley/core/context";
import * as Connection from "@parley/core/socket/connection";
import type { APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { act } from "./actions.ts";
import { connect, type SocketEnvironment } from "./lifecycle.ts";

/** An event of the WebSocket API. `$connect` has the request's headers and query besides. */
export type SocketRequest = APIGatewayProxyWebsocketEventV2 & {
  headers?: Record<string, string | undefined>;
  queryStringParameters?: Record<string, string | undefined>;
};

/** Answers every route of the WebSocket API. */
export async function handleSocket(
  env: SocketEnvironment & WithFiles,
  event: SocketRequest,
): Promise<{ statusCode: number }> {
  const { connectionId, routeKey } = event.requestContext;
  switch (routeKey) {
    case "$connect": {
      const headers = Object.entries(event.headers ?? {});
      const authorization = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
      return connect(env, { connection_id: connectionId, authorization, query: event.queryStringParameters ?? {} });
    }
    case "$disconnect":
      await Connection.close(env, connectionId);
      return { statusCode: 200 };
    default:
      await act(env, connectionId, event.body ?? "");
      return { statusCode: 200 };
  }
}
