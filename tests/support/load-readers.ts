/** Run as a process of its own: loads the modules of readers, and leaves them compiled in `NODE_COMPILE_CACHE` when it ends. */
import "@parley/analyst/file-reader/reader-process";
import "@parley/datasource/sqlite/sqlite-process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFile } from "@parley/analyst/file-reader/read-file";

const folder = await mkdtemp(join(tmpdir(), "parley-compiled-"));
try {
  const path = join(folder, "a file");
  // The parsers of PDFs and workbooks are loaded when one comes, even one that is not valid.
  await writeFile(path, "%PDF-1.7\n");
  await readFile({ kind: "text", filename: "a.pdf", path }, "");
  const emptyArchive = Buffer.alloc(22);
  emptyArchive.write("PK\u0005\u0006");
  await writeFile(path, emptyArchive);
  await readFile({ kind: "tables", filename: "a.xlsx", name: "a", path, database: `${path}.sqlite`, taken: [] }, "");
  await writeFile(path, "a,b\n1,2\n");
  await readFile({ kind: "tables", filename: "a.csv", name: "a", path, database: `${path}.sqlite`, taken: [] }, "");
} finally {
  await rm(folder, { recursive: true, force: true });
}
