import { ApiGatewayManagementApiClient } from "@aws-sdk/client-apigatewaymanagementapi";
import { clientOptions, lean } from "@parley/core/environment/client-options";
import type { Base, WithFiles, WithWakes } from "@parley/core/environment/context";
import { linked } from "@parley/core/environment/environment";
import { createFrames, type Frames } from "./send-frames.ts";

/** The sockets of a deployment. */
export interface WithSockets {
  frames: Frames;
}

/** What the socket's own function works with. */
export type SocketEnvironment = Base & WithWakes & WithFiles & WithSockets;

/** The sockets of this process's deployment. */
export const createSocketAccess = (): WithSockets => ({
  frames: createFrames(
    lean(
      new ApiGatewayManagementApiClient({
        ...clientOptions,
        endpoint: linked("Sockets", "managementEndpoint"),
        // A frame that was refused is not sent again later: about three seconds of trying.
        maxAttempts: 6,
      }),
    ),
  ),
});
