import type { AdminAgent, AgentCreate, AgentUpdate } from "@parley/contract/admin-agent";
import type { Agent } from "@parley/contract/agent";
import { fitting } from "../environment/answer-size.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { find as findMember } from "../member/member.ts";
import { listModels } from "../model/model.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { assignments, expr } from "../store/expression.ts";
import type { Write } from "../store/table-transactions.ts";
import { countAgents, oneLess, oneMore } from "./count.ts";
import { agentKey, type AgentRecord, type Agents, defaultKey, readAgents } from "./record.ts";

const present = (agent: AgentRecord, { chosen }: Agents): AdminAgent => ({
  id: agent.id,
  name: agent.name,
  description: agent.description,
  instructions: agent.instructions,
  model_id: agent.model_id,
  starter_prompts: agent.starter_prompts,
  published: agent.published,
  is_default: agent.id === chosen?.id,
  created_at: agent.created_at,
  updated_at: agent.updated_at,
});

/** Every agent of the organization, oldest first, published or not. */
export async function list(ctx: OrganizationContext): Promise<AdminAgent[]> {
  const agents = await readAgents(ctx, { consistent: true });
  return agents.all.map((agent) => present(agent, agents));
}

/** An agent of the organization, published or not. Throws AGENT_NOT_FOUND. */
export async function get(ctx: OrganizationContext, id: string): Promise<AdminAgent> {
  return (await list(ctx)).find((agent) => agent.id === id) ?? fail("AGENT_NOT_FOUND");
}

/** A page of the agents: at most `limit` after the cursor, which names the last one shown. Throws INVALID_CURSOR. */
export async function page(
  ctx: OrganizationContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ agents: AdminAgent[]; next_cursor: string | null }> {
  const shown = cursor === undefined ? "" : namedBy(cursor);
  if (cursor !== undefined && !isUuid(shown)) fail("INVALID_CURSOR");
  const left = (await list(ctx)).filter(({ id }) => id > shown);
  const wanted = left.slice(0, limit);
  const agents = wanted.slice(0, fitting(wanted));
  return { agents, next_cursor: left.length > agents.length ? cursorOf(agents.at(-1)?.id ?? "") : null };
}

/** The published agents as `GET /v1/agents` returns them. */
export async function listPublished(ctx: OrganizationContext): Promise<Agent[]> {
  const { all, chosen } = await readAgents(ctx);
  const platformModel = listModels(ctx.settings, ctx.secrets).default;
  return all
    .filter((agent) => agent.published)
    .map((agent) => ({ ...agent, model_id: agent.model_id ?? platformModel, is_default: agent === chosen }));
}

/** An agent of the organization, published or not. */
export async function findAgent(ctx: OrganizationContext, id: string): Promise<AgentRecord | undefined> {
  return isUuid(id) ? ctx.table.get<AgentRecord>(agentKey(ctx.actor.organization_id, id)) : undefined;
}

/** An agent that a new chat of the caller may be bound to: a published one, and where an administrator tries it a draft. */
export async function findOffered(ctx: MemberContext, id: string): Promise<AgentRecord | undefined> {
  const agent = await findAgent(ctx, id);
  if (!agent || agent.published) return agent;
  return (await findMember(ctx, ctx.actor))?.role === "admin" ? agent : undefined;
}

/** The agent that answers if a chat names none. */
export const defaultAgent = async (ctx: OrganizationContext): Promise<AgentRecord | undefined> =>
  (await readAgents(ctx)).chosen;

/** The write that makes an agent the default: the former one is no longer named. */
const defaultWrite = (organizationId: string, id: string): Write => ({
  put: { ...defaultKey(organizationId), agent_id: id },
});

/**
 * Makes an agent; members see it once it is published. With `is_default` it answers where a chat names none. Throws
 * AGENT_NOT_PUBLISHED for a draft that is to be the default, and TOO_MANY_AGENTS.
 */
