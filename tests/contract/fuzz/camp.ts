import { randomUUID } from "node:crypto";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { issueToken } from "@parley/core/auth/token";
import { userKey } from "@parley/core/member/user-key";
import type { DatasourceConfig } from "@parley/datasource/types";
import { createTenant, type Person, type Tenant } from "../../support/tenant.ts";
import { type Answered, send } from "./gateway.ts";
import type { Belongings } from "./known.ts";

export type Environment = Base & WithFiles;

/** What an organization has as a whole. */
type Furniture = Pick<
  Belongings,
  | "agent_id"
  | "draft_agent_id"
  | "integration_id"
  | "project_id"
  | "document_id"
  | "query_id"
  | "rule_id"
  | "definition_id"
  | "question_id"
  | "evaluation_id"
>;

/** One who sends requests, and what they have. */
export interface Caller {
  person: Person;
  own: Belongings;
  token: string;
  /** Requests sent with the token: what is counted by token is taken six times a minute and more (D38). */
  uses: number;
  /** Messages sent: three in ten seconds are taken (D37). */
  messages: number;
}

export type Role = "admin" | "member";

/** An organization of its own with an admin and a member who have one of everything, for a number of requests. */
export interface Camp {
  tenant: Tenant;
  staff: Record<Role, Caller>;
  /** Who sends messages, in a chat that gets used up. */
  recruits: Partial<Record<Role, Caller>>;
  /** Who changes messages, in a chat with an answered question. */
  editors: Partial<Record<Role, Caller>>;
  furniture: Furniture;
  /** What the organization's integration leads to. */
  database: DatasourceConfig;
  /** The key that the exchange is asked with, and how often it was: 60 times a minute it is answered. */
  apiKey: { key: string; uses: number };
}

export const savedQuery = {
  title: "Regions",
  prompt: "List the regions",
  sql: "SELECT name FROM regions WHERE name = {{region}}",
};
const csv = { filename: "sales.csv", mime_type: "text/csv", bytes: Buffer.from("region,amount\nnorth,1\nsouth,2\n") };
const clip = { filename: "clip.m4a", mime_type: "audio/mp4", bytes: Buffer.from("\0\0\0\x18ftypM4A 0000000000000000") };

/** A token of the caller's that its budgets are not spent of. */
export async function tokenOf(base: Base, caller: Caller): Promise<string> {
  if ((caller.uses += 1) > 5) {
    const { token } = await issueToken(base, caller.person.ctx.actor);
    Object.assign(caller, { token, uses: 1 });
  }
  return caller.token;
}

