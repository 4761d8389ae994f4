import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { WebSocket } from "ws";
import { meetFaults } from "./faults.ts";
import { originSecret, type Stage } from "./stage.ts";

/** Values that the service answered: the contract's tests check their shapes, here they are only passed on. */
type Fields = Record<string, never> & Record<string, unknown>;

interface Sent {
  token?: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  status?: number;
}

type Call = (request: string, sent?: Sent) => Promise<{ json: Fields; text: string; cookie: string }>;

const text = (value: unknown): string => {
  assert.equal(typeof value, "string");
  return String(value);
};
const list = (value: unknown): Fields[] => {
  assert.ok(Array.isArray(value));
  return value as Fields[];
};
const idOf = (value: unknown): string => text((value as Fields | undefined)?.["id"]);

/** Calls the stage as the edge would pass a client's request on. */
const caller =
  ({ cloud }: Stage): Call =>
  async (request, { token, body, form, headers = {}, status = 200 } = {}) => {
    const [method = "", path = ""] = request.split(" ");
    const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(cloud.baseUrl + path, {
      method,
      headers: {
        "x-origin-secret": originSecret,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
    const answer = await response.text();
    assert.equal(response.status, status, `${request}: ${response.status} ${answer}`);
    const isJson = response.headers.get("content-type")?.includes("json") === true && answer !== "";
    const [cookie = ""] = response.headers.getSetCookie();
    return { json: (isJson ? JSON.parse(answer) : {}) as Fields, text: answer, cookie: cookie.split(";")[0] ?? "" };
  };

/** What has to happen soon: a scenario that is stuck says what it waits for. */
const soon = <T>(what: string, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    wait(20_000, undefined, { ref: false }).then(() => {
      throw new Error(`nothing came: ${what}`);
    }),
  ]);

/** A socket behind the edge. */
async function connect({ cloud }: Stage, token: string | undefined) {
  const socket = new WebSocket(cloud.wsUrl, {
    headers: { "x-origin-secret": originSecret, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  const frames: Fields[] = [];
  const closed = once(socket, "close");
  let seen: (() => void) | undefined;
  socket.on("message", (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Fields);
    seen?.();
  });
  await soon("a connection", once(socket, "open"));
  return {
    closed: () => soon("the end of the connection", closed),
    send: (frame: unknown) => socket.send(JSON.stringify(frame)),
    /** The next frame of one of these events, now or when it comes; earlier ones are forgotten. */
    async next(...events: string[]): Promise<Fields> {
      for (;;) {
        const at = frames.findIndex((frame) => [...events, "error"].includes(String(frame["event"])));
        const frame = at < 0 ? undefined : frames.splice(0, at + 1)[at];
        if (frame === undefined) {
          await soon(events.join(" or "), new Promise<void>((resolve) => (seen = resolve)));
        } else if (events.includes(String(frame["event"]))) return frame["data"] as unknown as Fields;
        else throw new Error(JSON.stringify(frame));
      }
    },
    close: () => socket.close(),
    terminate: () => socket.terminate(),
  };
}

/** Uses the whole of the service once, each function for all that it can do. */
export async function useEverything(stage: Stage): Promise<void> {
  const call = caller(stage);
  const [organization] = stage.demo.organizations;
  assert.ok(organization);
  const enter = async (role: string, position = 0): Promise<{ token: string; member_id: string }> => {
    const member = organization.members.filter((one) => one.active && one.role === role)[position];
    assert.ok(member, `${organization.name} has ${role} ${position}`);
    const { email, user_key } = member;
    const headers = { "x-api-key": organization.api_key };
    const { json } = await call("POST /v1/authenticate", { headers, body: { email, user_key } });
    return { token: text(json["token"]), member_id: member.id };
  };
  const [admin, member, second] = await Promise.all([enter("admin"), enter("member"), enter("member", 1)]);
  const integration_id = organization.integrations.find(({ engine }) => engine === "postgres")?.id;
  const project = organization.projects[0]?.id;

  await useSessions(call, organization);
  await useCatalog(call, admin.token, integration_id);
  await useMemoriesAndRules(call, admin.token, member.token, member.member_id);
  await useMembers(call, admin.token);
  await useCollections(call, admin.token);
  await useAgents(call, admin.token);
  await useSources(call, admin.token, integration_id);
  await useVoice(call, member.token, integration_id);
  const clip = await putClip(call, member.token);
  await useAudio(call, member.token, clip);
  const rated = await useChats(call, member.token, { integration_id, project });
  await useGoldenQuestions(call, admin.token, rated);
  await call(`DELETE /v1/chats/${rated.chat_id}`, { token: member.token });
  const own = { organization_id: organization.id, member_id: second.member_id };
  await useTurns(call, second.token, { integration_id, project }, { stage, owner: own });
  await useSockets(stage, call, admin.token, { integration_id, project });
  for (const path of ["/docs", "/v1/openapi.json", "/v1/asyncapi.json"]) await call(`GET ${path}`);
  await call("GET /v1/nothing", { status: 404 });
}

async function useSessions(call: Call, { api_key, members }: Stage["demo"]["organizations"][number]): Promise<void> {
  const member = members.find(({ active }) => active);
  assert.ok(member);
  const { email, user_key } = member;
  const headers = { "x-api-key": api_key };
  const { json } = await call("POST /v1/session-codes", { headers, body: { email, user_key } });
  const body = { code: new URL(text(json["url"])).hash.replace("#code=", "") };
  const signedIn = await call("POST /v1/sessions", { body });
  const renewed = await call("POST /v1/sessions/renew", { headers: { cookie: signedIn.cookie } });
  await call("DELETE /v1/sessions", { headers: { cookie: renewed.cookie }, status: 204 });
}

async function useCatalog(call: Call, token: string, integration_id: string | undefined): Promise<void> {
  for (const path of ["integrations", "projects", "models", "agents", "queries"])
    await call(`GET /v1/${path}`, { token });
  const sql = "SELECT count(*) FROM customers";
  const body = { title: "Customers", prompt: "How many customers are there?", sql, integration_id };
  const id = idOf((await call("POST /v1/queries", { token, body })).json);
  await call(`PATCH /v1/queries/${id}`, { token, body: { title: "All customers" } });
  await call(`DELETE /v1/queries/${id}`, { token });
}

async function useMemoriesAndRules(call: Call, admin: string, member: string, memberId = ""): Promise<void> {
  for (const content of ["short answers", "euros"])
    await call("POST /v1/user-memories", { token: member, body: { content } });
  const own = list((await call("GET /v1/user-memories", { token: member })).json["user_memories"]).map(idOf);
  await call(`PATCH /v1/user-memories/${own[0]}`, { token: member, body: { content: "shorter answers" } });
  await call("POST /v1/user-memories/reorder", { token: member, body: { memory_ids: own.toReversed() } });
  await call(`DELETE /v1/user-memories/${own[0]}`, { token: member });
  const body = { member_id: memberId, content: "speaks of units, not pieces" };
  const made = idOf((await call("POST /v1/admin/user-memories", { token: admin, body })).json);
  const all = list(
    (await call(`GET /v1/admin/user-memories?member_id=${memberId}`, { token: admin })).json["user_memories"],
  ).map(idOf);
  await call("POST /v1/admin/user-memories/reorder", {
    token: admin,
    body: { member_id: memberId, memory_ids: all.toReversed() },
  });
  await call(`PATCH /v1/admin/user-memories/${made}?member_id=${memberId}`, {
    token: admin,
    body: { content: "says units" },
  });
  await call(`DELETE /v1/admin/user-memories/${made}?member_id=${memberId}`, { token: admin });

  const rule = idOf(
    (await call("POST /v1/organization-rules", { token: admin, body: { content: "Round to euros." } })).json,
  );
  await call(`PATCH /v1/organization-rules/${rule}`, { token: admin, body: { content: "Round to cents." } });
  await call("GET /v1/organization-rules", { token: admin });
  await call(`DELETE /v1/organization-rules/${rule}`, { token: admin });
}

async function useMembers(call: Call, token: string): Promise<void> {
  const email = "newcomer@example.com";
  const made = (await call("POST /v1/admin/members", { token, body: { email, name: "Newcomer", role: "admin" } })).json;
  const at = `/v1/admin/members/${idOf(made)}`;
  await call(`PATCH ${at}`, { token, body: { role: "member" } });
  await call(`PATCH ${at}`, { token, body: { active: false } });
  const { json } = await call("GET /v1/admin/members?active=false&search=newcomer", { token });
  assert.deepEqual(list(json["members"]).map(idOf), [idOf(made)]);
}

async function useAgents(call: Call, token: string): Promise<void> {
  const body = { name: "Sales", model_id: "rules", published: true };
  const first = idOf((await call("POST /v1/admin/agents", { token, body })).json);
  const second = idOf((await call("POST /v1/admin/agents", { token, body: { name: "Draft" } })).json);
  const agents = list((await call("GET /v1/admin/agents", { token })).json["agents"]);
  const former = idOf(agents.find(({ is_default }) => is_default));
  await call(`PATCH /v1/admin/agents/${first}`, { token, body: { is_default: true } });
  await call(`PATCH /v1/admin/agents/${former}`, { token, body: { is_default: true } });
  for (const id of [first, second]) await call(`DELETE /v1/admin/agents/${id}`, { token });
}

async function useCollections(call: Call, token: string): Promise<void> {
  const at = "/v1/admin/projects";
  const project = idOf((await call(`POST ${at}`, { token, body: { name: "Policies" } })).json);
  const upload_ids = [await putTable(call, token)];
  const documents = `${at}/${project}/documents`;
  const made = (await call(`POST ${documents}`, { token, status: 202, body: { upload_ids } })).json;
  const id = idOf(list(made["documents"])[0]);
  const isReady = async () =>
    list((await call(`GET ${documents}`, { token })).json["documents"])[0]?.["status"] === "ready";
  for (let looks = 0; !(await isReady()); looks += 1) {
    assert.ok(looks < 300, "the document is read");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { json } = await call(`GET ${at}/${project}/passages?q=amount`, { token });
  assert.equal(list(json["passages"]).length, 1);
  await call(`PATCH ${documents}/${id}`, { token, body: { title: "Amounts" } });
  await call(`DELETE ${documents}/${id}`, { token });
  await call(`POST ${documents}`, { token, status: 202, body: { upload_ids } });
  await call(`PATCH ${at}/${project}`, { token, body: { member_ids: [] } });
  assert.ok(list((await call(`GET ${at}`, { token })).json["projects"]).some((one) => idOf(one) === project));
  await call(`DELETE ${at}/${project}`, { token });
}

async function useSources(call: Call, token: string, integration_id = ""): Promise<void> {
  await call("GET /v1/admin/integrations", { token });
  const tested = await call("POST /v1/admin/integrations/test", { token, body: { integration_id } });
  assert.equal(tested.json["connected"], true, tested.text);
  await call(`GET /v1/admin/integrations/${integration_id}/schema`, { token });
  const asked = await call(`POST /v1/admin/integrations/${integration_id}/introspect`, { token, status: 202 });
  assert.equal(asked.json["status"], "running", asked.text);
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE depots (id INTEGER PRIMARY KEY)");
  const bytes = new Uint8Array(database.serialize());
  database.close();
  const upload_id = await put(call, token, { filename: "depots.sqlite", mime_type: "application/vnd.sqlite3", bytes });
  const body = { display_name: "Depots", connection: { engine: "sqlite", upload_id } };
  const id = idOf((await call("POST /v1/admin/integrations", { token, body })).json);
  await call(`PATCH /v1/admin/integrations/${id}`, { token, body: { display_name: "All depots" } });
  const depots = { sql: "SELECT count(*) FROM depots", integration_id: id };
  await call("POST /v1/queries/preview", { token, body: depots });
  await useDefinitions(call, token, `/v1/admin/integrations/${id}/definitions`);
  const marks = `/v1/admin/integrations/${id}/column-marks`;
  await call(`PATCH ${marks}`, {
    token,
    body: { column_marks: [{ table: "depots", column: "id", mark: "sensitive" }] },
  });
  await call(`GET ${marks}`, { token });
  await call(`DELETE /v1/admin/integrations/${id}`, { token });
  const sql = "SELECT count(*) FROM customers";
  await call("POST /v1/queries/validate", { token, body: { sql, integration_id } });
  await call("POST /v1/queries/preview", { token, body: { sql, integration_id } });
}

async function useDefinitions(call: Call, token: string, at: string): Promise<void> {
  const metric = { kind: "metric", name: "depots there", table: "depots", sql: "COUNT(*)" };
  const id = idOf((await call(`POST ${at}`, { token, body: metric })).json);
  await call(`GET ${at}`, { token });
  await call(`PATCH ${at}/${id}`, { token, body: { description: "All of them." } });
  await call(`GET ${at}/${id}?version=1`, { token });
  await call(`DELETE ${at}/${id}`, { token });
}

async function useVoice(call: Call, token: string, integration_id: string | undefined): Promise<void> {
  const session = (await call("POST /v1/voice/sessions", { token, body: { integration_id } })).json;
  await call("POST /v1/voice/sessions", { token, body: { integration_id, chat_id: session["chat_id"] } });
  await call("POST /v1/voice/timing", {
    token,
    body: { client_trace_id: "trace", marks: { room: 12.5 } },
    status: 204,
  });
}

/** A clip's container begins like this. */
const clipBytes = () => {
  const bytes = new Uint8Array(64);
  bytes.set([0, 0, 0, 24, ...Buffer.from("ftypM4A ")]);
  return bytes;
};

/** Puts a file straight into the bucket, so that only the bucket knows that it is there. */
async function put(
  call: Call,
  token: string,
  { filename, mime_type, bytes }: { filename: string; mime_type: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const files = [{ filename, mime_type, size_bytes: bytes.length }];
  const [signed] = list((await call("POST /v1/uploads", { token, body: { files } })).json["uploads"]);
  const headers = signed?.["upload_headers"] as unknown as Record<string, string>;
  const answer = await fetch(text(signed?.["upload_url"]), { method: "PUT", headers, body: bytes });
  assert.equal(answer.status, 200);
  await call(`GET /v1/uploads/${idOf(signed)}`, { token });
  return idOf(signed);
}

const putClip = (call: Call, token: string) =>
  put(call, token, { filename: "clip.m4a", mime_type: "audio/m4a", bytes: clipBytes() });
const putTable = (call: Call, token: string) =>
  put(call, token, {
    filename: "amounts.csv",
    mime_type: "text/csv",
    bytes: new TextEncoder().encode("name,amount\na,1\nb,2\n"),
  });

async function sendTable(call: Call, token: string): Promise<string> {
  const form = new FormData();
  form.append("files", new File(["name,amount\na,1\nb,2\n"], "amounts.csv", { type: "text/csv" }));
  return idOf(list((await call("POST /v1/uploads", { token, form })).json["uploads"])[0]);
}

async function useAudio(call: Call, token: string, clip: string): Promise<void> {
  const form = new FormData();
  form.append("file", new File([clipBytes()], "clip.m4a", { type: "audio/m4a" }));
  await call("POST /v1/audio/transcribe", { token, form });
  await call("POST /v1/audio/transcribe", { token, body: { upload_id: clip } });
}

interface About {
  integration_id: string | undefined;
  project: string | undefined;
}

async function newChat(call: Call, token: string, { integration_id, project }: About): Promise<Fields> {
  const body = { integration_id, scoped_project_ids: [project] };
  return (await call("POST /v1/chats/create", { token, body })).json;
}

interface Rated {
  chat_id: string;
  message_id: string;
}

/** Asks and rates. Returns the answer that was rated, in a chat that is there. */
async function useChats(call: Call, token: string, about: About): Promise<Rated> {
  const id = idOf(await newChat(call, token, about));
  const upload = await sendTable(call, token);
  const ask = (message: string, more: object = {}) =>
    call("POST /v1/chats", { token, body: { chat_id: id, message, ...more } });
  const answer = await ask("How many customers are there in each region?", { upload_ids: [upload] });
  assert.match(answer.text, /event: message/);
  const shown = /"id":"([^"]+)","type":"table"/.exec(answer.text) ?? /"table_id":"([^"]+)"/.exec(answer.text);
  assert.ok(shown, "the answer shows a table");
  await ask("What is our policy on returns?");
  await call("GET /v1/chats", { token });
  const messages = list((await call(`GET /v1/chats/${id}`, { token })).json["messages"]);
  const final = messages.findLast(({ type }) => type === "final");
  await call(`GET /v1/chats/${id}/messages/${idOf(messages[0])}`, { token });
  await call(`PATCH /v1/chats/messages/${idOf(final)}/feedback`, { token, body: { feedback: "positive" } });
  await call(`GET /v1/chats/${id}/visualizations/${shown[1]}/rows`, { token });
  await call(`GET /v1/chats/${id}/visualizations/${shown[1]}/rows.csv`, { token });
  const asked = idOf(messages.find(({ type }) => type === "final"));
  await call(`GET /v1/chats/${id}/messages/${asked}/receipt`, { token });
  await call(`POST /v1/chats/${id}/messages/${asked}/receipt/verify`, { token });
  await call(`PATCH /v1/chats/messages/${asked}/feedback`, { token, body: { feedback: "negative" } });
  // Kept in the item of the answer, until something is said of it.
  const called = idOf(messages.find(({ type }) => type === "tool_call"));
  await call(`PATCH /v1/chats/messages/${called}/feedback`, { token, body: { feedback: "positive" } });
  await call(`PATCH /v1/chats/${id}`, { token, body: { title: "Customers", archived: true } });
  return { chat_id: id, message_id: asked };
}

async function useGoldenQuestions(call: Call, token: string, { message_id }: Rated): Promise<void> {
  await call("GET /v1/admin/feedback", { token });
  await call(`PATCH /v1/admin/feedback/${message_id}`, { token, body: { status: "done" } });
  const body = { message_id, sql: "SELECT region, count(*) FROM customers GROUP BY region" };
  // Found by the end of its id; one from before ids had such ends, or none at all, by the index.
  const unknown = { ...body, message_id: randomUUID() };
  await call("POST /v1/admin/questions", { token, status: 404, body: unknown });
  const id = idOf((await call("POST /v1/admin/questions", { token, body })).json);
  await call("GET /v1/admin/questions", { token });
  await call(`PATCH /v1/admin/questions/${id}`, { token, body: { class: "customers" } });
  const draft = { rule: { content: "Regions are those of the customers." } };
  const evaluations = "/v1/admin/evaluations";
  const asked = await call(`POST ${evaluations}`, { token, status: 202, body: { model: "rules", draft } });
  const evaluation = `${evaluations}/${idOf(asked.json)}`;
  const { json } = await call(`GET ${evaluation}?wait=20`, { token });
  assert.equal(json["status"], "completed", JSON.stringify(json));
  await call(`GET ${evaluation}/cases`, { token });
  await call(`POST ${evaluation}/cancel`, { token });
  await call(`GET ${evaluations}`, { token });
  await call(`DELETE /v1/admin/questions/${id}`, { token });
}

async function useTurns(
  call: Call,
  token: string,
  about: About,
  { stage, owner }: { stage: Stage; owner: { organization_id: string; member_id: string } },
): Promise<void> {
  const chat = await newChat(call, token, about);
  const chatId = idOf(chat);
  const agentId = text(chat["agent_id"]);
  const turns = `/v1/agents/${agentId}/chats/${chatId}/turns`;
  const upload_ids = [await putTable(call, token)];
  const submit = async (client_request_id: string, message: string, more: object = {}) =>
    text(
      (await call(`POST ${turns}`, { token, status: 202, body: { client_request_id, message, ...more } })).json[
        "turn_id"
      ],
    );
  const question = "How many orders are there in each month?";
  const turnId = await submit("first", question, { upload_ids });
  assert.equal(await submit("first", question, { upload_ids }), turnId);
  let status = "in_progress";
  while (status === "in_progress")
    status = text((await call(`GET ${turns}/${turnId}?wait=20`, { token })).json["status"]);
  assert.equal(status, "completed");
  await call(`GET ${turns}/${turnId}/events`, { token });
  const body = { client_request_id: "third", message: "How many?", integration_id: "unknown" };
  await call(`POST ${turns}`, { token, status: 400, body });
  const next = await submit("second", "How many employees are there?");
  await call(`POST ${turns}/${next}/cancel`, { token });
  const read = async () => void (await call(`GET ${turns}/${turnId}?wait=1`, { token }));
  await meetFaults(stage, {
    turn: { chatId, turnId, agentId },
    owner,
    upload: await sendTable(call, token),
    read,
  });
}

async function useSockets(stage: Stage, call: Call, token: string, about: About): Promise<void> {
  const chat = idOf(await newChat(call, token, about));
  const upload_ids = [await putTable(call, token)];
  const first = await connect(stage, token);
  await first.next("authenticated");
  first.send({ action: "ping" });
  await first.next("pong");
  first.send({
    action: "send_message",
    chat_id: chat,
    message: "How many products are there?",
    upload_ids,
    include_tool_events: true,
  });
  const { user_message_id } = await first.next("chat_metadata");
  await first.next("message");
  first.send({ action: "edit_message", message_id: user_message_id, content: "How many categories are there?" });
  const edited = await first.next("chat_metadata");
  // An answer with its calls, which stay, and a message that nobody has.
  first.send({ action: "delete_message", message_id: idOf(await first.next("message")) });
  await first.next("deleted");
  first.send({ action: "delete_message", message_id: randomUUID() });
  await first.next("error");
  first.send({ action: "send_message", chat_id: chat, message: "How many returns are there in each region?" });
  await first.next("chat_metadata");
  first.send({ action: "interrupt" });
  // The answer may have been faster: then there is nothing to interrupt.
  await first.next("interrupted", "message");
  first.send({ action: "delete_message", message_id: edited["user_message_id"] });
  // An interrupt that came too late is answered by an error, which comes first.
  const answered = await first.next("deleted", "error");
  if (answered["message_id"] === undefined) await first.next("deleted");

  // The fourth connection of a token is refused; for that, the others are looked at.
  const more = [await connect(stage, token), await connect(stage, token)];
  const refused = await connect(stage, token);
  await refused.closed();
  // A first frame instead of a header, and one that is wrong.
  const late = await connect(stage, undefined);
  late.send({ action: "authenticate", token: "wrong" });
  await late.closed();
  for (const socket of [first, ...more]) socket.close();
  await Promise.all([first, ...more].map(({ closed }) => closed()));
  await wait(500);
}
