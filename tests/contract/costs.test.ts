import { randomUUID } from "node:crypto";
import { PutItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { issueToken } from "@parley/core/auth/token";
import { createTable } from "@parley/core/store/table";
import { createApp } from "@parley/functions/http/app";
import { handleSocket, type SocketRequest } from "@parley/functions/socket/handler";
import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import { readText } from "@parley/analyst/documents/library";
import { runQueued } from "@parley/functions/worker/queue";
import type { SQSEvent } from "aws-lambda";
import * as Member from "@parley/core/member/member";
import { userKey } from "@parley/core/member/user-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, CallOptions } from "../support/api.ts";
import { type CallCount, type CallCounter, countCalls } from "../support/count-calls.ts";
import { webResponse } from "../support/web-response.ts";
import {
  type Belongings,
  belongings,
  type Furniture,
  furnish,
  newChat,
  putRegions,
  scriptedAnswer,
  startWorld,
  type Tenant,
  upload,
  type World,
} from "../support/world/world.ts";

let world: World;
let counter: CallCounter;
let tenant: Tenant;
let furniture: Furniture;
let own: Belongings;

/** Counts the calls of the other services like those of the table. */
function count<Service extends object>(service: Service, prefix: string): void {
  for (const [name, method] of Object.entries(service)) {
    // Addresses are signed without a call.
    if (typeof method !== "function" || name.startsWith("presign")) continue;
    Reflect.set(service, name, (...args: unknown[]) => counter.counted(`${prefix}.${name}`, () => method(...args)));
  }
}

beforeAll(async () => {
  // Slow time: on a busy machine a turn would look for its cancellation, and its log would be written in two batches.
  world = await startWorld({ speed: 0.2 });
  counter = countCalls(world.table);
  count(world.base.files, "files");
  count(world.base.queue, "queue");
  count(world.base.worker, "worker");
  count(world.base.frames, "frames");
  await putRegions(world);
  tenant = await world.newTenant();
  furniture = await furnish(world, tenant);
  own = await belongings(world, tenant.member, furniture);
});
afterAll(() => world.stop());

const costOf = async (request: string, options: CallOptions = {}, status = 200): Promise<CallCount> => {
  // A member this environment has not seen for a while, of an organization that it has.
  const token = await world.refreshed(tenant.member);
  const somebody = await issueToken(world.base, tenant.other.ctx.actor);
  expect((await world.call("GET /v1/models", { token: somebody.token })).status).toBe(200);
  return counter.during(async () => expect((await world.call(request, { token, ...options })).status).toBe(status));
};

const turnsOf = (chatId: string) => `POST /v1/agents/${own.agent_id}/chats/${chatId}/turns`;
const message = () => ({ client_request_id: randomUUID(), message: "Which regions are there?" });
/** A question of some length, to a database: its turn is still written as one KB. */
const question = () => ({
  ...message(),
  message:
    "How did the revenue of our five largest customers develop over the last four quarters, by region and product?",
  integration_id: own.integration_id,
});

describe("the emulator's capacity", () => {
  it("is DynamoDB's: a transaction's write costs twice a single one, by the KB", async () => {
    const put = (pk: string, size: number) => ({
      TableName: world.table.name,
      Item: { pk: { S: pk }, sk: { S: "x" }, data: { S: "x".repeat(size) } },
    });
    const single = () => world.table.client.send(new PutItemCommand(put("single", 10)));
    const transaction = (size: number) => () =>
      world.table.client.send(
        new TransactWriteItemsCommand({ TransactItems: ["a", "b"].map((pk) => ({ Put: put(pk, size) })) }),
      );
    expect((await counter.during(single)).write).toBe(1);
    expect((await counter.during(transaction(10))).write).toBe(4);
    expect((await counter.during(transaction(2100))).write).toBe(12);
  });
});

describe("calls before the answer and how deep they lie (P3)", () => {
  // Target: token-only lists 2 calls, 1 deep.
  it.each([
    ["GET /v1/models", 1],
    ["GET /v1/integrations", 2],
    ["GET /v1/projects", 2],
    ["GET /v1/agents", 2],
    ["GET /v1/queries", 2],
    ["GET /v1/user-memories", 2],
  ])("%s costs %d calls at once", async (request, calls) => {
    expect(await costOf(request)).toMatchObject({ calls, depth: 1 });
  });

  it("GET /v1/admin/members costs two calls at once, and a page of 50 no call more", async () => {
    const asAdmin = async () => ({ token: await world.refreshed(tenant.admin) });
    expect(await costOf("GET /v1/admin/members", await asAdmin())).toMatchObject({ calls: 2, depth: 1, write: 0 });
    expect(await costOf("GET /v1/admin/members?search=nobody", await asAdmin())).toMatchObject({ calls: 2, depth: 1 });
  });

  it("GET /v1/admin/agents costs two calls at once; changing an agent costs three, and reads the list once", async () => {
    const asAdmin = async (body?: object) => ({ token: await world.refreshed(tenant.admin), ...(body && { body }) });
    expect(await costOf("GET /v1/admin/agents", await asAdmin())).toMatchObject({ calls: 2, depth: 1, write: 0 });
    const one = { name: "Sales", published: true };
    expect(await costOf("POST /v1/admin/agents", await asAdmin(one))).toMatchObject({ calls: 3, depth: 3, write: 4 });
    const { body } = await world.call("GET /v1/admin/agents", await asAdmin());
    const at = `/v1/admin/agents/${body.agents.at(-1).id}`;
    expect(await costOf(`PATCH ${at}`, await asAdmin({ name: "S" }))).toMatchObject({ calls: 3, depth: 3, write: 2 });
    const removal = await costOf(`DELETE ${at}`, await asAdmin());
    // Beside it its number, and that the default is another one still.
    expect(removal).toMatchObject({ calls: 3, depth: 3, write: 8 });
  });

  it("adding a member costs two calls, changing one three, and so does ending an admin: another is checked in the same write", async () => {
    const change = async (id: string, body: object) =>
      costOf(`PATCH /v1/admin/members/${id}`, { token: await world.refreshed(tenant.admin), body });
    const body = { email: `${randomUUID()}@example.com`, name: "Ada", role: "member" };
    const added = await costOf("POST /v1/admin/members", { token: await world.refreshed(tenant.admin), body });
    expect(added).toMatchObject({ calls: 2, depth: 2, write: 4 });
    const second = await tenant.add("admin");
    expect(await change(second.id, { name: "Ada" })).toMatchObject({ calls: 3, depth: 3, write: 2 });
    expect(await change(second.id, { role: "member" })).toMatchObject({ calls: 3, depth: 3, write: 4 });
  });

  it("a page of projects costs three calls, two deep: one for what all of them count", async () => {
    const token = await world.refreshed(tenant.admin);
    expect(await costOf("GET /v1/admin/projects", { token })).toMatchObject({ calls: 3, depth: 2, write: 0 });
  });

  it("making a project costs two calls, changing one four, and removing one what its files do beside them", async () => {
    const asAdmin = async (body?: object) => ({ token: await world.refreshed(tenant.admin), ...(body && { body }) });
    // The first one counts what was there before.
    expect(await costOf("POST /v1/admin/projects", await asAdmin({ name: "P" }))).toMatchObject({ calls: 2, write: 6 });
    const { body } = await world.call("POST /v1/admin/projects", await asAdmin({ name: "P" }));
    const at = `/v1/admin/projects/${body.id}`;
    expect(await costOf(`PATCH ${at}`, await asAdmin({ name: "Q" }))).toMatchObject({ calls: 4, depth: 4, write: 1 });
    // The documents are looked for twice: in the table and in the bucket.
    expect(await costOf(`DELETE ${at}`, await asAdmin())).toMatchObject({ calls: 4, depth: 4, write: 9 });
  });

  it("documents cost as many calls as they are files, and one transaction for all", async () => {
    const asAdmin = async (body?: object) => ({ token: await world.refreshed(tenant.admin), ...(body && { body }) });
    const { project_id, document_id } = own;
    const at = `/v1/admin/projects/${project_id}/documents`;
    expect(await costOf(`GET ${at}`, await asAdmin())).toMatchObject({ calls: 3, depth: 2, write: 0 });
    const { upload_id } = await upload(world, tenant.admin);
    // The upload; the project; the budget; a leftover and a copy; the transaction; the manifest with three reads; the queue.
    const made = await costOf(`POST ${at}`, await asAdmin({ upload_ids: [upload_id] }), 202);
    expect(made).toMatchObject({ calls: 12, depth: 12, write: 15 });
    const renamed = await costOf(`PATCH ${at}/${document_id}`, await asAdmin({ title: "Policy" }));
    expect(renamed).toMatchObject({ calls: 7, depth: 7 });
    const found = await costOf(`GET /v1/admin/projects/${project_id}/passages?q=refunds`, await asAdmin());
    expect(found).toMatchObject({ calls: 6, write: 1 });
    expect(await costOf(`DELETE ${at}/${document_id}`, await asAdmin())).toMatchObject({ calls: 7, depth: 7 });
  });

  it("GET /v1/chats costs three calls, two deep: the index has keys only", async () => {
    expect(await costOf("GET /v1/chats")).toMatchObject({ calls: 3, depth: 2 });
  });

  it("POST /v1/authenticate costs two calls, two deep", async () => {
    // Target: 2/2.
    const { email } = tenant.member;
    const body = { email, user_key: userKey(tenant.sharedSecret, email) };
    const exchange = () => costOf("POST /v1/authenticate", { headers: { "x-api-key": tenant.apiKey }, body });
    // An environment that meets a key for the first time looks whose it is; who has not been seen for an hour is noted.
    expect(await exchange()).toMatchObject({ calls: 5, depth: 5, write: 3 });
    expect(await exchange()).toMatchObject({ calls: 2, depth: 2, read: 1.5, write: 1 });
    const unknown = { headers: { "x-api-key": "pk_unknown" }, body };
    expect(await costOf("POST /v1/authenticate", unknown, 401)).toMatchObject({ calls: 2, depth: 2 });
  });

  it("signing a page in costs three calls for the code and four for the session, renewing it three, ending it one", async () => {
    const { email } = tenant.member;
    const headers = { "x-api-key": tenant.apiKey };
    const who = { email, user_key: userKey(tenant.sharedSecret, email) };
    await world.call("POST /v1/authenticate", { headers, body: who });
    const asked = { headers, body: who };
    expect(await costOf("POST /v1/session-codes", asked)).toMatchObject({ calls: 3, depth: 3, read: 1.5, write: 2 });
    const { url } = (await world.call("POST /v1/session-codes", asked)).body;
    const body = { code: new URL(url).hash.replace("#code=", "") };
    // The address's budget, the code, the member and the organization, and a transaction: each of its two writes counts twice.
    let cookie = "";
    const keep = ({ cookies }: Answer) => void (cookie = cookies[0]?.split(";")[0] ?? "");
    const signIn = () => world.call("POST /v1/sessions", { body }).then(keep);
    expect(await counter.during(signIn)).toMatchObject({ calls: 4, depth: 4, read: 3, write: 5 });
    const renew = () => world.call("POST /v1/sessions/renew", { headers: { cookie } }).then(keep);
    expect(await counter.during(renew)).toMatchObject({ calls: 3, depth: 3, read: 3, write: 1 });
    const remove = () => world.call("DELETE /v1/sessions", { headers: { cookie } });
    expect(await counter.during(remove)).toMatchObject({ calls: 1, depth: 1, write: 1 });
  });

  it("reading one message costs two calls at once, a chat three", async () => {
    // Target for a message: 2/1. A chat's messages are read beside it.
    expect(await costOf(`GET /v1/chats/${own.chat_id}/messages/${own.answer_id}`)).toMatchObject({
      calls: 2,
      depth: 1,
    });
    expect(await costOf(`GET /v1/chats/${own.chat_id}`)).toMatchObject({ calls: 3, depth: 1 });
  });

  it("Create Durable Turn costs four calls, three deep; a replay two at once and no write", async () => {
    // Target: 4/3. The caller's membership is looked up beside chat and idempotency.
    const chat = await newChat(world, tenant.member);
    const body = message();
    const accepted = await costOf(turnsOf(chat), { body }, 202);
    expect(accepted).toMatchObject({
      calls: 4,
      depth: 3,
      commands: ["GetItemCommand", "BatchGetItemCommand", "TransactWriteItemsCommand", "queue.send"],
    });
    // Half a minute later it is still unclaimed: the next reader wakes a worker, once.
    const woken = { commands: ["GetItemCommand", "BatchGetItemCommand", "UpdateItemCommand", "queue.send"] };
    expect(await costOf(turnsOf(chat), { body }, 202)).toMatchObject(woken);
    await world.settle();
    // What the request became is read beside the chat, and is the answer.
    expect(await costOf(turnsOf(chat), { body }, 202)).toMatchObject({ calls: 2, depth: 1, write: 0 });
    // What else is named is looked up at the same time.
    const bound = {
      ...message(),
      integration_id: own.integration_id,
      scoped_project_ids: [own.project_id],
      upload_ids: [own.upload_id],
    };
    expect(await costOf(turnsOf(chat), { body: bound }, 202)).toMatchObject({ calls: 5, depth: 4 });
    await world.settle();
  });

  /** What a streamed route costs up to its first event. */
  async function costOfStream(path: string, fields: object): Promise<CallCount> {
    const app = createApp(world.base, world.endpoints);
    const headers = { authorization: `Bearer ${await world.refreshed(tenant.member)}` };
    const body = JSON.stringify(fields);
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const cost = await counter.during(async () => {
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
    const chat_id = await newChat(world, tenant.member);
    const asked = { chat_id, message: "Which regions are there?" };
    expect(await costOfStream("/v1/chats", asked)).toMatchObject({
      calls: 3,
      depth: 2,
      commands: ["BatchGetItemCommand", "GetItemCommand", "TransactWriteItemsCommand"],
    });
    // A database that is named is read with the chat.
    const { integration_id } = own;
    expect(await costOfStream("/v1/chats", { ...asked, integration_id })).toMatchObject({
      calls: 3,
      depth: 2,
      commands: ["BatchGetItemCommand", "BatchGetItemCommand", "TransactWriteItemsCommand"],
    });
  });

  it("an edit costs as many calls before its first event as a new message, and so does a deletion", async () => {
    const { chat_id, message_id } = await belongings(world, tenant.member, furniture);
    const asked = `/v1/chats/${chat_id}/messages/${message_id}`;
    const edit = await costOfStream(`${asked}/edit`, { content: "Which regions are there?" });
    // Membership beside chat and message; then chat, message, turn, budget and the list of chats with cuts.
    expect(edit).toMatchObject({
      calls: 3,
      depth: 2,
      commands: ["BatchGetItemCommand", "BatchGetItemCommand", "TransactWriteItemsCommand"],
    });
    expect(edit.write).toBeLessThanOrEqual(12);
    expect(edit.read).toBeLessThanOrEqual(3);
    // Membership beside chat and message; then the chat and the list of chats with cuts.
    const removal = await costOf(`DELETE ${asked}`);
    expect(removal).toMatchObject({
      calls: 3,
      depth: 2,
      commands: ["GetItemCommand", "BatchGetItemCommand", "TransactWriteItemsCommand"],
    });
    expect(removal.write).toBeLessThanOrEqual(6);
  });

  it("the streamed route costs no call more with a request id; sent again it holds a place and reads chat and log", async () => {
    const chat_id = await newChat(world, tenant.member);
    const body = { chat_id, ...message() };
    // After the first turn this environment knows that the member has no memories.
    await costOf("POST /v1/chats", { body: { chat_id, message: body.message } });
    const first = await costOf("POST /v1/chats", { body });
    const plain = await costOf("POST /v1/chats", { body: { chat_id, message: body.message } });
    expect(first.calls).toBe(plain.calls);
    const again = await costOf("POST /v1/chats", { body });
    expect(again.commands.toSorted()).toEqual([
      "BatchGetItemCommand",
      "GetItemCommand",
      "GetItemCommand",
      "QueryCommand",
      "UpdateItemCommand",
      "UpdateItemCommand",
    ]);
  });

  it("a request id on the socket costs one call; sent again it is noted, and its worker takes it, holds a place and ends it", async () => {
    const connection = randomUUID();
    const chat_id = await newChat(world, tenant.member);
    await world.socket(connection, "$connect", {
      headers: { authorization: `Bearer ${await world.refreshed(tenant.member)}` },
    });
    await world.settle();
    const body = JSON.stringify({ action: "send_message", chat_id, ...message() });
    const send = () => world.socket(connection, "$default", { body });
    world.clock.advance(30_000);
    // Chat and request are read together, once it is known that the frame is the connection's.
    expect(await counter.during(send)).toMatchObject({ calls: 4 + 3, depth: 3 + 3 });
    await world.settle();
    world.clock.advance(30_000);
    const { commands } = await counter.during(async () => {
      await send();
      await world.settle();
    });
    expect(commands.filter((command) => !command.startsWith("frames.")).toSorted()).toEqual([
      // The member, chat and request; the connection, the turn, its chat, and how it ended; its log.
      ...Array<string>(2).fill("BatchGetItemCommand"),
      ...Array<string>(4).fill("GetItemCommand"),
      "QueryCommand",
      // Noted, taken, a place held and freed, ended.
      ...Array<string>(5).fill("UpdateItemCommand"),
      "worker.invoke",
    ]);
    await world.socket(connection, "$disconnect");
  });

  it("a message on the socket is answered after three calls, two deep", async () => {
    // Target: 4/2. The connection and the chat are read in one call, the member beside them, then comes the transaction. Then come the first two frames and
    // the worker's invocation: a turn is not run in the function that takes the frame (29 s).
    const connection = randomUUID();
    const chat_id = await newChat(world, tenant.member);
    await world.socket(connection, "$connect", {
      headers: { authorization: `Bearer ${await world.refreshed(tenant.member)}` },
    });
    await world.settle();
    const body = JSON.stringify({ action: "send_message", message: "Hello", chat_id });
    const send = () => world.socket(connection, "$default", { body });
    world.clock.advance(30_000);
    expect(await counter.during(send)).toMatchObject({ calls: 3 + 3, depth: 2 + 3 });
    await world.settle();
    // A member who was just seen is not looked up.
    world.clock.advance(15_000);
    await world.socket(connection, "$default", { body: '{"action":"ping"}' });
    expect(await counter.during(send)).toMatchObject({ calls: 2 + 3, depth: 2 + 3 });
    await world.settle();
    // An environment that has never heard of the connection learns from it whose membership to look up.
    world.clock.advance(30_000);
    const fresh = { ...world.base, table: createTable(world.table.client, world.table.name, world.clock) };
    const requestContext = { connectionId: connection, routeKey: "$default" };
    // The handler reads these fields only.
    const event = { body, requestContext } as SocketRequest;
    expect(await counter.during(() => handleSocket(fresh, event))).toMatchObject({ calls: 4 + 3, depth: 3 + 3 });
    await world.settle();
    await world.socket(connection, "$disconnect");
  });
});

describe("administrators' databases", () => {
  const asAdmin = async (request: string, body?: unknown): Promise<CallCount> => {
    const token = await world.refreshed(tenant.admin);
    const send = () => world.call(request, { token, ...(body !== undefined && { body }) });
    return counter.during(async () => expect((await send()).status).toBe(200));
  };

  it("the list costs two calls at once, a schema that was never read one", async () => {
    expect(await asAdmin("GET /v1/admin/integrations")).toMatchObject({ calls: 2, depth: 1 });
    const schema = `GET /v1/admin/integrations/${own.integration_id}/schema`;
    expect(await asAdmin(schema)).toMatchObject({ calls: 1, depth: 1 });
  });

  it("a test costs the caller, the integration, the budget and its note; its file is read once", async () => {
    const tested = await asAdmin("POST /v1/admin/integrations/test", { integration_id: own.integration_id });
    expect(tested).toMatchObject({ calls: 5, write: 2 });
    expect(tested.commands.filter((command) => command.startsWith("files."))).toEqual(["files.get"]);
  });

  it("a request to read it costs the caller, the integration, the budget, its note and a message; another while it runs one call", async () => {
    const token = await world.refreshed(tenant.admin);
    const ask = () =>
      counter.during(async () => {
        const path = `POST /v1/admin/integrations/${own.integration_id}/introspect`;
        expect((await world.call(path, { token })).status).toBe(202);
      });
    expect(await ask()).toMatchObject({ calls: 5, depth: 5, write: 3 });
    // The caller was just checked.
    expect(await ask()).toMatchObject({ calls: 1, depth: 1, write: 0 });
  });

  it("definitions cost a read of the integration and of themselves; what is tried the budget, too, and two versions", async () => {
    const at = `/v1/admin/integrations/${own.integration_id}/definitions`;
    expect(await asAdmin(`GET ${at}`)).toMatchObject({ calls: 3, depth: 2, write: 0 });
    expect(await asAdmin(`GET ${at}/${own.definition_id}`)).toMatchObject({ calls: 1, depth: 1, write: 0 });
    const words = { kind: "synonym", name: "places", meaning: "regions" };
    expect(await asAdmin(`POST ${at}`, words)).toMatchObject({ calls: 4, depth: 4 });
    await asAdmin("POST /v1/queries/preview", {
      sql: "SELECT name FROM regions",
      integration_id: own.integration_id,
    });
    const metric = { kind: "metric", name: "regions known", table: "regions", sql: "COUNT(*)" };
    expect(await asAdmin(`POST ${at}`, metric)).toMatchObject({ calls: 5, depth: 5 });
  });

  it("marks of columns cost a read of the integration; a change of them the schema's file and one write, too", async () => {
    const at = `/v1/admin/integrations/${own.integration_id}/column-marks`;
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
    const asked = { sql: "SELECT name FROM regions", integration_id: own.integration_id };
    expect(await asAdmin("POST /v1/queries/validate", asked)).toMatchObject({ calls: 2, depth: 2, write: 0 });
    await asAdmin("POST /v1/queries/preview", asked);
    // The database is open by now.
    expect(await asAdmin("POST /v1/queries/preview", asked)).toMatchObject({ calls: 3, depth: 3, write: 1 });
  });
});

describe("golden questions", () => {
  const asAdmin = async (request: string, body?: unknown) =>
    costOf(request, { token: await world.refreshed(tenant.admin), ...(body !== undefined && { body }) });

  it("the list costs two calls at once; keeping one the caller, its database and a transaction; changing one four calls", async () => {
    expect(await asAdmin("GET /v1/admin/questions")).toMatchObject({ calls: 2, depth: 1, write: 0 });
    const asked = { question: "How many?", integration_id: own.integration_id, sql: "SELECT COUNT(*) FROM regions" };
    expect(await asAdmin("POST /v1/admin/questions", asked)).toMatchObject({ calls: 3, depth: 3, write: 4 });
    const { body } = await world.call("GET /v1/admin/questions", { token: await world.refreshed(tenant.admin) });
    const at = `/v1/admin/questions/${body.questions.at(-1).id}`;
    expect(await asAdmin(`PATCH ${at}`, { sql: asked.sql })).toMatchObject({ calls: 4, depth: 4, write: 1 });
    expect(await asAdmin(`DELETE ${at}`)).toMatchObject({ calls: 2, depth: 2, write: 4 });
  });
});

describe("feedback and evaluations", () => {
  const asAdmin = async (request: string, status = 200, body?: unknown) =>
    costOf(request, { token: await world.refreshed(tenant.admin), ...(body !== undefined && { body }) }, status);

  it("rating an answer costs four calls: the caller, where the answer is, it and its chat, and one transaction with its place in the list", async () => {
    const at = `PATCH /v1/chats/messages/${own.answer_id}/feedback`;
    expect(await costOf(at, { body: { feedback: "negative" } })).toMatchObject({ calls: 4, write: 4 });
  });

  it("a page of rated answers costs five calls: the list, what it names, turns and their questions", async () => {
    const listed = await asAdmin("GET /v1/admin/feedback");
    expect(listed).toMatchObject({ calls: 5, write: 0 });
    const done = await asAdmin(`PATCH /v1/admin/feedback/${own.answer_id}`, 200, { status: "done" });
    expect(done).toMatchObject({ calls: 5, write: 1 });
  });

  it("asking for an evaluation costs a transaction and a message, looking at it one read, and ending it three calls", async () => {
    const asked = await asAdmin("POST /v1/admin/evaluations", 202, { model: "rules" });
    expect(asked.commands.slice(-3)).toEqual(["UpdateItemCommand", "TransactWriteItemsCommand", "queue.send"]);
    expect(asked).toMatchObject({ calls: 6 });
    const { evaluations } = (
      await world.call("GET /v1/admin/evaluations", { token: await world.refreshed(tenant.admin) })
    ).body;
    const at = `/v1/admin/evaluations/${evaluations[0].id}`;
    expect(await asAdmin(`GET ${at}`)).toMatchObject({ calls: 2, depth: 1, write: 0 });
    expect(await asAdmin(`GET ${at}/cases`)).toMatchObject({ calls: 3, write: 0 });
    expect(await asAdmin("GET /v1/admin/evaluations")).toMatchObject({ calls: 2, depth: 1, write: 0 });
    expect(await asAdmin(`POST ${at}/cancel`)).toMatchObject({ calls: 5 });
  });
});

describe("receipts", () => {
  it("one costs three calls, two deep: the words of the question are in the message that asked", async () => {
    const cost = await costOf(`GET /v1/chats/${own.chat_id}/messages/${own.answer_id}/receipt`);
    expect(cost).toMatchObject({ calls: 3, depth: 2, write: 0 });
  });

  it("a verification costs the same, the budget, and what it compares, read at once; an open database no call", async () => {
    const chat_id = await newChat(world, tenant.member);
    await costOf("POST /v1/chats", { body: { chat_id, ...question() } });
    const { body } = await world.call(`GET /v1/chats/${chat_id}`, { token: await world.refreshed(tenant.member) });
    const verification = `POST /v1/chats/${chat_id}/messages/${body.messages.at(-1).id}/receipt/verify`;
    await costOf(verification);
    // The caller first, for it spends a budget; the chat and the answer, the question, the budget; the organization, the
    // integration, rules and memories.
    expect(await costOf(verification)).toMatchObject({ calls: 8, write: 1 });
  });

  it("a turn of an organization that has a key costs no call more for its receipt", async () => {
    const chat = await newChat(world, tenant.member);
    await costOf(turnsOf(chat), { body: question() }, 202);
    const { commands } = await counter.during(() => world.settle());
    expect(commands.filter((command) => /Put|Update|Transact/.test(command))).toHaveLength(3);
    // The rows of its table.
    expect(commands.filter((command) => command.startsWith("files."))).toEqual(["files.put"]);
  });
});

describe("a connection that has not authenticated", () => {
  it("costs one write and one message, and its message one read", async () => {
    const connection = randomUUID();
    const opened = await counter.during(() => world.socket(connection, "$connect"));
    expect(opened.commands).toEqual(["PutItemCommand", "queue.send"]);
    const body = JSON.stringify({ kind: "silence", connection_id: connection });
    // The handler reads these fields only.
    const event = { Records: [{ messageId: "1", body }] } as SQSEvent;
    const ended = await counter.during(() =>
      runQueued(world.base, event, { answer: scriptedAnswer, readText, rehearse: rehearser }),
    );
    expect(ended.commands.filter((command) => !command.startsWith("frames."))).toEqual(["GetItemCommand"]);
    expect(world.ended.has(connection)).toBe(true);
  });

  it("is ended by a frame other than its first one before anything else is read, in four looks at most", async () => {
    const connection = randomUUID();
    await world.socket(connection, "$connect");
    const body = JSON.stringify({ action: "send_message", message: "Hello", chat_id: own.chat_id });
    const { commands } = await counter.during(() => world.socket(connection, "$default", { body }));
    expect(commands.filter((command) => !command.startsWith("frames."))).toEqual(Array(4).fill("GetItemCommand"));
    expect(world.ended.has(connection)).toBe(true);
  });
});

describe("capacity (P4)", () => {
  it("of an acceptance: four items in one transaction and an index entry", async () => {
    // Target: 8 WRU + 2 RRU. Chat, user message, turn (its own idempotency record) and budget are four writes; in one
    // transaction each counts twice. The index has a new entry: the open turn, without which a lost queue message would be
    // a lost turn. The message is found by its id, which ends like its chat's. Reads: two consistent ones, and half a unit
    // for the membership.
    const chat = await newChat(world, tenant.member);
    const cost = await costOf(turnsOf(chat), { body: message() }, 202);
    expect(cost.write).toBeLessThanOrEqual(9);
    expect(cost.read).toBeLessThanOrEqual(2.5);
    await world.settle();
    expect((await costOf(turnsOf(chat), { body: question() }, 202)).write).toBeLessThanOrEqual(9);
    await world.settle();
  });

  it("of a whole turn: an acceptance, a claim, a settlement, and one batch of its event log", async () => {
    // Target: 16 WRU and the log. Acceptance 9 (above); the claim 1; the settlement writes three items in a transaction
    // (turn, chat, answer: 6; D25) and three index entries: the turn is no longer open, and the chat moves in its member's
    // list. The log of a short answer is one item.
    const chat = await newChat(world, tenant.member);
    for (let reading = 0; reading < 2; reading++) {
      await costOf(turnsOf(chat), { body: question() }, 202);
      await world.settle();
      // Two readings of a list that are a second apart and agree are remembered; and the member may ask again.
      world.clock.advance(60_000);
    }
    const accepted = await costOf(turnsOf(chat), { body: question() }, 202);
    const run = await counter.during(() => world.settle());
    expect(run.commands.filter((command) => /Put|Update|Transact/.test(command))).toEqual([
      "UpdateItemCommand",
      "TransactWriteItemsCommand",
      "PutItemCommand",
    ]);
    // A receipt makes the answer a KB longer, which the settlement writes twice (D55).
    expect(accepted.write + run.write).toBeLessThanOrEqual(20);
    // What the question is made from is read at once: items in one call, the messages before it in another. Rules, memories and
    // saved queries are remembered.
    expect(run.commands.filter((command) => command === "QueryCommand")).toHaveLength(1);
    expect(run.commands.filter((command) => command === "BatchGetItemCommand")).toHaveLength(1);
  });
});

describe("nothing is written before the caller is admitted", () => {
  it("a disabled member's message leaves the chat as it was, on both routes", async () => {
    const person = await tenant.add();
    const chat_id = await newChat(world, person);
    const token = await world.refreshed(person);
    await Member.update(tenant.ctx, person.id, { active: false });
    for (const request of [turnsOf(chat_id), "POST /v1/chats"]) {
      const cost = await counter.during(async () => {
        const answer = await world.call(request, { token, body: { ...message(), chat_id } });
        expect(answer).toMatchObject({
          status: 401,
          text: '{"detail":"Invalid or expired token","code":"INVALID_TOKEN"}',
        });
      });
      expect(cost.write).toBe(0);
    }
  });
});
