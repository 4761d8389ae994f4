import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Piers with counts of free boats, divers who have to do with wrecks, and regattas of which each has a type. */
const tables = `
CREATE TABLE pier (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, built_year INTEGER NOT NULL, fee INTEGER NOT NULL);
CREATE TABLE tally (pier_id INTEGER NOT NULL REFERENCES pier(id), boats_free INTEGER NOT NULL, taken_at TEXT NOT NULL);
CREATE TABLE diver (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, pier_id INTEGER NOT NULL REFERENCES pier(id), mentor_id INTEGER REFERENCES diver(id));
CREATE TABLE wreck (id INTEGER PRIMARY KEY, name TEXT NOT NULL, depth INTEGER NOT NULL);
CREATE TABLE assigned_to (diver_id INTEGER NOT NULL REFERENCES diver(id), wreck_id INTEGER NOT NULL REFERENCES wreck(id), PRIMARY KEY (diver_id, wreck_id));
CREATE TABLE regatta (id INTEGER PRIMARY KEY, year INTEGER NOT NULL, regatta_type TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE poll (id INTEGER PRIMARY KEY, town TEXT NOT NULL, author TEXT NOT NULL, approval_rate NUMERIC NOT NULL, dislike_rate NUMERIC NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE pier_letters (id INTEGER PRIMARY KEY, pier_id INTEGER NOT NULL REFERENCES pier(id), outcome TEXT NOT NULL);
CREATE TABLE pier_orders (id INTEGER PRIMARY KEY, pier_id INTEGER NOT NULL REFERENCES pier(id), state TEXT NOT NULL);
CREATE TABLE regatta_result (regatta_id INTEGER NOT NULL REFERENCES regatta(id), pier_id INTEGER NOT NULL REFERENCES pier(id), score TEXT, PRIMARY KEY (regatta_id, pier_id));
`;

let harbour: Business;
const of = async (question: string, sql: string) => {
  await harbour.expectRows(question, sql);
};

beforeAll(async () => {
  harbour = await openFixture("piers-and-wrecks", tables, (database) => {
    database.exec(`
      INSERT INTO pier VALUES (1,'West pier','Saltby',1890,40), (2,'Mill pier','Fenwick',1950,60), (3,'Long pier','Saltby',1925,80);
      INSERT INTO tally VALUES (1,4,'2026-01-01 08:00:00'), (1,12,'2026-01-02 08:00:00'), (2,15,'2026-01-01 08:00:00'), (2,20,'2026-01-02 08:00:00'), (3,30,'2026-01-01 08:00:00'), (3,2,'2026-01-02 08:00:00');
      INSERT INTO diver VALUES (1,'Mia','Holt',1,NULL), (2,'Mia','Kay',2,1), (3,'Ned','Holt',3,2), (4,'Sol','Reed',1,1);
      INSERT INTO wreck VALUES (1,'Gannet',30), (2,'Heron',55), (3,'Tern',12);
      INSERT INTO assigned_to VALUES (1,2), (2,2), (2,1), (3,3);
      INSERT INTO regatta VALUES (1,2020,'Friendly','Peru'), (2,2021,'Series','Peru'), (3,2021,'Series','Chile'), (4,2022,'Series','Chile'), (5,2022,'Friendly','Italy');
      INSERT INTO poll VALUES (1,'Saltby','Ann',40,50,20), (2,'Saltby','Bo',70,20,45), (3,'Fenwick','Ann',55,30,30), (4,'Fenwick','Cy',20,75,90), (5,'Fenwick','Bo',60,30,25);
      INSERT INTO pier_letters VALUES (1,1,'Order'), (2,2,'No reply');
      INSERT INTO pier_orders VALUES (1,2,'paid'), (2,3,'paid'), (3,1,'open');
      INSERT INTO regatta_result VALUES (1,1,'a'), (1,2,'b'), (1,3,'c'), (2,1,'d'), (3,1,'e');
    `);
  });
});
afterAll(() => harbour.datasource.close());

describe("a number that is compared on average", () => {
  const averaged = (than: number, rest = "") =>
    `SELECT pier.name FROM pier JOIN tally ON tally.pier_id = pier.id ${rest} GROUP BY pier.id HAVING AVG(boats_free) > ${than}`;
  it.each([
    ["piers with more than 10 boats free on average", averaged(10)],
    ["piers that have on average more than 16 boats free", averaged(16)],
    ["names of piers that normally have more than 10 boats free", averaged(10)],
    ["names of piers in Saltby that have more than 10 boats free on average", averaged(10, "WHERE town = 'Saltby'")],
  ])("is the average of each: %s", of);

  it("is asked back for where there is no number", () => {
    expect(harbour.ask("piers with more than 3 divers on average").kind).toBe("not_understood");
  });
});

describe("the first of others that is denied", () => {
  it.each([
    ["last names of divers not assigned to the deepest wreck", "SELECT last_name FROM diver WHERE id NOT IN (1, 2)"],
    [
      "Which divers are not working on the wreck with the highest depth?",
      "SELECT first_name, last_name FROM diver WHERE id NOT IN (1, 2)",
    ],
    [
      "divers who are not at the pier with the highest fee",
      "SELECT first_name, last_name FROM diver WHERE pier_id <> 3",
    ],
  ])("is that one alone: %s", of);
});

describe("the first, and the names of what belongs to it", () => {
  it("has all of that", async () => {
    await harbour.expectRows(
      "name of the wreck with the highest depth and the last names of the divers assigned to it",
      "SELECT wreck.name, last_name FROM wreck JOIN assigned_to ON wreck_id = wreck.id JOIN diver ON diver.id = diver_id WHERE wreck.id = 2",
    );
  });
});

