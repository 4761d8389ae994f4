import type { Schema } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { perTable } from "../store/per-table.ts";
import { log } from "../observe/log.ts";
import { openDatasource } from "./datasource.ts";
import { get, type IntegrationRecord, note } from "./integration.ts";
import { storedSchema, storedSchemaKey, type StoredSchema } from "./stored-schema.ts";

type Context = OrganizationContext & WithFiles;

/** Milliseconds until a schema is introspected anew. */
const SCHEMA_FRESH_MS = 24 * 60 * 60 * 1000;
/** Milliseconds that introspecting a database may take. */
const INTROSPECTION_TIMEOUT_MS = 60_000;
/** Schemas that an environment remembers, and the characters of all of them: a large database's has ten million. */
const REMEMBERED_SCHEMAS = 200;
const REMEMBERED_CHARACTERS = 32_000_000;
/** What a column, or a table, takes in addition to its texts. */
const CHARACTERS_OF_SHAPE = 150;

interface Remembered {
  work: Promise<StoredSchema>;
  /** 0 until it has been read. */
  characters: number;
}

/** By the integration's id, the oldest first. */
const cacheOf = perTable(() => new Map<string, Remembered>());

function charactersOf({ tables }: Schema): number {
  let sum = 0;
  for (const table of tables) {
    sum += CHARACTERS_OF_SHAPE + (table.comment?.length ?? 0);
    for (const { comment, values } of table.columns) {
      sum += CHARACTERS_OF_SHAPE + (comment?.length ?? 0);
      for (const value of values) sum += value.length;
    }
  }
  return sum;
}

/** Forgets the oldest schemas where there are too many, or too large ones; the newest stays whatever its size. */
function fit(cache: Map<string, Remembered>): void {
  let characters = [...cache.values()].reduce((sum, each) => sum + each.characters, 0);
  for (const [id, oldest] of cache) {
    if (cache.size <= 1 || (cache.size <= REMEMBERED_SCHEMAS && characters <= REMEMBERED_CHARACTERS)) return;
    cache.delete(id);
    characters -= oldest.characters;
  }
}

const isFresh = (ctx: Context, stored: StoredSchema, integration: IntegrationRecord): boolean =>
  stored.integration_updated_at === integration.updated_at &&
  // Another environment may have read it again since.
  stored.schema.introspected_at >= (integration.schema_summary?.introspected_at ?? "") &&
  Date.parse(stored.schema.introspected_at) > ctx.clock.now() - SCHEMA_FRESH_MS;

/** Removes a schema that was put too late, unless another reading has put its own since. */
async function forgetReading(ctx: Context, integration: IntegrationRecord, introspectedAt: string): Promise<void> {
  const kept = await storedSchema(ctx, integration);
  if (kept?.schema.introspected_at === introspectedAt) await ctx.files.remove([storedSchemaKey(integration)]);
}

async function introspect(ctx: Context, integration: IntegrationRecord): Promise<StoredSchema> {
  const datasource = await openDatasource(ctx, integration);
  const stored: StoredSchema = {
    integration_updated_at: integration.updated_at,
    schema: await datasource.introspect(AbortSignal.timeout(INTROSPECTION_TIMEOUT_MS)),
  };
  if (stored.schema.tables_left_out !== undefined)
    log("warn", "A database has more tables than are described", {
      integration_id: integration.id,
      tables: stored.schema.tables.length,
      tables_left_out: stored.schema.tables_left_out,
    });
  await ctx.files.put(storedSchemaKey(integration), JSON.stringify(stored), "application/json");
  const { hash, tables, introspected_at } = stored.schema;
  const isNoted = await note(ctx, integration, { schema_summary: { hash, tables: tables.length, introspected_at } });
  // It was removed meanwhile, or leads to another database, and what was known of this one went with that.
  if (!isNoted) await forgetReading(ctx, integration, introspected_at);
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
  const cache = cacheOf(ctx);
  const work = read(ctx, integration);
  const remembered: Remembered = { work, characters: 0 };
  cache.delete(integration.id);
  cache.set(integration.id, remembered);
  fit(cache);
  work.then(
    (stored) => {
      remembered.characters = charactersOf(stored.schema);
      fit(cache);
    },
    () => {
      if (cache.get(integration.id) === remembered) cache.delete(integration.id);
    },
  );
  return (await untilAborted(work, signal)).schema;
}

/**
 * What the integration's database holds: from this environment's memory, else from the bucket, else introspected; at most
 * a day old when the integration was read. Throws `DatasourceError`, or the signal's reason.
 */
export async function schemaOf(ctx: Context, integration: IntegrationRecord, signal: AbortSignal): Promise<Schema> {
  const known = cacheOf(ctx).get(integration.id);
  if (known) {
    const stored = await untilAborted(known.work, signal);
    if (isFresh(ctx, stored, integration)) return stored.schema;
  }
  return shared(ctx, integration, signal, load);
}

/** The same of the integration that has the id. Throws INTEGRATION_NOT_FOUND, `DatasourceError`, or the signal's reason. */
export const schema = async (ctx: Context, id: string, signal: AbortSignal): Promise<Schema> =>
  schemaOf(ctx, await get(ctx, id), signal);

/** What is known of the database that the integration leads to, however old: from memory, else from the bucket. */
export async function knownSchema(ctx: Context, integration: IntegrationRecord): Promise<Schema | undefined> {
  const remembered = await cacheOf(ctx)
    .get(integration.id)
    ?.work.catch(() => undefined);
  const known = remembered ?? (await storedSchema(ctx, integration));
  return known?.integration_updated_at === integration.updated_at ? known.schema : undefined;
}

/** Introspects the database anew that the integration led to when it was read. Throws `DatasourceError`, or the signal's reason. */
export const readSchema = (ctx: Context, integration: IntegrationRecord, signal: AbortSignal): Promise<Schema> =>
  shared(ctx, integration, signal, introspect);

/** Introspects the database anew, even if its schema is known. Throws like `schema`. */
export const refreshSchema = async (ctx: Context, id: string, signal: AbortSignal): Promise<Schema> =>
  readSchema(ctx, await get(ctx, id), signal);
