import { randomUUID } from "node:crypto";
import { answer } from "@parley/analyst/answer";
import { PROMPT_VERSION } from "@parley/analyst/prompt-version";
import type { Receipt, ReceiptVerification } from "@parley/contract/receipt";
import * as Integration from "@parley/core/integration/integration";
import { messageKey, type MessageRecord } from "@parley/core/message/record";
import { receiptKey } from "@parley/core/organization/receipt-key";
import { stepsIn, whole } from "@parley/core/message/texts";
import { organizationKey, type OrganizationRecord } from "@parley/core/organization/record";
import * as Query from "@parley/core/query/query";
import { isSigned } from "@parley/core/receipt/signature";
import { expr } from "@parley/core/store/expression";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { type Person, startWorld, type Tenant, type World } from "../support/world/world.ts";

let world: World;
let model: ModelServer;
let tenant: Tenant;
let person: Person;
let integrationId: string;
let script: readonly Reply[] = [];
let asked = 0;

const CUSTOMERS = "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT);";
const ROWS = "INSERT INTO customers VALUES (1, 'Ada', 'France'), (2, 'Ben', 'Germany'), (3, 'Cleo', 'France');";
const REGIONS = "CREATE TABLE regions (name TEXT);";

/** Gives the integration another database: what becomes of one that changes. */
async function putDatabase(sql: string): Promise<void> {
  const file = `${randomUUID()}.sqlite`;
  await world.base.files.put(file, await databaseFile(sql), "application/vnd.sqlite3");
  const ctx = { ...world.base, actor: tenant.ctx.actor };
  await Integration.update(ctx, integrationId, { config: { engine: "sqlite", file } });
}

beforeAll(async () => {
  model = await startModelServer(() => script[Math.min(asked++, script.length - 1)] ?? []);
  world = await startWorld({ answer, modelBaseUrl: model.url });
});
afterAll(async () => {
  await world.stop();
  await model.close();
});
beforeEach(async () => {
  tenant = await world.newTenant();
  person = await tenant.add();
  await world.base.files.put("first.sqlite", await databaseFile(CUSTOMERS + ROWS + REGIONS), "application/vnd.sqlite3");
  const ctx = { ...world.base, actor: tenant.ctx.actor };
  const config = { engine: "sqlite", file: "first.sqlite" } as const;
  integrationId = (await Integration.create(ctx, { display_name: "Shop", config })).id;
});

const as = async (who: Person, request: string, body?: unknown) =>
  world.call(request, { token: await world.refreshed(who), ...(body !== undefined && { body }) });

interface Asked {
  chat_id: string;
  message_id: string;
  path: string;
}

/** Asks by the streamed route; returns where the answer is. */
async function ask(fields: Record<string, unknown>): Promise<Asked> {
  const { body: chat } = await as(person, "POST /v1/chats/create", { integration_id: integrationId });
  await as(person, "POST /v1/chats", { chat_id: chat.id, ...fields });
  return answered(chat.id);
}
async function answered(chatId: string): Promise<Asked> {
  const { body } = await as(person, `GET /v1/chats/${chatId}`);
  const { id: message_id } = body.messages.at(-1);
  return { chat_id: chatId, message_id, path: `/v1/chats/${chatId}/messages/${message_id}` };
}
const askInterpreter = (message = "How many customers are there by country?") => ask({ message, model: "rules" });
const receiptAt = async ({ path }: Asked): Promise<Receipt> => {
  const { status, body } = await as(person, `GET ${path}/receipt`);
  expect(status).toBe(200);
  return body;
};
const verified = async ({ path }: Asked): Promise<ReceiptVerification> => {
  const { status, body } = await as(person, `POST ${path}/receipt/verify`);
  expect(status).toBe(200);
  return body;
};
const itemOf = async ({ chat_id, message_id }: Asked): Promise<Partial<MessageRecord>> => {
  const item = await world.base.table.get<MessageRecord>(messageKey(chat_id, message_id), { consistent: true });
  return item ? whole(world.base.files, item) : {};
};

