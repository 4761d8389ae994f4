import type { Base } from "@parley/core/environment/context";
import { log } from "@parley/core/observe/log";
import { metric } from "@parley/core/observe/metrics";
import { giveUp } from "@parley/core/turn/give-up";
import { DocumentWake, EvaluationWake, IntrospectionWake, SocketTask, Wake } from "@parley/core/wake/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";

/** What Lambda puts into the queue of an asynchronous invocation that it gave up: our own payload is a part of it. */
const GivenUp = v.object({
  requestContext: v.object({ condition: v.string() }),
  requestPayload: SocketTask,
});

/** A dead letter: a message of the queue that kept failing, or the record of an invocation. */
const DeadLetter = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([DocumentWake, IntrospectionWake, EvaluationWake, Wake, GivenUp]),
);

/** The turn that a dead letter is about; a welcome, a refusal, a document or a database is about none. */
function turnOf(letter: v.InferOutput<typeof DeadLetter>): Wake | undefined {
  if ("kind" in letter) {
    // The sweeper wakes another worker for it, or ends it.
    if (letter.kind === "document")
      log("error", "a document's message kept failing", { document_id: letter.document_id });
    else if (letter.kind === "evaluation")
      log("error", "an evaluation's message kept failing", { evaluation_id: letter.evaluation_id });
    else log("error", "an integration's message kept failing", { integration_id: letter.integration_id });
    return undefined;
  }
  if (!("requestPayload" in letter)) return letter;
  const task = letter.requestPayload;
  log("error", "an invocation was given up", { kind: task.kind, condition: letter.requestContext.condition });
  return task.kind === "turn" ? task : undefined;
}

/**
 * Settles the turns whose queue message failed too often, or whose worker could not be invoked. The sweeper
 * tells the connection of a socket's turn.
 */
export async function settleDeadLetters(ctx: Base, event: SQSEvent): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    metric("DeadLetters", 1);
    const letter = v.safeParse(DeadLetter, record.body);
    if (!letter.success) {
      log("error", "a dead letter names no turn", { queue_message_id: record.messageId });
      continue;
    }
    const turn = turnOf(letter.output);
    if (!turn) continue;
    try {
      const status = await giveUp(ctx, turn.chat_id, turn.turn_id);
      log("error", "a turn's message kept failing", { turn_id: turn.turn_id, status });
    } catch (error) {
      log("error", "a dead letter could not be settled", { turn_id: turn.turn_id }, error);
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
