import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE allowances (id INTEGER PRIMARY KEY, name TEXT NOT NULL, litres INTEGER NOT NULL);
CREATE TABLE plots (id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (id), allowance_id INTEGER NOT NULL REFERENCES allowances (id), crop TEXT NOT NULL, start_date DATE NOT NULL, end_date DATE NOT NULL);
CREATE TABLE requests (id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (id), opened_at TIMESTAMP NOT NULL);
CREATE TABLE inv (inv_id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (id), inv_dt DATE NOT NULL, amt_cents INTEGER NOT NULL);
CREATE VIEW v_billing AS SELECT strftime('%Y-%m', inv_dt) AS mth, SUM(amt_cents) / 100.0 AS billed FROM inv GROUP BY 1;
`;

let farm: Business;
beforeAll(async () => {
  farm = await openFixture("each_of_them", tables, (database) => {
    database.exec("INSERT INTO growers VALUES (1, 'Ada Ness'), (2, 'Bo Lind')");
    database.exec("INSERT INTO allowances VALUES (1, 'Small', 100), (2, 'Large', 900)");
    database.exec(`INSERT INTO plots VALUES (1, 1, 1, 'leek', '2025-01-01', '2025-12-31'), (2, 1, 2, 'leek', '2025-02-01', '2026-01-31'),
      (3, 2, 1, 'kale', '2025-11-01', '2026-10-31')`);
    database.exec(
      "INSERT INTO requests VALUES (1, 1, '2024-02-01 09:00:00'), (2, 1, '2024-03-01 09:00:00'), (3, 2, '2023-03-01 09:00:00'), (4, 2, '2024-03-01 09:00:00')",
    );
    database.exec(
      "INSERT INTO inv VALUES (1, 1, '2024-05-02', 4000), (2, 2, '2024-05-09', 2500), (3, 2, '2024-06-01', 900)",
    );
  });
});
afterAll(() => farm.datasource.close());

describe("a count beside the rows that it is of", () => {
  for (const question of [
    "growers and how many leek plots each of them planted",
    "list the growers and how many leek plots each has",
  ])
    it(question, async () => {
      const { result } = await farm.answer(question);
      expect(result.rows).toEqual(
        await farm.rows(
          "SELECT g.name, COUNT(*) FROM plots p JOIN growers g ON g.id = p.grower_id WHERE crop = 'leek' GROUP BY g.id",
        ),
      );
    });
});

describe("what is opened, put in states and shortened", () => {
  it.each([
    [
      "growers with more than 1 request this year",
      "SELECT name FROM growers WHERE id IN (SELECT grower_id FROM requests WHERE opened_at >= '2024-01-01' GROUP BY 1 HAVING COUNT(*) > 1)",
    ],
    [
      "leek and kale plots by grower",
      "SELECT name, COUNT(*) FROM plots JOIN growers g ON g.id = grower_id WHERE crop IN ('leek', 'kale') GROUP BY g.id",
    ],
    ["how many invoices are there", "SELECT COUNT(*) FROM inv"],
  ])("%s", async (question, sql) => {
    const { result } = await farm.answer(question);
    expect(result.rows).toEqual(await farm.rows(sql));
  });
});

describe("what would be another question without a word", () => {
  for (const question of ["plots that used more water than their allowance includes", "plots flooding this month"])
    it(`is refused: ${question}`, () => {
      expect(farm.ask(question)).toMatchObject({ kind: "not_understood" });
    });
});
