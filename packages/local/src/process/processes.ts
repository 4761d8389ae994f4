import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A process as it is remembered between starts: its id alone may belong to another one by then. */
export interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** When a process was started, in the system's own form; undefined when it does not run. */
function startedAt(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before it may hold anything
      return fields[0] === "Z" ? undefined : fields[19];
    }
    return (
      execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim() || undefined
    );
  } catch {
    return undefined; // no such process
  }
}

/** The mark of a running process. */
export function mark(pid: number): ProcessMark {
  return { pid, startedAt: startedAt(pid) ?? "" };
}

/** True while the very process of a mark runs. A damaged mark is none: signals to 0 and numbers below it reach many processes. */
export function runs({ pid, startedAt: then }: ProcessMark): boolean {
  const found = Number.isInteger(pid) && pid > 1 ? startedAt(pid) : undefined;
  return found !== undefined && found === then;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between.
  }
}

/** True when the process has ended within the time. */
export async function ended(process: ProcessMark, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; runs(process); await pause(10)) {
    if (Date.now() > deadline) return false;
  }
  return true;
}

/** Ends a process of ours: asks, waits, then forces it. */
export async function end(
  process: ProcessMark,
  { politely = "SIGINT", graceMs = 3_000 }: { politely?: NodeJS.Signals; graceMs?: number } = {},
) {
  if (!runs(process)) return;
  signal(process.pid, politely);
  if (await ended(process, graceMs)) return;
  signal(process.pid, "SIGKILL");
  await ended(process, 2_000);
}
