import * as Member from "@parley/core/member/member";
import type { OrganizationContext } from "@parley/core/environment/context";
import { type Given, type Option, UsageError } from "../command.ts";

/** Queries and rules say who changed them last: a member of the organization. */
export const byOption: Option = { help: "Id of the member who is named as author; an admin by default" };

/** The member whose name the change carries. */
export async function authorOf(ctx: OrganizationContext, given: Given): Promise<{ id: string; name: string }> {
  const id = given.optional("by");
  if (id !== undefined) return Member.get(ctx, id);
  const members = await Member.list(ctx);
  const author = members.find(({ role, active }) => role === "admin" && active);
  if (!author) throw new UsageError("The organization has no admin yet: create one, or name a member with --by.");
  return author;
}
