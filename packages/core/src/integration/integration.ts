import type { Integration } from "@parley/contract/integration";
import { limits } from "@parley/contract/limits";
import type { Introspection, PastConnectionTest, SchemaSummary } from "@parley/contract/source";
import type { ColumnMark } from "@parley/datasource/marks/marks";
import type { DatasourceConfig } from "@parley/datasource/types";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { assignments, expr, type Expression } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import { open, seal } from "../environment/secrets.ts";
import type { Key } from "../store/table-item.ts";
import { traces, type Workable } from "../wake/queued-work.ts";

/** In the index while its database is being read on request, or waits for it. */
export interface IntegrationRecord extends Workable, Integration {
  organization_id: string;
  engine: DatasourceConfig["engine"];
  /** How to reach the database: a `DatasourceConfig`, sealed for the organization (D10). */
  config: string;
  /** What is known of the database that `config` leads to: forgotten when it leads to another. */
  schema_summary?: SchemaSummary;
  introspection?: Introspection;
  last_test?: PastConnectionTest;
  /** Columns that are hidden, masked or sensitive; absent where none ever was. */
  column_marks?: ColumnMark[];
  /** How often its definitions were changed; absent where nothing was ever defined. */
  definitions_revision?: number;
  created_at: string;
  updated_at: string;
}

const prefix = "INTEGRATION#";
export const integrationKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});

const sealed = (ctx: OrganizationContext, config: DatasourceConfig) => ({
  engine: config.engine,
  config: seal(ctx.secrets.encryptionKeys(), JSON.stringify(config), ctx.actor.organization_id),
});

/** Counts the integrations that were ever made, so that none is made beside another unseen. */
interface Revision {
  revision: number;
}
const revisionKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: "INTEGRATIONS" });

/** Makes an integration. The `file` of an sqlite one is a key of the bucket. Throws SOURCE_LIMIT. */
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
  for (;;) {
    const revision = await ctx.table.get<Revision>(revisionKey(organizationId), { consistent: true });
    if ((await list(ctx, { consistent: true })).length >= limits.sources_per_organization)
      refuseAdministrator("SOURCE_LIMIT");
    const outcome = await ctx.table.transact([
      { put: { ...integration }, when: expr`attribute_not_exists(#pk)` },
      {
        update: revisionKey(organizationId),
        set: expr`SET #revision = ${(revision?.revision ?? 0) + 1}`,
        when: revision ? expr`#revision = ${revision.revision}` : expr`attribute_not_exists(#revision)`,
      },
    ]);
    if (outcome.done) return integration;
    if (outcome.refusals[0]) throw new Error("the organization already has an integration with this id");
    // Another one was made meanwhile: they are counted again.
  }
}

/** The organization's integrations, the oldest first. */
export const list = (ctx: OrganizationContext, { consistent = false } = {}): Promise<IntegrationRecord[]> =>
  ctx.table.queryAll<IntegrationRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix, consistent });

/** An integration; undefined for an id that is malformed, unknown or outside the organization. */
export async function find(
  ctx: OrganizationContext,
  id: string,
  { consistent = false } = {},
): Promise<IntegrationRecord | undefined> {
  if (!isUuid(id)) return undefined;
  return ctx.table.get<IntegrationRecord>(integrationKey(ctx.actor.organization_id, id), { consistent });
}

/** An integration. Throws INTEGRATION_NOT_FOUND. */
export const get = async (ctx: OrganizationContext, id: string): Promise<IntegrationRecord> =>
  (await find(ctx, id)) ?? fail("INTEGRATION_NOT_FOUND");

interface Change {
  display_name?: string | undefined;
  config?: DatasourceConfig | undefined;
}

const changeOf = (ctx: OrganizationContext, { display_name, config }: Change): Expression => {
  const fields = assignments({
    display_name,
    ...(config && sealed(ctx, config)),
    updated_at: iso(ctx.clock.now()),
  });
  return expr`SET ${fields}${config ? expr` REMOVE #schema_summary, #introspection, #last_test, ${traces}` : expr``}`;
};

/** Changes an integration: later turns use the new name and database. Throws INTEGRATION_NOT_FOUND. */
export async function update(ctx: OrganizationContext, id: string, change: Change): Promise<IntegrationRecord> {
  if (!isUuid(id)) fail("INTEGRATION_NOT_FOUND");
  const key = integrationKey(ctx.actor.organization_id, id);
  const outcome = await ctx.table.update<IntegrationRecord>(key, changeOf(ctx, change), expr`attribute_exists(#pk)`);
  return outcome.done ? outcome.item : fail("INTEGRATION_NOT_FOUND");
}

/** Holds while the integration leads where it did when it was read: sealed anew by every change, and never by a new name. */
const leadsAsRead = ({ config }: IntegrationRecord): Expression => expr`#config = ${config}`;

/** Changes an integration if it still leads to the database that it did; undefined if it does not, or is gone. */
export async function updateAsRead(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
  change: Change,
): Promise<IntegrationRecord | undefined> {
  const key = integrationKey(integration.organization_id, integration.id);
  const outcome = await ctx.table.update<IntegrationRecord>(key, changeOf(ctx, change), leadsAsRead(integration));
  return outcome.done ? outcome.item : undefined;
}

/**
 * Replaces the marks of an integration's columns if nothing has changed it since it was read; undefined if something has, or it is
 * gone. What is open or remembered anywhere goes by `updated_at`, so that it is another one even within a millisecond.
 */
export async function markAsRead(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
  column_marks: ColumnMark[],
): Promise<IntegrationRecord | undefined> {
  const key = integrationKey(integration.organization_id, integration.id);
  const updated_at = iso(Math.max(ctx.clock.now(), Date.parse(integration.updated_at) + 1));
  const outcome = await ctx.table.update<IntegrationRecord>(
    key,
    expr`SET ${assignments({ column_marks, updated_at })}`,
    expr`#updated_at = ${integration.updated_at}`,
  );
  return outcome.done ? outcome.item : undefined;
}

/** Removes an integration if it still leads to the database that it did. False if it does not, or is gone. */
export async function removeAsRead(ctx: OrganizationContext, integration: IntegrationRecord): Promise<boolean> {
  const key = integrationKey(integration.organization_id, integration.id);
  return (await ctx.table.remove(key, leadsAsRead(integration))).done;
}

/**
 * Notes what was learned of the database. False if the integration leads to another one by now, or is gone.
 */
export async function note(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
  learned: Pick<IntegrationRecord, "schema_summary" | "last_test">,
): Promise<boolean> {
  const key = integrationKey(integration.organization_id, integration.id);
  return (await ctx.table.update(key, expr`SET ${assignments(learned)}`, leadsAsRead(integration))).done;
}

/** How to reach an integration's database. Throws where the deployment's encryption keys do not open it. */
export const configOf = (ctx: OrganizationContext, integration: IntegrationRecord): DatasourceConfig =>
  // Sealed by `create` or `update` from this type, and authenticated.
  JSON.parse(open(ctx.secrets.encryptionKeys(), integration.config, integration.organization_id)) as DatasourceConfig;