export async function create(ctx: OrganizationContext, fields: AgentCreate & { id?: string }): Promise<AdminAgent> {
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
  const isDefault = fields.is_default === true;
  if (isDefault && !agent.published) fail("AGENT_NOT_PUBLISHED");
  for (;;) {
    const outcome = await ctx.table.transact([
      { put: { ...agent }, when: expr`attribute_not_exists(#pk)` },
      oneMore(organizationId),
      ...(isDefault ? [defaultWrite(organizationId, id)] : []),
    ]);
    if (outcome.done) return get(ctx, id);
    const [agentInTheWay, count] = outcome.refusals;
    if (agentInTheWay) throw new Error("the organization already has an agent with this id");
    if (count?.item) refuseAdministrator("TOO_MANY_AGENTS");
    await countAgents(ctx);
  }
}

/** What of a record changes: absent fields stay, null ones are emptied. */
const changesOf = ({ name, description, instructions, model_id, starter_prompts, published }: AgentUpdate) => ({
  name: name ?? undefined,
  description,
  instructions: instructions === null ? "" : instructions,
  model_id,
  starter_prompts: starter_prompts === null ? [] : starter_prompts,
  published: published ?? undefined,
});

/**
 * Changes an agent. `published` shows it to members or makes it a draft, which answers in its chats still; `is_default` makes
 * it the one that answers where a chat names none, in the write in which the former one ceases to be. Throws AGENT_NOT_FOUND,
 * AGENT_NOT_PUBLISHED for a draft that is to be the default, AGENT_IN_USE for a default that is to be none.
 */
export async function update(ctx: OrganizationContext, id: string, change: AgentUpdate): Promise<AdminAgent> {
  const organizationId = ctx.actor.organization_id;
  if (!isUuid(id)) fail("AGENT_NOT_FOUND");
  // There is always a default: it is given to another one, not taken away.
  if (change.is_default === false && (await get(ctx, id)).is_default) refuseAdministrator("AGENT_IN_USE");
  const isDefault = change.is_default === true;
  if (isDefault && change.published === false) fail("AGENT_NOT_PUBLISHED");
  const mustBePublished = isDefault && change.published !== true;
  const outcome = await ctx.table.transact([
    {
      update: agentKey(organizationId, id),
      set: expr`SET ${assignments({ ...changesOf(change), updated_at: iso(ctx.clock.now()) })}`,
      when: mustBePublished ? expr`#published = ${true}` : expr`attribute_exists(#pk)`,
    },
    ...(isDefault ? [defaultWrite(organizationId, id)] : []),
  ]);
  if (!outcome.done) fail(outcome.refusals[0]?.item ? "AGENT_NOT_PUBLISHED" : "AGENT_NOT_FOUND");
  return get(ctx, id);
}

/** The writes that remove an agent as long as it is not the default: what names the default is as it was read. */
function removalWrites(organizationId: string, agent: AgentRecord, { configured, chosen }: Agents): Write[] {
  const pointer = defaultKey(organizationId);
  const isNamed = configured === agent.id;
  return [
    { remove: agentKey(organizationId, agent.id), when: expr`#published = ${agent.published}` },
    oneLess(organizationId),
    isNamed
      ? { remove: pointer, when: expr`#agent_id = ${agent.id}` }
      : {
          check: pointer,
          when: configured === undefined ? expr`attribute_not_exists(#pk)` : expr`#agent_id = ${configured}`,
        },
    // A published agent would be the default if the one that is were taken back at this moment.
    ...(agent.published && chosen
      ? [{ check: agentKey(organizationId, chosen.id), when: expr`#published = ${true}` }]
      : []),
  ];
}

/**
 * Removes an agent. Its chats stay and keep its id; they are answered as if they had no agent (D62). Throws AGENT_NOT_FOUND,
 * AGENT_IN_USE for the default.
 */
export async function remove(ctx: OrganizationContext, id: string): Promise<void> {
  const organizationId = ctx.actor.organization_id;
  for (;;) {
    const agents = await readAgents(ctx, { consistent: true });
    const agent = agents.all.find((one) => one.id === id) ?? fail("AGENT_NOT_FOUND");
    if (agent === agents.chosen) refuseAdministrator("AGENT_IN_USE");
    const outcome = await ctx.table.transact(removalWrites(organizationId, agent, agents));
    if (outcome.done) return;
    const count = outcome.refusals[1];
    if (count && !count.item) await countAgents(ctx);
    // Else something was changed in between: what is so now decides.
  }
}
