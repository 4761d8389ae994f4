import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionCheck } from "@parley/datasource/check-connection";
import { type ConnectionFault, type DatasourceConfig, DatasourceError } from "@parley/datasource/types";
import type { WithFiles } from "../environment/context.ts";
import type { DatabaseFile } from "./database-file.ts";
import { type ConnectionProblem, problemOf, silenceOf } from "./connection-faults.ts";

/** What became of a first look at a database. `duration_ms` is until the database had answered, or until it failed. */
export type ConnectionAttempt =
  | { connected: true; duration_ms: number; check: ConnectionCheck }
  | { connected: false; duration_ms: number; problem: ConnectionProblem; fault: ConnectionFault | undefined };

/** Connects, and looks at what the role may do, within `milliseconds`. The file of a database is one of this machine. */
export async function tryConnection(config: DatasourceConfig, milliseconds: number): Promise<ConnectionAttempt> {
  const { checkConnection } = await import("@parley/datasource/check-connection");
  const started = performance.now();
  const failed = (problem: ConnectionProblem, fault?: ConnectionFault): ConnectionAttempt => ({
    connected: false,
    duration_ms: Math.round(performance.now() - started),
    problem,
    fault,
  });
  try {
    const check = await checkConnection(config, AbortSignal.timeout(milliseconds));
    return { connected: true, duration_ms: check.duration_ms, check };
  } catch (error) {
    if (error instanceof DatasourceError) return failed(problemOf(config, error), error.fault);
    if (error instanceof Error && error.name === "TimeoutError") return failed(silenceOf(config, milliseconds));
    throw error;
  }
}

/** The same with the bytes of a database file, which people know by its name. */
export async function tryFile(
  bytes: Uint8Array,
  { engine, name }: DatabaseFile,
  milliseconds: number,
): Promise<ConnectionAttempt> {
  const folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  try {
    const file = join(folder, `database.${engine}`);
    await writeFile(file, bytes, { mode: 0o600 });
    return await tryConnection({ engine, file, name }, milliseconds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same with a configuration as it is stored: the file of a database is an object of the bucket. */
export async function tryStored(
  { files }: WithFiles,
  config: DatasourceConfig,
  milliseconds: number,
): Promise<ConnectionAttempt> {
  if (!("file" in config)) return tryConnection(config, milliseconds);
  const bytes = await files.get(config.file);
  if (!bytes) {
    const message = "The bucket no longer has the integration's database file.";
    const problem = { code: "CONNECTION_NO_FILE", message };
    return { connected: false, duration_ms: 0, problem, fault: "no_file" };
  }
  return tryFile(bytes, { engine: config.engine, name: config.name ?? "The database file" }, milliseconds);
}
