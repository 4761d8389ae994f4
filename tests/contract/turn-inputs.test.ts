import { randomUUID } from "node:crypto";
import { resolveScope } from "@parley/core/chat/scope";
import * as Integration from "@parley/core/integration/integration";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
import { submissionsOf } from "./submissions.ts";
import { newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const { as, chatOf, questions } = scene;
const { at, submit } = submissionsOf(scene);

describe("POST /v1/agents/{agent_id}/chats/{chat_id}/turns", () => {
  it("keeps the first two projects of a scope that are there and permitted; omits nothing else silently", async () => {
    const [second, third] = [
      await Project.create(scene.tenant.ctx, { name: "B" }),
      await Project.create(scene.tenant.ctx, { name: "C" }),
    ];
    const hidden = await Project.create(scene.tenant.ctx, { name: "D", member_ids: [scene.tenant.admin.id] });
    const foreign = await scene.world.newTenant();
    const others = await Project.create(foreign.ctx, { name: "E" });
    const scope = async () => (await chatOf(scene.own.chat_id)).scoped_project_ids;
    const asked = [
      "malformed",
      hidden.id,
      second.id,
      others.id,
      second.id,
      randomUUID(),
      scene.own.project_id,
      third.id,
    ];
    expect((await submit({ scoped_project_ids: asked, project_id: third.id })).status).toBe(202);
    expect(await scope()).toEqual([second.id, scene.own.project_id]);
    await submit({});
    expect(await scope()).toEqual([second.id, scene.own.project_id]);
    await submit({ scoped_project_ids: null });
    expect(await scope()).toEqual([second.id, scene.own.project_id]);
    await submit({ project_id: third.id });
    expect(await scope()).toEqual([third.id]);
    await submit({ connection_type: "project", connection_id: second.id });
    expect(await scope()).toEqual([second.id]);
    await submit({ scoped_project_ids: [] });
    expect(await scope()).toEqual([]);
    await submit({ scoped_project_ids: Array.from({ length: 1000 }, () => randomUUID()) });
    expect(await scope()).toEqual([]);
  });

  it("judges each of a thousand ids of a scope before any is cut off, and refuses more", async () => {
    const { project_id } = scene.own;
    const second = await Project.create(scene.tenant.ctx, { name: "B" });
    const unknown = (count: number) => Array.from({ length: count }, () => randomUUID());
    const asked = ["malformed", ...unknown(497), project_id, ...unknown(500), second.id];
    expect(asked).toHaveLength(1000);
    expect((await submit({ scoped_project_ids: asked })).status).toBe(202);
    expect((await chatOf(scene.own.chat_id)).scoped_project_ids).toEqual([project_id, second.id]);
    const created = await as(scene.person, "POST /v1/chats/create", { scoped_project_ids: asked });
    expect(created.body.scoped_project_ids).toEqual([project_id, second.id]);
    for (const request of [`POST ${at()}`, "POST /v1/chats/create"]) {
      const body = { client_request_id: "many", message: "Hello", scoped_project_ids: [...asked, project_id] };
      expect(await as(scene.person, request, body)).toMatchObject({
        status: 422,
        body: { detail: [{ type: "too_long", loc: ["body", "scoped_project_ids"], ctx: { max_length: 1000 } }] },
      });
    }
  });

  it("looks up no more ids of a scope than it takes to find two: a hundred with each call", async () => {
    const { project_id } = scene.own;
    const second = await Project.create(scene.tenant.ctx, { name: "B" });
    const counter = countCalls(scene.world.table);
    const unknown = Array.from({ length: 800 }, () => randomUUID());
    const ctx = { ...scene.world.base, actor: scene.person.ctx.actor };
    const scoped = async (ids: string[]) => (await counter.during(() => resolveScope(ctx, ids))).calls;
    expect(await scoped([project_id, second.id, ...unknown])).toBe(1);
    expect(await scoped([project_id, ...unknown, second.id])).toBe(9);
  });

  it("keeps of the parameters what the saved query has placeholders for, however long the others' names are", async () => {
    const parameters = { region: "north", ["x".repeat(450_000)]: "y", "": "z" };
    const query = { saved_query_id: scene.own.query_id, integration_id: scene.own.integration_id, parameters };
    expect((await submit(query)).status).toBe(202);
    expect((await submit({ parameters })).status).toBe(202);
    expect(questions[0]?.saved_query?.values).toEqual({ region: "north" });
  });

  it("takes values for placeholders whose names every object has, by each route, and checks them as all others", async () => {
    const { integration_id } = scene.own;
    const wanted = {
      title: "T",
      prompt: "P",
      sql: "SELECT id FROM orders WHERE region IN ({{constructor}}, {{prototype}})",
    };
    const { id, parameters } = await Query.create(scene.tenant.ctx, wanted, scene.tenant.admin);
    expect(parameters).toEqual(["constructor", "prototype"]);
    const values = { constructor: "north", prototype: "south" };
    const query = { saved_query_id: id, integration_id, parameters: values };
    expect((await submit({ client_request_id: "named", ...query })).status).toBe(202);
    const streamed = await as(scene.person, "POST /v1/chats", {
      chat_id: scene.own.chat_id,
      message: "Hello",
      ...query,
    });
    expect(streamed.status).toBe(200);
    expect(questions.map(({ saved_query }) => saved_query?.values)).toEqual([values, values]);
    const changed = { ...query, parameters: { ...values, constructor: "west" } };
    expect((await submit({ client_request_id: "named", ...changed })).status).toBe(409);
    for (const constructor of [1, null, "x".repeat(1_001)])
      expect(await submit({ ...query, parameters: { ...values, constructor } })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "parameters", "constructor"] }] },
      });
    await Query.remove(scene.tenant.ctx, id);
  });

  it("binds the integration for this and later turns, under its old name too", async () => {
    await submit({ integration_id: scene.own.integration_id });
    await submit({});
    expect(questions.map(({ integration }) => integration?.id)).toEqual([
      scene.own.integration_id,
      scene.own.integration_id,
    ]);
    const chat = await newChat(scene.world, scene.person);
    const old = { connection_id: scene.own.integration_id, connection_type: "database" };
    await as(scene.person, `POST ${at(chat)}`, { client_request_id: "one", message: "Hello", ...old });
    expect(await chatOf(chat)).toMatchObject({ integration_id: scene.own.integration_id });
    await scene.world.settle();
  });

  it("does not find a saved query that is for another database", async () => {
    const ctx = { ...scene.world.base, ...scene.tenant.ctx };
    const config = { engine: "sqlite", file: "regions.sqlite" } as const;
    const other = await Integration.create(ctx, { display_name: "Elsewhere", config });
    const bound = await Query.create(
      ctx,
      { title: "T", prompt: "P", sql: "SELECT name FROM regions", integration_id: other.id },
      scene.tenant.admin,
    );
    expect(await submit({ saved_query_id: bound.id, integration_id: scene.own.integration_id })).toMatchObject({
      status: 404,
    });
    expect((await submit({ saved_query_id: bound.id, integration_id: other.id })).status).toBe(202);
    await Query.remove(ctx, bound.id);
  });

  it("hands a saved query to the agent as context; a database has to be bound", async () => {
    const query = { saved_query_id: scene.own.query_id, parameters: { region: "north" } };
    expect(await submit(query)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("integration_id") },
    });
    expect((await submit({ ...query, integration_id: scene.own.integration_id })).status).toBe(202);
    expect(questions[0]?.saved_query).toMatchObject({ mode: "context", values: { region: "north" } });
    expect(await submit({ saved_query_id: randomUUID() })).toMatchObject({
      status: 404,
      body: { detail: "Saved query not found" },
    });
    expect(
      await submit({ saved_query_id: scene.own.query_id, integration_id: scene.own.integration_id }),
    ).toMatchObject({
      status: 400,
    });
  });

  it("accepts the compatibility fields: the title stays, voice_mode is ignored, files that name nothing are dropped", async () => {
    const chat = await newChat(scene.world, scene.person, { title: "Mine" });
    const document = { project_id: scene.own.project_id, document_id: randomUUID() };
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
    expect((await as(scene.person, `POST ${at(chat)}`, body)).status).toBe(202);
    await scene.world.settle();
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
    const ended = await as(scene.person, `GET ${at()}/${body.turn_id}`);
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
    const ids = (count: number) => Array.from({ length: count }, () => scene.own.upload_id);
    expect(await submit({ upload_ids: ids(11) })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "too_long", loc: ["body", "upload_ids"] }] },
    });
    const body = { chat_id: scene.own.chat_id, message: "Hello" };
    expect(await as(scene.person, "POST /v1/chats", { ...body, upload_ids: ids(11) })).toMatchObject({
      status: 400,
      body: { detail: { code: "TOO_MANY_UPLOADS" } },
    });
    expect((await submit({ upload_ids: ids(10) })).status).toBe(202);
    expect(questions.at(-1)?.uploads.map(({ id }) => id)).toEqual([scene.own.upload_id]);
    expect((await as(scene.person, "POST /v1/chats", { ...body, upload_ids: ids(10) })).status).toBe(200);
  });
});
