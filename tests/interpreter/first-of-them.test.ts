import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, comparable, openBusiness, openFixture } from "./business.ts";

/** A repair shop: repairs of bikes with a priority, cancelled or not, and reasons why bikes were brought back. */
const tables = `
CREATE TABLE riders (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE bikes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rider_id INTEGER NOT NULL REFERENCES riders (id));
CREATE TABLE repairs (id INTEGER PRIMARY KEY, bike_id INTEGER NOT NULL REFERENCES bikes (id), priority TEXT NOT NULL, brought_on DATE NOT NULL, finished_on DATE, price NUMERIC NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, bike_id INTEGER NOT NULL REFERENCES bikes (id), reason TEXT NOT NULL, returned_on DATE NOT NULL);
`;

let business: Business;
let shop: Business;
beforeAll(async () => {
  business = await openBusiness();
  shop = await openFixture("first-of-them", tables, (database) => {
    database.exec("INSERT INTO riders VALUES (1, 'Ada Ness', 'Holm'), (2, 'Bo Lind', 'Holm'), (3, 'Cy Moe', 'Vik')");
    database.exec("INSERT INTO bikes VALUES (1, 'Swift', 1), (2, 'Tern', 1), (3, 'Wren', 2), (4, 'Kite', 3)");
    database.exec(`INSERT INTO repairs VALUES (1, 1, 'urgent', '2024-04-01', NULL, 80), (2, 1, 'normal', '2024-04-09', '2024-04-11', 30),
      (3, 3, 'urgent', '2024-05-02', '2024-05-03', 45), (4, 4, 'low', '2024-05-07', NULL, 20), (5, 2, 'normal', '2024-05-20', NULL, 25)`);
    database.exec(
      `INSERT INTO returns VALUES (1, 3, 'brakes squeak', '2024-05-09'), (2, 3, 'brakes squeak', '2024-05-15'), (3, 1, 'chain slips', '2024-05-16')`,
    );
  });
});
afterAll(async () => {
  await business.datasource.close();
  await shop.datasource.close();
});

const spent = "SELECT customer_id FROM orders GROUP BY 1 ORDER BY SUM(total_amount) DESC";

describe("the first few rows", () => {
  it.each([
    ["first 2 repairs", "SELECT * FROM repairs ORDER BY brought_on LIMIT 2"],
    [
      "show me the first 2 repairs with priority urgent",
      "SELECT * FROM repairs WHERE priority = 'urgent' ORDER BY brought_on LIMIT 2",
    ],
    [
      "first 2 repairs finished in May",
      "SELECT * FROM repairs WHERE finished_on LIKE '2024-05%' ORDER BY finished_on LIMIT 2",
    ],
  ])("are the earliest: %s", (question, sql) => shop.expectRows(question, sql));

  it("are the highest by what they are ordered by", () =>
    shop.expectRows(
      "first 2 bikes by price of repairs",
      "SELECT name, AVG(price) FROM repairs JOIN bikes ON bikes.id = bike_id GROUP BY bike_id ORDER BY 2 DESC LIMIT 2",
    ));
});

describe("a figure of the first few of others", () => {
  it.each([
    [
      "revenue by month of our top 3 customers",
      `SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders WHERE customer_id IN (${spent} LIMIT 3) GROUP BY 1`,
    ],
    [
      "monthly orders of the 5 biggest customers",
      `SELECT strftime('%Y-%m', ordered_at), COUNT(*) FROM orders WHERE customer_id IN (${spent} LIMIT 5) GROUP BY 1`,
    ],
    [
      "what percentage of revenue comes from our top 10 customers",
      `SELECT 100.0 * SUM(CASE WHEN customer_id IN (${spent} LIMIT 10) THEN total_amount END) / SUM(total_amount) FROM orders`,
    ],
    [
      "total revenue of the top 10 customers",
      `SELECT SUM(total_amount) FROM orders WHERE customer_id IN (${spent} LIMIT 10)`,
    ],
    [
      "average order value by year of the top 4 customers",
      `SELECT strftime('%Y', ordered_at), AVG(total_amount) FROM orders WHERE customer_id IN (${spent} LIMIT 4) GROUP BY 1`,
    ],
  ])("is of all their rows: %s", async (question, sql) => {
    const { result, reading } = await business.answer(question);
    expect(comparable(result.rows), reading.sql).toEqual(comparable(await business.rows(sql)));
  });

  it("is shown for each of them where it is not grouped by anything else", () =>
    business.expectRows(
      "revenue of the top 3 customers",
      "SELECT c.name, SUM(o.total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id ORDER BY 2 DESC LIMIT 3",
    ));

  it("says who they are", async () => {
    const { reading } = await business.answer("revenue by month in 2023 of our top 3 customers");
    expect(reading.interpretation).toBe(
      "Total amount of orders of the 3 customers with the highest total amount of orders in 2023 for each month.",
    );
  });
});

