import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { writeTables } from "@parley/analyst/uploads/database";
import { openUploads } from "@parley/analyst/uploads/library";
import { readTables } from "@parley/analyst/uploads/records";
import { uploadOf } from "./support.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const never = new AbortController().signal;

/** What SQLite holds of a file's tables: columns with types, and rows. */
async function stored(filename: string, content: string | Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  const path = join(folder, "test.sqlite");
  const tables = await readTables(filename, typeof content === "string" ? bytes(content) : content);
  const written = await writeTables(path, [{ filename, tables }], never);
  const database = new DatabaseSync(path);
  const result = written.map((table) => ({
    name: table.name,
    columns: table.columns.map((column) => `${column.name} ${column.type}`),
    rows: database
      .prepare(`SELECT * FROM ${table.name}`)
      .all()
      .map((row) => Object.values(row)),
  }));
  database.close();
  rmSync(folder, { recursive: true });
  return result;
}

/** A workbook as Excel writes it, with inline texts. */
function workbook(sheets: Record<string, (string | number | null)[][]>): Uint8Array {
  const names = Object.keys(sheets);
  const cell = (value: string | number | null, at: number, row: number) => {
    const place = `${String.fromCharCode(65 + at)}${row + 1}`;
    if (value === null) return "";
    return typeof value === "number"
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  return zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="${packaged}/relationships">${names.map((_, at) => `<Relationship Id="r${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        strToU8(
          `<worksheet xmlns="${main}"><sheetData>${(sheets[name] ?? []).map((row, number) => `<row r="${number + 1}">${row.map((value, column) => cell(value, column, number)).join("")}</row>`).join("")}</sheetData></worksheet>`,
        ),
      ]),
    ),
  });
}

describe("an uploaded table", () => {
  test("gets types from its values and names that need no quotes", async () => {
    const csv = `Order No.,Ordered on,Net (EUR),Paid?,Code,select\n1,2026-01-31,"1,200.50",true,007,a\n2,2026-02-01,3.5,false,010,\n`;
    expect(await stored("Sales 2026.csv", csv)).toEqual([
      {
        name: "sales_2026",
        columns: ["order_no integer", "ordered_on date", "net_eur real", "paid boolean", "code text", "t_select text"],
        rows: [
          [1, "2026-01-31", 1200.5, 1, "007", "a"],
          [2, "2026-02-01", 3.5, 0, "010", null],
        ],
      },
    ]);
  });

  test("may have quotes, line breaks in cells, other delimiters, and no headings", async () => {
    expect((await stored("a.csv", 'name;note\r\n"Ada ""A""";"two\nlines; here"\r\n'))[0]?.rows).toEqual([
      ['Ada "A"', "two\nlines; here"],
    ]);
    expect((await stored("a.tsv", "name\tn\nAda\t1\n"))[0]).toMatchObject({ columns: ["name text", "n integer"] });
    expect((await stored("a.csv", "1,2\n3,4\n"))[0]).toMatchObject({
      columns: ["column_1 integer", "column_2 integer"],
      rows: [
        [1, 2],
        [3, 4],
      ],
    });
    expect((await stored("a.csv", new Uint8Array([...bytes("name\nJos"), 0xe9, 10])))[0]?.rows).toEqual([["José"]]);
    expect((await stored("a.csv", "\uFEFFname,n\nAda,1\n"))[0]?.columns).toEqual(["name text", "n integer"]);
  });

  test("reads numbers with a comma before the decimals", async () => {
    const column = async (...values: string[]) =>
      (await stored("a.csv", `city;amount\n${values.map((value) => `x;${value}`).join("\n")}\n`))[0];
    expect(await column("1.234,50", "2.000,25", "7")).toMatchObject({
      columns: ["city text", "amount real"],
      rows: [
        ["x", 1234.5],
        ["x", 2000.25],
        ["x", 7],
      ],
    });
    expect((await column("-0,5", "12,75 €"))?.rows).toEqual([
      ["x", -0.5],
      ["x", 12.75],
    ]);
    expect((await column("192.168.100.200", "10.100.200.255"))?.columns).toEqual(["city text", "amount text"]);
    expect((await column("1,234", "2,345"))?.rows).toEqual([
      ["x", 1234],
      ["x", 2345],
    ]);
  });

  test("keeps a date that may be read in two ways as text", async () => {
    const rows = async (...dates: string[]) =>
      (await stored("a.csv", `day,n\n${dates.map((date) => `${date},1`).join("\n")}\n`))[0]?.rows.map((row) => row[0]);
    expect(await rows("31/01/2026", "01/02/2026")).toEqual(["2026-01-31", "2026-02-01"]);
    expect(await rows("01/31/2026", "02/01/2026")).toEqual(["2026-01-31", "2026-02-01"]);
    expect(await rows("01/02/2026", "03/04/2026")).toEqual(["01/02/2026", "03/04/2026"]);
  });

  test("may be JSON: a list, an object with lists, or an object a line", async () => {
    expect(await stored("a.json", '[{"id":1,"at":{"city":"Leeds"},"tags":["x"]},{"id":2}]')).toEqual([
      {
        name: "a",
        columns: ["id integer", "at_city text", "tags text"],
        rows: [
          [1, "Leeds", '["x"]'],
          [2, null, null],
        ],
      },
    ]);
    expect((await stored("a.json", '{"one":[{"n":1}],"two":[{"m":2}],"total":2}')).map(({ name }) => name)).toEqual([
      "a_one",
      "a_two",
    ]);
    expect((await stored("a.json", '{"n":1}\n{"n":2}\n'))[0]?.rows).toEqual([[1], [2]]);
    await expect(readTables("a.json", bytes("{"))).rejects.toThrow("no valid JSON");
  });

  test("may be an Excel workbook, a table a sheet, below a title", async () => {
    const book = workbook({
      Sales: [
        ["Our sales", null],
        ["Region", "Amount"],
        ["North", 1.5],
        ["South", 2],
      ],
      Empty: [],
      Staff: [
        ["Name", "Age"],
        ["Ada", 36],
      ],
    });
    expect(await stored("book.xlsx", book)).toEqual([
      {
        name: "book_sales",
        columns: ["region text", "amount real"],
        rows: [
          ["North", 1.5],
          ["South", 2],
        ],
      },
      { name: "book_staff", columns: ["name text", "age integer"], rows: [["Ada", 36]] },
    ]);
    await expect(readTables("book.xlsx", bytes("no"))).rejects.toThrow("no valid Excel workbook");
  });

  test("is queried like a database, and gone when the turn is over", async () => {
    const library = await openUploads([uploadOf("a.csv", "text/csv", "n,day\n1,2026-01-01\n2,2026-01-02\n")], never);
    const schema = await library.database?.schema(never);
    expect(schema?.tables[0]?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["n integer", "day date"]);
    const result = await library.database?.datasource.run("SELECT sum(n) AS s FROM a", {
      row_limit: 5,
      timeout_ms: 1_000,
      signal: never,
    });
    expect(result?.rows).toEqual([[3]]);
    await library.close();
    await expect(
      library.database?.datasource.run("SELECT 1", { row_limit: 5, timeout_ms: 1_000, signal: never }),
    ).rejects.toThrow();
  });
});
