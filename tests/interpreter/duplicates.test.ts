import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A vineyard's list of barrels, as a file without a key. */
const tables = `CREATE TABLE barrels (barrel TEXT NOT NULL, wine TEXT NOT NULL, liters INTEGER NOT NULL, filled_on DATE, cooper TEXT)`;

const readings = `CREATE TABLE readings (station TEXT NOT NULL, celsius REAL NOT NULL, taken_on DATE NOT NULL)`;

let cellar: Business;
let gauges: Business;
beforeAll(async () => {
  cellar = await openFixture("duplicates", tables, (database) => {
    database.exec(`INSERT INTO barrels VALUES ('B1', 'Riesling', 220, '2025-03-01', 'Hollis'), ('B2', 'Merlot', 220, '2025-03-02', 'Abbot'),
      ('B2', 'Merlot', 220, '2025-03-02', 'Abbot'), ('B3', 'Merlot', 300, '2025-03-05', NULL)`);
  });
  gauges = await openFixture("readings", readings, (database) => {
    database.exec(
      "INSERT INTO readings VALUES ('Quay', 4.5, '2025-01-02'), ('Quay', 4.5, '2025-01-02'), ('Mast', 4.5, '2025-01-02')",
    );
  });
});
afterAll(async () => {
  await gauges.datasource.close();
  await cellar.datasource.close();
});

const twice = "SELECT barrel, COUNT(*) FROM barrels GROUP BY barrel HAVING COUNT(*) > 1";

describe("what is there more than once", () => {
  it.each([
    ["are there duplicate barrels?", twice],
    ["which barrels are listed twice?", twice],
    ["do any barrels appear more than once?", twice],
    ["how many duplicate barrels are there in this file?", twice],
    [
      "is any cooper listed more than once?",
      "SELECT cooper, COUNT(*) FROM barrels GROUP BY cooper HAVING COUNT(*) > 1",
    ],
    ["any duplicates?", twice],
    ["are there duplicate rows?", twice],
  ])("is found for %s", async (question, sql) => {
    await cellar.expectRows(question, sql);
  });

  it("is looked for in all that rows say, where nothing is called as they are", async () => {
    await gauges.expectRows(
      "are there any duplicate rows?",
      "SELECT station, celsius, COUNT(*), taken_on FROM readings GROUP BY station, celsius, taken_on HAVING COUNT(*) > 1",
    );
  });

  it("is said not to be there where no two rows are alike", async () => {
    const { reading, result } = await gauges.answer("find duplicates");
    const none = { ...result, rows: [], row_count: 0 };
    expect(verbalize(reading.form, none)).toBe("No two readings have the same station, celsius and date taken.");
  });
});
