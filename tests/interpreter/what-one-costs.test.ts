import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openFixture } from "./business.ts";

/** A courier: vans and their drivers, deliveries with lines of parcels, and what its advertising costs. */
const tables = `
CREATE TABLE drivers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE deliveries (id INTEGER PRIMARY KEY, driver_id INTEGER NOT NULL REFERENCES drivers (id), status TEXT NOT NULL, ordered_on DATE NOT NULL, delivered_on DATE, distance_km REAL NOT NULL, total_amount REAL NOT NULL);
CREATE TABLE delivery_items (id INTEGER PRIMARY KEY, delivery_id INTEGER NOT NULL REFERENCES deliveries (id), parcel TEXT NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE posters (id INTEGER PRIMARY KEY, slogan TEXT NOT NULL, district TEXT NOT NULL);
CREATE TABLE poster_costs (id INTEGER PRIMARY KEY, poster_id INTEGER NOT NULL REFERENCES posters (id), day DATE NOT NULL, cost REAL NOT NULL);
CREATE TABLE enquiries (id INTEGER PRIMARY KEY, poster_id INTEGER NOT NULL REFERENCES posters (id), outcome TEXT NOT NULL, made_on DATE NOT NULL);
`;

let courier: Business;
beforeAll(async () => {
  courier = await openFixture("what-one-costs", tables, (database) => {
    database.exec("INSERT INTO drivers VALUES (1, 'Ada Ness'), (2, 'Bo Lind')");
    database.exec("INSERT INTO posters VALUES (1, 'Off it goes', 'Harbour'), (2, 'Here it is', 'Old Town')");
    const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
    const deliver = database.prepare("INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?)");
    const item = database.prepare("INSERT INTO delivery_items VALUES (?, ?, ?, ?)");
    const spend = database.prepare("INSERT INTO poster_costs VALUES (?, ?, ?, ?)");
    const enquire = database.prepare("INSERT INTO enquiries VALUES (?, ?, ?, ?)");
    for (let i = 1; i <= 60; i++) {
      const status = ["completed", "completed", "failed"][i % 3] ?? "";
      deliver.run(i, 1 + (i % 2), status, day(i), day(i + 1 + (i % 4)), 5 + (i % 11), 20 + (i % 7));
      item.run(i, i, ["Small", "Large"][i % 2] ?? "", 3 + (i % 5));
      spend.run(i, 1 + (i % 2), day(i), 10 + (i % 3));
      enquire.run(i, 1 + (i % 2), ["won", "lost", "open", "lost"][i % 4] ?? "", day(i));
    }
  });
});
afterAll(() => courier.datasource.close());

describe("what one costs", () => {
  const won = "(SELECT COUNT(*) FROM enquiries WHERE outcome = 'won')";
  it.each([
    ["cost per won enquiry", `SELECT SUM(cost) / ${won} FROM poster_costs`],
    ["what does a won enquiry cost us", `SELECT SUM(cost) / ${won} FROM poster_costs`],
    ["what does a delivery cost on average", "SELECT AVG(total_amount) FROM deliveries"],
    ["average price of a delivery", "SELECT AVG(total_amount) FROM deliveries"],
    ["revenue per completed delivery", "SELECT AVG(total_amount) FROM deliveries WHERE status = 'completed'"],
  ])("is all of it divided by those that are meant: %s", (question, sql) => courier.expectRows(question, sql));

  it("is told for each group with those of the group alone", () =>
    courier.expectRows(
      "cost per won enquiry by district",
      `SELECT district, (SELECT SUM(cost) FROM poster_costs WHERE poster_id = posters.id) /
         (SELECT COUNT(*) FROM enquiries WHERE poster_id = posters.id AND outcome = 'won')
       FROM posters WHERE EXISTS (SELECT 1 FROM enquiries WHERE poster_id = posters.id AND outcome = 'won')
       UNION ALL SELECT district, NULL FROM posters
       WHERE NOT EXISTS (SELECT 1 FROM enquiries WHERE poster_id = posters.id AND outcome = 'won')`,
    ));
});

describe("what a figure is told as", () => {
  it.each([
    [
      "cost per won enquiry in January 2024",
      "Cost per won enquiry in January 2024 was",
      "Total cost divided by number of enquiries with outcome “won” in January 2024.",
    ],
    [
      "revenue per completed delivery",
      "The revenue per delivery with status “completed” is",
      "Average total amount per delivery with status “completed”.",
    ],
    [
      "how many deliveries placed in January 2024 that were delivered in February 2024",
      "deliveries ordered in January 2024 and delivered in February 2024",
      "Number of deliveries ordered in January 2024 and delivered in February 2024.",
    ],
  ])("says of what it is, once: %s", async (question, sentence, told) => {
    const { reading, result } = await courier.answer(question);
    expect(verbalize(reading.form, result)).toContain(sentence);
    expect(reading.interpretation).toBe(told);
  });
});

describe("how far and how long", () => {
  it.each([
    ["how far do we drive per delivery", "SELECT AVG(distance_km) FROM deliveries"],
    ["how far did our drivers drive in total", "SELECT SUM(distance_km) FROM deliveries"],
    [
      "how long after the order are deliveries delivered",
      "SELECT AVG(julianday(delivered_on) - julianday(ordered_on)) FROM deliveries",
    ],
  ])("are figures of all rows: %s", (question, sql) => courier.expectRows(question, sql));

  it("is asked of one of several, on average", async () => {
    const { reading } = await courier.answer("how many deliveries does a driver make per month");
    expect(reading.interpretation).toBe("Average number of deliveries per driver for each month.");
  });
});

describe("the average number of rows that each has", () => {
  it.each([
    [
      "average number of enquiries per poster by district",
      "SELECT district, 1.0 * (SELECT COUNT(*) FROM enquiries WHERE poster_id = posters.id) FROM posters",
    ],
    [
      "average number of deliveries per driver by status",
      "SELECT status, 1.0 * COUNT(*) / COUNT(DISTINCT driver_id) FROM deliveries GROUP BY status",
    ],
  ])("is told for groups: %s", (question, sql) => courier.expectRows(question, sql));
});

describe("a word that is none of the data's", () => {
  it.each([
    // A department is a unit, and a unit price is none.
    "which department has the most drivers",
    // Small parcels have no time, and a list of them is no figure.
    "median small time",
  ])("is no part of a number's name: %s", (question) => expect(courier.ask(question).kind).toBe("not_understood"));
});
