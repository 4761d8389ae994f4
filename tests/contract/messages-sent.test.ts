import { randomUUID } from "node:crypto";
import { createApp } from "@parley/functions/http/app";
import type { Answerer, Question } from "@parley/core/turn/answer";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import * as Project from "@parley/core/project/project";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  belongings,
  type Belongings,
  type Furniture,
  furnish,
  newChat,
  type Person,
  scriptedAnswer,
  startWorld,
  type Tenant,
  type World,
} from "./world.ts";

let world: World;
let tenant: Tenant;
let foreign: Tenant;
let furniture: Furniture;
let person: Person;
let own: Belongings;
const questions: Question[] = [];

/** Keeps what it was asked. */
const listening: Answerer = async function* (question, tools) {
  questions.push(question);
  return yield* scriptedAnswer(question, tools);
};

beforeAll(async () => {
  world = await startWorld({ answer: listening });
  [tenant, foreign] = [await world.newTenant(), await world.newTenant()];
  furniture = await furnish(tenant);
});
afterAll(() => world.stop());
beforeEach(async () => {
  person = await tenant.add();
  own = await belongings(world, person, furniture);
  questions.length = 0;
});

const as = async (who: Person, request: string, body?: unknown) =>
  world.call(request, { token: await world.refreshed(who), ...(body !== undefined && { body }) });
const events = (text: string) =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((block) => {
      const [name = "", data = "", ...more] = block.split("\n");
      expect(more).toEqual([]);
      expect(name).toMatch(/^event: \w+$/);
      return { event: name.slice(7), data: JSON.parse(data.replace(/^data: /, "")) };
    });
const chatOf = async (id: string) => (await as(person, `GET /v1/chats/${id}`)).body;

