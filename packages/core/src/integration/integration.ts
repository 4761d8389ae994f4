import type { Integration } from "@parley/contract/integration";
import type { DatasourceConfig } from "@parley/datasource/types";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import { open, seal } from "../environment/secrets.ts";
import type { Key } from "../store/table-item.ts";

export interface IntegrationRecord extends Key, Integration {
  organization_id: string;
  engine: DatasourceConfig["engine"];
  /** How to reach the database: a `DatasourceConfig`, sealed for the organization (D10). */
  config: string;
  created_at: string;
  updated_at: string;
}

const prefix = "INTEGRATION#";
const integrationKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});

const sealed = (ctx: OrganizationContext, config: DatasourceConfig) => ({
  engine: config.engine,
  config: seal(ctx.secrets.encryptionKeys(), JSON.stringify(config), ctx.actor.organization_id),
});

/** Makes an integration. The `file` of an sqlite one is a key of the bucket. */
export async function create(
  ctx: OrganizationContext,
  fields: { id?: string; display_name: string; config: DatasourceConfig },
): Promise<IntegrationRecord> {
  const organizationId = ctx.actor.organization_id;
  const id = fields.id ?? ctx.ids.next();
  const now = iso(ctx.clock.now());
  const integration: IntegrationRecord = {
    ...integrationKey(organizationId, id),
    id,
    organization_id: organizationId,
    display_name: fields.display_name,
    type: "database",
    ...sealed(ctx, fields.config),
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.put({ ...integration }, expr`attribute_not_exists(#pk)`);
  if (!outcome.done) throw new Error("the organization already has an integration with this id");
  return integration;
}

/** The organization's integrations, the oldest first. */
export const list = (ctx: OrganizationContext): Promise<IntegrationRecord[]> =>
  ctx.table.queryAll<IntegrationRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix });

/** An integration; undefined for an id that is malformed, unknown or outside the organization. */
export async function find(ctx: OrganizationContext, id: string): Promise<IntegrationRecord | undefined> {
  return isUuid(id) ? ctx.table.get<IntegrationRecord>(integrationKey(ctx.actor.organization_id, id)) : undefined;
}

/** An integration. Throws INTEGRATION_NOT_FOUND. */
export const get = async (ctx: OrganizationContext, id: string): Promise<IntegrationRecord> =>
  (await find(ctx, id)) ?? fail("INTEGRATION_NOT_FOUND");

/** Changes an integration: later turns use the new name and database. Throws INTEGRATION_NOT_FOUND. */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: { display_name?: string; config?: DatasourceConfig },
): Promise<IntegrationRecord> {
  if (!isUuid(id)) fail("INTEGRATION_NOT_FOUND");
  const outcome = await ctx.table.update<IntegrationRecord>(
    integrationKey(ctx.actor.organization_id, id),
    expr`SET ${assignments({
      display_name: change.display_name,
      ...(change.config && sealed(ctx, change.config)),
      updated_at: iso(ctx.clock.now()),
    })}`,
    expr`attribute_exists(#pk)`,
  );
  return outcome.done ? outcome.item : fail("INTEGRATION_NOT_FOUND");
}

/** Removes an integration. Chats that are bound to it keep its id, which is then unknown. Throws INTEGRATION_NOT_FOUND. */
export async function remove(ctx: OrganizationContext, id: string): Promise<void> {
  if (!isUuid(id)) fail("INTEGRATION_NOT_FOUND");
  const outcome = await ctx.table.remove(integrationKey(ctx.actor.organization_id, id), expr`attribute_exists(#pk)`);
  if (!outcome.done) fail("INTEGRATION_NOT_FOUND");
}

/** How to reach an integration's database. Throws where the deployment's encryption keys do not open it. */
export const configOf = (ctx: OrganizationContext, integration: IntegrationRecord): DatasourceConfig =>
  // Sealed by `create` or `update` from this type, and authenticated.
  JSON.parse(open(ctx.secrets.encryptionKeys(), integration.config, integration.organization_id)) as DatasourceConfig;
