import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { likeStack } from "./hostile-providers.ts";
import type { Scene } from "./scene.ts";

/** What an organization holds once its administrator has been here: of everything one, full of canaries. */
export interface Held {
  admin: string;
  /** A database whose rows are canaries; its statements fail with them. */
  integrationId: string;
  downId: string;
  projectId: string;
  documentId: string;
  queryId: string;
  failingQueryId: string;
}

export async function upload(scene: Scene, token: string, file: { name: string; type: string; content: string }) {
  const form = new FormData();
  form.append("files", new Blob([file.content], { type: file.type }), file.name);
  const { body } = await scene.call(200, "POST /v1/uploads", { token, raw: form });
  return String(body.uploads[0].id);
}

/** A database of the demo's own server, with rows that no log may hold and a reader whose password is one of them. */
async function makeDatabase({ directory, canaries }: Scene) {
  const [ports, secrets] = await Promise.all(
    ["ports.json", "secrets.json"].map(async (name) => JSON.parse(await readFile(join(directory, name), "utf8"))),
  );
  const [database, password] = ["database", "password"].map((what) => canaries.plant(what));
  // A name that the database server itself logs when its password is wrong.
  const user = "reader";
  const server = {
    host: "127.0.0.1",
    port: Number(ports.postgres),
    user: "parley",
    password: secrets.postgresPassword,
  };
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`CREATE DATABASE "${database}"`);
  await client.query(`CREATE ROLE "${user}" LOGIN PASSWORD '${password}'`);
  await client.end();
  const inside = new pg.Client({ ...server, database: String(database) });
  await inside.connect();
  await inside.query("CREATE TABLE notes (id integer PRIMARY KEY, body text NOT NULL)");
  for (const [at, text] of [canaries.plant("row"), likeStack(canaries.plant("row"))].entries())
    await inside.query("INSERT INTO notes VALUES ($1, $2)", [at, text]);
  await inside.query(`COMMENT ON TABLE notes IS '${canaries.plant("comment")}'`);
  await inside.query(`GRANT SELECT ON notes TO "${user}"`);
  await inside.end();
  return { engine: "postgres", host: "127.0.0.1", port: server.port, database, user, password, tls: "off" };
}

async function addSources(scene: Scene, token: string) {
  const { call, canaries } = scene;
  const connection = await makeDatabase(scene);
  const add = async (given: object) =>
    (await call([200, 202], "POST /v1/admin/integrations", { token, body: given })).body.id as string;
  const integrationId = await add({ display_name: canaries.plant("source"), connection });
  const downId = await add({
    display_name: canaries.plant("source"),
    connection: { ...connection, port: 1, password: canaries.plant("password") },
  });
  const wrong = { ...connection, password: canaries.plant("password"), host: `${canaries.plant("host")}.invalid` };
  for (const change of [{}, { host: "127.0.0.1" }, { database: canaries.plant("database"), host: "127.0.0.1" }])
    await call(200, "POST /v1/admin/integrations/test", { token, body: { connection: { ...wrong, ...change } } });
  await call(422, "POST /v1/admin/integrations", { token, body: { connection: { ...wrong, port: "x" } } });
  for (const id of [integrationId, downId]) {
    await call([200, 202], `POST /v1/admin/integrations/${id}/introspect`, { token });
    const { body } = await call(200, `GET /v1/admin/integrations/${id}/schema`, { token });
    expect(body).toBeDefined();
  }
  const schema = async () => (await call(200, `GET /v1/admin/integrations/${integrationId}/schema`, { token })).text;
  await expect.poll(schema, { timeout: 20_000 }).toContain("notes");
  const file = await upload(scene, token, {
    name: `${canaries.plant("file")}.sqlite`,
    type: "application/vnd.sqlite3",
    content: `SQLite format 3\0${canaries.plant("row")}`,
  });
  const sqlite = { display_name: "Broken", connection: { engine: "sqlite", upload_id: file } };
  await call([200, 202, 400], "POST /v1/admin/integrations", { token, body: sqlite });
  return { integrationId, downId };
}

async function addQueries({ call, canaries }: Scene, token: string, integration_id: string) {
  const make = async (sql: string) => {
    const texts = {
      title: canaries.plant("title"),
      prompt: canaries.plant("prompt"),
      keywords: [canaries.plant("word")],
    };
    return (await call(200, "POST /v1/queries", { token, body: { ...texts, sql, integration_id } })).body.id as string;
  };
  const failing = "SELECT CAST(body AS integer) FROM notes WHERE body <> {{given}}";
  const [queryId, failingQueryId] = await Promise.all([make("SELECT body FROM notes ORDER BY id"), make(failing)]);
  const parameters = { given: canaries.plant("parameter") };
  for (const sql of [
    failing,
    `SELECT '${canaries.plant("sql")}' FROM nowhere`,
    `DELETE FROM "${canaries.plant("sql")}"`,
  ])
    await call([200, 400], "POST /v1/queries/preview", { token, body: { sql, parameters, integration_id } });
  await call([200, 400], "POST /v1/queries/validate", { token, body: { sql: `SELECT '${canaries.plant("sql")}` } });
  const definition = {
    kind: "metric",
    name: canaries.plant("name"),
    table: "notes",
    sql: `SUM(${canaries.plant("sql")})`,
  };
  await call([200, 400], `POST /v1/admin/integrations/${integration_id}/definitions`, { token, body: definition });
  const marks = [{ table: canaries.plant("table"), column: canaries.plant("column"), mark: "hidden" }];
  await call(400, `PATCH /v1/admin/integrations/${integration_id}/column-marks`, {
    token,
    body: { column_marks: marks },
  });
  return { queryId, failingQueryId };
}