describe("POST /v1/chats", () => {
  const ask = (body: object) =>
    as(person, "POST /v1/chats", { chat_id: own.chat_id, message: "Which regions are there?", ...body });

  it("streams pairs of an event line and a data line: metadata, progress, deltas that make the message, message last", async () => {
    const answer = await ask({});
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
    });
    const streamed = events(answer.text);
    expect(streamed.map(({ event }) => event)).toEqual([
      "chat_metadata",
      "processing",
      "processing",
      "visualization",
      "text_delta",
      "text_delta",
      "message",
    ]);
    expect(streamed[0]?.data).toEqual({ id: own.chat_id, user_message_id: expect.any(String) });
    expect(streamed[1]?.data).toEqual({ status: "starting" });
    expect(streamed[3]?.data).toEqual({
      id: expect.any(String),
      type: "table",
      headers: ["region"],
      rows: [["north"], ["south"]],
    });
    const content = streamed.flatMap(({ event, data }) => (event === "text_delta" ? [data.content] : [])).join("");
    expect(streamed.at(-1)?.data).toEqual({ content, id: expect.any(String) });
    const kept = await as(person, `GET /v1/chats/${own.chat_id}/messages/${streamed.at(-1)?.data.id}`);
    expect(kept.body).toMatchObject({ role: "assistant", type: "final", content });
  });

  it("takes any Accept header, or none", async () => {
    for (const accept of ["text/event-stream", "*/*", "application/json"]) {
      const token = await world.refreshed(person);
      const answer = await world.call("POST /v1/chats", {
        token,
        headers: { accept },
        body: { chat_id: own.chat_id, message: "Hello" },
      });
      expect(answer.headers["content-type"]).toContain("text/event-stream");
    }
  });

  it("answers 400 MISSING_CHAT_ID without a chat, and says how to make one", async () => {
    for (const chat_id of [undefined, null, ""]) {
      const answer = await ask({ chat_id });
      expect(answer).toMatchObject({
        status: 400,
        body: { detail: { code: "MISSING_CHAT_ID", message: expect.stringContaining("POST /v1/chats/create") } },
      });
    }
  });

  it("answers 404 CHAT_NOT_FOUND to an unknown chat and to another's", async () => {
    for (const chat_id of ["x", randomUUID(), await newChat(world, tenant.other)]) {
      expect(await ask({ chat_id })).toMatchObject({
        status: 404,
        text: '{"detail":{"code":"CHAT_NOT_FOUND","message":"Chat not found"}}',
      });
    }
  });

  it("answers 400 with the names of saved-query parameters that have no value", async () => {
    const body = { saved_query_id: own.query_id, integration_id: own.integration_id };
    for (const parameters of [undefined, {}, { other: "x" }]) {
      const answer = await ask({ ...body, parameters });
      expect(answer).toMatchObject({
        status: 400,
        body: { detail: { code: "MISSING_QUERY_PARAMETER", missing: ["region"] } },
      });
    }
    for (const parameters of [{ region: 1 }, { region: null }, [], "region"])
      expect((await ask({ ...body, parameters })).status).toBe(422);
    expect((await ask({ ...body, parameters: { region: "" } })).status).toBe(200);
  });

  it("runs a saved query directly, with the message for display only", async () => {
    await ask({
      message: "Shown",
      saved_query_id: own.query_id,
      integration_id: own.integration_id,
      parameters: { region: "north" },
    });
    expect(questions[0]?.saved_query).toMatchObject({ id: own.query_id, mode: "direct", values: { region: "north" } });
    expect((await chatOf(own.chat_id)).messages.at(-2)).toMatchObject({ type: "user", content: "Shown" });
  });

  it("binds the integration to the chat, and leaves its title as it is", async () => {
    const chat_id = await newChat(world, person, { title: "Mine" });
    await ask({ chat_id, integration_id: own.integration_id, title: "Other" });
    expect(await chatOf(chat_id)).toMatchObject({ title: "Mine", integration_id: own.integration_id });
    await ask({ chat_id });
    expect(questions.at(-1)?.integration?.id).toBe(own.integration_id);
  });

  it("hands on the model, the default where none is named, and ignores what is no model", async () => {
    for (const model of [undefined, null, "rules", "no such model", "x".repeat(100_000)])
      expect((await ask({ model })).status).toBe(200);
    expect(questions.map(({ model }) => model)).toEqual([null, null, "rules", "no such model", null]);
  });

  it("has the uploads of the message, which stay with it", async () => {
    expect((await ask({ upload_ids: [own.upload_id] })).status).toBe(200);
    expect(questions[0]?.uploads.map(({ id }) => id)).toEqual([own.upload_id]);
    // A clip is for transcription only.
    expect(await ask({ upload_ids: [own.clip_id] })).toMatchObject({
      status: 404,
      body: { detail: { code: "UPLOAD_NOT_FOUND" } },
    });
  });

  it("takes messages of 8,000 characters and 24 KB, and answers 422 to more, to none, and to other types", async () => {
    for (const message of ["x".repeat(8000), "é".repeat(8000), "🎉".repeat(6144)])
      expect((await ask({ message })).status).toBe(200);
    for (const message of ["", "x".repeat(8001), "🎉".repeat(6145), null, 1, undefined]) {
      const answer = await ask({ message });
      expect(answer.status, String(message).slice(0, 20)).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(["body", "message"]);
    }
  });

  it("goes on when the client has gone", async () => {
    const app = createApp(world.base, world.endpoints);
    const headers = { authorization: `Bearer ${await world.refreshed(person)}` };
    const body = JSON.stringify({ chat_id: own.chat_id, message: "Still there?" });
    const response = await app.fetch(new Request("http://localhost/v1/chats", { method: "POST", headers, body }));
    await response.body?.cancel();
    // Looked at in the table: time that is put forward would run out for the turn.
    const key = chatKey(own.chat_id);
    await expect
      .poll(async () => (await world.base.table.get<ChatRecord>(key, { consistent: true }))?.active_turn_id)
      .toBeUndefined();
    expect((await chatOf(own.chat_id)).messages.at(-1)).toMatchObject({
      type: "final",
      content: "There are two regions.",
    });
  });
});

