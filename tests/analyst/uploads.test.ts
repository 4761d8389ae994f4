import { describe, expect, test } from "vitest";
import { openUploads } from "@parley/analyst/uploads/library";
import { readTables } from "@parley/analyst/uploads/records";
import { bytes, never, stored, workbook } from "./stored-files.ts";
import { uploadOf } from "./support.ts";

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
    await expect(readTables("a.json", bytes("{"))).rejects.toThrow("not valid JSON");
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
    await expect(readTables("book.xlsx", bytes("no"))).rejects.toThrow("not a valid Excel workbook");
  });

  test("is queried like a database, and gone when the turn has ended", async () => {
    const library = await openUploads(
      "o1",
      [uploadOf("a.csv", "text/csv", "n,day\n1,2026-01-01\n2,2026-01-02\n")],
      never,
    );
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
