import type { SavedQuery } from "@parley/contract/saved-query";
import type { OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";

export interface QueryRecord extends Key, SavedQuery {}

/** A query as it is kept: one of before queries were bound to a database has nothing about it. */
export type StoredQuery = Omit<QueryRecord, "integration_id"> & Partial<Pick<QueryRecord, "integration_id">>;

/** A query as it is shown. */
export const present = (query: StoredQuery): QueryRecord => ({
  ...query,
  integration_id: query.integration_id ?? null,
});

export const queryPrefix = "QUERY#";
/** The item of a saved query. */
export const queryKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${queryPrefix}${id}`,
});

/** A saved query; undefined for an id that is malformed, unknown or outside the organization. */
export async function find(ctx: OrganizationContext, id: string): Promise<QueryRecord | undefined> {
  const query = isUuid(id) ? await ctx.table.get<StoredQuery>(queryKey(ctx.actor.organization_id, id)) : undefined;
  return query && present(query);
}
