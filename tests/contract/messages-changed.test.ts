import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@parley/contract/errors";
import { everyError } from "@parley/contract/every-error";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import * as Member from "@parley/core/member/member";
import { createTable } from "@parley/core/store/table";
import { describe, expect, it } from "vitest";
import { api } from "../support/api.ts";
import { parseEvents } from "../support/service.ts";
import { names } from "../support/world/socket.ts";
import { belongings, furnish, newChat } from "../support/world/world.ts";
import { useSocketScene } from "./socket-scene.ts";

const { scene, words, connected, message } = useSocketScene();
const { as, chatOf, questions } = scene;

const at = (chat: string, id: string) => `/v1/chats/${chat}/messages/${id}`;
/** Sent at once: the clock that fills budgets would end what runs. */
const now = (request: string, body?: unknown) =>
  scene.world.call(request, { token: scene.person.token, ...(body !== undefined && { body }) });
const edit = (id: string, body: object = { content: "Changed" }, chat = scene.own.chat_id) =>
  now(`POST ${at(chat, id)}/edit`, body);
const remove = (id: string, chat = scene.own.chat_id) => now(`DELETE ${at(chat, id)}`);
const refusal = (code: ErrorCode) => ({
  status: everyError[code].status,
  text: JSON.stringify({ detail: { code, message: everyError[code].message }, code }),
});

/** A connection on which a turn of the person's chat is being answered, slowly. */
async function watching() {
  words.pause = 60_000;
  const socket = await connected();
  await socket.send(message());
  await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
  words.pause = 0;
  return socket;
}

/** Addresses of messages that are not the person's to change: each chat with each message. */
async function strangers(): Promise<[string, string][]> {
  const { person, tenant, furniture, world, own } = scene;
  const foreign = await world.newTenant();
  const others = await belongings(world, tenant.other, furniture);
  const theirs = await belongings(world, foreign.member, await furnish(world, foreign));
  return [
    [own.chat_id, randomUUID()],
    [own.chat_id, "x"],
    ["x", own.message_id],
    [await newChat(world, person), own.message_id],
    [others.chat_id, others.message_id],
    [own.chat_id, others.message_id],
    [theirs.chat_id, theirs.message_id],
    [own.chat_id, theirs.message_id],
  ];
}

