import { rephrase } from "@parley/interpreter/language/rephrase";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A tree nursery: growers of some age, trees at a price, and a log of what was done with each tree. */
const tables = `
CREATE TABLE growers (grower_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, age INTEGER NOT NULL, region TEXT NOT NULL);
CREATE TABLE trees (tree_id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (grower_id), label TEXT NOT NULL, price NUMERIC NOT NULL,
  planted_on DATE NOT NULL, weeks_on_top INTEGER NOT NULL);
CREATE TABLE tree_log (tree_log_id INTEGER PRIMARY KEY, tree_id INTEGER NOT NULL REFERENCES trees (tree_id), entry_date DATE NOT NULL, note TEXT NOT NULL);
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("nursery", tables, (database) => {
    database.exec(`INSERT INTO growers VALUES (1, 'Ada', 'Ness', 29, 'North'), (2, 'Bo', 'Lind', 30, 'South'), (3, 'Cy', 'Moe', 61, 'North'),
      (4, 'Di', 'Orr', 19, 'North')`);
    database.exec(`INSERT INTO trees VALUES (11, 1, 'Alder', 40, '2020-04-01', 3), (12, 1, 'Birch', 65, '2023-04-01', 0), (13, 2, 'Cedar', 90, '2021-04-01', 5),
      (14, 3, 'Elm', 20, '2019-04-01', 1)`);
    database.exec(
      `INSERT INTO tree_log VALUES (101, 12, '2024-01-05', 'cut'), (102, 14, '2024-03-09', 'sold'), (103, 11, '2024-02-01', 'cut')`,
    );
  });
});
afterAll(() => nursery.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await nursery.expectRows(question, sql);
};

describe("what is said before a request", () => {
  it.each([
    "Show the labels of all trees",
    "Identify the labels of all trees",
    "I'd like to know the labels of all trees",
    "I would like to have the labels of all trees",
    "I am looking for the labels of all trees",
    "Please provide me with the labels of all trees",
    "Could you search for the labels of all trees?",
    "Help me find the labels of all trees",
    "Look up the labels of all trees",
    "Based on our data, what are the labels of all trees?",
    "I have a question. What are the labels of all trees?",
    "What are the labels of all trees at the moment?",
  ])("is no part of it: %s", async (question) => {
    await expectRows(question, "SELECT label FROM trees");
  });

  it("may be a verb that is done with the numbers", async () => {
    await expectRows("Take the average of the prices of trees", "SELECT AVG(price) FROM trees");
  });

  it("is an order of what is shown where it is a verb that sorts", async () => {
    const { result } = await nursery.answer("Sort all the labels of the trees in descending order");
    expect(result.rows.map(String)).toEqual(["Elm", "Cedar", "Birch", "Alder"]);
  });
});

describe("how many there are", () => {
  it.each([
    ["Count the quantity of trees", "SELECT COUNT(*) FROM trees"],
    ["How large is the number of growers?", "SELECT COUNT(*) FROM growers"],
    [
      "amount of trees per grower",
      "SELECT first_name, last_name, COUNT(*) FROM trees JOIN growers USING (grower_id) GROUP BY grower_id",
    ],
    ["growers with no fewer than 2 trees", "SELECT first_name, last_name FROM growers WHERE grower_id = 1"],
    ["growers with a minimum of 2 trees", "SELECT first_name, last_name FROM growers WHERE grower_id = 1"],
    [
      "number of trees of each individual grower",
      "SELECT first_name, last_name, COUNT(*) FROM trees JOIN growers USING (grower_id) GROUP BY grower_id",
    ],
    ["What is the commonest region of growers?", "SELECT 'North'"],
    ["What is the region that occurs most often among growers?", "SELECT 'North'"],
  ])("%s", expectRows);
});

describe("what is written in haste", () => {
  it.each([
    ["pls show the labels of trees", "SELECT label FROM trees"],
    ["gimme the labels & prices of all trees", "SELECT label, price FROM trees"],
    ["no. of trees", "SELECT COUNT(*) FROM trees"],
    [
      "# of trees / grower",
      "SELECT first_name, last_name, COUNT(*) FROM trees JOIN growers USING (grower_id) GROUP BY grower_id",
    ],
    ["avg. price of trees", "SELECT AVG(price) FROM trees"],
    ["trees with a price higher then 50", "SELECT label FROM trees WHERE price > 50"],
    ["growers w/o trees", "SELECT first_name, last_name FROM growers WHERE grower_id = 4"],
    ["growers with min. 2 trees", "SELECT first_name, last_name FROM growers WHERE grower_id = 1"],
    ["any idea how many trees there are?", "SELECT COUNT(*) FROM trees"],
    ["how many tree log entries took place in 2024", "SELECT COUNT(*) FROM tree_log"],
  ])("is read all the same: %s", expectRows);
});

describe("figures and rows of two kinds", () => {
  it.each([
    ["the average and oldest age of growers", "SELECT AVG(age), MAX(age) FROM growers"],
    ["what is the highest price and weeks on top of trees", "SELECT MAX(price), MAX(weeks_on_top) FROM trees"],
    ["List every grower's first name, last name and region", "SELECT first_name, last_name, region FROM growers"],
  ])("are both told: %s", expectRows);
});

describe("an age, a price and a day", () => {
  it.each([
    ["which growers are 30 or younger", "SELECT first_name, last_name FROM growers WHERE age <= 30"],
    [
      "how many growers under 30 have a tree",
      "SELECT COUNT(*) FROM growers WHERE age < 30 AND grower_id IN (SELECT grower_id FROM trees)",
    ],
    ["growers older than 30 years of age", "SELECT first_name, last_name FROM growers WHERE age > 30"],
    [
      "the labels and ids of trees costing between 30 and 70",
      "SELECT label, tree_id FROM trees WHERE price BETWEEN 30 AND 70",
    ],
    ["trees planted following 2020", "SELECT label FROM trees WHERE planted_on >= '2021-01-01'"],
  ])("are told of what has them: %s", expectRows);
});

describe("names of several words", () => {
  it.each([
    ["List the first name last name of all growers", "SELECT first_name, last_name FROM growers"],
    ["trees with more than 2 weeks on top", "SELECT label FROM trees WHERE weeks_on_top > 2"],
    ["What is the id of the tree log that was entered most recently?", "SELECT 102"],
  ])("are read whole: %s", expectRows);
});

describe("an order of several columns", () => {
  it.each([
    [
      "sort the growers first by region, then by age, and lastly by last name",
      "sort the growers by region, age, last name",
    ],
    ["trees with the highest price first", "trees in descending order of price"],
    ["vans used for most of the times", "vans used the most times"],
    ["growers of not only apples but also pears", "growers of both apples and pears"],
  ])("is put plainly: %s", (asked, plain) => {
    expect(rephrase(asked)).toBe(plain);
  });

  it.each(["the amount of the order", "customers who take the bus", "a report on the provided services"])(
    "leaves “%s” alone",
    (text) => {
      expect(rephrase(text)).toBe(text);
    },
  );
});