describe("the receipt of an answer", () => {
  it("names the question, the statements with hashes of their results, versions, and is signed by the organization's key", async () => {
    const { body: rule } = await as(tenant.admin, "POST /v1/organization-rules", { content: "Amounts are in euros." });
    const at = await askInterpreter();
    const receipt = await receiptAt(at);
    const { body: message } = await as(person, `GET ${at.path}`);
    expect(receipt).toMatchObject({
      id: message.metadata.receipt_id,
      message_id: at.message_id,
      question: "How many customers are there by country?",
      integration_id: integrationId,
      sql: [{ sql: message.metadata.sql[0].sql, parameters: [], row_count: 2, result_hash: expect.any(String) }],
      rule_versions: [{ id: rule.id, version: expect.any(String) }],
      memory_versions: [],
      model_id: "rules",
      prompt_version: null,
    });
    expect([receipt.schema_hash, receipt.answer_hash, receipt.definitions_hash]).toEqual(
      Array<unknown>(3).fill(expect.stringMatching(/^[0-9a-f]{64}$/)),
    );
    const key = await receiptKey({ ...world.base, actor: { organization_id: tenant.id } });
    expect(key && isSigned(key, receipt)).toBe(true);
    expect(key && isSigned(key, { ...receipt, model_id: "another" })).toBe(false);
    expect(await verified(at)).toEqual({
      status: "same",
      signature_valid: true,
      checked_at: expect.any(String),
      differences: [],
    });
  });

  it("is kept without the words of question and answer and without rows, and is not part of the message", async () => {
    const at = await askInterpreter();
    const { receipt } = await itemOf(at);
    expect(receipt).toBeDefined();
    expect(receipt).not.toContain("How many customers");
    expect(receipt).not.toMatch(/Germany|France/);
    const { body: message } = await as(person, `GET ${at.path}`);
    expect(message).not.toHaveProperty("receipt");
    const { body: chat } = await as(person, `GET /v1/chats/${at.chat_id}`);
    expect(JSON.stringify(chat)).not.toContain("result_hash");
  });

  it("of a language model names the version of the prompt and the memories that it was given", async () => {
    const { body: memory } = await as(person, "POST /v1/user-memories", { content: "I look after France." });
    script = [
      [{ tool: "run_sql", args: { sql: "SELECT count(*) AS customers FROM customers" } }],
      [{ text: "There are 3." }],
    ];
    asked = 0;
    const at = await ask({ message: "How many?" });
    expect(await receiptAt(at)).toMatchObject({
      sql: [{ sql: "SELECT count(*) AS customers FROM customers", row_count: 1 }],
      memory_versions: [{ id: memory.id }],
      prompt_version: PROMPT_VERSION,
    });
    expect(await verified(at)).toMatchObject({ status: "same", signature_valid: true });
    await as(person, `PATCH /v1/user-memories/${memory.id}`, { content: "I look after Germany." });
    expect(await verified(at)).toMatchObject({
      status: "definition_changed",
      differences: [{ what: "memory", change: "changed", id: memory.id }],
    });
  });

  it("comes with answers of the durable route and of the socket, too", async () => {
    const { body: agent } = await as(tenant.admin, "POST /v1/admin/agents", { name: "Analyst", published: true });
    const chat = async () =>
      (await as(person, "POST /v1/chats/create", { integration_id: integrationId, agent_id: agent.id })).body.id;
    const question = { message: "How many customers are there?", model: "rules" };
    const durable = await chat();
    const turn = { ...question, client_request_id: randomUUID() };
    await as(person, `POST /v1/agents/${agent.id}/chats/${durable}/turns`, turn);
    await world.settle();
    expect(await verified(await answered(durable))).toMatchObject({ status: "same", signature_valid: true });
    const [socket, connection] = [await chat(), randomUUID()];
    const headers = { authorization: `Bearer ${await world.refreshed(person)}` };
    await world.socket(connection, "$connect", { headers });
    const body = JSON.stringify({ action: "send_message", chat_id: socket, ...question });
    await world.socket(connection, "$default", { body });
    await world.settle();
    expect(await verified(await answered(socket))).toMatchObject({ status: "same", signature_valid: true });
    await world.socket(connection, "$disconnect");
  });

  it("of a saved query names the values that were bound, and neither rules nor memories", async () => {
    const ctx = { ...world.base, actor: tenant.ctx.actor };
    const sql = "SELECT name FROM customers WHERE country = {{country}} ORDER BY name";
    const query = await Query.create(ctx, { title: "By country", prompt: "List them", sql }, tenant.admin);
    await as(tenant.admin, "POST /v1/organization-rules", { content: "Amounts are in euros." });
    const at = await ask({ message: "Run it", saved_query_id: query.id, parameters: { country: "France" } });
    expect(await receiptAt(at)).toMatchObject({
      sql: [{ parameters: ["France"], row_count: 2 }],
      rule_versions: [],
      prompt_version: null,
    });
    expect(await verified(at)).toMatchObject({ status: "same", signature_valid: true, differences: [] });
    await as(tenant.admin, `PATCH /v1/queries/${query.id}`, { sql: `${sql} DESC` });
    expect(await verified(at)).toMatchObject({
      status: "definition_changed",
      differences: [{ what: "saved_query", change: "changed", id: query.id }],
    });
  });

  it("is there for no answer without a statement, no question, and nobody else's", async () => {
    const refused = { status: 404, text: '{"detail":"Receipt not found","code":"RECEIPT_NOT_FOUND"}' };
    const spoken = await askInterpreter("Hello!");
    const at = await askInterpreter();
    const { body: chat } = await as(person, `GET /v1/chats/${at.chat_id}`);
    const question = `/v1/chats/${at.chat_id}/messages/${chat.messages[0].id}`;
    for (const path of [spoken.path, question, `/v1/chats/${at.chat_id}/messages/${randomUUID()}`]) {
      expect(await as(person, `GET ${path}/receipt`)).toMatchObject(refused);
      expect(await as(person, `POST ${path}/receipt/verify`)).toMatchObject(refused);
    }
    expect(await as(tenant.admin, `GET ${at.path}/receipt`)).toMatchObject(refused);
    expect(await as(tenant.admin, `POST ${at.path}/receipt/verify`)).toMatchObject(refused);
  });

  it("is signed by a key that an organization without one gets once, and that no answer or log shows", async () => {
    const key = organizationKey(tenant.id);
    await world.base.table.update(key, expr`REMOVE #receipt_key`);
    const [first, second] = [await receiptAt(await askInterpreter()), await receiptAt(await askInterpreter())];
    expect(first.key_id).toBe(second.key_id);
    const { receipt_key } = (await world.base.table.get<OrganizationRecord>(key, { consistent: true })) ?? {};
    const opened = await receiptKey({ ...world.base, actor: { organization_id: tenant.id } });
    expect(opened?.kid).toBe(first.key_id);
    expect(receipt_key).not.toContain(opened?.secret);
    expect(JSON.stringify([first, second])).not.toContain(opened?.secret);
  });
});

