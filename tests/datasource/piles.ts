import { readdirSync, readFileSync } from "node:fs";

/** A process that has computed for so long without holding more than before will not hold more. */
const STEADY_SECONDS = 0.5;
const GROWTH_MB = 1;
const BETWEEN_LOOKS_MS = 50;
const TICKS_A_SECOND = 100;

/** The most memory a process ever held of its own, in megabytes. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** What a process has written to files, in megabytes. */
function writtenBy(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, "utf8");
  return Number(/wchar: (\d+)/.exec(io)?.[1] ?? 0) / 1024 / 1024;
}

/** Seconds of a processor that a process has used. */
function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** The child of this process whose command line has the word. */
export function childWith(word: string): number | undefined {
  const children = readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word));
}

/** `ran`, or the code of what went wrong. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "ran",
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

/**
 * Runs a statement until it ends, or until its process computes on and on without holding or writing more: that one
 * has reached its ceiling. Tells how it ended, and the most memory (in megabytes) that the process held.
 */
export async function pileUp(
  run: (signal: AbortSignal) => Promise<unknown>,
  processOf: () => number | undefined,
): Promise<{ code: string; peak: number }> {
  const stop = new AbortController();
  let peak = 0;
  let last = { pid: 0, peak: 0, written: 0, seconds: 0 };
  const look = () => {
    try {
      const pid = processOf();
      if (pid === undefined) return;
      const now = { pid, peak: peakOf(pid), written: writtenBy(pid), seconds: secondsOf(pid) };
      peak = Math.max(peak, now.peak);
      const grows = now.peak > last.peak + GROWTH_MB || now.written > last.written + GROWTH_MB;
      if (pid !== last.pid || grows) last = now;
      else if (now.seconds > last.seconds + STEADY_SECONDS) stop.abort(new Error("piles up no more"));
    } catch {
      // The process ended in between.
    }
  };
  const watch = setInterval(look, BETWEEN_LOOKS_MS);
  const code = await codeOf(run(stop.signal));
  look();
  clearInterval(watch);
  return { code, peak };
}
