import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createQueueAccess } from "@parley/core/environment-wakes";
import { createSocketAccess } from "../socket/environment-frames.ts";
import { runJobs } from "../sweeper/jobs.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess(), ...createSocketAccess() };

/**
 * Each minute: wakes or ends turns that nobody works on, and removes what is left of deleted chats, edited messages and
 * dead uploads.
 */
export const handler = (): Promise<void> => runJobs(environment);
