import { describe, expect, test } from "vitest";
import { chartOf, ImpossibleChart } from "@parley/analyst/charts/build-chart";
import { suggestChart } from "@parley/analyst/charts/suggest-chart";
import { tableOf } from "@parley/analyst/event-table";
import { savedQueryWords } from "@parley/analyst/saved-query-words";
import { figureText } from "@parley/analyst/units";
import type { Cell, ColumnType, QueryResult } from "@parley/datasource/types";

const result = (columns: Record<string, ColumnType>, rows: Cell[][]): QueryResult => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  rows,
  row_count: rows.length,
  truncated: false,
  duration_ms: 1,
});

describe("suggestChart", () => {
  test("draws what the rows are ranked by, not a figure beside it", () => {
    const best = result({ product: "text", units: "integer", revenue: "number" }, [
      ["Headphones", 317, 99_266.65],
      ["Monitor", 303, 97_957.53],
      ["Desk", 404, 84_480.44],
    ]);
    expect(suggestChart(best, "Best products between two dates")).toMatchObject({
      chart_type: "bar",
      value: "revenue",
    });
    expect(suggestChart({ ...best, rows: best.rows.toReversed() }, "Units of products")?.value).toBe("units");
  });

  test.each<[string, QueryResult, object | null]>([
    [
      "a category and a number",
      result({ country: "text", n: "integer" }, [
        ["a", 1],
        ["b", 2],
      ]),
      { chart_type: "bar", label: "country", value: "n" },
    ],
    [
      "a month and a number",
      result({ month: "text", revenue: "number" }, [
        ["2026-01", 1],
        ["2026-02", 2],
      ]),
      { chart_type: "line", label: "month" },
    ],
    [
      "a date and a number",
      result({ d: "date", n: "integer" }, [
        ["2026-01-01", 1],
        ["2026-01-02", 2],
      ]),
      { chart_type: "line", label: "d" },
    ],
    [
      "a year as number",
      result({ year: "integer", n: "integer" }, [
        [2025, 1],
        [2026, 2],
      ]),
      { chart_type: "line", label: "year", value: "n" },
    ],
    [
      "two categories",
      result({ a: "text", b: "text", n: "integer" }, [
        ["x", "p", 1],
        ["x", "q", 2],
      ]),
      { chart_type: "stacked_bar", series: "b" },
    ],
    [
      "a month, a category and a number",
      result({ kind: "text", month: "text", n: "integer" }, [
        ["p", "2026-01", 1],
        ["q", "2026-01", 2],
      ]),
      { chart_type: "line", label: "month", series: "kind" },
    ],
    [
      "the rates of two categories, which do not add up",
      result({ a: "text", b: "text", return_rate: "number" }, [
        ["x", "p", 0.1],
        ["x", "q", 0.2],
      ]),
      { chart_type: "bar", series: "b" },
    ],
    ["one value", result({ n: "integer" }, [[1]]), null],
    ["one row", result({ country: "text", n: "integer" }, [["a", 1]]), null],
    [
      "texts only",
      result({ a: "text", b: "text" }, [
        ["x", "y"],
        ["p", "q"],
      ]),
      null,
    ],
    [
      "a label that repeats",
      result({ a: "text", n: "integer" }, [
        ["x", 1],
        ["x", 2],
      ]),
      null,
    ],
    [
      "ids",
      result({ name: "text", customer_id: "integer" }, [
        ["x", 1],
        ["y", 2],
      ]),
      null,
    ],
  ])("%s", (_, rows, expected) => {
    const suggested = suggestChart(rows);
    if (expected === null) expect(suggested).toBeNull();
    else expect(suggested).toMatchObject(expected);
  });

  test.each([
    ["Revenue by month", "revenue"],
    ["Return rate by month", "return_rate_percent"],
    ["Business by month", "orders"],
    [undefined, "orders"],
  ])("of several measures draws the one the title speaks of: %s", (title, value) => {
    const rows = result({ month: "text", orders: "integer", revenue: "number", return_rate_percent: "number" }, [
      ["2026-01", 1, 10.5, 2],
      ["2026-02", 2, 20.5, 3],
    ]);
    expect(suggestChart(rows, title)).toMatchObject({ label: "month", value });
  });
});

