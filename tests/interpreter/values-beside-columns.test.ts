import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Firms that look after lighthouses: states, bills and kinds whose values mean other things as well, and columns called after other rows. */
const tables = `
CREATE TABLE firms (id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, no_of_boats INTEGER NOT NULL, town TEXT NOT NULL);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, firm_id INTEGER NOT NULL REFERENCES firms (id), active INTEGER NOT NULL CHECK (active IN (0, 1)), town TEXT NOT NULL);
CREATE TABLE lamps (id INTEGER PRIMARY KEY, name TEXT NOT NULL, firm_id INTEGER NOT NULL REFERENCES firms (id), keeper_id INTEGER NOT NULL REFERENCES keepers (id),
  status TEXT NOT NULL, billing TEXT NOT NULL, max_keepers INTEGER NOT NULL, lit_on DATE NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (id), purpose TEXT NOT NULL, value REAL NOT NULL, fuel_litres REAL NOT NULL, fuel_cost REAL NOT NULL);
CREATE TABLE web_visits (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (id), channel TEXT NOT NULL, visited_on DATE NOT NULL);
CREATE TABLE contacts (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (id), email TEXT NOT NULL);
CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT NOT NULL, level TEXT NOT NULL, joining_fee REAL NOT NULL, avg_kwh REAL NOT NULL);
CREATE TABLE faults (id INTEGER PRIMARY KEY, lamp_id INTEGER NOT NULL REFERENCES lamps (id), reason TEXT NOT NULL, due_on DATE NOT NULL, mended_on DATE);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("values-beside-columns", tables, (database) => {
    database.exec(
      "INSERT INTO firms VALUES (1, 'Beam', 'Corporate', 2, 'Saltby'), (2, 'Fog', 'Public', 9, 'Fenwick'), (3, 'Glow', 'Public', 4, 'Fenwick')",
    );
    database.exec(
      "INSERT INTO keepers VALUES (1, 'Ada Moor', 1, 1, 'Fenwick'), (2, 'Ben Oak', 2, 0, 'Saltby'), (3, 'Cid Reed', 2, 1, 'Fenwick')",
    );
    database.exec(`INSERT INTO lamps VALUES (1, 'North', 1, 1, 'active', 'monthly', 6, '2024-01-02'), (2, 'South', 2, 2, 'active', 'yearly', 2, '2024-02-02'),
      (3, 'East', 2, 2, 'in repair', 'monthly', 8, '2024-03-02'), (4, 'West', 3, 3, 'closed', 'display', 1, '2024-03-05')`);
    database.exec(
      "INSERT INTO web_visits VALUES (1, 1, 'email', '2024-05-02'), (2, 1, 'email', '2024-06-02'), (3, 2, 'search', '2024-06-03')",
    );
    database.exec("INSERT INTO contacts VALUES (1, 1, 'ada@moor.example'), (2, 2, 'ben@oak.example')");
    database.exec(
      "INSERT INTO bills VALUES (1, 1, 'joining fee', 100, 8, 40), (2, 1, 'lamp oil', 700, 45, 90), (3, 2, 'lamp oil', 300, 50, 20), (4, 3, 'rope', 900, 1, 45)",
    );
    database.exec(
      "INSERT INTO plans VALUES (1, 'Small', 'low', 0, 10), (2, 'Middle', 'low', 12, 30), (3, 'Large', 'high', 25, 50)",
    );
    database.exec(`INSERT INTO faults VALUES (1, 1, 'Late', '2024-02-01', '2024-01-20'), (2, 1, 'Not as ordered', '2024-02-01', '2024-02-20'),
      (3, 2, 'Broken', '2024-02-01', NULL), (4, 3, 'Late', '2024-02-01', '2024-03-20')`);
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("a value right behind its column", () => {
  it.each([
    ["how many lamps are there whose status is active?", "SELECT 2"],
    ["number of lamps with status active", "SELECT 2"],
    ["how many lamps have status active or in repair", "SELECT 3"],
    ["how many lamps are there whose status is not in repair?", "SELECT 3"],
    ["how many lamps whose status is not active or in repair", "SELECT 1"],
    ["number of lamps with billing monthly", "SELECT 2"],
    ["number of lamps whose billing is monthly by firm", "SELECT 'Beam', 1 UNION SELECT 'Fog', 1"],
    ["how many lamps are there with billing other than monthly?", "SELECT 2"],
    ["how many lamps with billing other than monthly or yearly", "SELECT 1"],
    ["number of lamps with billing display per firm", "SELECT 'Glow', 1"],
    ["how many faults are there whose reason is Not as ordered?", "SELECT 1"],
    ["how many faults are there whose reason is not Not as ordered?", "SELECT 3"],
    ["how many firms have type Corporate?", "SELECT 1"],
    ["number of firms with type Corporate or Public", "SELECT 3"],
    ["how many Corporate firms", "SELECT 1"],
    ["number of email web visits by month", "SELECT '2024-05', 1 UNION SELECT '2024-06', 1"],
    ["average number of boats of Public firms", "SELECT 6.5"],
  ])("is that value, whatever else it means: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("a number in whose name other rows are", () => {
  it.each([
    ["how many lamps have max keepers above 1", "SELECT 3"],
    ["lamps with max keepers between 5 and 10", "SELECT 'North' UNION SELECT 'East'"],
    ["how many firms are there with no of boats above 3", "SELECT 2"],
    ["firms with number of boats of at least 4", "SELECT 'Fog' UNION SELECT 'Glow'"],
    ["no. of lamps per firm", "SELECT 'Beam', 1 UNION SELECT 'Fog', 2 UNION SELECT 'Glow', 1"],
  ])("is compared, and nothing of those rows is asked for: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("a column that others have as well", () => {
  it.each([
    ["number of keepers with town Fenwick by firm", "SELECT 'Beam', 1 UNION SELECT 'Fog', 1"],
    ["number of keepers whose town is Fenwick for each firm", "SELECT 'Beam', 1 UNION SELECT 'Fog', 1"],
  ])("is that of the rows right before it: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("what is denied of rows that are counted", () => {
  it.each([
    ["which firm has the most lamps whose status is not active?", "SELECT 'Glow' UNION SELECT 'Fog' LIMIT 1"],
    ["which keeper has the fewest lamps with billing other than monthly?", "SELECT 'Ben Oak'"],
    ["which keepers have lamps whose status is not active", "SELECT 'Ben Oak' UNION SELECT 'Cid Reed'"],
  ])("leaves out those rows: %s", async (question) => {
    const { reading } = await house.answer(question);
    expect(reading.sql).not.toContain("NOT IN");
  });

  it("but not where somebody has none of them", async () => {
    await house.expectRows("keepers without active lamps", "SELECT 'Cid Reed'");
  });
});

describe("numbers that are called like something else", () => {
  it.each([
    ["how many bills are there with fuel cost between 30 and 60?", "SELECT 2"],
    ["number of bills with purpose lamp oil and with fuel cost between 30 and 95", "SELECT 1"],
    ["number of bills with value above 500 for each keeper", "SELECT 'Ada Moor', 1 UNION SELECT 'Cid Reed', 1"],
    ["highest value of bills", "SELECT 900"],
    ["highest value of bills whose purpose is lamp oil", "SELECT 700"],
    ["how many plans have a joining fee below 20", "SELECT 2"],
    ["average kwh of plans by level", "SELECT 'low', 20 UNION SELECT 'high', 50"],
  ])("are what is compared or told: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});
