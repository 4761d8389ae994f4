import { randomUUID } from "node:crypto";
import { purgeDeleted } from "@parley/core/chat/chat";
import { chatKey, purgeIndex } from "@parley/core/chat/record";
import { uploadKey, uploadObject } from "@parley/core/upload/record";
import { removeDead } from "@parley/core/upload/upload";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  belongings,
  type Belongings,
  type Furniture,
  furnish,
  newChat,
  type Person,
  startWorld,
  type Tenant,
  upload,
  type World,
} from "./world.ts";

let world: World;
let tenant: Tenant;
let furniture: Furniture;
let person: Person;

beforeAll(async () => {
  world = await startWorld();
  tenant = await world.newTenant();
  furniture = await furnish(tenant);
});
afterAll(() => world.stop());
beforeEach(async () => {
  person = await tenant.add();
});

const as = async (who: Person, request: string, body?: unknown) =>
  world.call(request, { token: await world.refreshed(who), ...(body !== undefined && { body }) });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const notFound = { status: 404, text: '{"detail":"Chat not found"}' };

const itemsOf = (chatId: string) => world.base.table.queryAll({ pk: `CHAT#${chatId}`, consistent: true });

async function ask(who: Person, chatId: string, message: string): Promise<string> {
  const at = `POST /v1/agents/${furniture.agent_id}/chats/${chatId}/turns`;
  const { body } = await as(who, at, { client_request_id: randomUUID(), message });
  await world.settle();
  return body.turn_id;
}

describe("POST /v1/chats/create", () => {
  it("makes a chat with the organization's agent, and nothing bound to it", async () => {
    const { status, body } = await as(person, "POST /v1/chats/create", {});
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      agent_id: furniture.agent_id,
      title: null,
      integration_id: null,
      scoped_project_ids: [],
      active_turn_id: null,
      created_at: time,
      updated_at: time,
      archived_at: null,
    });
    expect((await as(person, "POST /v1/chats/create")).status).toBe(200);
  });

  it("binds what it is given; of the projects the first two that the caller may use", async () => {
    const { project_id, integration_id, agent_id } = furniture;
    const scoped_project_ids = ["x", project_id, randomUUID(), project_id, furniture.query_id];
    const { body } = await as(person, "POST /v1/chats/create", {
      agent_id,
      title: "Sales",
      integration_id,
      scoped_project_ids,
    });
    expect(body).toMatchObject({ title: "Sales", integration_id, agent_id, scoped_project_ids: [project_id] });
    const { body: shorthand } = await as(person, "POST /v1/chats/create", { project_id });
    expect(shorthand.scoped_project_ids).toEqual([project_id]);
  });

  it("answers 404 to an unknown agent and 400 to an unknown integration", async () => {
    for (const unknown of ["x", "", randomUUID()]) {
      expect(await as(person, "POST /v1/chats/create", { agent_id: unknown })).toMatchObject({
        status: 404,
        text: '{"detail":"Agent not found"}',
      });
      expect(await as(person, "POST /v1/chats/create", { integration_id: unknown })).toMatchObject({
        status: 400,
        text: '{"detail":"Integration not found"}',
      });
    }
    expect((await as(person, "POST /v1/chats/create", { title: "" })).status).toBe(422);
    expect((await as(person, "POST /v1/chats/create", { title: "x".repeat(201) })).status).toBe(422);
  });
});

