import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { spanBefore } from "@parley/local/demo/calendar";
import type { Row } from "@parley/local/demo/dataset";
import { reviewDocument, textDocument } from "@parley/local/demo/documents/documents";
import { makePdf } from "@parley/local/demo/documents/pdf";
import { ORGANIZATIONS } from "@parley/local/demo/tenant";
import { RETURN_WINDOW_DAYS } from "@parley/local/demo/warehouse/returns";
import { makeWarehouse } from "@parley/local/demo/warehouse/warehouse";

const ANCHOR = new Date("2025-11-20");
const warehouse = makeWarehouse(ANCHOR);
const textOf = (body: Uint8Array) => Buffer.from(body).toString("latin1");
const shownBy = (pdf: Uint8Array) => [...textOf(pdf).matchAll(/\((.*)\) Tj/g)].map(([, line]) => line).join(" ");

describe("the documents of the demo tenant", () => {
  it("has every file in exactly one project", () => {
    const named = ORGANIZATIONS.flatMap(({ projects }) => projects.flatMap(({ documents }) => documents));
    const files = readdirSync(new URL("../../packages/local/src/demo/documents/files", import.meta.url));
    expect(named.toSorted()).toEqual(files.toSorted());
    expect(ORGANIZATIONS[0].projects.some(({ hasReview }) => hasReview)).toBe(true);
  });

  it.each(ORGANIZATIONS.flatMap(({ projects }) => projects.flatMap(({ documents }) => documents)))(
    "fills in the facts of %s",
    (filename) => {
      const { body, mime_type } = textDocument(filename, spanBefore(ANCHOR));
      expect(mime_type).toMatch(/^text\/(markdown|plain|csv)$/);
      expect(textOf(body)).not.toMatch(/[{}]{2}/);
    },
  );

  it("says about returns and prices what the warehouse does", () => {
    const returns = textOf(textDocument("returns-policy.md", spanBefore(ANCHOR)).body);
    expect(returns).toContain(`within ${RETURN_WINDOW_DAYS} days of delivery`);
    const subscriptions = warehouse.tables.find(({ name }) => name === "subscriptions")?.rows ?? [];
    const club = textOf(textDocument("quillmere-club.md", spanBefore(ANCHOR)).body);
    for (const price of new Set(subscriptions.map(({ monthly_price }) => Number(monthly_price).toFixed(2))))
      expect(club).toContain(`${price} euros`);
  });
});

describe("the quarterly review", () => {
  const review = reviewDocument(ANCHOR);

  it("quotes the orders, the revenue and the returns that the warehouse holds for the quarter", () => {
    const inQuarter = (table: string, day: string) =>
      (warehouse.tables.find(({ name }) => name === table)?.rows ?? []).filter(
        (row) => String(row[day]) >= "2024-07-01" && String(row[day]) < "2024-10-01",
      );
    const total = (rows: readonly Row[], column: string) => {
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
      return (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
    };
    const orders = inQuarter("orders", "ordered_at");
    const returns = inQuarter("returns", "returned_on");
    expect(review.filename).toBe("quarterly-review-q3-2024.pdf");
    expect(shownBy(review.body)).toContain(
      `customers placed ${orders.length} orders with a total of EUR ${total(orders, "total_amount")}.`,
    );
    expect(shownBy(review.body)).toContain(
      `${returns.length} order lines came back during the quarter. EUR ${total(returns, "refund_amount")} were refunded.`,
    );
  });

  it("is the same for every anchor of a year", () => {
    expect(textOf(reviewDocument(new Date("2025-01-01")).body)).toBe(textOf(review.body));
  });
});

describe("makePdf", () => {
  const pdf = textOf(makePdf([[{ kind: "title", text: "A (first) page" }], [{ kind: "table", text: "a   b" }]]));

  it("has a cross-reference table that finds every object", () => {
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(pdf.slice(start)).toMatch(/^xref\n0 10\n/);
    expect(offsets).toHaveLength(9);
    for (const [index, offset] of offsets.entries())
      expect(pdf.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  });

  it("states the length of each content stream", () => {
    const streams = [...pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)];
    expect(streams).toHaveLength(2);
    for (const [, length, content] of streams) expect(content).toHaveLength(Number(length));
  });

  it("escapes parentheses and keeps the columns of a table", () => {
    expect(pdf).toContain("(A \\(first\\) page) Tj");
    expect(pdf).toContain("(a   b) Tj");
  });
});