describe("growth of each of several", () => {
  it("compares each of them with its own year before", async () => {
    const { result } = await business.answer("revenue growth by region");
    const rows = await business.rows(`SELECT strftime('%Y', o.ordered_at), r.name, SUM(o.total_amount) FROM orders o
      JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id GROUP BY 1, 2`);
    const revenue = new Map(rows.map(([year, region, amount]) => [`${year} ${region}`, Number(amount)]));
    for (const [year, region, amount, growth] of result.rows) {
      const before = revenue.get(`${Number(year) - 1} ${region}`);
      if (before === undefined) expect(growth).toBeNull();
      else expect(growth).toBeCloseTo((Number(amount) - before) / before, 8);
    }
    expect(result.rows).toHaveLength(rows.length);
  });

  it("accumulates separately for each of them", () =>
    business.expectRows(
      "cumulative number of orders by month by status in 2023",
      `SELECT m, status, SUM(n) OVER (PARTITION BY status ORDER BY m) FROM (SELECT strftime('%Y-%m', ordered_at) AS m, status, COUNT(*) AS n
        FROM orders WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01' GROUP BY 1, 2)`,
    ));
});

describe("what was done to things most", () => {
  const returned = `SELECT b.name, COUNT(*) FROM returns r JOIN bikes b ON b.id = r.bike_id GROUP BY b.id ORDER BY 2 DESC`;
  it.each([
    ["which bikes get returned the most", `${returned} LIMIT 10`],
    ["which bike was returned most often", `${returned} LIMIT 1`],
    ["what was returned most", `${returned} LIMIT 1`],
    [
      "which riders return the most",
      "SELECT d.full_name, COUNT(*) FROM returns r JOIN bikes b ON b.id = r.bike_id JOIN riders d ON d.id = b.rider_id GROUP BY d.id ORDER BY 2 DESC LIMIT 10",
    ],
  ])("ranks the things: %s", async (question, sql) => {
    const { result, reading } = await shop.answer(question, { figures: true });
    expect(comparable(result.rows), reading.sql).toEqual(comparable(await shop.rows(sql)));
  });
});

describe("what was done again", () => {
  it("is more than one order", async () => {
    const { reading, result } = await business.answer("how many customers ordered again");
    const [[expected]] = (await business.rows(
      "SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) > 1)",
    )) as [[number]];
    expect(verbalize(reading.form, result)).toBe(`There are ${expected} customers with more than 1 order.`);
  });

  it("is two orders for who came back for a second", () =>
    business.expectRows(
      "how many customers came back for a second order",
      "SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) >= 2)",
    ));
});

describe("two months", () => {
  it("are compared by what came in", () =>
    business.expectRows(
      "how did May compare to April",
      "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders WHERE ordered_at >= '2024-04-01' AND ordered_at < '2024-06-01' GROUP BY 1",
    ));
});

describe("a step of a scale of priorities", () => {
  it.each([
    ["how many high priority repairs are there", "SELECT COUNT(*) FROM repairs WHERE priority = 'urgent'"],
    ["open high priority repairs", "SELECT * FROM repairs WHERE priority = 'urgent' AND finished_on IS NULL"],
    ["how many critical repairs", "SELECT COUNT(*) FROM repairs WHERE priority = 'urgent'"],
    ["medium priority repairs", "SELECT * FROM repairs WHERE priority = 'normal'"],
    ["low priority repairs", "SELECT * FROM repairs WHERE priority = 'low'"],
  ])("goes by the name it has: %s", async (question, sql) => {
    await shop.expectRows(question, sql);
  });

  it("is left as it was said where the data has that name", () => {
    expect(JSON.stringify(shop.ask("how many urgent repairs"))).toContain("urgent");
  });
});
