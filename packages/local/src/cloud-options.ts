import type { Addresses } from "./emulators/host.ts";
import type { Front } from "./api-gateway/front.ts";
import type { ObjectCreated } from "./emulators/s3/operations.ts";
import type { Entries } from "./lambda/functions.ts";
import type { Log } from "./process/log.ts";
import type { Route } from "./api-gateway/routing.ts";
import type { Places } from "./process/state.ts";

export interface CloudOptions {
  /** Where state is kept. */
  directory: string;
  /** Of the public host; 0 or absent: a free one. */
  port?: number;
  /** The settings of a deployment (`MODEL_ID`, …); by default this process's environment. */
  settings?: NodeJS.ProcessEnv;
  /** Instead of the service's own functions and routes. */
  entries?: Entries;
  routes?: readonly Route[];
  /** Only the demo's databases need it; without it the cloud starts faster. */
  postgres?: boolean;
  /** For a cloud that nobody starts again: its table is kept in memory, which spares the disk. */
  tableInMemory?: boolean;
  /** How often the sweeper runs. */
  sweepMs?: number;
  /** The bucket's event notifications. */
  objectCreated?: (object: ObjectCreated) => void;
  log?: Log;
  /** Called with what is being done. */
  progress?: (step: string) => void;
  /** Work to be done when all parts are there, before the door is opened. It may return what answers before the routes do. */
  prepare?: (cloud: Cloud) => Promise<Front | void>;
}

export interface Cloud {
  baseUrl: string;
  wsUrl: string;
  places: Places;
  endpoints: { dynamoDb: string; sqs: string; s3: string; lambda: string; sockets: string };
  /** The cluster of the demo's databases and its superuser. */
  postgres: Addresses["postgres"];
  /** What the functions have in their environment. */
  environment: Record<string, string>;
  /** Resolves with the reason when a part of the cloud ends by itself. */
  lost: Promise<string>;
  stop(): Promise<void>;
}
