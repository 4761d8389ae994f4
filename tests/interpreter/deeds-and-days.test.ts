import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness, openFixture } from "./business.ts";

/** Guided walks: guests go on outings that a guide leads. */
const tables = `
CREATE TABLE guides (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, kind TEXT NOT NULL, hired_on DATE NOT NULL, day_rate NUMERIC NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, born_on DATE NOT NULL, newsletter BOOLEAN NOT NULL);
CREATE TABLE trails (id INTEGER PRIMARY KEY, trail TEXT NOT NULL UNIQUE, needs_boots BOOLEAN NOT NULL, has_hut BOOLEAN NOT NULL);
CREATE TABLE outings (id INTEGER PRIMARY KEY, trail_id INTEGER NOT NULL REFERENCES trails (id), guide_id INTEGER NOT NULL REFERENCES guides (id), guest_id INTEGER NOT NULL REFERENCES guests (id), started_on DATE NOT NULL, distance_km NUMERIC NOT NULL, state TEXT NOT NULL, confirmed_on DATE);
`;

let walks: Business;
beforeAll(async () => {
  walks = await openFixture("walks", tables, (database) => {
    database.exec(`INSERT INTO guides VALUES (1, 'Ada Ness', 'Ranger', '2022-03-01', 210), (2, 'Bo Lind', 'Ranger', '2024-02-01', 180),
      (3, 'Cy Moe', 'Botanist', '2021-06-01', 260)`);
    database.exec(`INSERT INTO guests VALUES (1, 'Dana', 'Ruud', '2024-01-05', 1), (2, 'Egil', 'Sund', '2024-02-05', 0),
      (3, 'Frida', 'Torp', '2023-05-05', 1), (4, 'Geir', 'Ulv', '2023-06-05', 0)`);
    database.exec("INSERT INTO trails VALUES (1, 'Ridge', 1, 0), (2, 'Lake', 0, 1), (3, 'Gorge', 1, 1)");
    database.exec(`INSERT INTO outings VALUES (1, 1, 1, 1, '2023-07-01', 12, 'skipped', '2023-06-20'), (2, 2, 1, 2, '2023-07-02', 6, 'skipped', '2023-06-21'),
      (3, 3, 3, 3, '2024-04-01', 9, 'skipped', '2024-03-20'), (4, 1, 3, 4, '2024-04-02', 11, 'confirmed', '2024-03-28'),
      (5, 2, 2, 1, '2024-05-01', 30, 'open', NULL), (6, 2, 1, 3, '2023-08-01', 40, 'skipped', '2023-07-30')`);
  });
});
afterAll(() => walks.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => walks.expectRows(question, sql);

describe("a period beside what was done", () => {
  it.each([
    // Neither when the guides were hired nor when the guests were born.
    ["Which guide has covered the most distance in 2024?", "SELECT 'Bo Lind', 30"],
    ["Which guide had the most guests in 2024?", "SELECT 'Cy Moe'"],
    // What is counted is told by a value of its own.
    ["Which guest had the most skipped?", "SELECT 'Frida'"],
  ])("%s", async (question, sql) => {
    const { result } = await walks.answer(question);
    expect(result.rows[0]?.[0]).toBe((await walks.rows(sql))[0]?.[0]);
  });
});

describe("a state that is said like a deed, in a time", () => {
  it.each([
    // Outing 4 alone is still confirmed: the others have been skipped since.
    ["how many outings were confirmed in March 2024", "SELECT 2"],
    [
      "outings confirmed per month in 2023",
      "SELECT substr(confirmed_on, 1, 7), COUNT(*) FROM outings WHERE confirmed_on LIKE '2023%' GROUP BY 1",
    ],
    // What has not been confirmed is of no year.
    [
      "outings confirmed per year",
      "SELECT substr(confirmed_on, 1, 4), COUNT(*) FROM outings WHERE confirmed_on IS NOT NULL GROUP BY 1",
    ],
    ["how many hired guides are there", "SELECT COUNT(*) FROM guides"],
    ["how many outings are confirmed", "SELECT COUNT(*) FROM outings WHERE state = 'confirmed'"],
  ])("%s", expectRows);
});

describe("people", () => {
  it("who work here are the staff", async () => {
    const business = await openBusiness();
    const { result } = await business.answer("how many people work here");
    expect(result.rows).toEqual(await business.rows("SELECT COUNT(*) FROM employees"));
    await business.datasource.close();
  });

  it("who are best are several", async () => {
    const business = await openBusiness();
    const { result } = await business.answer("Who are our best customers?");
    expect(result.rows).toHaveLength(10);
    await business.datasource.close();
  });
});

describe("a column of yes and no that rows have", () => {
  it.each([
    ["trails without a hut", "SELECT trail FROM trails WHERE NOT has_hut"],
    ["how many lake trails have a hut", "SELECT COUNT(*) FROM trails WHERE trail = 'Lake' AND has_hut"],
    ["trails that need boots", "SELECT trail FROM trails WHERE needs_boots"],
    ["guests who get the newsletter", "SELECT first_name, last_name FROM guests WHERE newsletter"],
    ["how many guests get the newsletter", "SELECT COUNT(*) FROM guests WHERE newsletter"],
  ])("%s", expectRows);
});

describe("what has not come about yet", () => {
  it.each([["outings that have not been confirmed yet", "SELECT * FROM outings WHERE confirmed_on IS NULL"]])(
    "%s",
    expectRows,
  );
});

describe("a figure of several rows", () => {
  it.each([
    ["day rate of all guides together", "SELECT SUM(day_rate) FROM guides"],
    [
      "outings per trail, biggest first",
      "SELECT trail, COUNT(*) FROM outings JOIN trails ON trails.id = trail_id GROUP BY 1",
    ],
    [
      "monthly outings 2024",
      "SELECT substr(started_on, 1, 7), COUNT(*) FROM outings WHERE started_on LIKE '2024%' GROUP BY 1",
    ],
  ])("%s", expectRows);

  it("in a period is of that period, and of the rows that the value is of: guests who skipped more than twice", async () => {
    const { result, reading } = await walks.answer("guests who skipped more than twice in 2023");
    expect(result.rows, reading.sql).toEqual([]);
    expect(reading.sql).toContain("outings");
    expect(reading.sql).not.toContain("born_on");
  });
});

describe("what is shown beside rows", () => {
  it.each([
    ["rangers and their day rate", "SELECT full_name, day_rate FROM guides WHERE kind = 'Ranger'"],
    [
      "outings with their trail and guide",
      "SELECT outings.id, trail, full_name FROM outings JOIN trails ON trails.id = trail_id JOIN guides ON guides.id = guide_id",
    ],
  ])("%s", expectRows);
});

describe("an answer that would say nothing, or something else", () => {
  it.each([
    // Her name is all that is known of her leaving.
    "when did Ada Ness retire",
    "which guests are afraid of heights",
    "how much distance did strangers cover",
    // The average of something else than was asked for.
    "average ridge time in days last year",
    // Guests are born once; nothing tells when they came.
    "how many guests do we expect next week",
    // A guest is one guest.
    "which guest complains most",
    // A verb that is hardly a column's name.
    "which guides do we need to rate",
  ])("is not given to “%s”", (question) => {
    expect(walks.ask(question).kind).toBe("not_understood");
  });
});
