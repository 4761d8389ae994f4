import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Ferries: skippers whose wages change from a day to a day, piers with their area, and crossings that were planned and sailed. */
const tables = `
CREATE TABLE harbours (id INTEGER PRIMARY KEY, name TEXT NOT NULL, coast TEXT NOT NULL, square_meters INTEGER NOT NULL);
CREATE TABLE skippers (skipper_no INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, harbour_id INTEGER NOT NULL REFERENCES harbours (id));
CREATE TABLE wages (skipper_no INTEGER NOT NULL REFERENCES skippers (skipper_no), wage INTEGER NOT NULL, from_date DATE NOT NULL, to_date DATE, PRIMARY KEY (skipper_no, from_date));
CREATE TABLE crossings (id INTEGER PRIMARY KEY, harbour_id INTEGER NOT NULL REFERENCES harbours (id), planned_departure TIMESTAMP NOT NULL, actual_departure TIMESTAMP, planned_arrival TIMESTAMP NOT NULL, actual_arrival TIMESTAMP, fare_amount REAL NOT NULL, cost_amount REAL NOT NULL);
`;

/** A ward for horses, which come in and are let go. */
const ward = `
CREATE TABLE horses (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE cases (id INTEGER PRIMARY KEY, horse_id INTEGER NOT NULL REFERENCES horses (id), admitted_at TIMESTAMP NOT NULL, discharged_at TIMESTAMP);
`;

let ferries: Business;
let horses: Business;
beforeAll(async () => {
  ferries = await openFixture("versions-and-spans", tables, (database) => {
    database.exec("INSERT INTO harbours VALUES (1, 'Saltby', 'east', 100), (2, 'Fenwick', 'west', 400)");
    database.exec("INSERT INTO skippers VALUES (1, 'Ada', 'Ness', 1), (2, 'Bo', 'Lind', 2), (3, 'Cy', 'Moe', 2)");
    database.exec(`INSERT INTO wages VALUES (1, 90, '2020-01-01', '2022-01-01'), (1, 50, '2022-01-01', NULL), (2, 60, '2021-01-01', NULL),
      (3, 70, '2019-01-01', '2023-01-01'), (3, 40, '2023-01-01', NULL)`);
    database.exec(`INSERT INTO crossings VALUES (1, 1, '2024-05-01 08:00', '2024-05-01 09:00', '2024-05-02 08:00', '2024-05-03 09:00', 200, 50),
      (2, 2, '2024-05-01 08:00', '2024-05-01 08:00', '2024-05-02 08:00', '2024-05-02 08:00', 400, 100),
      (3, 2, '2024-05-03 08:00', '2024-05-03 08:00', '2024-05-04 08:00', '2024-05-06 08:00', 400, 100)`);
  });
});
beforeAll(async () => {
  horses = await openFixture("horse-ward", ward, (database) => {
    database.exec("INSERT INTO horses VALUES (1, 'Ajax'), (2, 'Bella'), (3, 'Comet')");
    database.exec(
      "INSERT INTO cases VALUES (1, 1, '2024-05-01 08:00', '2024-05-05 08:00'), (2, 2, '2024-06-10 08:00', NULL)",
    );
  });
});
afterAll(async () => {
  await ferries.datasource.close();
  await horses.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await ferries.expectRows(question, sql);
};

describe("what is kept from a day to a day", () => {
  it.each([
    ["average wage", "SELECT 50"],
    ["highest wage", "SELECT 60"],
    ["who earns the most", "SELECT 'Bo', 'Lind'"],
    ["average wage by coast", "SELECT 'east', 50 UNION ALL SELECT 'west', 50"],
  ])("is that which holds now: %s", expectRows);

  it("is told so", async () => {
    const { reading, result } = await ferries.answer("highest wage");
    expect(verbalize(reading.form, result)).toBe("The highest wage now is 60.");
  });
});

const SPAN = "AVG(julianday(actual_arrival) - julianday(actual_departure))";

describe("the time between two days that are called alike", () => {
  it.each([
    ["average time from actual departure to actual arrival", `SELECT ${SPAN} FROM crossings`],
    [
      "average time from actual departure to actual arrival by harbour",
      `SELECT name, ${SPAN} FROM crossings JOIN harbours ON harbour_id = harbours.id GROUP BY 1`,
    ],
    [
      "average time from planned arrival to actual arrival",
      "SELECT AVG(julianday(actual_arrival) - julianday(planned_arrival)) FROM crossings",
    ],
  ])("is that of the days that were said: %s", async (question, sql) => {
    const { result } = await ferries.answer(question);
    const rows = await ferries.rows(sql);
    const figures = (all: typeof rows) => all.map((row) => Number(row.at(-1)).toFixed(6)).toSorted();
    expect(figures(result.rows)).toEqual(figures(rows));
  });
});

describe("the average delay", () => {
  it.each([
    ["average delay of crossings", "SELECT AVG(julianday(actual_arrival) - julianday(planned_arrival)) FROM crossings"],
    [
      "average delay by harbour",
      "SELECT name, AVG(julianday(actual_arrival) - julianday(planned_arrival)) FROM crossings JOIN harbours ON harbour_id = harbours.id GROUP BY 1",
    ],
  ])("is the time from the promised day to the one on which it came about: %s", async (question, sql) => {
    const { result } = await ferries.answer(question);
    const figures = (rows: readonly (readonly unknown[])[]) =>
      rows.map((row) => Number(row.at(-1)).toFixed(6)).toSorted();
    expect(figures(result.rows)).toEqual(figures(await ferries.rows(sql)));
  });
});

describe("a deed whose day other rows have", () => {
  it("is no word to be left out of a count", () => {
    expect(horses.ask("how many horses are currently admitted").kind).toBe("not_understood");
  });
});

describe("a stay", () => {
  it("lasts from the day of coming in to that of going out", async () => {
    await horses.expectRows("average length of stay of cases", "SELECT 4.0");
  });
});

describe("a wait", () => {
  it("is not the time from the start to the end of something", () => {
    expect(ferries.ask("what is the average waiting time").kind).toBe("not_understood");
  });
});

describe("who comes second", () => {
  it("is the next in the order of the answer before", async () => {
    const { reading } = await ferries.answer("who earns the most");
    const { result } = await ferries.answer("and who comes second", { earlier: [reading.form] });
    expect(result.rows.map(([name]) => name)).toEqual(["Ada"]);
  });

  it("is no question after a mere number", async () => {
    const { reading } = await ferries.answer("how many harbours are there");
    expect(ferries.ask("and the second", { earlier: [reading.form] }).kind).toBe("not_understood");
  });
});

describe("the area of what rows belong to", () => {
  it("counts once for each of them", async () => {
    await expectRows("fares per square meter by harbour", "SELECT 'Saltby', 2.0 UNION ALL SELECT 'Fenwick', 2.0");
  });

  it("is not added up once more for every row", async () => {
    await expectRows(
      "fares per square meter by coast",
      "SELECT coast, (SELECT SUM(fare_amount) FROM crossings JOIN harbours AS h ON h.id = harbour_id WHERE h.coast = harbours.coast) * 1.0 / SUM(square_meters) FROM harbours GROUP BY coast",
    );
  });

  it("says what is large", async () => {
    const { reading, result } = await ferries.answer("largest harbour", { figures: true });
    expect(verbalize(reading.form, result)).toBe("The harbour with the highest area is Fenwick: 400 m².");
  });
});
