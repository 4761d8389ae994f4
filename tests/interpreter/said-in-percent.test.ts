import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A nursery: plants with prices and costs, sold in lines with rebates that are parts of one; some were never graded. */
const tables = `
CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, grower_id INTEGER NOT NULL REFERENCES growers (id), unit_price NUMERIC NOT NULL, unit_cost NUMERIC NOT NULL, water_pct INTEGER NOT NULL);
CREATE TABLE sale_lines (id INTEGER PRIMARY KEY, plant_id INTEGER NOT NULL REFERENCES plants (id), quantity INTEGER NOT NULL, unit_price NUMERIC NOT NULL, discount NUMERIC NOT NULL, line_total NUMERIC NOT NULL);
CREATE TABLE gradings (id INTEGER PRIMARY KEY, plant_id INTEGER NOT NULL REFERENCES plants (id), grade INTEGER);
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("said-in-percent", tables, (database) => {
    database.exec("INSERT INTO growers VALUES (1, 'Abel'), (2, 'Bea'), (3, 'Cato')");
    database.exec(
      "INSERT INTO plants VALUES (1, 'Alder', 1, 100, 90, 40), (2, 'Birch', 1, 50, 20, 80), (3, 'Cedar', 2, 2000, 1000, 60), (4, 'Elder', 3, 10, 1, 10)",
    );
    database.exec(`INSERT INTO sale_lines VALUES (1, 1, 10, 100, 0, 1000), (2, 2, 2, 50, 0.05, 95), (3, 3, 1, 2000, 0.2, 1600),
      (4, 4, 5, 10, 0, 50), (5, 2, 1, 50, 0.1, 45)`);
    database.exec("INSERT INTO gradings VALUES (1, 1, NULL), (2, 2, 4), (3, 2, 5), (4, 3, 3), (5, 4, NULL)");
  });
});
afterAll(async () => {
  await nursery.datasource.close();
});

describe("a number said in percent", () => {
  it.each([
    ["plants with a margin below 20%", "SELECT 'Alder'"],
    ["which plants have a margin over 50 percent", "SELECT 'Birch' UNION SELECT 'Elder'"],
    ["how many sale lines have a discount of 5 %", "SELECT 1"],
    ["how many sale lines have a discount between 5% and 10%", "SELECT 2"],
    ["how many plants have water over 50 per cent", "SELECT 2"],
    ["growers with an average discount over 7%", "SELECT 'Bea'"],
  ])("is a part of one where parts of one are kept: %s", async (question, sql) => {
    await nursery.expectRows(question, sql);
  });

  it("is told in percent", () => {
    expect(nursery.ask("plants with a margin below 20%")).toMatchObject({
      interpretation: "Plants with margin under 20 %.",
    });
  });

  it.each(["top 10 percent of plants by price", "plants with a unit price over 20%"])(
    "is no number of rows and no amount: %s",
    (question) => {
      expect(nursery.ask(question).kind).not.toBe("query");
    },
  );
});

describe("the lowest average", () => {
  it("is none of what was never measured", async () => {
    await nursery.expectRows("which plant has the lowest average grade", "SELECT 'Cedar'");
  });
});
