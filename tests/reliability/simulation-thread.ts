/** Plays a share of the schedules of `simulate-many.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { nothingPlayed, type Share } from "./simulate-many.ts";
import { simulate, unhandled } from "./world/simulation.ts";

// `simulateMany` gives every thread its share.
const { first, count, stride, seconds } = workerData as Share;
process.on("unhandledRejection", (error) => unhandled.report(error));
// The service's own log would say for each fault that it was one.
console.error = () => undefined;

const totals = nothingPlayed();
const until = performance.now() + seconds * 1000;
for (let seed = first; seed < first + count && performance.now() < until && totals.broken.length < 20; seed += stride) {
  const result = await simulate(seed);
  totals.schedules += 1;
  for (const name of ["turns", "completed", "failed", "cancelled", "reruns", "steps"] as const)
    totals[name] += result[name];
  if (result.violations.length > 0)
    totals.broken.push({ seed, weather: result.weather, violations: result.violations });
}
// A thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(totals);