describe("POST /v1/chats/{chat_id}/messages/{message_id}/edit", () => {
  it("replaces the message and all that came after it, and streams the new answer from chat_metadata on", async () => {
    await as(scene.person, "POST /v1/chats", { chat_id: scene.own.chat_id, message: "And where?" });
    const answer = await edit(scene.own.message_id, { content: "Changed", integration_id: scene.own.integration_id });
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" } });
    expect(answer.text).toMatch(/^event: chat_metadata\ndata: .+\nid: 1\n\n/);
    const events = parseEvents(answer.text);
    expect(events[0]).toMatchObject({
      event: "chat_metadata",
      data: { id: scene.own.chat_id, user_message_id: scene.own.message_id },
    });
    expect(events.at(-1)).toMatchObject({ event: "message", data: { content: "First. There are two regions." } });
    expect(names(events)).not.toContain("tool_call");
    const { messages, integration_id } = await chatOf(scene.own.chat_id);
    expect(integration_id).toBe(scene.own.integration_id);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      "Changed",
      expect.any(String),
      expect.any(String),
      "First. There are two regions.",
    ]);
    expect(questions.at(-1)).toMatchObject({ message: "Changed", history: [] });
  });

  it("keeps what was attached to the message", async () => {
    const body = { chat_id: scene.own.chat_id, message: "Hello", upload_ids: [scene.own.upload_id] };
    const [metadata] = parseEvents((await as(scene.person, "POST /v1/chats", body)).text);
    const id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    expect((await edit(id)).status).toBe(200);
    expect(questions.at(-1)).toMatchObject({ message: "Changed", uploads: [{ id: scene.own.upload_id }] });
  });

  it("stops the turn that runs, and the connection that watches it is told once", async () => {
    const socket = await watching();
    expect(names(parseEvents((await edit(scene.own.message_id)).text)).at(-1)).toBe("message");
    await scene.world.settle();
    expect(socket.frames()).toEqual([{ event: "interrupted", data: { status: "interrupted" } }]);
    expect(names(await socket.ask(message())).at(-1)).toBe("message");
  });

  it("leaves the running turn alone if it is refused", async () => {
    const socket = await watching();
    expect(await edit(scene.own.answer_id)).toMatchObject(refusal("MESSAGE_NOT_EDITABLE"));
    expect(await edit(scene.own.message_id, { content: "Changed", integration_id: randomUUID() })).toMatchObject(
      refusal("INTEGRATION_NOT_FOUND"),
    );
    expect(socket.frames()).toEqual([]);
    expect(names(await socket.ask({ action: "interrupt" }))).toEqual(["interrupted"]);
  });

  it("answers MESSAGE_NOT_FOUND to a message that is unknown, of another chat, or somebody else's", async () => {
    for (const [chat, id] of await strangers())
      expect(await edit(id, { content: "Changed" }, chat), `${chat} ${id}`).toMatchObject(refusal("MESSAGE_NOT_FOUND"));
  });

  it("takes content of 8,000 characters and 24 KB, and answers 422 to more, to none, and to other types", async () => {
    for (const content of [undefined, null, 1, "", "x".repeat(8001), "€".repeat(8_000) + "x".repeat(1_000)])
      expect((await edit(scene.own.message_id, { content })).status).toBe(422);
    expect((await edit(scene.own.message_id, { content: "x".repeat(8000) })).status).toBe(200);
  });

  it("stops nothing for a caller who is not admitted", async () => {
    const socket = await watching();
    await Member.update(scene.tenant.ctx, scene.person.id, { active: false });
    // Another environment, which has not seen this member.
    const { base, endpoints } = scene.world;
    const table = createTable(scene.world.table.client, scene.world.table.name, base.clock);
    const call = api({ ...base, table }, endpoints);
    const { token } = scene.person;
    const address = at(scene.own.chat_id, scene.own.message_id);
    const refused = { status: 401, body: { code: "INVALID_TOKEN" } };
    expect(await call(`POST ${address}/edit`, { token, body: { content: "Changed" } })).toMatchObject(refused);
    expect(await call(`DELETE ${address}`, { token })).toMatchObject(refused);
    await Member.update(scene.tenant.ctx, scene.person.id, { active: true });
    const chat = await base.table.get<ChatRecord>(chatKey(scene.own.chat_id), { consistent: true });
    expect(chat?.active_turn_id).toBeDefined();
    expect(names(await socket.ask({ action: "interrupt" }))).toEqual(["interrupted"]);
  });
});

describe("DELETE /v1/chats/{chat_id}/messages/{message_id}", () => {
  it("deletes the message and all later ones, once", async () => {
    const before = (await chatOf(scene.own.chat_id)).messages.map(({ id }: { id: string }) => id);
    await as(scene.person, "POST /v1/chats", { chat_id: scene.own.chat_id, message: "And where?" });
    expect(await remove(scene.own.answer_id)).toMatchObject({
      status: 200,
      text: '{"message":"Message deleted successfully"}',
    });
    expect((await chatOf(scene.own.chat_id)).messages.map(({ id }: { id: string }) => id)).toEqual(before.slice(0, -1));
    for (const change of [remove, edit])
      expect(await change(scene.own.answer_id)).toMatchObject(refusal("MESSAGE_NOT_FOUND"));
    expect((await as(scene.person, `GET ${at(scene.own.chat_id, scene.own.answer_id)}`)).status).toBe(404);
  });

  it("stops the turn that runs, and the connection that watches it is told once", async () => {
    const socket = await watching();
    expect((await remove(scene.own.message_id)).status).toBe(200);
    await scene.world.settle();
    expect(socket.frames()).toEqual([{ event: "interrupted", data: { status: "interrupted" } }]);
    expect(await chatOf(scene.own.chat_id)).toMatchObject({ active_turn_id: null, messages: [] });
  });

  it("answers MESSAGE_NOT_FOUND to a message that is unknown, of another chat, or somebody else's", async () => {
    for (const [chat, id] of await strangers())
      expect(await remove(id, chat), `${chat} ${id}`).toMatchObject(refusal("MESSAGE_NOT_FOUND"));
  });
});
