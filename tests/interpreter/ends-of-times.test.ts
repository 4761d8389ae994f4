import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Ferries' crossings, one on each of a few days; the questions are asked on 15 June 2024. */
const tables = "CREATE TABLE crossings (id INTEGER PRIMARY KEY, sailed_on DATE NOT NULL, cars INTEGER NOT NULL);";
const days = [
  "2022-12-31",
  "2023-02-10",
  "2023-03-01",
  "2023-03-31",
  "2023-04-01",
  "2023-12-31",
  "2024-01-01",
  "2024-05-31",
  "2024-06-02",
];

let ferry: Business;
beforeAll(async () => {
  ferry = await openFixture("ends-of-times", tables, (database) => {
    for (const [at, day] of days.entries()) database.exec(`INSERT INTO crossings VALUES (${at + 1}, '${day}', ${at})`);
  });
});
afterAll(() => ferry.datasource.close());

const counted = (from: string, to: string): string => `SELECT ${days.filter((day) => day >= from && day < to).length}`;

describe("a time that is bounded by the end or the beginning of another", () => {
  test.each([
    ["until the end of March 2023", "0000", "2023-04-01"],
    ["up to the end of 2023", "0000", "2024-01-01"],
    ["by the end of Q1 2023", "0000", "2023-04-01"],
    ["before the end of December 2023", "0000", "2024-01-01"],
    ["up to and including March 2023", "0000", "2023-04-01"],
    ["after the end of March 2023", "2023-04-01", "9999"],
    ["since the beginning of March 2023", "2023-03-01", "9999"],
    ["before the start of 2023", "0000", "2023-01-01"],
    ["from the beginning of March 2023 to the end of April 2023", "2023-03-01", "2023-05-01"],
    ["from March 2023 on", "2023-03-01", "9999"],
    ["from March 2023 onwards", "2023-03-01", "9999"],
    ["on or before 1 March 2023", "0000", "2023-03-02"],
    ["until the end of last year", "0000", "2024-01-01"],
    ["since the beginning of last year", "2023-01-01", "9999"],
    ["after the end of last month", "2024-06-01", "9999"],
  ])("reaches as far as is said: %s", async (time, from, to) => {
    await ferry.expectRows(`how many crossings ${time}?`, counted(from, to));
  });

  test.each(["in early March 2023", "in the middle of 2023", "at the end of March 2023"])(
    "is asked back about where it is a part that has no days of its own: %s",
    (time) => {
      expect(ferry.ask(`how many crossings ${time}?`).kind).toBe("not_understood");
    },
  );
});
