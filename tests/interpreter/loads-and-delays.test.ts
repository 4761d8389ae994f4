import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A haulier: loads of a mode, late by so many days and for a reason, what each was charged, and who hauled it. */
const tables = `
CREATE TABLE hauliers (id INTEGER PRIMARY KEY, haulier_name TEXT NOT NULL);
CREATE TABLE loads (id INTEGER PRIMARY KEY, haulier_id INTEGER NOT NULL REFERENCES hauliers (id), mode TEXT NOT NULL, status TEXT NOT NULL, weight_kg REAL NOT NULL, booked_on TEXT NOT NULL, delay_days INTEGER NOT NULL, delay_reason TEXT);
CREATE TABLE load_charges (id INTEGER PRIMARY KEY, load_id INTEGER NOT NULL REFERENCES loads (id), charge_type TEXT NOT NULL, amount_usd REAL NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("haulier-yard", tables, (database) => {
    database.exec("INSERT INTO hauliers VALUES (1, 'Moe Ltd'), (2, 'Rask Co')");
    for (let i = 1; i <= 12; i++)
      database.exec(
        `INSERT INTO loads VALUES (${i}, ${1 + (i % 2)}, '${["road", "rail", "barge"][i % 3]}', '${i % 4 === 0 ? "delayed" : "done"}', ${100 + i}, '2025-0${1 + (i % 6)}-03', ${i % 5}, ${i % 5 === 0 ? "NULL" : i % 2 === 0 ? "'haulier'" : "'weather'"})`,
      );
    for (let i = 1; i <= 12; i++)
      database.exec(`INSERT INTO load_charges VALUES (${i}, ${i}, '${i % 2 === 0 ? "toll" : "fuel"}', ${10 * i})`);
  });
});
afterAll(() => yard.datasource.close());

describe("delays that are kept in days, beside a state and reasons", () => {
  it.each([
    ["total delay by mode", "SELECT mode, SUM(delay_days) FROM loads GROUP BY 1 ORDER BY 2 DESC"],
    ["highest delay", "SELECT MAX(delay_days) FROM loads"],
    [
      "average delay by haulier",
      "SELECT haulier_name, AVG(delay_days) FROM loads JOIN hauliers ON hauliers.id = haulier_id GROUP BY haulier_id ORDER BY 2 DESC",
    ],
    ["loads delayed by haulier", "SELECT * FROM loads WHERE delay_reason = 'haulier'"],
    ["How many loads are delayed?", "SELECT COUNT(*) FROM loads WHERE status = 'delayed'"],
  ])("%s", (question, sql) => yard.expectRows(question, sql));
});

describe("kinds that are said with what they are of", () => {
  it.each([
    ["How many loads per transport mode?", "SELECT mode, COUNT(*) FROM loads GROUP BY 1"],
    ["how many loads went by rail", "SELECT COUNT(*) FROM loads WHERE mode = 'rail'"],
  ])("%s", (question, sql) => yard.expectRows(question, sql));
});

describe("rows that are charges come to money", () => {
  it.each([
    ["total load cost", "SELECT SUM(amount_usd) FROM load_charges"],
    [
      "total charges by mode",
      "SELECT mode, SUM(amount_usd) FROM load_charges JOIN loads ON loads.id = load_id GROUP BY 1 ORDER BY 2 DESC",
    ],
    ["how many charges are there", "SELECT COUNT(*) FROM load_charges"],
  ])("%s", (question, sql) => yard.expectRows(question, sql));
  it("are told for no single weight there is, where a quotient is asked for", () => {
    expect(yard.ask("cost per kg").kind).toBe("not_understood");
  });
});
