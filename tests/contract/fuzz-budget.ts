/** How often and how long the fuzz runs: a few seconds with the other tests; `npm run fuzz` sets more. */
const runs = Number(process.env["FUZZ_RUNS"] ?? 40);
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 60);

/** Shares the time among `parts`: what one leaves over is for the others. */
export function fuzzBudget(parts: number) {
  const end = Date.now() + seconds * 1000;
  let left = parts;
  return {
    runs,
    /** The longest a test may take, in milliseconds. */
    patience: seconds * 1000 + 60_000,
    /** Limits of the next part, for fast-check. */
    next() {
      const share = Math.max(1000, (end - Date.now()) / Math.max(1, left));
      left -= 1;
      return { numRuns: runs, interruptAfterTimeLimit: share, markInterruptAsFailure: false };
    },
    /** Says how many there were, where somebody asked for many. */
    report(name: string, count: number) {
      if (process.env["FUZZ_RUNS"]) process.stdout.write(`${String(count).padStart(6)}  ${name}\n`);
    },
  };
}
