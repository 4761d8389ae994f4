import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A sailing school: what holds or not is kept in words and letters. */
const tables = `
CREATE TABLE sailors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, newsletter TEXT NOT NULL, insured TEXT NOT NULL);
CREATE TABLE dinghies (id INTEGER PRIMARY KEY, name TEXT NOT NULL, length_m REAL NOT NULL, spinnaker TEXT NOT NULL);
CREATE TABLE trips (id INTEGER PRIMARY KEY, dinghy_id INTEGER NOT NULL REFERENCES dinghies (id), status TEXT NOT NULL, sailed_on DATE NOT NULL);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, teacher TEXT NOT NULL, status TEXT NOT NULL, held_on DATE);
`;

let school: Business;
beforeAll(async () => {
  school = await openFixture("sailing_school", tables, (database) => {
    database.exec(`INSERT INTO sailors VALUES (1, 'Ada Ness', 'Holm', 'Y', 'No'), (2, 'Bo Lind', 'Holm', 'N', 'Yes'),
      (3, 'Cy Moe', 'Vik', 'Y', 'Yes'), (4, 'Di Rask', 'Vik', 'N', 'No'), (5, 'Eli Torp', 'Vik', 'Y', 'Yes')`);
    database.exec("INSERT INTO dinghies VALUES (1, 'Tern', 4.2, 'T'), (2, 'Gull', 5.1, 'F'), (3, 'Auk', 6.0, 'T')");
    database.exec(
      `INSERT INTO trips VALUES (1, 1, 'cancelled', '2025-01-01'), (2, 2, 'done', '2025-01-02'), (3, 3, 'done', '2025-01-03')`,
    );
    database.exec(
      "INSERT INTO lessons VALUES (1, 'Kim', 'cancelled', NULL), (2, 'Lee', 'cancelled', NULL), (3, 'Lee', 'held', '2025-02-01')",
    );
  });
});
afterAll(() => school.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => school.expectRows(question, sql);

describe("a column of Y and N, of Yes and No", () => {
  it.each([
    ["sailors in Vik who get the newsletter", "SELECT full_name FROM sailors WHERE town = 'Vik' AND newsletter = 'Y'"],
    ["how many sailors do not get the newsletter", "SELECT COUNT(*) FROM sailors WHERE newsletter = 'N'"],
    ["which sailors are insured", "SELECT full_name FROM sailors WHERE insured = 'Yes'"],
    ["what share of sailors are insured", "SELECT AVG(insured = 'Yes') FROM sailors"],
    ["average length of dinghies with a spinnaker", "SELECT AVG(length_m) FROM dinghies WHERE spinnaker = 'T'"],
    ["sailors by newsletter", "SELECT newsletter, COUNT(*) FROM sailors GROUP BY 1"],
    ["sailors insured", "SELECT full_name FROM sailors WHERE insured = 'Yes'"],
    ["whose insured is 'Yes'", "SELECT full_name FROM sailors WHERE insured = 'Yes'"],
  ])("%s", expectRows);
});

describe("a rate that two kinds of rows may have", () => {
  it("is asked back for where neither is named", () => {
    const reading = school.ask("cancellation rate");
    expect(reading).toMatchObject({
      kind: "not_understood",
      choices: [
        { label: "lessons", message: "cancellation rate of lessons" },
        { label: "trips", message: "cancellation rate of trips" },
      ],
    });
  });

  it.each([
    ["cancellation rate of lessons", "SELECT 1.0 * 2 / 3"],
    ["cancellation rate of trips", "SELECT 1.0 / 3"],
    ["cancellation rate by teacher", "SELECT teacher, AVG(status = 'cancelled') FROM lessons GROUP BY 1"],
  ])("%s is that of the rows the question speaks of", expectRows);
});
