import { describe, expect, test } from "vitest";
import { stored, workbook } from "./stored-files.ts";
import { ask, questionOf, toolsOf, uploadOf } from "./support.ts";

/** The only table of a file. */
const table = async (content: string | Uint8Array, filename = "a.csv") => (await stored(filename, content))[0];

const leftOut = (label: string) =>
  `The row “${label}” is the sum or mean of others, so it is left out: nothing is counted twice.`;

describe("rows of sums in an uploaded file", () => {
  test.each<[string, string, string, unknown[][]]>([
    [
      "at the end",
      "Boat,Day,Crates\nAda,2025-05-01,4\nBo,2025-05-02,6\nTotal,,10\n",
      "Total",
      [
        ["Ada", "2025-05-01", 4],
        ["Bo", "2025-05-02", 6],
      ],
    ],
    [
      "at the beginning",
      "Boat,Crates\nAll boats (total),10\nAda,4\nBo,6\n",
      "All boats (total)",
      [
        ["Ada", 4],
        ["Bo", 6],
      ],
    ],
    [
      "under an empty cell",
      "No,Boat,Crates\n1,Ada,4\n2,Bo,6\n,TOTAL:,10\n",
      "TOTAL:",
      [
        [1, "Ada", 4],
        [2, "Bo", 6],
      ],
    ],
    [
      "in another language",
      "Boot;Preis (€)\nAda;1.200,50\nBo;0,50\nSumme;1.201,00\n",
      "Summe",
      [
        ["Ada", 1200.5],
        ["Bo", 0.5],
      ],
    ],
    [
      "of means",
      "Boat,Wave,Wind\nAda,4,1\nBo,5,2\nAverage,4.5,1.5\n",
      "Average",
      [
        ["Ada", 4, 1],
        ["Bo", 5, 2],
      ],
    ],
    [
      "of other numbers, if nothing else is said of it",
      "Boat,Port,Crates\nAda,Hull,4\nBo,Leith,6\nGrand total,,11\n",
      "Grand total",
      [
        ["Ada", "Hull", 4],
        ["Bo", "Leith", 6],
      ],
    ],
  ])("%s are left out, which the file's notes say", async (_, csv, label, rows) => {
    expect(await table(csv)).toMatchObject({ rows, notes: [leftOut(label)] });
  });

  test("are left out after each group, and at the end", async () => {
    const found = await table(
      "Port,Boat,Crates\nHull,Ada,4\nHull,Bo,6\nHull total,,10\nLeith,Cy,5\nLeith total,,5\nGrand total,,15\n",
    );
    expect(found?.rows).toEqual([
      ["Hull", "Ada", 4],
      ["Hull", "Bo", 6],
      ["Leith", "Cy", 5],
    ]);
    expect(found?.notes).toEqual([
      "3 rows that are sums or means of others, such as “Grand total”, are left out: nothing is counted twice.",
    ]);
  });

  test("are left out of a workbook's sheet", async () => {
    const book = workbook({
      Catch: [
        ["Catch of May", null],
        ["Boat", "Crates"],
        ["Ada", 4],
        ["Bo", 6],
        [null],
        ["Total", { formula: "SUM(B3:B4)", result: 10 }],
      ],
    });
    expect(await table(book, "a.xlsx")).toMatchObject({
      rows: [
        ["Ada", 4],
        ["Bo", 6],
      ],
      notes: [leftOut("Total")],
    });
  });

  test("are left out at the end without a name, where all their numbers are sums", async () => {
    const csv = "No,Boat,Crates,Fee\n1,Ada,4,2\n2,Bo,6,3\n";
    const nameless =
      "The last row, which has no name, is the sum of the others, so it is left out: nothing is counted twice.";
    expect(await table(`${csv},,10,5\n`)).toMatchObject({
      rows: [
        [1, "Ada", 4, 2],
        [2, "Bo", 6, 3],
      ],
      notes: [nameless],
    });
    expect((await table(`${csv},,10,7\n`))?.rows).toHaveLength(3);
    expect((await table(`${csv}7,,10,5\n`))?.rows).toHaveLength(3);
  });

  test.each([
    ["whose name is a word for sums", "Brand,Litres\nTotal,7\nOpal,4\n"],
    ["that say more than a sum does", "Fuel,Brand,Litres\nDiesel,Total,7\nPetrol,Opal,4\nPetrol,Total,3\n"],
    ["of a table that is made of totals", "Kind,Crates\nTotal caught,10\nTotal sold,8\n"],
  ])("are not rows %s", async (_, csv) => {
    const found = await table(csv);
    expect(found?.rows).toHaveLength(csv.trim().split("\n").length - 1);
    expect(found).not.toHaveProperty("notes");
  });

  test("are in no answer, which says so", async () => {
    const upload = uploadOf("catch.csv", "text/csv", "Boat,Port,Crates\nAda,Hull,4\nBo,Leith,6\nTotal,,10\n");
    for (const [message, said] of [
      ["total crates", "10"],
      ["How many rows are there?", "catch.csv has 2 rows"],
    ] as const) {
      const { answer } = await ask(questionOf({ message, uploads: [upload] }), toolsOf());
      expect(answer.content.split("\n")[0]).toContain(said);
      expect(answer.content).toContain(leftOut("Total"));
    }
  });

  test("are found in time in a long file of lines that look like them", async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => (at % 3 === 2 ? `Total ${at},,7` : `x${at},a,1`));
    expect((await table(`Boat,Port,Crates\n${lines.join("\n")}\n`))?.rows.length).toBeGreaterThan(40_000);
  }, 20_000);
});

