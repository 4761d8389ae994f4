/**
 * `npm run bench [-- name…] [--runs N] [--json FILE] [--profile DIR] [--trace FILE] [--rate N] [--messages N] [--databases DIR --questions FILE]`: the
 * figures of docs/targets.md, on this machine only, of several runs the median's with the least and the greatest beside it. It prints and
 * never fails for a figure: on a machine with other work times say nothing, and the output says so. `npm run bench -- --compare a.json b.json` says what
 * has changed between two of its files.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { compared } from "./load/compare.ts";
import { isBusy, load, print } from "./load/report.ts";
import { combined, emptyReport, machine, readReport, writeReport } from "./load/runs.ts";
import { client } from "./parts/client.ts";
import { flood } from "./parts/flood.ts";
import { frames } from "./parts/frames.ts";
import { growth } from "./parts/growth.ts";
import { grounding } from "./parts/grounding.ts";
import { lag } from "./parts/lag.ts";
import type { Part } from "./parts/part.ts";
import { prompt } from "./parts/prompt.ts";
import { purge } from "./parts/purge.ts";
import { trace } from "./parts/trace.ts";
import { request } from "./parts/request.ts";
import { schema } from "./parts/schema.ts";
import { sockets } from "./parts/sockets.ts";
import { start } from "./parts/start.ts";
import { starting } from "./parts/starting.ts";
import { turn } from "./parts/turn.ts";
import { uploads } from "./parts/uploads.ts";

const parts: readonly Part[] = [
  turn,
  frames,
  start,
  starting,
  client,
  request,
  sockets,
  uploads,
  flood,
  lag,
  trace,
  prompt,
  grounding,
  schema,
  growth,
  purge,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: "string" },
    trace: { type: "string" },
    rate: { type: "string" },
    messages: { type: "string" },
    databases: { type: "string" },
    questions: { type: "string" },
    runs: { type: "string", default: "1" },
    json: { type: "string" },
    compare: { type: "boolean", default: false },
  },
});

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

const [before, after] = positionals;
if (values.compare) {
  if (before === undefined || after === undefined) refuse("--compare takes two files that --json has written");
  process.stdout.write(`${compared(readReport(before), readReport(after)).join("\n")}\n`);
  process.exit(0);
}
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  refuse(`There is no benchmark ${unknown.join(", ")}: ${parts.map(({ name }) => name).join(", ")}`);
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) refuse("--runs takes how often each part is run");

const cores = availableParallelism();
const report = emptyReport(cores);
process.stdout.write(`${machine(report)}\n`);
for (const part of parts) {
  if (positionals.length > 0 ? !positionals.includes(part.name) : part.onlyByName) continue;
  const loadBefore = load();
  const busy = isBusy(cores) ? `; ${loadBefore} before it began: other work disturbs these times` : "";
  const measured: Awaited<ReturnType<typeof part.run>>[] = [];
  for (let run = 0; run < runs; run++) {
    measured.push(
      await part.run({
        profile: values.profile,
        trace: values.trace,
        databases: values.databases,
        questions: values.questions,
        rate: values.rate === undefined ? undefined : Number(values.rate),
        messages: values.messages === undefined ? undefined : Number(values.messages),
      }),
    );
  }
  const lines = combined(measured);
  report.parts.push({ name: part.name, title: part.title, load: loadBefore, lines });
  print(`${part.title}${busy}`, lines);
  // After each part, so that what takes long is kept if a later one is stopped.
  if (values.json !== undefined) writeReport(values.json, report);
}
// Connections that are kept alive must not keep this process.
process.exit(0);
