import type { Settings } from "@parley/core/environment/settings";
import { type HttpRequest, HttpResponse } from "./http-message.ts";

export const exposedHeaders = "Retry-After, X-Debug-Id, X-Request-Id";
export const allowedHeaders = "Authorization, Content-Type, Accept, X-API-Key, Last-Event-ID, X-Request-Id";
/** Seconds that a browser may remember a preflight response: the longest any accepts. */
const maxAge = "7200";

/** The CORS headers of the response to `request` (D7): none if the deployment does not allow its origin. */
export function corsHeaders(request: HttpRequest, settings: Settings): Record<string, string> {
  const { corsOrigins } = settings;
  if (corsOrigins.length === 0) return {};
  const open = corsOrigins.includes("*");
  const vary: Record<string, string> = open ? {} : { vary: "Origin" };
  const origin = request.headers.get("origin");
  if (origin === null || !(open || corsOrigins.includes(origin))) return vary;
  return {
    ...vary,
    "access-control-allow-origin": open ? "*" : origin,
    "access-control-expose-headers": exposedHeaders,
  };
}

export const isPreflight = (request: HttpRequest): boolean =>
  request.method === "OPTIONS" && request.headers.has("origin") && request.headers.has("access-control-request-method");

/** Answers a preflight for a path that takes `methods`. */
export const preflight = (methods: readonly string[], headers: Record<string, string>): HttpResponse =>
  new HttpResponse(null, {
    status: 204,
    headers: {
      ...headers,
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": allowedHeaders,
      "access-control-max-age": maxAge,
    },
  });
