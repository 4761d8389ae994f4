import type { EarlierMessage } from "@parley/core/answer/answer";
import { askerLanguage } from "@parley/core/answer/asker-language";
import { type CheckedNumber, checkNumbers, type Evidence } from "@parley/analyst/grounding/number-origins";
import type { Cell, QueryResult } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";

const resultOf = (columns: string[], rows: Cell[][], truncated = false): QueryResult => ({
  columns: columns.map((name, at) => ({ name, type: typeof rows[0]?.[at] === "number" ? "number" : "text" })),
  rows,
  row_count: rows.length,
  truncated,
  duration_ms: 1,
});

const sales = resultOf(
  ["product", "revenue", "orders"],
  [
    ["iPhone 15", 1234.5, 12],
    ["Case", 820, 41],
    ["Cable", -95.25, 7],
    ["Dock", 61, 3],
  ],
);

function check(text: string, evidence: Partial<Evidence> = {}): CheckedNumber[] {
  return checkNumbers(text, { results: [sales], texts: [], ...evidence });
}

/** How each number of a text is known: "cell", a derivation's name, or "-". */
const known = (text: string, evidence: Partial<Evidence> = {}): string[] =>
  check(text, evidence).map(({ origin }) => (!origin ? "-" : "cell" in origin ? "cell" : origin.derived));

