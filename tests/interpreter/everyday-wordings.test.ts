import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A workshop that mends boats for boatyards. */
const tables = `
CREATE TABLE boatyards (id INTEGER PRIMARY KEY, firm TEXT NOT NULL UNIQUE, contact_name TEXT NOT NULL, harbour TEXT NOT NULL, opened_on DATE NOT NULL, moorings INTEGER NOT NULL);
CREATE TABLE crew_members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, crew TEXT NOT NULL, born_on DATE NOT NULL, hired_on DATE NOT NULL, foreman_id INTEGER REFERENCES crew_members (id));
CREATE TABLE repair_kind (id INTEGER PRIMARY KEY, repair TEXT NOT NULL, repair_kind TEXT NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, yard_id INTEGER NOT NULL REFERENCES boatyards (id), mender_id INTEGER NOT NULL REFERENCES crew_members (id), helper_id INTEGER REFERENCES crew_members (id), urgency TEXT NOT NULL, sent_on DATE NOT NULL, promised_on DATE NOT NULL, delivered_on DATE, weight_kg NUMERIC NOT NULL, retainer NUMERIC NOT NULL);
CREATE TABLE notices (id INTEGER PRIMARY KEY, yard_id INTEGER NOT NULL REFERENCES boatyards (id), cause TEXT, checker_id INTEGER NOT NULL REFERENCES crew_members (id), crew_member_id INTEGER NOT NULL REFERENCES crew_members (id));
CREATE TABLE trailers (id INTEGER PRIMARY KEY, plate TEXT NOT NULL UNIQUE, axles INTEGER NOT NULL);
CREATE TABLE buoys (id INTEGER PRIMARY KEY, name TEXT NOT NULL, area TEXT NOT NULL);
`;

