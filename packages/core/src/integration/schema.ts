import type { Schema } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../context.ts";
import type { Table } from "../table.ts";
import { openDatasource } from "./datasource.ts";
import { get, type IntegrationRecord } from "./integration.ts";
import { storedSchema, storedSchemaKey, type StoredSchema } from "./stored-schema.ts";

type Context = OrganizationContext & WithFiles;

/** Milliseconds until a schema is introspected anew. */
const FRESH = 24 * 60 * 60 * 1000;
/** Milliseconds that introspecting a database may take. */
const TIMEOUT = 60_000;
/** Schemas that an environment remembers: a large database's is megabytes. */
const REMEMBERED = 200;

/** One environment has one table. */
const environments = new WeakMap<Table, Map<string, Promise<StoredSchema>>>();

function cacheOf(table: Table): Map<string, Promise<StoredSchema>> {
  let cache = environments.get(table);
  if (!cache) environments.set(table, (cache = new Map()));
  return cache;
}

const isFresh = (ctx: Context, stored: StoredSchema, integration: IntegrationRecord): boolean =>
  stored.integration_updated_at === integration.updated_at &&
  Date.parse(stored.schema.introspected_at) > ctx.clock.now() - FRESH;

async function introspect(ctx: Context, integration: IntegrationRecord): Promise<StoredSchema> {
  const datasource = await openDatasource(ctx, integration);
  const stored: StoredSchema = {
    integration_updated_at: integration.updated_at,
    schema: await datasource.introspect(AbortSignal.timeout(TIMEOUT)),
  };
  await ctx.files.put(storedSchemaKey(integration), JSON.stringify(stored), "application/json");
  return stored;
}

async function load(ctx: Context, integration: IntegrationRecord): Promise<StoredSchema> {
  const stored = await storedSchema(ctx, integration);
  return stored && isFresh(ctx, stored, integration) ? stored : introspect(ctx, integration);
}

/** Ends the wait, not the work: others may be waiting for the same schema. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function shared(
  ctx: Context,
  integration: IntegrationRecord,
  signal: AbortSignal,
  read: (ctx: Context, integration: IntegrationRecord) => Promise<StoredSchema>,
): Promise<Schema> {
  const cache = cacheOf(ctx.table);
  const work = read(ctx, integration);
  cache.delete(integration.id);
  // A Map keeps the order of insertion: the first is the oldest.
  const [oldest] = cache.keys();
  if (cache.size >= REMEMBERED && oldest !== undefined) cache.delete(oldest);
  cache.set(integration.id, work);
  work.catch(() => {
    if (cache.get(integration.id) === work) cache.delete(integration.id);
  });
  return (await untilAborted(work, signal)).schema;
}

/**
 * What the integration's database holds: from this environment's memory, else from the bucket, else introspected; a day
 * old at most. Throws INTEGRATION_NOT_FOUND, `DatasourceError`, or the signal's reason.
 */
export async function schema(ctx: Context, id: string, signal: AbortSignal): Promise<Schema> {
  const integration = await get(ctx, id);
  const known = cacheOf(ctx.table).get(integration.id);
  if (known) {
    const stored = await untilAborted(known, signal);
    if (isFresh(ctx, stored, integration)) return stored.schema;
  }
  return shared(ctx, integration, signal, load);
}

/** Introspects the database anew, whatever is known of it. Throws like `schema`. */
export async function refreshSchema(ctx: Context, id: string, signal: AbortSignal): Promise<Schema> {
  return shared(ctx, await get(ctx, id), signal, introspect);
}
