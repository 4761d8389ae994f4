import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { end, ended, mark, runs, type ProcessMark } from "./processes.ts";

/** Another cloud works on this state. */
export class AlreadyRunning extends Error {
  constructor(directory: string, pid: number) {
    super(
      `A local cloud already runs on ${directory} (process ${pid}). Stop it, or use other state: LOCAL_DIR=… npm start`,
    );
    this.name = "AlreadyRunning";
  }
}

const cloudMark = "cloud.json";

function read(path: string): ProcessMark | undefined {
  try {
    // Written by `leaveMark`; what else there may be is no mark of a process that runs.
    return (JSON.parse(readFileSync(path, "utf8")) as ProcessMark | null) ?? undefined;
  } catch {
    return undefined; // not there, or cut short by the end of its writer
  }
}

/** Notes a process of this cloud, so that the next start can find what a killed start left. */
export function leaveMark(folder: string, name: string, pid: number): void {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(mark(pid)), { mode: 0o600 });
}

/**
 * Ends what an earlier, killed start left: its emulator host notices the loss and cleans up; what is still there after that
 * is ended. PostgreSQL takes SIGINT for its fast shutdown.
 */
async function reclaim(folder: string): Promise<void> {
  const host = read(join(folder, "host.json"));
  if (host && !(await ended(host, 5_000))) await end(host);
  for (const name of readdirSync(folder)) {
    const left = read(join(folder, name));
    if (left && name.endsWith(".json") && name !== cloudMark) await end(left);
    if (name !== cloudMark) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Takes the state of a cloud for this process. Rejects with `AlreadyRunning`; the mark of a process that no longer runs,
 * or whose id belongs to another by now, does not count. Returns the function that releases it.
 */
export async function takeState(folder: string, directory: string): Promise<() => void> {
  const path = join(folder, cloudMark);
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(mark(process.pid)), { mode: 0o600, flag: "wx" });
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const holder = read(path);
      if (holder && runs(holder)) throw new AlreadyRunning(directory, holder.pid);
      dropStale(path);
    }
  }
  await reclaim(folder);
  return () => rmSync(path, { force: true });
}

/** Renaming succeeds for one of two starts at the same time; the other finds the winner's mark next. */
function dropStale(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    rmSync(aside);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** For `npm run reset`: whether a cloud works on this state now. */
export const isRunning = (folder: string): boolean => {
  const holder = read(join(folder, basename(cloudMark)));
  return holder !== undefined && runs(holder);
};
