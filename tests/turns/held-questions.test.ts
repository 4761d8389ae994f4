import { randomUUID } from "node:crypto";
import * as Chat from "@parley/core/chat/chat";
import { purgeCuts } from "@parley/core/chat/purge";
import { chatKey } from "@parley/core/chat/record";
import { messageKey, type MessageRecord } from "@parley/core/message/record";
import { stepsIn } from "@parley/core/message/texts";
import { expr } from "@parley/core/store/expression";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { newChat, upload } from "../support/world/world.ts";

/** Questions that only their turn has while it runs, and that are kept in the item of the answer afterwards. */

const scene = useScene();
let chat = "";
beforeEach(async () => {
  chat = await newChat(scene.world, scene.person);
});
afterEach(() => scene.world.table.release("between"));

const as = (request: string, body?: unknown) => scene.as(scene.person, request, body);
const chatPath = () => `/v1/chats/${chat}`;
const at = (id = "") => `${chatPath()}/messages/${id}`;
const rate = (id: string, feedback = "positive") => as(`PATCH /v1/chats/messages/${id}/feedback`, { feedback });
const items = () => scene.world.base.table.queryAll<MessageRecord>({ pk: chatKey(chat).pk, begins: "MESSAGE#" });
const shown = async (query = "") => (await as(`GET ${chatPath()}${query}`)).body.messages as MessageRecord[];
const contents = async (query?: string) => (await shown(query)).map(({ content }) => content);
const turns = () => `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
const turnOf = (id: string) => scene.world.base.table.get<TurnRecord>(turnKey(chat, id), { consistent: true });

/** Accepts a question whose turn alone has it. */
async function ask(message = "Where is the sea?", fields: object = {}): Promise<{ id: string; turn: string }> {
  const { body } = await as(`POST ${turns()}`, { client_request_id: randomUUID(), message, ...fields });
  const { turn_id: turn, user_message_id: id } = body;
  await scene.world.base.table.removeMany([messageKey(chat, id)]);
  await scene.world.base.table.update(turnKey(chat, turn), expr`SET #asks = ${true}`);
  return { id, turn };
}

/** The same, answered. */
async function answered(message?: string) {
  const asked = await ask(message);
  await scene.world.settle();
  return asked;
}

/** Does something after the first of the calls of this name that follow has been answered, and before its caller knows. */
function after(command: string, act: () => Promise<unknown>): void {
  let isDone = false;
  scene.world.table.intercept("between", async (sent, send) => {
    const output = await send();
    if (sent.command === command && !isDone) {
      isDone = true;
      await act();
    }
    return output;
  });
}

