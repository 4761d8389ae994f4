import type { DatasourceConfig } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import type { IntegrationRecord } from "./integration.ts";
import { storedSchemaKey } from "./stored-schema.ts";

type Context = OrganizationContext & WithFiles;

/** Where the SQLite files of an organization's integrations are, each of which belongs to one. */
const filesPrefix = (organizationId: string) => `integrations/${organizationId}/`;

/** Keeps an SQLite file for an integration, under a key of its own. `name` is what people call it. */
export async function keepDatabaseFile(ctx: Context, bytes: Uint8Array, name: string): Promise<DatasourceConfig> {
  const file = `${filesPrefix(ctx.actor.organization_id)}${ctx.ids.next()}.sqlite`;
  await ctx.files.put(file, bytes, "application/vnd.sqlite3");
  return { engine: "sqlite", file, name };
}

/** Removes the file of a database that no integration leads to any more; does nothing for servers. */
export async function removeDatabaseFile(ctx: Context, config: DatasourceConfig | undefined): Promise<void> {
  // Only what `keepDatabaseFile` has made.
  if (config?.engine === "sqlite" && config.file.startsWith(filesPrefix(ctx.actor.organization_id)))
    await ctx.files.remove([config.file]);
}

/** Removes what is kept of an integration beside its record. Repeating it changes nothing. */
export async function removeKept(
  ctx: Context,
  integration: IntegrationRecord,
  config: DatasourceConfig,
): Promise<void> {
  await ctx.files.remove([storedSchemaKey(integration)]);
  await removeDatabaseFile(ctx, config);
}
