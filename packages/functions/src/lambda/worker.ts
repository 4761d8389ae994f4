import { answer } from "@parley/analyst/answer";
import { readText } from "@parley/analyst/documents/library";
import { keepMeaning } from "@parley/analyst/documents/meaning/passages";
import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import type { Rehearser } from "@parley/core/evaluation/rehearser";
import { SocketTask } from "@parley/core/wake/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";
import { createSocketAccess } from "../socket/environment.ts";
import { perform } from "../socket/tasks.ts";
import { runQueued } from "../worker/queue.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess(), ...createSocketAccess() };

/** What asks golden questions is loaded with the first of them: a turn needs none of it. */
const rehearse: Rehearser = (ctx, rehearsed) => {
  let asking: Promise<ReturnType<Rehearser>> | undefined;
  const load = async () => (await import("@parley/analyst/rehearsal/rehearser")).rehearser(ctx, rehearsed);
  return async (question, how) => (await (asking ??= load()))(question, how);
};

/**
 * Runs turns: durable ones from the queue, and those of sockets, for which it is invoked asynchronously. Reads documents and
 * databases and asks golden questions, which are in the queue as well.
 */
export const handler = async (event: SQSEvent | SocketTask): Promise<SQSBatchResponse | void> => {
  if ("Records" in event) return runQueued(environment, event, { answer, readText, keepMeaning, rehearse });
  await perform(environment, v.parse(SocketTask, event), answer);
};
