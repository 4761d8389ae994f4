import { describe, expect, it } from "vitest";
import { useNursery } from "./nursery.ts";

const { expectAnswer, nursery } = useNursery();

const countVisits = (from: string, to: string) =>
  `SELECT COUNT(*) FROM visits WHERE came_on >= '${from}' AND came_on < '${to}'`;
const hired = "SELECT name FROM keepers WHERE hired_on >= '2003-01-01' AND hired_on < '2016-01-01'";
const tall = "SELECT name FROM plants WHERE height BETWEEN 80 AND 150";

describe("a span", () => {
  it.each([
    ["how many visits from March to May 2023?", countVisits("2023-03-01", "2023-06-01")],
    ["number of visits between March and May 2023", countVisits("2023-03-01", "2023-06-01")],
    ["how many visits between November and January 2024", countVisits("2023-11-01", "2024-02-01")],
    ["how many visits from January to March?", countVisits("2024-01-01", "2024-04-01")],
    ["number of visits from 2023 to 2024", countVisits("2023-01-01", "2025-01-01")],
    ["keepers hired from 2003 to 2015", hired],
    ["keepers hired between 2003 and 2015", hired],
    ["plants with a height between 80 and 150", tall],
    ["plants with a height of 80 to 150", tall],
  ])("%s", (question, sql) => expectAnswer(question, sql));

  it("is told with both its ends", () => {
    const reading = nursery().ask("how many keepers were hired from March to May 2012?");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.interpretation).toBe("Number of keepers hired from March 2012 to May 2012.");
  });
});

describe("both of two times", () => {
  it("rows of each of them must be there", () =>
    expectAnswer(
      "which towns had members that joined in both 2020 and 2021",
      "SELECT town FROM members WHERE joined_on LIKE '2020%' INTERSECT SELECT town FROM members WHERE joined_on LIKE '2021%'",
    ));
});

describe("people", () => {
  it("are those asked for", () =>
    expectAnswer("how many people report to Selma Brandt?", "SELECT COUNT(*) FROM keepers WHERE supervisor_id = 2"));
});
