import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Evening classes: guests with a full_name who were present or not, and how much coffee was brought back. */
const tables = `
CREATE TABLE guests (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE workshops (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, host_id INTEGER NOT NULL REFERENCES guests (id));
CREATE TABLE attendance (id INTEGER PRIMARY KEY, workshop_id INTEGER NOT NULL REFERENCES workshops (id), guest_id INTEGER NOT NULL REFERENCES guests (id), present BOOLEAN NOT NULL);
`;

let classes: Business;
beforeAll(async () => {
  classes = await openFixture("attended-and-full", tables, (database) => {
    database.exec("INSERT INTO guests VALUES (1, 'Ada Ness'), (2, 'Bo Lind'), (3, 'Cy Moe')");
    database.exec("INSERT INTO workshops VALUES (1, 'Baking', 1), (2, 'Sewing', 2)");
    database.exec("INSERT INTO attendance VALUES (1, 1, 1, 1), (2, 1, 2, 0), (3, 2, 3, 1), (4, 2, 1, 1)");
  });
});
afterAll(() => classes.datasource.close());

describe("an attendance rate", () => {
  it.each([
    ["what is our attendance rate", "SELECT AVG(present) FROM attendance"],
    [
      "attendance rate by workshop",
      "SELECT w.title, AVG(a.present) FROM attendance a JOIN workshops w ON w.id = a.workshop_id GROUP BY w.id",
    ],
  ])("is the share of those who were present: %s", async (question, sql) => {
    await classes.expectRows(question, sql);
  });
});

describe("which are so", () => {
  it("is refused where the word is but a part of a column's name", () => {
    expect(classes.ask("which workshops are full").kind).toBe("not_understood");
  });
});
