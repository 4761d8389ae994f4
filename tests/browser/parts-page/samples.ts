import type { TableData } from "@parley/console/parts/table/columns.ts";

const ROWS = 10_000;
const names = ["Orbit Monitor", "Ärmelbrett", "Desk lamp", "Œuvre, framed", "zinc bucket", "Straßenkarte", "Chair № 7"];
const notes = [
  "",
  "Left with the neighbour, who was glad to take it and asked for the number of the next delivery.",
  "Fragile",
  "Two lines\nof a note",
];

/** Rows in no order, with exact decimals, dates, long texts and cells without a value. */
export const manyRows: TableData = {
  headers: ["order_id", "ordered_at", "product", "amount", "share", "note"],
  columns: [
    { name: "order_id", type: "integer" },
    { name: "ordered_at", type: "timestamp" },
    { name: "product", type: "text" },
    { name: "amount", type: "number", unit: "EUR" },
    { name: "share", type: "number" },
    { name: "note", type: "text" },
  ],
  rows: Array.from({ length: ROWS }, (_nothing, row) => {
    const mixed = (row * 7919) % ROWS;
    const day = new Date(Date.UTC(2025, 0, 1) + mixed * 3_600_000).toISOString().replace(".000", "");
    return [
      String(10_000 + mixed),
      day,
      `${names[mixed % names.length]} ${mixed % 97}`,
      mixed % 11 === 0 ? "" : `${(mixed * 37) % 100_000}.${mixed % 2 === 0 ? "5" : "25"}`,
      `0.${String((mixed * 104_729) % 1_000_000_007).padStart(10, "0")}00000001`,
      notes[mixed % notes.length] ?? "",
    ];
  }),
};

export const someSql = `-- Revenue of each month
SELECT date_trunc('month', o.ordered_at) AS month,
       SUM(o.total_amount - COALESCE(o.refunded, 0)) AS revenue
FROM orders AS o
WHERE o.status <> 'cancelled' AND o.ordered_at >= DATE '2025-01-01'
GROUP BY 1
ORDER BY 1
LIMIT 12;`;

export const someMarkdown = `The highest was **218,214.36** (December 2025), the lowest *88,019.43* (February 2025), ~~11~~ 12 months in all.

# What stands out

- December is **2.5 times** February.
- The median is \`131,402.10\`:
  1. first quarter below it,
  2. last quarter above it.
- [x] Refunds are taken off
- [ ] Shipping is not

> Amounts are in euros, as the rule says.

| Quarter | Revenue | Share |
|:--|--:|:-:|
| Q1 | 301,202.11 | 19.8 % |
| Q4 | 528,011.70 | 34.7 % |

## How it was read

\`\`\`sql
SELECT SUM(total_amount) FROM orders WHERE status <> 'cancelled';
\`\`\`

More is in [the handbook](https://docs.example.com/revenue), at https://example.com/a, and from <help@example.com>. <b onclick="alert(1)">Markup</b> is text, ![a picture](https://example.com/x.png) too, and so is [a script](javascript:alert(1)).

---

Done.
`;
