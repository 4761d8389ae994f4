import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createQueueAccess, createWorkerAccess } from "@parley/core/environment-wakes";
import { createSocketAccess } from "../socket/environment-frames.ts";
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
