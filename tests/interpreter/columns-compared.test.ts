import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Silos with levels, shifts with plans, climbers with rounds: each row has two numbers that can be held against each other. */
const tables = `
CREATE TABLE silos (id INTEGER PRIMARY KEY, silo TEXT NOT NULL, grain TEXT NOT NULL, tons INTEGER NOT NULL, minimum_level INTEGER NOT NULL, maximum_level INTEGER NOT NULL);
CREATE TABLE shifts (id INTEGER PRIMARY KEY, leader TEXT NOT NULL, hours REAL NOT NULL, planned_hours REAL NOT NULL);
CREATE TABLE climbers (id INTEGER PRIMARY KEY, climber TEXT NOT NULL, first_round INTEGER NOT NULL, second_round INTEGER NOT NULL);
CREATE TABLE parts (id INTEGER PRIMARY KEY, part TEXT NOT NULL, on_hand INTEGER NOT NULL, reorder_level INTEGER NOT NULL);
`;

let farm: Business;
beforeAll(async () => {
  farm = await openFixture("columns-compared", tables, (database) => {
    database.exec(
      "INSERT INTO silos VALUES (1, 'North', 'rye', 40, 50, 90), (2, 'South', 'oats', 70, 50, 90), (3, 'East', 'rye', 95, 50, 90)",
    );
    database.exec("INSERT INTO shifts VALUES (1, 'Ulla', 9, 8), (2, 'Vic', 6, 6), (3, 'Wim', 5, 8)");
    database.exec("INSERT INTO climbers VALUES (1, 'Ada', 5, 7), (2, 'Ben', 9, 4), (3, 'Cleo', 3, 3)");
    database.exec("INSERT INTO parts VALUES (1, 'bolt', 4, 9), (2, 'nut', 9, 9), (3, 'cog', 20, 9)");
  });
});
afterAll(async () => {
  await farm.datasource.close();
});

describe("two numbers of each row held against each other", () => {
  it.each([
    ["which silos are below their minimum level?", "SELECT silo FROM silos WHERE tons < minimum_level"],
    ["which silos are under the minimum?", "SELECT silo FROM silos WHERE tons < minimum_level"],
    [
      "how many rye silos are above their maximum",
      "SELECT COUNT(*) FROM silos WHERE grain = 'rye' AND tons > maximum_level",
    ],
    ["how many silos are not below their minimum level", "SELECT COUNT(*) FROM silos WHERE tons >= minimum_level"],
    ["which silos have fewer tons than the minimum level", "SELECT silo FROM silos WHERE tons < minimum_level"],
    ["which leaders took more hours than planned?", "SELECT leader FROM shifts WHERE hours > planned_hours"],
    ["how many shifts took longer than planned?", "SELECT COUNT(*) FROM shifts WHERE hours > planned_hours"],
    [
      "which climbers scored more in the second round than in the first?",
      "SELECT climber FROM climbers WHERE second_round > first_round",
    ],
    [
      "which climbers have a higher first round than second round",
      "SELECT climber FROM climbers WHERE first_round > second_round",
    ],
    [
      "how many climbers improved from the first round to the second round",
      "SELECT COUNT(*) FROM climbers WHERE second_round > first_round",
    ],
    ["which parts are below their reorder level", "SELECT part FROM parts WHERE on_hand < reorder_level"],
    ["how many parts need to be reordered?", "SELECT COUNT(*) FROM parts WHERE on_hand <= reorder_level"],
  ])("is read from %s", async (question, sql) => {
    await farm.expectRows(question, sql);
  });

  it.each(["which silo is furthest below its minimum level?", "which silos are over capacity?"])(
    "is not read from %s",
    (question) => {
      expect(farm.ask(question).kind).not.toBe("query");
    },
  );
});
