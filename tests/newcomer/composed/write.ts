/**
 * Composes questions of every SQLite database of a folder and writes them as a question file of `operator eval`.
 * node tests/newcomer/composed/write.ts DIRECTORY FILE [--seed 1] [--count 40] [--now 2025-11-20]
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compose } from "./compose.ts";
import { readSchema } from "./database.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    now: { type: "string", default: "2025-11-20" },
  },
});
const [directory, file] = positionals;
if (directory === undefined || file === undefined)
  throw new Error("Say the folder of databases, and the file to write.");
const options = { seed: Number(values.seed), count: Number(values.count), now: new Date(`${values.now}T12:00:00Z`) };
const lines = readdirSync(directory)
  .filter((name) => name.endsWith(".sqlite"))
  .toSorted()
  .flatMap((name) => {
    const schema = readSchema(join(directory, name));
    try {
      return compose(schema, options);
    } finally {
      schema.close();
    }
  });
writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
console.log(`${lines.length} questions`);
