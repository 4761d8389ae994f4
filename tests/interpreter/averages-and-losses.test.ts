import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A brewery: barrels in flat deliveries, brewers with a monthly wage, festivals with costs of each day, and invoices that come late. */
const tables = `
CREATE TABLE brewers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, hired_on DATE NOT NULL, monthly_wage NUMERIC NOT NULL, taught_by_id INTEGER REFERENCES brewers (id));
CREATE TABLE deliveries (id INTEGER PRIMARY KEY, docket_no INTEGER NOT NULL, delivered_on DATE NOT NULL, pub TEXT NOT NULL, beer TEXT NOT NULL, quantity INTEGER NOT NULL, revenue NUMERIC NOT NULL);
CREATE TABLE festivals (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, opened_on DATE NOT NULL);
CREATE TABLE festival_costs (id INTEGER PRIMARY KEY, festival_id INTEGER NOT NULL REFERENCES festivals (id), day DATE NOT NULL, spend NUMERIC NOT NULL, visits INTEGER NOT NULL);
CREATE TABLE kettles (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, maker TEXT NOT NULL, bought_on DATE NOT NULL, purchase_price NUMERIC NOT NULL, weight_kg NUMERIC NOT NULL);
CREATE TABLE brews (id INTEGER PRIMARY KEY, kettle_id INTEGER NOT NULL REFERENCES kettles (id), brewer_id INTEGER NOT NULL REFERENCES brewers (id), booked_on DATE NOT NULL,
  starts_at TIMESTAMP NOT NULL, finished_at TIMESTAMP NOT NULL, water_litres NUMERIC NOT NULL, distance_km INTEGER NOT NULL);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, amount NUMERIC NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("averages-and-losses", tables, (database) => {
    database.exec(
      "INSERT INTO brewers VALUES (1, 'Ada Ness', '2019-05-01', 3000, NULL), (2, 'Bo Lind', '2020-06-01', 2500, 1)",
    );
    database.exec(`INSERT INTO deliveries VALUES (1, 10, '2024-01-02', 'Crown', 'Stout', 4, 40), (2, 10, '2024-01-02', 'Crown', 'Ale', 2, 20),
      (3, 11, '2024-01-20', 'Bell', 'Ale', 6, 60), (4, 12, '2024-02-05', 'Bell', 'Stout', 10, 100)`);
    database.exec("INSERT INTO festivals VALUES (1, 'Hops', '2024-05-01'), (2, 'Malt', '2023-05-01')");
    database.exec(`INSERT INTO festival_costs VALUES (1, 1, '2024-05-01', 10, 3), (2, 1, '2024-05-02', 30, 4), (3, 2, '2024-05-01', 20, 5),
      (4, 2, '2023-05-01', 60, 6)`);
    database.exec(
      "INSERT INTO kettles VALUES (1, 'Old Tom', 'Kupfer', '2010-01-01', 900, 80), (2, 'Young Tom', 'Kupfer', '2020-01-01', 1500, 90)",
    );
    database.exec(`INSERT INTO brews VALUES (1, 1, 1, '2024-01-01', '2024-02-01 08:00', '2024-02-01 18:00', 500, 10),
      (2, 2, 2, '2024-01-01', '2024-02-02 08:00', '2024-02-02 22:00', 900, 30)`);
    database.exec(`INSERT INTO invoices VALUES (1, 'R1', '2024-01-01', '2024-01-31', '2024-02-04', 100), (2, 'R2', '2024-02-01', '2024-03-01', '2024-03-03', 300),
      (3, 'R3', '2024-02-03', '2024-03-04', NULL, 200)`);
  });
});
afterAll(async () => {
  await house.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await house.expectRows(question, sql);
};

describe("an average of orders and of times", () => {
  it.each([
    ["average quantity per docket", "SELECT 22.0 / 3"],
    ["average quantity per docket by month", "SELECT '2024-01', 6.0 UNION SELECT '2024-02', 10.0"],
    ["average revenue per month", "SELECT 110.0"],
    ["average monthly revenue", "SELECT 110.0"],
    ["average daily spend", "SELECT 40.0"],
    ["average invoice per month", "SELECT '2024-01', 100.0 UNION SELECT '2024-02', 250.0"],
    ["average number of invoices per month", "SELECT 1.5"],
  ])("is of what each comes to, rather than of its lines: %s", expectRows);

  it("is of the lines where a figure of each month is asked for", async () => {
    await house.expectRows("average revenue by month", "SELECT '2024-01', 40.0 UNION SELECT '2024-02', 100.0");
  });
});

describe("what is kept for a month", () => {
  it.each([
    ["what do we pay for wages per month", "SELECT 5500"],
    ["total monthly wage per month", "SELECT 5500"],
  ])("is asked for per month, whenever people came: %s", expectRows);
});

describe("the time something takes", () => {
  it.each([
    ["how long does a brew take on average", "SELECT AVG(julianday(finished_at) - julianday(starts_at)) FROM brews"],
    ["how many days late are invoices paid on average", "SELECT 3.0"],
    ["average delay of invoices", "SELECT 3.0"],
  ])("begins when it starts, and being late with the day it was due: %s", expectRows);
});

describe("what no table tells", () => {
  it.each([
    "visit rate by festival",
    "the heaviest kettle and who brewed in it",
    "who was taught by whom",
    "kettles to weigh",
    "which maker do we pay the most",
    "revenue by kettle",
    "festivals that had no spend of 2023 and who came",
  ])("is refused, rather than told by something else: %s", (question) => {
    expect(house.ask(question).kind).toBe("not_understood");
  });
});

describe("what is ranked", () => {
  it("is not the money or the size of something else", () => {
    expect(house.ask("which brewer has the biggest brew").kind).toBe("not_understood");
  });
});

describe("who left", () => {
  it("is not told by the day on which they came", () => {
    expect(house.ask("festivals that left last year").kind).toBe("not_understood");
  });
});
