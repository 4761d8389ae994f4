import type { DatasourceConfig } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import type { IntegrationRecord } from "./integration.ts";
import { storedSchemaKey } from "./stored-schema.ts";

type Context = OrganizationContext & WithFiles;

/** Where the database files of an organization's integrations are, each of which belongs to one. */
const filesPrefix = (organizationId: string) => `integrations/${organizationId}/`;

/** A file that is a database. `name` is what people call it. */
export interface DatabaseFile {
  engine: "sqlite" | "duckdb";
  name: string;
}

const MEDIA_TYPES = { sqlite: "application/vnd.sqlite3", duckdb: "application/octet-stream" } as const;

/** Keeps a database file for an integration, under a key of its own. */
export async function keepDatabaseFile(
  ctx: Context,
  bytes: Uint8Array,
  { engine, name }: DatabaseFile,
): Promise<DatasourceConfig> {
  const file = `${filesPrefix(ctx.actor.organization_id)}${ctx.ids.next()}.${engine}`;
  await ctx.files.put(file, bytes, MEDIA_TYPES[engine]);
  return { engine, file, name };
}

/** Removes the file of a database that no integration leads to any more; does nothing for servers. */
export async function removeDatabaseFile(ctx: Context, config: DatasourceConfig | undefined): Promise<void> {
  // Only what `keepDatabaseFile` has made.
  if (config && "file" in config && config.file.startsWith(filesPrefix(ctx.actor.organization_id)))
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
