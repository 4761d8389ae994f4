import { inThread, threads } from "./threads.ts";
import type { Result } from "./world/simulation.ts";

export interface Totals {
  schedules: number;
  turns: number;
  completed: number;
  failed: number;
  cancelled: number;
  reruns: number;
  steps: number;
  broken: Pick<Result, "seed" | "weather" | "violations">[];
}

export interface Share {
  /** This thread plays first, first + stride, … below first + count. */
  first: number;
  count: number;
  stride: number;
  /** Seconds after which no further schedule is begun. */
  seconds: number;
}

/** The totals before the first schedule. */
export const nothingPlayed = (): Totals => ({
  schedules: 0,
  turns: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  reruns: 0,
  steps: 0,
  broken: [],
});

/** Plays the schedules of seeds `first` to `first + count - 1`, spread over threads, as many as fit into `seconds`. */
export async function simulateMany(options: { first: number; count: number; seconds: number }): Promise<Totals> {
  const { first, count, seconds } = options;
  const totals = nothingPlayed();
  const shares = Array.from({ length: threads }, (_, thread) => ({
    first: first + thread,
    count: count - thread,
    stride: threads,
    seconds,
  }));
  const parts = await Promise.all(shares.map((share: Share) => inThread<Totals>("./simulation-thread.ts", share)));
  for (const part of parts) {
    for (const name of ["schedules", "turns", "completed", "failed", "cancelled", "reruns", "steps"] as const) {
      totals[name] += part[name];
    }
    totals.broken.push(...part.broken);
  }
  return totals;
}
