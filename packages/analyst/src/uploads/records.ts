import { parseDelimited } from "./delimited.ts";
import { extensionOf } from "./file-kind.ts";
import { parseJsonRecords } from "./json.ts";
import { FILE_TABLES, told } from "../reading/limits.ts";
import { checkTables, decodeText, type RawTable, UnreadableFile } from "./raw.ts";
import { readWorkbook } from "./workbook.ts";

/** Files that are tables, by extension. */
const readers: Readonly<Record<string, (bytes: Uint8Array, name: string) => RawTable[] | Promise<RawTable[]>>> =
  Object.assign(Object.create(null), {
    csv: (bytes: Uint8Array, name: string) => parseDelimited(decodeText(bytes), name),
    tsv: (bytes: Uint8Array, name: string) => parseDelimited(decodeText(bytes), name, "\t"),
    json: (bytes: Uint8Array, name: string) => parseJsonRecords(decodeText(bytes), name),
    xlsx: readWorkbook,
  });

/** The tables of a csv, tsv, json or xlsx file. Throws `UnreadableFile`. */
export async function readTables(filename: string, bytes: Uint8Array): Promise<RawTable[]> {
  const read = readers[extensionOf(filename)];
  if (!read) throw new UnreadableFile("this kind of file is no table");
  const tables = await read(bytes, filename.replace(/\.[^.]+$/, ""));
  const filled = tables.filter((table) => table.headers.length > 0);
  if (filled.length === 0) throw new UnreadableFile("it is empty");
  if (filled.length > FILE_TABLES) throw new UnreadableFile(`it has more than ${told(FILE_TABLES)} tables`);
  checkTables(filled);
  return filled;
}
