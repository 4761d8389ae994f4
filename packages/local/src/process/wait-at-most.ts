import { setTimeout as pause } from "node:timers/promises";

/** Waits for work that may take too long: `ms` milliseconds at most, which keep no process alive. Rejects where the work does in that time. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, pause(ms, undefined, { ref: false })]);
}
