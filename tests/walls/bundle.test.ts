import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { makePdf } from "@parley/local/demo/documents/pdf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workbook } from "../analyst/stored-files.ts";
import { optionsFor, root } from "../bench/lambdas.ts";

/** What a function of the deployment does with files, where there are no sources and no packages beside it. */
const program = `
  import { readFile } from "node:fs/promises";
  import { openReader } from "./bundle.mjs";
  const reader = openReader("o1", new AbortController().signal);
  const found = {
    csv: await reader.tables("a.csv", Buffer.from("n\\n1\\n2\\n"), "a"),
    workbook: await reader.tables("b.xlsx", await readFile("b.xlsx"), "b"),
    parquet: await reader.tables("d.parquet", Buffer.from("PAR1 where DuckDB is not installed"), "d"),
    pdf: await reader.text("c.pdf", await readFile("c.pdf")),
  };
  await reader.close();
  process.stdout.write(JSON.stringify(found));
`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "parley-bundle-"));
  await build(optionsFor(path.join(root, "packages/analyst/src/file-reader/reader.ts"), directory));
  await writeFile(path.join(directory, "b.xlsx"), workbook({ S: [["city"], ["Leeds"]] }));
  await writeFile(path.join(directory, "c.pdf"), makePdf([[{ kind: "text", text: "Returns are free." }]]));
  await writeFile(path.join(directory, "program.mjs"), program);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it("a reader's process is found in a bundle, and reads every kind of file there", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["program.mjs"], {
    cwd: directory,
    env: { ...process.env, DUCKDB_DIR: directory },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    csv: { kind: "tables", tables: [{ name: "a", row_count: 2 }] },
    workbook: { kind: "tables", tables: [{ name: "b", row_count: 1 }] },
    parquet: { kind: "unread", lasting: false, reason: expect.stringContaining("DuckDB, which is not installed") },
    pdf: { kind: "text", passages: [{ text: expect.stringContaining("Returns are free.") }] },
  });
}, 60_000);
