import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Reading } from "@parley/interpreter/question";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A ski resort: lifts stand still and are repaired, guests sign up for lessons of instructors, and get vouchers. */
const tables = `
CREATE TABLE lifts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, slope TEXT NOT NULL, maker TEXT NOT NULL, built_on DATE NOT NULL, closed_on DATE);
CREATE TABLE halts (id INTEGER PRIMARY KEY, lift_id INTEGER NOT NULL REFERENCES lifts (id), halted_at TIMESTAMP NOT NULL, ended_at TIMESTAMP, cause TEXT NOT NULL, mending_cost NUMERIC NOT NULL);
CREATE TABLE equipment (id INTEGER PRIMARY KEY, name TEXT NOT NULL, purchase_cost NUMERIC NOT NULL);
CREATE TABLE instructors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, employed_since_date DATE NOT NULL, active BOOLEAN NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, email TEXT);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT NOT NULL, instructor_id INTEGER NOT NULL REFERENCES instructors (id), held_on DATE NOT NULL);
CREATE TABLE signups (lesson_id INTEGER NOT NULL REFERENCES lessons (id), guest_id INTEGER NOT NULL REFERENCES guests (id), signed_on DATE NOT NULL, attended BOOLEAN NOT NULL, PRIMARY KEY (lesson_id, guest_id));
CREATE TABLE vouchers (id INTEGER PRIMARY KEY, code TEXT NOT NULL, guest_id INTEGER NOT NULL REFERENCES guests (id), lesson_id INTEGER REFERENCES lessons (id), kind TEXT NOT NULL, issued_on DATE NOT NULL, revoked_on DATE, credit_value NUMERIC NOT NULL);
CREATE TABLE fare_list (id INTEGER PRIMARY KEY, fare TEXT NOT NULL, price NUMERIC NOT NULL);
`;

