import type { Authenticator } from "./authenticator.ts";
import { type ApiError, ParleyError } from "./errors.ts";

/** Answers a request of one's own pages with a token. What else a framework gives to a handler is handed on. */
export type TokenEndpoint<Context> = (request: Request, context?: Context) => Promise<Response>;

/** An answer that nobody keeps. */
const unkept = (status: number, body: unknown, headers?: Record<string, string>): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });

const refusal = (status: number, code: string, message: string, headers?: Record<string, string>): Response =>
  unkept(status, { code, message }, headers);

/** Whether a page of another site asks. Browsers say so; older ones name at least their origin, others than browsers neither. */
function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "cross-site";
  const origin = headers.get("origin");
  if (origin === null) return false;
  // Pages of other sites can set neither of these two.
  const hosts = [headers.get("host") ?? new URL(url).host, headers.get("x-forwarded-host")];
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host);
}

/** What a page may know of a failed exchange. Its cause is for the backend's own log. */
function failed(error: ParleyError): Response {
  // Whatever is not the service's answer is a network that failed.
  const { status, retryable = true, retryAfter = null }: Partial<ApiError> = error;
  const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": `${Math.ceil(retryAfter)}` };
  if (status === 429) return refusal(429, "RATE_LIMIT", "Too many members are signing in", headers);
  if (retryable) return refusal(503, "SERVICE_UNAVAILABLE", "The service is not available", headers);
  return status === 401
    ? refusal(502, "NOT_ADMITTED", "The service does not admit this member")
    : refusal(502, "SIGN_IN_FAILED", "The service does not sign this member in");
}

/** Settings of a token endpoint. */
export interface TokenEndpointOptions {
  /** Told of a failed exchange, whose cause the page does not learn. */
  onError?: ((error: ParleyError) => void) | undefined;
}

/**
 * Makes the endpoint that one's own pages get their tokens from, for any framework of `Request` and `Response`. `email` finds out
 * who is signed in, from the request's session; undefined means nobody. Answers GET and POST with `{token, expires_at}`; 401
 * where nobody is signed in, 403 to pages of other sites, 429, 502 or 503 where the service did not give a token. A page whose
 * token was refused asks with `?reason=rejected`.
 */
export function tokenEndpoint<Context = unknown>(
  auth: Pick<Authenticator, "token">,
  email: (request: Request, context: Context) => string | null | undefined | Promise<string | null | undefined>,
  { onError }: TokenEndpointOptions = {},
): TokenEndpoint<Context> {
  return async (request, context) => {
    if (request.method !== "GET" && request.method !== "POST") {
      return refusal(405, "METHOD_NOT_ALLOWED", "Use GET or POST", { allow: "GET, POST" });
    }
    if (isCrossSite(request)) return refusal(403, "CROSS_SITE", "Pages of other sites get no token");
    // Whoever wants a context gives one.
    const address = await email(request, context as Context);
    if (!address) return refusal(401, "NOT_SIGNED_IN", "Sign in first");
    const isRejected = new URL(request.url).searchParams.get("reason") === "rejected";
    try {
      const { token, expires_at } = await auth.token(address, { reason: isRejected ? "rejected" : "first" });
      return unkept(200, { token, expires_at });
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      onError?.(error);
      return failed(error);
    }
  };
}

/** What is used of a request of `node:http`, or of Express. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  /** The whole address, where a router of Express has shortened the other. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/** What is used of a response of `node:http`, or of Express. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Serves an endpoint with `node:http`, or with Express, which gives `next`. */
export type NodeHandler<Incoming> = (
  request: Incoming,
  response: NodeResponse,
  next?: (error: unknown) => void,
) => void;

/**
 * Wraps an endpoint for `node:http` and Express. The request comes without its body; the original one is what `email` gets as its
 * second argument, for sessions that are kept there. What `email` throws goes to Express; without one it is printed and the page
 * gets a 500.
 */
export function nodeHandler<Incoming extends NodeRequest>(endpoint: TokenEndpoint<Incoming>): NodeHandler<Incoming> {
  const serve: (...given: Parameters<NodeHandler<Incoming>>) => Promise<void> = async (request, response, next) => {
    try {
      const { answerNode } = await import("./node-handler.ts");
      await answerNode(endpoint, request, response);
    } catch (error) {
      if (next) return next(error);
      console.error(error);
      response.statusCode = 500;
      response.end("");
    }
  };
  return (...given) => void serve(...given);
}
