import { Readable } from "node:stream";
import { withLogFields } from "@parley/core/observe/log";
import { webStream } from "@parley/core/store/web-stream";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { originOf } from "./address.ts";
import { headersFrom } from "./headers.ts";
import { edgeCheck, isBehindEdge, notFound } from "./origin.ts";
import { viewerAddressHeader } from "./viewer-address.ts";

/** What answers requests: a Hono application. */
interface App {
  fetch(request: Request): Response | Promise<Response>;
}

/** Where the local gateway puts a body that is too large for an event: bytes or a stream of them, instead of `body`. */
const rawBody = Symbol.for("parley.raw-body");
type Event = APIGatewayProxyEventV2 & { [rawBody]?: Buffer | Readable };

const bodiless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Unreserved and other characters that a path segment carries as they are. */
const plainPath = /^[\w\-.~!$&'()*+,;=:@/]*$/;
const dotSegment = /(^|\/)\.{1,2}(\/|$)/;

/**
 * The path of the event, percent-encoded again: API Gateway gives it decoded. A path with `.` or `..` segments, which
 * an address would resolve to another route, has no route.
 */
function pathOf(rawPath: string): string {
  if (dotSegment.test(rawPath)) return "/%00";
  return plainPath.test(rawPath) ? rawPath : rawPath.toWellFormed().split("/").map(encodeURIComponent).join("/");
}

function headersOf(event: Event): Headers {
  const sent = Object.entries(event.headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const cookies: [string, string][] = event.cookies ? [["cookie", event.cookies.join("; ")]] : [];
  return headersFrom([...sent, ...cookies]);
}

function bodyOf(event: Event): RequestInit {
  if (bodiless.has(event.requestContext.http.method)) return {};
  const raw = event[rawBody];
  if (raw instanceof Readable) return { body: webStream(raw), duplex: "half" };
  if (raw !== undefined) return { body: new Uint8Array(raw) };
  if (!event.body) return {};
  return { body: event.isBase64Encoded ? Buffer.from(event.body, "base64") : event.body };
}

/** Methods that no `Request` may have (Fetch, 2.2.1): no route has them either, so another unknown one replaces them. */
const forbiddenMethod = /^(?:CONNECT|TRACE|TRACK)$/i;

function toRequest(event: Event, behindEdge: boolean): Request {
  const { method: sent } = event.requestContext.http;
  const method = forbiddenMethod.test(sent) ? `X-${sent}` : sent;
  const headers = headersOf(event);
  if (!behindEdge) headers.set(viewerAddressHeader, event.requestContext.http.sourceIp);
  const origin = originOf(headers.get("host"), headers.get("x-forwarded-proto"));
  const search = event.rawQueryString ? `?${event.rawQueryString}` : "";
  return new Request(`${origin}${pathOf(event.rawPath)}${search}`, { method, headers, ...bodyOf(event) });
}

const isText = (type: string | null) =>
  type === null || /^(text\/|application\/(json|problem\+json|javascript))/.test(type);

async function toResult(response: Response, requestId: string): Promise<APIGatewayProxyStructuredResultV2> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  headers["x-request-id"] = requestId;
  const cookies = response.headers.getSetCookie();
  const result = { statusCode: response.status, headers, ...(cookies.length > 0 && { cookies }) };
  if (response.body === null) return result;
  if (isText(response.headers.get("content-type"))) return { ...result, body: await response.text() };
  return { ...result, body: Buffer.from(await response.arrayBuffer()).toString("base64"), isBase64Encoded: true };
}

/** A handler behind API Gateway's HTTP API (payload format 2.0). Requests that bypass the edge get 404. */
export function lambda(app: App): (event: Event) => Promise<APIGatewayProxyStructuredResultV2> {
  const cameThroughEdge = edgeCheck();
  const behindEdge = isBehindEdge();
  return (event) => {
    const { requestId } = event.requestContext;
    return withLogFields({ request_id: requestId, route: event.routeKey }, async () => {
      const answered = cameThroughEdge(event.headers["x-origin-secret"])
        ? await app.fetch(toRequest(event, behindEdge))
        : notFound();
      return toResult(answered, requestId);
    });
  };
}
