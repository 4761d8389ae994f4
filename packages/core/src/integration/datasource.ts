import { createHash } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Datasource, DatasourceError } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { perTable } from "../store/per-table.ts";
import { configOf, type IntegrationRecord } from "./integration.ts";

type Context = OrganizationContext & WithFiles;

/** Statements that may run side by side on one integration in one environment: Lambda runs one, one machine many. */
const POOL_CONNECTIONS = 8;
/** Each of a file's is a process. */
const FILE_CONNECTIONS = 2;

interface Opened {
  updated_at: string;
  datasource: Promise<Datasource>;
  /** Where the file of a database was downloaded to. */
  file: string | undefined;
}
const isFileEngine = (engine: IntegrationRecord["engine"]): boolean => engine === "sqlite" || engine === "duckdb";

const openedOf = perTable(() => new Map<string, Opened>());

async function close({ datasource, file }: Opened): Promise<void> {
  await (await datasource).close();
  if (file !== undefined) await rm(file, { force: true });
}

/** The file is written beside its place and moved there, so that half a database is never opened. */
async function download(ctx: Context, key: string, file: string): Promise<void> {
  const bytes = await ctx.files.get(key);
  if (!bytes)
    throw new DatasourceError("DATASOURCE_UNAVAILABLE", "The database file is not there.", { retryable: false });
  const partial = `${file}.${process.pid}.${ctx.ids.next()}`;
  await writeFile(partial, bytes);
  await rename(partial, file);
}

function localFile({ id, engine, updated_at }: IntegrationRecord): string {
  const name = createHash("sha256").update(`${id} ${updated_at} ${process.pid}`).digest("hex").slice(0, 32);
  return join(tmpdir(), `parley-${name}.${engine}`);
}

async function connect(ctx: Context, integration: IntegrationRecord, file: string | undefined): Promise<Datasource> {
  const config = configOf(ctx, integration);
  const { openDatasource: openConfig } = await import("@parley/datasource/open");
  const holding = { marks: integration.column_marks };
  if (!("file" in config) || file === undefined) return openConfig(config, POOL_CONNECTIONS, holding);
  await download(ctx, config.file, file);
  return openConfig({ ...config, file }, FILE_CONNECTIONS, holding);
}

/**
 * The integration's database, kept open for later turns of this environment until the integration changes.
 * Throws `DatasourceError`.
 */
export async function openDatasource(ctx: Context, integration: IntegrationRecord): Promise<Datasource> {
  const opened = openedOf(ctx);
  const kept = opened.get(integration.id);
  if (kept?.updated_at === integration.updated_at) return kept.datasource;
  const file = isFileEngine(integration.engine) ? localFile(integration) : undefined;
  const datasource = connect(ctx, integration, file);
  const entry = { updated_at: integration.updated_at, datasource, file };
  opened.set(integration.id, entry);
  if (kept) {
    close(kept).catch((error: unknown) => log("warn", "a replaced datasource did not close", {}, error));
  }
  try {
    return await datasource;
  } catch (error) {
    if (opened.get(integration.id) === entry) opened.delete(integration.id);
    throw error;
  }
}

/** Closes whatever this environment has opened: for processes that end before their environment does. */
export async function closeDatasources({ table }: Pick<Context, "table">): Promise<void> {
  const all = [...openedOf({ table }).values()];
  openedOf({ table }).clear();
  await Promise.all(all.map(close));
}
