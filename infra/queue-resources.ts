import { turnQueueSettings } from "../packages/core/src/wake/queue-settings.ts";

/** Messages that failed three times, and invocations that Lambda gave up, kept for two weeks. */
export const deadLetters = new sst.aws.Queue("DeadLetters", {
  visibilityTimeout: "6 minutes",
  transform: { queue: { messageRetentionSeconds: 14 * 24 * 60 * 60, sqsManagedSseEnabled: true } },
});

/** Durable turns that wait for a worker. The messages only wake one: the table says what there is to do. */
export const queue = new sst.aws.Queue("Turn", {
  visibilityTimeout: `${turnQueueSettings.visibilitySeconds} seconds`,
  dlq: { queue: deadLetters.arn, retry: turnQueueSettings.receives },
  transform: { queue: { messageRetentionSeconds: 24 * 60 * 60, sqsManagedSseEnabled: true } },
});

export const queueLink = new sst.Linkable("TurnQueue", { properties: { url: queue.url } });

/** What becomes of an invocation that Lambda gives up: it is sent to the dead letters with the function's own role. */
export const onDeadLetters = () => [{ actions: ["sqs:SendMessage"], resources: [deadLetters.arn] }];

export const onQueue = () => [{ actions: ["sqs:SendMessage"], resources: [queue.arn] }];
