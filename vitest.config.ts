import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { keepFilesInMemory } from "./tests/support/files-in-memory.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { killedWorkers, ownProcess, published, sampledFiles, starts, walls } from "./tests/support/suites.ts";

// Every process that tests start finds its modules compiled: the service starts in two thirds of the time.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/node", import.meta.url));
keepFilesInMemory();

const leftOut = ["**/node_modules/**", "tests/infra/**", "tests/**/*.heavy.test.ts"];
/** What files of a process of their own, and of another suite, may need, too. */
const globalSetup = "./tests/support/postgres-on-demand.ts";
/** Workers live a minute or two and make much garbage: with room for it from the start all tests take a twelfth less CPU. */
const execArgv = ["--min-semi-space-size=64", "--max-semi-space-size=64"];

export default defineConfig({
  test: {
    // More than there are cores: a good part of the time is spent waiting.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: "./tests/support/compiled-readers.ts",
    // A busy machine of two cores takes three times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Real servers on a busy machine: one more try in CI, which its report shows.
    retry: process.env["CI"] ? 1 : 0,
    // Databases of tests are on this machine.
    env: { LOG_LEVEL: "error", DATABASE_LOOPBACK: "1" },
    // Packages give Node's own names, as in production; each look at one through vitest's would cost a call of a proxy.
    deps: { interopDefault: false },
    projects: [
      { extends: true, test: { name: "own process", execArgv, include: ownProcess, exclude: leftOut } },
      {
        extends: true,
        // Modules are loaded once for each worker, not for each file.
        test: {
          name: "shared",
          isolate: false,
          execArgv,
          globalSetup,
          include: ["tests/**/*.test.ts"],
          exclude: [...leftOut, ...ownProcess, ...published, ...starts, ...walls, ...killedWorkers],
        },
      },
      // What is drawn in a page; what the console computes needs none, and is shared.
      {
        extends: true,
        test: {
          name: "console",
          isolate: false,
          execArgv,
          environment: "happy-dom",
          include: ["tests/console/*.test.tsx"],
        },
      },
      // Not of `npm test`: each has a command of its own.
      { extends: true, test: { name: "published", globalSetup, include: published } },
      { extends: true, test: { name: "start", globalSetup, include: starts } },
      {
        extends: true,
        test: { name: "whole", isolate: false, env: { CASES: "all" }, globalSetup, include: sampledFiles },
      },
      { extends: true, test: { name: "reliability", globalSetup, include: killedWorkers } },
      { extends: true, test: { name: "walls", globalSetup, include: walls } },
    ],
  },
});
