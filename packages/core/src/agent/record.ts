import type { OrganizationContext } from "../environment/context.ts";
import { organizationPk } from "../store/keys.ts";
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

const prefix = "AGENT#";
export const agentKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});
export const defaultKey = (organizationId: string): Key => ({
  pk: organizationPk(organizationId),
  sk: "AGENT_DEFAULT",
});

const isAgent = (item: Key): item is AgentRecord => item.sk.startsWith(prefix);

/** An organization's agents, the oldest first. */
export interface Agents {
  all: AgentRecord[];
  /** Which agent was made the default. */
  configured: string | undefined;
  /** The one that answers if a chat names none: the configured one if it is published, else the oldest that is. */
  chosen: AgentRecord | undefined;
}

/** Reads the agents and the default in one query. */
export async function readAgents(ctx: OrganizationContext, { consistent = false } = {}): Promise<Agents> {
  const { pk, sk } = defaultKey(ctx.actor.organization_id);
  const items = await ctx.table.queryAll<AgentRecord | DefaultRecord>({
    pk,
    // What the keys of agents and of the default begin with.
    begins: "AGENT",
    consistent,
  });
  const all = items.filter(isAgent);
  // One key holds one kind of item.
  const named = items.find((item) => item.sk === sk) as DefaultRecord | undefined;
  const configured = named?.agent_id;
  const published = all.filter((agent) => agent.published);
  return { all, configured, chosen: published.find(({ id }) => id === configured) ?? published[0] };
}
