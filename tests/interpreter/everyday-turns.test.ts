import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A house that lets rooms by the lake, and sells tickets for its boats. */
const tables = `
CREATE TABLE lodgers (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, born_on DATE, town TEXT);
CREATE TABLE cabins (cabin_no TEXT PRIMARY KEY, kind TEXT NOT NULL, beds INTEGER NOT NULL, heated INTEGER NOT NULL);
CREATE TABLE lettings (id INTEGER PRIMARY KEY, lodger_id INTEGER NOT NULL REFERENCES lodgers (id), cabin_no TEXT NOT NULL REFERENCES cabins (cabin_no), channel TEXT NOT NULL, booked_on DATE NOT NULL, check_in DATE NOT NULL, check_out DATE NOT NULL, dogs INTEGER NOT NULL, state TEXT NOT NULL, fee NUMERIC NOT NULL, invoice_paid_on DATE);
CREATE TABLE supplies (id INTEGER PRIMARY KEY, name TEXT NOT NULL, shelf TEXT NOT NULL, stock INTEGER NOT NULL);
CREATE TABLE expenses (id INTEGER PRIMARY KEY, purpose TEXT NOT NULL, amount NUMERIC NOT NULL, paid_on DATE);
CREATE TABLE wardens (id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary NUMERIC NOT NULL, reports_to INTEGER REFERENCES wardens (id), ends_on DATE);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("lake_house", tables, (database) => {
    database.exec(`INSERT INTO lodgers VALUES (1, 'Ada', 'Ness', '1960-02-01', 'Holm'), (2, 'Bo', 'Lind', NULL, 'Vik'),
      (3, 'Cy', 'Moe', '1990-05-05', 'Holm'), (4, 'Di', 'Rask', '1985-01-09', 'Vik')`);
    database.exec("INSERT INTO cabins VALUES ('A1', 'log', 2, 1), ('A2', 'log', 4, 0), ('B1', 'stone', 4, 1)");
    database.exec(`INSERT INTO lettings VALUES
      (1, 1, 'A1', 'phone', '2024-02-01', '2024-03-01', '2024-03-04', 0, 'stayed', 300, '2024-03-04'),
      (2, 1, 'B1', 'web', '2025-04-01', '2025-05-01', '2025-05-08', 1, 'stayed', 900, '2025-05-08'),
      (3, 3, 'A2', 'web', '2025-06-01', '2025-06-10', '2025-06-12', 2, 'stayed', 200, NULL),
      (4, 2, 'B1', 'phone', '2025-10-01', '2025-11-21', '2025-11-25', 0, 'coming', 400, NULL)`);
    database.exec(
      "INSERT INTO supplies VALUES (1, 'Soap', 'Bath', 0), (2, 'Towels', 'Bath', 0), (3, 'Oats', 'Food', 0), (4, 'Tea', 'Food', 9)",
    );
    database.exec(`INSERT INTO expenses VALUES (1, 'wood', 120, '2025-01-04'), (2, 'wood', 80, '2025-02-04'),
      (3, 'paint', 60, '2024-02-04'), (4, 'paint', 45, NULL)`);
    database.exec(
      "INSERT INTO wardens VALUES (1, 'Kim Aas', 4000, NULL, NULL), (2, 'Lee Berg', 3000, 1, '2025-01-01'), (3, 'Max Dahl', 3500, 1, NULL)",
    );
  });
});
afterAll(() => house.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => house.expectRows(question, sql);

const BOTH_YEARS =
  "SELECT strftime('%Y', booked_on), COUNT(*) FROM lettings WHERE booked_on >= '2024-01-01' GROUP BY 1";

describe("two periods that are compared", () => {
  it.each([
    ["were lettings higher in 2025 or in 2024", BOTH_YEARS],
    ["did we get more lettings in 2025 than in 2024?", BOTH_YEARS],
  ])("%s", expectRows);
});

describe("stays and arrivals", () => {
  it.each([
    [
      "average length of stay by channel",
      "SELECT channel, AVG(julianday(check_out) - julianday(check_in)) FROM lettings GROUP BY 1",
    ],
    [
      "average stay by channel",
      "SELECT channel, AVG(julianday(check_out) - julianday(check_in)) FROM lettings GROUP BY 1",
    ],
    [
      "who is arriving on 2025-11-21",
      "SELECT first_name, last_name FROM lettings JOIN lodgers ON lodgers.id = lodger_id WHERE check_in = '2025-11-21'",
    ],
    [
      "lettings with dogs in stone cabins",
      "SELECT lettings.* FROM lettings JOIN cabins USING (cabin_no) WHERE dogs > 0 AND kind = 'stone'",
    ],
  ])("%s", expectRows);
});

describe("money that went out and came in", () => {
  it.each([
    [
      "spending per purpose in 2025",
      "SELECT purpose, SUM(amount) FROM expenses WHERE paid_on >= '2025-01-01' GROUP BY 1",
    ],
    [
      "what did we spend on wood in 2025",
      "SELECT SUM(amount) FROM expenses WHERE purpose = 'wood' AND paid_on >= '2025-01-01'",
    ],
    ["how much did we earn from lettings in 2025", "SELECT SUM(fee) FROM lettings WHERE booked_on >= '2025-01-01'"],
    [
      "which lodger spent the most on lettings",
      "SELECT first_name, last_name FROM lettings JOIN lodgers ON lodgers.id = lodger_id GROUP BY lodger_id ORDER BY SUM(fee) DESC LIMIT 1",
    ],
    [
      "which lodgers brought in more than 350 in fees",
      "SELECT first_name, last_name FROM lettings JOIN lodgers ON lodgers.id = lodger_id GROUP BY lodger_id HAVING SUM(fee) > 350",
    ],
    ["expenses not yet paid", "SELECT * FROM expenses WHERE paid_on IS NULL"],
    ["unpaid invoices", "SELECT * FROM lettings WHERE invoice_paid_on IS NULL"],
  ])("%s", expectRows);
});

describe("states said in passing", () => {
  it.each([
    ["supplies out of stock by shelf", "SELECT shelf, COUNT(*) FROM supplies WHERE stock = 0 GROUP BY 1"],
    ["heated log cabins", "SELECT * FROM cabins WHERE heated AND kind = 'log'"],
    ["which lodger booked most recently", "SELECT 'Bo', 'Lind'"],
    ["who reports to Kim Aas", "SELECT name FROM wardens WHERE reports_to = 1"],
    [
      "average number of lettings per cabin",
      "SELECT 1.0 * (SELECT COUNT(*) FROM lettings) / (SELECT COUNT(*) FROM cabins)",
    ],
    [
      "number of lettings per cabin on average",
      "SELECT 1.0 * (SELECT COUNT(*) FROM lettings) / (SELECT COUNT(*) FROM cabins)",
    ],
  ])("%s", expectRows);

  it("the oldest is one whose birthday is known", async () => {
    await expectRows("who is the oldest lodger?", "SELECT 'Ada', 'Ness'");
  });
});

describe("numbers said in passing", () => {
  it.each([
    ["how many 4 bed cabins do we have", "SELECT COUNT(*) FROM cabins WHERE beds = 4"],
    ["lodgers under 38", "SELECT first_name, last_name FROM lodgers WHERE born_on > '1988-05-31'"],
    ["which are our newest lettings? show 2", "SELECT * FROM lettings ORDER BY booked_on DESC LIMIT 2"],
    [
      "lodgers who paid more than 350 in total",
      "SELECT first_name, last_name FROM lettings JOIN lodgers ON lodgers.id = lodger_id GROUP BY lodger_id HAVING SUM(fee) > 350",
    ],
  ])("%s", expectRows);

  it("an amount is no year", () => {
    expect(house.ask("purposes we paid more than 2000 for").kind).toBe("not_understood");
  });

  it("what the stock is worth is not how many there are", () => {
    expect(house.ask("value of our stock").kind).toBe("not_understood");
  });
});

describe("the average of some of the rows", () => {
  it.each([
    [
      "lettings whose fee is above the average fee of the lettings in log cabins",
      "SELECT * FROM lettings WHERE fee > (SELECT AVG(fee) FROM lettings JOIN cabins USING (cabin_no) WHERE kind = 'log')",
    ],
    [
      "lodgers who have 0 lettings",
      "SELECT first_name, last_name FROM lodgers WHERE id NOT IN (SELECT lodger_id FROM lettings)",
    ],
  ])("%s", expectRows);
});

describe("rows that are told by what sort they are", () => {
  it.each([
    [
      "stone cabins that were never let",
      "SELECT * FROM cabins WHERE kind = 'stone' AND cabin_no NOT IN (SELECT cabin_no FROM lettings)",
    ],
  ])("%s", expectRows);
});

describe("several people by first and last name", () => {
  const theirs = "FROM lettings JOIN lodgers ON lodgers.id = lodger_id WHERE last_name IN ('Ness', 'Moe')";
  it.each([
    ["how many lettings do Ada Ness and Cy Moe have", `SELECT COUNT(*) ${theirs}`],
    ["total fee of lettings by Ada Ness or Cy Moe", `SELECT SUM(fee) ${theirs}`],
  ])("%s", expectRows);
});

describe("who makes the most money", () => {
  it.each([
    ["which warden makes the most money", "SELECT name FROM wardens ORDER BY salary DESC LIMIT 1"],
    ["who makes the least money", "SELECT name FROM wardens ORDER BY salary LIMIT 1"],
    ["which cabin makes the most money", "SELECT cabin_no FROM lettings GROUP BY 1 ORDER BY SUM(fee) DESC LIMIT 1"],
  ])("%s", expectRows);
});

describe("what rows do not tell", () => {
  it("wishes are not answered with those who have them", () => {
    const reading = house.ask("what do our lodgers want");
    expect(reading).toMatchObject({ kind: "not_understood", reason: expect.stringContaining("want or think") });
  });

  it("how long something takes is named as it was asked", () => {
    const reading = house.ask("how long do wardens work");
    expect(reading).toMatchObject({ kind: "not_understood", reason: expect.stringContaining("“how long”") });
  });
});
