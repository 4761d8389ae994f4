import { agentLimits } from "@parley/contract/limits";
import type { OrganizationContext } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { readAgents } from "./record.ts";

/** How many agents there are, counted in the same transaction as each is made or removed. */
const countKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: "AGENT_COUNT" });

/** The write that counts one more: refused at the limit, and where agents were not counted yet. */
export const oneMore = (organizationId: string): Write => ({
  update: countKey(organizationId),
  set: expr`SET #count = #count + ${1}`,
  when: expr`#count < ${agentLimits.per_organization}`,
});

/** The write that counts one less: refused where agents were not counted yet. */
export const oneLess = (organizationId: string): Write => ({
  update: countKey(organizationId),
  set: expr`SET #count = #count - ${1}`,
  when: expr`attribute_exists(#count)`,
});

/** Counts the agents of an organization in which none was made since they are counted. */
export async function countAgents(ctx: OrganizationContext): Promise<void> {
  const { all } = await readAgents(ctx, { consistent: true });
  await ctx.table.put(
    { ...countKey(ctx.actor.organization_id), count: all.length },
    expr`attribute_not_exists(#count)`,
  );
}
