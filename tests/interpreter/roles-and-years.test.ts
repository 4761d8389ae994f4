import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A theatre: people on its staff, the plays they are in, the venues it has played at, and the residents of its houses. */
const tables = `
CREATE TABLE crew (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, section TEXT NOT NULL, born_on DATE NOT NULL, wage INTEGER NOT NULL, OnTour TEXT NOT NULL, supervisor_id INTEGER REFERENCES crew (id));
CREATE TABLE patrons (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on DATE NOT NULL, caretaker_id INTEGER REFERENCES crew (id), invited_by_id INTEGER REFERENCES patrons (id));
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, name TEXT NOT NULL, open_date INTEGER NOT NULL);
CREATE TABLE plays (id INTEGER PRIMARY KEY, title TEXT NOT NULL, genre TEXT NOT NULL);
CREATE TABLE stagings (id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES plays (id), host_venue_id INTEGER NOT NULL REFERENCES venues (venue_id), hosts TEXT NOT NULL, season INTEGER NOT NULL, half TEXT NOT NULL, juror_id INTEGER NOT NULL REFERENCES crew (id));
CREATE TABLE bills (id INTEGER PRIMARY KEY, patron_id INTEGER NOT NULL REFERENCES patrons (id), total REAL NOT NULL, paid_on DATE);
CREATE TABLE residents (id INTEGER PRIMARY KEY, name TEXT NOT NULL, street TEXT NOT NULL);
CREATE TABLE hires (id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES plays (id), school TEXT NOT NULL);
`;

let theatre: Business;
beforeAll(async () => {
  theatre = await openFixture("roles-and-years", tables, (database) => {
    database.exec(`INSERT INTO crew VALUES (1, 'Ada', 'Moss', 'Management', '1970-02-01', 900, 'N', NULL), (2, 'Bea', 'Lind', 'Stage', '1980-03-04', 500, 'Y', 1),
      (3, 'Cal', 'Orr', 'Stage', '1990-01-10', 400, 'N', 2), (4, 'Dot', 'Penn', 'Light', '1995-05-05', 450, 'Y', 2), (5, 'Eli', 'Quist', 'Light', '2000-06-06', 300, 'N', 1)`);
    database.exec(
      "INSERT INTO patrons VALUES (1, 'Fir & Co', '2020-02-04', 2, NULL), (2, 'Gorse', '2021-01-01', 2, 1), (3, 'Heath', '2022-01-01', 5, 1), (4, 'Ivy', '2023-01-01', NULL, 2)",
    );
    database.exec("INSERT INTO venues VALUES (1, 'Old Barn', 1831), (2, 'Quay Hall', 1849), (3, 'New House', 1902)");
    database.exec("INSERT INTO plays VALUES (1, 'Rain', 'Comedy'), (2, 'Snow', 'Drama'), (3, 'Hail', 'Comedy')");
    database.exec(`INSERT INTO stagings VALUES (1, 1, 1, 'Guild', 2008, 'Spring', 1), (2, 1, 1, 'Guild', 2009, 'Autumn', 1),
      (3, 2, 2, 'Town', 2009, 'Spring', 1), (4, 3, 3, 'Town', 2011, 'Autumn', 1)`);
    database.exec(
      "INSERT INTO bills VALUES (1, 1, 90, '2024-04-01'), (2, 1, 20, '2024-05-03'), (3, 2, 55, '2023-07-07')",
    );
    database.exec(
      "INSERT INTO residents VALUES (1, 'Jo', 'Mill Lane'), (2, 'Kit', 'Mill Lane'), (3, 'Lu', 'High Street')",
    );
    database.exec("INSERT INTO hires VALUES (1, 1, 'Mill'), (2, 1, 'Hill')");
  });
});
afterAll(() => theatre.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await theatre.expectRows(question, sql);
};
const refused = (question: string) => {
  expect(theatre.ask(question).kind).not.toBe("query");
};

describe("those who hold a role", () => {
  const crew = (where: string) => `SELECT first_name, last_name FROM crew WHERE ${where}`;
  it.each([
    ["which crew members are supervisors", crew("id IN (1, 2)")],
    ["crew who are not supervisors", crew("id IN (3, 4, 5)")],
    ["crew who supervise others", crew("id IN (1, 2)")],
    ["crew who do not supervise anyone", crew("id IN (3, 4, 5)")],
    ["crew who supervise other crew members and earn more than 600", crew("id = 1")],
    ["how many crew members are supervisors", "SELECT 2"],
    ["which patrons invited others", "SELECT name FROM patrons WHERE id IN (1, 2)"],
    ["how many patrons invited anyone", "SELECT 2"],
    ["crew who supervise no one", crew("id IN (3, 4, 5)")],
    ["which patrons were invited by others", "SELECT name FROM patrons WHERE id > 1"],
    ["how many patrons were invited by another patron", "SELECT 3"],
  ])("are those to whom others refer: %s", expectRows);

  it("are listed once each", async () => {
    const { result, reading } = await theatre.answer("list all supervisors");
    expect(result.rows).toEqual([
      ["Ada", "Moss"],
      ["Bea", "Lind"],
    ]);
    expect(verbalize(reading.form, result)).toBe("2 supervisors: Ada Moss, Bea Lind.");
  });
});

