import { type RawTable, type RawValue, UnreadableFile } from "./raw.ts";
import { unzip } from "./zip.ts";

/** Bytes of the sheets and their texts: about half a million rows. Reading more would hold up every other turn. */
const UNPACKED = 64 * 1024 * 1024;

/** What old workbooks (xls) and encrypted ones begin with. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The sheets of an Excel workbook (xlsx). The reader is loaded when a workbook comes. */
export async function readWorkbook(bytes: Uint8Array, name: string): Promise<RawTable[]> {
  if (compound.equals(bytes.subarray(0, compound.length)))
    throw new UnreadableFile("it is protected by a password, or of Excel's old format (xls)");
  const parts = await unzip(bytes, (entry) => /\.(xml|rels)$/i.test(entry), UNPACKED);
  if (parts === null) throw new UnreadableFile("it is no valid Excel workbook");
  const { default: readExcel } = await import("read-excel-file/node");
  const sheets = await readExcel(Buffer.from(bytes)).catch((error: unknown) => {
    throw new UnreadableFile("it is no valid Excel workbook", { cause: error });
  });
  const tables = sheets.map(({ sheet, data }, at) =>
    sheetTable(
      sheet,
      withMerged(
        data.map((row) => row.map(value)),
        mergedOf(parts, at),
      ),
    ),
  );
  const filled = tables.filter((table) => table.headers.length > 0);
  return filled.map((table) => ({ ...table, name: filled.length === 1 ? name : `${name} ${table.name}` }));
}

/** A block of merged cells, counted from 0: one column's rows. */
interface Merged {
  column: number;
  from: number;
  to: number;
}

/** The blocks of a sheet, by its place in the workbook, that are merged downwards. */
function mergedOf(parts: ReadonlyMap<string, Buffer>, place: number): Merged[] {
  const workbook = parts.get("xl/workbook.xml")?.toString("utf8") ?? "";
  const links = parts.get("xl/_rels/workbook.xml.rels")?.toString("utf8") ?? "";
  const sheet = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)][place]?.[0] ?? "";
  const id = /\b\w+:id="([^"]*)"/.exec(sheet)?.[1];
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].find(
    ([each]) => / Id="([^"]*)"/.exec(each)?.[1] === id,
  );
  const target = / Target="([^"]*)"/.exec(link?.[0] ?? "")?.[1] ?? "";
  const xml = parts.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  if (xml === undefined || !xml.includes("mergeCell")) return [];
  const tail = xml.toString("utf8", xml.lastIndexOf("</sheetData>"));
  return [...tail.matchAll(/<(?:\w+:)?mergeCell\s+ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)].flatMap(
    ([, column = "", from, last, to]) =>
      column === last && from !== to ? [{ column: columnAt(column), from: Number(from) - 1, to: Number(to) - 1 }] : [],
  );
}

const columnAt = (letters: string): number =>
  Array.from(letters).reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A cell merged downwards holds its value for each of its rows, as people read it. */
function withMerged(data: RawValue[][], merged: readonly Merged[]): RawValue[][] {
  for (const { column, from, to } of merged) {
    const shared = data[from]?.[column] ?? null;
    for (const row of data.slice(from + 1, to + 1)) row[column] ??= shared;
  }
  return data;
}

/** Titles above a table are skipped: it begins at the first row that is as wide as most rows are. */
function sheetTable(name: string, data: readonly (readonly RawValue[])[]): RawTable {
  const filled = (row: readonly RawValue[]) => row.filter((cell) => cell !== null).length;
  const rows = data.filter((row) => filled(row) > 0);
  const widths = rows.map(filled).toSorted((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const start = Math.max(
    0,
    rows.findIndex((row) => filled(row) >= usual),
  );
  const head = rows[start] ?? [];
  return {
    name,
    headers: head.map((cell) => (cell === null ? "" : text(cell))),
    rows: rows.slice(start + 1).map((row) => head.map((_, at) => row[at] ?? null)),
  };
}

const text = (cell: RawValue) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim());

/** What the reader calls a date type is a date; anything else it may hold is no value. */
const value = (cell: unknown): RawValue => {
  if (typeof cell === "string") return cell === "" ? null : cell;
  return typeof cell === "number" || typeof cell === "boolean" || cell instanceof Date ? cell : null;
};
