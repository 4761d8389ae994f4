import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Curling: a game has a home club and an away club; what the bar takes is kept in a column for each month. */
const tables = `
CREATE TABLE clubs (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, rink TEXT NOT NULL);
CREATE TABLE games (id INTEGER PRIMARY KEY, home_club_id INTEGER NOT NULL REFERENCES clubs (id), away_club_id INTEGER NOT NULL REFERENCES clubs (id), played_on DATE NOT NULL, home_stones INTEGER NOT NULL, away_stones INTEGER NOT NULL, spectators INTEGER NOT NULL);
CREATE TABLE stones (id INTEGER PRIMARY KEY, club_id INTEGER NOT NULL REFERENCES clubs (id), size TEXT NOT NULL, state TEXT NOT NULL, weight_kg NUMERIC NOT NULL);
CREATE TABLE bar ("Article" TEXT NOT NULL, "Sort" TEXT NOT NULL, "Sales Jan" NUMERIC, "Sales Feb" NUMERIC);
`;

let curling: Business;
beforeAll(async () => {
  curling = await openFixture("curling", tables, (database) => {
    database.exec(
      "INSERT INTO clubs VALUES (1, 'Skip', 'Fenwick', 'indoor'), (2, 'Broom', 'Saltby', 'outdoor'), (3, 'House', 'Fenwick', 'indoor')",
    );
    database.exec(
      "INSERT INTO games VALUES (1, 1, 2, '2024-02-03', 5, 3, 80), (2, 2, 1, '2024-02-10', 2, 7, 60), (3, 1, 3, '2024-03-02', 4, 4, 90)",
    );
    database.exec(
      "INSERT INTO stones VALUES (1, 1, 'junior', 'in use', 16), (2, 1, 'full', 'in use', 19), (3, 2, 'full', 'waiting for handles', 20)",
    );
    database.exec("INSERT INTO bar VALUES ('Tea', 'hot', 10, 12), ('Soup', 'hot', 20, 5), ('Beer', 'cold', 40, 44)");
  });
});
afterAll(() => curling.datasource.close());

const told = (...questions: string[]) => curling.told(...questions);
const refused = (...questions: string[]) =>
  expect(curling.asked(...questions), questions.join(" > ")).toMatchObject({ kind: "not_understood" });

describe("a column that is named like the one before it", () => {
  test("is a column's whole name, behind what would be a measure", async () => {
    expect(await told("total sales jan")).toEqual([[70]]);
  });

  test("takes its place where one word tells them apart", async () => {
    for (const turn of ["and feb", "and february?", "what about feb", "feb"])
      expect(await told("total sales jan", turn), turn).toEqual([[61]]);
    expect(await told("total sales jan", "and feb", "only hot")).toEqual([[17]]);
  });

  test("takes its place where rows are told by it", async () => {
    expect(await told("clubs by town", "and rink?")).toEqual([
      ["indoor", 2],
      ["outdoor", 1],
    ]);
  });
});

describe("a figure of the home side, and of the away side", () => {
  test("is told by the key of that side", async () => {
    expect(await told("total home stones for Skip")).toEqual([[9]]);
    expect(await told("total home stones for Skip", "and away")).toEqual([[7]]);
  });
});

describe("a word that could ask how large something is", () => {
  test("is what each has, behind by", async () => {
    expect(await told("total weight by size")).toEqual([
      ["full", 39],
      ["junior", 16],
    ]);
  });
});

describe("a state that waits for something", () => {
  test("is no lack of it", async () => {
    expect(await told("how many stones waiting for handles")).toEqual([[1]]);
  });
});

describe("one of two values that is not known", () => {
  test("is named, and what follows is no other value", () => {
    refused("clubs in Fenwick or Marlow with outdoor rink");
    expect(curling.asked("clubs in Fenwick or Marlow with outdoor rink")).toMatchObject({
      reason: expect.stringContaining("Marlow"),
    });
  });
});

describe("money, where no rows say what came in", () => {
  test("takes nothing's place", () => {
    refused("which club has the most stones", "what about income");
  });
});

describe("by another figure, after the first by one", () => {
  test("is the first by that", async () => {
    expect(await told("which club has the most stones", "by number of games")).not.toEqual([[3]]);
    expect(await told("which club has the most stones", "by average weight")).toEqual([["Broom"]]);
    expect(await told("total weight by club", "by number of stones")).toEqual([
      ["Skip", 2],
      ["Broom", 1],
    ]);
  });
});

describe("both, and the first", () => {
  test("are the two values told last, and the first of the groups", async () => {
    expect(await told("how many clubs in Fenwick", "and Saltby", "both")).toEqual([
      ["Fenwick", 2],
      ["Saltby", 1],
    ]);
    expect(await told("total weight by club", "the first")).toEqual([["Skip", 35]]);
  });
});
