import type { SavedQuery } from "@parley/contract/saved-query";
import type { OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";

export interface QueryRecord extends Key, SavedQuery {}

export const queryPrefix = "QUERY#";
/** The item of a saved query. */
export const queryKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${queryPrefix}${id}`,
});

/** A saved query; undefined for an id that is malformed, unknown or outside the organization. */
export async function find(ctx: OrganizationContext, id: string): Promise<QueryRecord | undefined> {
  return isUuid(id) ? ctx.table.get<QueryRecord>(queryKey(ctx.actor.organization_id, id)) : undefined;
}
