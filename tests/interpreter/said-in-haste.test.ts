import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/**
 * A flying club: airfields with hangars, pilots of a role who were recommended by others and report to somebody, planes that are
 * inspected and flown, and what the flights cost.
 */
const tables = `
CREATE TABLE airfields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, county TEXT NOT NULL, opened_on DATE NOT NULL, hangars INTEGER NOT NULL, yearly_rent NUMERIC NOT NULL);
CREATE TABLE pilots (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, role TEXT NOT NULL, airfield_id INTEGER NOT NULL REFERENCES airfields (id), manager_id INTEGER REFERENCES pilots (id), recommended_by_id INTEGER REFERENCES pilots (id), joined_on DATE NOT NULL, born_on DATE NOT NULL, hourly_pay NUMERIC NOT NULL, left_on DATE, insured BOOLEAN NOT NULL);
CREATE TABLE planes (tail_no TEXT PRIMARY KEY, maker TEXT NOT NULL, airfield_id INTEGER NOT NULL REFERENCES airfields (id), payload_kg INTEGER NOT NULL);
CREATE TABLE inspection_jobs (id INTEGER PRIMARY KEY, tail_no TEXT NOT NULL REFERENCES planes (tail_no), reported_at TIMESTAMP NOT NULL, inspection_cost NUMERIC NOT NULL);
CREATE TABLE flights (id INTEGER PRIMARY KEY, tail_no TEXT NOT NULL REFERENCES planes (tail_no), pilot_id INTEGER NOT NULL REFERENCES pilots (id), copilot_id INTEGER REFERENCES pilots (id), started_at TIMESTAMP NOT NULL, distance_km INTEGER NOT NULL, fuel_litres NUMERIC NOT NULL, fuel_cost NUMERIC NOT NULL, emergency BOOLEAN NOT NULL);
CREATE TABLE shows (id INTEGER PRIMARY KEY, name TEXT NOT NULL, started_on DATE NOT NULL, budget NUMERIC NOT NULL);
CREATE TABLE outlays (id INTEGER PRIMARY KEY, show_id INTEGER NOT NULL REFERENCES shows (id), spent_on DATE NOT NULL, cost NUMERIC NOT NULL);
CREATE TABLE fees (id INTEGER PRIMARY KEY, pilot_id INTEGER NOT NULL REFERENCES pilots (id), charged_on DATE NOT NULL, purpose TEXT NOT NULL, amount NUMERIC NOT NULL, state TEXT NOT NULL);
`;

