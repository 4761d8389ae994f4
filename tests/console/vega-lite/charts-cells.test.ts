import { chartOf, type ChartRequest, ImpossibleChart } from "@parley/analyst/charts/build-chart";
import type { Cell, ColumnType, QueryResult } from "@parley/datasource/types";
import * as fc from "fast-check";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, it } from "vitest";

/** A column with its values. */
interface Column {
  name: string;
  type: ColumnType;
  cells: Cell[];
}

const ROWS = 40;
const two = (value: number) => String(value).padStart(2, "0");
const day = (at: number) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);

const labels = (rows: number): fc.Arbitrary<Column> =>
  fc.oneof(
    fc.constant<Column>({ name: "day", type: "date", cells: Array.from({ length: rows }, (_, at) => day(at)) }),
    fc.constant<Column>({
      name: "taken_at",
      type: "timestamp",
      cells: Array.from({ length: rows }, (_, at) => `${day(at)}T${two(at % 24)}:30:00Z`),
    }),
    fc
      .uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), { minLength: rows, maxLength: rows })
      .map((cells): Column => ({ name: "product", type: "text", cells })),
  );
const measureNames = ["revenue_eur", "cost_eur", "orders", "returns", "return_rate", "weight_kg", "net"] as const;
const measure = (rows: number): fc.Arbitrary<Column> =>
  fc.record({
    name: fc.constantFrom(...measureNames),
    type: fc.constant<ColumnType>("number"),
    cells: fc.array(
      fc.option(fc.oneof(fc.integer({ min: -5, max: 1_000_000 }), fc.double({ min: 1e-6, max: 5_000, noNaN: true })), {
        freq: 15,
      }),
      { minLength: rows, maxLength: rows },
    ),
  });

const resultOf = (columns: readonly Column[], rows: number): QueryResult => ({
  columns: columns.map(({ name, type }) => ({ name, type })),
  rows: Array.from({ length: rows }, (_, at) => columns.map(({ cells }) => cells[at] ?? null)),
  row_count: rows,
  truncated: false,
  duration_ms: 1,
});

/** A result of a label and some measures, and a chart of it that a model may ask for. */
const asked = fc.oneof(fc.constant(1), fc.integer({ min: 2, max: ROWS })).chain((rows) =>
  fc
    .record({
      label: labels(rows),
      measures: fc.uniqueArray(measure(rows), { minLength: 2, maxLength: 4, selector: ({ name }) => name }),
      chart_type: fc.constantFrom("bar", "line", "area", "pie", "scatter", "stacked_bar"),
      isSeveral: fc.boolean(),
      display: fc.constantFrom(undefined, undefined, "kpi", "horizontal_bar"),
      value_scale: fc.constantFrom(undefined, undefined, "log"),
      title: fc.option(fc.string({ maxLength: 30 }), { nil: undefined }),
    })
    .map(({ label, measures, isSeveral, ...rest }) => {
      const chart_type = rest.display ? "bar" : rest.chart_type;
      const [value = "", ...more] = measures.map(({ name }) => name);
      const request = {
        ...rest,
        chart_type,
        label: label.name,
        value,
        ...(isSeveral && { more_values: more }),
        ...(chart_type === "scatter" && { x: more[0] }),
      };
      return { request, result: resultOf([label, ...measures], rows) };
    }),
);

/** What Vega-Lite's compiler complains of, and what Vega reads as the data. */
async function compiled(spec: unknown): Promise<{ complaints: string[]; read: Record<string, unknown>[] }> {
  const complaints: string[] = [];
  const logger = {
    level: () => logger,
    error: (...words: unknown[]) => (complaints.push(words.join(" ")), logger),
    warn: (...words: unknown[]) => (complaints.push(words.join(" ")), logger),
    info: () => logger,
    debug: () => logger,
  };
  const { spec: vega } = compile(spec as TopLevelSpec, { logger }); // it throws if it is not one
  const view = await new View(parse(vega), { renderer: "none" }).runAsync();
  const name = vega.data?.at(-1)?.name ?? "";
  const read = view.data(name) as Record<string, unknown>[]; // objects, as Vega's data are
  view.finalize();
  return { complaints, read };
}

/** The cells that a chart is of, as its marks say them. */
function cellsOf({ columns, rows }: QueryResult, request: ChartRequest): string[] {
  const at = (name = "") => columns.findIndex((column) => column.name === name);
  const measures = [request.value, ...(request.more_values ?? [])];
  return measures
    .flatMap((name) =>
      rows.flatMap((row) => {
        const x = request.chart_type === "scatter" ? row[at(request.x)] : undefined;
        const isEmpty = row[at(name)] === null || x === null;
        return isEmpty
          ? []
          : [JSON.stringify([row[at(request.label)], row[at(name)], measures.length > 1 ? name : undefined, x])];
      }),
    )
    .toSorted();
}

function chartIfPossible(result: QueryResult, request: ChartRequest) {
  try {
    return chartOf("chart", "table", result, request);
  } catch (error) {
    if (error instanceof ImpossibleChart) return null;
    throw error;
  }
}

describe("a chart of a result", () => {
  it("has a mark for each cell and no other, in the payload and in Vega-Lite, whose compiler takes it", async () => {
    const drawn = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(asked, async ({ request, result }) => {
        const chart = chartIfPossible(result, request);
        if (!chart) return;
        const kinds = [request.chart_type, request.display, request.value_scale, request.more_values && "several"];
        for (const kind of kinds) if (kind) drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
        const marks = chart.data.values.map(({ label, value, series, x }) => JSON.stringify([label, value, series, x]));
        expect(marks.toSorted()).toEqual(cellsOf(result, request));
        const { complaints, read } = await compiled(chart.vega_lite);
        expect(complaints).toEqual([]);
        if (request.chart_type !== "stacked_bar" && request.chart_type !== "area")
          expect(read.map(({ value }) => value)).toEqual(chart.data.values.map(({ value }) => value));
      }),
      { numRuns: 600 },
    );
    const kinds = ["bar", "line", "area", "pie", "scatter", "stacked_bar", "kpi", "horizontal_bar", "log", "several"];
    expect(kinds.filter((kind) => !drawn.has(kind))).toEqual([]);
  }, 60_000);

  it.each(["date", "text"] as const)(
    "has 2,000 points on a line along a column of type %s, within a frame's bytes",
    async (type) => {
      const cells = Array.from({ length: 2_000 }, (_, at) => (type === "date" ? day(at) : `Label ${at}`));
      const numbers = cells.map((_, at) => 1_234.5 + at);
      const result = resultOf(
        [
          { name: "day", type, cells },
          { name: "revenue_eur", type: "number", cells: numbers },
        ],
        2_000,
      );
      const request = { chart_type: "line", label: "day", value: "revenue_eur" } as const;
      const chart = chartOf("chart", "table", result, request);
      expect(Buffer.byteLength(JSON.stringify(chart))).toBeLessThan(128 * 1024);
      const { complaints, read } = await compiled(chart.vega_lite);
      expect(complaints).toEqual([]);
      expect(read.map(({ value }) => value)).toEqual(numbers);
      expect(read.map(({ label }) => (label instanceof Date ? label.toISOString().slice(0, 10) : label))).toEqual(
        cells,
      );
      const more = resultOf(
        [
          { name: "day", type, cells: [...cells, "one more"] },
          { name: "n", type: "number", cells: [...numbers, 1] },
        ],
        2_001,
      );
      expect(() => chartOf("chart", "table", more, { ...request, value: "n" })).toThrow("2001 marks are too many");
    },
  );
});
