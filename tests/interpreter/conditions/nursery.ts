import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect } from "vitest";
import type { Cell } from "@parley/datasource/types";
import { type Business, openFixture } from "../business.ts";

/** A nursery with several gardens: rows that are compared with one another, and two keys to one table. */
const tables = `
CREATE TABLE gardens (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, area INTEGER NOT NULL, opened_on DATE NOT NULL);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, job TEXT NOT NULL, salary INTEGER NOT NULL, birth_date DATE NOT NULL, hired_on DATE NOT NULL, garden_id INTEGER NOT NULL REFERENCES gardens(id), supervisor_id INTEGER REFERENCES keepers(id));
CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL, height INTEGER NOT NULL, price NUMERIC NOT NULL, garden_id INTEGER NOT NULL REFERENCES gardens(id));
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL, sponsor_id INTEGER REFERENCES members(id));
CREATE TABLE visits (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(id), garden_id INTEGER NOT NULL REFERENCES gardens(id), came_on DATE NOT NULL, guests INTEGER NOT NULL);
CREATE TABLE transfers (id INTEGER PRIMARY KEY, plant_id INTEGER NOT NULL REFERENCES plants(id), origin_garden_id INTEGER NOT NULL REFERENCES gardens(id), destination_garden_id INTEGER NOT NULL REFERENCES gardens(id), promised_on DATE NOT NULL, arrived_on DATE);
`;

const rows: Record<string, Cell[][]> = {
  gardens: [
    [1, "Alder", "Tromvik", 900, "2001-04-01"],
    [2, "Birchwood", "Tromvik", 2400, "1995-05-01"],
    [3, "Cedarholm", "Lindau", 1500, "2010-06-01"],
    [4, "Dogwood", "Marstal", 700, "2018-03-01"],
  ],
  keepers: [
    [1, "Ragna Holt", "Head Keeper", 61000, "1969-02-01", "2000-01-10", 2, null],
    [2, "Selma Brandt", "Head Keeper", 58000, "1975-03-01", "2003-02-10", 1, 1],
    [3, "Tore Vinge", "Pruner", 42000, "1988-04-01", "2012-03-10", 1, 2],
    [4, "Una Kjell", "Pruner", 59000, "1991-05-01", "2015-04-10", 3, 2],
    [5, "Viggo Amdal", "Grower", 39000, "1966-06-01", "2016-05-10", 3, 1],
    [6, "Wilma Ostby", "Grower", 47000, "1999-07-01", "2021-06-10", 2, 3],
  ],
  plants: [
    [1, "Snow Rose", "Rose", 120, 18, 1],
    [2, "Dawn Rose", "Rose", 90, 24, 2],
    [3, "Sea Holly", "Thistle", 60, 9, 2],
    [4, "Globe Thistle", "Thistle", 150, 11, 3],
    [5, "King Fern", "Fern", 200, 30, 3],
    [6, "Lady Fern", "Fern", 80, 7, 1],
    [7, "Moon Maple", "Maple", 400, 85, 4],
  ],
  members: [
    [1, "Asta Lund", "Tromvik", "2019-01-05", null],
    [2, "Bo Fossum", "Lindau", "2020-02-05", 1],
    [3, "Cora Nygard", "Lindau", "2021-03-05", 1],
    [4, "Dag Ravn", "Marstal", "2022-04-05", 2],
    [5, "Edda Sund", "Tromvik", "2023-05-05", null],
  ],
  visits: [
    [1, 1, 1, "2023-03-01", 2],
    [2, 1, 2, "2023-04-01", 0],
    [3, 2, 2, "2023-05-01", 4],
    [4, 2, 3, "2024-01-01", 1],
    [5, 3, 1, "2024-02-01", 3],
    [6, 1, 1, "2024-03-01", 5],
    [7, 4, 3, "2024-04-01", 2],
  ],
  transfers: [
    [1, 1, 1, 2, "2024-01-10", "2024-01-09"],
    [2, 3, 2, 3, "2024-01-12", "2024-01-20"],
    [3, 5, 3, 1, "2024-02-10", "2024-02-10"],
    [4, 2, 2, 1, "2024-02-20", "2024-03-01"],
    [5, 6, 1, 2, "2024-04-01", null],
  ],
};

function fill(database: DatabaseSync): void {
  for (const [table, lines] of Object.entries(rows))
    for (const line of lines)
      database.prepare(`INSERT INTO ${table} VALUES (${line.map(() => "?").join(",")})`).run(...line.map(plain));
}

const plain = (cell: Cell) => (typeof cell === "boolean" ? Number(cell) : cell);

/** Opens the nursery for the tests of a file, and says whether a question is answered with the rows of a query. */
export function useNursery(): {
  expectAnswer: (question: string, sql: string) => Promise<void>;
  nursery: () => Business;
} {
  let business: Business | null = null;
  beforeAll(async () => {
    business = await openFixture("nursery", tables, fill);
  });
  afterAll(() => business?.datasource.close());
  const nursery = () => {
    if (business === null) throw new Error("the nursery is not open yet");
    return business;
  };
  return {
    nursery,
    async expectAnswer(question, sql) {
      const { result, reading } = await nursery().answer(question);
      const expected = await nursery().rows(sql);
      const sorted = (lines: Cell[][]) => lines.map(String).toSorted((a, b) => a.localeCompare(b));
      expect(sorted(result.rows), reading.sql).toEqual(sorted(expected));
    },
  };
}
