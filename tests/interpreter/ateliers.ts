import type { DatabaseSync } from "node:sqlite";
import { type Business, numbers, openFixture } from "./business.ts";

/** Ateliers that are let by the day; some stored words are also words that ask, join or say nothing. */
const tables = `
CREATE TABLE ateliers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, district TEXT NOT NULL, floor_area INTEGER NOT NULL, heating_cost INTEGER NOT NULL, cleaning_cost INTEGER NOT NULL);
CREATE TABLE tenants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, craft TEXT NOT NULL);
CREATE TABLE lettings (id INTEGER PRIMARY KEY, atelier_id INTEGER NOT NULL REFERENCES ateliers(id), tenant_id INTEGER NOT NULL REFERENCES tenants(id), state TEXT NOT NULL, channel TEXT NOT NULL, fee INTEGER NOT NULL, starts_on DATE NOT NULL);
`;

const districts = ["Harrow", "Quayside", "Millbank"];
const people = ["Ottilie Brand", "Piet Claes", "Runa Dahl", "Silvan Egli", "Tove Falk"];

function fill(database: DatabaseSync): void {
  const next = numbers(5);
  const add = (table: string, ...cells: (string | number)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(",")})`).run(...cells);
  for (const [i, name] of ["Loft", "Cellar", "Kiln", "Mira's Yard"].entries())
    add("ateliers", i + 1, name, districts[i % 3] ?? "", 40 + 25 * i, 90 + 7 * i, 30 + 4 * i);
  for (const [i, name] of people.entries()) add("tenants", i + 1, name, i % 2 === 0 ? "weaving" : "pottery");
  for (let id = 1; id <= 90; id++) {
    const state = ["done", "done", "cancelled", "booked"][next(4)] ?? "";
    const channel = ["shop", "display", "phone"][next(3)] ?? "";
    const starts = new Date(Date.UTC(2023, 0, 1 + next(520))).toISOString().slice(0, 10);
    // The last tenant lets nothing.
    add("lettings", id, 1 + next(4), 1 + next(4), state, channel, 20 + 5 * next(30), starts);
  }
}

export const openAteliers = (): Promise<Business> => openFixture("ateliers", tables, fill);
