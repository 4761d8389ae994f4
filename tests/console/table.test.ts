import { columnsOf } from "@parley/console/parts/table/columns.ts";
import { areaBetween, drawnRows, HEADER_ROW, placeAfter } from "@parley/console/parts/table/place.ts";
import { nextSorting, sortedOrder } from "@parley/console/parts/table/sort.ts";
import { areaTsv } from "@parley/console/parts/table/tsv.ts";
import { describe, expect, it } from "vitest";

/** How cells of one column are written. */
function written(
  type: string | undefined,
  cells: string[],
  { name = "amount", language = "en", unit }: { name?: string; language?: string; unit?: string } = {},
): string[] {
  const columns = type === undefined ? undefined : [{ name, type, unit }];
  const [column] = columnsOf({ headers: [name], rows: cells.map((cell) => [cell]), columns }, language);
  return cells.map((cell) => column?.format(cell) ?? "");
}

/** Cells of one column in their order. */
function sorted(
  kind: "number" | "moment" | "text",
  cells: (string | null)[],
  direction: "ascending" | "descending" = "ascending",
) {
  const rows = cells.map((cell) => [cell]);
  return sortedOrder(rows, { column: 0, direction }, { kind, language: "en" }).map((row) => cells[row]);
}

describe("a number in a table", () => {
  it("keeps every digit that somebody wrote, also those that no double holds", () => {
    const digits = ["9007199254740993", "0.123456789", "-12345678901234567890.5"];
    expect(written("number", digits)).toEqual([
      "9,007,199,254,740,993",
      "0.123456789",
      "-12,345,678,901,234,567,890.5",
    ]);
  });

  it("has two decimals where it is money, unless all of it is whole", () => {
    expect(written("number", ["221.4", "13.0", "5"], { unit: "EUR" })).toEqual(["221.40", "13.00", "5.00"]);
    expect(written("integer", ["1200", "5"], { unit: "EUR" })).toEqual(["1,200", "5"]);
    expect(written("number", ["221.4", "13.0"], { unit: "kg" })).toEqual(["221.4", "13.0"]);
  });

  it("is read in short where it is a quotient, and says so", () => {
    const quotients = ["381.2040816326530612", "0.00387535927882392", "7.5"];
    expect(written("number", quotients)).toEqual(["381.20", "0.00388", "7.50"]);
    const [column] = columnsOf({ headers: ["mean"], rows: quotients.map((cell) => [cell]) }, "en");
    expect(quotients.map((cell) => column?.isRounded(cell))).toEqual([true, true, false]);
  });

  it("has two decimals among quotients, also where its own digits end early", () => {
    const averages = ["449.87931034482756", "358.8740625", "373.0000000000000000", "385.5"];
    expect(written("number", averages, { unit: "EUR" })).toEqual(["449.88", "358.87", "373.00", "385.50"]);
    const [column] = columnsOf({ headers: ["mean"], rows: averages.map((cell) => [cell]) }, "en");
    expect(averages.map((cell) => column?.isRounded(cell))).toEqual([true, true, true, false]);
  });

  it("is read in per cent where it is a fraction of one", () => {
    const share = { name: "share" };
    expect(written("number", ["0.5", "-0.03875359278823939", "0.0004"], share)).toEqual(["50%", "-3.9%", "0.04%"]);
    expect(written("number", ["0.11071428571428571"], { name: "share_of_customers_count" })).toEqual(["11.1%"]);
    expect(written("number", ["2.5"], { name: "growth" })).toEqual(["250%"]);
    expect(written("number", ["1.08"], { name: "exchange_rate" })).toEqual(["1.08"]);
  });

  it("is written as the language writes it", () => {
    expect(written("number", ["1234567.5"], { language: "de" })).toEqual(["1.234.567,5"]);
  });

  it("has the decimals of its column where these are few", () => {
    expect(written("number", ["7.5", "12.25", "3"])).toEqual(["7.50", "12.25", "3.00"]);
    expect(written("number", ["7.5", "0.3333333"])).toEqual(["7.5", "0.3333333"]);
  });

  it("is not grouped where it names something", () => {
    expect(written("integer", ["10482"], { name: "order_id" })).toEqual(["10482"]);
    expect(written("integer", ["2025"], { name: "year" })).toEqual(["2025"]);
    expect(written("number", ["1520500.83"], { name: "revenue_last_year" })).toEqual(["1,520,500.83"]);
  });

  it("that is none stays as it is", () => {
    expect(written("number", ["NaN", "Infinity", "1e+30"])).toEqual(["NaN", "Infinity", "1e+30"]);
  });

  it("is recognized where the service says no types", () => {
    expect(written(undefined, ["1234", "5678"])).toEqual(["1,234", "5,678"]);
    expect(written(undefined, ["1234", "A-5678"])).toEqual(["1234", "A-5678"]);
  });
});

