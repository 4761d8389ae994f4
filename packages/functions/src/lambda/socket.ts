import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess, createWorkerAccess } from "@parley/core/environment/wake-access";
import { createSocketAccess } from "../socket/environment.ts";
import { socketHandler } from "../socket/handler.ts";

const environment = {
  ...createBase(),
  ...createFileAccess(),
  ...createQueueAccess(),
  ...createWorkerAccess(),
  ...createSocketAccess(),
};

/** Every route of the WebSocket API. */
export const handler = socketHandler(environment);
