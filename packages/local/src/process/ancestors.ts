import { readFileSync } from "node:fs";

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // it has ended, or this system has no /proc
  }
}

/**
 * Calls back when npm, which started this process, is gone. If npm is killed hard, its children live on; an orphan would keep its
 * port from the next start. npm starts a shell that starts us, so the shell's parent is watched as well. Outside npm
 * nothing is watched: a process may be meant to outlive the shell that started it.
 */
export function whenOrphaned(orphaned: () => void, everyMs = 500): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return;
    clearInterval(timer);
    orphaned();
  }, everyMs);
  timer.unref();
}
