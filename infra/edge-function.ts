import { edgeLimits } from "../packages/contract/src/edge-limits.ts";
import { type CommonErrorCode, visibleErrors } from "../packages/contract/src/errors.ts";
import { settings } from "./settings.ts";

/**
 * Keys of the edge's store, as its function reads them. A value has 1 KB at most, which is why each origin that pages may
 * come from has a key of its own.
 */
export const edgeKeys = {
  route: (to: EdgeRoute) => `route:${to}`,
  limit: (path: string) => `limit:${path}`,
  cors: (origin: string) => `cors:${origin}`,
} as const;

/** What the function compares a declared `Content-Length` with, by path: the bytes a POST may have, and the refusal of more. */
export const bodyLimits = Object.entries(edgeLimits).map(([path, limit]) => ({
  key: edgeKeys.limit(path),
  value: JSON.stringify(limit),
}));

/** The three APIs that requests are sent to. */
export type EdgeRoute = "http" | "stream" | "socket";

/** Where requests of a route go, and what tells functions that they came through the edge. Names are short: 1 KB. */
export interface EdgeOrigin {
  host: string;
  /** What the API's stage puts before a path; for the socket the whole of it. */
  path: string;
  /** Seconds the edge waits for the next byte. */
  wait: number;
  secret: string;
}

/** The call of the function's own `answer` for a failure of the table. */
function answerWith(code: CommonErrorCode, headers = "{}"): string {
  const { status, message } = visibleErrors[code];
  return `answer(${status}, "${code}", ${JSON.stringify(message)}, ${headers})`;
}

/** With a domain, CloudFront's own name for the distribution does not lead in. */
const refuseOtherNames =
  settings.domain === undefined
    ? ""
    : `if (headers.host.value !== ${JSON.stringify(settings.domain)}) return ${answerWith("HOST_NOT_SERVED")};`;

/**
 * The function that CloudFront runs for every request: it refuses what no function should see, asks the console's bucket for
 * the page wherever below `/app/` there is no file, leads to it from `/`, and sends the rest to one of the three APIs. What it
 * has to know lies in its key-value store, so that its size is that of its code. A request
 * whose route cannot be looked up is answered here: the distribution's own origin leads nowhere, and gets no secret.
 */
export const edgeFunctionCode = `import cf from "cloudfront";
const store = cf.kvs();
const replay = /^\\/v1\\/agents\\/[^/]+\\/chats\\/[^/]+\\/turns\\/[^/]+\\/events$/;
const edit = /^\\/v1\\/chats\\/[^/]+\\/messages\\/[^/]+\\/edit$/;
const sessions = /^\\/v1\\/sessions(\\/|$)/;
const reads = /^(GET|HEAD)$/;
const door = /^\\/(app)?$/;
const page = /^\\/app\\//;
const file = /^\\/app\\/(assets\\/|embed\\/|config\\.json$)/;
const socket = /^\\/v1\\/chats\\/ws\\/?$/;

function answer(status, code, detail, headers) {
  const all = Object.assign({ "content-type": { value: "application/json" }, "cache-control": { value: "no-store" } }, headers);
  return { statusCode: status, headers: all, body: { encoding: "text", data: JSON.stringify({ detail: detail, code: code }) } };
}

async function find(key) {
  try {
    return JSON.parse(await store.get(key));
  } catch (e) {
    return null;
  }
}

async function corsFor(origin) {
  if (!origin || !((await find("cors:*")) || (await find("cors:" + origin.value)))) return {};
  return { "access-control-allow-origin": { value: origin.value }, vary: { value: "Origin" } };
}

async function tooLarge(request) {
  const length = request.headers["content-length"];
  const bytes = length ? +length.value : 0;
  if (request.method !== "POST" || bytes < 1048576) return null;
  const limit = await find("limit:" + request.uri);
  if (!limit || bytes <= limit.bytes) return null;
  const size = (bytes / 1048576).toFixed(1) + "MB";
  return answer(400, limit.code, limit.words.join(size), await corsFor(request.headers.origin));
}

function routeOf(request) {
  if (socket.test(request.uri)) return "socket";
  if (request.method === "POST" && (request.uri === "/v1/chats" || edit.test(request.uri))) return "stream";
  return request.method === "GET" && replay.test(request.uri) ? "stream" : "http";
}

function toConsole(request) {
  if (!reads.test(request.method)) return ${answerWith("ROUTE_NOT_FOUND")};
  request.cookies = {};
  if (!file.test(request.uri)) request.uri = "/app/index.html";
  return request;
}

async function handler(event) {
  const request = event.request;
  const headers = request.headers;
  ${refuseOtherNames}
  if (page.test(request.uri)) return toConsole(request);
  if (door.test(request.uri) && reads.test(request.method)) {
    return { statusCode: 302, headers: { location: { value: "/app/" }, "cache-control": { value: "no-cache" } } };
  }
  const to = routeOf(request);
  if (to === "socket" && request.querystring.token) return ${answerWith("TOKEN_IN_QUERY")};
  const refusal = await tooLarge(request);
  if (refusal) return refusal;
  const origin = await find("route:" + to);
  if (!origin) return ${answerWith("SERVICE_UNAVAILABLE", "await corsFor(headers.origin)")};
  headers["x-origin-secret"] = { value: origin.secret };
  headers["x-forwarded-host"] = headers.host;
  headers["x-viewer-address"] = { value: event.viewer.ip };
  if (!sessions.test(request.uri)) request.cookies = {};
  request.uri = to === "socket" ? origin.path : origin.path + request.uri;
  cf.updateRequestOrigin({
    domainName: origin.host,
    customOriginConfig: { port: 443, protocol: "https", sslProtocols: ["TLSv1.2"] },
    originAccessControlConfig: { enabled: false },
    timeouts: { readTimeout: origin.wait },
  });
  return request;
}
`;
