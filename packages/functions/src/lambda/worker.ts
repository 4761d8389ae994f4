import { answer } from "@parley/analyst/answer";
import { readText } from "@parley/analyst/documents/library";
import { keepMeaning } from "@parley/analyst/documents/meaning/passages";
import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { SocketTask } from "@parley/core/wake/wake";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as v from "valibot";
import { createSocketAccess } from "../socket/environment.ts";
import { perform } from "../socket/tasks.ts";
import { runQueued } from "../worker/queue.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess(), ...createSocketAccess() };

/**
 * Runs turns: durable ones from the queue, and those of sockets, for which it is invoked asynchronously. Reads documents and
 * databases and asks golden questions, which are in the queue as well.
 */
export const handler = async (event: SQSEvent | SocketTask): Promise<SQSBatchResponse | void> => {
  if ("Records" in event) return runQueued(environment, event, { answer, readText, keepMeaning, rehearse: rehearser });
  await perform(environment, v.parse(SocketTask, event), answer);
};
