import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A theatre: crew of several trades, props that are lent to plays, tests of voices, and damages that insurers pay for. */
const tables = `
CREATE TABLE crew (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, trade TEXT NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE plays (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, season INTEGER NOT NULL, seats INTEGER NOT NULL);
CREATE TABLE rehearsals (id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES plays (id), tech_id INTEGER NOT NULL REFERENCES crew (id),
  called_by_id INTEGER NOT NULL REFERENCES crew (id), starts_at TIMESTAMP NOT NULL);
CREATE TABLE props (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, rental_price NUMERIC NOT NULL, made_on DATE NOT NULL);
CREATE TABLE prop_uses (id INTEGER PRIMARY KEY, prop_id INTEGER NOT NULL REFERENCES props (id), play_id INTEGER NOT NULL REFERENCES plays (id), used_on DATE NOT NULL);
CREATE TABLE singers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, insured BOOLEAN NOT NULL);
CREATE TABLE auditions (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers (id), score INTEGER NOT NULL, held_on DATE NOT NULL);
CREATE TABLE damage_claims (id INTEGER PRIMARY KEY, insurer TEXT NOT NULL, filed_on DATE NOT NULL, refund_amount NUMERIC NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("denied-and-first", tables, (database) => {
    database.exec(`INSERT INTO crew VALUES (1, 'Ada Ness', 'Technician', '2019-05-01'), (2, 'Bo Lind', 'Technician', '2020-05-01'),
      (3, 'Cy Moe', 'Stage manager', '2018-05-01'), (4, 'Di Orr', 'Stage manager', '2021-05-01')`);
    database.exec(
      "INSERT INTO plays VALUES (1, 'Winter', 2022, 200), (2, 'Gulls', 2022, 120), (3, 'Ghosts', 2023, 90), (4, 'Tides', 2023, 90)",
    );
    database.exec(`INSERT INTO rehearsals VALUES (1, 1, 1, 3, '2024-06-02 10:00'), (2, 2, 1, 3, '2024-04-03 10:00'), (3, 3, 2, 4, '2024-04-04 10:00'),
      (4, 3, 2, 4, '2024-03-04 10:00')`);
    database.exec(
      "INSERT INTO props VALUES (1, 'Skull', 12, '2010-01-01'), (2, 'Throne', 90, '2012-01-01'), (3, 'Lamp', 5, '2015-01-01')",
    );
    database.exec(
      "INSERT INTO prop_uses VALUES (1, 2, 1, '2024-06-03'), (2, 2, 2, '2024-04-03'), (3, 1, 1, '2024-04-03')",
    );
    database.exec("INSERT INTO singers VALUES (1, 'Ed Pim', 1), (2, 'Flo Quist', 0), (3, 'Gil Roe', 0)");
    database.exec(
      "INSERT INTO auditions VALUES (1, 1, 4, '2023-01-05'), (2, 1, 9, '2024-02-05'), (3, 2, 7, '2023-03-05')",
    );
    database.exec(`INSERT INTO damage_claims VALUES (1, 'Anchor', '2024-01-02', 500), (2, 'Petrel', '2024-01-03', 300), (3, 'Petrel', '2024-02-03', 300),
      (4, 'Heron', '2024-02-03', 100), (5, 'Heron', '2024-02-09', 150), (6, 'Heron', '2024-02-10', 150)`);
  });
});
afterAll(async () => {
  await house.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await house.expectRows(question, sql);
};

describe("those of a trade, to whom rows refer in that role", () => {
  const idle = (time: string) =>
    `SELECT full_name FROM crew WHERE trade = 'Technician' AND id NOT IN (SELECT tech_id FROM rehearsals WHERE ${time})`;
  it.each([
    ["techs who had no rehearsals this month", idle("starts_at >= '2024-06-01'")],
    ["which techs have not had a rehearsal this month", idle("starts_at >= '2024-06-01'")],
    ["techs without rehearsals", idle("1")],
    [
      "how many techs have no rehearsals in April",
      "SELECT COUNT(*) FROM crew WHERE trade = 'Technician' AND id NOT IN (SELECT tech_id FROM rehearsals WHERE starts_at >= '2024-04-01' AND starts_at < '2024-05-01')",
    ],
  ])("are those without such rows: %s", expectRows);

  it("are not told by the rows of other times, where no trade is called so", async () => {
    const reading = house.ask("callers without rehearsals this month");
    expect(reading.kind).toBe("not_understood");
  });
});

describe("what was not done in a time", () => {
  it.each([
    [
      "props nobody used this month",
      "SELECT label FROM props WHERE id NOT IN (SELECT prop_id FROM prop_uses WHERE used_on >= '2024-06-01')",
    ],
    [
      "props not used in April",
      "SELECT label FROM props WHERE id NOT IN (SELECT prop_id FROM prop_uses WHERE used_on >= '2024-04-01' AND used_on < '2024-05-01')",
    ],
    [
      "singers who were not auditioned this year",
      "SELECT full_name FROM singers WHERE id NOT IN (SELECT singer_id FROM auditions WHERE held_on >= '2024-01-01')",
    ],
    [
      "singers not seen this year",
      "SELECT full_name FROM singers WHERE id NOT IN (SELECT singer_id FROM auditions WHERE held_on >= '2024-01-01')",
    ],
  ])("is told by the rows that there are none of: %s", expectRows);

  it.each(["singers not contacted this year", "props that no one owns", "how often was the most expensive prop used"])(
    "is refused where nothing tells it: %s",
    (question) => {
      expect(house.ask(question).kind).toBe("not_understood");
    },
  );
});

describe("the first of things, and how many or how often", () => {
  it.each([
    ["which prop is the most expensive and how often was it used", "SELECT 'Throne', 2"],
    ["the cheapest prop and how often was it used", "SELECT 'Lamp', 0"],
    ["which play has the most seats and how many rehearsals does it have", "SELECT 'Winter', 1"],
    ["how often was the oldest prop shown", "SELECT 1"],
  ])("are told together: %s", expectRows);

  it("are told in one sentence", async () => {
    const { reading, result } = await house.answer("which prop is the most expensive and how often was it used");
    expect(verbalize(reading.form, result)).toBe(
      "Throne: there are 2 prop uses of the prop with the highest rental price.",
    );
    expect(reading.interpretation).toBe("Prop name and number of prop uses of the prop with the highest rental price.");
  });
});

describe("what kinds of rows come to", () => {
  it.each([
    ["insurer with the highest refund amount", "SELECT 'Petrel'"],
    ["insurer with the lowest refund", "SELECT 'Heron'"],
    ["claims by insurer", "SELECT insurer, COUNT(*) FROM damage_claims GROUP BY insurer"],
    ["plays by season", "SELECT season, COUNT(*) FROM plays GROUP BY season"],
  ])("is the sum of all their rows, or their number: %s", expectRows);

  it("is an order where a list is asked for", async () => {
    await house.expectRows("list plays by season", "SELECT title FROM plays ORDER BY season");
  });
});

describe("the first score of each", () => {
  it.each([
    ["first score of each singer", "SELECT 'Ed Pim', 4 UNION SELECT 'Flo Quist', 7"],
    ["singers and their latest score", "SELECT 'Ed Pim', 9 UNION SELECT 'Flo Quist', 7"],
  ])("is that which came first, and no average: %s", expectRows);
});
