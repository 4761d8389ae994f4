import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hoursAt } from "@parley/interpreter/language/hours-said";
import { type Business, openFixture } from "./business.ts";

/** A climbing hall: visits at a time of day, and members who joined on a day. */
const tables = `
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), entered_at TIMESTAMP NOT NULL);
`;

let hall: Business;
beforeAll(async () => {
  hall = await openFixture("hours-of-the-day", tables, (database) => {
    database.exec(
      "INSERT INTO members VALUES (1, 'Ada Ness', 'Saltby', '2023-01-05'), (2, 'Bo Lind', 'Saltby', '2023-02-05')",
    );
    database.exec(
      "INSERT INTO visits VALUES (1, 1, '2024-05-01T07:40:00'), (2, 1, '2024-05-01T08:00:00'), (3, 2, '2024-05-02T11:59:00'), (4, 2, '2024-05-03T17:05:00'), (5, 2, '2024-05-03T17:30:00')",
    );
  });
});
afterAll(() => hall.datasource.close());

describe("hours of the day", () => {
  it.each([
    ["how many visits before 8 am", 1],
    ["number of visits before 08:00", 1],
    ["how many visits after 5pm", 2],
    ["how many visits between 8 and 12 am", 0],
    ["how many visits between 8 am and noon", 2],
    ["how many visits in the morning", 3],
    ["how many visits from 17:00 on", 2],
    ["how many visits at 8 o'clock", 1],
  ])("restrict rows that say at what time they were: %s", async (question, count) => {
    const reading = hall.ask(question);
    if (count === 0) return expect(reading.kind).toBe("not_understood");
    return hall.expectRows(question, `SELECT ${count}`);
  });

  it.each([
    ["visits before 8 am by member", "SELECT 'Ada Ness', 1"],
    ["members who joined in 2023 by town", "SELECT 'Saltby', 2"],
  ])("say when it was of what is counted by something: %s", (question, sql) => hall.expectRows(question, sql));

  it("have a peak", () => hall.expectRows("peak hour for visits", "SELECT '17'"));

  it("are said in the reading", async () => {
    const { reading } = await hall.answer("how many visits between 8 and 10 am");
    expect(reading.interpretation).toBe("Number of visits from 8:00 to 10:00.");
  });

  it("are none of rows of which only the day is kept", () => {
    expect(hall.ask("members who joined before 8 am").kind).toBe("not_understood");
  });

  it.each([
    ["between 2 and 5 pm", ["14", "15", "16"]],
    ["between 9 and 11 am", ["09", "10"]],
    ["after 10 pm", ["22", "23"]],
    ["at midday", ["12"]],
    ["before 9 a.m", ["00", "01", "02", "03", "04", "05", "06", "07", "08"]],
    ["before 13 pm", undefined],
    ["at 8:30", undefined],
    ["after 25:00", undefined],
  ])("are read from the words: %s", (text, hours) => {
    expect(hoursAt(text.match(/:|[^\s:]+/g) ?? [], 0)?.hours).toEqual(hours);
  });
});
