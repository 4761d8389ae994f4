/** `npm run reliability`: the experiments R1 to R7, R13, sessions (D56), workers that die and a killed cloud, with their figures; about fifteen minutes on two cores. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { crashMany } from "./crash-many.ts";
import { crashEverywhere } from "./experiments/crash.ts";
import { cutShortEverywhere } from "./experiments/delivered.ts";
import { startEmulator } from "./experiments/emulator.ts";
import { failEveryFifth } from "./experiments/faults.ts";
import { killTheCloud } from "./experiments/kill-cloud.ts";
import { checkMutations } from "./experiments/mutation-check.ts";
import { connectAtOnce, submitAtOnce } from "./experiments/races.ts";
import { signInAtOnce } from "./experiments/session-races.ts";
import { simulateMany } from "./simulate-many.ts";
import { unhandled } from "./world/simulation.ts";

process.env["LOG_LEVEL"] = "error";
const say = (line: string) => void process.stdout.write(`${line}\n`);
// The service's own log would say for each fault that it was one.
console.error = () => undefined;
const strays: string[] = [];
process.on("unhandledRejection", (error) => {
  strays.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  unhandled.report(error);
});

/** Scales all budgets of time: CI takes half of them. */
const scale = Number(process.env["RELIABILITY_SCALE"] ?? 1);
const firstSeed = Number(process.env["RELIABILITY_SEED"] ?? 1);

let violationsInAll = 0;

async function experiment(id: string, run: () => Promise<{ figures: string; violations: string[] }>) {
  const began = performance.now();
  say(`${id} …`);
  const { figures, violations } = await run().catch((error: unknown) => ({
    figures: "could not be run",
    violations: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`${id.padEnd(8)} ${String(violations.length).padStart(3)} violations  ${seconds.padStart(4)} s  ${figures}`);
  for (const violation of violations.slice(0, 5)) say(`         ${violation}`);
  violationsInAll += violations.length;
}

/** Plays tests of this folder in their whole form. */
const playTests = (...names: string[]): Promise<{ stdout: string; violations: string[] }> =>
  new Promise((resolve) => {
    const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const env = { ...process.env, RELIABILITY: "1" };
    const parameters = [vitest, "run", ...names.map((name) => `tests/reliability/${name}.test.ts`)];
    execFile(process.execPath, parameters, { cwd: root, env, timeout: 300_000 }, (error, stdout) =>
      resolve({ stdout, violations: error ? [stdout.slice(-2_000)] : [] }),
    );
  });

/** R13 and the exactness of the routes need a whole cloud and PostgreSQL: they are a test, which reports its figure here. */
async function testRoutes(): Promise<{ figures: string; violations: string[] }> {
  const { stdout, violations } = await playTests("routes");
  const took = /"r13_ms":(\d+)/.exec(stdout)?.[1];
  return {
    figures: `the statement was gone after ${took ?? "?"} ms; three routes, same events and history`,
    violations: violations.length === 0 && Number(took) > 1_000 ? [`it took ${took} ms`] : violations,
  };
}

/** Workers of documents, databases and evaluations that die before and after each of their calls. */
async function killWorkers(): Promise<{ figures: string; violations: string[] }> {
  const { stdout, violations } = await playTests("documents", "introspections", "evaluations");
  return { figures: /Tests .*/.exec(stripVTControlCharacters(stdout))?.[0] ?? "", violations };
}

const emulator = await startEmulator();
let killing: Promise<void> | undefined;
try {
  await experiment("R1", async () => {
    const real = await crashEverywhere({ firstSeed, seeds: 1_000, seconds: 120 * scale }, emulator);
    const simulated = await crashMany({ firstSeed, seeds: 1_000, seconds: 180 * scale });
    return {
      figures: `${simulated.points} points; ${simulated.runs} crashes simulated (${simulated.seeds} seeds of every point), ${real.runs} on the emulator (${real.seeds} seeds)`,
      violations: [...real.broken, ...simulated.broken],
    };
  });
  await experiment("R2", async () => {
    const totals = await simulateMany({ first: firstSeed, count: 100_000, seconds: 240 * scale });
    const { schedules, turns, completed, failed, cancelled, reruns, steps, broken } = totals;
    return {
      figures: `${schedules} schedules, ${turns} turns (${completed} completed, ${failed} failed, ${cancelled} cancelled, ${reruns} run twice), ${steps} events`,
      violations: broken.map((one) => `npm run simulate -- --seed ${one.seed}: ${one.violations.join("; ")}`),
    };
  });
  await experiment("R3", async () => {
    const caught = await checkMutations();
    const slowest = Math.max(...caught.map(({ schedule = 0 }) => schedule));
    return {
      figures: `${caught.filter(({ schedule }) => schedule !== undefined).length} of ${caught.length} bugs caught, the last by schedule ${slowest}`,
      violations: caught.filter(({ schedule }) => schedule === undefined).map(({ name }) => `not caught: ${name}`),
    };
  });
  // It mostly waits, so the next ones go on beside it.
  killing = experiment("kill -9", killTheCloud);
  await experiment("R4", async () => {
    const { rounds, broken } = await submitAtOnce(emulator.table, {
      rounds: 1_000,
      seconds: 120 * scale,
      seed: firstSeed,
    });
    return { figures: `${rounds} rounds of 2 to 50 at once`, violations: broken };
  });
  await experiment("R5", async () => {
    const { runs, turns, broken } = await failEveryFifth({ firstSeed, runs: 10_000, seconds: 20 * scale, emulator });
    return { figures: `${runs} schedules, ${turns} turns on the emulator`, violations: broken };
  });
  await experiment("R6", async () => {
    const { rounds, broken } = await connectAtOnce(emulator.table, { rounds: 1_000, seconds: 60 * scale });
    return { figures: `${rounds} races of 8`, violations: broken };
  });
  await experiment("D56", async () => {
    const options = { rounds: 500, seconds: 20 * scale, seed: firstSeed };
    const { rounds, broken } = await signInAtOnce(emulator.table, options);
    return {
      figures: `${rounds} codes of 2 to 20 at once, and renewals with old cookies among them`,
      violations: broken,
    };
  });
  await experiment("R7", async () => {
    const { runs, broken } = await cutShortEverywhere({ seeds: 200, seconds: 10 * scale });
    return { figures: `${runs} turns cut short`, violations: broken };
  });
} finally {
  await emulator.stop();
}
await experiment("R13", testRoutes);
await experiment("workers", killWorkers);
await killing;

for (const stray of strays) say(`an unhandled rejection: ${stray}`);
process.exit(violationsInAll + strays.length > 0 ? 1 : 0);
