import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A harbour: crew with roles, boats with a day of their next check, crossings that a mate makes, crates that shippers send. */
const tables = `
CREATE TABLE piers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE crew (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, pier_id INTEGER NOT NULL REFERENCES piers (id), part_time BOOLEAN NOT NULL, yearly_salary REAL NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, boat_name TEXT NOT NULL UNIQUE, next_overhaul_on DATE NOT NULL);
CREATE TABLE crossings (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), mech_id INTEGER NOT NULL REFERENCES crew (id), pier_id INTEGER NOT NULL REFERENCES piers (id), left_at TIMESTAMP NOT NULL);
CREATE TABLE outings (id INTEGER PRIMARY KEY, skipper_id INTEGER NOT NULL REFERENCES crew (id), pier_id INTEGER NOT NULL REFERENCES piers (id));
CREATE TABLE shippers (id INTEGER PRIMARY KEY, company TEXT NOT NULL);
CREATE TABLE crates (id INTEGER PRIMARY KEY, shipper_id INTEGER NOT NULL REFERENCES shippers (id), sent_on DATE NOT NULL, weight_kg REAL NOT NULL);
`;

let harbour: Business;
beforeAll(async () => {
  harbour = await openFixture("roles-and-deeds", tables, (database) => {
    database.exec("INSERT INTO piers VALUES (1, 'North'), (2, 'South')");
    database.exec(`INSERT INTO crew VALUES (1, 'Ada Ness', 'Mechanic', 1, 0, 40, '2020-01-01'), (2, 'Bo Lind', 'Mechanic', 1, 1, 30, '2021-01-01'),
      (3, 'Cy Moe', 'Deckhand', 2, 0, 20, '2022-01-01'), (4, 'Di Orr', 'Mechanic', 2, 0, 50, '2023-01-01'), (5, 'Ed Pim', 'Cook', 2, 1, 10, '2024-01-01'), (6, 'Flo Quist', 'Deckhand', 1, 0, 21, '2019-01-01')`);
    database.exec("INSERT INTO boats VALUES (1, 'Gull', '2024-06-10'), (2, 'Tern', '2024-08-01')");
    database.exec(`INSERT INTO crossings VALUES (1, 1, 1, 1, '2024-05-01 08:00'), (2, 1, 1, 1, '2024-05-02 08:00'), (3, 2, 1, 2, '2024-05-03 08:00'),
      (4, 2, 2, 2, '2024-05-04 08:00')`);
    database.exec("INSERT INTO outings VALUES (1, 1, 1), (2, 1, 1), (3, 4, 2), (4, 5, 2), (5, 5, 2)");
    database.exec("INSERT INTO shippers VALUES (1, 'Ash & Co'), (2, 'Birch Ltd')");
    database.exec(
      "INSERT INTO crates VALUES (1, 1, '2024-05-01', 10), (2, 2, '2024-05-02', 90), (3, 1, '2024-04-02', 20)",
    );
  });
});
afterAll(() => harbour.datasource.close());

/** Rows in one order, whatever order they came in. */
const rowsOf = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.map(String)).toSorted((one, other) => one.join().localeCompare(other.join()));

const expectRows = async (question: string, sql: string) => {
  const { reading, result } = await harbour.answer(question);
  expect(rowsOf(result.rows), reading.sql).toEqual(rowsOf(await harbour.rows(sql)));
};

describe("a word that a key is called after, and a role begins with", () => {
  it.each([
    ["how many mechs are there", "SELECT COUNT(*) FROM crew WHERE role = 'Mechanic'"],
    [
      "how many mechs work at each pier",
      "SELECT p.name, COUNT(*) FROM crew c JOIN piers p ON p.id = c.pier_id WHERE role = 'Mechanic' GROUP BY 1",
    ],
    ["average salary of mechs", "SELECT AVG(yearly_salary) FROM crew WHERE role = 'Mechanic'"],
    ["mechs hired since 2021", "SELECT full_name FROM crew WHERE role = 'Mechanic' AND hired_on >= '2021-01-01'"],
  ])("means those who have the role: %s", expectRows);

  it.each([
    ["crossings per mech", "SELECT c.full_name, COUNT(*) FROM crossings x JOIN crew c ON c.id = x.mech_id GROUP BY 1"],
    ["which mech has the most crossings", "SELECT 'Ada Ness'"],
  ])("means those whom the key tells, where it is about its rows: %s", expectRows);
});

describe("a word that a key of people is called after, and nobody's role", () => {
  it.each([
    ["how many skippers are there", "SELECT COUNT(DISTINCT skipper_id) FROM outings"],
    [
      "number of skippers per pier",
      "SELECT p.name, COUNT(DISTINCT skipper_id) FROM outings o JOIN piers p ON p.id = o.pier_id GROUP BY 1",
    ],
  ])("means those whom the key tells, each once: %s", expectRows);
});

describe("what people are by their work, after “by”", () => {
  it.each([
    [
      "number of crossings by mechanic",
      "SELECT c.full_name, COUNT(*) FROM crossings x JOIN crew c ON c.id = x.mech_id WHERE c.role = 'Mechanic' GROUP BY 1",
    ],
    ["average salary by mechanic", "SELECT full_name, AVG(yearly_salary) FROM crew WHERE role = 'Mechanic' GROUP BY 1"],
  ])("tells of each of them: %s", expectRows);
});

describe("full-time", () => {
  it.each([
    ["which full-time mechanics do we have", "SELECT full_name FROM crew WHERE role = 'Mechanic' AND NOT part_time"],
    ["how many crew are full-time", "SELECT COUNT(*) FROM crew WHERE NOT part_time"],
  ])("is not part-time, and no part of a full name: %s", expectRows);
});

describe("names of people of a role", () => {
  it.each([
    [
      "names of the mechanics and the pier they work at",
      "SELECT c.full_name, p.name FROM crew c JOIN piers p ON p.id = c.pier_id WHERE role = 'Mechanic'",
    ],
    ["names of cooks", "SELECT full_name FROM crew WHERE role = 'Cook'"],
  ])("are their own: %s", expectRows);
});

describe("what is asked for by “which”", () => {
  it.each([
    ["which shippers send the heaviest crates", "SELECT 'Birch Ltd'"],
    ["which boats need an overhaul in June 2024", "SELECT boat_name FROM boats WHERE next_overhaul_on LIKE '2024-06%'"],
  ])("is not the day of what they did or need: %s", expectRows);

  it("is nothing where somebody stopped doing it", () => {
    expect(harbour.ask("which shippers stopped sending crates").kind).toBe("not_understood");
  });
});
