import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createWorkerAccess } from "@parley/core/environment-wakes";
import { createSocketAccess } from "../socket/environment-frames.ts";
import { handleSocket, type SocketRequest } from "../socket/handler.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createWorkerAccess(), ...createSocketAccess() };

/** Every route of the WebSocket API. */
export const handler = (event: SocketRequest) => handleSocket(environment, event);
