import {
  CELL_CHARACTERS,
  FILE_CELLS,
  FILE_TABLES,
  TABLE_COLUMNS,
  told,
  UNPACKED_BYTES,
} from "../file-reader/limits.ts";
import {
  checkArea,
  isFilled,
  type RawTable,
  type RawValue,
  titlesAbove,
  titleTexts,
  tooLongCell,
  tooManyCells,
  tooManyColumns,
  UnreadableFile,
} from "./raw-table.ts";
import { unzip } from "./zip.ts";

/** What old workbooks (xls) and encrypted ones begin with. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The sheets of an Excel workbook (xlsx). The reader is loaded when a workbook comes. */
export async function readWorkbook(bytes: Uint8Array, name: string): Promise<RawTable[]> {
  if (compound.equals(bytes.subarray(0, compound.length)))
    throw new UnreadableFile("it is protected by a password, or in Excel's old format (xls)");
  const parts = await unzip(bytes, (entry) => /\.(xml|rels)$/i.test(entry), UNPACKED_BYTES);
  if (parts === null) throw invalid();
  const sheetParts = sheetsIn(parts);
  for (const [path, part] of parts) checkPart(path, part);
  const { default: readExcel } = await import("read-excel-file/node");
  const sheets = await readExcel(Buffer.from(bytes)).catch((error: unknown) => {
    throw invalid(error);
  });
  const tables = sheets.map(({ sheet, data }, at) =>
    sheetTable(
      sheet,
      withMerged(
        data.map((row) => row.map(value)),
        mergedOf(sheetParts[at]),
      ),
    ),
  );
  const filled = tables.filter((table) => table.headers.length > 0);
  return filled.map((table) => ({ ...table, name: filled.length === 1 ? name : `${name} ${table.name}` }));
}

const invalid = (cause?: unknown) => new UnreadableFile("it is not a valid Excel workbook", { cause });

/** What a part of a workbook must not contain, whichever parser reads it. */
function checkPart(path: string, part: Buffer): void {
  checkPieces(part);
  // Workbooks have none; XML bombs do.
  if (part.includes("<!DOCTYPE") || part.includes("<!ENTITY"))
    throw new UnreadableFile("its XML declares entities, which no workbook does");
  if (/worksheets\//i.test(path)) checkCells(part.toString("utf8"));
}

const LESS = 0x3c;
const GREATER = 0x3e;
const EXCLAMATION = 0x21;

/** Refuses tags that do not close, and text or tags that never end: a parser looks for their end again and again. */
function checkPieces(part: Buffer): void {
  let begin = 0;
  let isOpen = false;
  for (let at = 0; at <= part.length; at++) {
    const byte = part[at];
    if (byte === GREATER) isOpen = false;
    if (byte !== LESS && at < part.length) continue;
    if (isOpen) throw invalid();
    if (at - begin > CELL_CHARACTERS) throw tooLongCell();
    begin = at;
    // A comment may hold anything.
    isOpen = part[at + 1] !== EXCLAMATION;
  }
}

/** Rows of Excel's largest sheet. */
const SHEET_ROWS = 1_048_576;

/**
 * Refuses a sheet whose cells lie so far apart that the table around them would be too large. Only cells that are not empty
 * count: whole columns may be formatted.
 */
function checkCells(xml: string): void {
  let columns = 0;
  let rows = 0;
  let cells = 0;
  for (const [, name, attributes = ""] of xml.matchAll(/<(?:\w{1,20}:)?(c|row)(\s[^<>]*)?>/g)) {
    const place = /\sr\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? "";
    const found = /^([A-Z]{0,3})(\d{0,7})$/i.exec(place);
    if (!found) throw invalid();
    const [, letters = "", number = ""] = found;
    if (Number(number) > SHEET_ROWS) throw new UnreadableFile(`it has more than ${told(SHEET_ROWS)} rows`);
    if (name === "row" || attributes.endsWith("/")) continue;
    cells += 1;
    if (cells > FILE_CELLS) throw tooManyCells();
    columns = Math.max(columns, columnAt(letters) + 1);
    if (columns > TABLE_COLUMNS) throw tooManyColumns();
    rows = Math.max(rows, Number(number));
    checkArea(rows, columns);
  }
}

/** A block of merged cells, counted from 0: one column's rows. */
interface Merged {
  column: number;
  from: number;
  to: number;
}

/** The sheets' parts, in the order of the workbook. */
function sheetsIn(parts: ReadonlyMap<string, Buffer>): (Buffer | undefined)[] {
  const workbook = parts.get("xl/workbook.xml")?.toString("utf8") ?? "";
  const links = parts.get("xl/_rels/workbook.xml.rels")?.toString("utf8") ?? "";
  const targets = new Map(
    Array.from(links.matchAll(/<(?:\w{1,20}:)?Relationship\s[^<>]*>/g), ([link]) => [
      / Id="([^"]*)"/.exec(link)?.[1] ?? "",
      / Target="([^"]*)"/.exec(link)?.[1] ?? "",
    ]),
  );
  const sheets = Array.from(workbook.matchAll(/<(?:\w{1,20}:)?sheet\s[^<>]*>/g), ([sheet]) => {
    const target = targets.get(/\s\w{1,20}:id="([^"]*)"/.exec(sheet)?.[1] ?? "") ?? "";
    return parts.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  });
  if (sheets.length > FILE_TABLES) throw new UnreadableFile(`it has more than ${told(FILE_TABLES)} sheets`);
  return sheets;
}

