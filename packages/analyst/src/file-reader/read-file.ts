import { readFile as bytesOf } from "node:fs/promises";
import { UnreadableFile, UnreadableHere } from "../uploads/raw-table.ts";
import type { Job, Report } from "./job.ts";

/**
 * Reads a file, in a reader's process and nowhere else. `duckdb` is where that is looked for, beside the program's own packages.
 * Never rejects: what a parser throws is a result as well.
 */
export async function readFile(job: Job, duckdb: string): Promise<Report> {
  try {
    // What reads the other kind is not loaded: a process seldom reads both.
    if (job.kind === "tables") {
      const [bytes, { readTables }, { writeTables }] = await Promise.all([
        bytesOf(job.path),
        import("../uploads/records.ts"),
        import("../uploads/database.ts"),
      ]);
      const tables = await readTables(job.filename, bytes, { name: job.name, path: job.path, duckdb });
      return { kind: "tables", tables: writeTables(job.database, job.filename, tables, job.taken) };
    }
    const [bytes, { extractPassages }] = await Promise.all([
      bytesOf(job.path),
      import("../documents/extract-passages.ts"),
    ]);
    const passages = await extractPassages(job.filename, bytes);
    if (passages.length === 0) throw new UnreadableFile("no text was found in it");
    return { kind: "text", passages };
  } catch (error) {
    if (error instanceof UnreadableFile)
      return { kind: "unread", reason: error.message, lasting: !(error instanceof UnreadableHere) };
    // A text, an array or a stack that grew beyond what the engine has.
    if (error instanceof RangeError) return { kind: "unread", reason: "it is too large to be read", lasting: true };
    // Its message may quote the file.
    return { kind: "fault", error: error instanceof Error ? error.name : "unknown" };
  }
}
