/** Plays a share of the crashes of `crash-many.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { crashEverywhere, type CrashOptions } from "./experiments/crash.ts";

const strays: string[] = [];
process.on("unhandledRejection", (error) => strays.push(`an unhandled rejection: ${String(error)}`));
// The service's own log would say for each fault that it was one.
console.error = () => undefined;

// `crashMany` gives every thread its share.
const counts = await crashEverywhere(workerData as CrashOptions);
// A thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage({ ...counts, broken: [...counts.broken, ...strays] });