describe("chartOf", () => {
  const sales = result({ region: "text", quarter: "text", revenue: "number", orders: "integer" }, [
    ["North", "Q1", 1.5, 3],
    ["North", "Q2", 2, 4],
    ["South", "Q1", null, 5],
  ]);

  test("has a mark for each cell that has a value", () => {
    const chart = chartOf("c", "t", sales, {
      chart_type: "stacked_bar",
      label: "quarter",
      value: "revenue",
      series: "region",
    });
    expect(chart.data.values).toEqual([
      { label: "Q1", value: 1.5, series: "North" },
      { label: "Q2", value: 2, series: "North" },
    ]);
    expect(chart.vega_lite).toMatchObject({
      data: { values: chart.data.values },
      encoding: { color: { field: "series" } },
    });
  });

  test("has positions on a scatter chart", () => {
    const chart = chartOf("c", "t", sales, { chart_type: "scatter", x: "orders", value: "revenue", label: "region" });
    expect(chart.data).toEqual({
      values: [
        { label: "North", value: 1.5, x: 3, y: 1.5 },
        { label: "North", value: 2, x: 4, y: 2 },
      ],
      x_axis_label: "orders",
      y_axis_label: "revenue",
    });
  });

  test("draws a date on its own day, whatever the reader's time zone", () => {
    const labelOf = (type: ColumnType) => {
      const rows = result({ d: type, n: "integer" }, [["2026-01-01", 1]]);
      return chartOf("c", "t", rows, { chart_type: "line", label: "d", value: "n" }).vega_lite;
    };
    expect(labelOf("date")).toMatchObject({ encoding: { x: { type: "temporal", scale: { type: "utc" } } } });
    expect(labelOf("timestamp")).toMatchObject({ encoding: { x: { type: "temporal" } } });
    expect(labelOf("text")).toMatchObject({ encoding: { x: { type: "nominal", sort: null } } });
  });

  const drawn = (rows: QueryResult, request: Partial<Parameters<typeof chartOf>[3]> = {}) =>
    chartOf("c", "t", rows, {
      chart_type: "bar",
      label: rows.columns[0]?.name ?? "",
      value: rows.columns[1]?.name ?? "",
      ...request,
    });

  test("goes along time, whatever the order of the rows", () => {
    const best = result({ month: "text", revenue: "number" }, [
      ["2026-03", 9],
      ["2026-01", 5],
      ["2026-02", 1],
    ]);
    const labels = (chart_type: "line" | "bar") => drawn(best, { chart_type }).data.values.map(({ label }) => label);
    expect(labels("line")).toEqual(["2026-01", "2026-02", "2026-03"]);
    expect(labels("bar")).toEqual(["2026-03", "2026-01", "2026-02"]);
  });

  test("lays the bars of a ranking, and of long names", () => {
    const ranking = result({ name: "text", weight_kg: "number" }, [
      ["Ash", 9],
      ["Elm", 5],
      ["Oak", 1],
    ]);
    expect(drawn(ranking).vega_lite).toMatchObject({
      encoding: { x: { field: "value", title: "weight (kg)" }, y: { field: "label", sort: null } },
    });
    const standing = result({ name: "text", n: "integer" }, [
      ["Ash", 1],
      ["Elm", 5],
    ]);
    expect(drawn(standing).vega_lite).toMatchObject({ encoding: { x: { field: "label" }, y: { field: "value" } } });
  });

  test("writes shares in per cent along its axis", () => {
    const rates = result({ insurer: "text", share: "number" }, [
      ["a", 0.65],
      ["b", 0.8],
    ]);
    expect(drawn(rates).vega_lite).toMatchObject({ encoding: { y: { axis: { format: ".1~%" } } } });
    const named = result({ insurer: "text", share_of_customers_count: "number" }, [
      ["a", 0.65],
      ["b", 0.8],
    ]);
    expect(drawn(named).formats).toEqual({ value: { kind: "percent" } });
    const counts = result({ insurer: "text", share: "number" }, [
      ["a", 65],
      ["b", 80],
    ]);
    expect(drawn(counts).vega_lite).not.toMatchObject({ encoding: { y: { axis: { format: ".1~%" } } } });
    expect(drawn(counts).formats).toEqual({ value: { kind: "number" } });
  });

  const business = result({ month: "date", revenue_eur: "number", cost_eur: "number", orders: "integer" }, [
    ["2026-01-01", 10.5, 7, 3],
    ["2026-02-01", 20, 9, null],
  ]);

  test("draws several measures as series that are called like their columns", () => {
    const request = { chart_type: "line", value: "revenue_eur", more_values: ["cost_eur"] } as const;
    expect(drawn(business, request).data).toEqual({
      values: [
        { label: "2026-01-01", value: 10.5, series: "revenue_eur" },
        { label: "2026-01-01", value: 7, series: "cost_eur" },
        { label: "2026-02-01", value: 20, series: "revenue_eur" },
        { label: "2026-02-01", value: 9, series: "cost_eur" },
      ],
      x_axis_label: "month",
      y_axis_label: "revenue_eur, cost_eur",
    });
    expect(() => drawn(business, { ...request, more_values: ["orders"] })).toThrow("counted in different units");
    expect(() => drawn(business, { ...request, chart_type: "pie" })).toThrow("drawn as bars, lines or areas");
  });

  test("of one value is a figure, and a bar for whoever knows only bars", () => {
    const total = result({ revenue_eur: "number" }, [[1_234_567.5]]);
    const chart = chartOf("c", "t", total, { chart_type: "bar", value: "revenue_eur", display: "kpi" });
    expect(chart).toMatchObject({
      chart_type: "bar",
      display: "kpi",
      data: { values: [{ label: "revenue_eur", value: 1_234_567.5 }] },
      formats: { value: { kind: "currency", unit: "EUR" } },
      vega_lite: { mark: { type: "text" }, encoding: { text: { field: "value", format: "$,.2~f" } } },
    });
    expect(() => drawn(business, { display: "kpi" })).toThrow("A kpi is one value");
  });

  test("lays bars where it is asked to", () => {
    const { display, vega_lite } = drawn(business, { display: "horizontal_bar", more_values: ["cost_eur"] });
    expect(display).toBe("horizontal_bar");
    expect(vega_lite).toMatchObject({
      encoding: { y: { field: "label" }, x: { field: "value" }, yOffset: { field: "series" } },
    });
    expect(() => drawn(business, { chart_type: "line", display: "horizontal_bar" })).toThrow("chart_type bar only");
  });

  test("goes along a logarithmic axis with lines and points of values above zero", () => {
    const line = drawn(business, { chart_type: "line", value_scale: "log" });
    expect(line).toMatchObject({ value_scale: "log", vega_lite: { encoding: { y: { scale: { type: "log" } } } } });
    expect(() => drawn(business, { value_scale: "log" })).toThrow("Only lines and points");
    const withZero = result({ a: "text", n: "integer" }, [["x", 0]]);
    expect(() => drawn(withZero, { chart_type: "line", value_scale: "log" })).toThrow("above zero only");
  });

  test("says how its values and labels are written", () => {
    expect(drawn(business).formats).toEqual({ value: { kind: "currency", unit: "EUR" }, label: { kind: "date" } });
    expect(drawn(business).vega_lite).toMatchObject({
      config: { locale: { number: { currency: ["", " EUR"] } } },
      encoding: { x: { axis: { format: "%Y-%m-%d" } }, y: { axis: { format: "$,.2~f" } } },
    });
    const { formats } = chartOf(
      "c",
      "t",
      { ...business, units: [undefined, undefined, undefined, "kg"] },
      {
        chart_type: "bar",
        label: "month",
        value: "orders",
      },
    );
    expect(formats?.value).toEqual({ kind: "number", unit: "kg" });
  });

  test("is refused if a number would be drawn as another one", () => {
    const draw = (cell: Cell) => () =>
      chartOf("c", "t", result({ a: "text", n: "number" }, [["x", cell]]), {
        chart_type: "bar",
        label: "a",
        value: "n",
      });
    expect(draw("9223372036854775807")).toThrow("holds 9223372036854775807, which cannot be drawn as it is");
    expect(draw("NaN")).toThrow("holds NaN, which cannot be drawn");
  });

  test("is refused if the rows do not allow it", () => {
    const refused =
      (request: Parameters<typeof chartOf>[3], rows = sales) =>
      () =>
        chartOf("c", "t", rows, request);
    expect(refused({ chart_type: "bar", label: "quarter", value: "revenue" })).not.toThrow();
    expect(refused({ chart_type: "bar", label: "quarter", value: "orders" })).toThrow("occurs in several rows");
    expect(refused({ chart_type: "bar", label: "quarter", value: "region" })).toThrow("holds no numbers");
    expect(refused({ chart_type: "bar", label: "nothing", value: "orders" })).toThrow(
      "Its columns: region, quarter, revenue, orders",
    );
    const many = result(
      { n: "integer", v: "integer" },
      Array.from({ length: 201 }, (_, at) => [at, at]),
    );
    expect(refused({ chart_type: "bar", label: "n", value: "v" }, many)).toThrow("201 marks are too many");
    const negative = result({ n: "text", v: "integer" }, [
      ["a", -1],
      ["b", 2],
    ]);
    expect(refused({ chart_type: "pie", label: "n", value: "v" }, negative)).toThrow(ImpossibleChart);
  });
});