let resort: Business;
beforeAll(async () => {
  resort = await openFixture("asked-further", tables, (database) => {
    const fill = (table: string, rows: readonly string[]) =>
      database.exec(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(", ")}`);
    fill("lifts", [
      "1, 'Rowan', 'North', 'Poma', '2001-05-01', NULL",
      "2, 'Alder', 'North', 'Doppel', '2012-05-01', '2023-04-01'",
      "3, 'Birch', 'South', 'Poma', '2018-05-01', NULL",
    ]);
    fill("halts", [
      "1, 1, '2024-01-02 10:00:00', '2024-01-02 12:00:00', 'ice', 100",
      "2, 1, '2024-02-02 10:00:00', '2024-02-02 14:00:00', 'wind', 50",
      "3, 3, '2024-03-02 10:00:00', '2024-03-02 11:00:00', 'ice', 30",
      "4, 3, '2023-03-02 10:00:00', '2023-03-02 13:00:00', 'ice', 10",
    ]);
    fill("equipment", ["1, 'Snow gun', 900", "2, 'Groomer', 5000"]);
    fill("instructors", ["1, 'Ana Berg', '2019-01-01', 1", "2, 'Ole Moe', '2022-01-01', 0"]);
    fill("guests", [
      "1, 'Ida Lund', 'Vik', 'ida@example.com'",
      "2, 'Per Nes', 'Vik', NULL",
      "3, 'Tor Aas', 'Moss', 'tor@example.com'",
      "4, 'Eva Dal', 'Moss', NULL",
    ]);
    fill("lessons", [
      "1, 'Carving', 1, '2024-01-10'",
      "2, 'Powder', 2, '2024-02-10'",
      "3, 'First turns', 2, '2024-03-10'",
    ]);
    fill("signups", [
      "1, 1, '2024-01-01', 1",
      "1, 2, '2024-01-01', 0",
      "1, 3, '2024-01-02', 0",
      "2, 1, '2024-02-01', 1",
      "2, 4, '2024-02-01', 1",
      "3, 3, '2024-03-01', 1",
    ]);
    fill("vouchers", [
      "1, 'V1', 1, NULL, 'gift', '2024-03-01', NULL, 10",
      "2, 'V2', 2, 1, 'apology', '2024-01-05', '2024-02-01', 20",
      "3, 'V3', 2, 2, 'apology', '2024-02-07', NULL, 40",
      "4, 'V4', 3, 3, 'gift', '2023-02-07', NULL, 80",
    ]);
    fill("fare_list", ["1, 'Day', 50"]);
  });
});
afterAll(async () => {
  await resort.datasource.close();
});

/** What the last of several questions was read as, asked one after the other. */
function last(questions: readonly string[]): Reading | undefined {
  const earlier: LogicalForm[] = [];
  return questions
    .map((question) => {
      const reading = resort.ask(question, { earlier: [...earlier], figures: true });
      if (reading.kind === "query") earlier.push(reading.form);
      return reading;
    })
    .at(-1);
}

const conversations: readonly (readonly [questions: readonly string[], sql: string])[] = [
  // The first by all of them, rather than by those that are asked for.
  [["Which lesson has the most signups?", "how many of them attended"], "SELECT 'Carving', 1"],
  [
    ["Signups by lesson", "how many of them attended"],
    "SELECT title, COUNT(*) FROM signups s JOIN lessons l ON l.id = s.lesson_id WHERE attended GROUP BY l.id",
  ],
  [["How many vouchers are gifts?", "how much credit was that"], "SELECT 90"],
  [["Guests in Vik", "list their emails"], "SELECT name, email FROM guests WHERE town = 'Vik'"],
  [
    ["Vouchers from 2024", "who are they"],
    "SELECT code, name FROM vouchers v JOIN guests s ON s.id = v.guest_id WHERE v.id < 4",
  ],
  [["Halts by cause in 2024", "top 1", "show me the halts"], "SELECT * FROM halts WHERE id IN (1, 3)"],
  [["How many halts were there?", "and the cost?"], "SELECT 4, 190"],
  [
    ["How many halts were there in 2024 by lift?", "how long did they last on average"],
    "SELECT 'Rowan', 3.0 / 24 UNION ALL SELECT 'Birch', 1.0 / 24",
  ],
  [["Which lifts are made by Poma?", "without the closed ones"], "SELECT name FROM lifts WHERE id IN (1, 3)"],
  [
    ["Total value of vouchers in 2024", "by kind", "without revoked ones"],
    "SELECT 'gift', 10 UNION ALL SELECT 'apology', 40",
  ],
  [["Halts by cause in 2024", "and 2023?", "compare them"], "SELECT 'ice', 1, 2 UNION ALL SELECT 'wind', 0, 1"],
  [
    ["Halts by cause in 2024", "and 2023?", "in percent", "go back to the first"],
    "SELECT 'ice', 2 UNION ALL SELECT 'wind', 1",
  ],
  [["How many halts were there in 2023?", "more detail"], "SELECT * FROM halts WHERE id = 4"],
  [["Top 2 lifts by cost of mending", "and the second?"], "SELECT 'Birch', 40"],
  [["Lifts made by Poma", "how many halts did each have"], "SELECT 'Rowan', 2 UNION ALL SELECT 'Birch', 2"],
  [["Lifts made by Poma", "how many halts did each have in 2023"], "SELECT 'Birch', 1"],
  [["Show the halts because of ice", "how much cost was that in total"], "SELECT 140"],
  [["Which guests have vouchers?", "which of them are from Vik", "which are not"], "SELECT 'Tor Aas'"],
  [["How many halts were there in 2024?", "how many of those were because of ice", "how many were not"], "SELECT 1"],
  [["Instructors of Powder", "since when are they with us"], "SELECT 'Ole Moe', '2022-01-01'"],
  [["List the instructors", "which ones are still active"], "SELECT 'Ana Berg'"],
  [["List the instructors", "which ones are still active", "which are not"], "SELECT 'Ole Moe'"],
  [["Vouchers from 2024", "who are the guests"], "SELECT name FROM guests WHERE id IN (1, 2)"],
  [["Vouchers issued in 2023", "with the guest name"], "SELECT 'V4', 'Tor Aas'"],
  // Those that are sold, where nothing else says how many were.
  [["How many vouchers did Per Nes buy?"], "SELECT 2"],
];

describe.each(conversations)("the last of %j", (questions, sql) => {
  it("goes on from the answers before", async () => {
    const reading = last(questions);
    if (reading?.kind !== "query") throw new Error(JSON.stringify(reading));
    const plain = (row: unknown) =>
      JSON.stringify(row, (_, value: unknown) => (typeof value === "number" ? Number(value.toFixed(6)) : value));
    const [given, expected] = [await resort.rows(reading.sql), await resort.rows(sql)];
    expect(given.map(plain).toSorted(), reading.sql).toEqual(expected.map(plain).toSorted());
  });
});

describe("rows that are sorted by date", () => {
  it.each([
    ["Vouchers of Per Nes", "sort by date", /ORDER BY (?:vouchers\.)?issued_on$/],
    ["Vouchers of Per Nes", "newest first", /ORDER BY (?:vouchers\.)?issued_on DESC$/],
    ["Lifts on the north slope", "order by date descending", /ORDER BY built_on DESC$/],
  ])("are sorted by a day of their own: %s, %s", (asked, sorted, order) => {
    const reading = last([asked, sorted]);
    expect(reading?.kind === "query" && reading.sql).toMatch(order);
  });
});

describe("words that change nothing", () => {
  it("are not answered with the same again", () => {
    expect(last(["Vouchers of Per Nes", "which of them sold more"])?.kind).toBe("not_understood");
  });
});

describe("a share of figures of two times", () => {
  it("is no share of anything else", () => {
    const asked = ["Halts by slope in 2024", "and 2023?", "compare them", "what share does South have"];
    expect(last(asked)?.kind).toBe("not_understood");
  });
});

describe("what no data can tell", () => {
  it.each([
    ["why so many in May", /why it is so/],
    ["is that a lot", /compares to the month or the year before/],
  ])("is not answered, and it is said why: %s", (asked, reason) => {
    const reading = last(["Halts by month in 2024", asked]);
    expect(reading?.kind === "not_understood" && reading.reason).toMatch(reason);
  });
});
