import { randomUUID } from "node:crypto";
import { create } from "@parley/core/chat/chat";
import { find } from "@parley/core/message/message";
import { remove } from "@parley/core/message/remove";
import { describe, expect, it } from "vitest";
import { belongings, newChat, type Person } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene();
const { as } = scene;

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const notFound = { status: 404, text: '{"detail":"Chat not found","code":"CHAT_NOT_FOUND"}' };

async function ask(who: Person, chatId: string, message: string): Promise<string> {
  const at = `POST /v1/agents/${scene.furniture.agent_id}/chats/${chatId}/turns`;
  const { body } = await as(who, at, { client_request_id: randomUUID(), message });
  await scene.world.settle();
  return body.turn_id;
}

describe("POST /v1/chats/create", () => {
  it("makes a chat with the organization's agent, and nothing bound to it", async () => {
    const { status, body } = await as(scene.person, "POST /v1/chats/create", {});
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      agent_id: scene.furniture.agent_id,
      title: null,
      integration_id: null,
      scoped_project_ids: [],
      active_turn_id: null,
      created_at: time,
      updated_at: time,
      archived_at: null,
    });
    expect((await as(scene.person, "POST /v1/chats/create")).status).toBe(200);
  });

  it("binds what it is given; of the projects the first two that the caller may use", async () => {
    const { project_id, integration_id, agent_id } = scene.furniture;
    const scoped_project_ids = ["x", project_id, randomUUID(), project_id, scene.furniture.query_id];
    const { body } = await as(scene.person, "POST /v1/chats/create", {
      agent_id,
      title: "Sales",
      integration_id,
      scoped_project_ids,
    });
    expect(body).toMatchObject({ title: "Sales", integration_id, agent_id, scoped_project_ids: [project_id] });
    const { body: shorthand } = await as(scene.person, "POST /v1/chats/create", { project_id });
    expect(shorthand.scoped_project_ids).toEqual([project_id]);
  });

  it("binds a draft where an administrator tries it; to others its agent is unknown until it is published", async () => {
    const { body: draft } = await as(scene.tenant.admin, "POST /v1/admin/agents", { name: "On trial" });
    const begin = (who: Person) => as(who, "POST /v1/chats/create", { agent_id: draft.id });
    expect(await begin(scene.tenant.admin)).toMatchObject({ status: 200, body: { agent_id: draft.id } });
    const stranger = (await scene.world.newTenant()).admin;
    for (const who of [scene.person, stranger])
      expect(await begin(who)).toMatchObject({ status: 404, body: { code: "AGENT_NOT_FOUND" } });
    await as(scene.tenant.admin, `PATCH /v1/admin/agents/${draft.id}`, { published: true });
    expect(await begin(scene.person)).toMatchObject({ status: 200, body: { agent_id: draft.id } });
    expect(await begin(stranger)).toMatchObject({ status: 404, body: { code: "AGENT_NOT_FOUND" } });
  });

  it("answers 404 to an unknown agent and 400 to an unknown integration", async () => {
    for (const unknown of ["x", "", randomUUID()]) {
      expect(await as(scene.person, "POST /v1/chats/create", { agent_id: unknown })).toMatchObject({
        status: 404,
        text: '{"detail":"Agent not found","code":"AGENT_NOT_FOUND"}',
      });
      expect(await as(scene.person, "POST /v1/chats/create", { integration_id: unknown })).toMatchObject({
        status: 400,
        text: '{"detail":"Integration not found","code":"INTEGRATION_NOT_FOUND"}',
      });
    }
    expect((await as(scene.person, "POST /v1/chats/create", { title: "" })).status).toBe(422);
    expect((await as(scene.person, "POST /v1/chats/create", { title: "x".repeat(201) })).status).toBe(422);
  });
});

