/** `npm run bundle`: what each Lambda loads before its first event, against the budgets of P1, and what pages load of the client and of the console, in which nothing may be that the page's policy forbids. */
import path from "node:path";
import { weighClient } from "./client-entries.ts";
import { weighConsole, weighEmbed } from "./console-chunks.ts";
import { bundle, entryNames, largest, root } from "./lambdas.ts";

const KB = 1024;

/**
 * Budgets in KB after gzip (P1): what accepts turns, or wakes their workers, may be a little larger than what lists; what answers, twice as large.
 * P1 has none for what reads files, forms and the documentation; those are printed for comparison.
 */
const budgetOf = (name: string): number | undefined => {
  if (name === "worker" || name === "stream") return 260;
  if (["turns", "socket", "chats", "admin", "sources"].includes(name)) return 130;
  return ["audio", "uploads", "docs"].includes(name) ? undefined : 125;
};

const explained = process.argv.includes("--explain");
let over = 0;

process.stdout.write("entry           loaded   budget   lazy (KB, minified and gzipped)\n");
for (const name of entryNames()) {
  const bundled = await bundle(name, path.join(root, ".sst/bench", name));
  const loaded = bundled.loaded / KB;
  const budget = budgetOf(name);
  const isOver = budget !== undefined && loaded > budget;
  if (isOver) over++;
  const verdict = isOver ? "over" : "";
  process.stdout.write(
    `${name.padEnd(14)} ${loaded.toFixed(1).padStart(7)} ${String(budget ?? "").padStart(8)} ${(bundled.lazy / KB).toFixed(1).padStart(6)} ${verdict}\n`,
  );
  if (explained) {
    for (const [part, bytes] of largest(bundled, 12)) {
      process.stdout.write(`${(bytes / KB).toFixed(1).padStart(20)} KB  ${part}\n`);
    }
  }
}

process.stdout.write("\n@parley/client  loaded   budget (KB, minified and gzipped, each on top of what it needs)\n");
for (const { name, kb, budget } of await weighClient()) {
  const isOver = kb > budget;
  if (isOver) over++;
  process.stdout.write(
    `${name.padEnd(14)} ${kb.toFixed(2).padStart(7)} ${String(budget).padStart(8)} ${isOver ? "over" : ""}\n`,
  );
}

process.stdout.write("\nconsole         loaded   budget (KB; scripts and styles minified and gzipped)\n");
const [page, embed] = [await weighConsole(), await weighEmbed()];
for (const { name, kb, budget } of [...page.weighed, ...embed.weighed]) {
  const isOver = kb > budget;
  if (isOver) over++;
  process.stdout.write(
    `${name.padEnd(20)} ${kb.toFixed(1).padStart(6)} ${String(budget).padStart(8)} ${isOver ? " over" : ""}\n`,
  );
}
const faults = [...page.faults, ...embed.faults];
for (const fault of faults) process.stdout.write(`pages must not have ${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

if (over > 0) {
  process.stdout.write(`${over} over their budget; \`npm run bundle -- --explain\` says what they are made of\n`);
  process.exitCode = 1;
}
