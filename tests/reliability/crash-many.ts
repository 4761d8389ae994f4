import type { CrashCounts, CrashOptions } from "./experiments/crash.ts";
import { inThread, threads } from "./threads.ts";

/** Every point of every route for each of the seeds, on the simulated store, spread over threads. */
export async function crashMany(options: Omit<CrashOptions, "stride">): Promise<CrashCounts> {
  const { firstSeed, seeds, seconds } = options;
  const parts = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const share: CrashOptions = { firstSeed: firstSeed + thread, seeds: seeds - thread, seconds, stride: threads };
      return inThread<CrashCounts>("./crash-thread.ts", share);
    }),
  );
  return {
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    seeds: parts.reduce((sum, part) => sum + part.seeds, 0),
    points: Math.max(...parts.map(({ points }) => points)),
    broken: parts.flatMap(({ broken }) => broken),
  };
}
