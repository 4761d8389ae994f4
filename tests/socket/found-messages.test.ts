import { randomUUID } from "node:crypto";
import type { Answerer } from "@parley/core/answer/answer";
import * as Chat from "@parley/core/chat/chat";
import { purgeCuts } from "@parley/core/chat/purge";
import { chatKey, endKey } from "@parley/core/chat/record";
import { find } from "@parley/core/message/message";
import { messageIndex, messageKey, type MessageRecord } from "@parley/core/message/record";
import { stepsIn } from "@parley/core/message/texts";
import { remove } from "@parley/core/message/remove";
import { unfolded } from "@parley/core/message/unfold";
import { expr } from "@parley/core/store/expression";
import { describe, expect, it } from "vitest";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { names, openSocket } from "../support/world/socket.ts";
import { useTalk } from "./scene.ts";

const { scene, now, connected, message, history, read } = useTalk();

const call = { tool_call_id: "call", tool: "run_sql", args: { sql: "SELECT 1" } };
const result = { tool_call_id: "call", tool: "run_sql", status: "success", duration_ms: 1, summary: "1 row" } as const;

const items = () => scene.world.base.table.queryAll<MessageRecord>({ pk: chatKey(now.chat).pk, begins: "MESSAGE#" });
const edit = (message_id = "") => ({ action: "edit_message", message_id, content: "Changed" });
const idsOf = async () => (await history()).messages.map(({ id }) => id);

/** Makes the chat one from before ids of messages ended like their chat's: those that it has are found by the index. */
async function makeOld(): Promise<void> {
  const { table, ids } = scene.world.base;
  await table.update(chatKey(now.chat), expr`REMOVE #has_end`);
  await table.removeMany([endKey(now.chat)]);
  let id: string | undefined;
  for (const { first_step: _first, ...item } of await items()) {
    for (const one of [...stepsIn({ ...item, first_step: _first } as MessageRecord), item]) {
      id = ids.next(id);
      await table.put({ ...one, ...messageKey(now.chat, id), ...messageIndex(now.chat, id), id });
    }
    await table.removeMany([{ pk: item.pk, sk: item.sk }]);
  }
  await table.update(chatKey(now.chat), expr`SET #last_message_id = ${ids.next(id)}`);
}

const withTool: Answerer = async function* (question, tools) {
  yield { type: "tool_call", call };
  yield { type: "tool_result", result: { ...result, result: null, error: null } };
  return yield* scriptedAnswer(question, tools);
};

/** A chat of two questions that were answered with a tool each. Returns the path of its messages. */
async function converse(): Promise<string> {
  now.answer = withTool;
  now.chat = await newChat(scene.world, scene.person);
  const socket = await connected();
  await socket.ask(message());
  await socket.ask(message());
  // The member's budget is the next one's again.
  scene.world.clock.advance(60_000);
  return `/v1/chats/${now.chat}/messages`;
}

describe("a message named by its id alone", () => {
  it("is found, whoever said it, and needs no entry of the index", async () => {
    now.answer = withTool;
    const socket = await connected();
    await socket.ask(message());
    const [question, ...said] = await idsOf();
    expect(said.length).toBeGreaterThan(2);
    for (const id of said)
      expect(await socket.ask(edit(id))).toMatchObject([{ event: "error", data: { code: "MESSAGE_NOT_EDITABLE" } }]);
    expect((await items()).filter(({ index_pk }) => index_pk !== undefined)).toEqual([]);
    expect(names(await socket.ask(edit(question)))).toContain("message");
  });

  it("is found in a chat from before, too, and the next turn's without the index", async () => {
    const socket = await connected();
    await socket.ask(message());
    await makeOld();
    const old = await idsOf();
    expect(await socket.ask(edit(old[1]))).toMatchObject([{ data: { code: "MESSAGE_NOT_EDITABLE" } }]);
    await socket.ask(message());
    expect(await read()).toMatchObject({ has_end: true });
    const added = (await idsOf()).slice(old.length);
    for (const id of [old[1], added[1]])
      expect(await socket.ask(edit(id))).toMatchObject([{ data: { code: "MESSAGE_NOT_EDITABLE" } }]);
    const isIndexed = (await items()).map(({ index_pk }) => index_pk !== undefined);
    // What is asked now is in the item of its answer.
    expect(isIndexed).toEqual([...old.map(() => true), false]);
    expect(await socket.ask({ action: "delete_message", message_id: added[0] })).toMatchObject([{ event: "deleted" }]);
    expect(names(await socket.ask(edit(old[0])))).toContain("message");
    // The edited question's id is from before, so its answer is in the index, too.
    const [, again] = await idsOf();
    expect((await items()).find(({ id }) => id === again)).toMatchObject({ index_pk: `MESSAGE#${again}` });
    expect(await socket.ask(edit(again))).toMatchObject([{ data: { code: "MESSAGE_NOT_EDITABLE" } }]);
  });
});

