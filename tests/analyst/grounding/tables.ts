import type { QueryResult } from "@parley/datasource/types";

/** Numbers between 0 and 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const NAMES = [
  "Germany",
  "France",
  "Austria",
  "Norway",
  "Poland",
  "Spain",
  "Italy",
  "Greece",
  "Malta",
  "Latvia",
  "Serbia",
  "Sweden",
];

/** A result of countries with orders, revenue and a share. */
export function salesOf(next: () => number, rows: number): QueryResult {
  const cells = Array.from({ length: rows }, (_, at) => {
    const orders = Math.floor(next() * 9_000) + 130;
    const revenue = Math.round(orders * (40 + next() * 400) * 100) / 100;
    const name = NAMES[at] ?? `Region ${at}`;
    return [name, orders, revenue, Math.round(next() * 1e4) / 1e4];
  });
  return {
    columns: [
      { name: "country", type: "text" },
      { name: "orders", type: "integer" },
      { name: "revenue", type: "number" },
      { name: "returned", type: "number" },
    ],
    rows: cells,
    row_count: rows,
    truncated: false,
    duration_ms: 1,
  };
}
