import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Operas, and who composed, conducted, designed and sang them: people, works and houses that link tables bring together. */
const tables = `
CREATE TABLE composer (composer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, nationality TEXT, birth_year INTEGER, birth_city TEXT);
CREATE TABLE conductor (conductor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, nationality TEXT, birth_year INTEGER, birth_city TEXT);
CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, nationality TEXT, birth_year INTEGER, birth_city TEXT, voice TEXT);
CREATE TABLE designer (did INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE theme (theme_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE house (house_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE opera (opera_id INTEGER PRIMARY KEY, title TEXT NOT NULL, premiere_year INTEGER, acts INTEGER, budget TEXT, house_id INTEGER REFERENCES house (house_id));
CREATE TABLE composed_by (opera_id INTEGER REFERENCES opera (opera_id), composer_id INTEGER REFERENCES composer (composer_id));
CREATE TABLE conducted_by (opera_id INTEGER REFERENCES opera (opera_id), conductor_id INTEGER REFERENCES conductor (conductor_id));
CREATE TABLE designed_by (opera_id INTEGER REFERENCES opera (opera_id), did INTEGER REFERENCES designer (did));
CREATE TABLE part (part_id INTEGER PRIMARY KEY, opera_id INTEGER REFERENCES opera (opera_id), singer_id INTEGER REFERENCES singer (singer_id), role TEXT);
CREATE TABLE opera_theme (opera_id INTEGER REFERENCES opera (opera_id), theme_id INTEGER REFERENCES theme (theme_id));
`;

