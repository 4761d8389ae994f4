import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A garden school: growers who recruited others, kinds of workshops with a level, workshops of a kind, and seeds by supplier. */
const tables = `
CREATE TABLE growers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, country TEXT NOT NULL, born_on DATE NOT NULL, joined_on DATE NOT NULL, recruited_by_id INTEGER REFERENCES growers (id));
CREATE TABLE workshop_types (id INTEGER PRIMARY KEY, name TEXT NOT NULL, level TEXT NOT NULL);
CREATE TABLE workshops (id INTEGER PRIMARY KEY, title TEXT NOT NULL, workshop_type_id INTEGER NOT NULL REFERENCES workshop_types (id), starts_on DATE NOT NULL, is_cancelled BOOLEAN NOT NULL);
CREATE TABLE seeds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, supplier TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE harvests (id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (id), crop TEXT NOT NULL, status TEXT NOT NULL, weight_kg REAL NOT NULL, picked_on DATE NOT NULL);
`;

let school: Business;
beforeAll(async () => {
  school = await openFixture("nearly-asked", tables, (database) => {
    database.exec(`INSERT INTO growers VALUES (1, 'Ada Ness', 'Norway', '1990-01-04', '2020-03-01', NULL), (2, 'Bo Lind', 'Sweden', '1961-05-09', '2023-02-01', 1),
      (3, 'Cy Moe', 'Norway', '1984-11-30', '2022-06-01', 1)`);
    database.exec("INSERT INTO workshop_types VALUES (1, 'Pruning', 'hard'), (2, 'Sowing', 'easy')");
    database.exec(
      "INSERT INTO workshops VALUES (1, 'Old trees', 1, '2024-06-04', 0), (2, 'First beds', 2, '2024-05-04', 1)",
    );
    database.exec("INSERT INTO seeds VALUES (1, 'Carrot', 'Northfield', 2.5), (2, 'Leek', 'Almond & Co', 3.5)");
    database.exec(`INSERT INTO harvests VALUES (1, 1, 'apples', 'sold', 40, '2024-05-02'), (2, 1, 'pears', 'stored', 20, '2023-05-02'),
      (3, 2, 'apples', 'sold', 10, '2024-06-02')`);
  });
});
afterAll(async () => {
  await school.datasource.close();
});

const refusalOf = (question: string): string => {
  const reading = school.ask(question);
  return reading.kind === "query" ? `answered: ${reading.sql}` : JSON.stringify(reading);
};

describe("what is nearly what was asked is not told for it", () => {
  it.each([
    ["how many growers came back", "came back"],
    ["which growers came only once", "what was done so often"],
    ["growers seen more than twice", "what was done so often"],
    ["harvested weight compared to last year by crop", "what the comparison is with"],
    ["harvests compared to last month by crop", "what the comparison is with"],
    ["sold harvests per crop compared to stored", "what the comparison is with"],
    ["which supplier is the cheapest", "cheapest"],
    ["which workshop is most often cancelled", "cancelled"],
    ["how many growers joined and left in the same year", "in the same year"],
    ["growers inactive since march", "inactive"],
    ["growers not seen since march", "which rows the time is of"],
    ["how many growers have not been in since march", "which rows the time is of"],
    ["growers never sold to sweden", "never"],
    ["how many hard level workshop types last week", "last week"],
  ])("%s", (question, lost) => {
    const refusal = refusalOf(question);
    expect(refusal).not.toMatch(/^answered/);
    expect(refusal).toContain(lost);
  });
});

describe("what is much like it is still told", () => {
  it.each([
    ["growers that were recruited", "SELECT full_name FROM growers WHERE recruited_by_id IS NOT NULL"],
    [
      "which grower names appear more than once",
      "SELECT full_name FROM growers GROUP BY full_name HAVING COUNT(*) > 1",
    ],
    ["how many harvests weigh over 15", "SELECT COUNT(*) FROM harvests WHERE weight_kg > 15"],
    ["which seed is the cheapest", "SELECT name FROM seeds ORDER BY price LIMIT 1"],
    ["longest serving grower", "SELECT full_name FROM growers ORDER BY joined_on LIMIT 1"],
    ["how many hard level workshop types", "SELECT COUNT(*) FROM workshop_types WHERE level = 'hard'"],
    ["how many harvests by crop compared to each other", "SELECT crop, COUNT(*) FROM harvests GROUP BY crop"],
  ])("%s", async (question, sql) => {
    await school.expectRows(question, sql);
  });
});

/** A boat yard: boats that were scrapped, berths with the skippers who tie up there, quays whose berths are let. */
const yardTables = `
CREATE TABLE quays (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE skippers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, started_on DATE NOT NULL, left_on DATE);
CREATE TABLE goats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, died_on DATE);
CREATE TABLE voyages (id INTEGER PRIMARY KEY, quay_id INTEGER NOT NULL REFERENCES quays (id), skipper_id INTEGER NOT NULL REFERENCES skippers (id), sailed_on DATE NOT NULL, price REAL NOT NULL, is_chartered BOOLEAN NOT NULL);
`;

describe("days and groups of something else", () => {
  let yard: Business;
  beforeAll(async () => {
    yard = await openFixture("yard", yardTables, (database) => {
      database.exec("INSERT INTO quays VALUES (1, 'North quay'), (2, 'Old quay')");
      database.exec(
        "INSERT INTO skippers VALUES (1, 'Ada Ness', '2020-01-01', NULL), (2, 'Bo Lind', '2024-01-05', '2024-05-01')",
      );
      database.exec("INSERT INTO goats VALUES (1, 'Billy', '2024-06-02'), (2, 'Nan', NULL)");
      database.exec(
        "INSERT INTO voyages VALUES (1, 1, 1, '2024-06-03', 50, 1), (2, 1, 2, '2024-05-03', 70, 0), (3, 2, 1, '2024-04-03', 20, 0)",
      );
    });
  });
  afterAll(async () => {
    await yard.datasource.close();
  });

  it.each([
    "how many new goats this month",
    "goats since 2024",
    "not chartered voyages this month",
    "how many skippers started and left in 2024",
  ])("are not told: %s", (question) => {
    expect(yard.ask(question)).toMatchObject({ kind: "not_understood" });
  });

  it.each([
    [
      "how many goats died this month",
      "SELECT COUNT(*) FROM goats WHERE died_on >= '2024-06-01' AND died_on < '2024-07-01'",
    ],
    [
      "how many skippers left in 2024",
      "SELECT COUNT(*) FROM skippers WHERE left_on >= '2024-01-01' AND left_on < '2025-01-01'",
    ],
    ["which quay has the most voyages", "SELECT 'North quay'"],
    ["which skipper had no voyages last month", "SELECT 'Ada Ness'"],
    ["average price per voyage", "SELECT AVG(price) FROM voyages"],
  ])("are no hindrance to what is said of them: %s", async (question, sql) => {
    await yard.expectRows(question, sql);
  });
});
