import type { Agent } from "@parley/contract/agent";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import { listModels } from "../model/model.ts";
import type { Key } from "../store/table-item.ts";

export interface AgentRecord extends Key {
  id: string;
  organization_id: string;
  name: string;
  description: string | null;
  /** The agent's own instructions, besides the organization's rules; may be empty. */
  instructions: string;
  /** Null for the platform's default model. */
  model_id: string | null;
  starter_prompts: string[];
  published: boolean;
  created_at: string;
  updated_at: string;
}

/** Names the organization's configured agent. Its sort key lies beside the agents', so that one query reads both. */
interface DefaultRecord extends Key {
  agent_id: string;
}

export interface AgentFields {
  id?: string;
  name: string;
  description?: string | null;
  instructions?: string;
  model_id?: string | null;
  starter_prompts?: string[];
  published?: boolean;
}

const agentKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `AGENT#${id}`,
});
const defaultKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: "AGENT_DEFAULT" });
/** What the keys of agents and of the default begin with. */
const prefix = "AGENT";
const isDefaultRecord = (item: AgentRecord | DefaultRecord): item is DefaultRecord => "agent_id" in item;

async function read(ctx: OrganizationContext): Promise<{ agents: AgentRecord[]; configured: string | undefined }> {
  const pk = organizationPk(ctx.actor.organization_id);
  const items = await ctx.table.queryAll<AgentRecord | DefaultRecord>({ pk, begins: prefix });
  return {
    agents: items.filter((item): item is AgentRecord => !isDefaultRecord(item)),
    configured: items.find(isDefaultRecord)?.agent_id,
  };
}

/** The configured agent if it is published, else the oldest published one. */
const chooseDefault = (published: readonly AgentRecord[], configured: string | undefined): AgentRecord | undefined =>
  published.find((agent) => agent.id === configured) ?? published[0];

/** Makes an agent; members see it once it is published. */
export async function create(ctx: OrganizationContext, fields: AgentFields): Promise<AgentRecord> {
  const organizationId = ctx.actor.organization_id;
  const id = fields.id ?? ctx.ids.next();
  const now = iso(ctx.clock.now());
  const agent: AgentRecord = {
    ...agentKey(organizationId, id),
    id,
    organization_id: organizationId,
    name: fields.name,
    description: fields.description ?? null,
    instructions: fields.instructions ?? "",
    model_id: fields.model_id ?? null,
    starter_prompts: fields.starter_prompts ?? [],
    published: fields.published ?? false,
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.put({ ...agent }, expr`attribute_not_exists(#pk)`);
  if (!outcome.done) throw new Error("the organization already has an agent with this id");
  return agent;
}

/** Every agent of the organization, oldest first, published or not. */
export const list = async (ctx: OrganizationContext): Promise<AgentRecord[]> => (await read(ctx)).agents;

/** The published agents as `GET /v1/agents` returns them. */
export async function listPublished(ctx: OrganizationContext): Promise<Agent[]> {
  const { agents, configured } = await read(ctx);
  const published = agents.filter((agent) => agent.published);
  const chosen = chooseDefault(published, configured);
  const platformModel = listModels(ctx.settings, ctx.secrets).default;
  return published.map((agent) => ({
    ...agent,
    model_id: agent.model_id ?? platformModel,
    is_default: agent === chosen,
  }));
}

/** An agent of the organization, published or not. */
export async function findAgent(ctx: OrganizationContext, id: string): Promise<AgentRecord | undefined> {
  return isUuid(id) ? ctx.table.get<AgentRecord>(agentKey(ctx.actor.organization_id, id)) : undefined;
}

/** A published agent of the organization. */
export async function findPublished(ctx: OrganizationContext, id: string): Promise<AgentRecord | undefined> {
  const agent = await findAgent(ctx, id);
  return agent?.published ? agent : undefined;
}

/** The agent that answers if a chat names none. */
export async function defaultAgent(ctx: OrganizationContext): Promise<AgentRecord | undefined> {
  const { agents, configured } = await read(ctx);
  return chooseDefault(
    agents.filter((agent) => agent.published),
    configured,
  );
}

/** Changes an agent; `published` shows it to members or hides it. Throws AGENT_NOT_FOUND. */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: Partial<Omit<AgentFields, "id">>,
): Promise<AgentRecord> {
  const outcome = await ctx.table.update<AgentRecord>(
    agentKey(ctx.actor.organization_id, id),
    expr`SET ${assignments({ ...change, updated_at: iso(ctx.clock.now()) })}`,
    expr`attribute_exists(#pk)`,
  );
  return outcome.done ? outcome.item : fail("AGENT_NOT_FOUND");
}

/** Shows an agent to the organization's members. Throws AGENT_NOT_FOUND. */
export const publish = (ctx: OrganizationContext, id: string): Promise<AgentRecord> =>
  update(ctx, id, { published: true });

/** Makes a published agent the one that answers if a chat names none. Throws AGENT_NOT_FOUND. */
export async function setDefault(ctx: OrganizationContext, id: string): Promise<void> {
  const organizationId = ctx.actor.organization_id;
  const outcome = await ctx.table.transact([
    { check: agentKey(organizationId, id), when: expr`#published = ${true}` },
    { put: { ...defaultKey(organizationId), agent_id: id } },
  ]);
  if (!outcome.done) fail("AGENT_NOT_FOUND");
}
