import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { CallCount } from "../support/count-calls.ts";
import { upload } from "../support/world/world.ts";
import { useCosts } from "./costs-scene.ts";

const scene = useCosts();

describe("calls of administrators and how deep they lie (P3)", () => {
  it("GET /v1/admin/members costs two calls at once, and a page of 50 no call more", async () => {
    const asAdmin = async () => ({ token: await scene.world.refreshed(scene.tenant.admin) });
    expect(await scene.costOf("GET /v1/admin/members", await asAdmin())).toMatchObject({
      calls: 2,
      depth: 1,
      write: 0,
    });
    expect(await scene.costOf("GET /v1/admin/members?search=nobody", await asAdmin())).toMatchObject({
      calls: 2,
      depth: 1,
    });
  });

  it("GET /v1/admin/agents costs two calls at once; changing an agent costs three, and reads the list once", async () => {
    const asAdmin = async (body?: object) => ({
      token: await scene.world.refreshed(scene.tenant.admin),
      ...(body && { body }),
    });
    expect(await scene.costOf("GET /v1/admin/agents", await asAdmin())).toMatchObject({ calls: 2, depth: 1, write: 0 });
    const one = { name: "Sales", published: true };
    expect(await scene.costOf("POST /v1/admin/agents", await asAdmin(one))).toMatchObject({
      calls: 3,
      depth: 3,
      write: 4,
    });
    const { body } = await scene.world.call("GET /v1/admin/agents", await asAdmin());
    const at = `/v1/admin/agents/${body.agents.at(-1).id}`;
    expect(await scene.costOf(`PATCH ${at}`, await asAdmin({ name: "S" }))).toMatchObject({
      calls: 3,
      depth: 3,
      write: 2,
    });
    const removal = await scene.costOf(`DELETE ${at}`, await asAdmin());
    // Beside it its number, and that the default is another one still.
    expect(removal).toMatchObject({ calls: 3, depth: 3, write: 8 });
  });

  it("adding a member costs two calls, changing one three, and so does ending an admin: another is checked in the same write", async () => {
    const change = async (id: string, body: object) =>
      scene.costOf(`PATCH /v1/admin/members/${id}`, { token: await scene.world.refreshed(scene.tenant.admin), body });
    const body = { email: `${randomUUID()}@example.com`, name: "Ada", role: "member" };
    const added = await scene.costOf("POST /v1/admin/members", {
      token: await scene.world.refreshed(scene.tenant.admin),
      body,
    });
    expect(added).toMatchObject({ calls: 2, depth: 2, write: 4 });
    const second = await scene.tenant.add("admin");
    expect(await change(second.id, { name: "Ada" })).toMatchObject({ calls: 3, depth: 3, write: 2 });
    expect(await change(second.id, { role: "member" })).toMatchObject({ calls: 3, depth: 3, write: 4 });
  });

  it("a page of projects costs three calls, two deep: one for what all of them count", async () => {
    const token = await scene.world.refreshed(scene.tenant.admin);
    expect(await scene.costOf("GET /v1/admin/projects", { token })).toMatchObject({ calls: 3, depth: 2, write: 0 });
  });

  it("making a project costs two calls, changing one four, and removing one what its files do beside them", async () => {
    const asAdmin = async (body?: object) => ({
      token: await scene.world.refreshed(scene.tenant.admin),
      ...(body && { body }),
    });
    // The first one counts what was there before.
    expect(await scene.costOf("POST /v1/admin/projects", await asAdmin({ name: "P" }))).toMatchObject({
      calls: 2,
      write: 6,
    });
    const { body } = await scene.world.call("POST /v1/admin/projects", await asAdmin({ name: "P" }));
    const at = `/v1/admin/projects/${body.id}`;
    expect(await scene.costOf(`PATCH ${at}`, await asAdmin({ name: "Q" }))).toMatchObject({
      calls: 4,
      depth: 4,
      write: 1,
    });
    // The documents are looked for twice: in the table and in the bucket.
    expect(await scene.costOf(`DELETE ${at}`, await asAdmin())).toMatchObject({ calls: 4, depth: 4, write: 9 });
  });

  it("documents cost as many calls as they are files, and one transaction for all", async () => {
    const asAdmin = async (body?: object) => ({
      token: await scene.world.refreshed(scene.tenant.admin),
      ...(body && { body }),
    });
    const { project_id, document_id } = scene.own;
    const at = `/v1/admin/projects/${project_id}/documents`;
    expect(await scene.costOf(`GET ${at}`, await asAdmin())).toMatchObject({ calls: 3, depth: 2, write: 0 });
    const { upload_id } = await upload(scene.world, scene.tenant.admin);
    // The upload; the project; the budget; a leftover and a copy; the transaction; the manifest with three reads; the queue.
    const made = await scene.costOf(`POST ${at}`, await asAdmin({ upload_ids: [upload_id] }), 202);
    expect(made).toMatchObject({ calls: 12, depth: 12, write: 15 });
    const renamed = await scene.costOf(`PATCH ${at}/${document_id}`, await asAdmin({ title: "Policy" }));
    expect(renamed).toMatchObject({ calls: 7, depth: 7 });
    const found = await scene.costOf(`GET /v1/admin/projects/${project_id}/passages?q=refunds`, await asAdmin());
    expect(found).toMatchObject({ calls: 6, write: 1 });
    expect(await scene.costOf(`DELETE ${at}/${document_id}`, await asAdmin())).toMatchObject({ calls: 7, depth: 7 });
  });
});