let club: Business;
beforeAll(async () => {
  club = await openFixture("said-in-haste", tables, (database) => {
    database.exec(
      "INSERT INTO airfields VALUES (1, 'Fenwick', 'Moray', '2001-05-01', 4, 900), (2, 'Saltby', 'Angus', '2010-06-01', 2, 500)",
    );
    database.exec(`INSERT INTO pilots VALUES (1, 'Ada Ness', 'Captain', 1, NULL, NULL, '2020-01-05', '1980-02-01', 60, NULL, 1),
      (2, 'Bo Lind', 'Cadet', 1, 1, 1, '2023-03-05', '1990-02-01', 20, '2024-05-09', 0), (3, 'Cy Moe', 'Cadet', 2, 1, 2, '2024-02-05', '1995-02-01', 25, NULL, 1)`);
    database.exec(
      "INSERT INTO planes VALUES ('T-1', 'Otter', 1, 800), ('T-2', 'Otter', 1, 1000), ('T-3', 'Heron', 2, 1200)",
    );
    database.exec(
      `INSERT INTO inspection_jobs VALUES (1, 'T-1', '2023-04-01 09:00', 100), (2, 'T-1', '2024-04-01 09:00', 150), (3, 'T-3', '2024-05-01 09:00', 70)`,
    );
    database.exec(`INSERT INTO flights VALUES (1, 'T-1', 1, NULL, '2023-01-02 08:00', 300, 40, 90, 0), (2, 'T-1', 2, 1, '2023-05-02 08:00', 600, 80, 180, 1),
      (3, 'T-2', 3, 2, '2024-01-02 08:00', 500, 60, 150, 0), (4, 'T-3', 2, NULL, '2024-02-02 08:00', 2023, 70, 160, 1), (5, 'T-3', 3, 1, '2024-03-02 08:00', 100, 20, 45, 0)`);
    database.exec(
      "INSERT INTO shows VALUES (1, 'Spring Wings', '2023-04-01', 500), (2, 'Autumn Wings', '2024-04-01', 700)",
    );
    database.exec(
      "INSERT INTO outlays VALUES (1, 1, '2023-04-02', 200), (2, 1, '2023-04-03', 250), (3, 2, '2024-04-02', 900)",
    );
    database.exec(
      `INSERT INTO fees VALUES (1, 1, '2023-02-01', 'landing', 10, 'paid'), (2, 2, '2024-02-01', 'landing', 12, 'open'), (3, 2, '2024-03-01', 'hangar', 30, 'paid')`,
    );
  });
});
afterAll(async () => {
  await club.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await club.expectRows(question, sql);
};
const in2024 = "started_at >= '2024-01-01' AND started_at < '2025-01-01'";

describe("a count said last", () => {
  it.each([
    ["pilots total count", "SELECT COUNT(*) FROM pilots"],
    ["flights 2024 count", `SELECT COUNT(*) FROM flights WHERE ${in2024}`],
    ["copilot flights 2024 count", `SELECT COUNT(*) FROM flights WHERE copilot_id IS NOT NULL AND ${in2024}`],
    ["flight count of the plane with the highest payload", "SELECT COUNT(*) FROM flights WHERE tail_no = 'T-3'"],
  ])("is how many there are: %s", expectRows);
});

describe("a year said last", () => {
  it.each([
    [
      "monthly distance 2024",
      `SELECT strftime('%Y-%m', started_at), SUM(distance_km) FROM flights WHERE ${in2024} GROUP BY 1`,
    ],
    ["fuel cost 2024", `SELECT SUM(fuel_cost) FROM flights WHERE ${in2024}`],
  ])("is when, and no amount: %s", expectRows);

  it("has the growth from one to the other", async () => {
    const { result } = await club.answer("flights growth 2023 to 2024");
    expect(result.rows[0]?.slice(0, 2)).toEqual([2, 3]);
  });
});

describe("what is shown beside rows", () => {
  it.each([
    ["airfields with county", "SELECT name, county FROM airfields"],
    ["pilots with airfield", "SELECT p.full_name, a.name FROM pilots p JOIN airfields a ON a.id = p.airfield_id"],
    [
      "cadets and their airfield",
      "SELECT p.full_name, a.name FROM pilots p JOIN airfields a ON a.id = p.airfield_id WHERE p.role = 'Cadet'",
    ],
    [
      "the cadets and the airfield where they work",
      "SELECT p.full_name, a.name FROM pilots p JOIN airfields a ON a.id = p.airfield_id WHERE p.role = 'Cadet'",
    ],
    ["airfields, county, hangars", "SELECT name, county, hangars FROM airfields"],
    ["all airfields with their county and the date they opened", "SELECT name, county, opened_on FROM airfields"],
  ])("is a column of theirs, and no condition: %s", expectRows);
});

describe("the first of what others did", () => {
  it.each([
    ["which pilot made the first flight of 2024", "Cy Moe"],
    ["which pilot had the first emergency of 2024", "Bo Lind"],
  ])("is one of it: %s", async (question, name) => {
    const { result } = await club.answer(question);
    expect(result.rows.map(([first]) => first)).toEqual([name]);
  });
});

describe("people of the same kind", () => {
  it.each([
    ["which pilot recommended Bo Lind", "SELECT 'Ada Ness'"],
    ["who introduced Cy Moe", "SELECT 'Bo Lind'"],
    ["which pilots have Ada Ness as their boss", "SELECT full_name FROM pilots WHERE manager_id = 1"],
    ["Ada Ness's direct reports", "SELECT full_name FROM pilots WHERE manager_id = 1"],
  ])("are those that a key leads to: %s", expectRows);
});

describe("what was spent on something", () => {
  it.each([
    ["how much do we spend on fuel", "SELECT SUM(fuel_cost) FROM flights"],
    ["what do we spend on fuel per km", "SELECT 1.0 * SUM(fuel_cost) / SUM(distance_km) FROM flights"],
    ["total spending on inspections in 2024", "SELECT 220"],
  ])("is its cost: %s", expectRows);
});

describe("how often something was done", () => {
  it.each([
    ["how many times was plane T-1 inspected", "SELECT 2"],
    ["how often has T-1 been inspected in 2024", "SELECT 1"],
  ])("is how many rows of it there are: %s", expectRows);
});

describe("other words for the same", () => {
  it.each([
    ["planes that can load 1000 kg or more", "SELECT * FROM planes WHERE payload_kg >= 1000"],
    ["planes with a payload of 1000 kg or less", "SELECT * FROM planes WHERE payload_kg <= 1000"],
    ["planes with a payload over 900kg", "SELECT * FROM planes WHERE payload_kg > 900"],
    ["please break the pilots down by role", "SELECT role, COUNT(*) FROM pilots GROUP BY role"],
    ["how does average hourly pay compare across roles", "SELECT role, AVG(hourly_pay) FROM pilots GROUP BY role"],
    ["how do roles compare in average hourly pay", "SELECT role, AVG(hourly_pay) FROM pilots GROUP BY role"],
    ["of our pilots, how many are insured", "SELECT 2"],
    ["how do pilots split by role", "SELECT role, COUNT(*) FROM pilots GROUP BY role"],
    ["what do our pilots get paid per hour on average", "SELECT AVG(hourly_pay) FROM pilots"],
    ["avg pilot pay per hour", "SELECT AVG(hourly_pay) FROM pilots"],
    ["how much do cadets earn on average", "SELECT AVG(hourly_pay) FROM pilots WHERE role = 'Cadet'"],
    ["what is the total amount of the paid fees", "SELECT SUM(amount) FROM fees WHERE state = 'paid'"],
    ["number of planes at the airfield with the most hangars", "SELECT 2"],
    ["on what date did Bo Lind join", "SELECT '2023-03-05'"],
    ["how many pilots signed up in 2024", "SELECT 1"],
    [
      "for each pilot, how many flights did they make",
      "SELECT p.full_name, COUNT(*) FROM flights f JOIN pilots p ON p.id = f.pilot_id GROUP BY p.id",
    ],
    ["which roles had flights in 2023 as well as in 2024", "SELECT 'Cadet'"],
  ])("are read so: %s", expectRows);
});

describe("figures beside what each group has of its own", () => {
  const both = "SELECT s.name, s.budget, SUM(o.cost) FROM shows s JOIN outlays o ON o.show_id = s.id";
  it.each([
    ["budget and cost per show", `${both} GROUP BY s.id`],
    ["planned budget vs actual cost per show", `${both} GROUP BY s.id`],
    [
      "for each show that started in 2024, please compare the budget with the cost",
      `${both} WHERE s.started_on >= '2024-01-01' GROUP BY s.id`,
    ],
  ])("are summed up: %s", expectRows);
});

describe("the end of a membership", () => {
  it.each([
    ["when did Bo Lind leave", "SELECT '2024-05-09'"],
    ["Bo Lind leaving date", "SELECT '2024-05-09'"],
    ["on which day did Bo Lind quit", "SELECT '2024-05-09'"],
  ])("is the day on which somebody left: %s", expectRows);
});

describe("a share of those of one kind", () => {
  it("is none of all", async () => {
    const { result } = await club.answer("% cadets insured");
    expect(result.rows).toEqual([[50]]);
  });
});

describe("rows asked for by what we did", () => {
  it.each([
    ["which shows did we start in 2024", "SELECT name FROM shows WHERE id = 2"],
    ["which shows did we start in 2024 and what were their budgets", "SELECT name, budget FROM shows WHERE id = 2"],
    [
      "top 2 pilots by flight count",
      "SELECT p.full_name, COUNT(*) FROM flights f JOIN pilots p ON p.id = f.pilot_id GROUP BY p.id ORDER BY 2 DESC LIMIT 2",
    ],
  ])("are told by their names: %s", expectRows);
});

describe("rows that are asked for and not told", () => {
  it("are asked back about", () => {
    expect(club.ask("from which airfield was show 1 started").kind).toBe("not_understood");
  });
});

describe("a second thing asked for", () => {
  it.each([
    "which pilot made the first flight of 2024 and when",
    "when was the first flight, and which pilot was it",
    "Ada Ness's reports",
  ])("is not left out: %s", (question) => {
    expect(club.ask(question).kind).toBe("not_understood");
  });
});

describe("numbers of a time", () => {
  it("are summed up, each of them", async () => {
    await club.expectRows(
      "fuel litres and fuel cost in 2024",
      `SELECT SUM(fuel_litres), SUM(fuel_cost) FROM flights WHERE ${in2024}`,
    );
  });
});

describe("a name that is not kept", () => {
  it.each(["how many flights did holloway make"])("is asked back about: %s", (question) => {
    expect(club.ask(question).kind).toBe("not_understood");
  });
});
