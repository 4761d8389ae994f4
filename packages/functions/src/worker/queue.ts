import type { Base, WithFiles } from "@parley/core/context";
import { log } from "@parley/core/log";
import type { Answerer } from "@parley/core/turn/answer";
import { Wake } from "@parley/core/turn/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";
import { runTurn } from "./run-turn.ts";

/** Runs the durable turns that a batch of queue messages names; one that fails is delivered again. */
export async function runQueued(ctx: Base & WithFiles, event: SQSEvent, answer: Answerer): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    try {
      await runTurn(ctx, v.parse(Wake, JSON.parse(record.body)), answer);
    } catch (error) {
      log("error", "a queued turn could not be run", { queue_message_id: record.messageId }, error);
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
