import { Readable } from "node:stream";
import { withLogFields } from "@parley/core/observe/log";
import { webStream } from "@parley/core/store/web-stream";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { App } from "../http/app.ts";
import {
  type BodySource,
  httpRequest,
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
} from "../http/http-message.ts";
import { originOf } from "./address.ts";
import { headersFrom } from "./headers.ts";
import { edgeCheck, isBehindEdge, notFound } from "./origin.ts";
import { viewerAddressHeader } from "./viewer-address.ts";

/** Where the local gateway puts a body that is too large for an event: bytes or a stream of them, instead of `body`. */
const rawBody = Symbol.for("parley.raw-body");
type Event = APIGatewayProxyEventV2 & { [rawBody]?: Buffer | Readable };

const bodiless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Unreserved and other characters that a path segment carries as they are. */
const plainPath = /^[\w\-.~!$&'()*+,;=:@/]*$/;
const dotSegment = /(^|\/)\.{1,2}(\/|$)/;

/**
 * The path of the event, percent-encoded again: API Gateway gives it decoded. A path with `.` or `..` segments, which
 * an address would resolve to another route, has no route, and neither has the `*` of `OPTIONS *`, which is no path.
 */
function pathOf(rawPath: string): string {
  if (dotSegment.test(rawPath) || !rawPath.startsWith("/")) return "/%00";
  return plainPath.test(rawPath) ? rawPath : rawPath.toWellFormed().split("/").map(encodeURIComponent).join("/");
}

function headersOf(event: Event): HttpHeaders {
  const sent = Object.entries(event.headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const cookies: [string, string][] = event.cookies ? [["cookie", event.cookies.join("; ")]] : [];
  return headersFrom([...sent, ...cookies]);
}

function bodyOf(event: Event): BodySource | undefined {
  if (bodiless.has(event.requestContext.http.method)) return undefined;
  const raw = event[rawBody];
  if (raw instanceof Readable) return webStream(raw);
  if (raw !== undefined) return new Uint8Array(raw);
  if (!event.body) return undefined;
  return event.isBase64Encoded ? Buffer.from(event.body, "base64") : event.body;
}

function toRequest(event: Event, behindEdge: boolean): HttpRequest {
  const { method } = event.requestContext.http;
  const headers = headersOf(event);
  if (!behindEdge) headers.set(viewerAddressHeader, event.requestContext.http.sourceIp);
  const origin = originOf(headers.get("host"), headers.get("x-forwarded-proto"));
  const search = event.rawQueryString ? `?${event.rawQueryString}` : "";
  return httpRequest(`${origin}${pathOf(event.rawPath)}${search}`, { method, headers, body: bodyOf(event) });
}

const isText = (type: string | null) =>
  type === null || /^(text\/|application\/(json|problem\+json|javascript))/.test(type);

async function toResult(response: HttpResponse, requestId: string): Promise<APIGatewayProxyStructuredResultV2> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  headers["x-request-id"] = requestId;
  const cookies = response.headers.getSetCookie();
  const result = { statusCode: response.status, headers, ...(cookies.length > 0 && { cookies }) };
  if (response.body === null) return result;
  if (isText(response.headers.get("content-type"))) return { ...result, body: await response.text() };
  return { ...result, body: (await response.bytes()).toString("base64"), isBase64Encoded: true };
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
