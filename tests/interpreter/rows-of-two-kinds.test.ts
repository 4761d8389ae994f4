import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A choir school: pupils with a tutor whose key nothing declares, donors, halls and rehearsals in two countries. */
const tables = `
CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, phone TEXT NOT NULL);
CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, country TEXT NOT NULL, tutor INTEGER NOT NULL);
CREATE TABLE donors (donor_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, phone TEXT NOT NULL);
CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, hall_name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE concerts (concert_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls (hall_id), pupil_id INTEGER NOT NULL REFERENCES pupils (pupil_id));
`;

let school: Business;
beforeAll(async () => {
  school = await openFixture("choir-school", tables, (database) => {
    database.exec(
      "INSERT INTO teachers VALUES (201, 'Ada', 'Ness', '11'), (202, 'Bo', 'Lind', '12'), (203, 'Cy', 'Moe', '13'), (204, 'Di', 'Orr', '14')",
    );
    database.exec(
      "INSERT INTO pupils VALUES (1, 'Eve', 'Chile', 201), (2, 'Fay', 'Chile', 201), (3, 'Gus', 'Peru', 202), (4, 'Hal', 'Peru', 203)",
    );
    database.exec("INSERT INTO donors VALUES (1, 'Ida', '12'), (2, 'Jon', '15')");
    database.exec("INSERT INTO halls VALUES (1, 'Dome', 'Peru'), (2, 'Barn', 'Peru'), (3, 'Loft', 'Chile')");
    database.exec("INSERT INTO concerts VALUES (1, 1, 1), (2, 3, 2)");
  });
});
afterAll(() => school.datasource.close());

describe("what is asked of rows of two kinds", () => {
  it("is told of both, what both have once", async () => {
    const question = "What are the phones of all teachers and donors?";
    await school.expectRows(question, "SELECT phone FROM teachers UNION SELECT phone FROM donors");
    const { reading, result } = await school.answer(question);
    expect(verbalize(reading.form, result)).toContain("5 different phones");
  });
});

describe("who somebody is to a row", () => {
  it.each([
    [
      "How many pupils does each teacher have?",
      "SELECT first_name, last_name, COUNT(pupil_id) FROM teachers JOIN pupils ON tutor = teacher_id GROUP BY teacher_id",
    ],
    ["the last name of the teacher with the most pupils", "SELECT 'Ness'"],
  ])("leads to the people whose keys it holds, where no key is declared: %s", async (question, sql) => {
    await school.expectRows(question, sql);
  });
});

describe("a column that two tables have", () => {
  it("is that of the rows which are counted", async () => {
    await school.expectRows("Which countries have more than one hall?", "SELECT 'Peru'");
  });
});
