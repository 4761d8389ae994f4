import { clientActions } from "../packages/contract/src/frame.ts";
import { reserved } from "./concurrency.ts";
import { filesLink, onFiles } from "./files.ts";
import { invokedAs, invokedOnce, lambda } from "./lambda.ts";
import { databaseFiles, duckdbLibrary, answerLinks, onBedrock } from "./models.ts";
import { deadLetters, onDeadLetters, onQueue, queueLink } from "./queue-resources.ts";
import { originSecret, signingKeys } from "./secrets.ts";
import { settings } from "./settings.ts";
import { onConnections, socketApi, socketsLink } from "./socket-api.ts";
import { onTable } from "./table.ts";
import { workerTimeout } from "./timing.ts";
import { onWarehouses, warehouseClients } from "./warehouses.ts";

const provisioned = settings.capacity.provisioned.socketTurns;

const { id: apiId, executionArn } = socketApi.nodes.api;

/** Runs the turns of a socket, and what follows a connection: it is invoked asynchronously and has no 29 seconds to keep. */
export const socketWorker = lambda("SocketWorker", {
  entry: "worker",
  description: "Runs turns whose events go to a socket",
  links: [filesLink, queueLink, socketsLink, ...answerLinks],
  permissions: [
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]),
    ...onFiles(["GetObject", "PutObject", "DeleteObject"]),
    ...onBedrock(),
    ...onWarehouses(),
    ...onQueue(),
    ...onDeadLetters(),
    onConnections(["POST", "GET", "DELETE"]),
  ],
  copyFiles: databaseFiles,
  installed: { ...duckdbLibrary, ...warehouseClients },
  timeout: `${workerTimeout} seconds`,
  memory: "1769 MB",
  provisioned,
});

// A turn whose worker cannot be brought up ends in the dead letters: its client waits for it.
invokedOnce("SocketWorker", socketWorker, { provisioned, givenUpTo: deadLetters.arn });

const target = invokedAs(socketWorker, provisioned);
const workerLink = new sst.Linkable("TurnWorker", { properties: { name: target } });

/** Handles connections and frames. It never runs a turn. */
export const socket = lambda("Socket", {
  entry: "socket",
  description: "Connections and frames of the WebSocket",
  links: [signingKeys, originSecret, filesLink, queueLink, socketsLink, workerLink],
  permissions: [
    // A message that is edited or deleted is found by its id alone.
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"], {
      index: true,
    }),
    ...onFiles(["GetObject"]),
    ...onQueue(),
    onConnections(["POST", "GET", "DELETE"]),
    { actions: ["lambda:InvokeFunction"], resources: [target] },
  ],
  reserved: reserved.socket,
});

new aws.lambda.Permission("SocketApiPermission", {
  action: "lambda:InvokeFunction",
  function: socket.arn,
  principal: "apigateway.amazonaws.com",
  sourceArn: $interpolate`${executionArn}/*`,
});

const integration = new aws.apigatewayv2.Integration("SocketApiIntegration", {
  apiId,
  integrationType: "AWS_PROXY",
  integrationUri: socket.nodes.function.invokeArn,
  timeoutMilliseconds: 29_000,
});

const routeName = (key: string) =>
  key.replace(/(^\$?|_)(\w)/g, (_match, _start, letter: string) => letter.toUpperCase());

for (const routeKey of ["$connect", "$disconnect", "$default", ...clientActions]) {
  new aws.apigatewayv2.Route(`SocketApi${routeName(routeKey)}Route`, {
    apiId,
    routeKey,
    target: $interpolate`integrations/${integration.id}`,
    authorizationType: "NONE",
  });
}
