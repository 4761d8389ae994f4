import { randomUUID } from "node:crypto";
import { openSocket } from "../../support/socket.ts";
import { upload, type Held } from "./administration.ts";
import type { Scene } from "./scene.ts";

/** A new member with a token: the budget of messages is each member's own. */
async function newMember({ call, canaries, signIn }: Scene, { admin }: Held): Promise<string> {
  const email = `${canaries.plant("address")}@quillmere.example.com`;
  const body = { email, name: canaries.plant("person"), role: "member" };
  await call(200, "POST /v1/admin/members", { token: admin, body });
  return signIn(email);
}

async function newChat({ call, canaries }: Scene, token: string, body: object = {}): Promise<string> {
  const { body: chat } = await call(200, "POST /v1/chats/create", {
    token,
    body: { title: canaries.plant("title"), ...body },
  });
  return String(chat.id);
}

/** The streamed route: answers of rules, of rows, of saved queries, of a database that is down, of files, of failing models. */
async function stream(scene: Scene, held: Held, words: readonly string[]): Promise<void> {
  const { call, canaries } = scene;
  const { integrationId: integration_id } = held;
  const ask = async (body: object, status: number | readonly number[] = 200) => {
    const token = await newMember(scene, held);
    const chat_id = await newChat(scene, token);
    const message = canaries.plant("message");
    return {
      token,
      chat_id,
      message,
      ...(await call(status, "POST /v1/chats", { token, body: { chat_id, message, ...body } })),
    };
  };
  for (const word of words) {
    const message = `${canaries.plant("message")} please ${word}`;
    await ask({ model: "hostile", message, integration_id, include_tool_events: true });
  }
  const rules = { model: "rules", integration_id };
  await ask({ ...rules, message: "List the body of all notes" });
  await ask({ ...rules, message: `How many notes have the body ${canaries.plant("message")}?` });
  await ask({ ...rules, integration_id: held.downId });
  await ask({ ...rules, saved_query_id: held.queryId });
  await ask({ ...rules, saved_query_id: held.failingQueryId, parameters: { given: canaries.plant("parameter") } });
  await ask({ ...rules, saved_query_id: held.failingQueryId }, 400);
  await ask({ integration_id: canaries.plant("id") }, 400);
  await ask({ upload_ids: [canaries.plant("id")] }, 404);
  await ask({ chat_id: canaries.plant("id") }, 404);
  await ask({ message: canaries.plant("message").repeat(400) }, 422);
}

/** Files that are asked about; some of them cannot be read. */
async function askOfFiles(scene: Scene, held: Held): Promise<void> {
  const { call, canaries } = scene;
  const token = await newMember(scene, held);
  const file = (ending: string, type: string, content: string) => ({
    name: `${canaries.plant("file")}.${ending}`,
    type,
    content,
  });
  const files = [
    file("csv", "text/csv", `name,amount\n${canaries.plant("cell")},12\n`),
    file(
      "xlsx",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      `PK\u0003\u0004${canaries.plant("cell")}`,
    ),
    file("json", "application/json", `[{"${canaries.plant("cell")}": `),
  ];
  for (const given of files) {
    const chat_id = await newChat(scene, token);
    const body = {
      chat_id,
      message: "What is the total amount?",
      model: "rules",
      upload_ids: [await upload(scene, token, given)],
    };
    await call(200, "POST /v1/chats", { token, body });
  }
  const announced = { filename: `${canaries.plant("file")}.csv`, mime_type: "text/csv", size_bytes: 4 };
  const { body } = await call(200, "POST /v1/uploads", { token, body: { files: [announced] } });
  const { upload_url, upload_headers } = body.uploads[0];
  canaries.keep("signature", new URL(String(upload_url)).searchParams.get("X-Amz-Signature") ?? "");
  const { "Content-Length": _length, ...headers } = upload_headers;
  for (const content of [canaries.plant("cell"), "a,b\n"])
    await (await fetch(upload_url, { method: "PUT", headers, body: content })).text();
  await call(200, `GET /v1/uploads/${body.uploads[0].id}`, { token });
  const wrong = new FormData();
  wrong.append("files", new Blob(["x"], { type: "application/x-thing" }), `${canaries.plant("file")}.exe`);
  await call(400, "POST /v1/uploads", { token, raw: wrong });
}

