import type { OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { memberKey } from "./member.ts";

/** True if each of the ids is a member's of the organization, disabled or not. */
export async function areMembers(ctx: OrganizationContext, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isUuid)) return false;
  const keys = wanted.map((id) => memberKey(ctx.actor.organization_id, id));
  return (await ctx.table.getMany(keys)).every((member) => member !== undefined);
}
