import { workbook } from "../../analyst/stored-files.ts";
import { zip } from "../../support/packing.ts";
import { type Bomb, bombsOf, bytes, KB } from "./bomb.ts";

const xlsx = bombsOf("bomb.xlsx");

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const plain = {
  S: [
    ["city", "amount"],
    ["Leeds", 1],
  ],
};
/** A workbook whose first sheet is the given XML. */
const sheet = (data: string, behind = "", before = "") =>
  workbook(plain, {
    "xl/worksheets/sheet1.xml": bytes(
      `${before}<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${behind}</worksheet>`,
    ),
  });
const cell = (place: string, value: number | string = 1) => `<c r="${place}"><v>${value}</v></c>`;
const row = (number: number | string, cells: string) => `<row r="${number}">${cells}</row>`;
const rows = (count: number, of: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at + 1)).join("");
const table = rows(3, (number) => row(number, cell(`A${number}`) + cell(`B${number}`)));
const merges = (count: number, ref: string) => `<mergeCells>${`<mergeCell ref="${ref}"/>`.repeat(count)}</mergeCells>`;

const shared = (strings: string, cells: string) =>
  workbook(plain, {
    "xl/worksheets/sheet1.xml": bytes(`<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`),
    "xl/sharedStrings.xml": bytes(`<sst xmlns="${main}">${strings}</sst>`),
    "xl/_rels/workbook.xml.rels": bytes(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${["worksheet/worksheets/sheet1", "sharedStrings/sharedStrings", "styles/styles"].map((each, at) => `<Relationship Id="r${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${each.split("/")[0]}" Target="${each.split("/").slice(1).join("/")}.xml"/>`).join("")}</Relationships>`,
    ),
  });
const entities = `<!DOCTYPE a [<!ENTITY a "ha">${rows(20, (at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`)}]>`;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, [["a"], [1]]]));

/** The end of the directory says that there are as many entries, at such a place. */
function directory(file: Uint8Array, entries: number, place?: number): Uint8Array {
  const changed = Buffer.from(file);
  const end = changed.lastIndexOf(Buffer.from("504b0506", "hex"));
  changed.writeUInt16LE(entries, end + 10);
  if (place !== undefined) changed.writeUInt32LE(place, end + 16);
  return changed;
}

export const workbooks: Bomb[] = [
  xlsx(
    "100 MB of nothing in 100 KB",
    () => workbook(plain, { "xl/worksheets/sheet1.xml": { block: new Uint8Array(KB * KB), times: 100 } }),
    /unpacked/,
  ),
  xlsx("20 MB of blanks in a sheet", () => sheet(" ".repeat(20 * KB * KB) + table), /characters/),
  xlsx(
    "a zip of zips",
    () =>
      workbook(plain, {
        "xl/worksheets/sheet1.xml": zip({ "a.zip": zip({ "b.xml": { block: new Uint8Array(KB * KB), times: 50 } }) }),
      }),
    /./,
  ),
  xlsx(
    "30,000 entries",
    () =>
      zip(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`xl/${at}.xml`, bytes("<a/>")])), {
        stored: true,
      }),
    /parts/,
  ),
  xlsx("a directory of 65,535 entries that has ten", () => directory(workbook(plain), 65_535), /parts/),
  xlsx("a directory of 4,000 entries that has ten", () => directory(workbook(plain), 4_000), /workbook/),
  xlsx("a directory that points to the beginning", () => directory(workbook(plain), 9, 0), /workbook/),
  xlsx("a directory beyond the file", () => directory(workbook(plain), 9, 0xfffffff0), /workbook/),
  xlsx("one cell at XFD1048576", () => sheet(table + row(1_048_576, cell("XFD1048576"))), /columns/),
  xlsx(
    "a cell at the end of each of 5,000 rows",
    () => sheet(rows(5_000, (at) => row(at, cell(`XFD${at}`)))),
    /columns/,
  ),
  xlsx("one cell far below 20 columns", () => sheet(row(1, cell("T1")) + row(1_048_576, cell("A1048576"))), /cells/),
  xlsx(
    "a row with the number 10^15",
    () => sheet(table + row("1000000000000000", cell("A1000000000000000"))),
    /workbook/,
  ),
  xlsx("a row with a number as an exponent", () => sheet(table + row("1e15", cell("A4"))), /workbook/),
  xlsx("a column of nine letters", () => sheet(table + row(4, cell("ZZZZZZZZZ4"))), /workbook/),
  xlsx("an entity as a row's number", () => sheet(table + row("&#49;0&#48;0000000", cell("A5"))), /workbook/),
  xlsx(
    "50,000 blocks merged over a million rows",
    () => sheet(row(1, cell("A1")) + row(1_048_576, cell("A1048576")), merges(50_000, "A1:A1048576")),
    /cells/,
  ),
  xlsx(
    "100,000 blocks merged over each other",
    () =>
      sheet(
        rows(2_000, (at) => row(at, cell(`A${at}`))),
        merges(100_000, "A1:A2000"),
      ),
    /cells/,
  ),
  xlsx("merges without an end", () => sheet(table, `<mergeCells>${"<mergeCell   ".repeat(50_000)}`), /workbook/),
  xlsx(
    "a shared text of 30 KB in 4,000 cells",
    () =>
      shared(
        `<si><t>${"x".repeat(30 * KB)}</t></si>`,
        rows(4_000, (at) => row(at, `<c r="A${at}" t="s"><v>0</v></c>`)),
      ),
    /text/,
  ),
  xlsx("a million shared texts", () => shared("<si><t>x</t></si>".repeat(1_000_000), table)),
  xlsx("texts in texts", () => shared(`<si>${"<r><t>".repeat(100_000)}`, table), /./),
  xlsx("1,000 sheets", () => workbook(many(1_000)), /sheets/),
  xlsx("entities of entities", () => sheet(row(1, cell("A1", "&a20;")), "", entities), /entities/),
  xlsx("100,000 elements in each other", () => sheet(row(1, "<c>".repeat(100_000))), /./),
  xlsx("cells that open and never close", () => sheet("<c ".repeat(200_000)), /workbook/),
  xlsx("cells with 1,000 attributes", () =>
    sheet(rows(500, (at) => row(at, `<c r="A${at}" ${rows(1_000, (number) => `a${number}="x" `)}><v>1</v></c>`))),
  ),
  xlsx(
    "a formula of 5 MB",
    () => sheet(row(1, `<c r="A1"><f>${"(".repeat(5000 * KB)}</f><v>1</v></c>`) + row(2, cell("A2"))),
    /characters/,
  ),
  xlsx("100,000 formats", () =>
    workbook(plain, {
      "xl/styles.xml": bytes(
        `<styleSheet xmlns="${main}"><numFmts>${rows(100_000, (at) => `<numFmt numFmtId="${at}" formatCode="yyyy-mm-dd${at}"/>`)}</numFmts><cellXfs>${`<xf numFmtId="14"/>`.repeat(100_000)}</cellXfs></styleSheet>`,
      ),
    }),
  ),
];