describe("a kind of rows, of which others tell the results", () => {
  it.each([
    [
      "country with the most series regattas",
      "SELECT country FROM regatta WHERE regatta_type = 'Series' GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1",
    ],
    ["How many series type regattas are there?", "SELECT COUNT(*) FROM regatta WHERE regatta_type = 'Series'"],
    ["Which countries had both friendly and series regattas?", "SELECT 'Peru'"],
    ["countries that never took part in friendly-type regattas", "SELECT 'Chile'"],
  ])("is told by their type: %s", of);
});

describe("names that are not stored", () => {
  it.each([
    [
      'Show the fees of the piers named "Dawn" or "Mill pier".',
      "SELECT fee FROM pier WHERE name IN ('Dawn', 'Mill pier')",
    ],
    ['built year of the pier called "Dawn"', "SELECT built_year FROM pier WHERE name = 'Dawn'"],
  ])("are looked for among the names of the rows: %s", of);
});

describe("names in two columns of those to whom a key leads", () => {
  it.each([
    [
      "divers not mentored by Mia Holt",
      "SELECT d.first_name, d.last_name FROM diver d JOIN diver m ON m.id = d.mentor_id WHERE m.id <> 1",
    ],
    ["divers mentored by Mia Holt or Mia Kay", "SELECT first_name, last_name FROM diver WHERE mentor_id IN (1, 2)"],
  ])("are read as a whole: %s", of);
});

describe("an order that is said by its beginning", () => {
  it.each([
    ["names of all the piers starting with the oldest", ["West pier", "Long pier", "Mill pier"]],
    ["list all pier names, beginning with the newest", ["Mill pier", "Long pier", "West pier"]],
  ])("lists all of them: %s", async (question, names) => {
    const { result } = await harbour.answer(question);
    expect(result.rows.map(([name]) => name)).toEqual(names);
  });
});

it("where rows are, asked for behind them, is shown beside them", async () => {
  await harbour.expectRows(
    "What are the types of every regatta and in which countries are they held?",
    "SELECT regatta_type, country FROM regatta",
  );
});

describe("rows that meet in a table of links", () => {
  const both =
    "SELECT first_name, last_name, wreck.name FROM diver JOIN assigned_to ON diver.id = diver_id JOIN wreck ON wreck.id = wreck_id";
  it.each([
    ["divers and their wrecks", both],
    ["names of divers and wrecks", both],
    ["list the divers along with their wrecks", both],
    [
      "wrecks and the divers assigned to them",
      "SELECT wreck.name, first_name, last_name FROM diver JOIN assigned_to ON diver.id = diver_id JOIN wreck ON wreck.id = wreck_id",
    ],
  ])("are listed beside one another: %s", of);
});

describe("numbers of polls", () => {
  it.each([
    ["highest approval percentage", "SELECT MAX(approval_rate) FROM poll"],
    [
      "town of polls whose approval percentage is lower than their dislike rate",
      "SELECT town FROM poll WHERE approval_rate < dislike_rate",
    ],
    ["the name of each town and its number of polls", "SELECT town, COUNT(*) FROM poll GROUP BY town"],
    [
      "Which towns have both authors with approval rate above 50 and authors with approval rate below 30?",
      "SELECT 'Fenwick'",
    ],
    ["Show the most common town of the authors of polls", "SELECT 'Fenwick'"],
    [
      "authors of polls with minutes above the average minutes of polls in Saltby",
      "SELECT author FROM poll WHERE minutes > (SELECT AVG(minutes) FROM poll WHERE town = 'Saltby')",
    ],
    [
      "authors of polls with minutes of at least the average minutes of polls in Saltby",
      "SELECT author FROM poll WHERE minutes >= (SELECT AVG(minutes) FROM poll WHERE town = 'Saltby')",
    ],
    [
      "authors of polls whose minutes are at least as high as the average minutes of polls in Saltby",
      "SELECT author FROM poll WHERE minutes >= (SELECT AVG(minutes) FROM poll WHERE town = 'Saltby')",
    ],
  ])("are asked for in other words: %s", of);
});

it("rows that are called like a stored value are meant after an article", async () => {
  await harbour.expectRows(
    "names of piers having an order with state paid",
    "SELECT name FROM pier WHERE id IN (2, 3)",
  );
});

it("several columns after an order are all of it", async () => {
  const { result } = await harbour.answer("names of towns and authors of polls, in descending order of town, author");
  expect(result.rows.map((row) => row.join(" "))).toEqual([
    "Saltby Bo",
    "Saltby Ann",
    "Fenwick Cy",
    "Fenwick Bo",
    "Fenwick Ann",
  ]);
});

describe("a name that contains a text", () => {
  it.each([
    ["Find all poll authors whose name contains 'n'", "SELECT author FROM poll WHERE author LIKE '%n%'"],
    ["Which pier towns have 'wick' in their names?", "SELECT town FROM pier WHERE town LIKE '%wick%'"],
    [
      "What is the name of the wreck that has a diver assigned to it whose last name contains 'Kay'?",
      "SELECT name FROM wreck WHERE id IN (1, 2)",
    ],
  ])("is that of what is said last: %s", of);
});

it("groups that are selected among all are listed, and no figure of them", async () => {
  await harbour.expectRows(
    "For each town, select all those that have an average fee below 61.",
    "SELECT 'Saltby' UNION SELECT 'Fenwick'",
  );
});
