import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openFixture } from "./business.ts";

/** A glider school: pilots of whom a weight is kept, flights that a view sums up, places by their codes. */
const tables = `
CREATE TABLE pilots (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, date_of_birth DATE, weight_kg INTEGER NOT NULL, country TEXT NOT NULL, state TEXT, email TEXT);
CREATE TABLE sales (id INTEGER PRIMARY KEY, pilot_id INTEGER NOT NULL REFERENCES pilots (id), sale_price NUMERIC NOT NULL, refunded NUMERIC, sold_on DATE NOT NULL);
CREATE TABLE daily_spend (id INTEGER PRIMARY KEY, club_id INTEGER NOT NULL REFERENCES clubs (id), day DATE NOT NULL, cost NUMERIC NOT NULL);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, instructor_id INTEGER NOT NULL REFERENCES instructors (id), topic TEXT NOT NULL, held_on DATE NOT NULL);
CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE clubs (id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, plan_id INTEGER NOT NULL REFERENCES plans (id));
CREATE TABLE memberships (id INTEGER PRIMARY KEY, pilot_id INTEGER NOT NULL REFERENCES pilots (id), price NUMERIC NOT NULL, started_on DATE NOT NULL, ended_on DATE);
CREATE TABLE flights (id INTEGER PRIMARY KEY, pilot_id INTEGER NOT NULL REFERENCES pilots (id), duration_minutes INTEGER NOT NULL);
CREATE TABLE instructors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, annual_salary NUMERIC NOT NULL, left_on DATE);
CREATE VIEW monthly_sales AS SELECT substr(sold_on, 1, 7) AS month, COUNT(*) AS flights, SUM(sale_price) AS total_sales FROM sales GROUP BY 1;
`;

