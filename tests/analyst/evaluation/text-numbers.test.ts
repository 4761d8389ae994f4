import { numbersWithoutSource } from "@parley/analyst/evaluation/text-numbers";
import type { Cell } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";

interface Made {
  question?: string;
  sql?: string;
  columns?: string[];
  rows?: Cell[][];
  rowsTold?: number;
}

const strangeIn = (text: string, { question = "?", sql = "", columns = ["n"], rows = [], rowsTold }: Made = {}) =>
  numbersWithoutSource(text, { questions: [question], sql, result: { columns, rows }, rowsTold: rowsTold ?? null });

/** So many rows of a word. */
const many = (count: number): Cell[][] => Array.from({ length: count }, () => ["x"]);

describe("a number in a text", () => {
  it.each<[string, Made]>([
    ["Revenue was 1,234.50.", { rows: [[1234.5]] }],
    ["Revenue was 1,234.57 EUR.", { rows: [[1234.5678]] }],
    ["Revenue was 1235 in all.", { rows: [[1234.5678]] }],
    ["About 1.2 million.", { rows: [[1_234_567]] }],
    ["About 12k.", { rows: [[12_345]] }],
    ["12.3 % of orders were returned.", { rows: [[0.12345]] }],
    ["12.3 percent of orders were returned.", { rows: [[12.31]] }],
    ["It fell by 7.1 %.", { rows: [[-0.071]] }],
    ["The balance is −40.", { rows: [[-40]] }],
    ["The rate is 0.0012.", { rows: [[0.00123]] }],
    ["It is 42.", { rows: [["42"]] }],
    ["The span is 80 m.", { rows: [[80]] }],
    ["The radio is 802.11b, Text.", { rows: [["802.11b", "Text"]] }],
    ["Gate 12 was used most.", { rows: [["Gate 12"]] }],
    ["The first was on 7 March 2024 at 09:30.", { rows: [["2024-03-07T09:30:00"]] }],
    ["In June 2024 it was highest, on 2024-06-01.", { rows: [["2024-06-01"]] }],
    ["Revenue by quarter: Q3 was best.", {}],
    ["In 2019 there were none.", {}],
  ])("is in the result: %s", (text, made) => {
    expect(strangeIn(text, made)).toEqual([]);
  });

  it.each<[string, Made]>([
    ["Orders above 500: Ada.", { question: "Orders above 500" }],
    ["Orders above 1,500: Ada.", { question: "Orders above 1500" }],
    ["The top 3: Ada.", { question: "The three best customers" }],
    ["The first 10 of them: Ada.", { sql: "SELECT name FROM t LIMIT 10" }],
    ["From 1 January 2024 to 31 March 2024.", { sql: "SELECT 1 WHERE d >= '2024-01-01' AND d < '2024-04-01'" }],
    ["Over the last 30 days.", { columns: ["sales of 30 days"] }],
  ])("is the question's, the query's or a column's: %s", (text, made) => {
    expect(strangeIn(text, made)).toEqual([]);
  });

  it("is a count of rows", () => {
    expect(strangeIn("There are 41 of them: a, b and 39 more.", { rows: many(41) })).toEqual([]);
    expect(strangeIn("The first 1,000 of more.", { rows: many(1200), rowsTold: 1000 })).toEqual([]);
    expect(strangeIn("There are 40 of them.", { rows: many(41) })).toEqual(["40"]);
    expect(strangeIn("a, b and 12 more.", { rows: many(41) })).toEqual(["12"]);
  });

  it("does not count as one in code, or as the place in a list", () => {
    expect(strangeIn("1. Ada\n2. Ben\n\n`LIMIT 77`\n```sql\nSELECT 88\n```")).toEqual([]);
  });

  it.each<[string, Made, string[]]>([
    ["Revenue was 1,234.51.", { rows: [[1234.5]] }, ["1,234.51"]],
    ["There are 12 customers.", { rows: [[13]] }, ["12"]],
    ["There are 2,024 customers.", { rows: [[2025]] }, ["2,024"]],
    ["12.4 % of orders.", { rows: [[0.12345]] }, ["12.4 %"]],
    ["The first was on 8 March 2024.", { rows: [["2024-03-07"]] }, ["8"]],
    ["About 1.3 million.", { rows: [[1_234_567]] }, ["1.3 million"]],
    ["The span is 81 m.", { rows: [[80]] }, ["81 m"]],
    ["5 here, 5 there and 6 elsewhere.", { rows: [[4]] }, ["5", "6"]],
  ])("is without a source: %s", (text, made, strange) => {
    expect(strangeIn(text, made)).toEqual(strange);
  });
});
