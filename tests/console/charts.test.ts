import type { Chart } from "@parley/client";
import { type BarLayout, WIDEST_BAR_PX } from "@parley/console/parts/chart/bar-layout.ts";
import type { Mark } from "@parley/console/parts/chart/chart-model.ts";
import { cursorAfter, type Cursor, rowsOf } from "@parley/console/parts/chart/cursor.ts";
import type { Place } from "@parley/console/parts/chart/layout.ts";
import type { Slice } from "@parley/console/parts/chart/pie-layout.ts";
import { cursorText } from "@parley/console/parts/chart/readings.ts";
import { stackSpans } from "@parley/console/parts/chart/stacks.ts";
import { MOST_TICKS } from "@parley/console/parts/chart/value-scale.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timesOf } from "../support/sampled.ts";
import { chartTypes, laidOut, type LaidOut, samples } from "./charts.ts";

const RUNS = timesOf(200);

/** The length of a bar as a value: its ends are read back from the scale. */
function barValue(mark: Mark, { bars, isLying, values: { scale } }: BarLayout): number {
  const bar = bars.find((each) => each.mark === mark);
  if (!bar) return Number.NaN;
  const [low, high] = isLying ? [bar.x, bar.x + bar.width] : [bar.y + bar.height, bar.y];
  return (scale.invert(high) - scale.invert(low)) * (mark.value < 0 ? -1 : 1);
}

/** The part of the whole that a slice takes, as a value. */
function sliceValue(mark: Mark, slices: readonly Slice[]): number {
  const total = slices.reduce((sum, each) => sum + each.mark.value, 0);
  const slice = slices.find((each) => each.mark === mark);
  return slice ? ((slice.endAngle - slice.startAngle) / (2 * Math.PI)) * total : Number.NaN;
}

/** The value that a mark shows, read back from the px of its drawing. */
function shownValue({ mark, y }: Place, { layout, model }: LaidOut): number {
  switch (layout.kind) {
    case "bars":
      return barValue(mark, layout);
    case "lines": {
      const [from] = (model.isStacked ? stackSpans(model).get(mark) : undefined) ?? [0];
      return layout.values.scale.invert(y) - from;
    }
    case "points":
      return layout.values.scale.invert(y);
    case "donut":
      return sliceValue(mark, layout.slices);
  }
}

/** What doubles lose where large and small values share a scale. */
const tolerance = ({ model }: LaidOut) =>
  model.marks.reduce((sum, { value }) => sum + Math.abs(value), 0) * 1e-9 + 1e-300;

