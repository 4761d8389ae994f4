import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boat hire: shortened words in names, flags of several words, a key and a day that are called after one deed. */
const tables = `
CREATE TABLE tbl_pier(pier_id INTEGER PRIMARY KEY, pier_nm TEXT NOT NULL);
CREATE TABLE tbl_skipper(skipper_id INTEGER PRIMARY KEY, skipper_nm TEXT NOT NULL, country TEXT NOT NULL, is_member INTEGER NOT NULL, birth_year INTEGER NOT NULL, joined_dt TEXT NOT NULL);
CREATE TABLE tbl_trip(trip_id INTEGER PRIMARY KEY, skipper_id INTEGER NOT NULL REFERENCES tbl_skipper(skipper_id), pickup_pier_id INTEGER NOT NULL REFERENCES tbl_pier(pier_id), return_pier_id INTEGER REFERENCES tbl_pier(pier_id), pickup_at TEXT NOT NULL, due_dt TEXT NOT NULL, returned_dt TEXT, boat_kind TEXT NOT NULL, hours INTEGER NOT NULL, wasted_litres INTEGER NOT NULL, litres INTEGER NOT NULL, amt_paid REAL NOT NULL, night_flg TEXT NOT NULL, billed_to_harbour TEXT NOT NULL);
`;

function fill(database: DatabaseSync): void {
  database.exec(tables);
  const add = (table: string, ...cells: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(", ")})`).run(...cells);
  for (const [i, name] of ["West", "East"].entries()) add("tbl_pier", i + 1, name);
  for (let id = 1; id <= 12; id++)
    add("tbl_skipper", id, `Skipper ${id}`, ["Spain", "Malta"][id % 2] ?? "", id % 3 === 0 ? 1 : 0, 1940 + 5 * id, "2023-03-01");
  for (let id = 1; id <= 90; id++) {
    const day = new Date(Date.UTC(2024, 5, 14 - 5 * id)).toISOString().slice(0, 10);
    const due = new Date(Date.UTC(2024, 5, 16 - 5 * id)).toISOString().slice(0, 10);
    const returned = id % 9 === 0 ? null : new Date(Date.UTC(2024, 5, 15 + (id % 4) - 5 * id)).toISOString().slice(0, 10);
    add("tbl_trip", id, 1 + (id % 11), 1 + (id % 2), 1 + (id % 3 === 0 ? 1 : 0), `${day} 09:00:00`, due, returned, ["sail", "motor", "paddle"][id % 3] ?? "", 1 + (id % 7), id % 5, 20 + id, 30 + id, id % 4 === 0 ? "Y" : "N", id % 6 === 0 ? "Y" : "N");
  }
}

let boats: Business;
beforeAll(async () => {
  boats = await openFixture(fill, new Date("2024-06-15T12:00:00Z"));
});
afterAll(() => boats.datasource.close());
