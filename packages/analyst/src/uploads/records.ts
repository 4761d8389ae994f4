import { parseDelimited } from "./delimited.ts";
import { extensionOf, type tabular } from "./file-kind.ts";
import { parseJsonRecords } from "./json.ts";
import { withoutExtension } from "./called.ts";
import { monthsAsRows } from "./months.ts";
import { withoutSubheadings } from "./subheadings.ts";
import { withoutTotals } from "./totals.ts";
import { FILE_TABLES, told } from "../file-reader/limits.ts";
import { checkTables, decodeText, type RawTable, UnreadableFile } from "./raw-table.ts";
import { readWorkbook } from "./workbook.ts";

/** What a file's tables are called, where it is, and where DuckDB is looked for. */
export interface TableFile {
  name: string;
  path: string;
  duckdb: string;
}

type TableReader = (bytes: Uint8Array, name: string, file: TableFile | undefined) => RawTable[] | Promise<RawTable[]>;

/** A table that somebody made to be looked at, as one to be asked: without rows of sums, and a row for each month. */
const asKept = (table: RawTable, filename: string): RawTable =>
  table.titles
    ? monthsAsRows(withoutTotals(withoutSubheadings({ ...table, titles: [filename, ...table.titles] })))
    : table;

/** What reads each kind of file that becomes tables. A map, so that no file's extension finds what an object inherits. */
const readers: ReadonlyMap<string, TableReader> = new Map(
  Object.entries({
    csv: (bytes, name) => parseDelimited(decodeText(bytes), name),
    tsv: (bytes, name) => parseDelimited(decodeText(bytes), name, "\t"),
    json: (bytes, name) => parseJsonRecords(decodeText(bytes), name),
    xlsx: readWorkbook,
    parquet: async (_bytes, name, file) => {
      // What reads it is only loaded for one.
      const { readParquet } = await import("./parquet.ts");
      return readParquet(file?.path ?? "", name, file?.duckdb ?? "");
    },
  } satisfies Record<(typeof tabular)[number], TableReader>),
);

/**
 * The tables of a csv, tsv, json, xlsx or parquet file, of which the last is read where it is. They are called after the file
 * unless a name is given. Throws `UnreadableFile`.
 */
export async function readTables(filename: string, bytes: Uint8Array, file?: TableFile): Promise<RawTable[]> {
  const read = readers.get(extensionOf(filename));
  if (!read) throw new UnreadableFile("this kind of file is not a table");
  const tables = await read(bytes, file?.name ?? withoutExtension(filename), file);
  const filled = tables.filter((table) => table.headers.length > 0).map((table) => asKept(table, filename));
  if (filled.length === 0) throw new UnreadableFile("it is empty");
  if (filled.length > FILE_TABLES) throw new UnreadableFile(`it has more than ${told(FILE_TABLES)} tables`);
  checkTables(filled);
  return filled;
}