describe.each(chartTypes)("a generated %s chart", (type) => {
  it("has one mark for each value, and each is a cell of its table", () => {
    fc.assert(
      fc.property(samples(type), ({ chart, result }) => {
        const drawn = laidOut(chart);
        expect(drawn.layout.places.map(({ mark }) => mark.index).toSorted((one, other) => one - other)).toEqual(
          chart.data.values.map((_, index) => index),
        );
        for (const { mark } of drawn.layout.places) {
          expect(chart.data.values[mark.index]?.value).toBe(mark.value);
          const cells = type === "scatter" ? [mark.x, mark.y] : [mark.value];
          expect(result.rows.some((row) => cells.every((each) => row.includes(each)))).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("shows each value at its size", () => {
    fc.assert(
      fc.property(samples(type), fc.integer({ min: 240, max: 1200 }), ({ chart }, width) => {
        const drawn = laidOut(chart, { width });
        for (const place of drawn.layout.places)
          expect(Math.abs(shownValue(place, drawn) - place.mark.value)).toBeLessThanOrEqual(tolerance(drawn));
      }),
      { numRuns: RUNS },
    );
  });

  it("stays within its width, with ticks that can be counted and bars that are not blocks", () => {
    fc.assert(
      fc.property(samples(type), fc.integer({ min: 280, max: 1200 }), ({ chart }, width) => {
        const { layout } = laidOut(chart, { width });
        for (const { x, y } of layout.places) {
          expect(x).toBeGreaterThanOrEqual(-0.5);
          expect(x).toBeLessThanOrEqual(width + 0.5);
          expect(y).toBeGreaterThanOrEqual(-0.5);
          expect(y).toBeLessThanOrEqual(layout.height + 0.5);
        }
        if (layout.kind === "donut") return;
        expect(layout.ticks.length).toBeLessThanOrEqual(MOST_TICKS);
        expect(new Set(layout.ticks.map(({ text }) => text)).size).toBe(layout.ticks.length);
        if (layout.kind !== "bars") return;
        for (const { width: wide, height: high } of layout.bars)
          expect(layout.isLying ? high : wide).toBeLessThanOrEqual(WIDEST_BAR_PX);
      }),
      { numRuns: RUNS },
    );
  });

  it("is read whole by its keys, each mark with its label, series and value", () => {
    fc.assert(
      fc.property(samples(type), ({ chart }) => {
        const { model, texts, layout } = laidOut(chart);
        const rows = rowsOf(model);
        const isLying = layout.pointing === "y";
        const [alongKey, seriesKey] = isLying ? ["ArrowDown", "ArrowRight"] : ["ArrowRight", "ArrowDown"];
        const read = new Set<Mark | undefined>();
        let start: Cursor | null | undefined = null;
        for (let column = 0; column < (rows[0]?.marks.length ?? 0); column += 1) {
          start =
            column === 0
              ? cursorAfter("Home", null, { rows, isLying })
              : cursorAfter(seriesKey, start ?? null, { rows, isLying });
          let cursor: Cursor | null | undefined = start;
          for (const [at, row] of rows.entries()) {
            expect(cursor).toEqual({ row: at, column, isByKey: true });
            if (!cursor) return;
            const mark = row.marks[column];
            read.add(mark);
            const said = cursorText(cursor, row, model, texts);
            const value = mark && texts.number.full(model.drawing === "points" ? mark.y : mark.value);
            expect(said).toContain(value ?? "no value");
            expect(said).toContain(mark?.series ?? "");
            if (model.drawing !== "points") expect(said).toContain(texts.label(row.label));
            cursor = cursorAfter(alongKey, cursor, { rows, isLying });
          }
        }
        for (const { mark } of layout.places) expect(read.has(mark)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("a chart that says how it is best drawn", () => {
  const payload = {
    id: "c",
    type: "chart",
    chart_type: "bar",
    data: { x_axis_label: "a", y_axis_label: "n", values: [] },
  } as const;
  const values = [
    { label: "a", value: 1 },
    { label: "b", value: 100 },
    { label: "c", value: 20_000 },
  ];
  const drawn = (changes: Partial<Chart>) => laidOut({ ...payload, data: { ...payload.data, values }, ...changes });

  it("has lying bars where the payload says so, and standing ones without it", () => {
    expect(drawn({}).layout).toMatchObject({ kind: "bars", isLying: false });
    expect(drawn({ display: "horizontal_bar" }).layout).toMatchObject({ kind: "bars", isLying: true });
  });

  it("names the rows whose label has no value", () => {
    const { layout } = drawn({ data: { ...payload.data, values: [{ label: "", value: 4 }, ...values] } });
    expect(layout).toMatchObject({ labels: [{ text: "no value" }, { text: "a" }, { text: "b" }, { text: "c" }] });
    const lying = drawn({ display: "horizontal_bar", data: { ...payload.data, values: [{ label: "", value: 4 }] } });
    expect(lying.layout).toMatchObject({ labels: [{ text: "no value" }] });
  });

  it("has a line along powers of ten, without what begins at zero", () => {
    const { layout, model } = drawn({ chart_type: "line", value_scale: "log" });
    expect(model).toMatchObject({ isLog: true, isFilled: false });
    expect(layout).toMatchObject({ kind: "lines", values: { extent: [1, 100_000], ticks: [1, 100, 10_000] } });
    const [low, middle, high] = layout.places.map(({ y }) => y);
    const { top, bottom } = layout.plot;
    expect(low).toBeCloseTo(bottom, 6);
    expect(middle).toBeCloseTo(bottom - (bottom - top) * (2 / 5), 6);
    expect(high).toBeGreaterThan(top);
    expect(drawn({ chart_type: "bar", value_scale: "log" }).model.isLog).toBe(false);
  });

  it("is read in per cent where its format is", () => {
    expect(drawn({ formats: { value: { kind: "percent" } } }).model.isShare).toBe(true);
    expect(drawn({ formats: { value: { kind: "later" } } }).model.isShare).toBe(false);
  });
});
