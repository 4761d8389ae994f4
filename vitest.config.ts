import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/infra/**", "tests/**/*.heavy.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Real servers on a busy machine: one more try in CI, which its report shows.
    retry: process.env["CI"] ? 1 : 0,
    env: { LOG_LEVEL: "error" },
  },
});