describe("the numbers of a text", () => {
  it.each([
    ["Case made 820.00.", ["cell"]],
    ["Cable lost 95.25.", ["cell"]],
    ["Cable: −95,25 €", ["cell"]],
    ["Case: -820", ["-"]],
    ["There are 4 products.", ["count"]],
    ["The top 2 made 2,054.50 together, 1 of them a phone.", ["count", "sum", "-"]],
    ["Revenue was 1,234.5 in 2024, as of 7 March 2024 (p. 12).", ["cell", "date", "date", "citation"]],
    ["Am 07.03.2024 um 14:30 waren es 41.", ["date", "date", "cell"]],
    ["In KW 12 und Q3 2025: 61", ["date", "date", "cell"]],
    ["2024 orders came in.", ["-"]],
    ["The 2 largest are Case and others.", ["count"]],
    ["The iPhone 15 leads.", ["name"]],
    ["The Nokia 15 leads.", ["-"]],
    ["1. Case\n2. Dock\n", []],
    ["```sql\nSELECT 99 FROM t\n```\n`t_2` is a name; see https://a.example/7", []],
    ["Orders of the last 30 days", ["date"]],
    ["It took 30 days", ["-"]],
    ["USD5,000 and 17kg", ["-", "-"]],
    ["12 million", ["-"]],
    ["between 41 and 820", ["cell", "cell"]],
    ["It is version 1.2.3.4", []],
    ["The 2nd is Case", []],
    ["", []],
  ])("are found and known: %s", (text, expected) => {
    expect(known(text)).toEqual(expected);
  });

  const shop: Partial<Evidence> = {
    results: [
      resultOf(
        ["country", "customers"],
        [
          ["Germany", 40],
          ["France", 12],
          ["Norway", 8],
        ],
      ),
    ],
    texts: [
      { kind: "question", text: "Wie viele Kunden je Land?" },
      { kind: "query", text: "SELECT country, count(*) AS customers FROM customers GROUP BY country" },
    ],
  };
  it.each([
    ["There are three countries.", ["count"]],
    ["Seven countries have customers.", ["-"]],
    ["France has twelve customers, Norway eight customers.", ["cell", "cell"]],
    ["France has nineteen customers.", ["-"]],
    ["Norwegen hat acht Kunden, Frankreich elf Kunden.", ["cell", "-"]],
    ["Two thirds of the customers are from Germany.", ["share"]],
    ["Three quarters of the customers are from Germany.", ["-"]],
    ["Zwei Drittel der Kunden sind aus Germany.", ["share"]],
    ["Die Hälfte der Kunden ist aus Germany.", ["-"]],
    ["There are sixty customers in all, forty-one new customers.", ["sum", "-"]],
    ["One of the customers, and two ways to count them in four weeks.", []],
    ["The seven customers; more than nine customers; half a year; the first half of 2025", ["date"]],
    ["Ein Kunde ist neu, und das in fünf Jahren.", []],
  ])("as words are held against what they count: %s", (text, expected) => {
    expect(known(text, shop)).toEqual(expected);
  });

  it.each([
    ["There are two thousand customers.", 2_000, ["cell"]],
    ["There are two thousand customers.", 2, ["-"]],
    ["There are two hundred and fifty customers.", 250, ["cell"]],
    ["There are two hundred and fifty customers.", 50, ["-"]],
    ["One thousand two hundred thirty-four customers came.", 1_234, ["cell"]],
    ["A hundred customers and a dozen new customers came.", 100, ["cell", "-"]],
    ["Three million customers came.", 3_100_000, ["cell"]],
    ["Three million customers came.", 3_600_000, ["-"]],
    ["About two thousand customers came.", 2_040, ["cell"]],
    ["About two thousand customers came.", 2_400, ["-"]],
    ["The customers spent two thousand euros.", 2_000, ["cell"]],
    ["The customers spent two thousand euros.", 2_100, ["-"]],
    ["Es gibt zweihundertfünfzig Kunden, davon zwölfhundert neue Kunden.", 250, ["cell", "-"]],
    ["Es gibt dreihundertzwanzigtausend Kunden.", 320_000, ["cell"]],
    ["Es gibt drei Millionen Kunden.", 3, ["-"]],
    ["Es gibt hundert Kunden, tausend Dank.", 100, ["cell"]],
    ["Twenty percent of the customers came back.", 0.2, ["cell"]],
    ["Twenty percent of the customers came back.", 0.4, ["-"]],
    ["Das sind vierzig Prozent, hundert Prozent sicher.", 40, ["cell"]],
    ["There is only one customer.", 5, ["-"]],
    ["There is only one customer.", 1, ["cell"]],
    ["Es gibt nur einen Kunden.", 5, ["-"]],
    ["There is 1 customer.", 5, ["-"]],
    ["There is 1 row.", 5, ["count"]],
    ["Hundreds of customers, a million thanks, one hundred percent sure.", 5, []],
  ])("as words may be large, shares, or one: %s of %d", (text, value, expected) => {
    const results = [resultOf(["customers"], [[value]])];
    expect(known(text, { ...shop, results })).toEqual(expected);
  });

  it("of the question, the SQL, rules and documents are known as such", () => {
    const texts: Evidence["texts"] = [
      { kind: "question", text: "Which products made more than 5.000 € ?" },
      { kind: "query", text: "SELECT 1 FROM orders WHERE weight > 77" },
      { kind: "instructions", text: "The target is 1,500,000 a year" },
      { kind: "document", text: "Orders over 50 euros ship free" },
    ];
    const text = "More than 5,000 €, heavier than 77, beyond 1.5 million, free from 50 euros on, 51 otherwise";
    expect(known(text, { texts })).toEqual(["question", "query", "instructions", "document", "-"]);
  });

  it("are not taken together where the database has more rows than were fetched", () => {
    const cut = { ...sales, truncated: true };
    const total = "In all 2,020.25 EUR";
    expect(known(total)).toEqual(["sum"]);
    expect(known(total, { results: [cut] })).toEqual(["-"]);
  });

  it("follow from two totals of two queries", () => {
    const results = [resultOf(["revenue"], [[1200]]), resultOf(["revenue"], [[1500]])];
    expect(known("It grew by 25 %, from 1,200 to 1,500, which is 300 more", { results })).toEqual([
      "change",
      "cell",
      "cell",
      "difference",
    ]);
    expect(known("It grew by 26 %", { results })).toEqual(["-"]);
  });

  it("name the cell whose row the text names, where several hold the number", () => {
    const results = [
      resultOf(
        ["name", "orders"],
        [
          ["Ada", 5],
          ["Ben", 5],
        ],
      ),
    ];
    expect(check("Ben has 5", { results })).toEqual([
      { at: 8, text: "5", origin: { cell: { result: 0, row: 1, column: 1 } } },
    ]);
  });

  it("of a hostile text are found in linear time", () => {
    const before = process.cpuUsage();
    for (const text of [
      "1,".repeat(30_000),
      "9".repeat(60_000),
      "1 ".repeat(30_000),
      "` 1".repeat(20_000),
      "in March ".repeat(7_000),
      "1.".repeat(30_000),
    ])
      check(text);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

describe("the language of a question", () => {
  it.each([
    ["Wie viele Kunden haben wir?", "de"],
    ["Umsatz je Monat", "de"],
    ["How many customers are there?", "en"],
    ["revenue by month", "en"],
    ["Kosten 2024", "en"],
    // A name is one word, however many of its letters English lacks.
    ["Show orders of Jürgen Größe", "en"],
    ["Umsätze in Köln", "de"],
    ["", "en"],
  ])("%s: %s", (question, language) => {
    expect(askerLanguage({ message: question, history: [] })).toBe(language);
  });

  it.each([
    [["Wie viele Kunden haben wir in Bayern?"], "2024?", "de"],
    [["How many customers are in Bavaria?"], "2024?", "en"],
    [["Wie viele Kunden haben wir?", "and in Bavaria?"], "Hessen", "en"],
    [["How many customers are there?"], "und in Hessen?", "de"],
  ])("after %j, %s: %s", (before, question, language) => {
    const history = before.flatMap((content): EarlierMessage[] => [
      { role: "user", type: "user", content, metadata: null },
      { role: "assistant", type: "final", content: "Es sind vier, und das ist alles.", metadata: null },
    ]);
    expect(askerLanguage({ message: question, history })).toBe(language);
  });
});
