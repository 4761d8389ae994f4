import { queuedTurns } from "./concurrency.ts";
import { filesLink, onFiles } from "./files.ts";
import { lambda } from "./lambda.ts";
import { databaseFiles, duckdbLibrary, answerLinks, onBedrock } from "./models.ts";
import { deadLetters, onQueue, queue, queueLink } from "./queue-resources.ts";
import { onConnections, socketsLink } from "./socket-api.ts";
import { onTable } from "./table.ts";
import { workerTimeout } from "./timing.ts";
import { onWarehouses, warehouseClients } from "./warehouses.ts";

const consume = (arn: $util.Input<string>) => ({
  actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
  resources: [arn],
});

/** Runs durable turns and reads documents and databases, one a message, so that one that fails comes again alone. */
export const worker = lambda("Worker", {
  entry: "worker",
  description: "Runs durable turns from the queue, reads documents and databases, and asks golden questions",
  // It ends connections that say nothing, as well.
  links: [filesLink, queueLink, socketsLink, ...answerLinks],
  permissions: [
    consume(queue.arn),
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]),
    ...onFiles(["GetObject", "PutObject", "DeleteObject"]),
    ...onBedrock(),
    ...onWarehouses(),
    // An evaluation that takes longer than a function may is handed on.
    ...onQueue(),
    onConnections(["POST", "DELETE"]),
  ],
  copyFiles: databaseFiles,
  installed: { ...duckdbLibrary, ...warehouseClients },
  timeout: `${workerTimeout} seconds`,
  memory: "1769 MB",
});

new aws.lambda.EventSourceMapping("WorkerSource", {
  eventSourceArn: queue.arn,
  functionName: worker.arn,
  batchSize: 1,
  functionResponseTypes: ["ReportBatchItemFailures"],
  scalingConfig: { maximumConcurrency: queuedTurns },
});

/** Settles the turns whose messages died or whose worker could not be invoked, so that no client waits for ever. */
export const undertaker = lambda("DeadLetterConsumer", {
  entry: "dead-letters",
  description: "Settles turns whose message kept failing or whose invocation Lambda gave up",
  permissions: [consume(deadLetters.arn), ...onTable(["GetItem", "PutItem", "UpdateItem"])],
  timeout: "1 minute",
});

new aws.lambda.EventSourceMapping("DeadLetterSource", {
  eventSourceArn: deadLetters.arn,
  functionName: undertaker.arn,
  batchSize: 10,
  functionResponseTypes: ["ReportBatchItemFailures"],
  scalingConfig: { maximumConcurrency: 2 },
});
