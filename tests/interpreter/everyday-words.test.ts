import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A riverside: boatyards, the boats in them, and who looks after these. Nothing is called as people call it. */
const boatyards = `
CREATE TABLE yards (yard_id INTEGER PRIMARY KEY, name TEXT NOT NULL, location TEXT NOT NULL, capacity INTEGER NOT NULL, established INTEGER NOT NULL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, title TEXT NOT NULL, yard_id INTEGER NOT NULL REFERENCES yards (yard_id), maker TEXT NOT NULL,
  weight INTEGER NOT NULL, launch_date DATE NOT NULL, rating NUMERIC NOT NULL, phone TEXT NOT NULL);
CREATE TABLE mechanics (mechanic_id INTEGER PRIMARY KEY, name_first TEXT NOT NULL, name_last TEXT NOT NULL, date_of_birth DATE NOT NULL,
  yard_id INTEGER NOT NULL REFERENCES yards (yard_id), wage INTEGER NOT NULL, speciality TEXT NOT NULL);
`;

/** A conservatory: pupils, lessons and halls. */
const conservatory = `
CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, name TEXT NOT NULL, gender TEXT NOT NULL, nationality TEXT NOT NULL, cell_phone TEXT NOT NULL);
CREATE TABLE tutors (tutor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank TEXT NOT NULL, hall TEXT NOT NULL, other_details TEXT NOT NULL);
CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, tutor_id INTEGER NOT NULL REFERENCES tutors (tutor_id), pupil_id INTEGER NOT NULL REFERENCES pupils (pupil_id),
  semester TEXT NOT NULL, lesson_date DATE NOT NULL, instrument TEXT NOT NULL, tuition NUMERIC NOT NULL);
CREATE TABLE concerts (concert_id INTEGER PRIMARY KEY, theme TEXT NOT NULL, venue TEXT NOT NULL, attendance INTEGER NOT NULL, competition TEXT NOT NULL);
`;

/** A depot of machines: of these a category is kept, of those who supply them a type. */
const depot = `
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, name TEXT NOT NULL, supplier_type TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE machines (machine_id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers (supplier_id), machine_make TEXT NOT NULL, machine_category TEXT NOT NULL, acc_code TEXT NOT NULL);
CREATE TABLE cards (card_id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers (supplier_id), kind TEXT NOT NULL);
`;

let [river, music, machines]: [Business, Business, Business] = [] as never;
beforeAll(async () => {
  river = await openFixture("everyday_words_yards", boatyards, (database) => {
    database.exec(
      "INSERT INTO yards VALUES (1, 'Reed', 'Saltby', 12, 1920), (2, 'Alder', 'Fenwick', 40, 1988), (3, 'Teal', 'Saltby', 25, 2001)",
    );
    database.exec(`INSERT INTO boats VALUES (1, 'Heron', 1, 'Kessel', 900, '2020-05-01', 4, '111'), (2, 'Wren', 2, 'Kessel', 1500, '2021-06-01', 5, '222'),
      (3, 'Coot', 2, 'Marten', 700, '2019-04-01', 3, '333')`);
    database.exec(
      "INSERT INTO mechanics VALUES (1, 'Ada', 'Moor', '1980-01-01', 1, 30, 'engines'), (2, 'Bo', 'Fenn', '1990-02-02', 2, 40, 'sails'), (3, 'Cy', 'Holt', '1985-03-03', 2, 35, 'sails')",
    );
  });
  music = await openFixture("everyday_words_music", conservatory, (database) => {
    database.exec(
      "INSERT INTO pupils VALUES (1, 'Ines', 'F', 'Portugal', '11'), (2, 'Jon', 'M', 'Norway', '22'), (3, 'Kai', 'M', 'Norway', '33')",
    );
    database.exec(
      "INSERT INTO tutors VALUES (1, 'Lund', 'senior', 'East', 'kind'), (2, 'Mohr', 'junior', 'West', 'strict'), (3, 'Nagy', 'junior', 'West', 'calm')",
    );
    database.exec(
      `INSERT INTO lessons VALUES (1, 1, 1, 'Fall', '2025-09-01', 'cello', 30), (2, 1, 2, 'Fall', '2025-10-01', 'flute', 40), (3, 2, 3, 'Spring', '2025-03-01', 'cello', 50)`,
    );
    database.exec(
      "INSERT INTO concerts VALUES (1, 'Rivers', 'Old Mill', 120, 'Regional'), (2, 'Night', 'Town Barn', 80, 'Final'), (3, 'Snow', 'Old Mill', 60, 'Final')",
    );
  });
  machines = await openFixture("everyday_words_depot", depot, (database) => {
    database.exec("INSERT INTO suppliers VALUES (1, 'Torsk', 'wholesale', 'Norway'), (2, 'Elm', 'retail', 'Wales')");
    database.exec(
      "INSERT INTO machines VALUES (1, 1, 'Volt', 'V1', 'a'), (2, 2, 'Volt', 'V2', 'b'), (3, 2, 'Kern', 'K9', 'b')",
    );
    database.exec("INSERT INTO cards VALUES (1, 1, 'Credit'), (2, 2, 'Debit')");
  });
});
afterAll(async () => {
  await Promise.all([river, music, machines].map(({ datasource }) => datasource.close()));
});

