import { trusting } from "./defaults.ts";
import { filesLink, onFiles } from "./files.ts";
import { invokedOnce, lambda } from "./lambda.ts";
import { onQueue, queueLink } from "./queue-resources.ts";
import { onConnections, socketsLink } from "./socket-api.ts";
import { onTable } from "./table.ts";

/** Wakes or ends turns, documents, readings of databases and evaluations without a worker, tells the sockets that wait, and removes what is left of what was deleted. */
export const sweeper = lambda("Sweeper", {
  entry: "sweeper",
  description:
    "Each minute: turns, documents, databases and evaluations without a worker, what is left of what was removed, uploads never attached",
  links: [queueLink, filesLink, socketsLink],
  permissions: [
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "BatchWriteItem"], { index: true }),
    ...onFiles(["PutObject", "DeleteObject"]),
    ...onQueue(),
    onConnections(["POST"]),
  ],
  timeout: "1 minute",
  memory: "512 MB",
});

invokedOnce("Sweeper", sweeper);

new sst.aws.CronV2("SweeperSchedule", {
  schedule: "rate(1 minute)",
  function: sweeper.arn.apply((arn) => arn as sst.aws.FunctionArn),
  transform: { role: { assumeRolePolicy: trusting("scheduler.amazonaws.com", "StringEquals") } },
});
