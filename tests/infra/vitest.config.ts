import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: path.resolve(import.meta.dirname, "../.."),
  test: {
    include: ["tests/infra/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file evaluates whole stacks in processes of its own; two at a time are as many as a small machine takes.
    maxWorkers: 2,
  },
});
