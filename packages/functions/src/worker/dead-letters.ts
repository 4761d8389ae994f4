import type { Base } from "@parley/core/context";
import { log } from "@parley/core/log";
import { giveUp } from "@parley/core/turn/give-up";
import { Wake } from "@parley/core/turn/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";

/** Settles the turns whose queue message was delivered in vain too often. */
export async function settleDeadLetters(ctx: Base, event: SQSEvent): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const wake = v.safeParse(v.pipe(v.string(), v.parseJson(), Wake), record.body);
    if (!wake.success) {
      log("error", "a dead letter names no turn", { queue_message_id: record.messageId });
      continue;
    }
    try {
      const status = await giveUp(ctx, wake.output.chat_id, wake.output.turn_id);
      log("error", "a turn's queue message died", { turn_id: wake.output.turn_id, status });
    } catch (error) {
      log("error", "a dead letter could not be settled", { turn_id: wake.output.turn_id }, error);
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