describe("a department called after what is done in it", () => {
  it("is none of those who do it", () => {
    refused("crew who manage");
    const reading = theatre.ask("crew by manager");
    expect(reading.kind === "query" ? reading.sql : "").not.toContain("Management");
  });
});

describe("years that are kept as numbers under other names", () => {
  it.each([
    ["how many venues opened before 1850", "SELECT 2"],
    ["how many stagings were there after season 2008", "SELECT 3"],
    ["plays in 2009", "SELECT title FROM plays WHERE id IN (1, 2)"],
    ["plays staged in Autumn 2009", "SELECT title FROM plays WHERE id = 1"],
  ])("are compared as years: %s", expectRows);

  it("are told as years", async () => {
    const { reading, result } = await theatre.answer("which venues opened before 1850");
    expect(verbalize(reading.form, result)).toBe("2 venues with open date before 1850: Old Barn, Quay Hall.");
  });
});

describe("how often something was done", () => {
  it.each([
    ["venues that have hosted more than one staging", "SELECT name FROM venues WHERE venue_id = 1"],
    ["which halves were used fewer than 2 times", "SELECT half FROM stagings GROUP BY half HAVING COUNT(*) < 2"],
    ["genres of plays with a count of more than 1", "SELECT 'Comedy'"],
  ])("is counted, though a text is called so: %s", expectRows);
});

describe("one row by its number", () => {
  it.each([
    ["crew who earn more than the crew member with id 4", "SELECT first_name, last_name FROM crew WHERE wage > 450"],
    ["bills with a higher total than bill 3", "SELECT * FROM bills WHERE id = 1"],
  ])("is what others are compared with: %s", expectRows);

  it("is no number of rows", () => {
    refused("patrons with more bills than patron 2");
  });
});

describe("how many people there are", () => {
  it.each([
    ["how many residents live in each street", "SELECT street, COUNT(*) FROM residents GROUP BY street"],
    ["number of residents per street", "SELECT street, COUNT(*) FROM residents GROUP BY street"],
  ])("is counted where they are rows: %s", expectRows);
});

describe("the cheapest", () => {
  it("is told by what rows come to, where they have no price", async () => {
    await expectRows("cheapest bill", "SELECT * FROM bills WHERE id = 2");
  });
});

describe("a state that rows are on", () => {
  it.each([
    ["crew on tour", "SELECT first_name, last_name FROM crew WHERE OnTour = 'Y'"],
    ["how many crew members are on tour", "SELECT 2"],
    ["how many crew members are not on tour", "SELECT 3"],
  ])("is a flag of that name: %s", expectRows);
});

describe("what was not given", () => {
  it("is no command to show it", async () => {
    await expectRows("patrons who did not give a bill", "SELECT name FROM patrons WHERE id IN (3, 4)");
  });
});

describe("what was done to rows", () => {
  it.each([
    ["how many plays are hired", "SELECT 1"],
    ["which plays are hired", "SELECT 'Rain'"],
  ])("says which of them: %s", expectRows);
});

describe("when the first by something else than time was done", () => {
  it.each([
    ["when was the cheapest bill paid", "SELECT '2024-05-03'"],
    ["the biggest bill paid in 2023", "SELECT * FROM bills WHERE id = 3"],
  ])("is the day of that one: %s", expectRows);

  it("is told of the one that has the most", async () => {
    const { reading, result } = await theatre.answer("when did the patron with the most bills join");
    expect(verbalize(reading.form, result)).toBe(
      "The date joined of the patron with the most bills is 4 February 2020.",
    );
  });
});

describe("the year of a deed", () => {
  it.each([
    ["opening year of each venue", "SELECT open_date FROM venues"],
    ["opening year of the newest venue", "SELECT 1902"],
  ])("is the year that is kept of it: %s", expectRows);
});

describe("what is not of a kind", () => {
  it("is all that has another", async () => {
    await expectRows("non-comedy plays", "SELECT title FROM plays WHERE genre <> 'Comedy'");
  });
});

describe("how old they are", () => {
  it("is told in years, with their names, where their birthday is kept", async () => {
    const { reading, result } = await theatre.answer("how old are the crew members");
    expect(result.columns.map(({ name }) => name)).toEqual(["first_name", "last_name", "age"]);
    expect(result.rows.map((row) => Math.floor(Number(row[2])))).toContain(34);
    expect(reading.sql).not.toContain("MIN(");
  });
});
