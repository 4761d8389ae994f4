import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** An agency: crew members with their wages, and the firms it works for, which have employees of their own. */
const tables = `
CREATE TABLE crew_members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, unit TEXT NOT NULL, wage INTEGER NOT NULL);
CREATE TABLE firms (id INTEGER PRIMARY KEY, firm_name TEXT NOT NULL, employees INTEGER NOT NULL, town_id INTEGER NOT NULL REFERENCES towns (id), lead_id INTEGER NOT NULL REFERENCES crew_members (id));
CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT NOT NULL, county TEXT NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, firm_id INTEGER NOT NULL REFERENCES firms (id), net_amount REAL NOT NULL);
`;
const households = `
CREATE TABLE heads (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL);
CREATE TABLE branches (id INTEGER PRIMARY KEY, name TEXT NOT NULL, num_employees INTEGER NOT NULL, head_id INTEGER NOT NULL REFERENCES heads (id));
`;

/** A shop whose employees sell. */
const sellers = `
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), total_amount REAL NOT NULL);
`;

let agency: Business;
let branches: Business;
let shop: Business;
beforeAll(async () => {
  agency = await openFixture("own-staff", tables, (database) => {
    database.exec(
      "INSERT INTO crew_members VALUES (1, 'Ada', 'Sales', 50), (2, 'Bo', 'Sales', 70), (3, 'Cy', 'Design', 60)",
    );
    database.exec("INSERT INTO towns VALUES (1, 'Aber', 'North'), (2, 'Brae', 'South')");
    database.exec("INSERT INTO firms VALUES (1, 'Fir', 100, 1, 1), (2, 'Gorse', 20, 2, 2)");
    database.exec("INSERT INTO bills VALUES (1, 1, 900), (2, 2, 100)");
  });
  shop = await openFixture("sellers", sellers, (database) => {
    database.exec("INSERT INTO employees VALUES (1, 'Ada'), (2, 'Bo')");
    database.exec("INSERT INTO orders VALUES (1, 1, 50), (2, 2, 20), (3, 1, 5)");
  });
  branches = await openFixture("heads", households, (database) => {
    database.exec("INSERT INTO heads VALUES (1, 'Ada', 60), (2, 'Bo', 40), (3, 'Cy', 58)");
    database.exec("INSERT INTO branches VALUES (1, 'North', 100, 1), (2, 'South', 20, 2)");
  });
});
afterAll(async () => {
  await agency.datasource.close();
  await branches.datasource.close();
  await shop.datasource.close();
});

describe("employees where only others have a number of theirs", () => {
  it.each([
    ["how many employees do we have", "SELECT 3"],
    ["number of employees in sales", "SELECT 2"],
    ["headcount by unit", "SELECT unit, COUNT(*) FROM crew_members GROUP BY unit"],
    ["how many crew members in sales", "SELECT 2"],
    ["crew members in sales", "SELECT full_name FROM crew_members WHERE unit = 'Sales'"],
  ])("are those of the house: %s", async (question, sql) => {
    await agency.expectRows(question, sql);
  });

  it.each([
    ["firms with more than 50 employees", "SELECT firm_name FROM firms WHERE employees > 50"],
    ["how many employees does the firm Gorse have", "SELECT 20"],
  ])("are theirs where they are spoken of: %s", async (question, sql) => {
    await agency.expectRows(question, sql);
  });

  it.each(["how many people work in sales", "employees in sales", "who works in sales"])(
    "are not told by the sales of a house that keeps no parts of it: %s",
    (question) => {
      expect(shop.ask(question).kind).not.toBe("query");
    },
  );

  it("are ranked by sales where they are the best in them", async () => {
    await shop.expectRows("which employee is best in sales", "SELECT 'Ada'");
  });

  it("do not answer for the heads of branches", async () => {
    await branches.expectRows("number of heads with age over 50", "SELECT 2");
    await branches.expectRows("number of heads older than 50", "SELECT 2");
  });
});

describe("a name before the name of what a row belongs to", () => {
  it.each(["name and town name of firms", "what is the name and the town name of each firm"])(
    "is the row's own: %s",
    async (question) => {
      await agency.expectRows(question, "SELECT firm_name, name FROM firms JOIN towns ON town_id = towns.id");
    },
  );

  it("is so for other attributes, too", async () => {
    await agency.expectRows(
      "name, employees and town county of firms",
      "SELECT firm_name, employees, county FROM firms JOIN towns ON town_id = towns.id",
    );
  });
});
