import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A school of two lists that declare no keys: "list" says of whom it is by its columns alone, and each teacher has one room. */
const school = `
CREATE TABLE list (last_name TEXT NOT NULL, first_name TEXT NOT NULL, grade INTEGER NOT NULL, classroom INTEGER NOT NULL, PRIMARY KEY (last_name, first_name));
CREATE TABLE teachers (last_name TEXT NOT NULL, first_name TEXT NOT NULL, classroom INTEGER NOT NULL, PRIMARY KEY (last_name, first_name));
`;
/** Weather stations whose readings keep a highest, a mean and a lowest value, and mishaps with how many were hurt. */
const weather = `
CREATE TABLE reading (date TEXT NOT NULL, station_no INTEGER NOT NULL, max_pressure_inches NUMERIC NOT NULL, mean_pressure_inches NUMERIC NOT NULL, min_pressure_inches NUMERIC NOT NULL, max_dampness INTEGER NOT NULL, mean_dampness INTEGER NOT NULL, min_dampness INTEGER NOT NULL);
CREATE TABLE mishap (id INTEGER PRIMARY KEY, happened TEXT NOT NULL, country TEXT NOT NULL, injured INTEGER NOT NULL, rescued INTEGER NOT NULL);
CREATE TABLE climber (id INTEGER PRIMARY KEY, name TEXT NOT NULL, gold INTEGER NOT NULL, silver INTEGER NOT NULL, days_held TEXT NOT NULL, boss_id INTEGER REFERENCES climber(id));
`;

let [lists, readings]: Business[] = [];
const of = (business: () => Business | undefined) => async (question: string, sql: string) => {
  await business()?.expectRows(question, sql);
};

beforeAll(async () => {
  lists = await openFixture("lists-without-keys", school, (database) => {
    database.exec(`
      INSERT INTO list VALUES ('Vane','Ada',4,101), ('Vane','Bo',4,101), ('Kirk','Cy',5,102), ('Moor','Di',5,103), ('Lund','Ed',1,103), ('Bray','Flo',1,101);
      INSERT INTO teachers VALUES ('Orr','Mia',101), ('Pike','Ned',102), ('Orr','Sol',103);
    `);
  });
  readings = await openFixture("readings-and-mishaps", weather, (database) => {
    database.exec(`
      INSERT INTO reading VALUES ('8/1/2024',7,30.4,30.2,30.0,90,60,20), ('8/2/2024',7,30.3,30.1,29.8,80,40,30), ('8/1/2024',9,30.1,29.9,29.7,95,70,50), ('8/2/2024',9,29.9,29.6,29.5,70,30,10);
      INSERT INTO mishap VALUES (1,'8/1/2024','Peru',5,2), (2,'8/2/2024','Nepal',1,4), (3,'8/3/2024','Peru',3,0);
      INSERT INTO climber VALUES (1,'Ada Vane',4,1,'300',NULL), (2,'Bo Kirk',1,5,'120',1), (3,'Cy Moor',2,2,'450',1), (4,'Di Lund',0,3,'99',2);
    `);
  });
});
afterAll(async () => {
  await lists?.datasource.close();
  await readings?.datasource.close();
});

describe("a table whose name says nothing of its people", () => {
  it.each([
    ["How many students are there?", "SELECT COUNT(*) FROM list"],
    [
      "Which classroom has the most pupils?",
      "SELECT classroom FROM list GROUP BY classroom ORDER BY COUNT(*) DESC LIMIT 1",
    ],
    ["last names of students in grade 5", "SELECT last_name FROM list WHERE grade = 5"],
    ["number of students in each classroom", "SELECT classroom, COUNT(*) FROM list GROUP BY classroom"],
  ])(
    "holds whom one asks for: %s",
    of(() => lists),
  );
});

describe("what two tables have in common, which one of them has once", () => {
  it.each([
    [
      "What are the first names of the teachers who teach grade 5?",
      "SELECT first_name FROM teachers WHERE classroom IN (SELECT classroom FROM list WHERE grade = 5)",
    ],
    ["students who are not taught by Sol Orr", "SELECT first_name, last_name FROM list WHERE classroom <> 103"],
  ])(
    "leads from the other: %s",
    of(() => lists),
  );
});

describe("numbers by which groups are told", () => {
  it.each([
    [
      "For each classroom, report the classroom number and the number of grades using it.",
      "SELECT classroom, COUNT(DISTINCT grade) FROM list GROUP BY classroom",
    ],
    [
      "For each grade, show the grade and the number of students in the grade.",
      "SELECT grade, COUNT(*) FROM list GROUP BY grade",
    ],
    [
      "For each grade 4 classroom, show the number of students.",
      "SELECT classroom, COUNT(*) FROM list WHERE grade = 4 GROUP BY classroom",
    ],
    [
      "total number of students for each fifth-grade classroom",
      "SELECT classroom, COUNT(*) FROM list WHERE grade = 5 GROUP BY classroom",
    ],
  ])(
    "are not summed up: %s",
    of(() => lists),
  );
});

describe("averages that rows keep", () => {
  it.each([
    ["dates with an average dampness above 50", "SELECT date FROM reading WHERE mean_dampness > 50"],
    ["What is the average dampness?", "SELECT AVG(mean_dampness) FROM reading"],
    [
      "readings with a mean pressure between 29.9 and 30.1",
      "SELECT * FROM reading WHERE mean_pressure_inches BETWEEN 29.9 AND 30.1",
    ],
    [
      "Which station number has the lowest average mean pressure?",
      "SELECT station_no FROM reading GROUP BY station_no ORDER BY AVG(mean_pressure_inches) LIMIT 1",
    ],
    [
      "For each station number, how many times has the max dampness reached 80?",
      "SELECT station_no, COUNT(*) FROM reading WHERE max_dampness >= 80 GROUP BY station_no",
    ],
  ])(
    "are meant: %s",
    of(() => readings),
  );
});

describe("numbers of things that are no rows", () => {
  it.each([
    ["How many people were injured in Peru?", "SELECT SUM(injured) FROM mishap WHERE country = 'Peru'"],
    ["average number of people rescued", "SELECT AVG(rescued) FROM mishap"],
    [
      "countries of mishaps in descending order of the number of people injured",
      "SELECT country FROM mishap ORDER BY injured DESC",
    ],
    ["Which climber has the most gold medals?", "SELECT name FROM climber ORDER BY gold DESC LIMIT 1"],
    ["climbers with more than 2 silver medals", "SELECT name FROM climber WHERE silver > 2"],
    ["names and days held of climbers", "SELECT name, days_held FROM climber"],
  ])(
    "are those of the column that is called so: %s",
    of(() => readings),
  );
});

describe("a name in two columns", () => {
  it("is denied as a whole, and not each part of it", async () => {
    await lists?.expectRows(
      "teachers who are not Sol Orr",
      "SELECT first_name, last_name FROM teachers WHERE NOT (first_name = 'Sol' AND last_name = 'Orr')",
    );
  });
});

describe("a key that is given as a number", () => {
  it("is no number of something else", async () => {
    await readings?.expectRows(
      "How many readings in station number 7?",
      "SELECT COUNT(*) FROM reading WHERE station_no = 7",
    );
  });
});