describe("the header of a column", () => {
  const digitsOf = (name: string, unit?: string) =>
    columnsOf({ headers: [name], rows: [["7"]], columns: [{ name, type: "number", unit }] }, "en")[0]?.digits;

  it("says its unit once", () => {
    const unitOf = (name: string, unit: string) =>
      columnsOf({ headers: [name], rows: [], columns: [{ name, type: "number", unit }] }, "en")[0]?.unit;
    expect([unitOf("Umsatz (€)", "EUR"), unitOf("% Rabatt", "%"), unitOf("price_usd", "USD")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([unitOf("total", "EUR"), unitOf("weight", "kg"), unitOf("amount_kgs", "kg")]).toEqual(["EUR", "kg", "kg"]);
  });

  it("is as wide as its name, or as the longer of its two lines", () => {
    expect(digitsOf("total_amount", "EUR")).toBe("total_amount EUR".length + 2);
    expect(digitsOf("average_order_value_last_year", "EUR")).toBe("value_last_year EUR".length + 2);
    expect(digitsOf("averageOrderValueLastYear")).toBe("averageOrderValueLastYear".length + 2);
  });
});

describe("a moment in a table", () => {
  it("is its ISO text, easier to read", () => {
    expect(written("timestamp", ["2025-03-01T10:00:00Z"])).toEqual(["2025-03-01 10:00:00 UTC"]);
    expect(written("date", ["2025-03-01"])).toEqual(["2025-03-01"]);
  });
});

describe("sortedOrder", () => {
  it("compares numbers as numbers, by all of their digits", () => {
    expect(sorted("number", ["10", "9", "-1", "0.5"])).toEqual(["-1", "0.5", "9", "10"]);
    const close = ["9007199254740993", "9007199254740992", "9007199254740993.5", "-9007199254740993"];
    expect(sorted("number", close)).toEqual([close[3], close[1], close[0], close[2]]);
  });

  it("compares texts as the language does, and numbers within them", () => {
    expect(sorted("text", ["Zebra", "ärger", "Apfel", "Item 10", "Item 9"])).toEqual([
      "Apfel",
      "ärger",
      "Item 9",
      "Item 10",
      "Zebra",
    ]);
  });

  it("compares moments across time zones", () => {
    const moments = ["2025-01-01T12:00:00+02:00", "2025-01-01T11:00:00Z", "2025-01-01T10:30:00"];
    expect(sorted("moment", moments)).toEqual([moments[0], moments[2], moments[1]]);
  });

  it("puts cells without a value last in both directions, and leaves equal ones as they were", () => {
    expect(sorted("number", ["", "2", null, "1"])).toEqual(["1", "2", "", null]);
    expect(sorted("number", ["", "2", null, "1"], "descending")).toEqual(["2", "1", "", null]);
    expect(sorted("number", ["1.0", "1", "1.00"], "descending")).toEqual(["1.0", "1", "1.00"]);
  });

  it("leaves the rows as they are without a sorting", () => {
    expect(sortedOrder([["b"], ["a"]], null, { kind: "text", language: "en" })).toEqual([0, 1]);
    expect(nextSorting({ column: 0, direction: "descending" }, 0)).toBeNull();
  });
});

describe("placeAfter", () => {
  const extent = { rows: 100, columns: 4, page: 10, isRightToLeft: false };
  const go = (key: string, from = { row: 50, column: 1 }, more: object = {}) =>
    placeAfter(from, { key, isCommand: false, ...more }, { ...extent, ...more });

  it("moves by cells, pages and to the ends", () => {
    expect(go("ArrowDown")).toEqual({ row: 51, column: 1 });
    expect(go("ArrowRight")).toEqual({ row: 50, column: 2 });
    expect(go("ArrowRight", undefined, { isRightToLeft: true })).toEqual({ row: 50, column: 0 });
    expect(go("PageUp")).toEqual({ row: 40, column: 1 });
    expect(go("End")).toEqual({ row: 50, column: 3 });
    expect(go("End", undefined, { isCommand: true })).toEqual({ row: 99, column: 3 });
    expect(go("Home", undefined, { isCommand: true })).toEqual({ row: 0, column: 0 });
    expect(go("x")).toBeNull();
  });

  it("stays in the table, whose header is above the first row", () => {
    expect(go("ArrowUp", { row: 0, column: 0 })).toEqual({ row: HEADER_ROW, column: 0 });
    expect(go("ArrowUp", { row: HEADER_ROW, column: 0 })).toEqual({ row: HEADER_ROW, column: 0 });
    expect(go("PageDown", { row: 98, column: 0 })).toEqual({ row: 99, column: 0 });
  });
});

describe("drawnRows", () => {
  it("are those in view with a few around them, and the one with the focus", () => {
    expect(drawnRows({ first: 0, seen: 3, rows: 10_000, pinned: -1 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const far = drawnRows({ first: 9990, seen: 12, rows: 10_000, pinned: 3 });
    expect([far[0], far[1], far.at(-1)]).toEqual([3, 9985, 9999]);
    expect(drawnRows({ first: 0, seen: 3, rows: 2, pinned: 0 })).toEqual([0, 1]);
  });
});

describe("areaTsv", () => {
  const rows = [
    ["1", "plain", ""],
    ["2", 'with "quotes"\tand tab', null],
  ];
  const rowAt = (row: number) => rows[row];

  it("is a single cell's bare text", () => {
    expect(areaTsv(rowAt, areaBetween({ row: 1, column: 1 }, { row: 1, column: 1 }))).toBe('with "quotes"\tand tab');
  });

  it("has a line for each row, and quotes where a spreadsheet needs them", () => {
    expect(areaTsv(rowAt, areaBetween({ row: 1, column: 2 }, { row: 0, column: 0 }))).toBe(
      '1\tplain\t\n2\t"with ""quotes""\tand tab"\t',
    );
  });
});
