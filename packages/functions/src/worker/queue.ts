import { log } from "@parley/core/observe/log";
import type { Answerer } from "@parley/core/answer/answer";
import type { Rehearser } from "@parley/core/evaluation/rehearser";
import { introspectRequested } from "@parley/core/integration/introspecting";
import { indexDocument, type KeepMeaning, type ReadText } from "@parley/core/project/indexing";
import { DocumentWake, EvaluationWake, IntrospectionWake, Silence, Wake } from "@parley/core/wake/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";
import { endUnauthenticated } from "../socket/authentication-deadline.ts";
import type { TaskEnvironment } from "../socket/tasks.ts";
import { runTurn } from "./run-turn.ts";

const Message = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([Silence, DocumentWake, IntrospectionWake, EvaluationWake, Wake]),
);
type Message = v.InferOutput<typeof Message>;

/** What the worker's package lends the others: how questions are answered, how files are read, and how golden questions are asked. */
export interface Work {
  answer: Answerer;
  rehearse: Rehearser;
  readText: ReadText;
  keepMeaning?: KeepMeaning;
}

async function handle(
  env: TaskEnvironment,
  message: Message,
  { answer, readText, keepMeaning, rehearse }: Work,
): Promise<void> {
  if (!("kind" in message)) {
    await runTurn(env, message, { answer });
    return;
  }
  switch (message.kind) {
    case "silence":
      return endUnauthenticated(env, message.connection_id);
    case "document": {
      const { organization_id, project_id, document_id } = message;
      const ctx = { ...env, actor: { organization_id } };
      await indexDocument(ctx, { project_id, id: document_id }, readText, keepMeaning);
      return;
    }
    case "evaluation": {
      const ctx = { ...env, actor: { organization_id: message.organization_id } };
      // Golden questions are asked now and then: turns do not wait for this to be loaded.
      const { runEvaluation } = await import("@parley/core/evaluation/run");
      await runEvaluation(ctx, message.evaluation_id, rehearse);
      return;
    }
    case "introspection":
      await introspectRequested(
        { ...env, actor: { organization_id: message.organization_id } },
        message.integration_id,
      );
  }
}

/** Does what a batch of queue messages names, which is mostly to run durable turns; one that fails is delivered again. */
export async function runQueued(env: TaskEnvironment, event: SQSEvent, work: Work): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    try {
      await handle(env, v.parse(Message, record.body), work);
    } catch (error) {
      log("error", "a queue message could not be handled", { queue_message_id: record.messageId }, error);
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
