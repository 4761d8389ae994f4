import { log } from "@parley/core/observe/log";
import type { Answerer } from "@parley/core/answer/answer";
import { Silence, Wake } from "@parley/core/wake/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";
import { endSilence } from "../socket/silence.ts";
import type { TaskEnvironment } from "../socket/tasks.ts";
import { runTurn } from "./run-turn.ts";

const Message = v.pipe(v.string(), v.parseJson(), v.union([Silence, Wake]));

/** Does what a batch of queue messages names, which is mostly to run durable turns; one that fails is delivered again. */
export async function runQueued(env: TaskEnvironment, event: SQSEvent, answer: Answerer): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    try {
      const message = v.parse(Message, record.body);
      if ("kind" in message) await endSilence(env, message.connection_id);
      else await runTurn(env, message, { answer });
    } catch (error) {
      log("error", "a queue message could not be handled", { queue_message_id: record.messageId }, error);
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