describe("POST /v1/agents/{agent_id}/chats/{chat_id}/turns", () => {
  const at = (chat = own.chat_id, agent = own.agent_id) => `/v1/agents/${agent}/chats/${chat}/turns`;
  const submit = async (body: object, who = person) => {
    const answer = await as(who, `POST ${at()}`, { client_request_id: randomUUID(), message: "Hello", ...body });
    await world.settle();
    return answer;
  };

  it("answers 202 with the turn in progress, which is then read until it has ended", async () => {
    const accepted = await as(person, `POST ${at()}`, { client_request_id: "one", message: "Hello" });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({
      turn_id: expect.any(String),
      chat_id: own.chat_id,
      user_message_id: expect.any(String),
      status: "in_progress",
      created_at: expect.stringMatching(/Z$/),
    });
    const running = await as(person, `GET ${at()}/${accepted.body.turn_id}`);
    expect(running).toMatchObject({
      status: 200,
      headers: { "retry-after": "1" },
      body: { status: "in_progress", message: null },
    });
    await world.settle();
    const ended = await as(person, `GET ${at()}/${accepted.body.turn_id}`);
    expect(ended.body).toMatchObject({
      ...accepted.body,
      status: "completed",
      message: { type: "final", content: "There are two regions." },
    });
    expect(ended.headers["retry-after"]).toBeUndefined();
  });

  it("answers 404 Chat not found to an unknown chat, another's, or another agent's", async () => {
    const body = { client_request_id: "one", message: "Hello" };
    for (const path of [
      at(randomUUID()),
      at("x"),
      at(own.chat_id, randomUUID()),
      at(own.chat_id, "x"),
      at(await newChat(world, tenant.other)),
    ]) {
      expect(await as(person, `POST ${path}`, body), path).toMatchObject({
        status: 404,
        text: '{"detail":"Chat not found"}',
      });
    }
  });

  it("takes the organization's published agent for a chat without one", async () => {
    const chat = await newChat(world, person);
    const record = await world.base.table.get(chatKey(chat));
    await world.base.table.put({ ...chatKey(chat), ...record, agent_id: null });
    expect((await as(person, `POST ${at(chat)}`, { client_request_id: "one", message: "Hello" })).status).toBe(202);
    await world.settle();
  });

  it("answers the original turn to the same request, with its present status, and writes nothing", async () => {
    const body = { client_request_id: "one", message: "Hello", parameters: { b: "2", a: "1" }, model: null };
    const first = await as(person, `POST ${at()}`, body);
    const again = await as(person, `POST ${at()}`, body);
    expect(again).toMatchObject({ status: 202, body: first.body });
    await world.settle();
    const before = await chatOf(own.chat_id);
    const reordered = {
      message: "Hello",
      client_request_id: "one",
      parameters: { a: "1", b: "2" },
      title: "Other",
      voice_mode: true,
    };
    expect((await as(person, `POST ${at()}`, reordered)).body).toEqual({ ...first.body, status: "completed" });
    expect(await chatOf(own.chat_id)).toEqual(before);
  });

  it("answers 409 IDEMPOTENCY_CONFLICT whenever an input of the answer has changed", async () => {
    await submit({ client_request_id: "one" });
    const changes = [
      { message: "Hello!" },
      { model: "rules" },
      { integration_id: own.integration_id },
      { connection_id: own.integration_id },
      { scoped_project_ids: [] },
      { project_id: own.project_id },
      { upload_ids: [own.upload_id] },
      { saved_query_id: own.query_id },
      { parameters: { region: "north" } },
      { attached_files: [{ project_id: own.project_id, document_id: randomUUID() }] },
      { open_schedule: { at: "noon" } },
    ];
    for (const change of changes) {
      const answer = await submit({ client_request_id: "one", ...change });
      expect(answer, JSON.stringify(change)).toMatchObject({
        status: 409,
        text: '{"detail":{"code":"IDEMPOTENCY_CONFLICT"}}',
      });
    }
    expect((await submit({ client_request_id: "two" })).status).toBe(202);
    // Ids are the chat's own: elsewhere the same one is new.
    const chat = await newChat(world, person);
    expect((await as(person, `POST ${at(chat)}`, { client_request_id: "one", message: "Other" })).status).toBe(202);
    await world.settle();
  });

  it("answers 400 to an unknown integration with a failed turn that consumes the id", async () => {
    for (const integration_id of [
      "malformed",
      randomUUID(),
      (await furnish(foreign)).integration_id,
      "x".repeat(450_000),
    ]) {
      const client_request_id = randomUUID();
      const body = { client_request_id, integration_id };
      expect(await submit(body)).toMatchObject({ status: 400, text: '{"detail":"Integration not found"}' });
      const again = await submit(body);
      expect(again).toMatchObject({ status: 202, body: { status: "failed", user_message_id: null } });
      expect(await submit({ client_request_id, integration_id: own.integration_id })).toMatchObject({
        status: 409,
        body: { detail: { code: "IDEMPOTENCY_CONFLICT" } },
      });
    }
    // Nor does it matter how much else is in the request.
    const stuffed = {
      integration_id: "x",
      upload_ids: ["x".repeat(450_000)],
      saved_query_id: "x".repeat(450_000),
      model: "x".repeat(450_000),
    };
    expect(await submit(stuffed)).toMatchObject({ status: 400, text: '{"detail":"Integration not found"}' });
    expect((await submit({ integration_id: own.integration_id })).status).toBe(202);
  });

  it("answers 409 TURN_ALREADY_RUNNING while any route's turn runs, which does not consume the id", async () => {
    await as(person, `POST ${at()}`, { client_request_id: "one", message: "Hello" });
    const second = { client_request_id: "two", message: "Hello" };
    expect(await as(person, `POST ${at()}`, second)).toMatchObject({
      status: 409,
      text: '{"detail":{"code":"TURN_ALREADY_RUNNING"}}',
    });
    expect(await as(person, "POST /v1/chats", { chat_id: own.chat_id, message: "Hello" })).toMatchObject({
      status: 409,
      body: { detail: { code: "TURN_ALREADY_RUNNING", message: expect.any(String) } },
    });
    await world.settle();
    expect((await as(person, `POST ${at()}`, second)).status).toBe(202);
    await world.settle();
  });

  it("keeps the first two projects of a scope that are there and permitted; omits nothing else silently", async () => {
    const [second, third] = [
      await Project.create(tenant.ctx, { name: "B" }),
      await Project.create(tenant.ctx, { name: "C" }),
    ];
    const hidden = await Project.create(tenant.ctx, { name: "D", member_ids: [tenant.admin.id] });
    const others = await Project.create(foreign.ctx, { name: "E" });
    const scope = async () => (await chatOf(own.chat_id)).scoped_project_ids;
    const asked = ["malformed", hidden.id, second.id, others.id, second.id, randomUUID(), own.project_id, third.id];
    expect((await submit({ scoped_project_ids: asked, project_id: third.id })).status).toBe(202);
    expect(await scope()).toEqual([second.id, own.project_id]);
    await submit({});
    expect(await scope()).toEqual([second.id, own.project_id]);
    await submit({ scoped_project_ids: null });
    expect(await scope()).toEqual([second.id, own.project_id]);
    await submit({ project_id: third.id });
    expect(await scope()).toEqual([third.id]);
    await submit({ connection_type: "project", connection_id: second.id });
    expect(await scope()).toEqual([second.id]);
    await submit({ scoped_project_ids: [] });
    expect(await scope()).toEqual([]);
    await submit({ scoped_project_ids: Array.from({ length: 5000 }, () => randomUUID()) });
    expect(await scope()).toEqual([]);
  });

  it("keeps of the parameters what the saved query has placeholders for, however long the others' names are", async () => {
    const parameters = { region: "north", ["x".repeat(450_000)]: "y", "": "z" };
    const query = { saved_query_id: own.query_id, integration_id: own.integration_id, parameters };
    expect((await submit(query)).status).toBe(202);
    expect((await submit({ parameters })).status).toBe(202);
    expect(questions[0]?.saved_query?.values).toEqual({ region: "north" });
  });

  it("binds the integration for this and later turns, under its old name too", async () => {
    await submit({ integration_id: own.integration_id });
    await submit({});
    expect(questions.map(({ integration }) => integration?.id)).toEqual([own.integration_id, own.integration_id]);
    own = await belongings(world, person, furniture);
    await submit({ connection_id: own.integration_id, connection_type: "database" });
    expect(await chatOf(own.chat_id)).toMatchObject({ integration_id: own.integration_id });
  });

  it("hands a saved query to the agent as context; a database has to be bound", async () => {
    const query = { saved_query_id: own.query_id, parameters: { region: "north" } };
    expect(await submit(query)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("integration_id") },
    });
    expect((await submit({ ...query, integration_id: own.integration_id })).status).toBe(202);
    expect(questions[0]?.saved_query).toMatchObject({ mode: "context", values: { region: "north" } });
    expect(await submit({ saved_query_id: randomUUID() })).toMatchObject({
      status: 404,
      body: { detail: "Saved query not found" },
    });
    expect(await submit({ saved_query_id: own.query_id, integration_id: own.integration_id })).toMatchObject({
      status: 400,
    });
  });

  it("accepts the compatibility fields: the title stays, voice_mode is ignored, files that name nothing are dropped", async () => {
    const chat = await newChat(world, person, { title: "Mine" });
    const document = { project_id: own.project_id, document_id: randomUUID() };
    const body = {
      client_request_id: "one",
      message: "Hello",
      title: "Other",
      voice_mode: true,
      attached_files: [
        document,
        { project_id: "x", document_id: "y" },
        {},
        { project_id: randomUUID(), document_id: randomUUID() },
      ],
    };
    expect((await as(person, `POST ${at(chat)}`, body)).status).toBe(202);
    await world.settle();
    expect((await chatOf(chat)).title).toBe("Mine");
    expect(questions[0]?.attached_files).toEqual([document]);
  });

  it("ends at once with an open_schedule, which comes back as it was sent", async () => {
    const open_schedule = {
      at: "noon",
      list: [1, 2.5, -0.1, 1e300, 2 ** 53 + 2, null, true, ""],
      "": { "a.b": {} },
      deep: { deep: { deep: [[[]]] } },
    };
    const { body } = await submit({ open_schedule });
    const ended = await as(person, `GET ${at()}/${body.turn_id}`);
    expect(ended.body).toMatchObject({ status: "completed", message: { type: "final" } });
    expect(ended.body.message.metadata.open_schedule).toEqual(open_schedule);
    expect(questions).toEqual([]);
  });

  it("takes a client_request_id of 1 to 128 characters, and a message that is not empty", async () => {
    for (const client_request_id of ["x", "é".repeat(128), "🎉".repeat(128), "\0"])
      expect((await submit({ client_request_id })).status).toBe(202);
    for (const client_request_id of ["", "x".repeat(129), "🎉".repeat(129), null, 1, undefined]) {
      expect((await submit({ client_request_id })).body.detail[0].loc).toEqual(["body", "client_request_id"]);
    }
    expect((await submit({ message: "" })).status).toBe(422);
  });

  it("takes at most ten upload ids as they were sent, equal ones too, like the other routes", async () => {
    const ids = (count: number) => Array.from({ length: count }, () => own.upload_id);
    expect(await submit({ upload_ids: ids(11) })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "too_long", loc: ["body", "upload_ids"] }] },
    });
    const body = { chat_id: own.chat_id, message: "Hello" };
    expect(await as(person, "POST /v1/chats", { ...body, upload_ids: ids(11) })).toMatchObject({
      status: 400,
      body: { detail: { code: "TOO_MANY_UPLOADS" } },
    });
    expect((await submit({ upload_ids: ids(10) })).status).toBe(202);
    expect(questions.at(-1)?.uploads.map(({ id }) => id)).toEqual([own.upload_id]);
    expect((await as(person, "POST /v1/chats", { ...body, upload_ids: ids(10) })).status).toBe(200);
  });

  it("replays spend no budget; the fourth message in ten seconds is refused and says when the next will pass", async () => {
    const token = await world.refreshed(person);
    const send = (client_request_id: string) =>
      world.call(`POST ${at()}`, { token, body: { client_request_id, message: "Hello" } });
    for (const round of ["one", "two", "three"]) {
      expect((await send(round)).status).toBe(202);
      await world.settle();
      for (let times = 0; times < 3; times++) expect((await send(round)).status).toBe(202);
    }
    const refused = await send("four");
    expect(refused.status).toBe(429);
    expect(refused.text).toBe(`{"code":"RATE_LIMIT","retry_after_seconds":${refused.headers["retry-after"]}}`);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(10);
    // The streamed route spends the same budget, and a new token does not fill it.
    const { issueToken } = await import("@parley/core/auth/token");
    const { token: newer } = await issueToken(world.base, person.ctx.actor);
    const streamed = await world.call("POST /v1/chats", {
      token: newer,
      body: { chat_id: own.chat_id, message: "Hello" },
    });
    expect(streamed.status).toBe(429);
    world.clock.advance(Number(refused.headers["retry-after"]) * 1000);
    expect((await send("four")).status).toBe(202);
    await world.settle();
  });

  it("is cancelled on request, which does nothing to a turn that has ended", async () => {
    const accepted = await as(person, `POST ${at()}`, { client_request_id: "one", message: "Hello" });
    const turn = `${at()}/${accepted.body.turn_id}`;
    expect((await as(person, `POST ${turn}/cancel`)).body).toMatchObject({
      status: "cancelled",
      completed_at: expect.any(String),
    });
    expect((await as(person, `POST ${turn}/cancel`)).body.status).toBe("cancelled");
    await world.settle();
    expect(questions).toEqual([]);
    expect((await as(person, `POST ${at()}/${own.turn_id}/cancel`)).body.status).toBe("completed");
    for (const unknown of [randomUUID(), "x"]) {
      expect(await as(person, `GET ${at()}/${unknown}`)).toMatchObject({
        status: 404,
        text: '{"detail":"Turn not found"}',
      });
    }
  });

  it("is replayed from its log, from any place", async () => {
    const whole = await as(person, `GET ${at()}/${own.turn_id}/events`);
    const ids = [...whole.text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
    expect(ids).toEqual(ids.map((_, position) => position + 1));
    const token = await world.refreshed(person);
    for (const options of [
      { query: "?starting_after=3", headers: {} },
      { query: "", headers: { "last-event-id": "3" } },
    ]) {
      const rest = await world.call(`GET ${at()}/${own.turn_id}/events${options.query}`, {
        token,
        headers: options.headers,
      });
      expect(rest.text).toBe(whole.text.slice(whole.text.indexOf("id: 4\n")));
    }
  });

  it("is replayed after the further of the two places that a client that lost its connection sends", async () => {
    const token = await world.refreshed(person);
    const replay = (query: string, headers = {}) =>
      world.call(`GET ${at()}/${own.turn_id}/events${query}`, { token, headers });
    const whole = (await replay("")).text;
    const after = whole.slice(whole.indexOf("id: 5\n"));
    expect((await replay("?starting_after=2", { "last-event-id": "4" })).text).toBe(after);
    expect((await replay("?starting_after=4", { "last-event-id": "2" })).text).toBe(after);
    expect((await replay("?starting_after=0", { "last-event-id": "" })).text).toBe(whole);
    // Who has been told the end is told nothing more.
    const last = [...whole.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
    for (const place of [last, "999999", "1000000000", "999999999999999"])
      expect((await replay(`?starting_after=${place}`)).text).toBe("");
  });

  it("answers 422 to a place that is none", async () => {
    const token = await world.refreshed(person);
    const path = `GET ${at()}/${own.turn_id}/events`;
    for (const place of ["", "x", "1.5", "0x1", "1e3", "9".repeat(16)]) {
      const answer = await world.call(`${path}?starting_after=${place}`, { token });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: "int_parsing" }] } });
      expect(answer.body.detail[0].loc).toEqual(["query", "starting_after"]);
    }
    expect(await world.call(`${path}?starting_after=-1`, { token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "greater_than_equal", ctx: { ge: 0 } }] },
    });
    expect(await world.call(path, { token, headers: { "last-event-id": "x" } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "int_parsing", loc: ["header", "last-event-id"] }] },
    });
  });
});
