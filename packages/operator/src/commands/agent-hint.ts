import * as Agent from "@parley/core/agent/agent";
import type { OrganizationContext } from "@parley/core/environment/context";
import { call } from "../command.ts";

/**
 * What to do for an organization without a published agent: the durable route speaks of an agent by its id, so that it
 * finds no chat there. Undefined where there is one.
 */
export async function publishedAgentHint(ctx: OrganizationContext): Promise<string | undefined> {
  const agents = await Agent.list(ctx);
  if (agents.some(({ published }) => published)) return undefined;
  const organization = ctx.actor.organization_id;
  const [first] = agents;
  return [
    "The organization has no published agent yet: durable turns answer 404 Chat not found until it has one.",
    ...(first ? [] : [`  ${call} agent create --organization ${organization} --name "Analyst"`]),
    `  ${call} agent publish --organization ${organization} --id ${first?.id ?? "AGENT_ID"}`,
  ].join("\n");
}
