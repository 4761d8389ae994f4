import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A choir school: singers are enrolled in choirs, sit exams of them, and call in on a help line about topics. */
const tables = `
CREATE TABLE choirs (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE singers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers (id), choir_id INTEGER NOT NULL REFERENCES choirs (id));
CREATE TABLE exams (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers (id), choir_id INTEGER NOT NULL REFERENCES choirs (id), level TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers (id), topic TEXT NOT NULL, called_on DATE NOT NULL);
CREATE TABLE scores (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers (id), title TEXT NOT NULL, lent_on DATE NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, score_id INTEGER NOT NULL REFERENCES scores (id), returned_on DATE NOT NULL);
CREATE TABLE halls (id INTEGER PRIMARY KEY, name TEXT NOT NULL, has_organ BOOLEAN NOT NULL);
CREATE TABLE tutors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, instrument TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, device TEXT NOT NULL, converted BOOLEAN NOT NULL);
`;

let school: Business;
beforeAll(async () => {
  school = await openFixture("rates-of-parts", tables, (database) => {
    database.exec("INSERT INTO choirs VALUES (1, 'Bach Choir'), (2, 'Folk Choir')");
    database.exec(
      "INSERT INTO singers VALUES (1, 'Ada', '2020-01-01'), (2, 'Bo', '2021-01-01'), (3, 'Cy', '2024-06-02')",
    );
    database.exec("INSERT INTO enrolments VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 3, 1), (5, 3, 2)");
    database.exec(
      "INSERT INTO exams VALUES (1, 1, 1, 'high', 'cancelled'), (2, 2, 1, 'high', 'sat'), (3, 3, 2, 'low', 'sat'), (4, 3, 1, 'low', 'sat'), (5, 1, 2, 'low', 'cancelled')",
    );
    database.exec("INSERT INTO calls VALUES (1, 1, 'times', '2024-01-01'), (2, 2, 'fees', '2024-02-01')");
    database.exec(
      "INSERT INTO scores VALUES (1, 1, 'Mass', '2023-04-01'), (2, 2, 'Mass', '2024-01-01'), (3, 3, 'Songs', '2024-02-01')",
    );
    database.exec("INSERT INTO returns VALUES (1, 1, '2024-01-08'), (2, 2, '2024-02-01')");
    database.exec("INSERT INTO halls VALUES (1, 'Great Hall', 1), (2, 'Low Hall', 0)");
    database.exec("INSERT INTO tutors VALUES (1, 'Di', 'Organ'), (2, 'Ed', 'Flute')");
    database.exec("INSERT INTO visits VALUES (1, 'phone', 1), (2, 'phone', 0), (3, 'laptop', 1), (4, 'laptop', 1)");
  });
});
afterAll(async () => {
  await school.datasource.close();
});

describe("a rate of some rows", () => {
  it.each([
    ["conversion rate of phone visits", "SELECT 0.5"],
    ["laptop conversion rate", "SELECT 1.0"],
    ["cancellation rate of high exams", "SELECT 0.5"],
    ["cancellation rate of exams of Ada", "SELECT 1.0"],
    ["return rate of scores of Bo", "SELECT 1.0"],
  ])("is a share of those alone: %s", async (question, sql) => {
    await school.expectRows(question, sql);
  });
});

describe("an average number of those who belong to several", () => {
  it("is that of their memberships, whatever else they share", async () => {
    await school.expectRows("number of singers per choir on average", "SELECT 2.5");
  });
});

describe("what is not kept", () => {
  it.each([
    ["what percentage of calls are about exams", "exams"],
    ["how do singers find us", "how"],
    ["singers with a birthday this month", "birth"],
    ["which singers have the best manners", "best"],
  ])("is refused by its name: %s", (question, word) => {
    const answer = school.ask(question);
    if (answer.kind === "query") throw new Error(`answered with ${answer.sql}`);
    expect(`${answer.reason} ${answer.unknown.join(" ")}`).toContain(word);
  });
});

describe("a word that another is read for", () => {
  it("is not left out where the answer says nothing of the other", async () => {
    const workshop = await openFixture(
      "rates-of-parts-workshop",
      `CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_cost NUMERIC NOT NULL);
      CREATE TABLE repairs (id INTEGER PRIMARY KEY, part_id INTEGER NOT NULL REFERENCES parts (id), done_on DATE NOT NULL);`,
      (database) => database.exec("INSERT INTO parts VALUES (1, 'Reed', 2), (2, 'Key', 5)"),
    );
    expect(workshop.ask("how many repairs were because of damage")).toMatchObject({ kind: "not_understood" });
    await workshop.datasource.close();
  });
});

describe("a word for what rows may have, and for a value of others", () => {
  it.each([
    ["tutors of organ", "SELECT name FROM tutors WHERE instrument = 'Organ'"],
    ["halls with an organ", "SELECT name FROM halls WHERE has_organ"],
  ])("is read by what stands before it: %s", async (question, sql) => {
    await school.expectRows(question, sql);
  });
});
