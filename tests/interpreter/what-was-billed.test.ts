import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A water works: what was billed in litres and in money, parts that were bought, leaks that were mended. */
const tables = `
CREATE TABLE bills (id INTEGER PRIMARY KEY, litres_billed INTEGER NOT NULL, amount NUMERIC NOT NULL, issued_on DATE NOT NULL);
CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE part_orders (id INTEGER PRIMARY KEY, ordered_on DATE NOT NULL);
CREATE TABLE part_order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES part_orders (id), part_id INTEGER NOT NULL REFERENCES parts (id), quantity INTEGER NOT NULL, unit_cost NUMERIC NOT NULL);
CREATE TABLE leaks (id INTEGER PRIMARY KEY, found_at TIMESTAMP NOT NULL, resolved_at TIMESTAMP);
`;

let works: Business;
beforeAll(async () => {
  works = await openFixture("what-was-billed", tables, (database) => {
    database.exec("INSERT INTO bills VALUES (1, 9000, 40, '2024-05-01'), (2, 7000, 30, '2024-05-02')");
    database.exec("INSERT INTO parts VALUES (1, 'Valve'), (2, 'Pipe')");
    database.exec("INSERT INTO part_orders VALUES (1, '2024-05-03')");
    database.exec("INSERT INTO part_order_lines VALUES (1, 1, 1, 4, 12), (2, 1, 2, 2, 30)");
    database.exec(
      "INSERT INTO leaks VALUES (1, '2024-05-01 08:00', '2024-05-03 08:00'), (2, '2024-05-02 08:00', NULL)",
    );
  });
});
afterAll(async () => {
  await works.datasource.close();
});

describe("what was billed", () => {
  it("is money where a column beside it says how many litres", async () => {
    await works.expectRows("How much did we bill in May 2024?", "SELECT 70");
  });
});

describe("the margin of lines that say what they cost and not for what they were sold", () => {
  it.each(["margin per part", "what is our total margin"])("is refused: “%s”", (question) => {
    expect(works.ask(question).kind).toBe("not_understood");
  });
});

describe("the time that something took, by what no row has", () => {
  it("is refused, rather than told of all", () => {
    expect(works.ask("average days to resolve a leak by category").kind).toBe("not_understood");
  });
});