describe("administrators' databases", () => {
  const asAdmin = async (request: string, body?: unknown): Promise<CallCount> => {
    const token = await scene.world.refreshed(scene.tenant.admin);
    const send = () => scene.world.call(request, { token, ...(body !== undefined && { body }) });
    return scene.counter.during(async () => expect((await send()).status).toBe(200));
  };

  it("the list costs two calls at once, a schema that was never read one", async () => {
    expect(await asAdmin("GET /v1/admin/integrations")).toMatchObject({ calls: 2, depth: 1 });
    const schema = `GET /v1/admin/integrations/${scene.own.integration_id}/schema`;
    expect(await asAdmin(schema)).toMatchObject({ calls: 1, depth: 1 });
  });

  it("a test costs the caller, the integration, the budget and its note; its file is read once", async () => {
    const tested = await asAdmin("POST /v1/admin/integrations/test", { integration_id: scene.own.integration_id });
    expect(tested).toMatchObject({ calls: 5, write: 2 });
    expect(tested.commands.filter((command) => command.startsWith("files."))).toEqual(["files.get"]);
  });

  it("a request to read it costs the caller, the integration, the budget, its note and a message; another while it runs one call", async () => {
    const token = await scene.world.refreshed(scene.tenant.admin);
    const ask = () =>
      scene.counter.during(async () => {
        const path = `POST /v1/admin/integrations/${scene.own.integration_id}/introspect`;
        expect((await scene.world.call(path, { token })).status).toBe(202);
      });
    expect(await ask()).toMatchObject({ calls: 5, depth: 5, write: 3 });
    // The caller was just checked.
    expect(await ask()).toMatchObject({ calls: 1, depth: 1, write: 0 });
  });

  it("definitions cost a read of the integration and of themselves; what is tried the budget, too, and two versions", async () => {
    const at = `/v1/admin/integrations/${scene.own.integration_id}/definitions`;
    expect(await asAdmin(`GET ${at}`)).toMatchObject({ calls: 3, depth: 2, write: 0 });
    expect(await asAdmin(`GET ${at}/${scene.own.definition_id}`)).toMatchObject({ calls: 1, depth: 1, write: 0 });
    const words = { kind: "synonym", name: "places", meaning: "regions" };
    expect(await asAdmin(`POST ${at}`, words)).toMatchObject({ calls: 4, depth: 4 });
    await asAdmin("POST /v1/queries/preview", {
      sql: "SELECT name FROM regions",
      integration_id: scene.own.integration_id,
    });
    const metric = { kind: "metric", name: "regions known", table: "regions", sql: "COUNT(*)" };
    expect(await asAdmin(`POST ${at}`, metric)).toMatchObject({ calls: 5, depth: 5 });
  });

  it("marks of columns cost a read of the integration; a change of them the schema's file and one write, too", async () => {
    const at = `/v1/admin/integrations/${scene.own.integration_id}/column-marks`;
    // What does it is loaded by the first request.
    await asAdmin(`GET ${at}`);
    expect(await asAdmin(`GET ${at}`)).toMatchObject({ calls: 2, depth: 1, write: 0 });
    const marked = (mark: string | null) => ({ column_marks: [{ table: "regions", column: "name", mark }] });
    const changed = await asAdmin(`PATCH ${at}`, marked("sensitive"));
    expect(changed).toMatchObject({ calls: 4, depth: 4, write: 1 });
    expect(changed.commands.filter((command) => command.startsWith("files."))).toEqual(["files.get"]);
    expect(await asAdmin(`PATCH ${at}`, marked("sensitive"))).toMatchObject({ write: 0 });
    expect(await asAdmin(`PATCH ${at}`, marked(null))).toMatchObject({ calls: 3, depth: 3, write: 1 });
  });

  it("a verdict writes nothing, a preview the budget alone", async () => {
    const asked = { sql: "SELECT name FROM regions", integration_id: scene.own.integration_id };
    expect(await asAdmin("POST /v1/queries/validate", asked)).toMatchObject({ calls: 2, depth: 2, write: 0 });
    await asAdmin("POST /v1/queries/preview", asked);
    // The database is open by now.
    expect(await asAdmin("POST /v1/queries/preview", asked)).toMatchObject({ calls: 3, depth: 3, write: 1 });
  });
});

