import { setImmediate } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import type { RawTable, RawValue } from "./raw.ts";
import { type ColumnTyping, isMissing, type StoredType, type StoredValue, typingOf } from "./typing.ts";

/** A table of an upload, as it can be queried. */
export interface UploadTable {
  filename: string;
  name: string;
  columns: { name: string; type: string }[];
  row_count: number;
  /** What reading the file left out, to be told: "2 values of amount are no numbers …". */
  notes: string[];
}

const BATCH = 5_000;

/**
 * Writes tables into the SQLite file `path`, one table each, with names that need no quoting. Between batches others get
 * their turn, and an aborted `signal` ends it.
 */
export async function writeTables(
  path: string,
  files: readonly { filename: string; tables: readonly RawTable[] }[],
  signal: AbortSignal,
): Promise<UploadTable[]> {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    const taken = new Set<string>();
    const written: UploadTable[] = [];
    for (const { filename, tables } of files) {
      for (const table of tables) written.push(await writeTable(database, filename, table, taken, signal));
    }
    return written;
  } finally {
    database.close();
  }
}

async function writeTable(
  database: DatabaseSync,
  filename: string,
  table: RawTable,
  taken: Set<string>,
  signal: AbortSignal,
): Promise<UploadTable> {
  const name = safeName(table.name, "upload", taken);
  const columns = await typedColumns(table, signal);
  database.exec(`CREATE TABLE ${name} (${columns.map((column) => `${column.name} ${column.type}`).join(", ")})`);
  const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => "?").join(", ")})`);
  for (let start = 0; start < table.rows.length; start += BATCH) {
    signal.throwIfAborted();
    database.exec("BEGIN");
    for (let row = start; row < Math.min(start + BATCH, table.rows.length); row++) {
      insert.run(...columns.map((column) => column.stored[row] ?? null));
    }
    database.exec("COMMIT");
    await setImmediate();
  }
  return {
    filename,
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type.toLowerCase() })),
    row_count: table.rows.length,
    notes: columns.flatMap((column) => noteOf(column.name, column.type, column.lost)),
  };
}

/** A column with its values as they are stored. */
interface StoredColumn {
  name: string;
  type: StoredType;
  stored: StoredValue[];
  /** Values that could not be kept. */
  lost: RawValue[];
}

async function typedColumns(table: RawTable, signal: AbortSignal): Promise<StoredColumn[]> {
  const valuesAt = (at: number) => table.rows.map((row) => row[at] ?? null);
  const typings: ColumnTyping[] = [];
  for (const [at, header] of table.headers.entries()) {
    typings.push(typingOf(valuesAt(at), header));
    await setImmediate();
    signal.throwIfAborted();
  }
  // One column with "1,50" tells how the whole file writes its numbers.
  const usesComma = typings.some(({ style }) => style === "comma");
  const headings = new Set<string>();
  const columns: StoredColumn[] = [];
  for (const [at, found] of typings.entries()) {
    const header = table.headers[at] ?? "";
    const values = valuesAt(at);
    const typing = usesComma && found.style === "point" ? typingOf(values, header, "comma") : found;
    const stored = values.map((value) => typing.convert(value));
    const heading =
      typing.percent && !/%|percent|pct/i.test(header) ? `${header} percent` : header.replace("%", " percent");
    columns.push({
      name: safeName(heading, `column_${at + 1}`, headings),
      type: typing.type,
      stored,
      lost: values.filter((value, row) => stored[row] === null && !isMissing(value)),
    });
    await setImmediate();
    signal.throwIfAborted();
  }
  return columns;
}

const kinds: Partial<Record<StoredType, string>> = { DATE: "dates", TIMESTAMP: "times", BOOLEAN: "true or false" };

/** Says what of a column could not be kept, with an example. */
function noteOf(column: string, type: StoredType, lost: readonly RawValue[]): string[] {
  const [first] = lost;
  if (first === undefined) return [];
  const some = lost.length === 1 ? "1 value" : `${lost.length} values`;
  const what = kinds[type] ?? "numbers";
  return [
    `${some} of ${column} could not be read as ${what} (“${String(first).slice(0, 40)}”) and ${lost.length === 1 ? "counts" : "count"} as empty.`,
  ];
}

/** Words of SQL that cannot name a table or column without quotes. */
const reserved = new Set(
  `all and as asc between by case check collate column create cross current_date current_time current_timestamp default
   delete desc distinct drop else end escape except exists for foreign from full group having in index inner insert
   intersect into is isnull join left like limit natural not notnull null on or order outer primary references right
   select set table then to union unique update using values when where with`.split(/\s+/),
);

/** A name of lower-case letters (of any script), digits and underscores that is not taken yet. */
function safeName(text: string, fallback: string, taken: Set<string>): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);
  let name =
    plain === ""
      ? fallback
      : /^[\p{N}\p{M}]/u.test(plain) || reserved.has(plain) || plain.startsWith("sqlite")
        ? `t_${plain}`
        : plain;
  for (let number = 2; taken.has(name); number++) name = `${plain === "" ? fallback : plain}_${number}`;
  taken.add(name);
  return name;
}