async function addDocuments(scene: Scene, token: string) {
  const { call, canaries } = scene;
  const project = {
    name: canaries.plant("project"),
    description: canaries.plant("text"),
    tags: [canaries.plant("tag")],
  };
  const projectId = (await call(200, "POST /v1/admin/projects", { token, body: project })).body.id as string;
  const files = [
    {
      name: `${canaries.plant("file")}.md`,
      type: "text/markdown",
      content: `# Leave\n\n${canaries.plant("passage")} is 28 days.\n`,
    },
    {
      name: `${canaries.plant("file")}.pdf`,
      type: "application/pdf",
      content: `%PDF-1.7\n${canaries.plant("passage")}`,
    },
    { name: `${canaries.plant("file")}.txt`, type: "text/plain", content: likeStack(canaries.plant("passage")) },
  ];
  const upload_ids: string[] = [];
  for (const file of files) upload_ids.push(await upload(scene, token, file));
  const path = `/v1/admin/projects/${projectId}/documents`;
  const made = await call(202, `POST ${path}`, { token, body: { upload_ids } });
  const ended = async () => {
    const { body } = await call(200, `GET ${path}`, { token });
    return body.documents.every(({ status }: { status: string }) => ["ready", "failed"].includes(status));
  };
  await expect.poll(ended, { timeout: 60_000 }).toBe(true);
  await call(200, `GET /v1/admin/projects/${projectId}/passages?q=${canaries.plant("query")}`, { token });
  const documentId = String(made.body.documents[0].id);
  await call(200, `GET /v1/projects/${projectId}/documents/${documentId}/passages`, { token });
  return { projectId, documentId };
}

/** Members, rules, memories, agents and golden questions: made, changed, refused, taken away. */
async function addTexts({ call, canaries }: Scene, token: string, integration_id: string): Promise<void> {
  const email = `${canaries.plant("address")}@quillmere.example.com`;
  const member = { email, name: canaries.plant("person"), role: "member" };
  const { body: made } = await call(200, "POST /v1/admin/members", { token, body: member });
  await call([400, 409], "POST /v1/admin/members", { token, body: member });
  await call(400, "POST /v1/admin/members", { token, body: { ...member, email: canaries.plant("address") } });
  const rename = { name: canaries.plant("person") };
  await call(200, `PATCH /v1/admin/members/${made.id}`, { token, body: rename });
  await call(
    [200, 400],
    `GET /v1/admin/members?search=${encodeURIComponent(email)}&cursor=${canaries.plant("cursor")}`,
    { token },
  );

  const rule = await call(200, "POST /v1/organization-rules", { token, body: { content: canaries.plant("rule") } });
  await call(200, `PATCH /v1/organization-rules/${rule.body.id}`, { token, body: { content: canaries.plant("rule") } });
  await call(404, `DELETE /v1/organization-rules/${canaries.plant("id")}`, { token });
  const memory = { member_id: made.id, content: canaries.plant("memory") };
  const { body: kept } = await call(200, "POST /v1/admin/user-memories", { token, body: memory });
  const memoryPath = `/v1/admin/user-memories/${kept.id}?member_id=${made.id}`;
  await call(200, `PATCH ${memoryPath}`, { token, body: { content: canaries.plant("memory") } });
  await call(400, "POST /v1/admin/user-memories", { token, body: { ...memory, member_id: canaries.plant("id") } });
  await call(400, "POST /v1/admin/user-memories/reorder", {
    token,
    body: { member_id: made.id, memory_ids: [canaries.plant("id")] },
  });
  await call(200, `DELETE ${memoryPath}`, { token });

  const agent = { name: canaries.plant("agent"), instructions: canaries.plant("instruction"), published: true };
  const { body: madeAgent } = await call(200, "POST /v1/admin/agents", { token, body: agent });
  await call([200, 400], `PATCH /v1/admin/agents/${madeAgent.id}`, {
    token,
    body: { model_id: canaries.plant("model") },
  });
  const golden = {
    question: canaries.plant("question"),
    integration_id,
    sql: "SELECT CAST(body AS integer) FROM notes",
  };
  const { body: question } = await call(200, "POST /v1/admin/questions", { token, body: golden });
  const { body: run } = await call([200, 202], "POST /v1/admin/evaluations", {
    token,
    body: { question_ids: [question.id], draft: { rule: { content: canaries.plant("rule") } } },
  });
  await call(200, `GET /v1/admin/evaluations/${run.id}?wait=20`, { token });
  await call(200, `GET /v1/admin/evaluations/${run.id}/cases`, { token });
  await call(200, "GET /v1/admin/feedback", { token });
  await call(404, `PATCH /v1/admin/feedback/${randomUUID()}`, { token, body: { status: "open" } });
}

/** Plays an administrator. */
export async function administer(scene: Scene): Promise<Held> {
  const admin = await scene.signIn(scene.organization.members.find(({ role }) => role === "admin")?.email ?? "");
  const sources = await addSources(scene, admin);
  const queries = await addQueries(scene, admin, sources.integrationId);
  const documents = await addDocuments(scene, admin);
  await addTexts(scene, admin, sources.integrationId);
  return { admin, ...sources, ...queries, ...documents };
}