describe("golden questions", () => {
  const asAdmin = async (request: string, body?: unknown) =>
    scene.costOf(request, {
      token: await scene.world.refreshed(scene.tenant.admin),
      ...(body !== undefined && { body }),
    });

  it("the list costs two calls at once; keeping one the caller, its database and a transaction; changing one four calls", async () => {
    expect(await asAdmin("GET /v1/admin/questions")).toMatchObject({ calls: 2, depth: 1, write: 0 });
    const asked = {
      question: "How many?",
      integration_id: scene.own.integration_id,
      sql: "SELECT COUNT(*) FROM regions",
    };
    expect(await asAdmin("POST /v1/admin/questions", asked)).toMatchObject({ calls: 3, depth: 3, write: 4 });
    const { body } = await scene.world.call("GET /v1/admin/questions", {
      token: await scene.world.refreshed(scene.tenant.admin),
    });
    const at = `/v1/admin/questions/${body.questions.at(-1).id}`;
    expect(await asAdmin(`PATCH ${at}`, { sql: asked.sql })).toMatchObject({ calls: 4, depth: 4, write: 1 });
    expect(await asAdmin(`DELETE ${at}`)).toMatchObject({ calls: 2, depth: 2, write: 4 });
  });
});

describe("feedback and evaluations", () => {
  const asAdmin = async (request: string, status = 200, body?: unknown) =>
    scene.costOf(
      request,
      { token: await scene.world.refreshed(scene.tenant.admin), ...(body !== undefined && { body }) },
      status,
    );

  it("rating an answer costs four calls: the caller, where the answer is, it and its chat, and one transaction with its place in the list", async () => {
    const at = `PATCH /v1/chats/messages/${scene.own.answer_id}/feedback`;
    expect(await scene.costOf(at, { body: { feedback: "negative" } })).toMatchObject({ calls: 4, write: 4 });
  });

  it("a page of rated answers costs four calls: the list, what it names, and the turns", async () => {
    const listed = await asAdmin("GET /v1/admin/feedback");
    expect(listed).toMatchObject({ calls: 4, write: 0 });
    const done = await asAdmin(`PATCH /v1/admin/feedback/${scene.own.answer_id}`, 200, { status: "done" });
    expect(done).toMatchObject({ calls: 4, write: 1 });
  });

  it("asking for an evaluation costs a transaction and a message, looking at it one read, and ending it three calls", async () => {
    const asked = await asAdmin("POST /v1/admin/evaluations", 202, { model: "rules" });
    expect(asked.commands.slice(-3)).toEqual(["UpdateItemCommand", "TransactWriteItemsCommand", "queue.send"]);
    expect(asked).toMatchObject({ calls: 6 });
    const { evaluations } = (
      await scene.world.call("GET /v1/admin/evaluations", { token: await scene.world.refreshed(scene.tenant.admin) })
    ).body;
    const at = `/v1/admin/evaluations/${evaluations[0].id}`;
    expect(await asAdmin(`GET ${at}`)).toMatchObject({ calls: 2, depth: 1, write: 0 });
    expect(await asAdmin(`GET ${at}/cases`)).toMatchObject({ calls: 3, write: 0 });
    expect(await asAdmin("GET /v1/admin/evaluations")).toMatchObject({ calls: 2, depth: 1, write: 0 });
    expect(await asAdmin(`POST ${at}/cancel`)).toMatchObject({ calls: 5 });
  });
});
