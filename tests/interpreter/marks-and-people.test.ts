import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A dance school's sheet, a column for each dance, and a garden shop's list of what lies there. */
const sheet = `CREATE TABLE class_sheet (dancer TEXT NOT NULL, class TEXT NOT NULL, waltz INTEGER, tango INTEGER)`;
const list = `CREATE TABLE seed_list (item TEXT NOT NULL, class TEXT NOT NULL, on_hand INTEGER NOT NULL, price REAL NOT NULL)`;

let school: Business;
let shop: Business;
beforeAll(async () => {
  school = await openFixture("marks", sheet, (database) => {
    database.exec(
      "INSERT INTO class_sheet VALUES ('Ari', 'A', 7, 9), ('Bo', 'B', 8, 5), ('Cat', 'A', 6, NULL), ('Dee', 'B', 4, 6)",
    );
  });
  shop = await openFixture("seeds", list, (database) => {
    database.exec(
      "INSERT INTO seed_list VALUES ('Leek', 'Roots', 5, 2), ('Kale', 'Leaves', 9, 3), ('Beet', 'Roots', 0, 1)",
    );
  });
});
afterAll(async () => {
  await school.datasource.close();
  await shop.datasource.close();
});

describe("marks of which each subject is a column", () => {
  it.each([
    ["average waltz mark", "SELECT AVG(waltz) FROM class_sheet"],
    ["best score in the tango", "SELECT MAX(tango) FROM class_sheet"],
    ["average tango mark by class", "SELECT class, AVG(tango) FROM class_sheet GROUP BY class"],
    ["who has no tango mark?", "SELECT dancer FROM class_sheet WHERE tango IS NULL"],
    ["who has the best mark in waltz?", "SELECT dancer FROM class_sheet ORDER BY waltz DESC LIMIT 1"],
    ["who did better in tango than in waltz?", "SELECT dancer FROM class_sheet WHERE tango > waltz"],
  ])("are read from %s", async (question, sql) => {
    await school.expectRows(question, sql);
  });

  it("are no other person's", () => {
    expect(school.ask("who is the teacher of class A?").kind).not.toBe("query");
  });
});

describe("a list of what lies in stock", () => {
  it("counts its items", async () => {
    await shop.expectRows(
      "how many items per class?",
      "SELECT class, COUNT(DISTINCT item) FROM seed_list GROUP BY class",
    );
  });

  it("does not tell what was sold", () => {
    expect(shop.ask("which items sold best?").kind).not.toBe("query");
  });
});
