import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { ownProcess } from "./tests/support/own-process.ts";

const leftOut = ["**/node_modules/**", "tests/infra/**", "tests/**/*.heavy.test.ts"];

export default defineConfig({
  test: {
    // One more than is the default on two cores: a good part of the time is spent waiting.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Real servers on a busy machine: one more try in CI, which its report shows.
    retry: process.env["CI"] ? 1 : 0,
    env: { LOG_LEVEL: "error" },
    projects: [
      { extends: true, test: { name: "own process", include: ownProcess, exclude: leftOut } },
      {
        extends: true,
        // Modules are loaded once for each worker, not for each file.
        test: { name: "shared", isolate: false, include: ["tests/**/*.test.ts"], exclude: [...leftOut, ...ownProcess] },
      },
    ],
  },
});
