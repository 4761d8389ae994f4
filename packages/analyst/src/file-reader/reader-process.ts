/**
 * The process in which people's files are read. Whatever a file does to its reader (endless work, no memory left, a
 * crash) happens here and ends here: the process is shared with nothing else and knows only the file.
 * The module exports its own place: in a bundle its file has another name.
 */
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, Report } from "./job.ts";

export const program = import.meta.url;

/** The argument that makes a process a reader. */
export const READER = "parley-reader";

/** The limits that the process sets itself, and where it looks for DuckDB. */
export interface Walls {
  memory_mb: number;
  cpu_seconds: number;
  duckdb: string;
}

/** How the warden ends the process. */
export const OUT_OF_MEMORY = "SIGKILL";
export const OUT_OF_TIME = "SIGXCPU";

const MEGABYTE = 1024 * 1024;
const MICROSECONDS = 1_000_000;
const MEMORY_LOOK_MS = 10;

/** Ends the process from a thread of its own: while a parser runs, nothing else in its thread does. */
const warden = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { memory, processor, outOfMemory, outOfTime, pause } = workerData;
  let begun = process.cpuUsage();
  parentPort.on("message", () => { begun = process.cpuUsage(); });
  setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if (process.memoryUsage.rss() > memory) process.kill(process.pid, outOfMemory);
    else if (user + system > processor) process.kill(process.pid, outOfTime);
  }, pause);
`;

function watch({ memory_mb, cpu_seconds }: Walls): Worker {
  const watching = new Worker(warden, {
    eval: true,
    execArgv: [],
    workerData: {
      memory: memory_mb * MEGABYTE,
      processor: cpu_seconds * MICROSECONDS,
      outOfMemory: OUT_OF_MEMORY,
      outOfTime: OUT_OF_TIME,
      pause: MEMORY_LOOK_MS,
    },
  });
  watching.unref();
  return watching;
}

function serve(walls: Walls): void {
  // Questions that need no file come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const watching = watch(walls);
  const tell = (report: Report) => process.send?.(report);
  process.on("message", (job: Job) => {
    // Each file has its own time. A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    watching.postMessage("a file begins");
    void import("./read-file.ts").then(({ readFile }) => readFile(job, walls.duckdb)).then(tell);
  });
  process.on("disconnect", () => process.exit(0));
  tell({ kind: "ready" });
}

const [, , role, walls] = process.argv;
// Only `reader.ts` starts one, and sets its limits.
if (role === READER && walls !== undefined) serve(JSON.parse(walls) as Walls);
