import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A tram company: depots, the trams they keep, and the drivers who work there, some of whom another one trains. */
const tables = `
CREATE TABLE depots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, capacity INTEGER NOT NULL, altitude_m INTEGER NOT NULL);
CREATE TABLE trams (id INTEGER PRIMARY KEY, name TEXT NOT NULL, livery TEXT, depot_id INTEGER NOT NULL REFERENCES depots (id));
CREATE TABLE drivers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, age INTEGER NOT NULL, depot_id INTEGER NOT NULL REFERENCES depots (id), mentor_id INTEGER REFERENCES drivers (id), locker TEXT);
`;

let trams: Business;
beforeAll(async () => {
  trams = await openFixture("orders-and-bounds", tables, (database) => {
    database.exec(
      "INSERT INTO depots VALUES (1, 'North', 'Elm', 40, 210), (2, 'South', 'Oak', 60, 90), (3, 'Quay', 'Oak', 30, 4)",
    );
    database.exec(`INSERT INTO trams VALUES (1, 'Swan', 'red', 1), (2, 'Heron', NULL, 1), (3, 'Gull', 'blue', 2), (4, 'Tern', NULL, 1),
      (5, 'Wren', 'red', 1)`);
    database.exec(
      "INSERT INTO drivers VALUES (1, 'Ann Bo', 31, 1, 2, 'A1'), (2, 'Cy Dee', 58, 2, NULL, NULL), (3, 'Eve Fo', 44, 1, 2, NULL)",
    );
  });
});
afterAll(async () => {
  await trams.datasource.close();
});

describe("an order that is said by its ends", () => {
  it.each([
    ["list the names of drivers sorted from oldest to youngest", "SELECT full_name FROM drivers ORDER BY age DESC"],
    ["list the names of drivers, ordered from youngest to oldest", "SELECT full_name FROM drivers ORDER BY age"],
    [
      "for each depot, how many trams are there? Order the depots by the number of trams from fewest to most",
      "SELECT d.name, COUNT(*) FROM trams t JOIN depots d ON d.id = t.depot_id GROUP BY d.id ORDER BY COUNT(*)",
    ],
  ])("%s", async (question, sql) => {
    expect((await trams.answer(question)).result.rows).toEqual(await trams.rows(sql));
  });

  it("is not taken from names where nothing tells of it", () => {
    expect(trams.ask("list the names of depots sorted from best to worst").kind).toBe("not_understood");
  });
});

describe("bounds and blanks said in other words", () => {
  it.each([
    [
      "which towns have at least a depot with a tram",
      "SELECT DISTINCT town FROM depots WHERE id IN (SELECT depot_id FROM trams)",
    ],
    [
      "which depots have 2 to 4 trams",
      "SELECT d.name FROM depots d JOIN trams t ON t.depot_id = d.id GROUP BY d.id HAVING COUNT(*) BETWEEN 2 AND 4",
    ],
    ["names of trams with a null livery", "SELECT name FROM trams WHERE livery IS NULL"],
  ])("%s", async (question, sql) => {
    await trams.expectRows(question, sql);
  });
});

describe("what is shown beside each", () => {
  it.each([
    [
      "show the name of each tram and the depot it belongs to",
      "SELECT t.name, d.name FROM trams t JOIN depots d ON d.id = t.depot_id",
    ],
    [
      "show the name of each tram and the town of the depot",
      "SELECT t.name, d.town FROM trams t JOIN depots d ON d.id = t.depot_id",
    ],
  ])("%s", async (question, sql) => {
    await trams.expectRows(question, sql);
  });
});

describe("what rows have of their own", () => {
  it.each([
    ["which drivers have a locker", "SELECT full_name FROM drivers WHERE locker IS NOT NULL"],
    ["how many drivers have a mentor", "SELECT COUNT(*) FROM drivers WHERE mentor_id IS NOT NULL"],
    ["what is the name of the highest depot", "SELECT name FROM depots ORDER BY altitude_m DESC LIMIT 1"],
    ["which depot has the highest capacity", "SELECT name FROM depots ORDER BY capacity DESC LIMIT 1"],
  ])("%s", async (question, sql) => {
    await trams.expectRows(question, sql);
  });
});