describe("GET /v1/chats/{chat_id}", () => {
  it("answers the chat with its messages, oldest first", async () => {
    const own = await belongings(world, person, furniture);
    const { status, body } = await as(person, `GET /v1/chats/${own.chat_id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: own.chat_id,
      title: "Which regions are there?",
      active_turn_id: null,
      has_more: false,
    });
    expect(body.messages).toEqual([
      {
        id: own.message_id,
        role: "user",
        type: "user",
        content: "Which regions are there?",
        timestamp: time,
        metadata: null,
      },
      expect.objectContaining({
        id: own.answer_id,
        role: "assistant",
        type: "final",
        content: "There are two regions.",
        timestamp: time,
      }),
    ]);
    expect(body.messages[1].metadata).toMatchObject({
      model_id: "scripted",
      visualizations: [{ type: "table", headers: ["region"] }],
    });
  });

  it("is read page by page, backwards from a message", async () => {
    const chat = await newChat(world, person);
    for (const message of ["One", "Two", "Three"]) await ask(person, chat, message);
    const contents = (body: { messages: { content: string }[] }) => body.messages.map(({ content }) => content);
    const { body: last } = await as(person, `GET /v1/chats/${chat}?limit=3`);
    expect(contents(last)).toEqual(["There are two regions.", "Three", "There are two regions."]);
    expect(last.has_more).toBe(true);
    const { body: before } = await as(person, `GET /v1/chats/${chat}?limit=3&before=${last.messages[0].id}`);
    expect(contents(before)).toEqual(["One", "There are two regions.", "Two"]);
    expect(before.has_more).toBe(false);
    expect(await as(person, `GET /v1/chats/${chat}?before=x`)).toMatchObject({
      status: 400,
      text: '{"detail":"Invalid cursor"}',
    });
    for (const limit of [0, 201, "x", "1.5"])
      expect((await as(person, `GET /v1/chats/${chat}?limit=${limit}`)).status).toBe(422);
  });

  it("answers 404 to chats that are unknown, another's or deleted", async () => {
    const chat = await newChat(world, person);
    for (const unknown of ["x", randomUUID()])
      expect(await as(person, `GET /v1/chats/${unknown}`)).toMatchObject(notFound);
    expect(await as(tenant.member, `GET /v1/chats/${chat}`)).toMatchObject(notFound);
    await as(person, `DELETE /v1/chats/${chat}`);
    expect(await as(person, `GET /v1/chats/${chat}`)).toMatchObject(notFound);
  });
});

describe("GET /v1/chats", () => {
  it("lists the caller's chats, most recently updated first, archived ones apart", async () => {
    const [first, second, third] = [
      await newChat(world, person),
      await newChat(world, person),
      await newChat(world, person),
    ];
    await ask(person, first, "Hello");
    await as(person, `PATCH /v1/chats/${second}`, { archived: true });
    const ids = async (query = "") =>
      (await as(person, `GET /v1/chats${query}`)).body.chats.map((chat: { id: string }) => chat.id);
    expect(await ids()).toEqual([first, third]);
    expect(await ids("?archived=true")).toEqual([second]);
    await newChat(world, tenant.member);
    expect(await ids()).toEqual([first, third]);
  });

  it("answers more than a hundred at once, and page by page all of them", async () => {
    const { create } = await import("@parley/core/chat/chat");
    const ctx = { ...world.base, actor: person.ctx.actor };
    for (let at = 0; at < 130; at++) await create(ctx, { title: `Chat ${at}` });
    const { status, body } = await as(person, "GET /v1/chats?limit=200");
    expect(status).toBe(200);
    expect(body.chats).toHaveLength(130);
    expect(body.next_cursor).toBeNull();
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body: page } = await as(person, `GET /v1/chats?limit=60${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.chats.map((chat: { id: string }) => chat.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(body.chats.map((chat: { id: string }) => chat.id));
  });

  it("answers 400 to a cursor it has not given, however long", async () => {
    const cursors = [
      "x",
      "%00",
      Buffer.from("a#b").toString("base64url"),
      Buffer.from(`${"x".repeat(3000)}#${randomUUID()}`).toString("base64url"),
    ];
    for (const cursor of cursors) {
      const answer = await as(person, `GET /v1/chats?cursor=${cursor}`);
      expect(answer).toMatchObject({ status: 400, text: '{"detail":"Invalid cursor"}' });
    }
  });
});

describe("PATCH /v1/chats/{chat_id}", () => {
  it("retitles, archives and takes out of the archive", async () => {
    const chat = await newChat(world, person);
    expect((await as(person, `PATCH /v1/chats/${chat}`, { title: "Sales", archived: true })).body).toMatchObject({
      title: "Sales",
      archived_at: time,
    });
    expect((await as(person, `PATCH /v1/chats/${chat}`, { archived: false })).body).toMatchObject({
      title: "Sales",
      archived_at: null,
    });
    expect((await as(person, `PATCH /v1/chats/${chat}`, {})).body).toMatchObject({ title: "Sales" });
    expect(await as(tenant.member, `PATCH /v1/chats/${chat}`, { title: "Mine" })).toMatchObject(notFound);
    expect((await as(person, `PATCH /v1/chats/${chat}`, { title: "" })).status).toBe(422);
  });
});

describe("two changes of a chat at once", () => {
  it("are both made", async () => {
    const chats = await Promise.all(Array.from({ length: 10 }, () => newChat(world, person)));
    const token = await world.refreshed(person);
    const change = (chat: string, body: unknown) => world.call(`PATCH /v1/chats/${chat}`, { token, body });
    await Promise.all(chats.flatMap((chat) => [change(chat, { archived: true }), change(chat, { title: "New" })]));
    const { body: archived } = await as(person, "GET /v1/chats?archived=true");
    expect(archived.chats.map(({ title }: { title: string }) => title)).toEqual(chats.map(() => "New"));
    expect((await as(person, "GET /v1/chats")).body.chats).toEqual([]);
  });
});

describe("DELETE /v1/chats/{chat_id}", () => {
  it("deletes a chat with all that is in it, once", async () => {
    const own: Belongings = await belongings(world, person, furniture);
    expect(await as(person, `DELETE /v1/chats/${own.chat_id}`)).toMatchObject({
      status: 200,
      text: '{"message":"Chat deleted successfully"}',
    });
    expect(await as(person, `DELETE /v1/chats/${own.chat_id}`)).toMatchObject(notFound);
    expect((await itemsOf(own.chat_id)).map(({ sk }) => sk)).toEqual(["CHAT"]);
    expect(
      (await as(person, `PATCH /v1/chats/messages/${own.answer_id}/feedback`, { feedback: "positive" })).status,
    ).toBe(404);
  });

  it("leaves nothing in table and bucket once no worker can write for it any more", async () => {
    const own = await belongings(world, person, furniture);
    const kept = `results/${own.chat_id}/${own.visualization_id}.json`;
    expect(await world.bucket.keys()).toContain(kept);
    await as(person, `DELETE /v1/chats/${own.chat_id}`);
    expect((await as(person, `GET /v1/chats/${own.chat_id}/visualizations/${own.visualization_id}/rows`)).status).toBe(
      404,
    );
    // A worker that has not noticed yet may keep a table.
    await world.bucket.files.put(`results/${own.chat_id}/late.json`, "{}", "application/json");
    world.clock.advance(60_000);
    await purgeDeleted(world.base);
    expect((await world.bucket.keys()).filter((key) => key.startsWith(`results/${own.chat_id}/`))).toEqual([]);
    expect(await itemsOf(own.chat_id)).toEqual([]);
  });

  it("takes up a deletion that was interrupted", async () => {
    const own = await belongings(world, person, furniture);
    const chat = await world.base.table.get(chatKey(own.chat_id));
    const then = world.clock.now();
    await world.base.table.put({
      ...chat,
      ...chatKey(own.chat_id),
      ...purgeIndex(own.chat_id, then),
      deleted_at: new Date(then).toISOString(),
    });
    world.clock.advance(60_000);
    await purgeDeleted(world.base);
    expect(await itemsOf(own.chat_id)).toEqual([]);
    expect((await world.bucket.keys()).filter((key) => key.startsWith(`results/${own.chat_id}/`))).toEqual([]);
  });

  it("removes the uploads that no other chat has", async () => {
    const { upload_id } = await upload(world, person);
    const { upload_id: shared } = await upload(world, person);
    const askAbout = async (upload_ids: string[]): Promise<string> => {
      const chat = await newChat(world, person);
      for (const request of ["one", "two"]) {
        const path = `POST /v1/agents/${furniture.agent_id}/chats/${chat}/turns`;
        const asked = await as(person, path, { client_request_id: request, message: "What is in it?", upload_ids });
        expect(asked.status).toBe(202);
        await world.settle();
      }
      return chat;
    };
    const chat = await askAbout([upload_id, shared]);
    const other = await askAbout([shared]);
    const isThere = async (wanted: string) => {
      const { status } = await as(person, `GET /v1/uploads/${wanted}`);
      // For an hour an address may be about that puts the bytes there again.
      world.clock.advance(3_600_000);
      await removeDead(world.base);
      const object = uploadObject(person.ctx.actor, wanted);
      const isKept = (await world.bucket.keys()).includes(object);
      expect(isKept).toBe(status === 200);
      return isKept;
    };
    await as(person, `DELETE /v1/chats/${chat}`);
    expect([await isThere(upload_id), await isThere(shared)]).toEqual([false, true]);
    expect((await as(person, `GET /v1/chats/${other}`)).body.messages[0].metadata.uploads).toHaveLength(1);
    await as(person, `DELETE /v1/chats/${other}`);
    expect(await isThere(shared)).toBe(false);
    expect(await world.base.table.get(uploadKey(person.ctx.actor, shared))).toBeUndefined();
  });

  it("cancels a running turn first", async () => {
    const chat = await newChat(world, person);
    const at = `/v1/agents/${furniture.agent_id}/chats/${chat}/turns`;
    await as(person, `POST ${at}`, { client_request_id: "one", message: "Hello" });
    expect((await as(person, `GET /v1/chats/${chat}`)).body.active_turn_id).toEqual(id);
    expect((await as(person, `DELETE /v1/chats/${chat}`)).status).toBe(200);
    // The worker that is woken for it finds nothing to do.
    await world.settle();
    expect((await itemsOf(chat)).map(({ sk }) => sk)).toEqual(["CHAT"]);
    world.clock.advance(60_000);
    await purgeDeleted(world.base);
    expect(await itemsOf(chat)).toEqual([]);
  });
});

describe("an upload of a deleted chat", () => {
  it("is gone at once, and cannot be put there again by its address", async () => {
    const file = { filename: "a.csv", mime_type: "text/csv", size_bytes: 3 };
    const { body } = await as(person, "POST /v1/uploads", { files: [file] });
    const [announced] = body.uploads;
    const put = () =>
      fetch(announced.upload_url, { method: "PUT", body: "a,b", headers: announced.upload_headers }).then(
        ({ status }) => status,
      );
    expect(await put()).toBe(200);
    const chat = await newChat(world, person);
    await as(person, `POST /v1/agents/${furniture.agent_id}/chats/${chat}/turns`, {
      client_request_id: "one",
      message: "What is in it?",
      upload_ids: [announced.id],
    });
    await world.settle();
    await as(person, `DELETE /v1/chats/${chat}`);
    expect((await as(person, `GET /v1/uploads/${announced.id}`)).status).toBe(404);
    await removeDead(world.base);
    expect(await put()).toBe(412);
    world.clock.advance(3_600_000);
    await removeDead(world.base);
    expect(await world.bucket.keys()).not.toContain(uploadObject(person.ctx.actor, announced.id));
  });
});

describe("GET /v1/chats/{chat_id}/messages/{message_id}", () => {
  it("answers one message in the shape it has in the chat", async () => {
    const own = await belongings(world, person, furniture);
    const { body: chat } = await as(person, `GET /v1/chats/${own.chat_id}`);
    for (const message of chat.messages) {
      expect((await as(person, `GET /v1/chats/${own.chat_id}/messages/${message.id}`)).body).toEqual(message);
    }
  });

  it("shows attached uploads with addresses that are signed afresh", async () => {
    const own = await belongings(world, person, furniture);
    const chat = await newChat(world, person);
    const at = `POST /v1/agents/${furniture.agent_id}/chats/${chat}/turns`;
    const { body: turn } = await as(person, at, {
      client_request_id: "one",
      message: "Look",
      upload_ids: [own.upload_id, own.upload_id],
    });
    await world.settle();
    const { body: first } = await as(person, `GET /v1/chats/${chat}/messages/${turn.user_message_id}`);
    const { body: second } = await as(person, `GET /v1/chats/${chat}/messages/${turn.user_message_id}`);
    expect(first.metadata.uploads).toEqual([
      {
        id: own.upload_id,
        filename: "sales.csv",
        mime_type: "text/csv",
        size_bytes: 8,
        download_url: expect.any(String),
        download_url_expires_at: time,
      },
    ]);
    expect(second.metadata.uploads[0].download_url_expires_at > first.metadata.uploads[0].download_url_expires_at).toBe(
      true,
    );
    expect(await (await fetch(second.metadata.uploads[0].download_url)).text()).toBe("a,b\n1,2\n");
  });

  it("answers 404 Message not found to messages that are unknown, or of another chat", async () => {
    const [own, other] = [await belongings(world, person, furniture), await belongings(world, person, furniture)];
    const refused = { status: 404, text: '{"detail":"Message not found"}' };
    for (const path of [
      `${own.chat_id}/messages/x`,
      `${own.chat_id}/messages/${randomUUID()}`,
      `${own.chat_id}/messages/${other.answer_id}`,
      `x/messages/${own.answer_id}`,
    ]) {
      expect(await as(person, `GET /v1/chats/${path}`)).toMatchObject(refused);
    }
  });
});

describe("PATCH /v1/chats/messages/{message_id}/feedback", () => {
  it("keeps the last word on a message, with its note, and shows it with the message", async () => {
    const own = await belongings(world, person, furniture);
    const at = `PATCH /v1/chats/messages/${own.answer_id}/feedback`;
    for (const feedback of ["negative", "positive"]) {
      const note = { feedback, note: "x".repeat(2000) };
      expect(await as(person, at, note)).toMatchObject({
        status: 200,
        body: { id: own.answer_id, metadata: { feedback } },
      });
    }
    expect((await as(person, at, { feedback: "positive" })).text).toBe(
      JSON.stringify({ id: own.answer_id, metadata: { feedback: "positive" } }),
    );
    const { body } = await as(person, `GET /v1/chats/${own.chat_id}/messages/${own.answer_id}`);
    expect(body.metadata).toMatchObject({ feedback: "positive", model_id: "scripted" });
  });

  it("answers 400 to any other word, 422 to none, 404 to an unknown message", async () => {
    const own = await belongings(world, person, furniture);
    const at = `PATCH /v1/chats/messages/${own.answer_id}/feedback`;
    for (const feedback of ["", "Positive", "good", "positive "]) {
      expect(await as(person, at, { feedback })).toMatchObject({
        status: 400,
        body: { detail: "Feedback must be 'positive' or 'negative'" },
      });
    }
    for (const body of [{}, { feedback: 1 }, { feedback: null }, { feedback: "positive", note: "x".repeat(2001) }]) {
      expect((await as(person, at, body)).status).toBe(422);
    }
    expect(
      await as(person, `PATCH /v1/chats/messages/${randomUUID()}/feedback`, { feedback: "positive" }),
    ).toMatchObject({
      status: 404,
      text: '{"detail":"Message not found"}',
    });
  });
});