describe("GET /v1/chats/{chat_id}", () => {
  it("answers the chat with its messages, oldest first", async () => {
    const own = await belongings(scene.world, scene.person, scene.furniture);
    const { status, body } = await as(scene.person, `GET /v1/chats/${own.chat_id}`);
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
    const chat = await newChat(scene.world, scene.person);
    for (const message of ["One", "Two", "Three"]) await ask(scene.person, chat, message);
    const contents = (body: { messages: { content: string }[] }) => body.messages.map(({ content }) => content);
    const { body: last } = await as(scene.person, `GET /v1/chats/${chat}?limit=3`);
    expect(contents(last)).toEqual(["There are two regions.", "Three", "There are two regions."]);
    expect(last.has_more).toBe(true);
    const { body: before } = await as(scene.person, `GET /v1/chats/${chat}?limit=3&before=${last.messages[0].id}`);
    expect(contents(before)).toEqual(["One", "There are two regions.", "Two"]);
    expect(before.has_more).toBe(false);
    expect(await as(scene.person, `GET /v1/chats/${chat}?before=x`)).toMatchObject({
      status: 400,
      text: '{"detail":"Invalid cursor","code":"INVALID_CURSOR"}',
    });
    for (const limit of [0, 201, "x", "1.5"])
      expect((await as(scene.person, `GET /v1/chats/${chat}?limit=${limit}`)).status).toBe(422);
  });

  it("answers 404 to chats that are unknown, another's or deleted", async () => {
    const chat = await newChat(scene.world, scene.person);
    for (const unknown of ["x", randomUUID()])
      expect(await as(scene.person, `GET /v1/chats/${unknown}`)).toMatchObject(notFound);
    expect(await as(scene.tenant.member, `GET /v1/chats/${chat}`)).toMatchObject(notFound);
    await as(scene.person, `DELETE /v1/chats/${chat}`);
    expect(await as(scene.person, `GET /v1/chats/${chat}`)).toMatchObject(notFound);
  });
});

