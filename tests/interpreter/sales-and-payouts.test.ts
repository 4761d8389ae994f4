import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A honey house: keepers bring honey and are paid out, dealers buy it, and guides sell tours of the hives. */
const tables = `
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE payouts (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (id), paid_on DATE NOT NULL, amount NUMERIC NOT NULL, kind TEXT NOT NULL);
CREATE TABLE dealers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, dealer_id INTEGER NOT NULL REFERENCES dealers (id), sold_on DATE NOT NULL, total NUMERIC NOT NULL, paid_on DATE);
CREATE TABLE guides (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE tours (id INTEGER PRIMARY KEY, sold_by_id INTEGER NOT NULL REFERENCES guides (id), led_by_id INTEGER NOT NULL REFERENCES guides (id), toured_on DATE NOT NULL);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, tour_id INTEGER NOT NULL REFERENCES tours (id), quantity INTEGER NOT NULL, price NUMERIC NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("honey-house", tables, (database) => {
    database.exec("INSERT INTO keepers VALUES (1, 'Nell Ash'), (2, 'Tor Bay')");
    database.exec(
      "INSERT INTO payouts VALUES (1, 1, '2024-02-01', 70, 'advance'), (2, 2, '2024-03-01', 50, 'bonus'), (3, 1, '2023-03-01', 900, 'bonus')",
    );
    database.exec("INSERT INTO dealers VALUES (1, 'Comb Street'), (2, 'Wax Hall')");
    database.exec(
      "INSERT INTO sales VALUES (1, 1, '2024-01-05', 300, '2024-02-05'), (2, 2, '2024-04-05', 200, NULL), (3, 2, '2024-05-05', 100, NULL)",
    );
    database.exec("INSERT INTO guides VALUES (1, 'Abe Rill'), (2, 'Dot Fern')");
    database.exec("INSERT INTO tours VALUES (1, 1, 2, '2024-03-03'), (2, 1, 2, '2024-04-04'), (3, 2, 2, '2024-05-05')");
    database.exec("INSERT INTO tickets VALUES (1, 1, 2, 5), (2, 2, 2, 5), (3, 3, 9, 5), (4, 3, 1, 4), (5, 3, 1, 3)");
  });
});
afterAll(() => house.datasource.close());

const told = (...questions: string[]) => house.told(...questions);

describe("rows that are called sales", () => {
  test("are listed where it is asked which, and not added up", async () => {
    const unpaid = [
      [2, 2, "2024-04-05", 200, null],
      [3, 2, "2024-05-05", 100, null],
    ];
    for (const question of ["Which sales haven't been paid yet?", "which sales are unpaid", "show the unpaid sales"])
      expect(await told(question), question).toEqual(unpaid);
    expect(await told("which sales were paid in February 2024")).toEqual([[1, 1, "2024-01-05", 300, "2024-02-05"]]);
    expect(await told("which sales are unpaid", "which dealers do they belong to")).toEqual([["Wax Hall"]]);
  });

  test("come to money where a figure is asked for", async () => {
    expect(await told("sales by dealer")).toEqual([
      ["Comb Street", 300],
      ["Wax Hall", 300],
    ]);
  });
});

describe("what is paid out", () => {
  test("is what the payouts come to, and not what came in", async () => {
    expect(await told("how much did we pay out to keepers this year")).toEqual([[120]]);
    expect(await told("how much was paid out this year")).toEqual([[120]]);
    expect(await told("how much did we pay out in bonuses this year")).toEqual([[50]]);
  });

  test("is added up where its total is asked for", async () => {
    expect(await told("what's the total of bonus payouts")).toEqual([[950]]);
    expect(await told("total of amounts")).toEqual([[1020]]);
  });
});

describe("rows that say by whom they were sold", () => {
  test("are counted themselves", async () => {
    expect(await told("who sold the most tours")).toEqual([["Abe Rill"]]);
    expect(await told("which guide sold the fewest tours")).toEqual([["Dot Fern"]]);
  });
});

describe("a deed that is said after another one", () => {
  test("is told by the key that is called after it", async () => {
    expect(await told("who sold the most tours", "and led the most?")).toEqual([["Dot Fern"]]);
    expect(await told("tours by lead", "what about sold?")).toEqual([
      ["Abe Rill", 2],
      ["Dot Fern", 1],
    ]);
  });

  test("is no other where nothing is called after it", () => {
    expect(house.asked("who sold the most tours", "and cancelled the most?")?.kind).toBe("not_understood");
  });
});
