import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createSocketAccess } from "../socket/environment.ts";
import { runJobs } from "../sweeper/jobs.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess(), ...createSocketAccess() };

/**
 * Each minute: wakes or ends turns, documents, readings of databases and evaluations without a worker, and removes what is left of deleted
 * chats, edited messages, removed documents and dead uploads.
 */
export const handler = (): Promise<void> => runJobs(environment);
