import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A garden centre: plots that a gardener may look after, and members whose subscriptions may be cancelled. */
const tables = `
CREATE TABLE staff (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job_title TEXT NOT NULL);
CREATE TABLE plots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, planted_on DATE NOT NULL, gardener_id INTEGER REFERENCES staff (id));
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), status TEXT NOT NULL, started_on DATE NOT NULL, cancelled_on DATE);
`;

let centre: Business;
beforeAll(async () => {
  centre = await openFixture("without-holders", tables, (database) => {
    database.exec(
      "INSERT INTO staff VALUES (1, 'Ada Ness', 'Head Gardener'), (2, 'Bo Lind', 'Cashier'), (3, 'Cy Holt', 'Head Gardener')",
    );
    database.exec(
      "INSERT INTO plots VALUES (1, 'Rose Bed', '2024-03-01', 1), (2, 'Herb Bed', '2024-04-01', 2), (3, 'Wild Bed', '2024-05-01', NULL), (4, 'Old Bed', '2023-05-01', NULL)",
    );
    database.exec("INSERT INTO members VALUES (1, 'Dee Marsh', '2022-01-01'), (2, 'Eva Thorn', '2024-02-01')");
    database.exec(
      "INSERT INTO subscriptions VALUES (1, 1, 'cancelled', '2022-01-01', '2024-03-01'), (2, 2, 'active', '2024-02-01', NULL)",
    );
  });
});
afterAll(() => centre.datasource.close());

describe("rows without one of the people they may lead to", () => {
  it.each([
    ["plots without a head gardener", "SELECT 'Wild Bed' UNION ALL SELECT 'Old Bed'"],
    ["how many plots have no head gardener", "SELECT 2"],
    ["how many plots without a head gardener planted in 2024", "SELECT 1"],
  ])("lead to nobody, and not to somebody with another title: %s", (question, sql) => centre.expectRows(question, sql));
});

describe("what happened to rows of others", () => {
  it("has no months of their own day", () => {
    expect(centre.ask("cancelled members per month this year").kind).toBe("not_understood");
  });

  it("has months where it happened to the rows themselves", () =>
    centre.expectRows("cancelled subscriptions per month this year", "SELECT '2024-03', 1"));
});
