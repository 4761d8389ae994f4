import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE ferry_lines (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE crossings (id INTEGER PRIMARY KEY, ferry_line_id INTEGER NOT NULL REFERENCES ferry_lines (id), left_on DATE NOT NULL, fare NUMERIC NOT NULL);
`;

let ferries: Business;
let tavern: Business;
beforeAll(async () => {
  ferries = await openFixture("about-the-data", tables, (database) => {
    database.exec("INSERT INTO ferry_lines VALUES (1, 'North'), (2, 'South')");
    database.exec("INSERT INTO crossings VALUES (1, 1, '2024-05-01', 10), (2, 2, '2024-06-01', 20)");
  });
  tavern = await openFixture(
    "about-the-tavern",
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL, seats INTEGER NOT NULL);",
    (database) => database.exec("INSERT INTO tables VALUES (1, 'Window', 4), (2, 'Stove', 6)"),
  );
});
afterAll(async () => {
  await ferries.datasource.close();
  await tavern.datasource.close();
});

const reasonOf = (business: Business, question: string): string => {
  const reading = business.ask(question);
  return reading.kind === "query" ? reading.sql : reading.reason;
};

describe("questions about the data itself", () => {
  it.each([
    "which tables are there",
    "list all tables",
    "What tables do you have?",
    "how many tables are there",
    "describe the schema",
  ])("are told the tables: %s", (question) =>
    expect(reasonOf(ferries, question)).toContain("There are 2 tables: crossings, ferry lines."),
  );

  it.each([
    "what columns does crossings have",
    "show the columns of crossing",
    "describe the crossings table",
    "which fields are in crossings",
  ])("are told the columns: %s", (question) =>
    expect(reasonOf(ferries, question)).toBe("Crossings has 4 columns: id, ferry line id, left on, fare."),
  );

  it("are about rows where those are called tables", () =>
    tavern.expectRows("how many tables are there", "SELECT COUNT(*) FROM tables"));
});

describe("wishes to change something", () => {
  it.each([
    "update the fare of crossing 1 to 5",
    "please set the name of the line to West",
    "delete crossing 2",
    "erase everything about North",
  ])("are told that nothing is changed: %s", (question) =>
    expect(reasonOf(ferries, question)).toContain("I only read"),
  );

  it("are none where a change of figures is asked for", () =>
    expect(ferries.ask("change in fares from May to June 2024").kind).toBe("query"));
});

describe("lists that are to be exported, and charts of no kind", () => {
  it("are read as lists", () => ferries.expectRows("export all crossings", "SELECT * FROM crossings"));

  it("are drawn as suits them", () =>
    ferries.expectRows(
      "fares by month chart",
      "SELECT strftime('%Y-%m', left_on), SUM(fare) FROM crossings GROUP BY 1",
    ));
});
