import { describe, expect, test } from "vitest";
import { openUploads } from "@parley/analyst/uploads/library";
import { bytes, never, stored, workbook } from "./stored-files.ts";
import { ask, questionOf, toolsOf, uploadOf } from "./support.ts";

/** The values of one column as a file's table holds them, and the column's type. */
async function column(header: string, ...values: string[]) {
  const table = (await stored("a.csv", `${header};n\n${values.map((value) => `${value};1`).join("\n")}\n`))[0];
  return { type: table?.columns[0]?.split(" ").at(-1), values: table?.rows.map((row) => row[0]) };
}

describe("numbers in an uploaded file", () => {
  test.each<[string, string[], string, unknown[]]>([
    ["currency and sign", ["$1,010.50", "-$3", "($5.00)", "5-"], "real", [1010.5, -3, -5, -5]],
    ["currency behind", ["1.234,50 €", "-3,00 €"], "real", [1234.5, -3]],
    ["currency by name", ["USD 5.00", "USD 3.50"], "real", [5, 3.5]],
    ["thousands by spaces", ["1 234,50", "1\u00a0000,00"], "real", [1234.5, 1000]],
    ["thousands by apostrophes", ["1'234.50", "3"], "real", [1234.5, 3]],
    ["whole thousands", ["1,234", "2,500"], "integer", [1234, 2500]],
    ["a typographic minus", ["−5", "3"], "integer", [-5, 3]],
    ["scientific notation", ["1e3", "2.5E-2"], "real", [1000, 0.025]],
    ["16 digits", ["1234567890123456", "2"], "integer", [1234567890123456, 2]],
    ["more digits than an integer has", ["12345678901234567890", "2"], "text", ["12345678901234567890", "2"]],
    ["codes", ["007", "010"], "text", ["007", "010"]],
    ["signs for no text", ["oak", "n/a", "-", "NULL", "none"], "text", ["oak", null, null, null, "none"]],
    ["signs beside one another", ["+", "-", "+"], "text", ["+", "-", "+"]],
    ["words for no value", ["5", "n/a", "-", "NULL"], "integer", [5, null, null, null]],
    ["two styles", ["5.00 €", "3,00 €"], "text", ["5.00 €", "3,00 €"]],
  ])("%s", async (_, values, type, read) => {
    expect(await column("amount", ...values)).toEqual({ type, values: read });
  });

  test("percentages are their number, in a column that says so", async () => {
    expect((await stored("a.csv", "name,share\na,12%\nb,8.5%\n"))[0]).toMatchObject({
      columns: ["name text", "share_percent real"],
      rows: [
        ["a", 12],
        ["b", 8.5],
      ],
    });
  });

  test("a few that cannot be read count as empty, and the answer says so", async () => {
    const values = ["1", "2", "3", "4", "5", "about 6"];
    const csv = (header: string) => `kind,${header}\n${values.map((value) => `x,${value}`).join("\n")}\n`;
    const note = "1 value of amount could not be read as numbers (“about 6”) and counts as empty.";
    expect((await stored("a.csv", csv("amount")))[0]?.notes).toEqual([note]);
    expect((await stored("a.csv", csv("item code")))[0]?.columns).toEqual(["kind text", "item_code text"]);
    const { answer } = await ask(
      questionOf({ message: "Average amount", uploads: [uploadOf("a.csv", "text/csv", csv("amount"))] }),
      toolsOf(),
    );
    expect(answer.content).toContain("The average amount of rows is 3.");
    expect(answer.content).toContain(note);
  });
});

