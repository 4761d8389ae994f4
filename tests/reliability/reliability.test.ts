import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cutShortEverywhere } from "./experiments/delivered.ts";
import { type Emulator, startEmulator } from "./experiments/emulator.ts";
import { failEveryFifth } from "./experiments/faults.ts";
import { connectAtOnce, submitAtOnce } from "./experiments/races.ts";
import { signInAtOnce } from "./experiments/session-races.ts";
import { mutations } from "./mutations.ts";
import { simulate } from "./world/simulation.ts";

/** Quick forms of the experiments that have one; `npm run reliability` has the full ones, and their figures. */
describe("reliability", { timeout: 60_000 }, () => {
  let emulator: Emulator;
  beforeAll(async () => {
    vi.stubEnv("LOG_LEVEL", "error");
    // The service's own log would say for each fault that it was one.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    emulator = await startEmulator();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await emulator.stop();
  });

  test("R2: the protocol holds over random schedules", async () => {
    const broken: string[] = [];
    // In the last two a chat is deleted while a request that is sent again is on its way.
    for (const seed of [...Array.from({ length: 20 }, (_, i) => i + 1), 6704, 217_657]) {
      const { violations } = await simulate(seed);
      if (violations.length > 0) broken.push(`npm run simulate -- --seed ${seed}: ${violations.join("; ")}`);
    }
    expect(broken).toEqual([]);
  });

  test("R3: every bug has its place in the source", () => {
    for (const { name, changes } of mutations) {
      for (const { file, from } of changes) {
        const source = readFileSync(new URL(`../../packages/core/src/${file}`, import.meta.url), "utf8");
        expect(source.split(from).length, `${name}: ${from}`).toBe(2);
      }
    }
  });

  test("R4: identical submissions at once are one turn", async () => {
    expect((await submitAtOnce(emulator.table, { rounds: 4, seconds: 20 })).broken).toEqual([]);
  });

  test("R5: a fifth of all calls throttled or never answered breaks nothing", async () => {
    expect((await failEveryFifth({ firstSeed: 1, runs: 2, seconds: 20, emulator })).broken).toEqual([]);
  });

  test("R6: never more than three sockets of a token, and dead ones make room", async () => {
    expect((await connectAtOnce(emulator.table, { rounds: 5, seconds: 20 })).broken).toEqual([]);
  });

  test("D56: a code that comes many times at once is one session, and no session survives an old cookie", async () => {
    expect((await signInAtOnce(emulator.table, { rounds: 3, seconds: 20 })).broken).toEqual([]);
  });

  test("R7: a turn cut short at any piece keeps exactly what was delivered", async () => {
    expect((await cutShortEverywhere({ seeds: 1, seconds: 20 })).broken).toEqual([]);
  });
});