describe("a question whose turn runs", () => {
  it("is a message like any other: the last of its chat, on each page that it belongs to, by its id, and found", async () => {
    const first = await answered("Where is the river?");
    const { id } = await ask();
    expect((await items()).map(({ type }) => type)).toEqual(["final"]);
    const messages = await shown();
    expect(messages).toHaveLength(3);
    expect(messages[2]).toMatchObject({ id, role: "user", type: "user", content: "Where is the sea?", metadata: null });
    expect((await as(`GET ${at(id)}`)).body).toEqual(messages[2]);
    for (const limit of [1, 2, 3]) {
      const { body } = await as(`GET ${chatPath()}?limit=${limit}`);
      expect(body).toMatchObject({ messages: messages.slice(-limit), has_more: limit < 3 });
    }
    expect(await shown(`?before=${id}`)).toEqual(messages.slice(0, 2));
    expect(await shown(`?before=${messages[1]?.id}`)).toEqual(messages.slice(0, 1));
    expect(await shown(`?before=ffffffff-ffff-7fff-bfff-ffffffffffff`)).toEqual(messages);
    expect(messages[0]).toMatchObject({ id: first.id, role: "user", type: "user", content: "Where is the river?" });
  });

  it("is what a search finds of a chat that has nothing else", async () => {
    await as(`PATCH ${chatPath()}`, { title: "Holidays" });
    await ask();
    const found = async (text: string) => (await as(`GET /v1/chats?search=${text}`)).body.chats.length;
    expect([await found("sea"), await found("river")]).toEqual([1, 0]);
    await scene.world.settle();
    expect([await found("sea"), await found("river")]).toEqual([1, 0]);
  });

  it("takes a rating, which stays when it is answered, cancelled or lost", async () => {
    for (const end of ["answered", "cancelled", "lost"]) {
      chat = await newChat(scene.world, scene.person);
      const { id, turn } = await ask();
      expect(await rate(id)).toMatchObject({ status: 200 });
      expect(await turnOf(turn)).not.toHaveProperty("asks");
      if (end === "cancelled") await as(`POST ${turns()}/${turn}/cancel`);
      if (end === "lost") scene.world.clock.advance(11 * 60_000);
      if (end !== "lost") await scene.world.settle();
      const [question] = await shown();
      expect(question, end).toMatchObject({ id, metadata: { feedback: "positive" } });
      expect((await items()).filter((item) => item.id === id)).toHaveLength(1);
    }
  });

  it("takes a rating while its worker, or who finds it lost, ends it", async () => {
    for (const end of ["answered", "lost"]) {
      chat = await newChat(scene.world, scene.person);
      const { id } = await ask();
      const token = await scene.world.refreshed(scene.person);
      let isRated = false;
      scene.world.table.intercept("between", async ({ command }, send) => {
        if (command === "TransactWriteItemsCommand" && !isRated) {
          isRated = true;
          const path = `PATCH /v1/chats/messages/${id}/feedback`;
          expect(await scene.world.call(path, { token, body: { feedback: "negative" } })).toMatchObject({
            status: 200,
          });
        }
        return send();
      });
      if (end === "lost") scene.world.clock.advance(11 * 60_000);
      await (end === "lost" ? shown() : scene.world.settle());
      expect(isRated).toBe(true);
      const messages = await shown();
      expect(messages.map(({ type }) => type)).toEqual(["user", end === "lost" ? "error" : "final"]);
      expect(messages[0]).toMatchObject({ id, metadata: { feedback: "negative" } });
      scene.world.table.release("between");
      await scene.world.settle();
    }
  });

  it("is edited and deleted like any other", async () => {
    const { id } = await ask();
    const { text } = await as(`POST ${at(id)}/edit`, { content: "Where is the lake?" });
    expect(text).toContain("event: message");
    expect(await contents()).toEqual(["Where is the lake?", expect.any(String)]);
    await scene.world.settle();
    const second = await ask("And now?");
    expect(await as(`DELETE ${at(second.id)}`)).toMatchObject({ status: 200 });
    expect(await contents()).toHaveLength(2);
    await scene.world.settle();
    expect(await as(`DELETE ${at(id)}`)).toMatchObject({ status: 200 });
    expect(await shown()).toEqual([]);
    await purgeCuts(scene.world.base, chat);
    expect([await shown(), await items()]).toEqual([[], []]);
  });

  it("stays, with its uploads, when the turn ends without a word", async () => {
    const files = await upload(scene.world, scene.person);
    for (const upload_ids of [[], [files.upload_id]]) {
      chat = await newChat(scene.world, scene.person);
      const { id, turn } = await ask("Where is the sea?", { upload_ids });
      const [before] = await shown();
      expect(before?.metadata ?? null).toEqual(
        upload_ids.length > 0 ? { uploads: [expect.objectContaining({ id: files.upload_id })] } : null,
      );
      await as(`POST ${turns()}/${turn}/cancel`);
      expect(await turnOf(turn)).toMatchObject({ status: "cancelled" });
      expect((await items()).map((item) => item.id)).toEqual([id]);
      expect((await shown()).map((message) => message.id)).toEqual([id]);
      await scene.world.settle();
    }
  });

  it("is never missing from a page, or told twice, whatever happens between the reads of its chat and its messages", async () => {
    const ctx = { ...scene.world.base, ...scene.person.ctx };
    const rating = (id: string) => rate(id);
    const acts: [string, (id: string) => Promise<unknown>][] = [
      ["answered", () => scene.world.settle()],
      ["rated", rating],
      ["answered, and another one asked", async () => (await scene.world.settle(), ask("And now?"))],
    ];
    for (const [name, act] of acts) {
      for (const command of ["QueryCommand", "GetItemCommand"]) {
        chat = await newChat(scene.world, scene.person);
        await answered("Where is the river?");
        const { id } = await ask();
        after(command, () => act(id));
        const { messages } = await Chat.get(ctx, chat, { limit: 50 });
        scene.world.table.release("between");
        const ids = messages.map((message) => message.id);
        expect(
          ids.filter((one) => one === id),
          `${name} after ${command}`,
        ).toEqual([id]);
        expect(ids).toEqual(ids.toSorted());
        await scene.world.settle();
      }
    }
  });

  it("is found by its id while it is answered", async () => {
    for (const command of ["BatchGetItemCommand", "GetItemCommand", "QueryCommand"]) {
      for (const request of ["GET", "DELETE"]) {
        chat = await newChat(scene.world, scene.person);
        const { id } = await ask();
        const token = await scene.world.refreshed(scene.person);
        after(command, () => scene.world.settle());
        const { status } = await scene.world.call(`${request} ${at(id)}`, { token });
        expect([200, 409], `${request} after ${command}`).toContain(status);
        scene.world.table.release("between");
        await scene.world.settle();
      }
    }
  });
});

