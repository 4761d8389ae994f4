import type { OrganizationContext } from "@parley/core/environment/context";
import * as Integration from "@parley/core/integration/integration";
import * as Member from "@parley/core/member/member";
import * as ApiKey from "@parley/core/organization/api-key";
import { call } from "../command.ts";

/** What an organization still needs before its members can ask, in the order in which it is made; then how to ask. */
export async function nextSteps(ctx: OrganizationContext): Promise<string> {
  const organization = `--organization ${ctx.actor.organization_id}`;
  const [keys, members, integrations] = await Promise.all([ApiKey.list(ctx), Member.list(ctx), Integration.list(ctx)]);
  const missing = [
    ...(keys.some(({ revoked_at }) => revoked_at === undefined)
      ? []
      : [`  ${call} api-key create ${organization} --name "backend"`]),
    ...(members.length > 0 ? [] : [`  ${call} member create ${organization} --email ada@example.com --role admin`]),
    ...(integrations.length > 0
      ? []
      : [`  ${call} integration create ${organization} --name Sales --engine postgres --host … --database … --user …`]),
  ];
  if (missing.length > 0) return ["Next:", ...missing].join("\n");
  const database = integrations.length > 1 ? ` --integration ${integrations.at(-1)?.id}` : "";
  return ["Its members can ask now:", `  ${call} ask ${organization}${database} "How many customers are there?"`].join(
    "\n",
  );
}
