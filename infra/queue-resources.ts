import { workerTimeout } from "./timing.ts";

/** Messages that were delivered in vain three times, kept for two weeks. */
export const deadLetters = new sst.aws.Queue("DeadLetters", {
  visibilityTimeout: "6 minutes",
  transform: { queue: { messageRetentionSeconds: 14 * 24 * 60 * 60, sqsManagedSseEnabled: true } },
});

/** Durable turns that wait for a worker. The messages only wake one: the table says what there is to do. */
export const queue = new sst.aws.Queue("Turn", {
  // Six times the worker's time, as AWS advises: a message must not come again while its worker still runs.
  visibilityTimeout: `${6 * workerTimeout} seconds`,
  dlq: { queue: deadLetters.arn, retry: 3 },
  transform: { queue: { messageRetentionSeconds: 24 * 60 * 60, sqsManagedSseEnabled: true } },
});

export const queueLink = new sst.Linkable("TurnQueue", { properties: { url: queue.url } });

export const onQueue = () => [{ actions: ["sqs:SendMessage"], resources: [queue.arn] }];
