import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The bytes of an SQLite file in which `sql` was run. */
export async function databaseFile(sql: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "parley-file-"));
  try {
    const file = join(folder, "made.sqlite");
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