let operas: Business;
beforeAll(async () => {
  operas = await openFixture("operas", tables, (database) => {
    database.exec(`INSERT INTO composer VALUES (1, 'E. M. Thorne', 'Austria', 1861, 'Vienna'), (2, 'Greta Dorn', 'Norway', 1911, 'Oslo'),
      (3, 'Hugo Lind', 'Austria', 1902, 'Lyon'), (4, 'Keiko Garza', 'France', 1880, 'Kyoto'), (5, 'Ines Holt', 'Italy', 1870, 'Milan'), (6, 'Lars Fontaine', 'Norway', 1890, 'Oslo')`);
    database.exec(
      `INSERT INTO conductor VALUES (1, 'Lars Fontaine', 'Austria', 1946, 'Oslo'), (2, 'Ada Fontaine', 'Italy', 1933, 'Lyon')`,
    );
    database.exec(`INSERT INTO singer VALUES (1, 'P. K. Ivens', 'Japan', 1972, 'Milan', 'tenor'), (2, 'Dmitri Abbott', 'France', 1965, 'Lyon', 'bass'),
      (3, 'Elena Eriksen', 'France', 1979, 'Lyon', 'soprano'), (4, 'Carla Moe', 'Austria', 1967, 'Vienna', 'soprano')`);
    database.exec("CREATE TABLE agency (agency_id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
    database.exec("ALTER TABLE singer ADD COLUMN agency_id INTEGER REFERENCES agency (agency_id)");
    database.exec("INSERT INTO agency VALUES (1, 'Nightingale'), (2, 'Lark & Sons')");
    database.exec("UPDATE singer SET agency_id = 1 + (singer_id = 4)");
    database.exec("INSERT INTO designer VALUES (1, 'Otto Urban'), (2, 'Uma Young')");
    database.exec("INSERT INTO theme VALUES (1, 'revenge'), (2, 'exile'), (3, 'war')");
    database.exec(`INSERT INTO house VALUES (1, 'Teatro Grande', 'Milan'), (2, 'Royal Stage', 'Vienna'), (3, 'Harbour Opera', 'Lyon'),
      (4, 'Stadthalle', 'Oslo'), (5, 'Silver Hall', 'Kyoto')`);
    database.exec(`INSERT INTO opera VALUES (1, 'The Silent Mirror', 1890, 2, '1000', 1), (2, 'The Hidden Voyage', 1905, 3, '2000', 1), (3, 'The Broken Winter', 1950, 1, '3000', 2),
      (4, 'The Golden Empire', 1899, 2, '4000', 3), (5, 'The Distant River', 1960, 3, '5000', 1), (6, 'The Crimson Harbour', 1955, 1, '6000', 2)`);
    database.exec("INSERT INTO composed_by VALUES (1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (6, 6)");
    database.exec("INSERT INTO conducted_by VALUES (1, 1), (2, 1), (2, 2), (3, 2), (5, 2), (6, 1)");
    database.exec("INSERT INTO designed_by VALUES (1, 1), (2, 1), (3, 2)");
    database.exec(`INSERT INTO part VALUES (1, 1, 1, 'Rosina'), (2, 1, 2, 'Figaro'), (3, 2, 2, 'Figaro'), (4, 2, 3, 'Mimi'), (5, 3, 4, 'Rosina'),
      (6, 4, 1, 'Mimi'), (7, 5, 4, 'Queen Isa')`);
    database.exec("INSERT INTO opera_theme VALUES (1, 1), (1, 2), (2, 2), (3, 3), (4, 1), (5, 3)");
  });
});
afterAll(async () => {
  await operas.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await operas.expectRows(question, sql);
};

const composedBy = (name: string) =>
  `SELECT title FROM opera NATURAL JOIN composed_by NATURAL JOIN composer WHERE name = '${name}'`;
const sungBy = (name: string) =>
  `SELECT opera_id FROM part JOIN singer USING (singer_id) WHERE singer.name = '${name}'`;
const latestOfThorne = "SELECT opera_id FROM opera WHERE title = 'The Hidden Voyage'";

describe("a name with initials", () => {
  it.each([
    ["operas composed by E. M. Thorne", composedBy("E. M. Thorne")],
    ["operas by E.M. Thorne", composedBy("E. M. Thorne")],
    ["show me the operas by E. M. Thorne after 1900.", `${composedBy("E. M. Thorne")} AND premiere_year > 1900`],
  ])("is one name: %s", expectRows);
});

describe("a deed in a question", () => {
  it.each([
    ["who composed The Silent Mirror", "SELECT 'E. M. Thorne'"],
    ["who conducted The Hidden Voyage", "SELECT name FROM conductor"],
    ["who sang in The Silent Mirror", "SELECT name FROM singer WHERE singer_id IN (1, 2)"],
    ["who sings Rosina in The Silent Mirror", "SELECT 'P. K. Ivens'"],
    ["Who sang the role of Figaro", "SELECT 'Dmitri Abbott'"],
    ["operas sung by P. K. Ivens", `SELECT title FROM opera WHERE opera_id IN (${sungBy("P. K. Ivens")})`],
    ["operas in which P. K. Ivens sang", `SELECT title FROM opera WHERE opera_id IN (${sungBy("P. K. Ivens")})`],
    ["operas starring P. K. Ivens", `SELECT title FROM opera WHERE opera_id IN (${sungBy("P. K. Ivens")})`],
    [
      "how many operas did P. K. Ivens sing in before 1895",
      `SELECT COUNT(*) FROM opera WHERE premiere_year < 1895 AND opera_id IN (${sungBy("P. K. Ivens")})`,
    ],
    ["which operas did Otto Urban design", "SELECT title FROM opera WHERE opera_id IN (1, 2)"],
  ])("names those who do it: %s", expectRows);
});

describe("works by people of whom something is said", () => {
  it.each([
    ["operas by composers born in Vienna", composedBy("E. M. Thorne")],
    [
      "list all operas by composers from Austria",
      "SELECT title FROM opera NATURAL JOIN composed_by NATURAL JOIN composer WHERE nationality = 'Austria'",
    ],
    ["operas by composers who were born after 1905", composedBy("Greta Dorn")],
  ])("are listed rather than counted for each: %s", expectRows);

  it("are counted for each where nothing is said of them", async () => {
    const { result } = await operas.answer("operas by composer");
    expect(result.rows[0]?.[1]).toBe(2);
  });
});

describe("a table that only links two others", () => {
  it.each([
    [
      "themes of operas by E. M. Thorne",
      "SELECT DISTINCT name FROM theme JOIN opera_theme USING (theme_id) WHERE opera_id IN (1, 2)",
    ],
    ["how many themes are there in the operas of E. M. Thorne", "SELECT 2"],
  ])("stands for neither of them: %s", expectRows);

  it("is gone through rather than a town that people and houses share", async () => {
    const { reading, result } = await operas.answer("the composer with the most operas in Teatro Grande");
    expect(reading.sql).not.toContain("birth_city");
    expect(result.rows[0]?.[0]).toBe("E. M. Thorne");
  });
});

describe("the first of others, and what follows it", () => {
  it.each([
    [
      "singers in the latest opera by E. M. Thorne",
      `SELECT name FROM singer JOIN part USING (singer_id) WHERE opera_id IN (${latestOfThorne})`,
    ],
    [
      "who conducted the latest opera by E. M. Thorne",
      `SELECT name FROM conductor NATURAL JOIN conducted_by WHERE opera_id IN (${latestOfThorne})`,
    ],
    ["how many singers sang in the oldest opera about war", "SELECT 1"],
    ["singers from France in the latest opera by E. M. Thorne", "SELECT name FROM singer WHERE nationality = 'France'"],
    ["singers in the latest opera", "SELECT name FROM singer WHERE singer_id = 4"],
  ])("are read together: %s", expectRows);
});

const others = (title: string) => `SELECT title FROM opera WHERE title IN (${title})`;

describe("what is done with somebody", () => {
  it.each([
    ["singers who sang in the same opera as P. K. Ivens", "SELECT 'Dmitri Abbott'"],
    ["singers who performed together with Dmitri Abbott", "SELECT name FROM singer WHERE singer_id IN (1, 3)"],
    ["how many singers worked with Dmitri Abbott", "SELECT 2"],
    ["operas by the same composer as The Silent Mirror", others("'The Hidden Voyage'")],
    ["which operas have the same composer as the opera The Silent Mirror", others("'The Hidden Voyage'")],
    [
      "singers who worked with conductor Lars Fontaine",
      "SELECT DISTINCT name FROM singer JOIN part USING (singer_id) WHERE opera_id IN (1, 2, 6)",
    ],
  ])("is shared with them: %s", expectRows);

  it("is told by what they share", async () => {
    const { reading, result } = await operas.answer("how many singers performed with Dmitri Abbott");
    expect(verbalize(reading.form, result)).toBe(
      "There are 2 singers with the same opera as “Dmitri Abbott”, apart from that one.",
    );
  });

  it("is asked back for where a time is said of it", () => {
    expect(operas.ask("singers who performed with Dmitri Abbott after 1950").kind).toBe("not_understood");
  });
});

describe("works of several people", () => {
  it.each([
    ["operas sung by P. K. Ivens and Dmitri Abbott", others("'The Silent Mirror'")],
    ["how many operas were sung by P. K. Ivens and Dmitri Abbott", "SELECT 1"],
    ["number of operas by Elena Eriksen and Dmitri Abbott", "SELECT 1"],
    ["operas composed and conducted by Lars Fontaine", others("'The Crimson Harbour'")],
  ])("are those of all of them: %s", expectRows);
});

describe("a year", () => {
  it.each([
    ["how many operas were composed in the year 1905", "SELECT 1"],
    ["how many operas were composed after 1950", "SELECT 2"],
    ["operas composed after 1950", others("'The Distant River', 'The Crimson Harbour'")],
    ["when was E. M. Thorne born", "SELECT 1861"],
    ["what year was E. M. Thorne born", "SELECT 1861"],
    ["where was E. M. Thorne born", "SELECT 'Vienna'"],
    ["which city was P. K. Ivens born in", "SELECT 'Milan'"],
  ])("is that of the work, unless a birth is spoken of: %s", expectRows);
});

describe("figures over links", () => {
  it.each([
    [
      "total acts of operas by composer",
      "SELECT name, SUM(acts) FROM composer NATURAL JOIN composed_by JOIN opera USING (opera_id) GROUP BY composer_id",
    ],
    ["the singer from France whose operas have the most acts in total", "SELECT 'Dmitri Abbott'"],
    ["the singer at Nightingale whose operas have the most acts in total", "SELECT 'Dmitri Abbott'"],
    ["how much was the budget of The Silent Mirror", "SELECT budget FROM opera WHERE opera_id = 1"],
  ])("count each work once for each of them: %s", expectRows);

  it("are not told by what several of them share", () => {
    expect(operas.ask("total acts of operas by singer nationality").kind).toBe("not_understood");
  });
});

describe("works by somebody, after people who are asked for", () => {
  it.each([
    [
      "conductors of operas by Lars Fontaine",
      "SELECT name FROM conductor NATURAL JOIN conducted_by WHERE opera_id = 6",
    ],
    ["conductors with more than 1 opera by E. M. Thorne", "SELECT 'Lars Fontaine'"],
    ["how many conductors have more than 1 opera by E. M. Thorne", "SELECT 1"],
    ["how many singers sang in more than 1 opera by E. M. Thorne", "SELECT 1"],
    ["singers in operas by P. K. Ivens", "SELECT 'Dmitri Abbott'"],
  ])("are whoever's they are, and not of those: %s", expectRows);

  it("are not counted of those who made them", () => {
    expect(operas.ask("singer with the most operas by P. K. Ivens").kind).toBe("not_understood");
  });
});

describe("nobody's part in works of a kind", () => {
  it.each([
    ["singers who never sang in an opera about war", "SELECT name FROM singer WHERE singer_id <> 4"],
    ["how many singers never sang in an opera by E. M. Thorne", "SELECT 1"],
    ["composers without operas about war", "SELECT name FROM composer WHERE composer_id NOT IN (2, 4)"],
    ["composers without operas", "SELECT 'Ines Holt'"],
  ])("is no want of a part in any: %s", expectRows);
});
