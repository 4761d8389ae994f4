import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chartAsked } from "@parley/interpreter/language/chart-asked";
import { neededLetters } from "@parley/interpreter/language/needed-letters";
import { possibleOf } from "@parley/interpreter/language/possible-patterns";
import { plainer, rephrase } from "@parley/interpreter/language/rephrase";

describe("rephrase", () => {
  it.each([
    ["month-over-month growth", "month over month growth"],
    ["YoY revenue growth", "year over year revenue growth"],
    ["What's our best month ever?", "which month had the highest revenue?"],
    ["On what day of the week do we sell most?", "which weekday do we sell most?"],
    ["first order date", "when was the first order"],
    ["running total of revenue", "cumulative revenue"],
    ["revenue per rep", "revenue per representative"],
    ["late delivery rate", "share of delivery late"],
    ["how did revenue develop over the last 6 months", "growth of revenue in the last 6 months"],
    ["orders over the course of the past year", "orders in the past year"],
    ["orders over these last few weeks", "orders in the last few weeks"],
    ["revenue over the year 2025", "revenue in the year 2025"],
    ["houses of €20 at most", "houses of at most €20"],
    ["houses of 20k at least", "houses of at least 20k"],
    ["takings in the whole of the previous ISO week, not including the current week", "takings in last week"],
    ["How many days is that? Give the answer as an integer.", "How many days is that?"],
    ["Lamps of brass? Match the finish case insensitively.", "Lamps of brass?"],
    ["How many flats have a balcony and how many do not?", "number of flats with and without balcony?"],
    ["did we ship more in May than in June", "number of ships by month in May and in June"],
  ])("%s → %s", (asked, plain) => {
    expect(rephrase(asked)).toBe(plain);
  });

  it.each([
    "employees by birth date",
    "months over last year's average",
    "orders over 2000",
    "year to date revenue",
    "the reports of 2023",
  ])("leaves “%s” alone", (text) => {
    expect(rephrase(text)).toBe(text);
  });
});

describe("chartAsked", () => {
  it.each([
    ["revenue by month as a bar chart", "bar", "revenue by month"],
    ["as a pie chart", "pie", ""],
    ["make it a line chart", "line", ""],
    ["Draw a stacked bar chart of orders by status and month", "stacked_bar", "orders by status and month"],
    ["show orders by status in a column graph", "bar", "show orders by status"],
    ["show it as a line", "line", ""],
    ["now in bars", "bar", ""],
    ["as a table", "table", ""],
    ["Show me that in a table, please", "table", ""],
    ["revenue by month as a table", "table", "revenue by month"],
    ["revenue by month, without a chart", "table", "revenue by month"],
  ])("%s", (text, chart, rest) => {
    expect(chartAsked(text)).toEqual({ chart, rest });
  });

  it("finds none where none is asked for", () => {
    expect(chartAsked("How many bars do we have?")).toBeNull();
    expect(chartAsked("Which guests sat at a table in a bar?")).toBeNull();
  });
});

describe("the letters that a pattern needs", () => {
  it.each<[RegExp, string[][]]>([
    [/^(?:who|which) with the (?=\w)/, [["who", "which"], [" with the "]]],
    [/\bLess than\b/i, [["less than"]]],
    [/(?:foo)? barx?yz/, [[" bar"]]],
    [/a{2,3}bcd[xyz]e\.f/, [["bcd"], ["e.f"]]],
    [/abc|def/, [["abc", "def"]]],
    [/(abc|de) fgh/, [[" fgh"]]],
    [/(?<!not )(?<=the )hive(?! mind)s+ {3}/, [["the "], ["hives"]]],
    [/\p{L}{2,40} [a-z]\d/u, []],
  ])("are in all it matches: %s", (pattern, letters) => {
    expect(neededLetters(pattern)).toEqual(letters);
  });

  it("tell of a text which patterns it may match", () => {
    const possible = possibleOf([/\bhives?\b/, /\b(?:honey|wax) (?:jars|tins)\b/, /\d/, /queen/i]);
    expect(possible("wax in jugs")).toEqual([false, false, true, false]);
    expect(possible("THE QUEEN of the hive and its honey jars")).toEqual([true, true, true, true]);
    expect(possible("")).toEqual([false, false, true, false]);
  });

  it("leave out no turn of phrase", () => {
    const file = new URL("../newcomer/questions/tune.jsonl", import.meta.url);
    const questions = readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { question: string }).question]));
    for (const question of questions)
      expect(rephrase(question)).toBe(
        plainer.reduce((text, [pattern, words]) => text.replace(pattern, words), question),
      );
  });
});
