import { type Case, change, type Name } from "./case.ts";

const origin: Name = "functions behind a gateway know the edge's secret, and the edge sends it";
const edge: Name = "the edge's function fits, and every route of the contract reaches its API";
const refuses: Name = "the edge refuses a token in an address and bodies no function would see";
const cached: Name = "no answer is cached at the edge, and every header reaches the functions";
const unrouted: Name = "what the edge cannot look up it answers itself: no other host gets the secret or a token";
const address: Name = "the edge says where a request comes from, and passes cookies on to the routes of sessions only";
const marked: Name =
  "what a gateway refuses by itself can be read by the pages that may call, and is marked as every answer is";

/** The edge in front of the gateways. */
export const edgeCases: Case[] = [
  [
    "a forged header passes for the edge's",
    change("edge-function.ts", `"x-origin-secret"] = {`, `"x-origin-secret"] = headers["x-origin-secret"] || {`),
    origin,
  ],
  [
    "a function trusts requests that bypass the edge",
    change("socket.ts", "links: [signingKeys, originSecret,", "links: [signingKeys,"),
    origin,
  ],
  [
    "replays are not streamed",
    change("edge-function.ts", `request.method === "GET" && replay`, `request.method === "PUT" && replay`),
    edge,
  ],
  [
    "the stage is missing in the stream's address",
    change("edge-routes.ts", "path: `/${$app.stage}`", `path: ""`),
    edge,
  ],
  ["the edge gives up on a thinking model", change("edge-routes.ts", "wait: 60", "wait: 20"), edge],
  [
    "the edge's function is too large",
    change("edge-function.ts", "const store = ", `/*${"x".repeat(4000)}*/const store = `),
    edge,
  ],
  [
    "the store refuses a value",
    change("edge-function.ts", "JSON.stringify(limit)", "JSON.stringify({ ...limit, x: 'x'.repeat(1000) })"),
    edge,
  ],
  ["a token in an address is let through", change("edge-function.ts", "request.querystring.token)", "false)"), refuses],
  [
    "large clips reach the gateway",
    change("edge-function.ts", "JSON.stringify(limit)", "JSON.stringify({ ...limit, bytes: 2 * limit.bytes })"),
    refuses,
  ],
  [
    "the secret goes out before a route was found",
    change(
      "edge-function.ts",
      "if (!origin) return ${answerWith(",
      "if (!origin) return request; if (!origin) return ${answerWith(",
    ),
    unrouted,
  ],
  ["the default origin is somebody's", change("edge.ts", "unrouted.invalid", "placeholder.example"), unrouted],
  ["the default origin is asked in plain HTTP", change("edge.ts", `"https-only"`, `"http-only"`), unrouted],
  ["a page cannot read what a gateway refuses", change("edge.ts", "responseHeadersPolicyId: headers.id,", ""), marked],
  [
    "the edge's headers win over the service's",
    change("edge.ts", "contentTypeOptions: { override: false }", "contentTypeOptions: { override: true }"),
    marked,
  ],
  [
    "a client says where it is",
    change(
      "edge-function.ts",
      `{ value: event.viewer.ip }`,
      `headers["x-viewer-address"] || { value: event.viewer.ip }`,
    ),
    address,
  ],
  [
    "cookies reach every function",
    change("edge-function.ts", "if (!sessions.test(request.uri)) request.cookies", "if (false) request.cookies"),
    address,
  ],
  [
    "no cookie reaches a session",
    change("edge-function.ts", "if (!sessions.test(request.uri)) request.cookies", "request.cookies"),
    address,
  ],
  ["answers are cached by address", change("edge.ts", "cachePolicyId: cachingDisabled,", ""), cached],
];
