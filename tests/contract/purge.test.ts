import { BatchWriteItemCommand, type DynamoDBClient, type QueryCommandOutput } from "@aws-sdk/client-dynamodb";
import { purgeDeleted, purgeEdited } from "@parley/core/chat/purge";
import { addCut, chatKey, listCuts } from "@parley/core/chat/record";
import type { Clock } from "@parley/core/environment/clock";
import { expr } from "@parley/core/store/expression";
import { createTable } from "@parley/core/store/table";
import { runJobs } from "@parley/functions/sweeper/jobs";
import { describe, expect, it, beforeAll } from "vitest";
import { standingClock } from "../support/clock.ts";
import { countCalls } from "../support/count-calls.ts";
import { idOf, largeChatOf } from "./large-chat.ts";
import { useScene } from "../support/world/scene.ts";
import { openSocket } from "../support/world/socket.ts";

const scene = useScene();
const isThere = expr`attribute_exists(#pk)`;
const MESSAGES = 1_000;
const BYTES = 500;
/** What a purge may read of an item. */
const READ = new Set(["pk", "sk", "turn_id", "upload_ids", "request", "index_pk", "index_sk"]);

interface Seen {
  command: string;
  items: number;
  attributes: Set<string>;
  bytes: number;
}
let seen: Seen[] = [];

beforeAll(() =>
  scene.world.table.intercept("seen", async ({ command }, send) => {
    const output = await send();
    // Whatever the command, only a query's answer has a list of items.
    const { Items = [] } = output as Partial<QueryCommandOutput>;
    seen.push({
      command,
      items: Items.length,
      attributes: new Set(Items.flatMap((item) => Object.keys(item))),
      bytes: JSON.stringify(Items).length,
    });
    return output;
  }),
);

const largeChat = () => largeChatOf(scene.world, scene.person, { messages: MESSAGES, bytes: BYTES });

const left = async (chat: string) =>
  (await scene.world.base.table.queryAll({ pk: `CHAT#${chat}`, consistent: true, fields: ["sk"] })).length;

/** Sweeps until nothing is left to do, each for a few moments only; returns how often. */
async function sweptUp(purge: (until: number) => Promise<number>): Promise<number> {
  for (let sweeps = 1; ; sweeps++) {
    if ((await purge(scene.world.clock.now() + 1_000)) > 0 || sweeps > 1_000) return sweeps;
  }
}

/** A sweeper that is killed after so many of its batches: nothing of what it does then reaches the table. */
function dyingAfter(batches: number, clock: Clock) {
  const { table, base } = scene.world;
  let sent = 0;
  const client = {
    send(command: object) {
      if (command instanceof BatchWriteItemCommand) sent += 1;
      // Whatever else is sent goes to the emulator.
      return sent > batches ? Promise.reject(new Error("killed")) : table.client.send(command as BatchWriteItemCommand);
    },
  };
  // Only `send` of a client is used.
  return { ...base, clock, table: createTable(client as DynamoDBClient, table.name, clock) };
}

