import { parseDelimited } from "./delimited.ts";
import { extensionOf, type tabular } from "./file-kind.ts";
import { parseJsonRecords } from "./json.ts";
import { monthsAsRows } from "./months.ts";
import { withoutTotals } from "./totals.ts";
import { FILE_TABLES, told } from "../file-reader/limits.ts";
import { checkTables, decodeText, type RawTable, UnreadableFile } from "./raw-table.ts";
import { readWorkbook } from "./workbook.ts";

/** Where a file is, and where DuckDB is looked for. */
export interface TableFile {
  path: string;
  duckdb: string;
}

type TableReader = (bytes: Uint8Array, name: string, file: TableFile | undefined) => RawTable[] | Promise<RawTable[]>;

/** Tables that people made to be looked at, as tables to be asked: without rows of sums, and a row for each month. */
const asKept = (tables: readonly RawTable[]): RawTable[] => tables.map((table) => monthsAsRows(withoutTotals(table)));

/** What reads each kind of file that becomes tables. A map, so that no file's extension finds what an object inherits. */
const readers: ReadonlyMap<string, TableReader> = new Map(
  Object.entries({
    csv: (bytes, name) => asKept(parseDelimited(decodeText(bytes), name)),
    tsv: (bytes, name) => asKept(parseDelimited(decodeText(bytes), name, "\t")),
    json: (bytes, name) => parseJsonRecords(decodeText(bytes), name),
    xlsx: async (bytes, name) => asKept(await readWorkbook(bytes, name)),
    parquet: async (_bytes, name, file) => {
      // What reads it is only loaded for one.
      const { readParquet } = await import("./parquet.ts");
      return readParquet(file?.path ?? "", name, file?.duckdb ?? "");
    },
  } satisfies Record<(typeof tabular)[number], TableReader>),
);

/** The tables of a csv, tsv, json, xlsx or parquet file, of which the last is read where it is. Throws `UnreadableFile`. */
export async function readTables(filename: string, bytes: Uint8Array, file?: TableFile): Promise<RawTable[]> {
  const read = readers.get(extensionOf(filename));
  if (!read) throw new UnreadableFile("this kind of file is not a table");
  const tables = await read(bytes, filename.replace(/\.[^.]+$/, ""), file);
  const filled = tables.filter((table) => table.headers.length > 0);
  if (filled.length === 0) throw new UnreadableFile("it is empty");
  if (filled.length > FILE_TABLES) throw new UnreadableFile(`it has more than ${told(FILE_TABLES)} tables`);
  checkTables(filled);
  return filled;
}
