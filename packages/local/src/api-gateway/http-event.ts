import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { accountId, gatewayId, requestTime, traceId } from "./aws-format.ts";
import { decodeSegment, type RouteMatch } from "./routing.ts";

/** Headers of one hop, which a gateway does not pass on. */
const hopHeaders = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "expect",
  "upgrade",
  "proxy-connection",
  "te",
]);

/** The path and the query of a request line, as sent; a whole address, as proxies send it, without its host (RFC 9112). */
export function splitTarget(request: IncomingMessage): { path: string; query: string } {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*\/?/i, "/");
  const at = target.indexOf("?");
  return at < 0 ? { path: target, query: "" } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

export const sourceIp = (request: IncomingMessage): string =>
  (request.socket.remoteAddress ?? "127.0.0.1").replace("::ffff:", "");

/** Name and value of each header as sent, without those of one hop. */
export function* sentHeaders(request: IncomingMessage): Generator<[name: string, value: string]> {
  const raw = request.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? "";
    if (!hopHeaders.has(name.toLowerCase())) yield [name, raw[at + 1] ?? ""];
  }
}

/** The headers every gateway adds before it calls a function. */
export function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const before = request.headers["x-forwarded-for"];
  const ip = sourceIp(request);
  return {
    "x-amzn-trace-id": traceId(),
    "x-forwarded-for": before === undefined ? ip : `${String(before)}, ${ip}`,
    "x-forwarded-port": String(request.socket.localPort ?? 0),
    "x-forwarded-proto": "http",
  };
}

/** Headers of payload 2.0: lower-case names, repeated ones joined by commas, cookies apart. */
function headersOf(request: IncomingMessage, bodyLength: number) {
  // Clients choose the names, `constructor` and `__proto__` among them.
  const headers: Record<string, string> = Object.create(null);
  let cookies: string[] | undefined;
  for (const [sent, value] of sentHeaders(request)) {
    const name = sent.toLowerCase();
    if (name === "cookie") cookies = [...(cookies ?? []), ...value.split(/;\s*/)];
    else headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  if (bodyLength > 0) headers["content-length"] = String(bodyLength);
  return { headers: Object.assign(headers, forwardedHeaders(request)), cookies };
}

function queryOf(query: string): Record<string, string> | undefined {
  if (query === "") return undefined;
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    values[name] = name in values ? `${values[name]},${value}` : value;
  }
  return values;
}

/**
 * The event an API Gateway HTTP API (payload format 2.0) makes of a request. `rawPath` is percent-decoded, as the real
 * gateway has it; the query stays as sent.
 */
export function httpEvent(
  request: IncomingMessage,
  match: Pick<RouteMatch, "routeKey" | "parameters">,
  body: { body: string; isBase64Encoded: boolean } | undefined,
  bodyLength: number,
): APIGatewayProxyEventV2 {
  const { path, query } = splitTarget(request);
  const { headers, cookies } = headersOf(request, bodyLength);
  const rawPath = path.includes("%") ? decodeSegment(path) : path;
  const queryStringParameters = queryOf(query);
  const now = new Date();
  return {
    version: "2.0",
    routeKey: match.routeKey,
    rawPath,
    rawQueryString: query,
    ...(cookies && { cookies }),
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    ...(match.parameters && { pathParameters: match.parameters }),
    requestContext: {
      accountId,
      apiId: "local",
      domainName: headers["host"] ?? "localhost",
      domainPrefix: "local",
      http: {
        method: request.method ?? "GET",
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: sourceIp(request),
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: gatewayId(),
      routeKey: match.routeKey,
      stage: "$default",
      time: requestTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body && bodyLength > 0 && { body: body.body }),
    isBase64Encoded: bodyLength > 0 && (body?.isBase64Encoded ?? false),
  };
}
