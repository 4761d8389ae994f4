import assert from "node:assert/strict";
import { mortal } from "../../../packages/core/src/upload/lifetime.ts";
import { type UploadRecord, uploadKey } from "../../../packages/core/src/upload/record.ts";
import type { Base } from "../../../packages/core/src/environment/context.ts";
import * as Connection from "../../../packages/core/src/socket/connection.ts";
import { chatKey, purgeIndex } from "../../../packages/core/src/chat/record.ts";
import { assignments, expr } from "../../../packages/core/src/store/expression.ts";
import { openIndex, type TurnRecord, turnKey } from "../../../packages/core/src/turn/record.ts";
import type { Table } from "../../../packages/core/src/store/table.ts";
import type { Stage } from "./stage.ts";

/** What a turn leaves behind whose worker or whose message was lost, at a time that is long past for the sweeper. */
export interface Leftovers {
  chatId: string;
  turnId: string;
  agentId: string;
}

/** What faults are left on, and how a client reads the turn. */
export interface Faulty {
  turn: Leftovers;
  owner: { organization_id: string; member_id: string };
  upload: string;
  read: () => Promise<void>;
}

async function baseOf(): Promise<Base> {
  // Imported late: it reads the environment that the cloud has set.
  const { createBase } = await import("../../../packages/core/src/environment/environment.ts");
  return createBase();
}

const past = (seconds: number) => Date.now() - seconds * 1000;

/** Puts a settled turn back to where it was in the middle of its life, as it would lie there after a fault. */
async function reopen(table: Table, { chatId, turnId }: Leftovers, change: Partial<TurnRecord>): Promise<void> {
  const turn = await table.get<TurnRecord>(turnKey(chatId, turnId));
  assert.ok(turn, "the turn is there");
  const created = new Date(past(120)).toISOString();
  const { worker: _worker, lease_until: _lease, completed_at: _completed, ...rest } = turn;
  await table.put<TurnRecord>({
    ...rest,
    ...openIndex(turnId, created),
    status: "in_progress",
    created_at: created,
    completed_at: null,
    error: null,
    deadline: Date.now() + 60_000,
    ...change,
  });
  await table.update(chatKey(chatId), expr`SET #active_turn_id = ${turnId}`);
}

const deadLetter = (leftovers: Leftovers, owner: { organization_id: string; member_id: string }) => ({
  Records: [
    {
      messageId: "dead",
      body: JSON.stringify({ ...owner, chat_id: leftovers.chatId, turn_id: leftovers.turnId }),
    },
  ],
});

const givenUp = (leftovers: Leftovers, owner: { organization_id: string; member_id: string }) => {
  const { chatId, turnId } = leftovers;
  const task = { kind: "turn", connection_id: "gone", include_tool_events: false, heartbeat: false };
  return {
    Records: [
      {
        messageId: "given-up",
        body: JSON.stringify({
          version: "1.0",
          requestContext: { requestId: "1", condition: "EventAgeExceeded", approximateInvokeCount: 0 },
          requestPayload: { ...task, ...owner, chat_id: chatId, turn_id: turnId },
        }),
      },
    ],
  };
};

/**
 * What seldom happens: messages and workers that are lost, deletions that are interrupted, uploads that are never attached.
 * Everything is left as a fault would leave it, and then met by the functions that look after it.
 */
export async function meetFaults(stage: Stage, { turn, owner, upload, read }: Faulty): Promise<void> {
  const base = await baseOf();
  const { table } = base;
  const run = async (id: string, event?: object) => {
    const hosted = stage.functions.get(id);
    assert.ok(hosted, id);
    // The event is what the function's own source sends.
    return (hosted.entry.handler as (event: unknown) => Promise<unknown>)(event);
  };
  const statusOf = async () =>
    (await table.get<TurnRecord>(turnKey(turn.chatId, turn.turnId), { consistent: true }))?.status;

  // A durable turn is unclaimed: the sweeper wakes a worker, which finds it.
  await reopen(table, turn, { route: "durable", attempt: 0 });
  await run("Sweeper", {});
  while ((await statusOf()) === "in_progress") await read();

  // A streamed turn has lost its worker: the sweeper fails it.
  await reopen(table, turn, { route: "stream", attempt: 1, worker: "lost", lease_until: past(60) });
  await run("Sweeper", {});
  assert.equal(await statusOf(), "failed");

  // A socket's, too, and it tells the connection that waits for it, which has just gone.
  await Connection.open(base, "gone", false, undefined);
  const connection = await Connection.find(base, "gone");
  assert.ok(connection, "the connection is there");
  await table.transact([Connection.watchWrite(connection, { chat_id: turn.chatId, turn_id: turn.turnId })]);
  await reopen(table, turn, {
    route: "socket",
    connection_id: "gone",
    attempt: 1,
    worker: "lost",
    lease_until: past(60),
  });
  await run("Sweeper", {});
  assert.equal(await statusOf(), "failed");
  await Connection.close(base, "gone");

  // So does its first reader.
  await reopen(table, turn, { route: "stream", attempt: 1, worker: "lost", lease_until: past(60) });
  await read();
  assert.equal(await statusOf(), "failed");

  // Its message has died.
  await reopen(table, turn, { route: "durable", attempt: 0 });
  await run("DeadLetterConsumer", deadLetter(turn, owner));
  assert.equal(await statusOf(), "failed");

  // The invocation of its worker was given up: Lambda sends that to the same consumer, in its own form.
  await reopen(table, turn, { route: "socket", attempt: 0 });
  await run("DeadLetterConsumer", givenUp(turn, owner));
  assert.equal(await statusOf(), "failed");

  // An upload that was never attached, and a deletion that was interrupted.
  const key = uploadKey(owner, upload);
  const found = await table.get<UploadRecord>(key);
  assert.ok(found, "the upload is there");
  await table.put<UploadRecord>({ ...found, ...mortal(upload, past(3 * 24 * 60 * 60)) });
  const gone = { deleted_at: new Date(past(120)).toISOString(), ...purgeIndex(turn.chatId, past(120)) };
  await table.update(chatKey(turn.chatId), expr`SET ${assignments(gone)}`);
  await run("Sweeper", {});
  assert.equal(await table.get(key), undefined);
  assert.equal(await table.get(chatKey(turn.chatId)), undefined);
}