describe("an id of somebody else's message, or one that is made of it", () => {
  it("is refused like an unknown one, wherever a message is named by its id alone or with a chat", async () => {
    await converse();
    const theirs = await idsOf();
    const [question = "", called = "", , answer = ""] = theirs;
    const unknown = randomUUID();
    const ending = `${unknown.slice(0, 26)}${now.chat.slice(26)}`;
    const made = [
      ending,
      answer.toUpperCase(),
      now.chat,
      `${answer} `,
      `${answer.slice(0, -1)}~`,
      "#",
      "%00",
      "x".repeat(5_000),
    ];
    const theirChat = now.chat;
    const strangers = [await scene.tenant.add(), (await scene.world.newTenant()).member, scene.person];
    for (const stranger of strangers) {
      const own = await newChat(scene.world, stranger);
      const told = async (id: string) => {
        const at = encodeURIComponent(id);
        const socket = await openSocket(scene.world, await scene.world.refreshed(stranger));
        const rated = await scene.as(stranger, `PATCH /v1/chats/messages/${at}/feedback`, { feedback: "positive" });
        const removed = await scene.as(stranger, `DELETE /v1/chats/${own}/messages/${at}`);
        const got = await scene.as(stranger, `GET /v1/chats/${own}/messages/${at}`);
        const receipt = await scene.as(stranger, `GET /v1/chats/${own}/messages/${at}/receipt`);
        const frames = [
          ...(await socket.ask(edit(id))),
          ...(await socket.ask({ action: "delete_message", message_id: id })),
        ];
        return (
          JSON.stringify([rated, removed, got, receipt].map(({ status, text }) => [status, text])) +
          names(frames) +
          JSON.stringify(frames.map(({ data }) => ("code" in data ? data.code : data)))
        );
      };
      const refusal = await told(unknown);
      expect(refusal).toContain("Message not found");
      expect(refusal).not.toContain("200");
      // Nor is it the member's own, where it is made of one.
      const ids = stranger === scene.person ? made : [question, called, answer, ...made];
      for (const id of ids) expect(await told(id), id).toBe(refusal);
      expect((await history(theirChat)).messages.map(({ id }) => id)).toEqual(theirs);
    }
  });
});

