import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Harbours with cranes, and what their customers land there: rows that have so many of others, grouped by something else. */
const tables = `
CREATE TABLE harbours (id INTEGER PRIMARY KEY, name TEXT NOT NULL, coast TEXT NOT NULL, opened_on DATE NOT NULL, depth_m REAL NOT NULL);
CREATE TABLE cranes (id INTEGER PRIMARY KEY, harbour_id INTEGER NOT NULL REFERENCES harbours (id), status TEXT NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, harbour_id INTEGER NOT NULL REFERENCES harbours (id), billing TEXT NOT NULL, monthly_fee REAL NOT NULL, coast TEXT NOT NULL);
CREATE TABLE skippers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, color TEXT NOT NULL);
CREATE TABLE landings (id INTEGER PRIMARY KEY, skipper_id INTEGER NOT NULL REFERENCES skippers (id), harbour_id INTEGER NOT NULL REFERENCES harbours (id), landed_on DATE NOT NULL, promised_on DATE NOT NULL, price REAL NOT NULL);
CREATE VIEW ready_cranes AS SELECT cranes.id, cranes.harbour_id, harbours.depth_m FROM cranes JOIN harbours ON cranes.harbour_id = harbours.id WHERE cranes.status = 'ready';
CREATE VIEW harbour_income AS SELECT harbours.name AS harbour, SUM(landings.price) AS income FROM harbours JOIN landings ON landings.harbour_id = harbours.id GROUP BY harbours.name;
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("rows-that-have-so-many", tables, (database) => {
    database.exec(
      `INSERT INTO harbours VALUES (1, 'Nessport', 'east', '2010-04-01', 12), (2, 'Gullhaven', 'east', '2010-06-01', 8), (3, 'Corrin', 'west', '2012-04-01', 20), (4, 'Lorring', 'west', '2015-04-01', 5)`,
    );
    database.exec(
      `INSERT INTO cranes VALUES (1, 1, 'ready'), (2, 1, 'ready'), (3, 1, 'on-hold'), (4, 2, 'under repair'), (5, 3, 'ready'), (6, 3, 'under repair')`,
    );
    database.exec(
      `INSERT INTO skippers VALUES (1, 'Ada Moor', 'Norway', 'Red'), (2, 'Ben Oak', 'Iceland', 'Blue'), (3, 'Cid Reed', 'Norway', 'Red')`,
    );
    database.exec(
      "INSERT INTO passes VALUES (1, 1, 'monthly', 10, 'west'), (2, 1, 'yearly', 30, 'east'), (3, 3, 'monthly', 20, 'west'), (4, 3, 'monthly', 40, 'west')",
    );
    database.exec(`INSERT INTO landings VALUES (1, 1, 1, '2024-01-05', '2024-01-05', 10), (2, 1, 2, '2024-02-05', '2024-02-01', 20), (3, 1, 1, '2024-02-06', '2024-02-07', 30),
      (4, 2, 3, '2024-01-07', '2024-01-08', 40), (5, 3, 3, '2024-02-08', '2024-02-08', 50)`);
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("rows that have so many of others", () => {
  it.each([
    ["number of harbours with at least 2 cranes by coast", "SELECT 'east', 1 UNION SELECT 'west', 1"],
    ["highest depth of harbours with more than 1 crane for each coast", "SELECT 'east', 12 UNION SELECT 'west', 20"],
    ["number of harbours with cranes per coast", "SELECT 'east', 2 UNION SELECT 'west', 1"],
    [
      "total price of landings from skippers with more than 1 landing by month",
      "SELECT '2024-01', 10 UNION SELECT '2024-02', 50",
    ],
    ["total price of landings from skippers with more than 1 landing", "SELECT 60"],
    ["how many landings come from skippers with at least 2 landings", "SELECT 3"],
  ])("are told by what each of them has, whatever they are grouped by: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });

  it("are named where they are not the rows that are counted", async () => {
    const { reading } = await house.answer("how many landings come from skippers with at least 2 landings");
    expect(reading.interpretation).toContain("of skippers with at least 2 landings");
  });
});

describe("words of values", () => {
  it.each([
    ["how many cranes whose status is on-hold or under repair", "SELECT 3"],
    ["how many skippers are there with color Red?", "SELECT 2"],
    ["number of landings of the harbour Nessport", "SELECT 2"],
  ])("are not taken for something else: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("units of time", () => {
  it.each([
    ["which month had the most landings?", "SELECT '2024-02'"],
    ["month with the most landings", "SELECT '2024-02'"],
  ])("are no part of what is kept per month: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });

  it.each([
    ["how many monthly passes", "SELECT 3"],
    ["compare the number of monthly and yearly passes", "SELECT 'monthly', 3 UNION SELECT 'yearly', 1"],
  ])("are the state of rows that have one called so: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("a column that the rows asked for have as well", () => {
  it.each([
    ["harbour with the most passes with coast west", "SELECT 'Corrin'"],
    [
      "which harbours have no passes with billing yearly?",
      "SELECT 'Gullhaven' UNION SELECT 'Corrin' UNION SELECT 'Lorring'",
    ],
    ["what share of passes have billing monthly?", "SELECT 0.75"],
  ])("is that of the rows it restricts: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("the row with the most of something", () => {
  it("is one, where it is asked whose it is", async () => {
    await house.expectRows("which skipper had the landing with the highest price?", "SELECT 'Cid Reed'");
  });
});

describe("two states beside each other", () => {
  it.each([
    ["percentage of ready cranes", "SELECT 50"],
    ["number of ready and on-hold cranes", "SELECT 'ready', 3 UNION SELECT 'on-hold', 1"],
    ["how many cranes are ready or on-hold", "SELECT 4"],
    ["number of cranes with status on-hold for each harbour", "SELECT 'Nessport', 1"],
  ])("are both of the rows after them: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("two kinds of rows by month", () => {
  it("are all counted, and nothing else is said", async () => {
    const { reading } = await house.answer("landings and harbours by month");
    expect(reading.assumptions.join(" ")).not.toContain("Only");
  });
});