/** The blocks of a sheet that are merged downwards. */
function mergedOf(sheet: Buffer | undefined): Merged[] {
  if (sheet === undefined || !sheet.includes("mergeCell")) return [];
  const tail = sheet.toString("utf8", Math.max(0, sheet.lastIndexOf("</sheetData>")));
  const blocks = tail.matchAll(/<(?:\w{1,20}:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g);
  return [...blocks].flatMap(([, column = "", from, last, to]) =>
    column === last && from !== to ? [{ column: columnAt(column), from: Number(from) - 1, to: Number(to) - 1 }] : [],
  );
}

const columnAt = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A cell merged downwards holds its value for each of its rows, as people read it. Blocks of one sheet never overlap. */
function withMerged(data: RawValue[][], merged: readonly Merged[]): RawValue[][] {
  let filled = 0;
  for (const { column, from, to } of merged) {
    const shared = data[from]?.[column] ?? null;
    if (shared === null) continue;
    const last = Math.min(to, data.length - 1);
    filled += last - from;
    if (filled > FILE_CELLS) throw tooManyCells();
    for (let at = from + 1; at <= last; at++) {
      const row = data[at];
      if (row) row[column] ??= shared;
    }
  }
  return data;
}

/** Titles above a table are skipped. */
function sheetTable(name: string, data: readonly (readonly RawValue[])[]): RawTable {
  const rows = data.filter((row) => row.some(isFilled));
  const start = titlesAbove(rows);
  const head = rows[start] ?? [];
  const width = Math.max(head.length, ...rows.slice(start, start + 1000).map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.slice(start).some((row) => isFilled(row[at] ?? null)),
  );
  return {
    name,
    headers: columns.map((at) => text(head[at] ?? null)),
    rows: rows.slice(start + 1).map((row) => columns.map((at) => row[at] ?? null)),
    titles: titleTexts(rows.slice(0, start)),
  };
}

const text = (cell: RawValue) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "").trim());

/** What the reader gives a date type is a date; any other value of that type is dropped. */
const value = (cell: unknown): RawValue => {
  if (typeof cell === "string") return cell === "" ? null : cell;
  return typeof cell === "number" || typeof cell === "boolean" || cell instanceof Date ? cell : null;
};
