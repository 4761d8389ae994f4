import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness, openFixture } from "./business.ts";

const tables = `
CREATE TABLE workshops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, opened_year INTEGER NOT NULL);
CREATE TABLE looms (id INTEGER PRIMARY KEY, workshop_id INTEGER NOT NULL REFERENCES workshops (id),
  loom_number TEXT NOT NULL, loom_type TEXT NOT NULL, weight NUMERIC NOT NULL, width INTEGER NOT NULL,
  threads INTEGER NOT NULL);
CREATE TABLE cloths (id INTEGER PRIMARY KEY, loom_id INTEGER NOT NULL REFERENCES looms (id), name TEXT NOT NULL,
  pattern TEXT NOT NULL, metres INTEGER NOT NULL, woven_on DATE NOT NULL, sample_count INTEGER NOT NULL);
`;

let mill: Business;
beforeAll(async () => {
  mill = await openFixture("mill", tables, (database) => {
    database.exec(`INSERT INTO workshops VALUES (1, 'Weir', 'Halden', 1998), (2, 'Alder', 'Moss', 2005),
      (3, 'Tern', 'Halden', 2005), (4, 'Crest', 'Moss', 2011)`);
    database.exec(`INSERT INTO looms VALUES (1, 1, 'L-04', 'hand', 120, 90, 400), (2, 1, 'L-09', 'power', 800, 210, 900),
      (3, 2, 'L-02', 'power', 760, 180, 850), (4, 3, 'L-11', 'hand', 95, 80, 300), (5, 3, 'L-01', 'jacquard', 640, 150, 1200),
      (6, 3, 'L-07', 'hand', 130, 100, 420)`);
    const patterns = ["plain", "twill", "satin", "twill"];
    for (let id = 1; id <= 20; id++)
      database.exec(`INSERT INTO cloths VALUES (${id}, ${((id * id) % 6) + 1}, 'Cloth ${(id * 7) % 20}',
        '${patterns[id % 4] ?? ""}', ${id * 3}, '2024-0${(id % 5) + 1}-1${id % 10}', ${(id * 11) % 23})`);
  });
});
afterAll(() => mill.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => mill.expectRows(question, sql);

/** The rows of an answer are those of a query, in its order. */
async function expectOrder(question: string, sql: string): Promise<void> {
  const { result } = await mill.answer(question);
  expect(result.rows.map(String)).toEqual((await mill.rows(sql)).map(String));
}

describe("what is counted", () => {
  const perWorkshop = "FROM workshops w JOIN looms l ON l.workshop_id = w.id GROUP BY w.id";
  it.each([
    // How many there are, although a column is called the looms' number.
    ["Show the name of each workshop and the number of looms", `SELECT w.name, COUNT(*) ${perWorkshop}`],
    ["What are the different types of looms?", "SELECT DISTINCT loom_type FROM looms"],
    ["How many different kinds of looms are there?", "SELECT COUNT(DISTINCT loom_type) FROM looms"],
    ["How many workshops operate a loom?", "SELECT COUNT(DISTINCT workshop_id) FROM looms"],
    ["Count the number of loom types of the type hand", "SELECT COUNT(*) FROM looms WHERE loom_type = 'hand'"],
    ["What is the average width across looms?", "SELECT AVG(width) FROM looms"],
    ["How heavy are the looms on average?", "SELECT AVG(weight) FROM looms"],
    ["On average, how heavy are the looms?", "SELECT AVG(weight) FROM looms"],
    [
      "Show the total number of threads and width for each loom type",
      "SELECT loom_type, SUM(threads), SUM(width) FROM looms GROUP BY 1",
    ],
    ["Workshops with multiple looms", `SELECT w.name ${perWorkshop} HAVING COUNT(*) > 1`],
  ])("%s", expectRows);

  it.each([
    ["How many workshops were opened in or after 2005?", "SELECT COUNT(*) FROM workshops WHERE opened_year >= 2005"],
    ["How many workshops were opened in 2005 or after?", "SELECT COUNT(*) FROM workshops WHERE opened_year >= 2005"],
    ["How many workshops were opened in or before 2005?", "SELECT COUNT(*) FROM workshops WHERE opened_year <= 2005"],
  ])("%s: the year itself, too", expectRows);

  it("figures of the most common value are those of all rows that have it", () =>
    expectRows(
      "What is the total metres of cloths of the most common pattern?",
      "SELECT SUM(metres) FROM cloths WHERE pattern = 'twill'",
    ));
});

describe("superlatives", () => {
  it.each([
    ["Which cloth was sampled the most times?", "SELECT name FROM cloths ORDER BY sample_count DESC LIMIT 1"],
    [
      "What is the name of the cloth that was sampled the greatest number of times, and the number of times?",
      "SELECT name, sample_count FROM cloths ORDER BY sample_count DESC LIMIT 1",
    ],
    ["Tell me the date when the first cloth was woven", "SELECT MIN(woven_on) FROM cloths"],
    [
      "List the ids, names and number of looms of each workshop",
      `SELECT w.id, w.name, COUNT(*) FROM workshops w JOIN looms l ON l.workshop_id = w.id GROUP BY w.id`,
    ],
    ["In which town is the workshop Crest?", "SELECT 'Moss'"],
    // Each workshop for itself: Halden has more looms than any other town, but two workshops.
    [
      "What is the opened year of the workshop with the most looms?",
      "SELECT opened_year FROM workshops WHERE id = (SELECT workshop_id FROM looms GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1)",
    ],
    [
      "What is the name of the workshop with the most threads?",
      "SELECT name FROM workshops WHERE id = (SELECT workshop_id FROM looms GROUP BY 1 ORDER BY SUM(threads) DESC LIMIT 1)",
    ],
  ])("%s", expectRows);
});

describe("in which order", () => {
  it.each([
    ["List all workshops in alphabetical order", "SELECT name FROM workshops ORDER BY name"],
    ["List in alphabetical order the names of the workshops", "SELECT name FROM workshops ORDER BY name"],
    [
      "Name and opened year of the workshops, sorted alphabetically",
      "SELECT name, opened_year FROM workshops ORDER BY 1",
    ],
    [
      "What are the name and town of each workshop? Sort the list in descending order of name.",
      "SELECT name, town FROM workshops ORDER BY name DESC",
    ],
    [
      "Show each loom type and the number of looms, sorted by the count in descending order",
      "SELECT loom_type, COUNT(*) FROM looms GROUP BY 1 ORDER BY 2 DESC",
    ],
  ])("%s", expectOrder);
});

describe("those whom rows of their own table refer to", () => {
  let business: Business;
  beforeAll(async () => {
    business = await openBusiness();
  });
  afterAll(() => business.datasource.close());

  it.each([
    ["how many managers do we have", "SELECT COUNT(DISTINCT manager_id) FROM employees"],
    ["list of managers", "SELECT DISTINCT m.name FROM employees e JOIN employees m ON e.manager_id = m.id"],
  ])("are counted and listed once each: %s", (question, sql) => business.expectRows(question, sql));
});
