import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A pottery: pots are sold, people take courses on a plan, potters are paid. */
const tables = `
CREATE TABLE potters (id INTEGER PRIMARY KEY, name TEXT NOT NULL, craft TEXT NOT NULL, yearly_wage NUMERIC NOT NULL, head_id INTEGER REFERENCES potters (id));
CREATE TABLE pots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, list_price NUMERIC NOT NULL, making_cost NUMERIC NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), plan TEXT NOT NULL, weekly_fee NUMERIC NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), pot_id INTEGER NOT NULL REFERENCES pots (id), potter_id INTEGER NOT NULL REFERENCES potters (id), total_amount NUMERIC NOT NULL, sold_on DATE NOT NULL);
CREATE TABLE surveys (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), satisfaction INTEGER NOT NULL);
`;

let pottery: Business;
beforeAll(async () => {
  pottery = await openFixture("pottery", tables, (database) => {
    database.exec(
      "INSERT INTO potters VALUES (1, 'Ada Ness', 'Thrower', 41000, NULL), (2, 'Bo Lind', 'Glazer', 38000, 1), (3, 'Cy Moe', 'Glazer', 36000, 1)",
    );
    database.exec("INSERT INTO pots VALUES (1, 'Moon Jar', 120, 31), (2, 'Salt Pig', 35, 9)");
    database.exec("INSERT INTO guests VALUES (1, 'Dana Ruud'), (2, 'Egil Sund')");
    database.exec("INSERT INTO passes VALUES (1, 1, 'Evening', 14), (2, 2, 'Evening', 14), (3, 2, 'Weekend', 22)");
    database.exec("INSERT INTO sales VALUES (1, 1, 1, 2, 120, '2025-02-01'), (2, 2, 2, 3, 70, '2025-03-01')");
    database.exec("INSERT INTO surveys VALUES (1, 1, 5), (2, 2, 3)");
  });
});
afterAll(() => pottery.datasource.close());

it.each([
  ["how much is the Moon Jar", "SELECT list_price FROM pots WHERE name = 'Moon Jar'"],
  // What one pays is not what it cost to make.
  ["what does the Moon Jar cost", "SELECT list_price FROM pots WHERE name = 'Moon Jar'"],
  ["what does the Moon Jar cost us", "SELECT making_cost FROM pots WHERE name = 'Moon Jar'"],
  // A plan has no cost of its own, and those of the pots are other things.
  ["how much does the Evening plan cost", "SELECT 14"],
  ["how much is the Evening plan", "SELECT 14"],
  ["how much are our pots", "SELECT name, list_price FROM pots"],
  // Earnings of people who are paid are not what they sold.
  ["average earnings by craft", "SELECT craft, AVG(yearly_wage) FROM potters GROUP BY 1"],
  ["what do our potters earn on average", "SELECT AVG(yearly_wage) FROM potters"],
  ["what does Ada Ness earn", "SELECT yearly_wage FROM potters WHERE id = 1"],
  ["what does Ada Ness earn per year", "SELECT yearly_wage FROM potters WHERE id = 1"],
  ["how much do the glazers earn", "SELECT yearly_wage FROM potters WHERE craft = 'Glazer'"],
  ["earnings in 2025", "SELECT SUM(total_amount) FROM sales"],
  // One figure of what many have said.
  ["how satisfied are our guests", "SELECT AVG(satisfaction) FROM surveys"],
  ["how happy are our guests", "SELECT AVG(satisfaction) FROM surveys"],
])("prices and pay: %s", async (question, sql) => {
  const { result, reading } = await pottery.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await pottery.rows(sql)).map(String).toSorted());
});

it.each(["how much are our potters", "how much is Dana Ruud", "breakage rate per potter", "breakage rate of pots"])(
  "prices and pay: without an amount there is no answer to “%s”",
  (question) => {
    expect(pottery.ask(question).kind).toBe("not_understood");
  },
);