describe("messages of tools, which are kept in the item of the answer after them", () => {
  it("take no item of their own, and are read one by one and by pages that begin anywhere", async () => {
    const at = await converse();
    const turn = ["user", "tool_call", "tool_result", "final"];
    const { messages: all } = await history();
    expect(all.map(({ type }) => type)).toEqual([...turn, ...turn]);
    expect((await items()).map(({ type }) => type)).toEqual(["final", "final"]);
    for (const [place, { id }] of all.entries()) {
      expect(await scene.as(scene.person, `GET ${at}/${id}`)).toMatchObject({ status: 200, body: all[place] });
      for (const limit of [1, 2, 3, 200]) {
        const { body } = await scene.as(scene.person, `GET /v1/chats/${now.chat}?limit=${limit}&before=${id}`);
        const first = Math.max(0, place - limit);
        expect(body).toMatchObject({ messages: all.slice(first, place), has_more: first > 0 });
        const latest = await scene.as(scene.person, `GET /v1/chats/${now.chat}?limit=${limit}`);
        expect(latest.body.messages).toEqual(all.slice(-limit));
      }
    }
  });

  it("stay as they were when a message after them is deleted, also once that is removed", async () => {
    for (let place = 0; place < 8; place++) {
      const at = await converse();
      const { messages: all } = await history();
      const left = all.slice(0, place);
      expect(await scene.as(scene.person, `DELETE ${at}/${all[place]?.id}`)).toMatchObject({ status: 200 });
      expect((await history()).messages, `after message ${place} was deleted`).toEqual(left);
      await purgeCuts(scene.world.base, now.chat);
      expect((await history()).messages).toEqual(left);
      const kept = (await items()).flatMap((item) => [...stepsIn(item).map(({ id }) => id), item.id]);
      expect(kept).toEqual(left.map(({ id }) => id));
    }
  });

  it("take a rating each", async () => {
    await converse();
    const ids = await idsOf();
    for (const id of ids) {
      const path = `PATCH /v1/chats/messages/${id}/feedback`;
      expect(await scene.as(scene.person, path, { feedback: "positive" })).toMatchObject({ status: 200 });
    }
    const { messages } = await history();
    expect(messages.map(({ id, metadata }) => [id, metadata?.feedback])).toEqual(ids.map((id) => [id, "positive"]));
  });

  it("are found and paged as they were while another request gives them items of their own", async () => {
    const requests = (at: string, all: readonly { id: string }[]) => [
      ...all.map(({ id }) => `GET ${at}/${id}`),
      ...all.map(({ id }) => `GET /v1/chats/${now.chat}?limit=3&before=${id}`),
      `GET /v1/chats/${now.chat}?limit=3`,
    ];
    for (let request = 0; request < 17; request++) {
      const at = await converse();
      const wanted = requests(at, (await history()).messages)[request] ?? "";
      const { body: before } = await scene.as(scene.person, wanted);
      const ctx = { ...scene.world.base, ...scene.person.ctx };
      const steps = (await history()).messages.filter(({ type }) => type === "tool_call");
      const token = await scene.world.refreshed(scene.person);
      let looked = 0;
      scene.world.table.intercept("unfolding", async ({ command }, send) => {
        const output = await send();
        looked += command === "BatchGetItemCommand" || command === "QueryCommand" ? 1 : 0;
        if (looked !== 1) return output;
        looked += 1;
        for (const { id } of steps) {
          const found = await find(ctx, now.chat, id);
          if (found) await unfolded(ctx, found);
        }
        return output;
      });
      const answer = await scene.world.call(wanted, { token });
      scene.world.table.release("unfolding");
      expect((await items()).map(({ type }) => type)).toHaveLength(8);
      expect(answer, wanted).toMatchObject({ status: 200, body: before });
    }
  });

  it("are cut and rated though the chat is cut or purged meanwhile", async () => {
    for (const change of ["cut", "purge"]) {
      const at = await converse();
      const { messages: all } = await history();
      await scene.as(scene.person, `DELETE ${at}/${all[5]?.id}`);
      const ctx = { ...scene.world.base, ...scene.person.ctx };
      const token = await scene.world.refreshed(scene.person);
      const last = await find(ctx, now.chat, all[4]?.id ?? "");
      let isDone = false;
      scene.world.table.intercept("cutting", async ({ command }, send) => {
        if (command === "TransactWriteItemsCommand" && !isDone) {
          isDone = true;
          await (change === "purge" ? purgeCuts(scene.world.base, now.chat) : remove(ctx, last));
        }
        return send();
      });
      const rating = `PATCH /v1/chats/messages/${all[2]?.id}/feedback`;
      expect(await scene.world.call(rating, { token, body: { feedback: "negative" } })).toMatchObject({ status: 200 });
      scene.world.table.release("cutting");
      const left = all.slice(0, change === "purge" ? 5 : 4);
      expect((await history()).messages.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      expect((await history()).messages[2]).toMatchObject({ metadata: { feedback: "negative" } });
    }
  });

  it("get items of their own once, whatever requests ask for it at once, and none in a chat that is gone", async () => {
    await converse();
    const [, called = ""] = await idsOf();
    const ctx = { ...scene.world.base, ...scene.person.ctx };
    const found = await find(ctx, now.chat, called);
    if (!found) throw new Error("the call was not found");
    const outcomes = await Promise.all([unfolded(ctx, found), unfolded(ctx, found), unfolded(ctx, found)]);
    expect(outcomes.map((outcome) => outcome?.message.id)).toEqual([called, called, called]);
    expect((await items()).map(({ type }) => type)).toEqual(["user", "tool_call", "tool_result", "final", "final"]);
    const [, , , , , second = ""] = await idsOf();
    const late = await find(ctx, now.chat, second);
    await Chat.remove(ctx, now.chat);
    if (!late?.holder) throw new Error("the second call has an item");
    await scene.world.base.table.put(late.holder);
    expect(await unfolded(ctx, late)).toBeUndefined();
    expect(await items()).toHaveLength(1);
  });
});
