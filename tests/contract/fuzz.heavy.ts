import { startVitest } from "vitest/node";

/**
 * `npm run fuzz`: up to 10,000 requests of every operation and 10,000 sequences of frames (R9), as many as fit into four
 * minutes; `FUZZ_SECONDS` gives them more. Says how many there were.
 */
process.env["FUZZ_RUNS"] ??= "10000";
process.env["FUZZ_SECONDS"] ??= "210";

const vitest = await startVitest("test", ["tests/contract/fuzz-requests", "tests/contract/fuzz-frames"], {
  watch: false,
  // Both at once, also on two cores, where vitest would take one file after the other.
  maxWorkers: 2,
  reporters: ["dot"],
});
await vitest.close();
