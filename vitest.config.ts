import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/infra/**", ...(process.env["RELIABILITY"] ? [] : ["tests/**/*.heavy.test.ts"])],
    // One more than is the default on two cores: a good part of the time is spent waiting.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Real servers on a busy machine: one more try in CI, which its report shows.
    retry: process.env["CI"] ? 1 : 0,
    env: { LOG_LEVEL: "error" },
  },
});