let workshop: Business;
beforeAll(async () => {
  workshop = await openFixture("workshop", tables, (database) => {
    database.exec(`INSERT INTO boatyards VALUES (1, 'Holmvik Boats', 'Ada Ness', 'Holmvik', '2001-05-01', 12),
      (2, 'Saltmarsh Yachts', 'Bo Lind', 'Saltmarsh', '2011-06-01', 30), (3, 'Ternby Hulls', 'Cy Moe', 'Holmvik', '2019-07-01', 8)`);
    database.exec(`INSERT INTO crew_members VALUES (1, 'Dana Ruud', 'Red', '1970-01-01', '2010-01-01', NULL),
      (2, 'Egil Sund', 'Blue', '1995-01-01', '2012-01-01', 1), (3, 'Frida Torp', 'Blue', '1988-01-01', '2020-01-01', 1)`);
    database.exec("INSERT INTO repair_kind VALUES (1, 'Hull', 'wood'), (2, 'Mast', 'wood'), (3, 'Engine', 'metal')");
    database.exec(`INSERT INTO repairs VALUES (1, 1, 2, NULL, 'Rush', '2025-01-02', '2025-01-05', '2025-01-04', 120, 50),
      (2, 1, 3, 2, 'Normal', '2025-02-01', '2025-02-09', '2025-02-11', 80, 40), (3, 2, 2, NULL, 'Rush', '2025-03-01', '2025-03-03', '2025-03-03', 300, 90),
      (4, 2, 2, 3, 'Normal', '2025-04-01', '2025-04-09', NULL, 20, 10)`);
    database.exec(
      "INSERT INTO notices VALUES (1, 1, 'Late', 1, 2), (2, 1, NULL, 2, 3), (3, 2, 'Late', 2, 3), (4, 2, NULL, 2, 1), (5, 2, NULL, 3, 2)",
    );
    database.exec("INSERT INTO trailers VALUES (1, 'HV 100', 1), (2, 'HV 213', 2), (3, 'HV 326', 3)");
    database.exec("INSERT INTO buoys VALUES (1, 'Two', 'Reporting'), (2, 'Seven', 'Weather')");
  });
});
afterAll(() => workshop.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => workshop.expectRows(question, sql);

const REPAIRS_BY_YARD = "FROM repairs JOIN boatyards ON boatyards.id = yard_id GROUP BY boatyards.id";

describe("what names a row", () => {
  it.each([
    ["boatyards by number of repairs", `SELECT firm, COUNT(*) ${REPAIRS_BY_YARD}`],
    ["list the crew members", "SELECT full_name FROM crew_members"],
    ["trailers with more than 1 axle", "SELECT plate FROM trailers WHERE axles > 1"],
    ["What are the different repair kinds?", "SELECT DISTINCT repair_kind FROM repair_kind"],
  ])("%s", expectRows);
});

describe("what is listed beside rows", () => {
  it.each([
    ["boatyards with harbour and moorings", "SELECT firm, harbour, moorings FROM boatyards"],
    ["all boatyards with harbour and opening date", "SELECT firm, harbour, opened_on FROM boatyards"],
    [
      "list the notices with their boatyard",
      "SELECT notices.id, firm FROM notices JOIN boatyards ON boatyards.id = yard_id",
    ],
  ])("%s", expectRows);
});

describe("a figure for each", () => {
  it.each([
    [
      "What is the average weight of the repairs with a retainer above 15 for the different urgencies?",
      "SELECT urgency, AVG(weight_kg) FROM repairs WHERE retainer > 15 GROUP BY urgency",
    ],
    ["repairs for each urgency", "SELECT urgency, COUNT(*) FROM repairs GROUP BY urgency"],
    ["crew members in each crew", "SELECT crew, COUNT(*) FROM crew_members GROUP BY crew"],
    ["boatyards at every harbour", "SELECT harbour, COUNT(*) FROM boatyards GROUP BY harbour"],
    ["new crew members per year", "SELECT strftime('%Y', hired_on), COUNT(*) FROM crew_members GROUP BY 1"],
  ])("%s", expectRows);
});

describe("words that look like values or columns, and are none", () => {
  it.each([
    ["boatyards with two or more repairs", `SELECT firm ${REPAIRS_BY_YARD} HAVING COUNT(*) >= 2`],
    ["who reports to Dana Ruud", "SELECT full_name FROM crew_members WHERE foreman_id = 1"],
    ["on time rate", "SELECT AVG(delivered_on <= promised_on) FROM repairs WHERE delivered_on IS NOT NULL"],
    [
      "late delivery rate by urgency",
      "SELECT urgency, AVG(delivered_on > promised_on) FROM repairs WHERE delivered_on IS NOT NULL GROUP BY 1",
    ],
    ["which boatyard has the most late repairs", "SELECT 'Holmvik Boats'"],
    ["how many repairs were delivered late", "SELECT COUNT(*) FROM repairs WHERE delivered_on > promised_on"],
    ["when was the last repair of Holmvik Boats sent", "SELECT MAX(sent_on) FROM repairs WHERE yard_id = 1"],
  ])("%s", expectRows);
});

describe("one figure of all rows", () => {
  it.each([
    ["what is our retainer", "SELECT SUM(retainer) FROM repairs"],
    [
      "how long does a rush repair take on average?",
      "SELECT AVG(julianday(delivered_on) - julianday(sent_on)) FROM repairs WHERE urgency = 'Rush'",
    ],
  ])("%s", expectRows);
});

describe("rows in brief", () => {
  it.each([
    ["rush repairs?", "SELECT COUNT(*) FROM repairs WHERE urgency = 'Rush'"],
    ["rush repairs", "SELECT * FROM repairs WHERE urgency = 'Rush'"],
    ["boatyards in Holmvik?", "SELECT firm FROM boatyards WHERE harbour = 'Holmvik'"],
  ])("%s", expectRows);
});

describe("conditions", () => {
  it.each([
    ["how many notices does Egil Sund have", "SELECT COUNT(*) FROM notices WHERE crew_member_id = 2"],
    ["repairs over 100 kg", "SELECT * FROM repairs WHERE weight_kg > 100"],
    ["how many repairs were done by a helper", "SELECT COUNT(*) FROM repairs WHERE helper_id IS NOT NULL"],
    ["crew members in the same crew as Egil Sund", "SELECT full_name FROM crew_members WHERE crew = 'Blue'"],
    ["what is the most common cause of the notices", "SELECT 'Late'"],
    ["what is the leading cause of the notices", "SELECT 'Late'"],
  ])("%s", expectRows);

  it("say which row is meant by the same", () => {
    const reading = workshop.ask("crew members in the same crew as Egil Sund");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.interpretation).toBe("Crew members with the same crew as “Egil Sund”.");
  });
});
