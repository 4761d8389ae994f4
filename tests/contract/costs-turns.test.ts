import { randomUUID } from "node:crypto";
import { createTable } from "@parley/core/store/table";
import * as Member from "@parley/core/member/member";
import { createApp } from "@parley/functions/http/app";
import { handleSocket, type SocketRequest } from "@parley/functions/socket/handler";
import { describe, expect, it } from "vitest";
import type { CallCount } from "../support/count-calls.ts";
import { webResponse } from "../support/web-response.ts";
import { belongings, newChat } from "../support/world/world.ts";
import { message, useCosts } from "./costs-scene.ts";

const scene = useCosts();

describe("calls before the answer and how deep they lie (P3)", () => {
  it("Create Durable Turn costs four calls, three deep; a replay two at once and no write", async () => {
    // Target: 4/3. The caller's membership and what the request id stands for are looked up in one call, beside the chat.
    const chat = await newChat(scene.world, scene.tenant.member);
    const body = message();
    const accepted = await scene.costOf(scene.turnsOf(chat), { body }, 202);
    expect(accepted).toMatchObject({
      calls: 4,
      depth: 3,
      commands: ["BatchGetItemCommand", "GetItemCommand", "TransactWriteItemsCommand", "queue.send"],
    });
    // Half a minute later it is still unclaimed: it is read as it is now, and the next reader wakes a worker, once.
    const commands = ["BatchGetItemCommand", "GetItemCommand", "GetItemCommand", "UpdateItemCommand", "queue.send"];
    expect(await scene.costOf(scene.turnsOf(chat), { body }, 202)).toMatchObject({ commands });
    await scene.world.settle();
    // What has ended never changes: what the request became is the answer, however it was read.
    expect(await scene.costOf(scene.turnsOf(chat), { body }, 202)).toMatchObject({ calls: 2, depth: 1, write: 0 });
    // What else is named is looked up at the same time.
    const bound = {
      ...message(),
      integration_id: scene.own.integration_id,
      scoped_project_ids: [scene.own.project_id],
      upload_ids: [scene.own.upload_id],
    };
    expect(await scene.costOf(scene.turnsOf(chat), { body: bound }, 202)).toMatchObject({ calls: 5, depth: 4 });
    await scene.world.settle();
  });

  /** What a streamed route costs up to its first event. */
  async function costOfStream(path: string, fields: object): Promise<CallCount> {
    const app = createApp(scene.world.base, scene.world.endpoints);
    const headers = { authorization: `Bearer ${await scene.world.refreshed(scene.tenant.member)}` };
    const body = JSON.stringify(fields);
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const cost = await scene.counter.during(async () => {
      const request = new Request(`http://localhost${path}`, { method: "POST", headers, body });
      const response = webResponse(await app.fetch(request));
      reader = response.body?.getReader();
      const first = await reader?.read();
      expect(new TextDecoder().decode(first?.value)).toMatch(/^event: chat_metadata\ndata: .+\nid: 1\n\n/);
    });
    while (!((await reader?.read())?.done ?? true));
    return cost;
  }

  it("the streamed route costs three calls, two deep, before its first event", async () => {
    // Target: 3/2.
    const chat_id = await newChat(scene.world, scene.tenant.member);
    const asked = { chat_id, message: "Which regions are there?" };
    expect(await costOfStream("/v1/chats", asked)).toMatchObject({
      calls: 3,
      depth: 2,
      commands: ["BatchGetItemCommand", "GetItemCommand", "TransactWriteItemsCommand"],
    });
    // A database that is named is read with the chat.
    const { integration_id } = scene.own;
    expect(await costOfStream("/v1/chats", { ...asked, integration_id })).toMatchObject({
      calls: 3,
      depth: 2,
      commands: ["BatchGetItemCommand", "BatchGetItemCommand", "TransactWriteItemsCommand"],
    });
  });

  it("an edit costs a call more than a new message before its first event, no deeper, and so does a deletion", async () => {
    const { chat_id, message_id } = await belongings(scene.world, scene.tenant.member, scene.furniture);
    const asked = `/v1/chats/${chat_id}/messages/${message_id}`;
    const edit = await costOfStream(`${asked}/edit`, { content: "Which regions are there?" });
    // Membership beside the chat and the item that has the message; then chat, message, turn, budget and the list of chats with cuts.
    expect(edit).toMatchObject({ calls: 4, depth: 2 });
    expect(edit.commands.toSorted()).toEqual([
      "BatchGetItemCommand",
      "GetItemCommand",
      "QueryCommand",
      "TransactWriteItemsCommand",
    ]);
    // The question gets an item of its own, as long as it is in its answer's.
    expect(edit.write).toBeLessThanOrEqual(14);
    expect(edit.read).toBeLessThanOrEqual(3);
    // Membership and chat beside the item that has the message; then the chat and the list of chats with cuts.
    const removal = await scene.costOf(`DELETE ${asked}`);
    expect(removal).toMatchObject({ calls: 4, depth: 2 });
    expect(removal.commands.toSorted()).toEqual([
      "GetItemCommand",
      "GetItemCommand",
      "QueryCommand",
      "TransactWriteItemsCommand",
    ]);
    expect(removal.write).toBeLessThanOrEqual(6);
  });

  it("the streamed route costs no call more with a request id; sent again it holds a place and reads chat and log", async () => {
    const chat_id = await newChat(scene.world, scene.tenant.member);
    const body = { chat_id, ...message() };
    // After the first turn this environment knows that the member has no memories.
    await scene.costOf("POST /v1/chats", { body: { chat_id, message: body.message } });
    const first = await scene.costOf("POST /v1/chats", { body });
    const plain = await scene.costOf("POST /v1/chats", { body: { chat_id, message: body.message } });
    expect(first.calls).toBe(plain.calls);
    const again = await scene.costOf("POST /v1/chats", { body });
    expect(again.commands.toSorted()).toEqual([
      // The member and the request; the chat, and then it and the turn; its log, and a place.
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "GetItemCommand",
      "QueryCommand",
      "UpdateItemCommand",
      "UpdateItemCommand",
    ]);
  });

  it("a request id on the socket costs one call; sent again it is noted, and its worker takes it, holds a place and ends it", async () => {
    const connection = randomUUID();
    const chat_id = await newChat(scene.world, scene.tenant.member);
    await scene.world.socket(connection, "$connect", {
      headers: { authorization: `Bearer ${await scene.world.refreshed(scene.tenant.member)}` },
    });
    await scene.world.settle();
    const body = JSON.stringify({ action: "send_message", chat_id, ...message() });
    const send = () => scene.world.socket(connection, "$default", { body });
    scene.world.clock.advance(30_000);
    // Chat and request are read together, once it is known that the frame is the connection's.
    expect(await scene.counter.during(send)).toMatchObject({ calls: 4 + 3, depth: 3 + 3 });
    await scene.world.settle();
    scene.world.clock.advance(30_000);
    const { commands } = await scene.counter.during(async () => {
      await send();
      await scene.world.settle();
    });
    expect(commands.filter((command) => !command.startsWith("frames.")).toSorted()).toEqual([
      // The member, chat and request, it and the turn once more; the connection, the turn, and how it ended; its log.
      ...Array<string>(3).fill("BatchGetItemCommand"),
      ...Array<string>(3).fill("GetItemCommand"),
      "QueryCommand",
      // Noted, taken, a place held and freed, ended.
      ...Array<string>(5).fill("UpdateItemCommand"),
      "worker.invoke",
    ]);
    await scene.world.socket(connection, "$disconnect");
  });

  it("a message on the socket is answered after three calls, two deep", async () => {
    // Target: 4/2. The connection and the chat are read in one call, the member beside them, then comes the transaction. Then come the first two frames and
    // the worker's invocation: a turn is not run in the function that takes the frame (29 s).
    const connection = randomUUID();
    const chat_id = await newChat(scene.world, scene.tenant.member);
    await scene.world.socket(connection, "$connect", {
      headers: { authorization: `Bearer ${await scene.world.refreshed(scene.tenant.member)}` },
    });
    await scene.world.settle();
    const body = JSON.stringify({ action: "send_message", message: "Hello", chat_id });
    const send = () => scene.world.socket(connection, "$default", { body });
    scene.world.clock.advance(30_000);
    expect(await scene.counter.during(send)).toMatchObject({ calls: 3 + 3, depth: 2 + 3 });
    await scene.world.settle();
    // A member who was just seen is not looked up.
    scene.world.clock.advance(15_000);
    await scene.world.socket(connection, "$default", { body: '{"action":"ping"}' });
    expect(await scene.counter.during(send)).toMatchObject({ calls: 2 + 3, depth: 2 + 3 });
    await scene.world.settle();
    // An environment that has never heard of the connection learns from it whose membership to look up.
    scene.world.clock.advance(30_000);
    const fresh = {
      ...scene.world.base,
      table: createTable(scene.world.table.client, scene.world.table.name, scene.world.clock),
    };
    const requestContext = { connectionId: connection, routeKey: "$default" };
    // The handler reads these fields only.
    const event = { body, requestContext } as SocketRequest;
    expect(await scene.counter.during(() => handleSocket(fresh, event))).toMatchObject({ calls: 4 + 3, depth: 3 + 3 });
    await scene.world.settle();
    await scene.world.socket(connection, "$disconnect");
  });
});

describe("nothing is written before the caller is admitted", () => {
  it("a disabled member's message leaves the chat as it was, on both routes", async () => {
    const person = await scene.tenant.add();
    const chat_id = await newChat(scene.world, person);
    const token = await scene.world.refreshed(person);
    await Member.update(scene.tenant.ctx, person.id, { active: false });
    for (const request of [scene.turnsOf(chat_id), "POST /v1/chats"]) {
      const cost = await scene.counter.during(async () => {
        const answer = await scene.world.call(request, { token, body: { ...message(), chat_id } });
        expect(answer).toMatchObject({
          status: 401,
          text: '{"detail":"Invalid or expired token","code":"INVALID_TOKEN"}',
        });
      });
      expect(cost.write).toBe(0);
    }
  });
});
