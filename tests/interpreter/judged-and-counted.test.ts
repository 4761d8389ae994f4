import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A sender of goods: yards, shipments that are sent from one to another, and what came back. */
const tables = `
CREATE TABLE yards (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_cost NUMERIC NOT NULL);
CREATE TABLE shipments (id INTEGER PRIMARY KEY, goods_id INTEGER NOT NULL REFERENCES goods (id), from_yard_id INTEGER NOT NULL REFERENCES yards (id), to_yard_id INTEGER NOT NULL REFERENCES yards (id), sent_on DATE NOT NULL, delivered_on DATE);
CREATE TABLE refunds (id INTEGER PRIMARY KEY, shipment_id INTEGER NOT NULL REFERENCES shipments (id), refunded_on DATE NOT NULL, amount NUMERIC NOT NULL);
`;

let sender: Business;
beforeAll(async () => {
  sender = await openFixture("judged-and-counted", tables, (database) => {
    const fill = (table: string, rows: readonly string[]) =>
      database.exec(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(", ")}`);
    fill("yards", ["1, 'Vik'", "2, 'Moss'"]);
    fill("goods", ["1, 'Tiles', 5", "2, 'Bricks', 3"]);
    fill("shipments", [
      "1, 1, 1, 2, '2024-03-01', '2024-03-09'",
      "2, 2, 1, 2, '2024-04-01', '2024-04-03'",
      "3, 2, 2, 1, '2024-05-01', '2024-05-06'",
      "4, 2, 2, 1, '2024-05-02', NULL",
    ]);
    fill("refunds", ["1, 1, '2024-05-09', 20", "2, 3, '2024-05-19', 30"]);
  });
});
afterAll(() => sender.datasource.close());

const ask = (question: string, earlier: LogicalForm[] = []) => sender.ask(question, { earlier });

describe("what a figure is of", () => {
  it.each([
    // Of the shipments that were refunded, not of all that were sent then.
    "how many shipments were refunded last month and what was the total amount of refunds",
    // Costs of goods are no groups of shipments.
    "how many shipments were sent last month and what did it cost us",
  ])("is not dropped where another is asked beside it: %s", (question) => {
    expect(ask(question)).toMatchObject({ kind: "not_understood" });
  });

  it("are the rows of others where something is ranked: each yard is one yard", () => {
    const reading = ask("which yard ships the most");
    expect(reading.kind === "query" && reading.sql).toContain("from_yard_id");
  });
});

describe("the worst month", () => {
  it("of what is waited for is the one with the longest time", async () => {
    const before = ask("average delivery time by month");
    if (before.kind !== "query") expect.fail(before.reason);
    const worst = ask("which month was the worst", [before.form]);
    if (worst.kind !== "query") expect.fail(worst.reason);
    expect(await sender.rows(worst.sql)).toEqual([["2024-03", 8]]);
    const best = ask("which month was the best", [before.form]);
    if (best.kind !== "query") expect.fail(best.reason);
    expect(await sender.rows(best.sql)).toEqual([["2024-04", 2]]);
  });
});
