import type {
  ChangedConnection,
  ConnectionTest,
  Source,
  SourceCreate,
  SourceTest,
  SourceUpdate,
} from "@parley/contract/source";
import type { DatasourceConfig } from "@parley/datasource/types";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { spend } from "../throttle/spend.ts";
import { givenConnection } from "./connection.ts";
import type { ConnectionAttempt } from "./connection-attempt.ts";
import { keepDatabaseFile, removeDatabaseFile, removeKept } from "./database-file.ts";
import * as Integration from "./integration.ts";

type Context = MemberContext & WithFiles;

/** Loaded where a database is connected to: lists and marks start without it. */
const attempts = () => import("./connection-attempt.ts");

/** Milliseconds that trying a connection may take: the gateway waits for 29 seconds. */
const CONNECTION_TEST_TIMEOUT_MS = 20_000;

/** How the database is reached, without what is secret. */
function shownConnection(config: DatasourceConfig): Source["connection"] {
  if ("file" in config) return { file: config.name ?? config.file.split("/").at(-1) ?? "" };
  if (!("host" in config)) {
    const { workgroup = null, database, region = null, schemas = null } = config;
    const { cluster = null, user = null } = config.engine === "redshift" ? config : {};
    return { workgroup, cluster, database, user, region, schemas };
  }
  const { host, port, database, user, tls, ca, schemas } = config;
  return { host, port, database, user, tls, ca: ca !== undefined, schemas: schemas ?? null };
}

/** An integration as administrators see it. */
export function present(ctx: OrganizationContext, integration: Integration.IntegrationRecord): Source {
  const { id, display_name, type, engine, schema_summary, introspection, last_test, created_at, updated_at } =
    integration;
  return {
    id,
    display_name,
    type,
    engine,
    connection: shownConnection(Integration.configOf(ctx, integration)),
    schema: schema_summary ?? null,
    introspection: introspection ?? null,
    last_test: last_test ?? null,
    created_at,
    updated_at,
  };
}

/** The organization's integrations as administrators see them, the oldest first. */
export const list = async (ctx: OrganizationContext): Promise<Source[]> =>
  (await Integration.list(ctx)).map((integration) => present(ctx, integration));

/**
 * The connection as it is to be stored: the file of an upload is opened, and copied, so that it does not go with the upload.
 * Throws PASSWORD_REQUIRED, UPLOAD_NOT_FOUND, NOT_A_DATABASE.
 */
async function toStore(ctx: Context, given: ChangedConnection, stored?: DatasourceConfig): Promise<DatasourceConfig> {
  const config = await givenConnection(ctx, given, stored);
  if (!("file" in config)) return config;
  const bytes = await ctx.files.get(config.file);
  if (!bytes) return fail("UPLOAD_NOT_FOUND");
  const attempt = await (
    await attempts()
  ).tryFile(bytes, { engine: config.engine, name: config.name ?? "" }, CONNECTION_TEST_TIMEOUT_MS);
  if (!attempt.connected) refuseAdministrator("NOT_A_DATABASE", { message: attempt.problem.message });
  return keepDatabaseFile(ctx, bytes, { engine: config.engine, name: config.name ?? "" });
}

/** Sets up a database, without connecting to it. Throws UPLOAD_NOT_FOUND, NOT_A_DATABASE, SOURCE_LIMIT. */
export async function create(ctx: Context, { display_name, connection }: SourceCreate): Promise<Source> {
  const config = await toStore(ctx, connection);
  try {
    return present(ctx, await Integration.create(ctx, { display_name, config }));
  } catch (error) {
    await removeDatabaseFile(ctx, config);
    throw error;
  }
}

const findOne = async (ctx: OrganizationContext, id: string): Promise<Integration.IntegrationRecord> =>
  (await Integration.find(ctx, id, { consistent: true })) ?? refuseAdministrator("SOURCE_NOT_FOUND");

/**
 * Renames a database, or changes how it is reached: what is absent stays. Throws SOURCE_NOT_FOUND, PASSWORD_REQUIRED,
 * UPLOAD_NOT_FOUND, NOT_A_DATABASE.
 */
export async function update(ctx: Context, id: string, { display_name, connection }: SourceUpdate): Promise<Source> {
  for (;;) {
    const integration = await findOne(ctx, id);
    if (display_name === undefined && connection === undefined) return present(ctx, integration);
    const stored = Integration.configOf(ctx, integration);
    const config = connection && (await toStore(ctx, connection, stored));
    // Of two changes at once, the later one is judged by what the earlier one has stored.
    const changed = await Integration.updateAsRead(ctx, integration, { display_name, config });
    if (!changed) await removeDatabaseFile(ctx, config);
    else if (config) await removeKept(ctx, integration, stored);
    if (changed) return present(ctx, changed);
  }
}

/** Removes a database with its stored login, its copied file and its schema. Throws SOURCE_NOT_FOUND. */
export async function remove(ctx: OrganizationContext & WithFiles, id: string): Promise<void> {
  for (;;) {
    const integration = await findOne(ctx, id);
    // The record goes last, so that a removal that was interrupted can be repeated.
    await removeKept(ctx, integration, Integration.configOf(ctx, integration));
    if (integration.definitions_revision !== undefined) {
      const { removeAll } = await import("../definition/definition.ts");
      await removeAll(ctx, integration);
    }
    if (await Integration.removeAsRead(ctx, integration)) return;
  }
}

function resultOf(attempt: ConnectionAttempt): ConnectionTest {
  const { connected, duration_ms } = attempt;
  return { connected, duration_ms, error: attempt.connected ? null : attempt.problem };
}

/** Tries the connection of an integration as it is stored, and notes what became of it. */
export async function tryIntegration(
  ctx: OrganizationContext & WithFiles,
  integration: Integration.IntegrationRecord,
  milliseconds: number,
): Promise<ConnectionAttempt> {
  const attempt = await (await attempts()).tryStored(ctx, Integration.configOf(ctx, integration), milliseconds);
  const last_test = { ...resultOf(attempt), tested_at: iso(ctx.clock.now()) };
  await Integration.note(ctx, integration, { last_test });
  return attempt;
}

/**
 * Tries a connection: that of an integration, one that is not stored, or, with both, a change of the integration's, whose
 * password may be absent as in an update. Throws CONNECTION_REQUIRED, INTEGRATION_NOT_FOUND, PASSWORD_REQUIRED,
 * UPLOAD_NOT_FOUND, RATE_LIMIT.
 */
export async function test(ctx: Context, { integration_id, connection }: SourceTest): Promise<ConnectionTest> {
  const integration = typeof integration_id === "string" ? await Integration.get(ctx, integration_id) : undefined;
  if (!connection && !integration) refuseAdministrator("CONNECTION_REQUIRED");
  const stored = integration && Integration.configOf(ctx, integration);
  const given = connection ? await givenConnection(ctx, connection, stored) : undefined;
  await spend(ctx, "connection_test", ctx.actor.member_id);
  if (given) return resultOf(await (await attempts()).tryStored(ctx, given, CONNECTION_TEST_TIMEOUT_MS));
  if (!integration) return refuseAdministrator("CONNECTION_REQUIRED");
  return resultOf(await tryIntegration(ctx, integration, CONNECTION_TEST_TIMEOUT_MS));
}
