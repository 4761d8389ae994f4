import { filesLink, onFiles } from "./files.ts";
import { lambda } from "./lambda.ts";
import { answerFiles, answerLinks, onBedrock } from "./models.ts";
import { deadLetters, queue } from "./queue-resources.ts";
import { settings } from "./settings.ts";
import { socketsLink } from "./socket-api.ts";
import { onTable } from "./table.ts";
import { workerTimeout } from "./timing.ts";

const consume = (arn: $util.Input<string>) => ({
  actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
  resources: [arn],
});

/** Runs durable turns, one a message, so that one that fails comes again alone. */
export const worker = lambda("Worker", {
  entry: "worker",
  description: "Runs durable turns from the queue",
  // The module is the sockets' as well, and asks for their address; it may not speak to them.
  links: [filesLink, socketsLink, ...answerLinks],
  permissions: [
    consume(queue.arn),
    ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]),
    ...onFiles(["GetObject", "PutObject"]),
    ...onBedrock(),
  ],
  copyFiles: answerFiles,
  timeout: `${workerTimeout} seconds`,
  memory: "1769 MB",
});

new aws.lambda.EventSourceMapping("WorkerSource", {
  eventSourceArn: queue.arn,
  functionName: worker.arn,
  batchSize: 1,
  functionResponseTypes: ["ReportBatchItemFailures"],
  scalingConfig: { maximumConcurrency: settings.capacity.queuedTurns },
});

/** Settles the turns whose messages died, so that no client polls for ever. */
export const undertaker = lambda("DeadLetterConsumer", {
  entry: "dead-letters",
  description: "Settles turns whose queue message was delivered in vain",
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
