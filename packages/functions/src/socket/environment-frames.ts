import { ApiGatewayManagementApiClient } from "@aws-sdk/client-apigatewaymanagementapi";
import { clientOptions } from "@parley/core/environment/client-options";
import { linked } from "@parley/core/environment/environment";
import { createFrames, type Frames } from "./frames.ts";

/** The sockets of this process's deployment. */
export const createSocketAccess = (): { frames: Frames } => ({
  frames: createFrames(
    new ApiGatewayManagementApiClient({
      ...clientOptions,
      endpoint: linked("Sockets", "managementEndpoint"),
      // Nothing says a frame again that was refused: about three seconds of trying.
      maxAttempts: 6,
    }),
  ),
});