/** The durable route: accepted, repeated, contradicted, awaited, replayed, cancelled. */
async function submit(scene: Scene, held: Held): Promise<void> {
  const { call, canaries, organization } = scene;
  const token = await newMember(scene, held);
  const chat = await newChat(scene, token, { integration_id: held.integrationId });
  const path = `/v1/agents/${organization.agents[0]?.id}/chats/${chat}/turns`;
  const body = {
    client_request_id: canaries.plant("request"),
    message: `${canaries.plant("message")} please crash`,
    model: "hostile",
  };
  const { body: turn } = await call(202, `POST ${path}`, { token, body });
  await call(202, `POST ${path}`, { token, body });
  await call(409, `POST ${path}`, { token, body: { ...body, message: canaries.plant("message") } });
  await call(200, `GET ${path}/${turn.turn_id}?wait=20`, { token });
  await call(200, `GET ${path}/${turn.turn_id}/events`, { token });
  await call(200, `POST ${path}/${turn.turn_id}/cancel`, { token });
  await call(404, `GET ${path}/${canaries.plant("id")}`, { token });
  const unknown = { ...body, client_request_id: randomUUID(), integration_id: canaries.plant("id") };
  await call(400, `POST ${path}`, { token, body: unknown });
  const { body: read } = await call(200, `GET /v1/chats/${chat}?limit=200`, { token });
  const [first] = read.messages;
  const note = { feedback: "negative", note: canaries.plant("note") };
  await call([200, 404], `PATCH /v1/chats/messages/${read.messages.at(-1).id}/feedback`, { token, body: note });
  const edit = { content: canaries.plant("message"), model: "rules" };
  await call(200, `POST /v1/chats/${chat}/messages/${first.id}/edit`, { token, body: edit });
  await call(200, `GET /v1/chats?search=${canaries.plant("search")}`, { token });
  await call(400, `GET /v1/chats?cursor=${canaries.plant("cursor")}`, { token });
  await call(200, `DELETE /v1/chats/${chat}`, { token });
}

/** Sockets: let in, refused, spoken to, left in the middle of an answer. */
async function speak(scene: Scene, held: Held): Promise<void> {
  const { canaries, wsUrl } = scene;
  const token = await newMember(scene, held);
  const chat_id = await newChat(scene, token);
  const refused = await openSocket(wsUrl);
  refused.send({ action: "authenticate", token: canaries.plant("token") });
  await refused.closed;
  await openSocket(wsUrl, { query: `?token=${canaries.plant("token")}` }).catch(() => undefined);
  const socket = await openSocket(wsUrl, { token, query: "?heartbeat=1" });
  await socket.next("authenticated");
  for (const frame of [
    `{"${canaries.plant("frame")}`,
    { action: canaries.plant("action") },
    { action: "send_message", message: canaries.plant("message") },
  ])
    socket.send(frame);
  const ask = (word: string) => ({
    action: "send_message",
    chat_id,
    model: "hostile",
    message: `${canaries.plant("message")} please ${word}`,
  });
  socket.send({ ...ask("speak"), include_tool_events: true });
  const { data } = await socket.next("message");
  socket.send({
    action: "edit_message",
    message_id: (await socket.next("chat_metadata")).data.user_message_id,
    content: canaries.plant("message"),
  });
  await socket.next("message", socket.frames.length);
  socket.send({ action: "delete_message", message_id: data.id });
  socket.send({ action: "interrupt" });
  socket.send({ action: "ping" });
  await socket.next("pong");
  socket.send(ask("cut"));
  await socket.next("chat_metadata", socket.frames.length);
  socket.terminate();
}

/** Voice and clips. */
async function listen(scene: Scene, held: Held): Promise<void> {
  const { call, canaries } = scene;
  const token = await newMember(scene, held);
  const { body: session } = await call(200, "POST /v1/voice/sessions", {
    token,
    body: { integration_id: held.integrationId },
  });
  canaries.keep("room token", session.token);
  await call(404, "POST /v1/voice/sessions", { token, body: { integration_id: canaries.plant("id") } });
  const timing = {
    client_trace_id: "trace-1",
    marks: { [`${canaries.plant("mark")}@example.com`]: 12 },
    user_agent: canaries.plant("agent"),
  };
  await call(204, "POST /v1/voice/timing", { token, body: timing });
  for (const type of ["audio/mp4", "audio/mp4", "audio/mp4", "audio/wav"]) {
    const form = new FormData();
    const clip = Buffer.from(`\0\0\0\x18ftypM4A 0000000000000000${canaries.plant("sound")}`);
    form.append("file", new Blob([clip], { type }), `${canaries.plant("file")}.m4a`);
    await call([400, 500], "POST /v1/audio/transcribe", { token, raw: form });
  }
}

const ways = ["speak", "refuse", "forbid", "crash", "cut", "broken", "malformed", "unknown", "statement", "search"];

/** Plays members: whatever they say, ask, send or break. */
export async function converse(scene: Scene, held: Held): Promise<void> {
  await Promise.all([
    stream(scene, held, ways),
    askOfFiles(scene, held),
    submit(scene, held),
    speak(scene, held),
    listen(scene, held),
  ]);
}