describe("a question in the item of its answer", () => {
  it("is rated, edited and deleted, also while it gets an item of its own", async () => {
    const { id } = await answered();
    expect((await items()).flatMap((item) => [item.type, ...stepsIn(item).map(({ type }) => type)])).toEqual([
      "final",
      "user",
    ]);
    expect(await rate(id)).toMatchObject({ status: 200 });
    expect((await items()).map(({ type }) => type)).toEqual(["user", "final"]);
    expect((await shown())[0]).toMatchObject({ id, metadata: { feedback: "positive" } });
    const second = await answered("And now?");
    const token = await scene.world.refreshed(scene.person);
    let isRated = false;
    scene.world.table.intercept("between", async ({ command }, send) => {
      if (command === "TransactWriteItemsCommand" && !isRated) {
        isRated = true;
        await scene.world.call(`PATCH /v1/chats/messages/${second.id}/feedback`, {
          token,
          body: { feedback: "negative" },
        });
      }
      return send();
    });
    const { status, text } = await scene.world.call(`POST ${at(second.id)}/edit`, {
      token,
      body: { content: "Changed" },
    });
    expect([isRated, status]).toEqual([true, 200]);
    expect(text).toContain("event: message");
    scene.world.table.release("between");
    const messages = await shown();
    expect(messages.map(({ type }) => type)).toEqual(["user", "final", "user", "final"]);
    expect(messages[2]).toMatchObject({ id: second.id, content: "Changed", metadata: { feedback: "negative" } });
  });

  it("is edited into an item of its own, and what answered it goes, also from the table", async () => {
    await answered("Where is the river?");
    const { id } = await answered();
    const before = await shown();
    const { text } = await as(`POST ${at(id)}/edit`, { content: "Where is the lake?" });
    expect(text).toContain("event: message");
    const messages = await shown();
    expect(messages.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(messages[2]).toMatchObject({ id, content: "Where is the lake?", timestamp: before[2]?.timestamp });
    expect(messages).toHaveLength(4);
    await purgeCuts(scene.world.base, chat);
    expect(await shown()).toEqual(messages);
    expect((await items()).map(({ type }) => type)).toEqual(["final", "user", "final"]);
  });

  it("is not edited once it was deleted, and removed from the table, meanwhile", async () => {
    const { id } = await answered();
    const token = await scene.world.refreshed(scene.person);
    let isRemoved = false;
    scene.world.table.intercept("between", async ({ command }, send) => {
      if (command === "TransactWriteItemsCommand" && !isRemoved) {
        isRemoved = true;
        expect(await scene.world.call(`DELETE ${at(id)}`, { token })).toMatchObject({ status: 200 });
        await purgeCuts(scene.world.base, chat);
      }
      return send();
    });
    const edit = await scene.world.call(`POST ${at(id)}/edit`, { token, body: { content: "Changed" } });
    scene.world.table.release("between");
    expect(edit).toMatchObject({ status: 404, body: { detail: { code: "MESSAGE_NOT_FOUND" } } });
    expect([await shown(), await items()]).toEqual([[], []]);
  });

  it("is what administrators are shown of a rated answer", async () => {
    await answered();
    const [, answer] = await shown();
    expect(await rate(answer?.id ?? "", "negative")).toMatchObject({ status: 200 });
    expect((await items()).map(({ type }) => type)).toEqual(["final"]);
    const listed = await scene.as(scene.tenant.admin, "GET /v1/admin/feedback");
    const rated = listed.body.feedback.find((one: { message_id: string }) => one.message_id === answer?.id);
    expect(rated).toMatchObject({ question: "Where is the sea?", feedback: "negative" });
  });

  it("is what a follow-up is asked after", async () => {
    await answered();
    await answered("And now?");
    const [, second] = scene.questions;
    expect(second?.history.map(({ role, type }) => [role, type])).toEqual([
      ["user", "user"],
      ["assistant", "final"],
    ]);
    expect(second?.history[0]).toMatchObject({ content: "Where is the sea?" });
  });
});
