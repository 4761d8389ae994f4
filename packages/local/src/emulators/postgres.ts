import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { host } from "../api-gateway/listener.ts";
import { onFreePort, startProgram, type RunningProgram } from "./child.ts";
import { account, binaries, reaches, type Account, type PostgresBinaries } from "./postgres-binaries.ts";

export interface LocalPostgres {
  host: string;
  port: number;
  user: string;
  password: string;
  program: RunningProgram;
}

const user = "parley";

export interface ClusterSettings {
  directory: string;
  /** Of the cluster's superuser. */
  password: string;
}

/**
 * Where the cluster is kept: under the directory, unless its account cannot get there (a project under /root). Elsewhere
 * its name depends on the password too, so that state deleted by hand does not lead to a cluster that cannot be entered.
 */
export function clusterFolder({ directory, password }: ClusterSettings, who: Account | undefined): string {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  if (reaches(directory, who)) return join(directory, "cluster");
  const name = `parley-${createHash("sha256").update(`${directory}\n${password}`).digest("hex").slice(0, 12)}`;
  return join(existsSync("/var/lib") ? "/var/lib" : tmpdir(), name);
}

/** What killed starts have left of the clusters they were making; an initdb of theirs may still be running there. */
function removePartial(folder: string): void {
  const [parent, prefix] = [dirname(folder), `${basename(folder)}.new`];
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes a cluster, all of it or nothing: a first start may be killed. */
async function initialise(
  folder: string,
  programs: PostgresBinaries,
  password: string,
  who: Account | undefined,
): Promise<void> {
  const partial = `${folder}.new.${process.pid}`;
  const passwordFile = `${partial}.password`;
  removePartial(folder);
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (who) for (const path of [partial, passwordFile]) chownSync(path, who.uid, who.gid);
  try {
    await promisify(execFile)(
      programs.initdb,
      [
        `--pgdata=${partial}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
      ],
      { ...who, env: { LC_ALL: "C" } },
    );
    renameSync(partial, folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function lockLines(folder: string): string[] {
  try {
    return readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return []; // not written yet
  }
}

/** `postmaster.pid` begins with the server's process and ends with its state, once it has one. */
function isReady(folder: string, pid: number): boolean {
  const lines = lockLines(folder);
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

/**
 * PostgreSQL itself sees that the server of a lock file is gone, except when the process id has become another program's.
 * (Otherwise the file must stay: it shows a new server that processes of a killed one still hold its memory.)
 */
function dropForeignLock(folder: string): void {
  const pid = lockLines(folder)[0];
  if (pid === undefined || process.platform !== "linux") return;
  try {
    if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() !== "postgres")
      rmSync(join(folder, "postmaster.pid"), { force: true });
  } catch {
    // No such process.
  }
}

export interface PostgresSettings extends ClusterSettings {
  logFile: string;
  wantedPort?: number | undefined;
  started: (pid: number) => void;
}

/** PostgreSQL as a child process, its cluster made on the first start and kept. No other server may run on it. */
export async function startPostgres({
  directory,
  logFile,
  password,
  wantedPort,
  started,
}: PostgresSettings): Promise<LocalPostgres> {
  const who = account();
  const programs = binaries(who);
  const folder = clusterFolder({ directory, password }, who);
  if (!existsSync(folder)) await initialise(folder, programs, password, who);
  return onFreePort(wantedPort, async (port) => {
    dropForeignLock(folder);
    const settings = {
      listen_addresses: host,
      unix_socket_directories: "",
      shared_buffers: "64MB",
      max_connections: "100",
      // No other server follows this one: rows of a table made in the same transaction need no log.
      wal_level: "minimal",
      max_wal_senders: "0",
      // Only what concerns the server itself: no statement and no row of a customer's database reaches a log.
      log_min_messages: "log",
      log_min_error_statement: "panic",
      log_checkpoints: "off",
    };
    const program = await startProgram({
      command: programs.postgres,
      arguments: [
        "-D",
        folder,
        "-p",
        String(port),
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      logFile,
      ...who,
      env: { LC_ALL: "C" },
      ready: (pid) => isReady(folder, pid),
      started,
      stopSignal: "SIGINT", // fast shutdown: open connections are closed
    });
    return { host, port, user, password, program };
  });
}