describe("dates in an uploaded file", () => {
  test.each<[string[], string, unknown[]]>([
    [["31-01-2024", "01-02-2024"], "date", ["2024-01-31", "2024-02-01"]],
    [["01.02.2024", "3.4.2024"], "date", ["2024-02-01", "2024-04-03"]],
    [["2024/01/31", "2024/02/01"], "date", ["2024-01-31", "2024-02-01"]],
    [["Jan 5, 2024", "February 6, 2024"], "date", ["2024-01-05", "2024-02-06"]],
    [["5 Jan 2024", "6-Feb-2024"], "date", ["2024-01-05", "2024-02-06"]],
    [["31/01/2024 10:15", "01/02/2024 11:00"], "timestamp", ["2024-01-31 10:15:00", "2024-02-01 11:00:00"]],
    [["1/31/2024 3:05 PM", "2/1/2024 12:00 AM"], "timestamp", ["2024-01-31 15:05:00", "2024-02-01 00:00:00"]],
    [["2024-02-30", "2024-13-01"], "text", ["2024-02-30", "2024-13-01"]],
  ])("%j", async (values, type, read) => {
    expect(await column("day", ...values)).toEqual({ type, values: read });
  });
});

describe("the shape of an uploaded file", () => {
  test.each<[string, string, string[], unknown[][]]>([
    [
      "a title above",
      "Sales report\n\nCategory,Amount\nFood,1\nToys,2\n",
      ["category text", "amount integer"],
      [
        ["Food", 1],
        ["Toys", 2],
      ],
    ],
    [
      "years as headings",
      "Category,2023,2024\nFood,1,2\n",
      ["category text", "t_2023 integer", "t_2024 integer"],
      [["Food", 1, 2]],
    ],
    [
      "no headings, and a year",
      "Leeds,2023\nYork,2024\n",
      ["column_1 text", "column_2 integer"],
      [
        ["Leeds", 2023],
        ["York", 2024],
      ],
    ],
    ["an empty heading", ",b\n1,2\n", ["column_1 integer", "b integer"], [[1, 2]]],
    [
      "an empty column",
      "a,b,\n1,2,\n3,4,\n",
      ["a integer", "b integer"],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["the same heading twice", "a,a,A\n1,2,3\n", ["a integer", "a_2 integer", "a_3 integer"], [[1, 2, 3]]],
    [
      "spaces around quotes",
      'a, b\n"x, z" , 1\n"y", 2\n',
      ["a text", "b integer"],
      [
        ["x, z", 1],
        ["y", 2],
      ],
    ],
    [
      "a quote that never closes",
      'a,b\n"x,1\ny,2\n',
      ["a text", "b integer"],
      [
        ['"x', 1],
        ["y", 2],
      ],
    ],
    ["Excel's line of the separator", "sep=;\na;b\n1;2\n", ["a integer", "b integer"], [[1, 2]]],
    ["one column with decimal commas", "amount\n1,5\n2,5\n", ["amount real"], [[1.5], [2.5]]],
    [
      "commas inside semicolons",
      "name;note\nA;x, y, z\nB;p, q, r\n",
      ["name text", "note text"],
      [
        ["A", "x, y, z"],
        ["B", "p, q, r"],
      ],
    ],
    [
      "UTF-16 without a mark",
      Buffer.from("a,b\nx,1\n", "utf16le").toString("latin1"),
      ["a text", "b integer"],
      [["x", 1]],
    ],
  ])("%s", async (_, csv, columns, rows) => {
    expect((await stored("a.csv", csv))[0]).toMatchObject({ columns, rows });
  });

  test.each<[string, string, string[], unknown[][]]>([
    [
      "rows",
      '[["city","n"],["Leeds",1],["York",2]]',
      ["city text", "n integer"],
      [
        ["Leeds", 1],
        ["York", 2],
      ],
    ],
    [
      "columns",
      '{"city":["Leeds","York"],"n":[1,2]}',
      ["city text", "n integer"],
      [
        ["Leeds", 1],
        ["York", 2],
      ],
    ],
    [
      "records by key",
      '{"leeds":{"n":1},"york":{"n":2}}',
      ["key text", "n integer"],
      [
        ["leeds", 1],
        ["york", 2],
      ],
    ],
    ["records inside", '{"data":{"items":[{"n":1},{"n":2}]}}', ["n integer"], [[1], [2]]],
    ["a long number", '[{"id":12345678901234567890}]', ["id text"], [["12345678901234567890"]]],
  ])("JSON of %s", async (_, json, columns, rows) => {
    expect((await stored("a.json", json))[0]).toMatchObject({ columns, rows });
  });

  test("a workbook with formulas, dates and cells merged downwards", async () => {
    const book = workbook({
      Sales: {
        rows: [
          ["Region", "Day", "Qty", "Total"],
          ["North", { day: 45292 }, 3, { formula: "C2*1.5", result: 4.5 }],
          [null, { day: 45293 }, 2, { formula: "C3*4", result: 8 }],
          ["South", { day: 45294 }, 1, { formula: "1/0", result: "#DIV/0!" }],
        ],
        merged: ["A2:A3"],
      },
    });
    expect(await stored("book.xlsx", book)).toEqual([
      {
        name: "book",
        columns: ["region text", "day date", "qty integer", "total real"],
        rows: [
          ["North", "2024-01-01", 3, 4.5],
          ["North", "2024-01-02", 2, 8],
          ["South", "2024-01-03", 1, null],
        ],
      },
    ]);
  });
});

describe("a file that cannot be read", () => {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const bomb = () =>
    workbook(
      { S: [] },
      {
        "xl/worksheets/sheet1.xml": bytes(
          `<worksheet xmlns="${main}"><sheetData>${" ".repeat(80 * 1024 * 1024)}</sheetData></worksheet>`,
        ),
      },
    );
  /** The directory of a zip claims a size; what inflates may be another. */
  const understated = () => {
    const zip = Buffer.from(bomb());
    const claimed = Buffer.alloc(4);
    claimed.writeUInt32LE(80 * 1024 * 1024 + `<worksheet xmlns="${main}"><sheetData></sheetData></worksheet>`.length);
    for (let at = zip.indexOf(claimed); at >= 0; at = zip.indexOf(claimed, at + 4)) zip.writeUInt32LE(10, at);
    return zip;
  };

  /** A PDF whose encryption asks for an unknown password. */
  const locked = () => {
    const objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
      `<< /Filter /Standard /V 1 /R 2 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> /P -4 >>`,
    ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
    const id = `<${"43".repeat(16)}>`;
    return `%PDF-1.4\n${objects.join("")}trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [${id} ${id}] >>\n%%EOF\n`;
  };

  test.each<[string, () => string | Uint8Array, string]>([
    ["a.pdf", locked, "it is protected by a password"],
    ["a.csv", () => "", "it is empty"],
    ["a.json", () => "[]", "it is empty"],
    ["a.txt", () => "  \n", "no text was found in it"],
    ["a.csv", () => Buffer.from([0, 1, 2, 3, 4, 5, 200, 0, 137]), "it is not text"],
    ["a.json", () => "{bad", "it is not valid JSON"],
    ["a.json", () => "[".repeat(100_000) + "]".repeat(100_000), "it is nested too deeply"],
    ["a.csv", () => `${",x".repeat(2_500)}\n${",1".repeat(2_500)}\n`, "it has more than 2,000 columns"],
    ["a.pdf", () => "%PDF-1.4 nothing", "it is not a readable PDF"],
    ["a.png", () => "no picture", "it is not a PNG, JPEG or WebP picture"],
    ["a.xlsx", () => workbook({ S: [["a"]] }).slice(0, 300), "it is not a valid Excel workbook"],
    [
      "a.xlsx",
      () => Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "it is protected by a password, or in Excel's old format (xls)",
    ],
    ["a.xlsx", bomb, "it is too large when unpacked"],
    ["a.xlsx", understated, "it is too large when unpacked"],
  ])("%s is told with its reason", async (filename, content, reason) => {
    const made = content();
    const upload = uploadOf(filename, "any", typeof made === "string" ? bytes(made) : made);
    const library = await openUploads("o1", [upload], never);
    expect(library.unreadable).toEqual([{ filename, reason }]);
    const { answer } = await ask(questionOf({ message: "How many rows are there?", uploads: [upload] }), toolsOf());
    expect(answer).toMatchObject({ type: "scope_notice" });
    expect(answer.content).toContain(`${filename} could not be read: ${reason}.`);
  });
});