/** The world of a sweep that an edit interferes with: `edit` comes right before a chat is taken off the list. */
function editedMeanwhile(edit: () => Promise<unknown>) {
  const { table, base } = scene.world;
  let waiting: (() => Promise<unknown>) | undefined = edit;
  const client = {
    async send(command: BatchWriteItemCommand) {
      const { input } = command as { input: object };
      const isOff = /"Delete(Request)?":\{[^{}]*"Key":\{"pk":\{[^{}]*\},"sk":\{"S":"CUTS"/.test(JSON.stringify(input));
      const meanwhile = isOff ? waiting : undefined;
      if (meanwhile) waiting = undefined;
      await meanwhile?.();
      return table.client.send(command);
    },
  };
  return { ...base, table: createTable(client as unknown as DynamoDBClient, table.name, base.clock) };
}

/** Time that passes only during waits. */
function waitingClock(start: number): Clock & Pick<ReturnType<typeof standingClock>, "advance"> {
  const clock = standingClock(start);
  return {
    ...clock,
    async sleep(ms) {
      const end = clock.now() + ms;
      await clock.yield();
      clock.advance(Math.max(0, end - clock.now()));
    },
  };
}

const writes = () => seen.filter(({ command }) => command === "BatchWriteItemCommand").length;

describe("a chat with a thousand messages", () => {
  it("is deleted by few calls, then purged by keys only, each sweep going on where the last one stopped", async () => {
    const { chat, upload_id } = await largeChat();
    const token = await scene.world.refreshed(scene.person);
    seen = [];
    expect((await scene.world.call(`DELETE /v1/chats/${chat}`, { token })).status).toBe(200);
    expect(seen.length).toBeLessThanOrEqual(15);
    expect(seen.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100_000);
    expect(await left(chat)).toBeGreaterThan(MESSAGES - 500);
    // What belonged to it is still gone at once.
    expect((await scene.world.call(`GET /v1/uploads/${upload_id}`, { token })).status).toBe(404);

    scene.world.clock.advance(60_000);
    seen = [];
    const sweeps = await sweptUp((until) => purgeDeleted(scene.world.base, until));
    expect(sweeps).toBeGreaterThan(1);
    const queries = seen.filter(({ command }) => command === "QueryCommand");
    for (const { attributes, items } of queries) {
      expect([...attributes].filter((name) => !READ.has(name))).toEqual([]);
      expect(items).toBeLessThanOrEqual(200);
    }
    // Nothing is read twice but a page at the seams of sweeps, and nothing of the messages' text at all.
    expect(queries.reduce((sum, { items }) => sum + items, 0)).toBeLessThan(MESSAGES + 300 * sweeps);
    expect(queries.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan((MESSAGES * BYTES) / 2);
    expect(writes()).toBeLessThanOrEqual(MESSAGES / 25 + 2 * sweeps);
    expect(await left(chat)).toBe(0);
    expect((await scene.world.bucket.keys()).filter((key) => key.includes(chat))).toEqual([]);
  }, 180_000);

  it("is purged though a sweep is killed in the middle of a page: none begins beside it, and the next goes on", async () => {
    const { chat } = await largeChat();
    await scene.as(scene.person, `DELETE /v1/chats/${chat}`);
    scene.world.clock.advance(60_000);
    seen = [];
    // On a busy machine the lease of the killed sweep would have expired, and the next ones would be cut short.
    const clock = waitingClock(scene.world.clock.now());
    const { table } = scene.world;
    const env = { ...scene.world.base, clock, table: createTable(table.client, table.name, clock) };
    await expect(runJobs(dyingAfter(11, clock))).rejects.toThrow("jobs of the sweeper failed");
    const rest = await left(chat);
    expect(rest).toBeGreaterThan(100);
    expect(writes()).toBe(11);
    // It may be at work still, for all that others know.
    await runJobs(env);
    expect([await left(chat), writes()]).toEqual([rest, 11]);

    clock.advance(60_000);
    seen = [];
    let sweeps = 0;
    for (; (await left(chat)) > 0 && sweeps < 10; sweeps++) await runJobs(env);
    expect(await left(chat)).toBe(0);
    // A batch for 25 items that were left, one that a page does not fill at each seam, and one each for what leads to the chat
    // and for its own item.
    expect(writes()).toBeLessThanOrEqual(Math.ceil(rest / 25) + sweeps + 2);
    expect((await scene.world.bucket.keys()).filter((key) => key.includes(chat))).toEqual([]);
  }, 180_000);

  it("keeps no small one waiting, and leaves others their share of the table", async () => {
    const large = await Promise.all(Array.from({ length: 4 }, largeChat));
    const small = await largeChatOf(scene.world, scene.person, { messages: 25, bytes: BYTES });
    for (const { chat } of [...large, small]) await scene.as(scene.person, `DELETE /v1/chats/${chat}`);
    scene.world.clock.advance(60_000);
    const clock = waitingClock(scene.world.clock.now());
    const { table } = scene.world;
    const env = { ...scene.world.base, clock, table: createTable(table.client, table.name, clock) };
    const began = clock.now();
    const { write } = await countCalls(table).during(() => purgeDeleted(env, began + 6_000));
    const seconds = (clock.now() - began) / 1_000;
    const rest = await Promise.all(large.map(({ chat }) => left(chat)));
    expect(Math.max(...rest)).toBeGreaterThan(0);
    expect(await left(small.chat)).toBe(0);
    // Each large one has had its moment.
    for (const items of rest) expect(items).toBeLessThan(MESSAGES + 1 - 200);
    // A message of half a KB takes a unit, and its place in the index another. Each lane has a page under way in the end.
    expect(write).toBeLessThanOrEqual(600 * (seconds + 1) + 4 * 200 * 2);
    await purgeDeleted(env);
    expect(await Promise.all(large.map(({ chat }) => left(chat)))).toEqual([0, 0, 0, 0]);
  }, 180_000);

  it("loses almost all of them to a deletion in few calls, and reads on without them at once", async () => {
    const { chat, upload_id } = await largeChat();
    const socket = await openSocket(scene.world, await scene.world.refreshed(scene.person));
    seen = [];
    await socket.ask({ action: "delete_message", message_id: idOf(11) });
    expect(seen.length).toBeLessThanOrEqual(15);
    await socket.close();
    const token = await scene.world.refreshed(scene.person);
    seen = [];
    const { body } = await scene.world.call(`GET /v1/chats/${chat}`, { token });
    expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 10 }, (_, at) => idOf(at + 1)),
    );
    // The first look is made before it is known that anything was cut.
    expect(seen.reduce((sum, { items }) => sum + items, 0)).toBeLessThanOrEqual(52 + 12);
    expect((await scene.world.call(`GET /v1/uploads/${upload_id}`, { token })).status).toBe(404);
    const rows = (at: number) => scene.world.call(`GET /v1/chats/${chat}/visualizations/${idOf(at)}/rows`, { token });
    expect([(await rows(5)).status, (await rows(MESSAGES)).status]).toEqual([200, 404]);

    scene.world.clock.advance(60_000);
    seen = [];
    const sweeps = await sweptUp((until) => purgeEdited(scene.world.base, until));
    expect(sweeps).toBeGreaterThan(1);
    for (const { command, attributes } of seen)
      if (command === "QueryCommand") expect([...attributes].filter((name) => !READ.has(name))).toEqual([]);
    expect(await left(chat)).toBe(1 + 10);
    expect((await scene.world.bucket.keys()).filter((key) => key.includes(chat))).toEqual([
      `results/${chat}/${idOf(5)}.json`,
    ]);
  }, 180_000);
});

describe("a chat that is edited while an edit of it is purged", () => {
  it("stays on the list, and is purged by the next sweep", async () => {
    const { base, clock } = scene.world;
    const { chat } = await largeChatOf(scene.world, scene.person, { messages: 25, bytes: BYTES });
    const cut = (from: number, to: number) =>
      base.table.transact([
        { update: chatKey(chat), set: expr`SET ${addCut({ from: idOf(from), to: idOf(to) })}`, when: isThere },
        listCuts(chat, clock.now()),
      ]);
    await cut(21, 25);
    clock.advance(60_000);
    await purgeEdited(editedMeanwhile(() => cut(11, 20)));
    clock.advance(60_000);
    await purgeEdited(base);
    expect(await left(chat)).toBe(1 + 10);
  });
});
