import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Kennels: helpers who book the stays of dogs that belong to patrons, what mishaps on them cost, and what is bought and kept for them. */
const tables = `
CREATE TABLE patrons (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on DATE NOT NULL, left_on DATE, standing TEXT NOT NULL);
CREATE TABLE helpers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE dogs (id INTEGER PRIMARY KEY, name TEXT NOT NULL, breed TEXT NOT NULL, born_on DATE NOT NULL, patron_id INTEGER NOT NULL REFERENCES patrons (id));
CREATE TABLE stays (id INTEGER PRIMARY KEY, dog_id INTEGER NOT NULL REFERENCES dogs (id), keeper_id INTEGER NOT NULL REFERENCES helpers (id), booked_by_id INTEGER NOT NULL REFERENCES helpers (id),
  status TEXT NOT NULL, booked_on DATE NOT NULL, starts_on DATE NOT NULL);
CREATE TABLE mishaps (id INTEGER PRIMARY KEY, haul_id INTEGER NOT NULL REFERENCES hauls (id), cost REAL NOT NULL, noticed_on DATE NOT NULL);
CREATE TABLE hauls (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), price REAL NOT NULL, hauled_on DATE NOT NULL);
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE feeds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_price REAL NOT NULL, bags_in_stock INTEGER NOT NULL, reorder_level INTEGER NOT NULL);
CREATE TABLE offers (id INTEGER PRIMARY KEY, mill TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE remarks (id INTEGER PRIMARY KEY, haul_id INTEGER NOT NULL REFERENCES hauls (id), priority TEXT NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("kennels-and-stays", tables, (database) => {
    database.exec(`INSERT INTO patrons VALUES (1, 'Ada Moor', '2022-02-01', NULL, 'active'), (2, 'Ben Oak', '2024-01-10', NULL, 'active'),
      (3, 'Cid Reed', '2021-05-02', '2024-03-01', 'left'), (4, 'Dee Fen', '2024-02-02', '2024-04-01', 'left'), (5, 'Eli Marsh', '2023-02-02', '2023-04-01', 'left')`);
    database.exec(
      `INSERT INTO helpers VALUES (1, 'Fay Till', '2020-01-01', NULL), (2, 'Gus Holm', '2024-01-15', NULL), (3, 'Hal Dale', '2019-01-01', '2024-02-01')`,
    );
    database.exec("INSERT INTO dogs VALUES (1, 'Rex', 'Collie', '2020-01-01', 1), (2, 'Bim', 'Pug', '2021-01-01', 2)");
    database.exec(`INSERT INTO stays VALUES (1, 1, 1, 2, 'done', '2024-05-01', '2024-05-20'), (2, 1, 1, 2, 'done', '2024-05-02', '2024-06-01'),
      (3, 1, 1, 1, 'booked', '2024-06-01', '2024-06-20'), (4, 2, 3, 2, 'booked', '2024-06-02', '2024-06-22')`);
    database.exec("INSERT INTO clients VALUES (1, 'Wick & Sons')");
    database.exec(
      "INSERT INTO hauls VALUES (1, 1, 90, '2024-05-02'), (2, 1, 60, '2024-05-04'), (3, 1, 40, '2024-05-11'), (4, 1, 30, '2023-05-03')",
    );
    database.exec("INSERT INTO mishaps VALUES (1, 1, 15, '2024-05-03'), (2, 2, 5, '2023-05-03')");
    database.exec("INSERT INTO feeds VALUES (1, 'Oats', 4, 3, 5), (2, 'Bran', 7, 9, 5), (3, 'Meal', 2, 5, 5)");
    database.exec("INSERT INTO offers VALUES (1, 'North mill', 3), (2, 'South mill', 5)");
    database.exec("INSERT INTO remarks VALUES (1, 1, 'low'), (2, 2, 'high')");
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("two deeds, each counted in its own time", () => {
  it.each([
    ["how many patrons joined this year and how many left", "SELECT 2, 2"],
    ["how many patrons joined and how many left in 2024", "SELECT 2, 2"],
    ["how many helpers were hired in 2020 and how many left in 2024", "SELECT 1, 1"],
  ])("%s", async (question, sql) => {
    expect((await house.answer(question)).result.rows).toEqual(await house.rows(sql));
  });

  it("are of the same people where it says so", async () => {
    const { result } = await house.answer("how many patrons joined this year and how many of them left");
    expect(result.rows).toEqual([[2, 1]]);
  });
});

describe("who did it, where animals have names and days of birth, too", () => {
  it.each([
    ["who booked the most stays", "SELECT 'Gus Holm'"],
    ["which helper booked the most stays", "SELECT 'Gus Holm'"],
    ["which patron booked the most stays", "SELECT 'Ada Moor'"],
    ["who booked stays in June", "SELECT 'Fay Till' UNION SELECT 'Gus Holm'"],
  ])("%s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("what rows cost the house, for which clients pay", () => {
  it.each([
    "what did hauls cost us",
    "how much did hauls cost us last year",
    "what was the cost of hauls in 2024",
    "how much did the hauls cost",
  ])("is not told by what mishaps on them cost: %s", (question) => {
    expect(house.ask(question).kind).toBe("not_understood");
  });

  it("is told of the mishaps themselves", async () => {
    await house.expectRows("how much did mishaps cost us in 2024", "SELECT 15");
  });
});

describe("things that are compared by their price", () => {
  it.each([
    ["is Oats cheaper than Bran", "SELECT 'Oats', 4 UNION SELECT 'Bran', 7"],
    ["are oats more expensive than bran", "SELECT 'Oats', 4 UNION SELECT 'Bran', 7"],
    ["is the Bran dearer than the Meal", "SELECT 'Bran', 7 UNION SELECT 'Meal', 2"],
  ])("by their own, rather than by what is called just so: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("what is running low", () => {
  it.each(["which feeds are running low", "feeds that are low on stock", "what is running low on stock"])(
    "has no more than the level at which it is ordered again: %s",
    async (question) => {
      await house.expectRows(question, "SELECT name FROM feeds WHERE bags_in_stock <= reorder_level");
    },
  );
});

describe("what is low, where nothing says how much lies in stock", () => {
  it("is no priority that is called so", async () => {
    const parts = "CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL);";
    const notes =
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, part_id INTEGER NOT NULL REFERENCES parts (id), priority TEXT NOT NULL);";
    const works = await openFixture("parts-and-notes", parts + notes, (database) => {
      database.exec("INSERT INTO parts VALUES (1, 'Bolt'), (2, 'Nut')");
      database.exec("INSERT INTO notes VALUES (1, 1, 'low'), (2, 2, 'high')");
    });
    expect(works.ask("which parts are running low").kind).toBe("not_understood");
    await works.datasource.close();
  });
});

describe("more or less on some days of the week", () => {
  const byDay =
    "SELECT CASE strftime('%w', hauled_on) WHEN '3' THEN 'Wednesday' WHEN '4' THEN 'Thursday' WHEN '6' THEN 'Saturday' END,";
  it.each([
    ["do sales go up on weekends", `${byDay} SUM(price) FROM hauls GROUP BY 1`],
    ["is revenue lower on Sundays than on other days", `${byDay} SUM(price) FROM hauls GROUP BY 1`],
    [
      "do we earn more at the weekend this year",
      `${byDay} SUM(price) FROM hauls WHERE hauled_on >= '2024-01-01' GROUP BY 1`,
    ],
    ["are there more hauls on Saturdays", `${byDay} COUNT(*) FROM hauls GROUP BY 1`],
  ])("is told by all days: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});
