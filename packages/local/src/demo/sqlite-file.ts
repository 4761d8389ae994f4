import { DatabaseSync } from "node:sqlite";
import type { Dataset } from "./dataset.ts";

/** Writes a generated database as an SQLite file, which must not exist yet. */
export function writeSqlite(file: string, { schema, tables, finish }: Dataset): void {
  const database = new DatabaseSync(file);
  database.exec(`BEGIN; ${schema}`);
  for (const { name, rows } of tables) {
    const columns = Object.keys(rows[0] ?? {});
    const insert = database.prepare(
      `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of rows)
      insert.run(...Object.values(row).map((cell) => (typeof cell === "boolean" ? Number(cell) : cell)));
  }
  database.exec(`${finish} COMMIT; ANALYZE;`);
  database.close();
}
