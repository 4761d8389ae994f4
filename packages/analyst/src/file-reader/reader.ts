import { type ChildProcess, fork } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { log } from "@parley/core/observe/log";
import type { FoundText, Unread } from "@parley/core/passage/kept-reading";
import { bareEnvironment } from "@parley/datasource/bare-environment";
import type { UploadTable } from "../uploads/database.ts";
import { createGate } from "./gate.ts";
import type { Found, Job, Report } from "./job.ts";
import type { Walls } from "./reader-process.ts";
import * as limits from "./limits.ts";

/** What reading may take. Tests set narrower limits. */
export interface ReaderWalls {
  heap_mb: number;
  memory_mb: number;
  cpu_seconds: number;
  /** Seconds by the clock for one file, and for all files of a reader together. */
  file_seconds: number;
  all_seconds: number;
}

const usualWalls: ReaderWalls = {
  heap_mb: limits.READER_HEAP_MB,
  memory_mb: limits.READER_MEMORY_MB,
  cpu_seconds: limits.FILE_CPU_SECONDS,
  file_seconds: limits.FILE_CLOCK_SECONDS,
  all_seconds: limits.MESSAGE_CLOCK_SECONDS,
};

/**
 * Reads people's files, each in a process with bounded memory and time: the one place where their bytes are parsed. Whatever is
 * wrong with a file, or happens while it is read, becomes an `Unread` with the reason, never a failure.
 */
export interface Reader {
  /** The text of a txt, md, pdf, csv, tsv or json file, in passages. */
  text(filename: string, bytes: Uint8Array): Promise<FoundText | Unread>;
  /** The tables of a csv, tsv, json, xlsx or parquet file, called by that name and added to the database that this reader makes. */
  tables(
    filename: string,
    bytes: Uint8Array,
    name: string,
  ): Promise<{ kind: "tables"; tables: UploadTable[] } | Unread>;
  /** The file of the database; undefined while it has no tables. */
  database(): string | undefined;
  /** Ends the process and lets the next reader start; the database stays. */
  rest(): void;
  /** Ends the process and removes the database. */
  close(): Promise<void>;
}

/** Readers of this process, and of one organization, whose files so cannot keep the others' waiting. */
const gate = createGate(4, 2);

/** A reader for the files of an organization. It starts a process only when asked to read; an aborted `signal` ends it. */
export function openReader(organizationId: string, signal: AbortSignal, walls: ReaderWalls = usualWalls): Reader {
  let folder: string | undefined;
  let database: string | undefined;
  let taken: string[] = [];
  let leave: (() => void) | undefined;
  let child: ChildProcess | undefined;
  let files = 0;
  let left = walls.all_seconds * 1000;

  async function run(filename: string, bytes: Uint8Array, jobOf: (path: string) => Promise<Job>) {
    leave ??= await gate.enter(organizationId, signal);
    folder ??= await mkdtemp(join(tmpdir(), "parley-files-"));
    const path = join(folder, String((files += 1)));
    try {
      await writeFile(path, bytes);
      const job = await jobOf(path);
      signal.throwIfAborted();
      child ??= await startProcess(walls);
      const started = performance.now();
      const found = await ask(child, job, Math.min(left, walls.file_seconds * 1000), signal);
      left -= performance.now() - started;
      if (found.kind === "unread") {
        // The next file gets a fresh process.
        stop();
        log("warn", "file cannot be read", { extension: /\.(\w{1,10})$/.exec(filename)?.[1], reason: found.reason });
      }
      return found;
    } finally {
      await rm(path, { force: true });
    }
  }

  function stop(): void {
    child?.kill("SIGKILL");
    child = undefined;
  }

  function rest(): void {
    stop();
    leave?.();
    leave = undefined;
  }

  return {
    async text(filename, bytes) {
      const found = await run(filename, bytes, async (path) => ({ kind: "text", filename, path }));
      return found.kind === "tables" ? unexpected() : found;
    },
    async tables(filename, bytes, name) {
      const next = (path: string) => `${path}.sqlite`;
      let written = "";
      const found = await run(filename, bytes, async (path) => {
        written = next(path);
        // Added to a copy: what a file breaks is the copy.
        if (database !== undefined) await copyFile(database, written);
        return { kind: "tables", filename, name, path, database: written, taken };
      });
      if (found.kind === "text") return unexpected();
      const [kept, gone] = found.kind === "tables" ? [written, database] : [database, written];
      database = kept;
      if (gone !== undefined) await rm(gone, { force: true });
      if (found.kind === "tables") taken = [...taken, ...found.tables.map((table) => table.name)];
      return found;
    },
    database: () => database,
    rest,
    async close() {
      rest();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

const unexpected = (): never => {
  throw new Error("a reader answered what it was not asked for");
};

async function startProcess(walls: ReaderWalls): Promise<ChildProcess> {
  const { program, READER } = await import("./reader-process.ts");
  const { memory_mb, cpu_seconds } = walls;
  const given: Walls = { memory_mb, cpu_seconds, duckdb: process.env["DUCKDB_DIR"] ?? "" };
  const child = fork(new URL(program), [READER, JSON.stringify(given)], {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${walls.heap_mb}`, "--disable-warning=ExperimentalWarning"],
    env: bareEnvironment(),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const { promise: up, resolve, reject } = Promise.withResolvers<void>();
  const failed = () => reject(new Error("a reader did not start"));
  child.once("message", () => resolve());
  child.once("error", failed);
  child.once("exit", failed);
  // A process that hangs while it starts sends nothing.
  const timer = setTimeout(failed, walls.file_seconds * 1000);
  try {
    await up;
    return child;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Gives a reader's process its job and awaits the result or the process's end; abort and timeout end the process. */
function ask(child: ChildProcess, job: Job, timeoutMs: number, signal: AbortSignal): Promise<Found | Unread> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      child.off("message", answered);
      child.off("exit", gone);
      how();
    };
    const timer = setTimeout(() => settle(() => resolve(givenUp)), Math.max(0, timeoutMs));
    const abort = () => settle(() => reject(signal.reason));
    const answered = (report: Report) => settle(() => resolve(foundIn(report)));
    const gone = (_code: number | null, ending: NodeJS.Signals | null) =>
      settle(() => resolve(unread(endings.get(ending ?? "") ?? "reading it failed")));
    signal.addEventListener("abort", abort, { once: true });
    child.on("message", answered);
    child.once("exit", gone);
    if (signal.aborted) return abort();
    // A failure to send is followed by the exit.
    child.send(job, () => undefined);
  });
}

const unread = (reason: string, lasting = true): Unread => ({ kind: "unread", reason, lasting });
const givenUp = unread("there was no time left to read it", false);

/** Why a process ended: its warden's signals, and the engine's own when its heap is full. */
const endings: ReadonlyMap<string, string> = new Map([
  ["SIGKILL", "reading it takes more memory than is allowed"],
  ["SIGABRT", "reading it takes more memory than is allowed"],
  ["SIGTRAP", "reading it takes more memory than is allowed"],
  ["SIGXCPU", "reading it takes longer than is allowed"],
]);

function foundIn(report: Report): Found | Unread {
  switch (report.kind) {
    case "ready":
      throw new Error("a reader said twice that it is ready");
    case "fault":
      log("error", "a reader failed", { name: report.error });
      return unread("its reader failed", false);
    default:
      return report;
  }
}
