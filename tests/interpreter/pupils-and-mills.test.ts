import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A school: who was in a course is kept by both keys of the enrolment, each declared as a key of its own, to which SQLite would not keep. */
const school = `
PRAGMA foreign_keys = OFF;
CREATE TABLE Pupils (pupil_id INTEGER PRIMARY KEY, pupil_details TEXT, pupil_age INTEGER);
CREATE TABLE Courses (course_id INTEGER PRIMARY KEY, course_name TEXT, course_description TEXT);
CREATE TABLE Pupil_Course_Enrolments (pupil_id INTEGER REFERENCES Pupils(pupil_id), course_id INTEGER REFERENCES Courses(course_id), enrolment_date DATETIME, PRIMARY KEY (pupil_id, course_id));
CREATE TABLE Pupil_Course_Visits (pupil_id INTEGER REFERENCES Pupil_Course_Enrolments(pupil_id), course_id INTEGER REFERENCES Pupil_Course_Enrolments(course_id), visit_date DATETIME, PRIMARY KEY (pupil_id, course_id));
CREATE TABLE Gifts (gift_id INTEGER PRIMARY KEY, pupil_id INTEGER REFERENCES Pupils(pupil_id), amount REAL);
CREATE TABLE Clubs (club_id INTEGER PRIMARY KEY, club_town TEXT, num_of_helpers TEXT);
CREATE TABLE Captains (captain_id INTEGER PRIMARY KEY, captain_name TEXT, rank TEXT, town TEXT);
CREATE TABLE Rowers (rower_id INTEGER PRIMARY KEY REFERENCES Captains(captain_id), boat TEXT);
CREATE TABLE Fetes (fete_id INTEGER PRIMARY KEY, club_id INTEGER REFERENCES Clubs(club_id), month TEXT);
`;
/** Who built what, and which boats go where. */
const coast = `
CREATE TABLE builders (id INTEGER PRIMARY KEY, name TEXT, nationality TEXT);
CREATE TABLE mills (id INTEGER PRIMARY KEY, name TEXT, built_year INTEGER, builder_id INTEGER REFERENCES builders(id), maxStorage INTEGER, WiFi TEXT);
CREATE TABLE piers (pid INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE hops (hid INTEGER PRIMARY KEY, dst_pid INTEGER REFERENCES piers(pid), src_pid INTEGER REFERENCES piers(pid), fare REAL);
`;