/** A request of the person's that has to be taken. */
async function ask(person: Person, request: string, body?: unknown): Promise<Answered["body"]> {
  const [method = "", target = ""] = request.split(" ");
  const headers = {
    authorization: `Bearer ${person.token}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const answer = await send({ method, target, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A document of the project. */
export async function newDocument(base: Environment, tenant: Tenant, project_id: string) {
  const { create } = await import("@parley/core/project/document");
  const bytes = Buffer.from("Refunds are paid within thirty days.");
  return create({ ...base, ...tenant.ctx }, project_id, { filename: "policy.txt", bytes });
}

/** A project with a document. */
export async function newCollection(
  base: Environment,
  tenant: Tenant,
): Promise<Pick<Furniture, "project_id" | "document_id">> {
  const { create } = await import("@parley/core/project/project");
  const { id: project_id } = await create({ ...base, ...tenant.ctx }, { name: "Reports" });
  return { project_id, document_id: (await newDocument(base, tenant, project_id)).id };
}

/** A definition of words alone, which is not tried on the database. */
export async function newDefinition(base: Environment, tenant: Tenant, integrationId: string) {
  const { create } = await import("@parley/core/definition/definition");
  const synonym = { kind: "synonym", name: randomUUID(), meaning: "regions" } as const;
  return create({ ...base, ...tenant.ctx }, integrationId, synonym, { ...tenant.admin, origin: "admin" });
}

/** A golden question of the organization. */
export async function newGolden(base: Environment, tenant: Tenant, integration_id: string) {
  const { create } = await import("@parley/core/golden/golden");
  const asked = { question: "How many regions are there?", integration_id, sql: "SELECT COUNT(*) FROM regions" };
  return create({ ...base, ...tenant.ctx }, asked, tenant.admin);
}

/** An evaluation of the organization that was cancelled at once. */
async function newEvaluation({ admin }: Tenant): Promise<string> {
  const { id } = await ask(admin, "POST /v1/admin/evaluations", {});
  await ask(admin, `POST /v1/admin/evaluations/${id}/cancel`);
  return id;
}

async function furnish(base: Environment, tenant: Tenant, database: DatasourceConfig): Promise<Furniture> {
  const [Agent, Integration, Query, Rule] = await Promise.all([
    import("@parley/core/agent/agent"),
    import("@parley/core/integration/integration"),
    import("@parley/core/query/query"),
    import("@parley/core/rule/rule"),
  ]);
  const ctx = { ...base, ...tenant.ctx };
  const [agent, draft, integration, collection, query, rule] = await Promise.all([
    Agent.create(ctx, { name: "Analyst", published: true, is_default: true }),
    Agent.create(ctx, { name: "Draft" }),
    Integration.create(ctx, { display_name: "Warehouse", config: database }),
    newCollection(base, tenant),
    Query.create(ctx, savedQuery, tenant.admin),
    Rule.create(ctx, "Revenue means the amount less refunds.", tenant.admin),
  ]);
  return {
    agent_id: agent.id,
    draft_agent_id: draft.id,
    integration_id: integration.id,
    ...collection,
    query_id: query.id,
    rule_id: rule.id,
    definition_id: (await newDefinition(base, tenant, integration.id)).id,
    question_id: (await newGolden(base, tenant, integration.id)).id,
    evaluation_id: await newEvaluation(tenant),
  };
}

/** A chat on the warehouse without a message yet. */
export const newChat = async (person: Person, integration_id: string): Promise<string> =>
  (await ask(person, "POST /v1/chats/create", { integration_id })).id;

async function uploads(base: Environment, person: Person): Promise<Pick<Belongings, "upload_id" | "clip_id">> {
  const { receive } = await import("@parley/core/upload/receive");
  const [table, audio] = await receive({ ...base, actor: person.ctx.actor }, [csv, clip], randomUUID());
  return { upload_id: table?.id ?? "", clip_id: audio?.id ?? "" };
}

/** A chat with a question and its answer, which has a table. */
export async function conversation(person: Person, furniture: Furniture) {
  const chat_id = await newChat(person, furniture.integration_id);
  const turns = `/v1/agents/${furniture.agent_id}/chats/${chat_id}/turns`;
  const asked = { client_request_id: randomUUID(), message: "Total amount per region" };
  const { turn_id } = await ask(person, `POST ${turns}`, asked);
  let turn = await ask(person, `GET ${turns}/${turn_id}?wait=20`);
  // On a busy machine one wait may be too short.
  for (let waits = 1; waits < 4 && turn.status === "in_progress"; waits++)
    turn = await ask(person, `GET ${turns}/${turn_id}?wait=20`);
  const [visualization] = turn.message?.metadata.visualizations ?? [];
  if (!visualization) throw new Error(`the question was not answered with a table: ${JSON.stringify(turn)}`);
  return {
    chat_id,
    turn_id,
    message_id: turn.user_message_id,
    answer_id: turn.assistant_message_id,
    visualization_id: visualization.id,
  };
}

/** What the exchange wants of the person, and their id; a code is made for each request that takes one. */
const idsOf = (tenant: Tenant, { id, email }: Person) => ({
  member_id: id,
  email,
  user_key: userKey(tenant.sharedSecret, email),
  code: "",
});

const callerOf = (person: Person, own: Belongings): Caller => ({
  person,
  own,
  token: person.token,
  uses: 0,
  messages: 0,
});

async function settle(base: Environment, tenant: Tenant, person: Person, furniture: Furniture): Promise<Caller> {
  const [talk, files, memory] = await Promise.all([
    conversation(person, furniture),
    uploads(base, person),
    ask(person, "POST /v1/user-memories", { content: "I look after the north." }),
  ]);
  return callerOf(person, { ...furniture, ...talk, ...files, ...idsOf(tenant, person), memory_id: memory.id });
}

/** Makes a camp with a database of the PostgreSQL server at `database`. */
export async function pitchCamp(base: Environment, database: DatasourceConfig): Promise<Camp> {
  const tenant = await createTenant(base);
  const furniture = await furnish(base, tenant, database);
  const [admin, member] = await Promise.all([
    settle(base, tenant, tenant.admin, furniture),
    settle(base, tenant, tenant.member, furniture),
  ]);
  return {
    tenant,
    staff: { admin, member },
    recruits: {},
    editors: {},
    furniture,
    database,
    apiKey: { key: tenant.apiKey, uses: 0 },
  };
}

/** Somebody new with uploads and an empty chat, whose budget of messages is full. */
export async function recruit(base: Environment, { tenant, staff, furniture }: Camp, role: Role): Promise<Caller> {
  const person = await tenant.add(role);
  const [chat_id, files] = await Promise.all([newChat(person, furniture.integration_id), uploads(base, person)]);
  return callerOf(person, { ...staff[role].own, ...files, ...idsOf(tenant, person), chat_id });
}

/** Somebody new with an answered question, which was one of the messages that are taken. */
export async function recruitEditor(base: Environment, camp: Camp, role: Role): Promise<Caller> {
  const caller = await recruit(base, camp, role);
  Object.assign(caller.own, await conversation(caller.person, camp.furniture));
  return { ...caller, messages: 1 };
}
