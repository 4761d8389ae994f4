import { BatchWriteItemCommand, type QueryCommandOutput } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { purgeDeleted, purgeEdited } from "@parley/core/chat/purge";
import { chatKey } from "@parley/core/chat/record";
import { assignments, expr } from "@parley/core/expression";
import { messageIndex, messageKey } from "@parley/core/message/record";
import { describe, expect, it, beforeAll } from "vitest";
import { newChat, upload } from "./world.ts";
import { useScene } from "./world-scene.ts";
import { openSocket } from "./world-socket.ts";

const scene = useScene();
const MESSAGES = 1_000;
const CONTENT = "x".repeat(500);
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
  scene.world.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      // Whatever the command, only a query's answer has a list of items.
      const { Items = [] } = answer.output as Partial<QueryCommandOutput>;
      seen.push({
        command: context.commandName ?? "",
        items: Items.length,
        attributes: new Set(Items.flatMap((item) => Object.keys(item))),
        bytes: JSON.stringify(Items).length,
      });
      return answer;
    },
    { step: "initialize", name: "seen" },
  ),
);

const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`;

/** A chat with very many messages, and an upload of its last one. */
async function largeChat() {
  const { world, person } = scene;
  const chat = await newChat(world, person);
  const { upload_id } = await upload(world, person);
  const { organization_id, member_id } = person.ctx.actor;
  const message = (at: number) => ({
    ...messageKey(chat, idOf(at)),
    ...messageIndex(chat, idOf(at)),
    id: idOf(at),
    chat_id: chat,
    organization_id,
    member_id,
    turn_id: idOf(at),
    role: "user",
    type: "user",
    content: CONTENT,
    timestamp: "2026-01-01T00:00:00.000Z",
    metadata: null,
    ...(at === MESSAGES && { upload_ids: [upload_id] }),
  });
  const batches = Array.from({ length: MESSAGES / 25 }, (_, batch) => batch);
  const lane = async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const puts = Array.from({ length: 25 }, (_, at) => ({
        PutRequest: { Item: marshall(message(batch * 25 + at + 1)) },
      }));
      await world.table.client.send(new BatchWriteItemCommand({ RequestItems: { [world.table.name]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const last = expr`SET ${assignments({ last_message_id: idOf(MESSAGES) })}`;
  await world.base.table.update(chatKey(chat), last);
  const key = { pk: `ORG#${organization_id}#MEMBER#${member_id}`, sk: `UPLOAD#${upload_id}` };
  const attached = assignments({ chat_ids: [chat], first_messages: [`${chat}#${idOf(MESSAGES)}`] });
  await world.base.table.update(key, expr`SET ${attached} REMOVE #dies_at, #index_pk, #index_sk`);
  for (const name of [idOf(5), idOf(MESSAGES)])
    await world.bucket.files.put(`results/${chat}/${name}.json`, '{"headers":[],"rows":[]}', "application/json");
  return { chat, upload_id };
}

const left = async (chat: string) =>
  (await scene.world.base.table.queryAll({ pk: `CHAT#${chat}`, consistent: true, fields: ["sk"] })).length;

/** Sweeps until nothing is left to do, each for a few moments only; tells how often. */
async function sweptUp(purge: (until: number) => Promise<number>): Promise<number> {
  for (let sweeps = 1; ; sweeps++) {
    if ((await purge(scene.world.clock.now() + 1_000)) > 0 || sweeps > 1_000) return sweeps;
  }
}

const writes = () => seen.filter(({ command }) => command === "BatchWriteItemCommand").length;

describe("a chat with a thousand messages", () => {
  it("is deleted in one answer of few calls, then purged by keys only, taken up where it was left", async () => {
    const { chat, upload_id } = await largeChat();
    const token = await scene.world.refreshed(scene.person);
    seen = [];
    expect((await scene.world.call(`DELETE /v1/chats/${chat}`, { token })).status).toBe(200);
    expect(seen.length).toBeLessThanOrEqual(15);
    expect(seen.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100_000);
    expect(await left(chat)).toBeGreaterThan(MESSAGES - 500);
    // What belonged to it is gone at once all the same.
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
    expect(queries.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan((MESSAGES * CONTENT.length) / 2);
    expect(writes()).toBeLessThanOrEqual(MESSAGES / 25 + 2 * sweeps);
    expect(await left(chat)).toBe(0);
    expect((await scene.world.bucket.keys()).filter((key) => key.includes(chat))).toEqual([]);
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
