import { readdirSync, readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SECOND = 100;

/** Fields of `/proc/<pid>/stat` after the name, which may hold spaces; undefined for a process that has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** A process and all that it has started, directly or not (Linux). */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const parent = Number((/^\d+$/.test(name) ? statOf(Number(name)) : undefined)?.[1]);
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

export interface TreeUsage {
  processes: number;
  /** CPU (ms) of all of them, and of those that have ended and were waited for. */
  cpu: number;
  /** Bytes in memory, shared pages counted once. */
  memory: number;
}

/** What a process and all that it has started use (Linux). */
export function usageOf(root: number): TreeUsage {
  const usage: TreeUsage = { processes: 0, cpu: 0, memory: 0 };
  for (const pid of processTree(root)) {
    const stat = statOf(pid);
    if (stat === undefined) continue;
    const ticks = stat.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
    usage.processes += 1;
    usage.cpu += (ticks * 1000) / CLOCK_TICKS_PER_SECOND;
    usage.memory += proportionalBytes(pid);
  }
  return usage;
}

function proportionalBytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
