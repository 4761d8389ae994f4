import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A house that lets rooms, gives courses and sells jars: everyday turns of phrase mean several things in it. */
const tables = `
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, birth_date DATE);
CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE stays (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), room_id INTEGER NOT NULL REFERENCES rooms (id), check_in DATE NOT NULL, check_out DATE NOT NULL, total NUMERIC NOT NULL);
CREATE TABLE reviews (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), stars INTEGER NOT NULL, written_on DATE NOT NULL);
CREATE TABLE expenses (id INTEGER PRIMARY KEY, category TEXT NOT NULL, amount NUMERIC NOT NULL, spent_on DATE NOT NULL);
CREATE TABLE instructors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary NUMERIC NOT NULL, retired_on DATE);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT NOT NULL, instructor_id INTEGER NOT NULL REFERENCES instructors (id));
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses (id), guest_id INTEGER NOT NULL REFERENCES guests (id), enrolled_on DATE NOT NULL);
CREATE TABLE jars (id INTEGER PRIMARY KEY, name TEXT NOT NULL, fruit TEXT NOT NULL, vintage INTEGER NOT NULL, stock INTEGER NOT NULL);
CREATE TABLE volunteers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, available INTEGER NOT NULL, experience_years INTEGER NOT NULL);
CREATE TABLE donors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, contact_email TEXT);
CREATE TABLE gifts (id INTEGER PRIMARY KEY, donor_id INTEGER NOT NULL REFERENCES donors (id), course_id INTEGER NOT NULL REFERENCES courses (id), charge NUMERIC NOT NULL, given_on DATE);
CREATE TABLE purchases (id INTEGER PRIMARY KEY, jar_id INTEGER NOT NULL REFERENCES jars (id), bought_on DATE NOT NULL, units INTEGER NOT NULL, unit_price NUMERIC NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("everyday_limits", tables, (database) => {
    database.exec(
      "INSERT INTO guests VALUES (1, 'Ada Ness', 'Holm', '1960-02-01'), (2, 'Bo Lind', 'Vik', NULL), (3, 'Cy Moe', 'Holm', '1999-05-05'), (4, 'Di Rask', 'Vik', '1985-01-09')",
    );
    database.exec("INSERT INTO rooms VALUES (1, 'Oak', 'double'), (2, 'Elm', 'single')");
    database.exec(`INSERT INTO stays VALUES (1, 1, 1, '2025-03-01', '2025-03-04', 300), (2, 1, 2, '2025-05-01', '2025-05-08', 900),
      (3, 3, 1, '2025-06-10', '2025-06-12', 200), (4, 4, 2, '2025-10-01', '2025-10-02', 90)`);
    database.exec("INSERT INTO reviews VALUES (1, 1, 5, '2025-03-05'), (2, 3, 2, '2025-06-15')");
    database.exec("INSERT INTO expenses VALUES (1, 'Food', 40, '2025-01-02'), (2, 'Repairs', 70, '2025-02-02')");
    database.exec("INSERT INTO instructors VALUES (1, 'Kim Aas', 4000, NULL), (2, 'Lee Berg', 3000, '2025-01-01')");
    database.exec("INSERT INTO courses VALUES (1, 'Pottery', 1), (2, 'Drawing', 1), (3, 'Weaving', 2)");
    database.exec(
      "INSERT INTO enrolments VALUES (1, 1, 1, '2025-01-01'), (2, 1, 3, '2025-01-01'), (3, 2, 1, '2025-01-01'), (4, 2, 4, '2025-01-01'), (5, 3, 1, '2025-01-01')",
    );
    database.exec("INSERT INTO jars VALUES (1, 'Plum jam', 'plum', 2019, 5), (2, 'Pear jam', 'pear', 2023, 9)");
    database.exec(
      "INSERT INTO purchases VALUES (1, 1, '2025-05-02', 150, 4), (2, 2, '2025-05-03', 3, 5), (3, 1, '2024-05-03', 2, 4)",
    );
    database.exec("INSERT INTO volunteers VALUES (1, 'Eli', 1, 4), (2, 'Fay', 0, 20)");
    database.exec("INSERT INTO donors VALUES (1, 'Gil', 'NO', NULL), (2, 'Hal', 'NO', 'hal@example.org')");
    database.exec("INSERT INTO gifts VALUES (1, 1, 1, 50, '2025-01-01')");
  });
});
afterAll(() => house.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => house.expectRows(question, sql);

describe("who left, and what is left", () => {
  it.each([
    ["guests who left a review", "SELECT name FROM guests WHERE id IN (1, 3)"],
    ["guests who left in June 2025", "SELECT name FROM guests WHERE id = 3"],
    ["how many guests left in June 2025", "SELECT 1"],
    ["instructors who retired", "SELECT name FROM instructors WHERE id = 2"],
    ["how many instructors retired", "SELECT 1"],
    ["instructors who have not retired", "SELECT name FROM instructors WHERE id = 1"],
  ])("%s", expectRows);

  it.each(["how many rooms are left", "rooms left", "how many rooms left today", "departures in June 2025"])(
    "“%s” is no day of leaving",
    (question) => {
      expect(house.ask(question)).toMatchObject({ kind: "not_understood" });
    },
  );
});

describe("stays and how long they are", () => {
  it.each([
    ["average stays per guest", "SELECT 1.0"],
    ["how many stays does a guest have on average", "SELECT 1.0"],
    ["average total per stay", "SELECT AVG(total) FROM stays"],
    ["average stay total", "SELECT AVG(total) FROM stays"],
    ["average stay", "SELECT AVG(julianday(check_out) - julianday(check_in)) FROM stays"],
  ])("%s", expectRows);
});

describe("averages of what belongs to several", () => {
  it.each([
    ["average number of guests per course", "SELECT 5.0 / 3"],
    ["number of guests per course on average", "SELECT 5.0 / 3"],
    ["average number of courses per guest", "SELECT 5.0 / 4"],
  ])("%s", expectRows);
});

describe("what is earned and spent", () => {
  it.each([
    ["how much do instructors earn", "SELECT salary FROM instructors"],
    ["how much did we earn from pears", "SELECT 15"],
    ["how much did we spend on food", "SELECT 40"],
  ])("%s", expectRows);

  it("money that guests spend is none of the expenses of the house", () => {
    expect(JSON.stringify(house.ask("how much money did guests spend"))).not.toContain("expenses");
  });
});

describe("goods", () => {
  it.each([
    [
      "did plum sell better than pear",
      "SELECT fruit, SUM(units) FROM purchases JOIN jars ON jar_id = jars.id GROUP BY 1",
    ],
    ["did plum jam sell more than 100 units", "SELECT 'Plum jam'"],
    ["oldest vintage", "SELECT MIN(vintage) FROM jars"],
    ["number of jars and vintage per fruit", "SELECT fruit, COUNT(*), vintage FROM jars GROUP BY 1"],
    ["newest vintage", "SELECT MAX(vintage) FROM jars"],
    ["how many units were sold of jars made in May 2025", "SELECT 153"],
  ])("%s", expectRows);

  it.each(["did plum sell better than expected", "did plum sell better than last year"])(
    "“%s” compares no two of them",
    (question) => {
      expect(JSON.stringify(house.ask(question))).not.toContain("either");
    },
  );

  it("what is on the shelf is not summed up for what was sold", () => {
    expect(JSON.stringify(house.ask("stock sold per month"))).not.toContain("SUM(stock)");
  });
});

describe("ages of people", () => {
  it.each([
    ["guests under 30", "SELECT name FROM guests WHERE id = 3"],
    ["guests over 30 in Holm", "SELECT name FROM guests WHERE id = 1"],
  ])("%s", expectRows);

  it.each([
    "guests with more than 2",
    "guests for more than 5 years",
    "guests who gave less than 3",
    "guests over 5 years",
  ])("“%s” is no age", (question) => {
    expect(JSON.stringify(house.ask(question))).not.toContain("birth_date");
  });
});

describe("wishes and needs", () => {
  it.each(["what do our guests want?", "what do guests like most"])("“%s” is not in the data", (question) => {
    expect(house.ask(question)).toMatchObject({ reason: expect.stringContaining("want or think") });
  });

  it.each([
    "what does the average order value come to",
    "what do jars like Plum jam cost",
    "what do guests need to pay",
  ])("“%s” is no wish", (question) => {
    expect(JSON.stringify(house.ask(question))).not.toContain("want or think");
  });
});

describe("people and what they gave", () => {
  it.each([
    ["donors who never gave anything", "SELECT 'Hal'"],
    ["donors who gave nothing", "SELECT 'Hal'"],
    ["donors without an email", "SELECT 'Gil'"],
    ["donors in NO", "SELECT name FROM donors"],
    ["available volunteers", "SELECT 'Eli'"],
  ])("%s", expectRows);

  it.each(["volunteers under 30", "courses without an email", "average gift time"])(
    "“%s” is not guessed",
    (question) => {
      expect(house.ask(question)).toMatchObject({ kind: "not_understood" });
    },
  );

  it("what volunteers earn is no money that came in", () => {
    expect(JSON.stringify(house.ask("how much do volunteers earn"))).not.toContain("SUM");
  });

  it("gifts that were bigger are not counted", () => {
    expect(JSON.stringify(house.ask("were gifts bigger in 2025 than 2024"))).not.toContain("COUNT");
  });

  it("two letters of a country are no yes and no", () => {
    expect(JSON.stringify(house.ask("donors with country"))).not.toContain("YES");
  });
});
