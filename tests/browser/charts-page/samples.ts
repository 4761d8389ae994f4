import type { Chart, ChartType, ChartValue } from "@parley/client";

const kinds = ["Furniture", "Decoration", "Electronics", "Garden"];
const months = Array.from({ length: 12 }, (_nothing, at) => `2025-${String(at + 1).padStart(2, "0")}`);
/** The same in each run, and not regular. */
const amount = (at: number) => 20_000 + ((at * 7919) % 97) * 611;

function chart(chart_type: ChartType, title: string, values: ChartValue[], axes = { x: "month", y: "revenue" }): Chart {
  return {
    id: title,
    type: "chart",
    chart_type,
    title,
    data: { values, x_axis_label: axes.x, y_axis_label: axes.y },
    vega_lite: { data: { values } },
  };
}

const byMonthAndKind = months.flatMap((label, month) =>
  kinds.map((series, kind) => ({ label, series, value: amount(month * kinds.length + kind) })),
);

/** One chart of each type, and 200 stacked bars. */
export const charts: readonly Chart[] = [
  chart(
    "line",
    "Revenue by month",
    months.map((label, at) => ({ label, value: amount(at) })),
  ),
  chart(
    "bar",
    "Revenue by kind",
    kinds.map((label, at) => ({ label, value: amount(at) })),
    { x: "kind", y: "revenue" },
  ),
  chart("area", "Revenue by month and kind", byMonthAndKind),
  chart(
    "pie",
    "Share of kinds",
    kinds.map((label, at) => ({ label, value: amount(at) })),
    { x: "kind", y: "revenue" },
  ),
  chart(
    "scatter",
    "Price and stock",
    Array.from({ length: 60 }, (_nothing, at) => ({ label: `Product ${at}`, value: at, x: amount(at) / 100, y: at })),
    { x: "unit_price", y: "stock" },
  ),
  chart("stacked_bar", "Orders by month", byMonthAndKind, { x: "month", y: "orders_count" }),
];

/** 200 bars that stand on each other, four a day. */
export const manyStacks = (turn: number): Chart =>
  chart(
    "stacked_bar",
    `Stack ${turn}`,
    Array.from({ length: 200 }, (_nothing, at) => ({
      label: new Date(Date.UTC(2025, 0, 1 + Math.floor(at / kinds.length))).toISOString().slice(0, 10),
      series: kinds[at % kinds.length] ?? "",
      value: amount(at + turn),
    })),
    { x: "day", y: "revenue" },
  );
