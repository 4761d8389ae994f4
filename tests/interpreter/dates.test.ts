import { describe, expect, it } from "vitest";
import { periodAt } from "@parley/interpreter/language/dates";
import { tokenise } from "@parley/interpreter/language/tokens";
import { NOW } from "./business.ts";

describe("dates", () => {
  const read = (text: string) => {
    const found = periodAt(tokenise(text), 0, NOW);
    return found === null ? null : [found.from, found.to];
  };
  it.each([
    ["last month", "2024-05-01", "2024-06-01"],
    ["last quarter", "2024-01-01", "2024-04-01"],
    ["this year", "2024-01-01", "2025-01-01"],
    ["last 30 days", "2024-05-17", "2024-06-16"],
    ["past 6 months", "2023-12-16", "2024-06-16"],
    ["year to date", "2024-01-01", "2024-06-16"],
    ["March 2024", "2024-03-01", "2024-04-01"],
    ["Q3 2023", "2023-07-01", "2023-10-01"],
    ["2024-02-29", "2024-02-29", "2024-03-01"],
    ["June 21, 2002", "2002-06-21", "2002-06-22"],
    ["third quarter", "2023-07-01", "2023-10-01"],
    ["second quarter", "2024-04-01", "2024-07-01"],
    ["first half", "2024-01-01", "2024-07-01"],
    ["Q4", "2023-10-01", "2024-01-01"],
    ["1st quarter of 2023", "2023-01-01", "2023-04-01"],
    ["10 days ago", "2024-06-05", "2024-06-06"],
    ["two months ago", "2024-04-01", "2024-05-01"],
    ["last 3 full months", "2024-03-01", "2024-06-01"],
    ["last 8 weeks, excluding the current week", "2024-04-15", "2024-06-10"],
    ["yesterday", "2024-06-14", "2024-06-15"],
  ])("%s", (text, from, to) => {
    expect(read(text)).toEqual([from, to]);
  });

  it.each([
    "2025-13-45",
    "2025-02-30",
    "2023-02-29",
    "2025-00-10",
    "30 February 2025",
    "February 30, 2025",
    "31st of April 2024",
  ])("%s is no day, and is not told as another", (text) => {
    expect(read(text)).toBeNull();
  });
});
