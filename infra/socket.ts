import { clientActions } from "../packages/contract/src/frame.ts";
import { router } from "./edge.ts";
import { filesLink, onFiles } from "./files.ts";
import { invokedAs, lambda } from "./lambda.ts";
import { answerFiles, answerLinks, onBedrock } from "./models.ts";
import { originSecret, signingKeys } from "./secrets.ts";
import { settings } from "./settings.ts";
import { onConnections, socketApi, socketsLink } from "./socket-api.ts";
import { onTable } from "./table.ts";
import { workerTimeout } from "./timing.ts";

const provisioned = settings.capacity.provisioned.socketTurns;

const { id: apiId, executionArn } = socketApi.nodes.api;

/** Runs the turns of a socket, and what follows a connection: it is invoked asynchronously and has no 29 seconds to keep. */
export const socketWorker = lambda("SocketWorker", {
  entry: "worker",
  description: "Runs turns whose events go to a socket",
  links: [filesLink, socketsLink, ...answerLinks],
  permissions: [
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "BatchWriteItem"]),
    ...onFiles(["GetObject", "PutObject"]),
    ...onBedrock(),
    onConnections(["POST", "GET", "DELETE"]),
  ],
  copyFiles: answerFiles,
  timeout: `${workerTimeout} seconds`,
  memory: "1769 MB",
  // A turn is claimed once; running it again is the sweeper's business, by the turn's own rules.
  retries: 0,
  provisioned,
});

const target = invokedAs(socketWorker, provisioned);
const workerLink = new sst.Linkable("TurnWorker", { properties: { name: target } });

/** Answers connections and frames. It never runs a turn. */
export const socket = lambda("Socket", {
  entry: "socket",
  description: "Connections and frames of the WebSocket",
  links: [signingKeys, originSecret, filesLink, socketsLink, workerLink],
  permissions: [
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"], {
      index: true,
    }),
    ...onFiles(["GetObject"]),
    onConnections(["POST", "GET", "DELETE"]),
    { actions: ["lambda:InvokeFunction"], resources: [target] },
  ],
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

// The address of the WebSocket API is its stage: whatever the client's path, the stage is what is asked for.
router.route("/v1/chats/ws", socketApi.url, { rewrite: { regex: "^/v1/chats/ws/?$", to: "/$default" } });