let [lessons, shore]: Business[] = [];
const fill =
  (database: { prepare(sql: string): { run(...row: (string | number | null)[]): unknown } }) =>
  (table: string, rows: (string | number | null)[][]) => {
    for (const row of rows)
      database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => "?").join(",")})`).run(...row);
  };

beforeAll(async () => {
  lessons = await openFixture("pupils-and-courses", school, (database) => {
    const into = fill(database);
    into("Pupils", [
      [1, "calm", 12],
      [2, "loud", 14],
      [3, "calm", 11],
      [4, "shy", 13],
    ]);
    into("Courses", [
      [7, "weaving", "weaving"],
      [8, "pottery", "pottery"],
      [9, "drawing", "drawing"],
    ]);
    into("Pupil_Course_Enrolments", [
      [1, 7, "2024-03-02"],
      [2, 7, "2024-01-05"],
      [2, 8, "2024-02-01"],
      [3, 8, "2024-02-03"],
    ]);
    into("Pupil_Course_Visits", [
      [1, 7, "2024-03-09"],
      [2, 7, "2024-03-08"],
    ]);
    into("Gifts", [
      [1, 1, 5],
      [2, 3, 7],
      [3, 3, 9],
      [4, 2, 4],
    ]);
    into("Clubs", [
      [1, "Saltby", "12"],
      [2, "Fenwick", "9"],
      [3, "Holm", "30"],
    ]);
    into("Captains", [
      [1, "Ann Lea", "first", "Saltby"],
      [2, "Bo Kay", "second", "Saltby"],
      [3, "Cy Roe", "first", "Fenwick"],
      [4, "Di Fay", "third", "Holm"],
    ]);
    into("Rowers", [
      [1, "Gull"],
      [3, "Tern"],
    ]);
    into("Fetes", [
      [1, 1, "May"],
      [2, 2, "June"],
      [3, 3, "May"],
    ]);
  });
  shore = await openFixture("mills-and-piers", coast, (database) => {
    const into = fill(database);
    into("builders", [
      [1, "Ann Lea", "Danish"],
      [2, "Bo Kay", "Dutch"],
    ]);
    into("mills", [
      [1, "Old Wheel", 1840, 1, 30, "No"],
      [2, "Moulin Vert", 1890, 2, 80, "802.11b"],
      [3, "Tall Sail", 1850, 2, 55, "No"],
    ]);
    into("piers", [
      [1, "North Pier", "Saltby"],
      [2, "Long Pier", "Fenwick"],
      [3, "Low Pier", "Saltby"],
    ]);
    into("hops", [
      [1, 2, 1, 4],
      [2, 2, 3, 6],
      [3, 1, 2, 5],
    ]);
  });
});
afterAll(() => Promise.all([lessons?.datasource.close(), shore?.datasource.close()]));

const asksSchool = async (question: string, sql: string) => {
  expect.hasAssertions();
  await lessons?.expectRows(question, sql);
};
const asksShore = async (question: string, sql: string) => {
  expect.hasAssertions();
  await shore?.expectRows(question, sql);
};

describe("two keys to the two columns that tell rows of another table apart", () => {
  it.each([
    [
      "ids of pupils without visits",
      "SELECT pupil_id FROM Pupils WHERE pupil_id NOT IN (SELECT pupil_id FROM Pupil_Course_Visits)",
    ],
    [
      "how many visits were there for the course weaving",
      "SELECT COUNT(*) FROM Pupil_Course_Visits WHERE course_id = 7",
    ],
  ])("are one key: %s", asksSchool);
});

describe("a description that says the same as the name", () => {
  it("relates no two rows", () =>
    asksSchool(
      "list the ids of pupils for the course weaving in the order of the enrolment date",
      "SELECT pupil_id FROM Pupil_Course_Enrolments WHERE course_id = 7 ORDER BY enrolment_date",
    ));
});

describe("values that none of some rows have", () => {
  it.each([
    [
      "which towns have no rowers",
      "SELECT DISTINCT town FROM Captains WHERE town NOT IN (SELECT town FROM Captains WHERE captain_id IN (SELECT rower_id FROM Rowers))",
    ],
    [
      "which captain ranks have no captain in Saltby",
      "SELECT DISTINCT rank FROM Captains WHERE rank NOT IN (SELECT rank FROM Captains WHERE town = 'Saltby')",
    ],
    [
      "towns of captains who are not rowers",
      "SELECT town FROM Captains WHERE captain_id NOT IN (SELECT rower_id FROM Rowers)",
    ],
  ])("are those of no such row at all, unless the rows themselves are spoken of: %s", asksSchool);
});

describe("who did something last", () => {
  it("is told by the day of the rows that link the two", () =>
    asksSchool(
      "what is the age of the pupil who most recently enrolled in a course",
      "SELECT pupil_age FROM Pupils WHERE pupil_id = 1",
    ));
});

describe("details that several rows share", () => {
  it("are not what groups are called by", () =>
    asksSchool("total amount of gifts for each pupil", "SELECT pupil_id, SUM(amount) FROM Gifts GROUP BY pupil_id"));
});

describe("figures kept as texts", () => {
  it("are a number where they are called the number of something", () =>
    asksSchool("what is the average number of helpers of all clubs", "SELECT AVG(num_of_helpers) FROM Clubs"));
});

describe("a month kept by its name", () => {
  it("is meant of rows that have no other time, whatever others have", () =>
    asksSchool(
      "towns of the clubs that have a fete in May",
      "SELECT club_town FROM Clubs WHERE club_id IN (SELECT club_id FROM Fetes WHERE month = 'May')",
    ));
});

describe("an order said by its two ends", () => {
  it.each([
    ["list the ids of pupils by age from old to young", "SELECT pupil_id FROM Pupils ORDER BY pupil_age DESC"],
    ["list the ids of pupils by age from young to old", "SELECT pupil_id FROM Pupils ORDER BY pupil_age"],
  ])("goes from the one to the other: %s", asksSchool);
});

describe("an age that stands after what compares it", () => {
  it("is that of the rows", () =>
    asksSchool("ids of pupils who are under age 13", "SELECT pupil_id FROM Pupils WHERE pupil_age < 13"));
});

describe("what somebody built", () => {
  it.each([
    [
      "what is the name and nationality of the builder who built the most mills",
      "SELECT name, nationality FROM builders WHERE id = 2",
    ],
    ["which mills were built by the builder Bo Kay", "SELECT name FROM mills WHERE builder_id = 2"],
    ["which mills were built before 1850", "SELECT name FROM mills WHERE built_year < 1850"],
  ])("is no year in which it was built, unless a year is said: %s", asksShore);
});

describe("a number that is called after what it is at most", () => {
  it("ranks the rows that are said to have it", () =>
    asksShore("name of the mill with the maximum storage", "SELECT name FROM mills WHERE id = 2"));
});

describe("ends of a way in short", () => {
  it.each([
    [
      "how many hops have a destination pier in Saltby",
      "SELECT COUNT(*) FROM hops WHERE dst_pid IN (SELECT pid FROM piers WHERE town = 'Saltby')",
    ],
    [
      "how many hops go from Saltby to Fenwick",
      "SELECT COUNT(*) FROM hops WHERE src_pid IN (SELECT pid FROM piers WHERE town = 'Saltby') AND dst_pid IN (SELECT pid FROM piers WHERE town = 'Fenwick')",
    ],
  ])("are the source and the destination: %s", asksShore);
});

describe("WiFi", () => {
  it("is one word", () => asksShore("list the wifi of the mills", "SELECT DISTINCT WiFi FROM mills"));
});

describe("turns of phrase", () => {
  it.each([
    ["which mill names contain the French word 'Moulin'", "SELECT name FROM mills WHERE name LIKE '%Moulin%'"],
    ["show the town that appears the fewest times among the piers", "SELECT town FROM piers WHERE pid = 2"],
    [
      "sort all the mills according to their storage and list the mill names",
      "SELECT name FROM mills ORDER BY maxStorage",
    ],
    ["show the builder of the mill with the maximum storage", "SELECT name FROM builders WHERE id = 2"],
    ["find the hop with the minimum fare", "SELECT * FROM hops WHERE hid = 1"],
    ["show the details for all mills", "SELECT * FROM mills"],
    [
      "average fare of the hops whose source pier is in Saltby and destination pier is in Fenwick",
      "SELECT AVG(fare) FROM hops WHERE src_pid IN (1, 3) AND dst_pid = 2",
    ],
    ["names of mills ordered by the year they were built", "SELECT name FROM mills ORDER BY built_year"],
    ["what is the average storage across all mills", "SELECT AVG(maxStorage) FROM mills"],
  ])("are put plainly: %s", asksShore);
});
