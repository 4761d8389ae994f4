import { routes } from "../packages/contract/src/routes.ts";
import { filesLink, onFiles } from "./files.ts";
import { invokedAs, lambda } from "./lambda.ts";
import { databaseFiles, duckdbLibrary, answerLinks, onBedrock } from "./models.ts";
import { onQueue, queueLink } from "./queue-resources.ts";
import { originSecret, signingKeys } from "./secrets.ts";
import { settings } from "./settings.ts";
import { onTable } from "./table.ts";
import { onWarehouses, warehouseClients } from "./warehouses.ts";

const provisioned = settings.capacity.provisioned.stream;

/** Streams answers while they are made. */
export const stream = lambda("Stream", {
  entry: "stream",
  description: "Streamed answers and the replay of turns",
  links: [signingKeys, originSecret, filesLink, queueLink, ...answerLinks],
  permissions: [
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]),
    ...onFiles(["GetObject", "PutObject", "DeleteObject"]),
    ...onQueue(),
    ...onBedrock(),
    ...onWarehouses(),
  ],
  copyFiles: databaseFiles,
  installed: { ...duckdbLibrary, ...warehouseClients },
  timeout: "15 minutes",
  memory: "1769 MB",
  streaming: true,
  provisioned,
});

/** HTTP APIs do not stream; a regional REST API does, for as long as a function may run. */
export const streamApi = new sst.aws.ApiGatewayV1("StreamApi", {
  endpoint: { type: "regional" },
  cors: false,
  accessLog: { retention: settings.logRetention },
});

for (const { id, method, path, group } of routes) {
  if (group !== "stream") continue;
  streamApi.route(
    `${method} ${path}`,
    invokedAs(stream, provisioned).apply((arn) => arn as sst.aws.FunctionArn),
    {
      name: id.replace(/(^|[._])(\w)/g, (_match, _dot, letter: string) => letter.toUpperCase()),
      streaming: true,
      // Without it the gateway gives up after 29 seconds even in STREAM mode.
      transform: { integration: { timeoutMilliseconds: 900_000 } },
    },
  );
}

streamApi.deploy();

new aws.apigateway.MethodSettings(
  "StreamApiSettings",
  {
    restApi: streamApi.nodes.api.id,
    stageName: $app.stage,
    methodPath: "*/*",
    settings: {
      metricsEnabled: false,
      throttlingRateLimit: settings.capacity.requests.rate,
      throttlingBurstLimit: settings.capacity.requests.burst,
    },
  },
  { dependsOn: streamApi.nodes.stage ? [streamApi.nodes.stage] : [] },
);