describe("figureText", () => {
  test.each<[Cell, string, string]>([
    [1234567.891, "total", "1,234,567.89"],
    [1234.5, "revenue_eur", "1,234.5 EUR"],
    [12, "share_percent", "12 %"],
    [2026, "order_year", "2026"],
    [100234, "customer_id", "100234"],
    [0.00456, "rate", "0.0046"],
    [0, "n", "0"],
    ["9223372036854775807", "n", "9223372036854775807"],
    [null, "n", ""],
  ])("%s of %s is “%s” in a sentence", (cell, column, text) => {
    expect(figureText(cell, column, savedQueryWords("en"))).toBe(text);
  });
});

describe("tableOf", () => {
  test("writes cells as they are and nothing for null", () => {
    const table = tableOf(
      "t",
      "c",
      result({ a: "text", revenue_eur: "number", ok: "boolean" }, [[null, 1234567.5, true]]),
      { bytes: 10_000 },
    );
    expect(table.rows).toEqual([["", "1234567.5", "true"]]);
    expect(table.columns?.[1]).toEqual({ name: "revenue_eur", type: "number", unit: "EUR" });
  });

  test("has the units that the reading knows, and else those that names say", () => {
    const rows = result({ name: "text", revenue: "number", weight_kg: "number" }, [["x", 1, 2]]);
    const { columns } = tableOf("t", "c", rows, { bytes: 10_000, units: [undefined, "EUR", undefined] });
    expect(columns?.map(({ unit }) => unit)).toEqual([undefined, "EUR", "kg"]);
  });

  test("carries fewer rows if long cells would make it large", () => {
    const rows = Array.from({ length: 300 }, () => ["x".repeat(9_000)]);
    const table = tableOf("t", "c", result({ a: "text" }, rows), { bytes: 20_000 });
    expect(Buffer.byteLength(JSON.stringify(table))).toBeLessThan(21_000);
    expect(table.row_count).toBe(300);
    expect(table.rows.length).toBeGreaterThan(10);
  });
});