describe("the verification of an answer", () => {
  it("names rows that changed", async () => {
    const at = await askInterpreter();
    await putDatabase(`${CUSTOMERS + ROWS + REGIONS} INSERT INTO customers VALUES (4, 'Dora', 'Spain')`);
    expect(await verified(at)).toMatchObject({
      status: "data_changed",
      signature_valid: true,
      differences: [{ what: "data", change: "changed", sql_index: 0, detail: "3 rows, where there were 2." }],
    });
  });

  it("names a rule that was changed, added or removed", async () => {
    const { body: rule } = await as(tenant.admin, "POST /v1/organization-rules", { content: "Amounts are in euros." });
    const at = await askInterpreter();
    const differs = (change: string, id: string) => ({
      status: "definition_changed",
      signature_valid: true,
      differences: [{ what: "rule", change, id }],
    });
    await as(tenant.admin, `PATCH /v1/organization-rules/${rule.id}`, { content: "Amounts are in dollars." });
    expect(await verified(at)).toMatchObject(differs("changed", rule.id));
    await as(tenant.admin, `PATCH /v1/organization-rules/${rule.id}`, { content: "Amounts are in euros." });
    expect(await verified(at)).toMatchObject({ status: "same" });
    const { body: added } = await as(tenant.admin, "POST /v1/organization-rules", {
      content: "Weeks begin on Monday.",
    });
    expect(await verified(at)).toMatchObject(differs("added", added.id));
    await as(tenant.admin, `DELETE /v1/organization-rules/${added.id}`);
    await as(tenant.admin, `DELETE /v1/organization-rules/${rule.id}`);
    expect(await verified(at)).toMatchObject(differs("removed", rule.id));
  });

  it("names a definition that was changed, added or removed", async () => {
    const definitions = `/v1/admin/integrations/${integrationId}/definitions`;
    const metric = { kind: "metric", name: "headcount", table: "customers", sql: "COUNT(*)" };
    const { body: first } = await as(tenant.admin, `POST ${definitions}`, metric);
    const join = { kind: "join", table: "customers", columns: ["country"] };
    const to = { references_table: "regions", references_columns: ["name"] };
    expect(await as(tenant.admin, `POST ${definitions}`, { ...join, ...to })).toMatchObject({ status: 200 });
    const at = await askInterpreter();
    expect(await verified(at)).toMatchObject({ status: "same", signature_valid: true });
    await as(tenant.admin, `PATCH ${definitions}/${first.id}`, { sql: "COUNT(DISTINCT name)" });
    const { body: second } = await as(tenant.admin, `POST ${definitions}`, { ...metric, name: "people" });
    expect(await verified(at)).toMatchObject({
      status: "definition_changed",
      differences: [
        { what: "definition", change: "changed", id: first.id },
        { what: "definition", change: "added", id: second.id },
      ],
    });
    await as(tenant.admin, `DELETE ${definitions}/${first.id}`);
    await as(tenant.admin, `DELETE ${definitions}/${second.id}`);
    expect(await verified(at)).toMatchObject({
      differences: [{ what: "definition", change: "removed", id: first.id }],
    });
  });

  it("names a table that was read and is another one, and no other table", async () => {
    const at = await askInterpreter();
    await putDatabase(`${CUSTOMERS + ROWS} CREATE TABLE regions (name TEXT, since TEXT)`);
    expect(await verified(at)).toMatchObject({ status: "same", differences: [] });
    await putDatabase(`${CUSTOMERS + ROWS + REGIONS} ALTER TABLE customers ADD COLUMN since TEXT`);
    expect(await verified(at)).toMatchObject({
      status: "definition_changed",
      differences: [{ what: "schema", change: "changed", id: "customers" }],
    });
    await putDatabase(REGIONS);
    const { status, differences } = await verified(at);
    expect(status).toBe("definition_changed");
    expect(differences.map(({ what, change }) => [what, change])).toEqual([
      ["schema", "removed"],
      ["data", "not_checked"],
    ]);
  });

  it("says that a database that is gone cannot be asked", async () => {
    const at = await askInterpreter();
    const ctx = { ...world.base, actor: tenant.ctx.actor };
    await Integration.update(ctx, integrationId, { config: { engine: "sqlite", file: "nowhere.sqlite" } });
    expect(await verified(at)).toMatchObject({ status: "unavailable", differences: [{ what: "integration" }] });
    await as(tenant.admin, `DELETE /v1/admin/integrations/${integrationId}`);
    expect(await verified(at)).toMatchObject({
      status: "unavailable",
      differences: [{ what: "integration", change: "removed", id: integrationId }],
    });
  });

  it("tells an answer or a receipt that somebody changed in the table", async () => {
    const at = await askInterpreter();
    const kept = await itemOf(at);
    const { content = "", receipt = "", metadata } = kept;
    const put = (set: Parameters<World["base"]["table"]["update"]>[1]) =>
      world.base.table.update(messageKey(at.chat_id, at.message_id), set);
    await put(expr`SET #content = ${"All is well."}`);
    expect(await verified(at)).toMatchObject({ status: "same", signature_valid: false });
    await put(expr`SET #content = ${content}`);
    expect(await verified(at)).toMatchObject({ signature_valid: true });
    // As it was kept before receipts were deflated.
    for (const question of stepsIn(kept as MessageRecord)) await world.base.table.put(question);
    await put(expr`SET #receipt = ${receipt}, #metadata = ${metadata} REMOVE #deflated, #first_step`);
    expect(await verified(at)).toMatchObject({ signature_valid: true });
    await put(expr`SET #receipt = ${receipt.replace('"row_count":2', '"row_count":3')}`);
    expect(await verified(at)).toMatchObject({ signature_valid: false });
  });

  it("is had ten times a minute", async () => {
    const at = await askInterpreter();
    const token = await world.refreshed(person);
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent++)
      statuses.push((await world.call(`POST ${at.path}/receipt/verify`, { token })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });
});