let school: Business;
beforeAll(async () => {
  school = await openFixture("gliders", tables, (database) => {
    database.exec(`INSERT INTO pilots VALUES (1, 'Ada', 'Ness', '1980-02-01', 70, 'DE', NULL, NULL), (2, 'Bo', 'Lind', '1999-02-01', 80, 'NO', NULL, NULL),
      (3, 'Cy', 'Moe', '1950-06-15', 90, 'US', 'TX', NULL), (4, 'Di', 'Rask', NULL, 60, 'US', 'OR', NULL)`);
    database.exec(
      "INSERT INTO memberships VALUES (1, 1, 90, '2024-01-01', '2024-01-05'), (2, 2, 90, '2024-01-01', '2024-01-03')",
    );
    database.exec("INSERT INTO plans VALUES (1, 'Growth'), (2, 'Free')");
    database.exec("INSERT INTO clubs VALUES (1, 'Ternhill', 1), (2, 'Aukdale', 2)");
    database.exec(
      "INSERT INTO daily_spend VALUES (1, 1, '2024-05-01', 10), (2, 1, '2024-05-02', 20), (3, 2, '2024-04-01', 25)",
    );
    database.exec("INSERT INTO flights VALUES (1, 1, 50), (2, 2, 70)");
    database.exec(
      "INSERT INTO instructors VALUES (1, 'Kim', 50000, NULL), (2, 'Lee', 40000, NULL), (3, 'Mo', 30000, '2024-02-02')",
    );
    database.exec("INSERT INTO lessons VALUES (1, 1, 'Landing', '2024-03-01')");
    database.exec(`INSERT INTO sales VALUES (1, 1, 100, NULL, '2024-05-02'), (2, 1, 140, 40, '2024-04-02'), (3, 2, 100, NULL, '2024-04-09'),
      (4, 3, 90, NULL, '2024-06-08')`);
  });
});
afterAll(() => school.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => school.expectRows(question, sql);

describe("people over or under a number, of whom a weight is kept as well", () => {
  it.each([
    ["pilots over 40", "SELECT first_name, last_name FROM pilots WHERE id IN (1, 3)"],
    ["how many pilots are under 30", "SELECT 1"],
    ["how many pilots are older than 40", "SELECT 2"],
  ])("%s", expectRows);

  it("are said to be born before a day", async () => {
    const { reading, result } = await school.answer("how many pilots are older than 40");
    expect(reading.interpretation).toBe("Number of pilots born before 15 June 1984.");
    expect(verbalize(reading.form, result)).toBe("There were 2 pilots born before 15 June 1984.");
  });
});

describe("places that are kept by their codes", () => {
  it.each([
    ["how many pilots are from Germany", "SELECT 1"],
    ["how many German pilots are there", "SELECT 1"],
    ["which pilots live in the United States", "SELECT first_name, last_name FROM pilots WHERE id IN (3, 4)"],
    ["pilots in Texas", "SELECT first_name, last_name FROM pilots WHERE id = 3"],
    ["how many pilots live in Oregon", "SELECT 1"],
  ])("are found by their names: %s", expectRows);
});

describe("sales that a view sums up by month", () => {
  it.each([
    ["number of sales", "SELECT 4"],
    ["how many sales were there in April 2024", "SELECT 2"],
    ["number of sales and total revenue", "SELECT 4, 430"],
    ["how many sales did we make and for how much", "SELECT 4, 430"],
    [
      "revenue per pilot and month",
      "SELECT substr(sold_on, 1, 7), first_name, last_name, SUM(sale_price) FROM sales JOIN pilots ON pilots.id = pilot_id GROUP BY 1, pilots.id",
    ],
  ])("%s", expectRows);
});

describe("a length that only other rows have", () => {
  it.each([
    ["average duration of memberships", "SELECT 3.0"],
    ["average membership length", "SELECT 3.0"],
    ["average flight duration", "SELECT 60.0"],
  ])("%s", expectRows);
});

describe("a word for where rows came from", () => {
  it("is not dropped where it is but a column of theirs", () => {
    expect(school.ask("how many pilots came from email").kind).toBe("not_understood");
  });
});

describe("a plan that somebody is on", () => {
  it("is told by its name, whatever else the word may mean", () =>
    expectRows("clubs on the growth plan", "SELECT 'Ternhill'"));
  it("is not dropped where none is called so", () => {
    expect(school.ask("clubs on the enterprise plan").kind).toBe("not_understood");
  });
});

describe("spend that is kept day by day, beside money that comes in", () => {
  it.each([
    ["total spend", "SELECT 55"],
    ["spend in May 2024", "SELECT 30"],
    ["spend by club", "SELECT company_name, SUM(cost) FROM daily_spend JOIN clubs ON clubs.id = club_id GROUP BY 1"],
    ["which club has the highest spend", "SELECT 'Ternhill'"],
  ])("is what was spent: %s", expectRows);
});

describe("people who left", () => {
  it.each(["instructors who quit this year", "instructors who left this year"])(
    "are told by the day they did: %s",
    (question) => expectRows(question, "SELECT 'Mo'"),
  );
});

describe("a weekend that is told from today", () => {
  it("is one Saturday and Sunday", () => expectRows("how many sales were there last weekend", "SELECT 1"));
});

describe("a state of other rows that is negated, with a time", () => {
  it("is refused where the time may be of either", () => {
    expect(school.ask("instructors that did not have landing this year").kind).toBe("not_understood");
  });
});

describe("who has the most of what one table alone has", () => {
  it("is told by a part of its name", () => expectRows("who has the highest salary", "SELECT 'Kim'"));
});

describe("people who are grouped by", () => {
  it("are called what they are, rather than by the columns of their names", async () => {
    const { reading, result } = await school.answer("sales per pilot");
    expect(reading.interpretation).toBe("Total price of sales for each pilot.");
    expect(verbalize(reading.form, result)).toMatch(/^Revenue by pilot: /);
  });
});

describe("two figures, of which one cannot be told", () => {
  it.each(["how many sales were there and how much was late", "how many pilots are there and how many are asleep"])(
    "are refused: %s",
    (question) => {
      expect(school.ask(question).kind).toBe("not_understood");
    },
  );
});
