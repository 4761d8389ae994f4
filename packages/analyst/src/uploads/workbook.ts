import { type RawTable, type RawValue, UnreadableFile } from "./raw.ts";

/** The sheets of an Excel workbook (xlsx). The reader is loaded when a workbook comes. */
export async function readWorkbook(bytes: Uint8Array, name: string): Promise<RawTable[]> {
  const { default: readExcel } = await import("read-excel-file/node");
  const sheets = await readExcel(Buffer.from(bytes)).catch((error: unknown) => {
    throw new UnreadableFile("it is no valid Excel workbook", { cause: error });
  });
  const tables = sheets.map(({ sheet, data }) =>
    sheetTable(
      sheet,
      data.map((row) => row.map(value)),
    ),
  );
  const filled = tables.filter((table) => table.headers.length > 0);
  return filled.map((table) => ({ ...table, name: filled.length === 1 ? name : `${name} ${table.name}` }));
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
