import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE keepers (KeeID INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, age INTEGER NOT NULL,
  sex TEXT NOT NULL, job_title TEXT NOT NULL, town_or_village TEXT NOT NULL, no_of_dogs INTEGER NOT NULL);
CREATE TABLE visitors (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, home_address TEXT NOT NULL,
  age INTEGER NOT NULL, first_came_on DATE NOT NULL);
CREATE TABLE addresses (address_id INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE lighthouses (lighthouse_id INTEGER PRIMARY KEY, name TEXT NOT NULL, built_year INTEGER NOT NULL, paint TEXT NOT NULL,
  keeper_id INTEGER NOT NULL REFERENCES keepers (KeeID), deputy_keeper_id INTEGER REFERENCES keepers (KeeID));
CREATE TABLE dogs (dog_id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (KeeID), name TEXT NOT NULL);
CREATE TABLE faults (fault_id INTEGER PRIMARY KEY, lighthouse_id INTEGER NOT NULL REFERENCES lighthouses (lighthouse_id),
  reported_by_visitor_id INTEGER NOT NULL REFERENCES visitors (id), state TEXT NOT NULL);
CREATE TABLE fault_lines (fault_line_id INTEGER PRIMARY KEY, fault_id INTEGER NOT NULL REFERENCES faults (fault_id), hours INTEGER NOT NULL);
CREATE TABLE stays (visitor_id INTEGER NOT NULL REFERENCES visitors (id), lighthouse_id INTEGER NOT NULL REFERENCES lighthouses (lighthouse_id));
CREATE TABLE ratings (rating_id INTEGER PRIMARY KEY, lighthouse_id INTEGER NOT NULL REFERENCES lighthouses (lighthouse_id), stars INTEGER NOT NULL);
CREATE TABLE accounts (account_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, visitor_id INTEGER NOT NULL REFERENCES visitors (id));
`;

let coast: Business;
beforeAll(async () => {
  coast = await openFixture("coast", tables, (database) => {
    database.exec(`INSERT INTO keepers VALUES (1, 'Edda', 'Falk', 41, 'F', 'Head', 'Norden', 2), (2, 'Nils', 'Roth', 35, 'M', 'Hand', 'Husum', 0),
      (3, 'Ulla', 'Falk', 52, 'F', 'Hand', 'Norden', 1), (4, 'Jost', 'Brandt', 29, 'M', 'Head', 'Varel', 3)`);
    database.exec(
      `INSERT INTO visitors VALUES (1, 'Nils', 'Harms', 'Deichweg 4', 30, '2021-04-02'), (2, 'Maren', 'Roth', 'Am Siel 2', 40, '2022-05-01'),
      (3, 'Maren', 'Harms', 'Deichweg 9', 53, '2020-07-09')`,
    );
    database.exec("INSERT INTO addresses VALUES (1, 'Deichweg 4'), (2, 'Am Siel 2')");
    database.exec(`INSERT INTO lighthouses VALUES (1, 'Rote Bake', 1889, 'red', 1, 2), (2, 'Sandturm', 1911, 'white', 2, 3),
      (3, 'Hohe Leuchte', 1911, 'red', 3, 4), (4, 'Wattfeuer', 1960, 'white', 1, NULL)`);
    database.exec("INSERT INTO dogs VALUES (1, 1, 'Ajax'), (2, 3, 'Bo'), (3, 4, 'Cara')");
    database.exec(
      `INSERT INTO faults VALUES (1, 1, 1, 'Reported'), (2, 1, 2, 'Repaired'), (3, 2, 2, 'Reported'), (4, 3, 3, 'Repaired')`,
    );
    database.exec("INSERT INTO fault_lines VALUES (1, 1, 4), (2, 1, 2), (3, 2, 7), (4, 3, 1), (5, 4, 2)");
    database.exec("INSERT INTO stays VALUES (1, 1), (2, 1), (2, 2), (3, 2)");
    database.exec("INSERT INTO ratings VALUES (1, 1, 3), (2, 1, 5), (3, 2, 4), (4, 3, 1)");
    database.exec("INSERT INTO accounts VALUES (1, 'Silver', 1), (2, 'Gold', 2), (3, 'Silver', 3)");
  });
});
afterAll(() => coast.datasource.close());

const right = (question: string, sql: string): Promise<void> => coast.expectRows(question, sql);

describe("names that are said in parts or by other words", () => {
  it.each([
    // An abbreviated prefix of a table's own name.
    ["Show the ids of the keepers from Husum", "SELECT KeeID FROM keepers WHERE town_or_village = 'Husum'"],
    // A name that lists alternatives.
    ["Which villages do the keepers live in?", "SELECT DISTINCT town_or_village FROM keepers"],
    ["How many keepers are there in each town?", "SELECT town_or_village, COUNT(*) FROM keepers GROUP BY 1"],
    [
      "What are the full names of the keepers older than 40?",
      "SELECT first_name, last_name FROM keepers WHERE age > 40",
    ],
    [
      "Which keeper has the job_title 'Head' and the first_name 'Edda'?",
      "SELECT first_name, last_name FROM keepers WHERE first_name = 'Edda'",
    ],
    ["What are the account names and account ids?", "SELECT account_name, account_id FROM accounts"],
    ["How many fault lines are there for each fault id?", "SELECT fault_id, COUNT(*) FROM fault_lines GROUP BY 1"],
    ["Show the lighthouse numbers and states of all faults", "SELECT lighthouse_id, state FROM faults"],
  ])("%s", right);
});

describe("names of people in two columns", () => {
  it.each([
    ["What is the age of 'Ulla Falk'?", "SELECT age FROM keepers WHERE first_name = 'Ulla' AND last_name = 'Falk'"],
    // Nils is a keeper's name, too, and Harms is none.
    ["How many faults were reported by Nils Harms?", "SELECT 1"],
    [
      "Show the ids of the faults reported by the visitor with the last name Roth",
      "SELECT fault_id FROM faults WHERE reported_by_visitor_id = 2",
    ],
  ])("%s", right);
});

describe("texts within a column", () => {
  it.each([
    ["Which lighthouses have 'feuer' in their names?", "SELECT name FROM lighthouses WHERE name LIKE '%feuer%'"],
    [
      "How many keepers have 'a' in part of their last names?",
      "SELECT COUNT(*) FROM keepers WHERE last_name LIKE '%a%'",
    ],
    [
      "Names of lighthouses that contain 'turm' or 'bake'",
      "SELECT name FROM lighthouses WHERE name LIKE '%turm%' OR name LIKE '%bake%'",
    ],
    // The column of the visitors, rather than the table of addresses.
    [
      "First names of the visitors whose home address contains 'Deich'",
      "SELECT first_name FROM visitors WHERE home_address LIKE '%Deich%'",
    ],
  ])("%s", right);
});

describe("which of several keys is meant", () => {
  it.each([
    [
      "How many lighthouses have Ulla Falk as the deputy keeper?",
      "SELECT COUNT(*) FROM lighthouses WHERE deputy_keeper_id = 3",
    ],
    [
      "First names of keepers who are deputy keepers of white lighthouses",
      "SELECT first_name FROM keepers WHERE KeeID IN (SELECT deputy_keeper_id FROM lighthouses WHERE paint = 'white')",
    ],
  ])("%s", right);
});

describe("figures of each and of all but some", () => {
  it.each([
    ["What is the average age for male and female keepers?", "SELECT sex, AVG(age) FROM keepers GROUP BY 1"],
    [
      "Names of lighthouses built before 1890 or after 1950",
      "SELECT name FROM lighthouses WHERE built_year < 1890 OR built_year > 1950",
    ],
    [
      "Which lighthouses have a built year above 1950 or under 1900?",
      "SELECT name FROM lighthouses WHERE built_year > 1950 OR built_year < 1900",
    ],
    ["How many lighthouses were built in 1911 or after?", "SELECT COUNT(*) FROM lighthouses WHERE built_year >= 1911"],
    [
      "Names of all lighthouses except those with at least two faults",
      "SELECT name FROM lighthouses WHERE lighthouse_id <> 1",
    ],
    ["Which lighthouses have between 1 and 2 faults?", "SELECT name FROM lighthouses WHERE lighthouse_id IN (1, 2, 3)"],
    ["First name of the keeper with the most dogs", "SELECT 'Jost'"],
    ["Last names of keepers with more than 1 dog", "SELECT last_name FROM keepers WHERE no_of_dogs > 1"],
    ["What is the name of the oldest lighthouse?", "SELECT 'Rote Bake'"],
  ])("%s", right);

  it.each([
    [
      "What is the average age of the visitors of each lighthouse?",
      "SELECT name, AVG(age) FROM visitors v JOIN stays ON visitor_id = v.id JOIN lighthouses l USING (lighthouse_id) GROUP BY 1",
    ],
    ["Which lighthouse has the lowest rating?", "SELECT 'Hohe Leuchte'"],
    ["When did the visitor Maren Harms first come?", "SELECT '2020-07-09'"],
    ["Waht is teh name of the oldest lighthouse?", "SELECT 'Rote Bake'"],
  ])("%s", right);

  it("each once, in the order of something that is not shown", async () => {
    const { result } = await coast.answer("What are the different paints of the lighthouses, ordered by built year?");
    expect(result.rows.map(String)).toEqual(["red", "white"]);
  });
});
