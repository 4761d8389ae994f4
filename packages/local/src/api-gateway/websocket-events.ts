import type { IncomingMessage } from "node:http";
import type {
  APIGatewayEventWebsocketRequestContextV2,
  APIGatewayProxyWebsocketEventV2,
  APIGatewayProxyEventHeaders,
  APIGatewayProxyEventMultiValueHeaders,
} from "aws-lambda";
import { gatewayId, requestTime } from "./aws-format.ts";
import { forwardedHeaders, sentHeaders, sourceIp, splitTarget } from "./http-event.ts";

/** Who is connected: what every event of the connection repeats. */
export interface ConnectionIdentity {
  id: string;
  connectedAt: number;
  sourceIp: string;
  userAgent: string | undefined;
  host: string;
}

export function identityOf(request: IncomingMessage): ConnectionIdentity {
  return {
    id: gatewayId(),
    connectedAt: Date.now(),
    sourceIp: sourceIp(request),
    userAgent: request.headers["user-agent"],
    host: request.headers.host ?? "localhost",
  };
}

type EventType = "CONNECT" | "MESSAGE" | "DISCONNECT";

/** `identity` and the reasons of a disconnect are sent by API Gateway but missing in the published types. */
type Context = Omit<APIGatewayEventWebsocketRequestContextV2, "messageId"> & {
  messageId?: string;
  identity: { sourceIp: string; userAgent?: string };
  disconnectStatusCode?: number;
  disconnectReason?: string;
};

export type WebSocketEvent = Omit<APIGatewayProxyWebsocketEventV2, "requestContext"> & {
  requestContext: Context;
  headers?: APIGatewayProxyEventHeaders;
  multiValueHeaders?: APIGatewayProxyEventMultiValueHeaders;
};

function contextOf(connection: ConnectionIdentity, eventType: EventType, routeKey: string): Context {
  const now = new Date();
  return {
    routeKey,
    eventType,
    extendedRequestId: gatewayId(),
    requestTime: requestTime(now),
    messageDirection: "IN",
    stage: "$default",
    connectedAt: connection.connectedAt,
    requestTimeEpoch: now.getTime(),
    identity: {
      sourceIp: connection.sourceIp,
      ...(connection.userAgent !== undefined && { userAgent: connection.userAgent }),
    },
    requestId: gatewayId(),
    domainName: connection.host,
    connectionId: connection.id,
    apiId: "localws",
  };
}

function grouped(pairs: Iterable<[string, string]>) {
  const last: Record<string, string> = {};
  const all: Record<string, string[]> = {};
  for (const [name, value] of pairs) {
    last[name] = value;
    (all[name] ??= []).push(value);
  }
  return { last, all };
}

/** `$connect`: the only event with the headers (names as sent) and the query of the upgrade. */
export function connectEvent(connection: ConnectionIdentity, request: IncomingMessage): WebSocketEvent {
  const { query } = splitTarget(request);
  const headers = grouped([...sentHeaders(request), ...Object.entries(forwardedHeaders(request))]);
  const parameters = grouped(new URLSearchParams(query));
  return {
    headers: headers.last,
    multiValueHeaders: headers.all,
    ...(query !== "" && {
      queryStringParameters: parameters.last,
      multiValueQueryStringParameters: parameters.all,
    }),
    requestContext: contextOf(connection, "CONNECT", "$connect"),
    isBase64Encoded: false,
  };
}

export function messageEvent(connection: ConnectionIdentity, routeKey: string, body: string): WebSocketEvent {
  return {
    requestContext: { ...contextOf(connection, "MESSAGE", routeKey), messageId: gatewayId() },
    body,
    isBase64Encoded: false,
  };
}

export function disconnectEvent(connection: ConnectionIdentity, code: number, reason: string): WebSocketEvent {
  const headers = { Host: connection.host, "x-api-key": "", "X-Forwarded-For": "", "x-restapi": "" };
  return {
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    requestContext: {
      ...contextOf(connection, "DISCONNECT", "$disconnect"),
      disconnectStatusCode: code,
      disconnectReason: reason,
    },
    isBase64Encoded: false,
  };
}
