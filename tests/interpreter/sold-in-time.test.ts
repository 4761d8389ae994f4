import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

let bakery: Business;
beforeAll(async () => {
  bakery = await openFixture(
    "bakery",
    `CREATE TABLE kinds (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
     CREATE TABLE loaves (id INTEGER PRIMARY KEY, kind_id INTEGER NOT NULL REFERENCES kinds (id), name TEXT NOT NULL, launched_on DATE NOT NULL);
     CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_on DATE NOT NULL);
     CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), loaf_id INTEGER NOT NULL REFERENCES loaves (id), quantity INTEGER NOT NULL, line_total NUMERIC NOT NULL);`,
    (database) =>
      database.exec(`
        INSERT INTO kinds VALUES (1, 'Rye'), (2, 'Wheat');
        INSERT INTO loaves VALUES (1, 1, 'Dark', '2020-02-01'), (2, 1, 'Seeded', '2024-01-10'), (3, 2, 'Plain', '2019-05-05');
        INSERT INTO orders VALUES (1, '2023-06-01'), (2, '2024-02-03'), (3, '2024-05-09');
        INSERT INTO order_items VALUES (1, 1, 1, 4, 20), (2, 2, 1, 6, 31), (3, 2, 3, 2, 5), (4, 3, 2, 3, 18), (5, 3, 1, 1, 5);`),
  );
});
afterAll(() => bakery.datasource.close());

const sold = `FROM order_items i JOIN orders o ON o.id = i.order_id JOIN loaves l ON l.id = i.loaf_id WHERE l.kind_id = 1 AND o.ordered_on LIKE '2024%'`;

describe("what was sold of a kind of things in a year", () => {
  it.each([
    ["revenue for Rye in 2024", `SELECT SUM(line_total) ${sold}`],
    ["rye revenue 2024", `SELECT SUM(line_total) ${sold}`],
    ["revenue, rye, 2024, by month", `SELECT strftime('%Y-%m', o.ordered_on), SUM(line_total) ${sold} GROUP BY 1`],
    [
      "which rye loaves were launched in 2024",
      "SELECT name FROM loaves WHERE kind_id = 1 AND launched_on LIKE '2024%'",
    ],
  ])("is of that time, whenever the things came up: %s", (question, sql) => bakery.expectRows(question, sql));
});
