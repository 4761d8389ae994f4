import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { upload, type Held } from "./administration.ts";
import type { Scene } from "./scene.ts";

/** Sign-ins that fail and page sessions. */
async function signIns({ call, canaries, organization }: Scene): Promise<void> {
  const key = { "x-api-key": organization.api_key };
  const json = { "content-type": "application/json" };
  const stranger = { email: `${canaries.plant("address")}@nowhere.example`, user_key: "A".repeat(43) };
  await call(401, "POST /v1/authenticate", { headers: key, body: stranger });
  await call(401, "POST /v1/authenticate", { headers: { "x-api-key": canaries.plant("key") }, body: stranger });
  await call(400, "POST /v1/authenticate", { headers: key, body: { ...stranger, email: canaries.plant("address") } });
  await call(422, "POST /v1/authenticate", { headers: key, body: { ...stranger, user_key: canaries.plant("key") } });
  await call(422, "POST /v1/authenticate", {
    headers: { ...key, ...json },
    raw: `{"email": "${canaries.plant("address")}`,
  });
  const [{ email, user_key } = { email: "", user_key: "" }] = organization.members;
  const { body } = await call(200, "POST /v1/session-codes", { headers: key, body: { email, user_key } });
  const code = canaries.keep("code", new URL(body.url).hash.slice(1).replace(/^code=/, ""));
  const page = await call(200, "POST /v1/sessions", { body: { code } });
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  canaries.keep("cookie", cookie.split("=")[1] ?? "");
  canaries.keep("token", page.body.token);
  await call([200, 401, 403], "POST /v1/sessions/renew", { headers: { cookie } });
  await call(401, "POST /v1/sessions", { body: { code } });
  await call([401, 403], "POST /v1/sessions/renew", {
    headers: { cookie: `${cookie.split("=")[0]}=${canaries.plant("cookie")}` },
  });
}

/** Requests that nobody should send. */
async function oddRequests({ call, canaries }: Scene, token: string): Promise<void> {
  const word = (what: string) => canaries.plant(what);
  const json = { "content-type": "application/json" };
  await call(404, `GET /v1/${word("path")}`, { token });
  await call(405, `PUT /v1/chats?${word("query")}=${word("query")}`, { token });
  await call(401, "GET /v1/me", { token: word("token") });
  await call(401, "GET /v1/me", { headers: { authorization: `Basic ${word("token")}` } });
  for (const path of [
    `chats/${word("id")}`,
    `chats/x/messages/${word("id")}`,
    `chats/${word("id")}/visualizations/x/rows`,
    `uploads/${word("id")}`,
  ])
    await call(404, `GET /v1/${path}`, { token });
  await call([400, 404], `GET /v1/chats/%ff${word("id")}%00`, { token });
  for (const raw of [
    `{"title": ${word("body")}}`,
    `{"title": "${word("body")}`,
    `\ufeff"${word("body")}"`,
    `${"[".repeat(9_000)}"${word("body")}"`,
  ])
    await call([200, 422], "POST /v1/chats/create", { token, headers: json, raw });
  await call(422, "POST /v1/user-memories", { token, body: { content: [word("body")] } });
  await call([200, 400, 415, 422], "POST /v1/user-memories", {
    token,
    headers: { "content-type": word("type") },
    raw: word("body"),
  });
  await call([400, 422], "POST /v1/uploads", {
    token,
    headers: { "content-type": `multipart/form-data; boundary=${word("type")}` },
    raw: word("body"),
  });
  await call(200, "POST /v1/user-memories", { token, body: { content: word("memory") } });
}

/** Files that are gone under the service: what reads them fails, with their names. */
async function lostFiles(scene: Scene, { admin: token, projectId, documentId }: Held): Promise<void> {
  const { call, canaries, directory } = scene;
  const id = await upload(scene, token, {
    name: `${canaries.plant("file")}.csv`,
    type: "text/csv",
    content: `a\n${canaries.plant("cell")}\n`,
  });
  const { body: chat } = await call(200, "POST /v1/chats/create", { token, body: {} });
  const files = join(directory, "files");
  for (const name of await readdir(files)) await rm(join(files, name), { recursive: true });
  const body = { chat_id: chat.id, message: `What is in ${canaries.plant("message")}?`, upload_ids: [id] };
  await call(200, "POST /v1/chats", { token, body });
  await call([200, 404, 500], `GET /v1/admin/projects/${projectId}/passages?q=${canaries.plant("query")}`, { token });
  await call([200, 404, 500], `GET /v1/projects/${projectId}/documents/${documentId}/passages`, { token });
  await call([200, 500], "POST /v1/uploads", {
    token,
    body: { files: [{ filename: `${canaries.plant("file")}.csv`, mime_type: "text/csv", size_bytes: 3 }] },
  });
}

/** Plays strangers, broken clients and a broken disk. */
export async function knock(scene: Scene, held: Held): Promise<void> {
  await signIns(scene);
  await oddRequests(scene, held.admin);
  await lostFiles(scene, held);
}
