import { ApiGatewayManagementApiClient } from "@aws-sdk/client-apigatewaymanagementapi";
import { linked } from "@parley/core/environment";
import { createFrames, type Frames } from "./frames.ts";

/** The sockets of this process's deployment. */
export const createSocketAccess = (): { frames: Frames } => ({
  frames: createFrames(new ApiGatewayManagementApiClient({ endpoint: linked("Sockets", "managementEndpoint") })),
});
