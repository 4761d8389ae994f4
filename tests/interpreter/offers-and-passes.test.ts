import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE workers (id INTEGER PRIMARY KEY, duty TEXT NOT NULL, firstName TEXT NOT NULL, lastName TEXT NOT NULL, hourRate INTEGER NOT NULL, hiredOn DATE NOT NULL);
CREATE TABLE enquiry (id INTEGER PRIMARY KEY, growerId INTEGER NOT NULL REFERENCES growers (id), receivedOn DATE NOT NULL, answeredOn DATE);
CREATE TABLE offer (id INTEGER PRIMARY KEY, offerNo TEXT NOT NULL, growerId INTEGER NOT NULL REFERENCES growers (id), sentOn DATE NOT NULL, validUntil DATE NOT NULL, offerState TEXT NOT NULL, totalPrice INTEGER NOT NULL, lostReason TEXT, cookId INTEGER REFERENCES workers (id));
CREATE TABLE planting (id INTEGER PRIMARY KEY, offerId INTEGER NOT NULL REFERENCES offer (id), headWorkerId INTEGER REFERENCES workers (id), plantedOn DATE NOT NULL, soilCost INTEGER NOT NULL, labourCost INTEGER NOT NULL);
CREATE TABLE pass (id INTEGER PRIMARY KEY, growerId INTEGER NOT NULL REFERENCES growers (id), startsOn DATE NOT NULL, endsOn DATE NOT NULL);
CREATE TABLE bill (id INTEGER PRIMARY KEY, billNo TEXT NOT NULL, plantingId INTEGER NOT NULL REFERENCES planting (id), dueOn DATE NOT NULL, paidOn DATE, netAmount INTEGER NOT NULL, vatAmount INTEGER NOT NULL);
CREATE TABLE yield (id INTEGER PRIMARY KEY, growerId INTEGER NOT NULL REFERENCES growers (id), weighedOn DATE NOT NULL, harvestedKg INTEGER NOT NULL, exportedKg INTEGER NOT NULL);
CREATE TABLE shift (id INTEGER PRIMARY KEY, workerId INTEGER NOT NULL REFERENCES workers (id), shiftDay DATE NOT NULL, shiftState TEXT NOT NULL, reason TEXT NOT NULL);
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("offers_and_passes", tables, (database) => {
    database.exec("INSERT INTO growers VALUES (1, 'Ness Farm'), (2, 'Lind Orchard')");
    database.exec(
      "INSERT INTO workers VALUES (1, 'cook', 'Ada', 'Moor', 30, '2020-05-01'), (2, 'guard', 'Bo', 'Fenn', 40, '2024-05-01')",
    );
    database.exec("INSERT INTO enquiry VALUES (1, 1, '2024-01-01', '2024-01-05'), (2, 2, '2024-02-01', '2024-02-11')");
    database.exec(`INSERT INTO offer VALUES (1, 'O-1', 1, '2024-01-10', '2024-02-10', 'accepted', 900, NULL, 1), (2, 'O-2', 2, '2024-05-01', '2024-06-01', 'open', 400, NULL, 1),
      (3, 'O-3', 2, '2024-06-01', '2024-07-01', 'open', 700, NULL, NULL), (4, 'O-4', 1, '2024-01-20', '2024-02-20', 'expired', 50, NULL, 2), (5, 'O-5', 1, '2024-01-20', '2024-02-20', 'lost', 60, 'price', 2)`);
    database.exec("INSERT INTO planting VALUES (1, 1, 1, '2024-03-01', 5, 6), (2, 3, 2, '2024-04-01', 7, 8)");
    database.exec(
      `INSERT INTO pass VALUES (1, 1, '2023-01-01', '2024-01-01'), (2, 2, '2023-07-10', '2024-07-10'), (3, 1, '2024-03-01', '2025-03-01')`,
    );
    database.exec(
      "INSERT INTO bill VALUES (1, 'B-1', 1, '2024-04-01', NULL, 100, 8), (2, 'B-2', 2, '2024-05-01', '2024-05-09', 300, 24)",
    );
    database.exec("INSERT INTO yield VALUES (1, 1, '2024-05-01', 80, 20), (2, 2, '2024-05-02', 120, 80)");
    database.exec(
      "INSERT INTO shift VALUES (1, 1, '2024-05-02', 'sick', 'cold'), (2, 1, '2023-05-02', 'sick', 'cold'), (3, 2, '2023-05-03', 'sick', 'cold'), (4, 2, '2024-05-03', 'worked', 'cold')",
    );
  });
});
afterAll(() => nursery.datasource.close());

describe("what rows are worth, what has run out, what is owed", () => {
  it.each([
    ["value of open offers", "SELECT 1100"],
    ["average value of offers", "SELECT AVG(totalPrice) FROM offer"],
    ["offer value per month", "SELECT strftime('%Y-%m', sentOn), SUM(totalPrice) FROM offer GROUP BY 1 ORDER BY 1"],
    ["open offers that have run out of validity", "SELECT 'O-2'"],
    ["how many passes have expired", "SELECT 1"],
    ["growers whose pass has expired", "SELECT 'Ness Farm'"],
    ["how many passes are running out in the next 3 months", "SELECT 1"],
    ["which growers have unpaid bills", "SELECT 'Ness Farm'"],
    ["overdue bills and how much they add up to", "SELECT 1, 100"],
    ["how many offers without a cook", "SELECT 1"],
    ["lost offers by reason", "SELECT 'price', 1"],
    ["how much of the harvest was exported", "SELECT 0.5"],
  ])("%s", async (question, sql) => {
    const { result } = await nursery.answer(question);
    expect(result.rows).toEqual(await nursery.rows(sql));
  });
});

describe("times between days that are called so, deeds of people in a time", () => {
  it.each([
    ["average days from enquiry to answer", "SELECT 7.0"],
    ["average wait between an enquiry and the answer", "SELECT 7.0"],
    ["who was off sick this year", "SELECT 'Ada', 'Moor'"],
  ])("%s", async (question, sql) => {
    const { result } = await nursery.answer(question);
    expect(result.rows).toEqual(await nursery.rows(sql));
  });
});

describe("what no data tells is not dropped", () => {
  it.each(["planting value per month", "grower satisfaction after planting", "average days from planting to watering"])(
    "%s",
    (question) => {
      expect(nursery.ask(question).kind).toBe("not_understood");
    },
  );
});
