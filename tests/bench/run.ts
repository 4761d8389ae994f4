/**
 * `npm run bench [-- name…] [--profile DIR] [--trace FILE] [--rate N] [--messages N] [--databases DIR --questions FILE]`: the figures of docs/targets.md, on
 * this machine only. It prints and never fails for a figure: on a machine with other work times say nothing, and the output says so.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isBusy, load, print } from "./load/report.ts";
import { client } from "./parts/client.ts";
import { frames } from "./parts/frames.ts";
import type { Part } from "./parts/part.ts";
import { prompt } from "./parts/prompt.ts";
import { purge } from "./parts/purge.ts";
import { trace } from "./parts/trace.ts";
import { request } from "./parts/request.ts";
import { schema } from "./parts/schema.ts";
import { sockets } from "./parts/sockets.ts";
import { starting } from "./parts/starting.ts";
import { uploads } from "./parts/uploads.ts";

const parts: readonly Part[] = [frames, starting, client, request, sockets, uploads, trace, prompt, schema, purge];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: "string" },
    trace: { type: "string" },
    rate: { type: "string" },
    messages: { type: "string" },
    databases: { type: "string" },
    questions: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(", ")}: ${parts.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}

const cores = availableParallelism();
process.stdout.write(`Node ${process.version}, ${cores} cores, ${load()}\n`);
for (const part of parts) {
  if (positionals.length > 0 ? !positionals.includes(part.name) : part.onlyByName) continue;
  const busy = isBusy(cores) ? `; ${load()} before it began: other work disturbs these times` : "";
  const lines = await part.run({
    profile: values.profile,
    trace: values.trace,
    databases: values.databases,
    questions: values.questions,
    rate: values.rate === undefined ? undefined : Number(values.rate),
    messages: values.messages === undefined ? undefined : Number(values.messages),
  });
  print(`${part.title}${busy}`, lines);
}
// Connections that are kept alive must not keep this process.
process.exit(0);
