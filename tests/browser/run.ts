/**
 * `npm run test:browser`: every `*.heavy.ts` here, two at a time, and how long each takes. What takes minutes is called
 * `*.long.heavy.ts` and runs with `-- all`. Words name files: `npm run test:browser -- sign-in`. After a change that shows,
 * `npm run test:browser -- pictures --update` takes the pictures anew. Where CI is set, a file that fails is tried once more.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fetchChromium } from "./chromium.ts";

/** A file waits for its service and its browser most of the time: a second one costs it little. */
const LANES = Math.min(2, availableParallelism());
/** A test that waits for longer than this waits for ever. */
const TEST_TIMEOUT_MS = 60_000;

const wanted = process.argv.slice(2).filter((word) => word !== "all" && word !== "--update");
const all = process.argv.includes("all") || wanted.length > 0;
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".heavy.ts") && (all || !name.endsWith(".long.heavy.ts")))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  .toSorted();

const env = { ...process.env, ...(process.argv.includes("--update") && { UPDATE_PICTURES: "1" }) };
const failed: string[] = [];
const unsteady: string[] = [];
const took: string[] = [];

/** Whether the tests of a file pass. What files print at the same time is printed when each has ended. */
async function passes(name: string): Promise<boolean> {
  const test = ["--test", `--test-timeout=${TEST_TIMEOUT_MS}`, path.join(import.meta.dirname, name)];
  const shown = LANES === 1 || files.length === 1 ? "inherit" : "pipe";
  const child = spawn(process.execPath, test, { stdio: ["inherit", shown, shown], env });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  const [status] = await once(child, "close");
  process.stdout.write(Buffer.concat(printed));
  return status === 0;
}

/** Runs the files that are left, one after the other. */
async function lane(left: string[]): Promise<void> {
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const began = performance.now();
    if (!(await passes(name))) {
      // As vitest does there: a machine that many share must not decide. What fails once is named below.
      const isPassed = Boolean(process.env.CI) && (await passes(name));
      (isPassed ? unsteady : failed).push(name);
    }
    took.push(`${name.padEnd(32)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`);
  }
}

const begun = performance.now();
if (files.length > 0) await fetchChromium();
const left = [...files];
await Promise.all(Array.from({ length: LANES }, () => lane(left)));
if (unsteady.length > 0) process.stdout.write(`\npassed only when tried again: ${unsteady.join(", ")}\n`);

const seconds = Math.round((performance.now() - begun) / 1000);
const verdict = failed.length > 0 ? `failed: ${failed.join(", ")}` : `${files.length} files passed in ${seconds} s`;
process.stdout.write(`\n${took.toSorted().join("\n")}\n${files.length === 0 ? "no file has this name" : verdict}\n`);
if (failed.length > 0 || files.length === 0) process.exitCode = 1;
