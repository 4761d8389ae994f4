import type { Check } from "./checks/check.ts";
import { consoleChecks } from "./checks/console.ts";
import { dataChecks } from "./checks/data.ts";
import { edgeChecks } from "./checks/edge.ts";
import { functionAndRoleChecks } from "./checks/functions-and-roles.ts";
import { nameChecks } from "./checks/names.ts";
import { queueAndTimeChecks } from "./checks/queues-and-times.ts";
import { routeChecks } from "./checks/routes.ts";
import { socketTurnChecks } from "./checks/socket-turns.ts";
import { watchingChecks } from "./checks/watching.ts";

/** All that has to be true of a stage's resources, by subject. */
export const checks = {
  ...routeChecks,
  ...dataChecks,
  ...queueAndTimeChecks,
  ...functionAndRoleChecks,
  ...edgeChecks,
  ...consoleChecks,
  ...socketTurnChecks,
  ...watchingChecks,
  ...nameChecks,
} satisfies Record<string, Check>;
