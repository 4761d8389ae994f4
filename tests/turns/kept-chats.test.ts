import { readFile } from "node:fs/promises";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Message } from "@parley/contract/message";
import { purgeCuts, purgeDeleted } from "@parley/core/chat/purge";
import { endPk } from "@parley/core/chat/record";
import { locateReceipt } from "@parley/core/receipt/receipt";
import type { Item } from "@parley/core/store/table-item";
import { describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { openSocket } from "../support/world/socket.ts";

const scene = useScene();
const as = (request: string, body?: unknown) => scene.as(scene.person, request, body);
const wordsOf = (messages: readonly Message[]) => messages.map(({ type, content }) => [type, content.slice(0, 26)]);

/**
 * A chat of two questions as a version has written it, now the person's: `plain` each message with all that it has in an item of
 * its own and an entry of the index, `short` with calls and results of tools, metadata and receipts deflated in the answers' items
 * and the log deflated, too. What was written so stays readable: these files are never made anew.
 */
async function keptChat(form: string) {
  const { base, bucket } = scene.world;
  const text = (await readFile(new URL(`kept-chats/${form}.json`, import.meta.url), "utf8"))
    .replaceAll("ORGANIZATION", scene.tenant.id)
    .replaceAll("MEMBER#MEMBER", `MEMBER#${scene.person.id}`)
    .replaceAll('"MEMBER"', `"${scene.person.id}"`)
    .replaceAll("AGENT", scene.furniture.agent_id);
  const binary = (key: string, value: unknown) =>
    key === "B" && typeof value === "string" ? Buffer.from(value, "base64") : value;
  const { items, files } = JSON.parse(text, binary);
  const ttl = Math.floor(base.clock.now() / 1000) + 3_600;
  for (const each of items) {
    // It was a table's item.
    const item = unmarshall(each) as Item;
    await base.table.put({ ...item, ...(item["ttl"] !== undefined && { ttl }) });
  }
  for (const [key, value] of Object.entries<string>(files)) await bucket.files.put(key, value, "application/json");
  const chat = items[0].id.S;
  return { chat, at: `/v1/chats/${chat}`, turns: `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns` };
}

const said = [
  ["user", "What did each region sell?"],
  ["tool_message", "I look at the regions."],
  ["tool_call", '{"tool_call_id":"call_1","'],
  ["tool_result", '{"tool_call_id":"call_1","'],
  ["final", "Region 0 sold 0 pieces. Re"],
  ["user", "Name the regions briefly."],
  ["tool_message", "I look at the regions."],
  ["tool_call", '{"tool_call_id":"call_1","'],
  ["tool_result", '{"tool_call_id":"call_1","'],
  ["final", "There are two regions."],
];

describe.each(["plain", "short"])("a chat that was kept in the %s form", (form) => {
  it("shows its messages, one by one and by pages, with all that belongs to them", async () => {
    const { at, turns, chat } = await keptChat(form);
    const { messages } = (await as(`GET ${at}`)).body;
    expect(wordsOf(messages)).toEqual(said);
    expect(messages[4].metadata).toMatchObject({
      interpretation: "All regions, by name.",
      sql: [{ tables: ["regions"], row_count: 2 }],
      visualizations: [{ type: "table", rows: [["north"], ["south"]] }],
      usage: { rows: 2 },
    });
    for (const [place, { id }] of messages.entries()) {
      expect((await as(`GET ${at}/messages/${id}`)).body).toEqual(messages[place]);
      const page = (await as(`GET ${at}?limit=3&before=${id}`)).body;
      expect(page).toMatchObject({ messages: messages.slice(Math.max(0, place - 3), place), has_more: place > 3 });
      const receipt = await as(`GET ${at}/messages/${id}/receipt`);
      expect(receipt.status).toBe(messages[place].type === "final" ? 200 : 404);
      // The key that signed it was another organization's.
      if (receipt.status === 200)
        expect((await locateReceipt({ ...scene.world.base, ...scene.tenant.ctx }, id)).receipt).toEqual(receipt.body);
    }
    const table = messages[4].metadata.visualizations[0].id;
    expect((await as(`GET ${at}/visualizations/${table}/rows.csv`)).text).toContain("north");
    const { items } = await scene.world.base.table.query<Item & { turn_id?: string }>({
      pk: `CHAT#${chat}`,
      limit: 50,
    });
    for (const { turn_id = "" } of items.filter(({ sk }) => sk.startsWith("TURN#"))) {
      const path = `${turns}/${turn_id}`;
      const { message } = (await as(`GET ${path}`)).body;
      expect(message).toEqual(messages.find(({ id }: Message) => id === message.id));
      const { text } = await as(`GET ${path}/events?tool_events=true`);
      expect(text.match(/^event: tool_(call|result)$/gm)).toEqual(["event: tool_call", "event: tool_result"]);
      expect(text).toContain(JSON.stringify({ content: message.content, id: message.id }));
    }
    await as(`DELETE ${at}`);
  });

  it("takes ratings, which administrators see, follow-ups, which know what was said, and edits", async () => {
    const { at, turns } = await keptChat(form);
    const { messages } = (await as(`GET ${at}`)).body;
    const { id } = messages[4];
    for (const rated of messages) {
      const rating = { feedback: "negative", note: "Not quite." };
      expect((await as(`PATCH /v1/chats/messages/${rated.id}/feedback`, rating)).status).toBe(200);
    }
    const metadata = { ...messages[4].metadata, feedback: "negative", feedback_note: "Not quite." };
    expect((await as(`GET ${at}/messages/${id}`)).body).toEqual({ ...messages[4], metadata });
    const { feedback } = (await scene.as(scene.tenant.admin, "GET /v1/admin/feedback?limit=50")).body;
    expect(feedback.find(({ message_id }: { message_id: string }) => message_id === id)).toMatchObject({
      question: "What did each region sell?",
      sql: ["SELECT name AS region FROM regions"],
      note: "Not quite.",
    });
    const sent = await as(`POST ${turns}`, { client_request_id: "request-3", message: "And now?" });
    expect(sent.status).toBe(202);
    await scene.world.settle();
    const known = scene.questions.at(-1)?.history ?? [];
    expect(known.map(({ type, content }) => [type, content])).toEqual(
      messages.map(({ type, content }: Message) => [type, content]),
    );
    expect(known[4]).toMatchObject({ metadata, state: { version: 1, subject: "regions" } });
    // The request of then is known by its id.
    const again = await as(`POST ${turns}`, { client_request_id: "request-1", message: "Name the regions briefly." });
    expect(again).toMatchObject({ status: 202, body: { status: "completed", user_message_id: messages[5].id } });
    const socket = await openSocket(scene.world, await scene.world.refreshed(scene.person));
    const edit = (message_id: string) => socket.ask({ action: "edit_message", message_id, content: "Again?" });
    for (const place of [2, 4]) expect(JSON.stringify(await edit(messages[place].id))).toContain("NOT_EDITABLE");
    expect(JSON.stringify(await edit(messages[5].id))).toContain("There are two regions.");
    expect(wordsOf((await as(`GET ${at}`)).body.messages).slice(0, 6)).toEqual([
      ...said.slice(0, 5),
      ["user", "Again?"],
    ]);
    await as(`DELETE ${at}`);
  });

  it("is shortened at any of its messages, and leaves nothing behind when it is deleted", async () => {
    for (let place = said.length - 1; place >= 0; place--) {
      const { at, chat } = await keptChat(form);
      const { messages } = (await as(`GET ${at}`)).body;
      const isOnSocket = place % 2 === 1;
      const socket = await openSocket(scene.world, await scene.world.refreshed(scene.person));
      if (isOnSocket) await socket.ask({ action: "delete_message", message_id: messages[place].id });
      else await as(`DELETE ${at}/messages/${messages[place].id}`);
      for (const isPurged of [false, true]) {
        if (isPurged) await purgeCuts(scene.world.base, chat);
        expect((await as(`GET ${at}`)).body.messages).toEqual(messages.slice(0, place));
      }
      await as(`DELETE ${at}`);
      scene.world.clock.advance(60_000);
      await purgeDeleted(scene.world.base);
      const left = await scene.world.base.table.queryAll({ pk: `CHAT#${chat}`, consistent: true });
      expect([...left, ...(await scene.world.base.table.queryAll({ pk: endPk(chat) }))]).toEqual([]);
      expect((await scene.world.bucket.keys()).filter((key) => key.includes(chat))).toEqual([]);
    }
  });
});
