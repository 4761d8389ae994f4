import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A garden: beds have plantings and nothing else; a gardener plants, and is in courses besides. */
const tables = `
CREATE TABLE gardeners (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL);
CREATE TABLE beds (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE plantings (id INTEGER PRIMARY KEY, bed_id INTEGER NOT NULL REFERENCES beds (id), gardener_id INTEGER NOT NULL REFERENCES gardeners (id));
CREATE TABLE courses (id INTEGER PRIMARY KEY, gardener_id INTEGER NOT NULL REFERENCES gardeners (id));
`;

let garden: Business;
beforeAll(async () => {
  garden = await openFixture("counted-of-each", tables, (database) => {
    database.exec("INSERT INTO gardeners VALUES (1, 'Ada', 30), (2, 'Bo', 50), (3, 'Cy', 60)");
    database.exec("INSERT INTO beds VALUES (1, 'North'), (2, 'South'), (3, 'East')");
    database.exec("INSERT INTO plantings VALUES (1, 1, 1), (2, 1, 2), (3, 1, 2), (4, 2, 2), (5, 3, 1)");
    database.exec("INSERT INTO courses VALUES (1, 1), (2, 3)");
  });
});
afterAll(() => garden.datasource.close());

describe("counts of which no noun says what is counted", () => {
  const ofBeds = "SELECT label, COUNT(*) FROM beds JOIN plantings ON bed_id = beds.id GROUP BY beds.id";
  it.each([
    ["labels of the beds and the number of records they have", ofBeds],
    ["list the label and count of each bed", ofBeds],
    // Plantings and courses belong to a gardener: the question says which.
    [
      "for each gardener, return the name and the number of times they were planting",
      "SELECT name, COUNT(*) FROM gardeners JOIN plantings ON gardener_id = gardeners.id GROUP BY gardeners.id",
    ],
  ])("are of the rows that belong to each: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });

  it.each([
    "names of the gardeners and the number of records they have",
    "which bed complains the most",
    "which bed has the most beds",
  ])("are none where it is open what they are of: %s", (question) => {
    expect(garden.ask(question).kind).not.toBe("query");
  });
});