describe("lines above an uploaded table", () => {
  test("may name two things beside each other", async () => {
    const csv =
      "Harbour:,Leith\nFrom:,1 May 2025\n\nDay,Boat,Landed,Sold,Left\n01/05/2025,Ada,5,4,1\n23/05/2025,Bo,3,3,0\n";
    expect(await table(csv)).toMatchObject({
      columns: ["day date", "boat text", "landed integer", "sold integer", "left integer"].map((column) =>
        column.replace(/^left /, "t_left "),
      ),
      rows: [
        ["2025-05-01", "Ada", 5, 4, 1],
        ["2025-05-23", "Bo", 3, 3, 0],
      ],
    });
  });

  test("are none where the first heading is empty", async () => {
    const book = workbook({
      S: [
        [null, "Crates", "Boats"],
        ["Hull", 4, 1],
        ["Leith", 6, 2],
      ],
    });
    expect(await table(book, "a.xlsx")).toMatchObject({
      columns: ["column_1 text", "crates integer", "boats integer"],
      rows: [
        ["Hull", 4, 1],
        ["Leith", 6, 2],
      ],
    });
  });
});

describe("months as headings of an uploaded table", () => {
  test("are rows, with the year that the file or a title says", async () => {
    const csv = "Port,Jan,Feb,Mar,Total\nHull,4,6,1,11\nLeith,2,,5,7\nTotal,6,6,6,18\n";
    expect(await table(csv, "Catch 2025.csv")).toMatchObject({
      columns: ["port text", "month date", "catch integer"],
      rows: [
        ["Hull", "2025-01-01", 4],
        ["Hull", "2025-02-01", 6],
        ["Hull", "2025-03-01", 1],
        ["Leith", "2025-01-01", 2],
        ["Leith", "2025-03-01", 5],
      ],
      notes: [
        leftOut("Total"),
        "The months from “Jan” to “Mar” are read as one row for each month; “Total” sums them up and is left out.",
      ],
    });
    expect(
      (await table(csv.replace("Jan,Feb,Mar", "Nov 2024,Dec 2024,Jan-25"), "Landed crates at sea.csv"))?.rows[0],
    ).toEqual(["Hull", "2024-11-01", 4]);
    expect((await table(csv, "Catch.csv"))?.rows[0]).toEqual(["Hull", "January", 4]);
  });

  test.each([
    ["beside other figures", "Port,Boats,Jan,Feb,Mar\nHull,3,4,6,1\nLeith,9,2,3,5\n"],
    ["beside sums that are none of theirs", "Port,Jan,Feb,Mar,Total\nHull,4,6,1,30\nLeith,2,3,5,40\n"],
    ["that are two", "Port,Jan,Feb\nHull,4,6\n"],
    ["over words", "Port,Jan,Feb,Mar\nHull,open,open,shut\n"],
  ])("stay as they are %s", async (_, csv) => {
    expect((await table(csv, "Catch 2025.csv"))?.columns).toHaveLength(csv.split("\n")[0]?.split(",").length ?? 0);
  });
});

describe("dates as people write them", () => {
  const days = async (...values: string[]) => {
    const found = await table(`day;n\n${values.map((value) => `${value};1`).join("\n")}\n`);
    return { type: found?.columns[0], values: found?.rows.map(([day]) => day) };
  };

  test.each<[string[], unknown[]]>([
    [
      ["03/11/25", "23/11/25"],
      ["2025-11-03", "2025-11-23"],
    ],
    [
      ["3-Nov-25", "14-Dec-99"],
      ["2025-11-03", "1999-12-14"],
    ],
    [
      ["Nov 2025", "Dec-25"],
      ["2025-11-01", "2025-12-01"],
    ],
    [
      ["3. März 2025", "14. Oktober 2025"],
      ["2025-03-03", "2025-10-14"],
    ],
    [
      ["01/31/2025", "02/01/2025", "03/01/2025", "04/02/2025", "soon"],
      ["2025-01-31", "2025-02-01", "2025-03-01", "2025-04-02", null],
    ],
  ])("%j", async (written, read) => {
    expect(await days(...written)).toEqual({ type: "day date", values: read });
  });

  test("are read as another column of the file is, where their order is open", async () => {
    expect((await table("sent,paid\n01/02/2025,23/02/2025\n03/04/2025,01/05/2025\n"))?.rows).toEqual([
      ["2025-02-01", "2025-02-23"],
      ["2025-04-03", "2025-05-01"],
    ]);
    expect((await table("sent,paid\n01/02/2025,2025-02-03\n03/04/2025,2025-05-01\n"))?.columns[0]).toBe("sent text");
  });

  test("are said to be open in their order where nothing tells", async () => {
    expect((await table("day,n\n01/02/2026,1\n03/04/2026,1\n"))?.notes).toEqual([
      "The dates of day, such as “01/02/2026”, may have the day or the month first, so they are kept as they are written: no periods can be made of them.",
    ]);
  });
});
