import { bodyLimits, type EdgeOrigin, type EdgeRoute, edgeKeys } from "./edge-function.ts";
import { edgeStore } from "./edge.ts";
import { httpApi } from "./http.ts";
import { originSecret } from "./secrets.ts";
import { settings } from "./settings.ts";
import { socketApi } from "./socket-api.ts";
import { streamApi } from "./stream.ts";

type Route = { url: $util.Input<string> } & Omit<EdgeOrigin, "host" | "secret">;

const apis: Record<EdgeRoute, Route> = {
  http: { url: httpApi.url, path: "", wait: 30 },
  // While a turn streams, `processing` comes at least every 15 seconds: the edge may wait for longer than that.
  stream: { url: streamApi.url, path: `/${$app.stage}`, wait: 60 },
  // The address of the WebSocket API is its stage: whatever the client's path, the stage is what is asked for.
  socket: { url: socketApi.url, path: "/$default", wait: 30 },
};

const routes = Object.entries(apis).map(([to, { url, path, wait }]) => {
  const value: $util.Output<EdgeOrigin> = $util
    .all([url, originSecret.properties.value])
    .apply(([address, secret]) => ({ host: new URL(address).host, path, wait, secret }));
  // The keys of `apis` are routes by its type.
  return { key: edgeKeys.route(to as EdgeRoute), value: $util.jsonStringify(value) };
});

const origins = settings.corsOrigins.map((origin) => ({ key: edgeKeys.cors(origin), value: "true" }));

/** All that the edge's function knows, and nothing else: a key that is left out here is removed there. */
new aws.cloudfront.KeyvaluestoreKeysExclusive("EdgeKeys", {
  keyValueStoreArn: edgeStore.arn,
  resourceKeyValuePairs: [...routes, ...bodyLimits, ...origins],
});
