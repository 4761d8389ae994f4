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

/** As many rows as a turn may fetch, and a text of 40 rows with 80 numbers that nobody has fetched. */
export function inventedAnswer(): { results: QueryResult[]; text: string } {
  const next = random(5);
  const results = Array.from({ length: 10 }, () => salesOf(next, 1_000));
  const lines = Array.from(
    { length: 40 },
    (_, at) => `Region ${at}: ${(next() * 1e6).toFixed(2)}, ${(next() * 100).toFixed(1)} %.`,
  );
  return { results, text: lines.join("\n") };
}
