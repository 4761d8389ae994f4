import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE companies (company_id INTEGER PRIMARY KEY, name TEXT NOT NULL, headquarters TEXT NOT NULL);
CREATE TABLE movies (movie_id INTEGER PRIMARY KEY, title TEXT NOT NULL, company_id INTEGER NOT NULL REFERENCES companies (company_id),
  runtime INTEGER NOT NULL, rating NUMERIC NOT NULL);
CREATE TABLE spectators (spectator_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, town TEXT NOT NULL, movie_id INTEGER REFERENCES movies (movie_id));
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary NUMERIC NOT NULL);
`;

let screens: Business;
beforeAll(async () => {
  screens = await openFixture("screens", tables, (database) => {
    database.exec("INSERT INTO companies VALUES (1, 'Lumen', 'Basel'), (2, 'Umbra', 'Turin')");
    database.exec(
      "INSERT INTO movies VALUES (1, 'Harbour', 1, 96, 7.5), (2, 'Kite', 1, 121, 8), (3, 'Slate', 2, 88, 6)",
    );
    database.exec("INSERT INTO spectators VALUES (1, 'Ada', 'Bern', 1), (2, 'Bo', 'Thun', 1), (3, 'Cy', 'Bern', 3)");
    database.exec("INSERT INTO agents VALUES (1, 'Dree', 4100), (2, 'Esk', 5200)");
  });
});
afterAll(() => screens.datasource.close());

describe("a word for which the schema has another", () => {
  it.each([
    ["How many films are there?", "SELECT COUNT(*) FROM movies"],
    [
      "Number of films by enterprise",
      "SELECT name, COUNT(*) FROM movies JOIN companies USING (company_id) GROUP BY name",
    ],
    ["Which firm made the film with the highest rating?", "SELECT 'Lumen'"],
    ["List the names of all corporations", "SELECT name FROM companies"],
    ["How many attendees are from Bern?", "SELECT COUNT(*) FROM spectators WHERE town = 'Bern'"],
    ["Average runtime of films", "SELECT AVG(runtime) FROM movies"],
    ["List the forenames of the spectators", "SELECT first_name FROM spectators"],
    ["What is the head office of Umbra?", "SELECT 'Turin'"],
    ["What is the main office of Umbra?", "SELECT 'Turin'"],
    ["How many motion pictures are there?", "SELECT COUNT(*) FROM movies"],
    ["List the titles of all flicks", "SELECT title FROM movies"],
    ["How many viewers are from Bern?", "SELECT COUNT(*) FROM spectators WHERE town = 'Bern'"],
    ["How many establishments are there?", "SELECT COUNT(*) FROM companies"],
  ])("%s", async (question, sql) => {
    const { result } = await screens.answer(question);
    const told = result.rows.map((row) => row.map(String).toSorted().join());
    expect(told.toSorted()).toEqual(
      (await screens.rows(sql)).map((row) => row.map(String).toSorted().join()).toSorted(),
    );
  });

  it("is none that is only made of the same word: who makes films is no film", () => {
    expect(screens.ask("How many moviemakers are there?").kind).toBe("not_understood");
  });

  it("is told where it has other meanings, too", () => {
    const reading = screens.ask("How many enterprises are there?");
    expect(reading.kind === "query" ? reading.assumptions : []).toContain("I read “enterprises” as “companies”.");
  });

  it.each(["How many sales reps are there?", "How many holding corporations are there?"])(
    "is not all of it where a word before it makes it another thing: %s",
    (question) => {
      const reading = screens.ask(question);
      if (reading.kind === "query") expect(reading.left_out).not.toEqual([]);
    },
  );

  it("is named as it was written where it is not understood", () => {
    const reading = screens.ask("Average turnover of enterprises by altitude");
    expect(reading.kind === "query" ? "" : reading.reason).not.toContain("companies");
  });
});

describe("a refusal", () => {
  it("suggests what is near to its question, in whatever words that was", () => {
    const reading = screens.ask("How many films did the critics hate?");
    expect(reading.kind === "query" ? [] : reading.suggestions.join(" ")).toContain("movies");
  });
});
