import { type Case, change, type Name } from "./case.ts";

const served: Name = "every route of the contract leads to the function that serves it";
const streams: Name = "streamed routes stream, for as long as their function may run";
const frames: Name = "the socket's routes are the contract's actions, without an authorizer";
const callers: Name = "only its gateway may call a function";
const byApi: Name = "gateways count by API: no series by route, which nothing reads, is paid for";

/** Gateways: their routes, how they stream, who calls behind them, and what they count. */
export const gatewaysCases: Case[] = [
  [
    "a route leads to another group",
    change("http.ts", "route.group !== group", `route.group !== (group === "rules" ? "memories" : group)`),
    served,
  ],
  ["nothing catches unknown paths", change("http.ts", `if (group === "docs")`, `if (false)`), served],
  [
    "a stream ends after 29 seconds",
    change("stream.ts", "timeoutMilliseconds: 900_000", "timeoutMilliseconds: 29_000"),
    streams,
  ],
  ["a stream ends after 30 silent seconds", change("stream.ts", `endpoint: { type: "regional" },`, ""), streams],
  ["streams are buffered", change("stream.ts", "streaming: true,\n      //", "//"), streams],
  [
    "an action of the socket has no route",
    change("socket.ts", "...clientActions", "...clientActions.slice(1)"),
    frames,
  ],
  ["frames are routed by another field", change("socket-api.ts", "$request.body.action", "$request.body.type"), frames],
  [
    "anybody may invoke functions",
    change("http.ts", "sourceArn: $interpolate`${executionArn}/*`", `sourceArn: "*"`),
    callers,
  ],
  [
    "a function gets a public address",
    change("lambda.ts", "environment,\n    logging", "environment, url: true,\n    logging"),
    callers,
  ],
  ["each route is counted", change("http.ts", "detailedMetricsEnabled: false", "detailedMetricsEnabled: true"), byApi],
  ["each method is counted", change("stream.ts", "metricsEnabled: false", "metricsEnabled: true"), byApi],
];
