import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A bakery that delivers: goods by kind, orders over two and a half years, and the faults that were reported. */
const tables = `
CREATE TABLE bakers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job_title TEXT NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, good_id INTEGER NOT NULL REFERENCES goods (id), ordered_on DATE NOT NULL, total_amount REAL NOT NULL);
CREATE TABLE faults (id INTEGER PRIMARY KEY, baker_id INTEGER NOT NULL REFERENCES bakers (id), reported_on DATE NOT NULL, resolved_on DATE);
`;

let bakery: Business;
beforeAll(async () => {
  bakery = await openFixture("more-than-before", tables, (database) => {
    database.exec(`
      INSERT INTO bakers VALUES (1, 'Ada Ness', 'Baker', '2019-01-01'), (2, 'Bo Lind', 'Baker', '2020-01-01');
      INSERT INTO goods VALUES (1, 'Rye', 'Bread'), (2, 'Spelt', 'Bread'), (3, 'Eclair', 'Pastry'), (4, 'Tart', 'Pastry'), (5, 'Pretzel', 'Snack');
    `);
    const order = database.prepare("INSERT INTO orders (good_id, ordered_on, total_amount) VALUES (?, ?, ?)");
    for (let i = 0; i < 500; i++) {
      const day = new Date(Date.UTC(2022, 0, 1 + Math.floor(i * 1.79)));
      const good = i < 200 ? 1 + (i % 4) : 1 + ((i * 7) % 5);
      order.run(good, day.toISOString().slice(0, 10), 5 + ((i * 13) % 29));
    }
    const fault = database.prepare("INSERT INTO faults (baker_id, reported_on, resolved_on) VALUES (?, ?, ?)");
    for (let i = 0; i < 60; i++)
      fault.run(
        1 + (i % 2),
        `2024-0${1 + (i % 4)}-1${i % 9}`,
        i % 5 === 0 ? null : `2024-0${2 + (i % 4)}-2${(i * 3) % 8}`,
      );
  });
});
afterAll(() => bakery.datasource.close());

const sums = (label: string, first: string, second: string, sign: string) => `
  SELECT ${label}, SUM(CASE WHEN ${first} THEN total_amount END) AS a, SUM(CASE WHEN ${second} THEN total_amount END) AS b
  FROM orders JOIN goods ON good_id = goods.id GROUP BY ${label} HAVING a ${sign} b`;
const year = (number: number) => `ordered_on LIKE '${number}-%'`;
const thisYear = "ordered_on BETWEEN '2024-01-01' AND '2024-12-31'";
const thatPart = "ordered_on BETWEEN '2023-01-01' AND '2023-06-15'";

describe("those of which there was more than before", () => {
  it.each([
    ["which kinds grew in 2023", sums("kind", year(2023), year(2022), ">")],
    ["which kinds declined in 2023", sums("kind", year(2023), year(2022), "<")],
    ["goods whose revenue fell in 2023", sums("goods.name", year(2023), year(2022), "<")],
    ["which kinds had higher revenue in 2023 than in 2022", sums("kind", year(2023), year(2022), ">")],
    ["which kinds lost revenue in 2023", sums("kind", year(2023), year(2022), "<")],
  ])("are held against the time before: %s", (question, sql) => bakery.expectRows(question, sql));

  it.each(["which kinds grew this year", "are any kinds growing"])(
    "are held against as much of the year before: %s",
    (question) => bakery.expectRows(question, sums("kind", thisYear, thatPart, ">")),
  );

  it("says that whole years are compared, of which one is not over", async () => {
    const { reading } = await bakery.answer("which kinds had more revenue this year than last year");
    expect(reading.assumptions.join(" ")).toContain("compared as whole years");
  });

  it("counts those of the same days of the month before", async () => {
    const { reading } = await bakery.answer("number of orders this month vs the same period last month");
    expect(reading.sql).toContain("2024-05-16");
  });
});

describe("a deed under another name", () => {
  it.each([
    ["how many faults were closed", "SELECT COUNT(*) FROM faults WHERE resolved_on IS NOT NULL"],
    ["how many faults did we close", "SELECT COUNT(*) FROM faults WHERE resolved_on IS NOT NULL"],
    ["how many faults did we resolve", "SELECT COUNT(*) FROM faults WHERE resolved_on IS NOT NULL"],
    ["how many faults did we fix in March", "SELECT COUNT(*) FROM faults WHERE resolved_on LIKE '2024-03-%'"],
    [
      "which baker closed the most faults in April",
      "SELECT full_name FROM bakers JOIN faults ON baker_id = bakers.id WHERE resolved_on LIKE '2024-04-%' GROUP BY bakers.id ORDER BY COUNT(*) DESC LIMIT 1",
    ],
  ])("is that of the schema: %s", (question, sql) => bakery.expectRows(question, sql));

  it("is never left out of a count by another day", () =>
    expect(bakery.ask("how many faults did we postpone in March")).toHaveProperty("kind", "not_understood"));
});
