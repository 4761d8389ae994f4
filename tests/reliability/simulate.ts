/** `npm run simulate -- --seed N`: plays one schedule again and prints everything that happens in it. */
import { parseArgs } from "node:util";
import { simulate, unhandled } from "./world/simulation.ts";

process.env["LOG_LEVEL"] = "error";
const say = (line: string) => void process.stdout.write(`${line}\n`);
// The service's own log would say for each fault that it was one.
console.error = () => undefined;
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string", default: "1" },
    quiet: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
  },
});
const first = Number(values.seed ?? 1);
const count = Number(values.count);
process.on("unhandledRejection", (error) => unhandled.report(error));

let broken = 0;
const began = performance.now();
const totals = { turns: 0, completed: 0, failed: 0, cancelled: 0, reruns: 0, steps: 0 };
for (let seed = first; seed < first + count; seed++) {
  const result = await simulate(seed, { trace: values.quiet ? undefined : say });
  for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += result[name];
  if (result.violations.length === 0) continue;
  broken += 1;
  if (values.first) {
    say(`caught by schedule ${seed - first + 1}: ${result.violations[0]}`);
    process.exit(3);
  }
  say(`seed ${seed} (${result.weather}): ${result.violations.join("; ")}`);
}
const seconds = (performance.now() - began) / 1000;
say(`${count} schedules from seed ${first}: ${broken} broken, ${JSON.stringify(totals)}, ${seconds.toFixed(1)} s`);
if (broken > 0) process.exitCode = 1;
