import { setTimeout as pause } from "node:timers/promises";
import { DeleteMessageCommand, ReceiveMessageCommand, type Message, type SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import { accountId } from "../api-gateway/aws-format.ts";
import type { LambdaFunction } from "./runtime.ts";
import type { Log } from "../process/log.ts";
import { waitAtMost } from "../process/wait-at-most.ts";

export interface EventSource {
  /** Takes nothing new and waits for running work, at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface QueueMappingSettings {
  client: SQSClient;
  queueUrl: string;
  target: () => LambdaFunction;
  /** Invocations at a time. Further messages stay in the queue. */
  concurrency: number;
  region: string;
  log: Log;
}

function record(message: Message, queueUrl: string, region: string): SQSRecord {
  return {
    messageId: message.MessageId ?? "",
    receiptHandle: message.ReceiptHandle ?? "",
    body: message.Body ?? "",
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: "",
      SenderId: "",
      ApproximateFirstReceiveTimestamp: "",
      ...message.Attributes,
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue, DataType }]) => [
        name,
        { ...(StringValue !== undefined && { stringValue: StringValue }), dataType: DataType ?? "String" },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? "",
    eventSource: "aws:sqs",
    eventSourceARN: `arn:aws:sqs:${region}:${accountId}:${queueUrl.split("/").at(-1) ?? ""}`,
    awsRegion: region,
  };
}

/** Partial batch responses are on: a message named in `batchItemFailures` is left to its visibility timeout. */
function failed(result: unknown, messageId: string): boolean {
  if (typeof result !== "object" || result === null || !("batchItemFailures" in result)) return false;
  const failures: unknown = result.batchItemFailures;
  return (
    Array.isArray(failures) &&
    failures.some(
      (item: unknown) =>
        typeof item === "object" && item !== null && "itemIdentifier" in item && item.itemIdentifier === messageId,
    )
  );
}

/**
 * An SQS event source mapping with a batch size of one: long polls the queue, runs the function for each message, deletes
 * what succeeded and leaves what failed to the visibility timeout, after which the queue's redrive policy decides.
 */
export function queueMapping(settings: QueueMappingSettings): EventSource {
  const { client, queueUrl, target, concurrency, region, log } = settings;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const handle = async (message: Message): Promise<void> => {
    const event: SQSEvent = { Records: [record(message, queueUrl, region)] };
    try {
      const result = await target().invoke(event);
      if (failed(result, message.MessageId ?? "")) return;
    } catch {
      return; // logged by the runtime; the message is delivered again after its visibility timeout
    }
    await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }));
  };

  const receive = async (): Promise<Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(10, concurrency - running.size),
        WaitTimeSeconds: 20,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
      { abortSignal: stopping.signal },
    );
    return Messages;
  };

  const start = (message: Message): void => {
    const work = handle(message)
      .catch((error: unknown) => log.error("Queue: message could not be deleted", { error }))
      .finally(() => running.delete(work));
    running.add(work);
  };

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (running.size >= concurrency) {
        await Promise.race(running);
        continue;
      }
      try {
        for (const message of await receive()) start(message);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error("Queue: poll failed", { error });
        await pause(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const polling = poll();
  return {
    async stop(graceMs = 2_000) {
      stopping.abort();
      await waitAtMost(graceMs, polling);
      await waitAtMost(graceMs, Promise.allSettled(running));
    },
  };
}
