import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeTables } from "@parley/analyst/uploads/database";
import { readTables } from "@parley/analyst/uploads/records";
import { type Repeated, zip } from "../support/packing.ts";

export const bytes = (text: string) => new TextEncoder().encode(text);
export const never = new AbortController().signal;

/** What SQLite holds of a file's tables: columns with types, and rows. */
export async function stored(filename: string, content: string | Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  const path = join(folder, "test.sqlite");
  const tables = await readTables(filename, typeof content === "string" ? bytes(content) : content);
  const written = writeTables(path, filename, tables);
  const database = new DatabaseSync(path);
  const result = written.map((table) => ({
    name: table.name,
    columns: table.columns.map((column) => `${column.name} ${column.type}`),
    ...(table.notes.length > 0 && { notes: table.notes }),
    rows: database
      .prepare(`SELECT * FROM ${table.name}`)
      .all()
      .map((row) => Object.values(row)),
  }));
  database.close();
  rmSync(folder, { recursive: true });
  return result;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";

/** A cell: a text, a number, a date (Excel's count of days), a formula with its result, or nothing. */
type SheetCell = string | number | null | { day: number } | { formula: string; result: number | string };
interface Sheet {
  rows: SheetCell[][];
  /** Blocks like "A2:A3". */
  merged?: string[];
}

function cellXml(value: SheetCell, at: number, row: number): string {
  const place = `${String.fromCharCode(65 + at)}${row + 1}`;
  if (value === null) return "";
  if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
  if (typeof value === "string") return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  if ("day" in value) return `<c r="${place}" s="1"><v>${value.day}</v></c>`;
  const type = typeof value.result === "string" ? ' t="e"' : "";
  return `<c r="${place}"${type}><f>${value.formula}</f><v>${value.result}</v></c>`;
}

function sheetXml({ rows, merged = [] }: Sheet): string {
  const data = rows
    .map((row, number) => `<row r="${number + 1}">${row.map((cell, at) => cellXml(cell, at, number)).join("")}</row>`)
    .join("");
  const blocks = merged.map((block) => `<mergeCell ref="${block}"/>`).join("");
  return `<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${blocks && `<mergeCells>${blocks}</mergeCells>`}</worksheet>`;
}

/** A workbook as Excel writes it, with inline texts. `parts` replaces files inside it. */
export function workbook(
  sheets: Record<string, SheetCell[][] | Sheet>,
  parts: Record<string, Uint8Array | Repeated> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const sheet = (name: string) => {
    const content = sheets[name] ?? [];
    return Array.isArray(content) ? { rows: content } : content;
  };
  return zip({
    "[Content_Types].xml": bytes(
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    "_rels/.rels": bytes(
      `<Relationships xmlns="${packaged}/relationships">${link("r", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    ),
    "xl/workbook.xml": bytes(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": bytes(
      `<Relationships xmlns="${packaged}/relationships">${names.map((_, at) => link(`r${at}`, "worksheet", `worksheets/sheet${at + 1}.xml`)).join("")}${link("styles", "styles", "styles.xml")}</Relationships>`,
    ),
    "xl/styles.xml": bytes(
      `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, bytes(sheetXml(sheet(name)))])),
    ...parts,
  });
}
