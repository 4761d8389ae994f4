/**
 * One question in the many ways in which people say it: what leads in to it, what a figure is told by, who has the most, how many of them.
 * Every wording of a question has the same answer as the plain one, for example "which angler leads in number of catches" and "which angler
 * has the most catches".
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A lake: those who fish in it, their check-ins at the jetty, and what they caught. */
const tables = `
CREATE TABLE anglers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, insured BOOLEAN NOT NULL);
CREATE TABLE check_ins (id INTEGER PRIMARY KEY, angler_id INTEGER NOT NULL REFERENCES anglers (id), entered_on DATE NOT NULL);
CREATE TABLE catches (id INTEGER PRIMARY KEY, angler_id INTEGER NOT NULL REFERENCES anglers (id), method TEXT NOT NULL, caught_on DATE NOT NULL, weight_kg REAL NOT NULL, refund_amount REAL NOT NULL, reported_on DATE NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hire_price REAL NOT NULL);
CREATE TABLE fees (id INTEGER PRIMARY KEY, angler_id INTEGER NOT NULL REFERENCES anglers (id), amount REAL NOT NULL);
`;

let lake: Business;
beforeAll(async () => {
  lake = await openFixture("said-in-many-ways", tables, (database) => {
    const angler = database.prepare("INSERT INTO anglers VALUES (?, ?, ?, ?)");
    for (let i = 1; i <= 9; i++)
      angler.run(i, `Angler ${"ABCDEFGHI"[i - 1]}`, ["Reedham", "Sedge"][i % 2] ?? "", i % 3 === 0 ? 1 : 0);
    const checkIn = database.prepare("INSERT INTO check_ins VALUES (?, ?, ?)");
    for (let i = 1; i <= 11; i++) checkIn.run(i, 1 + (i % 4), `2025-03-0${1 + (i % 8)}`);
    const caught = database.prepare("INSERT INTO catches VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (let i = 1; i <= 60; i++)
      caught.run(
        i,
        1 + Math.floor(Math.sqrt(i)),
        ["rod", "net", "line"][i % 7] ?? "rod",
        `2025-0${1 + (i % 6)}-1${i % 9}`,
        1 + (i % 5),
        i % 4,
        `2025-07-1${i % 9}`,
      );
    const boat = database.prepare("INSERT INTO boats VALUES (?, ?, ?)");
    for (let i = 1; i <= 8; i++) boat.run(i, `Boat ${"ABCDEFGH"[i - 1]}`, 10 + ((i * 7) % 11));
    const fee = database.prepare("INSERT INTO fees VALUES (?, ?, ?)");
    for (let i = 1; i <= 12; i++) fee.run(i, 1 + (i % 5), 5 + i);
  });
});
afterAll(() => lake.datasource.close());

describe("what is said before a question and after it", () => {
  it.each([
    "quickly, how many anglers are there",
    "one moment, how many anglers are there",
    "i was wondering how many anglers there are",
    "would love to know how many anglers there are",
    "can you check how many anglers there are",
    "say how many anglers there are",
    "exactly how many anglers are there",
    "roughly how many anglers are there?",
    "how many anglers are on file",
    "overall number of anglers",
    "amount of anglers",
    "quantity of anglers",
  ])("%s", (question) => lake.expectRows(question, "SELECT COUNT(*) FROM anglers"));

  it("leaves what rows have of their own as it is: the amount of fees is theirs", () =>
    lake.expectRows("total amount of fees", "SELECT SUM(amount) FROM fees"));

  it.each(["how many anglers that are insured are there", "how many anglers thats insured"])("%s", (question) =>
    lake.expectRows(question, "SELECT COUNT(*) FROM anglers WHERE insured = 1"),
  );
});

describe("what a figure is told by, in other words", () => {
  it.each([
    "number of catches according to method",
    "number of catches depending on method",
    "number of catches broken down per method",
    "number of catches split up by method",
    "number of catches categorised by method",
    "number of catches listed by method",
    "number of catches method-wise",
    "method-wise number of catches",
    "number of catches /method",
    "number of catches divided by method",
    "method by method, number of catches",
    "each method's number of catches",
    "catches broken down by method",
    "catches grouped by method",
    "catches across methods",
    "group catches by method and count them",
    "group the number of catches by method",
    "a report of the number of catches by method",
    "number of catches across the different methods",
  ])("%s", (question) => lake.expectRows(question, "SELECT method, COUNT(*) FROM catches GROUP BY method"));
});

const busiest =
  "SELECT name, COUNT(*) FROM anglers JOIN catches ON angler_id = anglers.id GROUP BY anglers.id ORDER BY 2 DESC";

describe("who has the most, in other words", () => {
  it.each([
    "which angler has the max number of catches",
    "which angler leads in number of catches",
    "which angler ranks first by number of catches",
    "which angler has more catches than any other",
    "which angler's number of catches is the highest",
    "angler with the highest catches count",
    "the single angler with the most catches",
    "which angler has by far the most catches",
    "which angler has the most catches overall",
    "which angler has the most catches in total",
  ])("%s", (question) => lake.expectRows(question, `SELECT name FROM (${busiest} LIMIT 1)`));
});

describe("the top few, sorted by a figure", () => {
  it.each([
    "top 3 anglers ranked by number of catches",
    "top 3 anglers with their number of catches",
    "top-3 anglers by number of catches",
    "leading 3 anglers by number of catches",
  ])("%s", (question) => lake.expectRows(question, `${busiest} LIMIT 3`));

  it("number one angler by catches", () => lake.expectRows("number one angler by catches", `${busiest} LIMIT 1`));

  it("has those with the most of what they are sorted by", () =>
    lake.expectRows("top 3 anglers sorted by number of catches", `SELECT name FROM (${busiest} LIMIT 3)`));

  const dearest = "SELECT name FROM boats ORDER BY hire_price";

  it.each(["boats by hire price, top 3", "boats by hire price (top 3)", "top 3 boats sorted by hire price"])(
    "%s",
    (question) => lake.expectRows(question, `${dearest} DESC LIMIT 3`),
  );

  it.each(["top 3 boats sorted by hire price ascending", "first 3 boats sorted by hire price"])("%s", (question) =>
    lake.expectRows(question, `${dearest} LIMIT 3`),
  );

  it("goes by the alphabet where they are sorted by name", () =>
    lake.expectRows("top 3 boats sorted by name", "SELECT name FROM boats ORDER BY name LIMIT 3"));
});

describe("a figure of all of them, in other words", () => {
  it.each([
    "sum of refund amount of catches",
    "the total of the refund amount for all catches",
    "total refund amount over all catches",
    "add up the refund amount of all catches",
    "entire refund amount of catches",
    "how high is the total refund amount of catches",
  ])("%s", (question) => lake.expectRows(question, "SELECT SUM(refund_amount) FROM catches"));

  it.each([
    "on average, what is the weight of catches",
    "weight averaged over catches",
    "how high is the average weight of catches",
    "average weight amongst catches",
  ])("%s", (question) => lake.expectRows(question, "SELECT AVG(weight_kg) FROM catches"));

  it("has a month in the stretch that it is", () =>
    lake.expectRows(
      "number of check-ins over March 2025",
      "SELECT COUNT(*) FROM check_ins WHERE entered_on LIKE '2025-03%'",
    ));

  it.each(["anglers without a single catch", "anglers missing catches", "anglers who have yet to make a catch"])(
    "%s",
    (question) => lake.expectRows(question, "SELECT name FROM anglers WHERE id NOT IN (SELECT angler_id FROM catches)"),
  );
});

it("says no more than it did of a ratio of two figures", () => {
  const { sql } = lake.ask("total refund amount of catches divided by number of anglers") as { sql?: string };
  expect(sql ?? "").not.toContain("GROUP BY");
});
