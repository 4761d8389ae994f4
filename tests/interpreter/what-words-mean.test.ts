import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE guilds (guild_id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE sculptors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, home TEXT NOT NULL,
  guild_id INTEGER NOT NULL REFERENCES guilds (guild_id));
CREATE TABLE pieces (id INTEGER PRIMARY KEY, title TEXT NOT NULL, piece_type TEXT NOT NULL, commissioned_by TEXT NOT NULL,
  sculptor_id INTEGER NOT NULL REFERENCES sculptors (id), price NUMERIC NOT NULL,
  polish INTEGER NOT NULL);
CREATE TABLE damages (id INTEGER PRIMARY KEY, piece_id INTEGER NOT NULL REFERENCES pieces (id), reported_on DATE NOT NULL,
  state TEXT NOT NULL);
`;

let studio: Business;
beforeAll(async () => {
  studio = await openFixture("studio", tables, (database) => {
    database.exec("INSERT INTO guilds VALUES (1, 'Stone'), (2, 'Bronze')");
    database.exec(`INSERT INTO sculptors VALUES (1, 'Ruth Amsel', 24, 'Brig', 1), (2, 'Olaf Birk', 51, 'Chur', 2),
      (3, 'Mia Clos', 37, 'Brig', 2), (4, 'Jan Dorn', 68, 'Visp', 1)`);
    database.exec(`INSERT INTO pieces VALUES (1, 'Tide', 'bust', 'Kiel Harbour', 1, 900, 7), (2, 'Reed', 'relief', 'Lena Holt', 2, 400, 5),
      (3, 'Dune', 'bust', 'Lena Holt', 3, 1200, 9), (4, 'Moss', 'statue', 'Kiel Harbour', 3, 800, 4)`);
    database.exec(`INSERT INTO damages VALUES (1, 1, '2024-02-01', 'Reported'), (2, 2, '2024-04-02', 'Repaired'),
      (3, 2, '2024-05-02', 'Reported'), (4, 4, '2023-05-02', 'Repaired')`);
  });
});
afterAll(() => studio.datasource.close());

describe("what words mean in the schema", () => {
  it.each([
    ["What are the different types of pieces?", "SELECT DISTINCT piece_type FROM pieces"],
    ["How many different types of pieces are there?", "SELECT COUNT(DISTINCT piece_type) FROM pieces"],
    [
      "Find the titles of the pieces commissioned by Lena Holt",
      "SELECT title FROM pieces WHERE commissioned_by = 'Lena Holt'",
    ],
    ["Show the ids of the damages reported before May 2024", "SELECT id FROM damages WHERE reported_on < '2024-05-01'"],
    ["How many sculptors are over 50 years old?", "SELECT COUNT(*) FROM sculptors WHERE age > 50"],
    ["How many sculptors are 24 years old?", "SELECT COUNT(*) FROM sculptors WHERE age = 24"],
    ["Names of sculptors aged 51 or older", "SELECT name FROM sculptors WHERE age >= 51"],
    ["List the homes of sculptors older than 40", "SELECT home FROM sculptors WHERE age > 40"],
    ["Count the total number of pieces", "SELECT COUNT(*) FROM pieces"],
    [
      "Names of the sculptors and the guilds they belong to",
      "SELECT s.name, g.title FROM sculptors s JOIN guilds g ON g.guild_id = s.guild_id",
    ],
    [
      "Show the sculptors and their guilds",
      "SELECT s.name, g.title FROM sculptors s JOIN guilds g ON g.guild_id = s.guild_id",
    ],
    ["What is the average polish score of the pieces?", "SELECT AVG(polish) FROM pieces"],
    ["List the guild names", "SELECT title FROM guilds"],
    [
      "How many busts are there by Mia Clos?",
      "SELECT COUNT(*) FROM pieces WHERE piece_type = 'bust' AND sculptor_id = 3",
    ],
    ["Show the information of all sculptors", "SELECT * FROM sculptors"],
  ])("%s", (question, sql) => studio.expectRows(question, sql));

  it.each([
    ["Names of the sculptors from youngest to oldest", "SELECT name FROM sculptors ORDER BY age"],
    ["List all sculptors in alphabetical order", "SELECT name FROM sculptors ORDER BY name"],
    ["List the ages of the sculptors from greatest to least", "SELECT age FROM sculptors ORDER BY age DESC"],
    [
      "What is the alphabetically ordered list of the names of the sculptors?",
      "SELECT name FROM sculptors ORDER BY name",
    ],
    [
      "Show the titles of the pieces in descending lexicographical order",
      "SELECT title FROM pieces ORDER BY title DESC",
    ],
  ])("%s, in this order", async (question, sql) => {
    const { result } = await studio.answer(question);
    expect(result.rows.map(String)).toEqual((await studio.rows(sql)).map(String));
  });
});