const sameRows = async (house: Business, question: string, sql: string): Promise<void> => {
  const { result, reading } = await house.answer(question);
  const told = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.map(String).join()).toSorted();
  expect(told(result.rows), reading.sql).toEqual(told(await house.rows(sql)));
};

describe("words that people say for those of a boatyard's schema", () => {
  it.each([
    ["How many vessels are there?", "SELECT COUNT(*) FROM boats"],
    ["What are the names of the vessels made by Kessel?", "SELECT title FROM boats WHERE maker = 'Kessel'"],
    ["Which manufacturer has the most boats?", "SELECT 'Kessel'"],
    ["List the forename and family name of each repairman", "SELECT name_first, name_last FROM mechanics"],
    ["What are the birth dates of the mechanics?", "SELECT date_of_birth FROM mechanics"],
    ["What is the average salary of the mechanics?", "SELECT AVG(wage) FROM mechanics"],
    ["Show the name and number of seats of each yard", "SELECT name, capacity FROM yards"],
    ["What is the average score of the boats?", "SELECT AVG(rating) FROM boats"],
    ["Show the launch day of each boat", "SELECT launch_date FROM boats"],
    ["Which towns have more than one yard?", "SELECT location FROM yards GROUP BY location HAVING COUNT(*) > 1"],
    ["Show the contact number of the boat 'Wren'", "SELECT '222'"],
  ])("%s", (question, sql) => sameRows(river, question, sql));
});

describe("words that people say for those of a conservatory's schema", () => {
  it.each([
    ["How many learners are there of each sex?", "SELECT gender, COUNT(*) FROM pupils GROUP BY gender"],
    [
      "How many students are there for each citizenship?",
      "SELECT nationality, COUNT(*) FROM pupils GROUP BY nationality",
    ],
    ["What are the mobile numbers of the students?", "SELECT cell_phone FROM pupils"],
    ["List the name and job title of each instructor", "SELECT name, rank FROM tutors"],
    [
      "How many lessons are there in each academic session?",
      "SELECT semester, COUNT(*) FROM lessons GROUP BY semester",
    ],
    ["Show the topic and place of each concert", "SELECT theme, venue FROM concerts"],
    ["Show the topic and number of visitors of each concert", "SELECT theme, attendance FROM concerts"],
    [
      "How many concerts are there for each contest?",
      "SELECT competition, COUNT(*) FROM concerts GROUP BY competition",
    ],
    ["Show the names and other information of the tutors", "SELECT name, other_details FROM tutors"],
  ])("%s", (question, sql) => sameRows(music, question, sql));
});

describe("a word that means something else here", () => {
  it.each([
    // What the rows spoken of have goes before what only others are told by.
    ["List the make and type of each machine", "SELECT machine_make, machine_category FROM machines"],
    ["What is the type of each supplier?", "SELECT supplier_type FROM suppliers"],
    // A stored value goes before an expression that has it as a part.
    ["Which suppliers have a credit card?", "SELECT name FROM suppliers WHERE supplier_id = 1"],
  ])("is read as what it is: %s", (question, sql) => sameRows(machines, question, sql));

  it.each([
    "How many days did each lesson last?",
    "How many soloists are there?",
    "What is the mileage of each pupil?",
    "Show the denomination of the tutors",
    "Which tutors are on leave?",
    "How many choirs are there per county?",
  ])("is not guessed: %s", (question) => {
    const reading = music.ask(question);
    if (reading.kind === "query") expect(reading.left_out).not.toEqual([]);
  });

  it("is told, where it is no more than like the schema's own", () => {
    const reading = river.ask("Which towns have more than one yard?");
    expect(reading.kind === "query" ? reading.assumptions : []).toContain("I read “towns” as “locations”.");
  });
});