describe("GET /v1/chats", () => {
  it("lists the caller's chats, most recently updated first, archived ones apart", async () => {
    const [first, second, third] = [
      await newChat(scene.world, scene.person),
      await newChat(scene.world, scene.person),
      await newChat(scene.world, scene.person),
    ];
    await ask(scene.person, first, "Hello");
    await as(scene.person, `PATCH /v1/chats/${second}`, { archived: true });
    const ids = async (query = "") =>
      (await as(scene.person, `GET /v1/chats${query}`)).body.chats.map((chat: { id: string }) => chat.id);
    expect(await ids()).toEqual([first, third]);
    expect(await ids("?archived=true")).toEqual([second]);
    await newChat(scene.world, scene.tenant.member);
    expect(await ids()).toEqual([first, third]);
  });

  it("answers more than a hundred at once, and page by page all of them", async () => {
    const ctx = { ...scene.world.base, actor: scene.person.ctx.actor };
    for (let at = 0; at < 130; at++) await create(ctx, { title: `Chat ${at}` });
    const { status, body } = await as(scene.person, "GET /v1/chats?limit=200");
    expect(status).toBe(200);
    expect(body.chats).toHaveLength(130);
    expect(body.next_cursor).toBeNull();
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body: page } = await as(
        scene.person,
        `GET /v1/chats?limit=60${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
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
      const answer = await as(scene.person, `GET /v1/chats?cursor=${cursor}`);
      expect(answer).toMatchObject({ status: 400, text: '{"detail":"Invalid cursor","code":"INVALID_CURSOR"}' });
    }
  });
});

describe("GET /v1/chats?search=", () => {
  const context = () => ({ ...scene.world.base, actor: scene.person.ctx.actor });
  const titled = async (title: string) => (await create(context(), { title })).id;
  const found = async (text: string, query = "") => {
    const { status, body } = await as(scene.person, `GET /v1/chats?search=${encodeURIComponent(text)}${query}`);
    expect(status).toBe(200);
    return body.chats.map((chat: { id: string }) => chat.id);
  };

  it("matches titles without regard to case, the caller's own only", async () => {
    const [zurich, orders] = [await titled("Überblick ZÜRICH 100%_x"), await titled("Orders")];
    for (const text of ["überblick", "ZÜRICH", "Zu\u0308rich ", "100%_X", "k z"])
      expect(await found(text)).toEqual([zurich]);
    expect(await found("o")).toEqual([orders]);
    expect(await found("nowhere")).toEqual([]);
    expect(await found("")).toEqual([orders, zurich]);
    expect((await as(scene.tenant.member, "GET /v1/chats?search=orders")).body.chats).toEqual([]);
    expect((await as(scene.person, `GET /v1/chats?search=${"x".repeat(201)}`)).status).toBe(422);
    await as(scene.person, `PATCH /v1/chats/${zurich}`, { archived: true });
    expect(await found("zürich")).toEqual([]);
    expect(await found("zürich", "&archived=true")).toEqual([zurich]);
  });

  it.each([
    ["Straße", "STRASSE"],
    ["STRASSE", "straße"],
    ["ΟΔΟΣΉΜΑΝΣΗ", "ΟΔΟΣ"],
    ["Κόσμος", "ΚΌΣ"],
    ["İstanbul", "i\u0307STANBUL"],
  ])("matches %s by %s: letters that have another form or length in the other case, too", async (title, text) => {
    const chat = await titled(title);
    expect(await found(text)).toEqual([chat]);
  });

  it("matches the whole first message a chat shows, and no later one", async () => {
    const chat = await titled("Regions");
    await ask(scene.person, chat, `${"Which regions are there? ".repeat(5)}Think of Lucerne`);
    await ask(scene.person, chat, "And Geneva?");
    expect(await found("LUCERNE")).toEqual([chat]);
    expect(await found("geneva")).toEqual([]);
    const { body } = await as(scene.person, `GET /v1/chats/${chat}`);
    await remove(context(), await find(context(), chat, body.messages[0].id));
    expect(await found("lucerne")).toEqual([]);
    await ask(scene.person, chat, "And Geneva?");
    expect(await found("geneva")).toEqual([chat]);
  });

  it("leads on to every match with its cursor, however many chats are between", async () => {
    const first = await titled("A needle");
    for (let at = 0; at < 230; at++) await titled(`Hay ${at}`);
    const others = [await titled("Needle two"), await titled("needle three")];
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const at = `GET /v1/chats?search=needle&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body: page } = await as(scene.person, at);
      expect(page.chats.length).toBeLessThanOrEqual(1);
      seen.push(...page.chats.map((chat: { id: string }) => chat.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([...others.toReversed(), first]);
  });
});

describe("PATCH /v1/chats/{chat_id}", () => {
  it("retitles, archives and takes out of the archive", async () => {
    const chat = await newChat(scene.world, scene.person);
    expect((await as(scene.person, `PATCH /v1/chats/${chat}`, { title: "Sales", archived: true })).body).toMatchObject({
      title: "Sales",
      archived_at: time,
    });
    expect((await as(scene.person, `PATCH /v1/chats/${chat}`, { archived: false })).body).toMatchObject({
      title: "Sales",
      archived_at: null,
    });
    expect((await as(scene.person, `PATCH /v1/chats/${chat}`, {})).body).toMatchObject({ title: "Sales" });
    expect(await as(scene.tenant.member, `PATCH /v1/chats/${chat}`, { title: "Mine" })).toMatchObject(notFound);
    expect((await as(scene.person, `PATCH /v1/chats/${chat}`, { title: "" })).status).toBe(422);
  });
});

describe("two changes of a chat at once", () => {
  it("are both made", async () => {
    const chats = await Promise.all(Array.from({ length: 10 }, () => newChat(scene.world, scene.person)));
    const token = await scene.world.refreshed(scene.person);
    const change = (chat: string, body: unknown) => scene.world.call(`PATCH /v1/chats/${chat}`, { token, body });
    await Promise.all(chats.flatMap((chat) => [change(chat, { archived: true }), change(chat, { title: "New" })]));
    const { body: archived } = await as(scene.person, "GET /v1/chats?archived=true");
    expect(archived.chats.map(({ title }: { title: string }) => title)).toEqual(chats.map(() => "New"));
    expect((await as(scene.person, "GET /v1/chats")).body.chats).toEqual([]);
  });
});
