import { settings } from "./settings.ts";

/** Routes are chosen by a frame's `action`. There is no authorizer: a client without a header sends its token in a frame. */
export const socketApi = new sst.aws.ApiGatewayWebSocket("SocketApi", {
  accessLog: { retention: settings.logRetention },
  transform: {
    api: { routeSelectionExpression: "$request.body.action" },
    stage: {
      defaultRouteSettings: {
        throttlingRateLimit: settings.capacity.requests.rate,
        throttlingBurstLimit: settings.capacity.requests.burst,
        detailedMetricsEnabled: false,
      },
    },
  },
});

/** Where functions speak to open connections. */
export const socketsLink = new sst.Linkable("Sockets", {
  properties: { managementEndpoint: socketApi.managementEndpoint },
});

/** Posting to, looking at and ending connections. */
export const onConnections = (methods: readonly ("POST" | "GET" | "DELETE")[]) => ({
  actions: ["execute-api:ManageConnections"],
  resources: methods.map((method) => $interpolate`${socketApi.nodes.api.executionArn}/*/${method}/@connections/*`),
});
