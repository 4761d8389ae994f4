import type { EvaluationCase } from "@parley/analyst/evaluation/case";
import { summarise } from "@parley/analyst/evaluation/report";
import { formatMisses, formatReport } from "@parley/analyst/evaluation/report-text";
import { describe, expect, it } from "vitest";

const rightCase: EvaluationCase = {
  line: 1,
  db: "shop",
  question: "How many?",
  after: [],
  class: "count",
  strict: true,
  lenient: true,
  miss: null,
  detail: null,
  answered: true,
  unanswerable: false,
  said: null,
  expected: { sql: "SELECT 1", result: null, contains: [], saved_query: null, choices: [] },
  given: { source: "database", saved_query: null, sql: "SELECT 1", result: null, text: "", choices: [] },
  reading: null,
  assumptions: [],
  left_out: [],
  confidence: null,
  verification: null,
  usage: null,
  milliseconds: 1,
};
const wrong = { strict: false, lenient: false, miss: "values" } as const;
const refused = { ...wrong, answered: false, miss: "not_answered" } as const;

const reportOf = (changes: readonly Partial<EvaluationCase>[], about = {}) =>
  summarise({
    cases: changes.map((each, at) => ({ ...rightCase, line: at + 1, ...each })),
    skips: [],
    databases_left_out: [],
    through: "interpreter",
    stopped: false,
    seconds: 2.04,
    ...about,
  });

const sure = (confidence: number, strict: boolean) => ({ confidence, ...(!strict && wrong) });

describe("the figures of an evaluation", () => {
  it("are accuracy, coverage and precision, of each class and of all", () => {
    const { total, classes } = reportOf([{}, wrong, refused, { class: "ratio", ...wrong, lenient: true }]);
    expect(total).toEqual({
      questions: 4,
      strict: 1,
      lenient: 2,
      answered: 3,
      strict_accuracy: 0.25,
      lenient_accuracy: 0.5,
      coverage: 0.75,
      precision: 0.3333,
    });
    expect(Object.keys(classes)).toEqual(["count", "ratio"]);
    expect(classes["ratio"]).toMatchObject({ questions: 1, strict_accuracy: 0, lenient_accuracy: 1, precision: 0 });
  });

  it("count the unanswerable: a refusal of one is right and lowers no coverage", () => {
    const none = { unanswerable: true, class: "unanswerable" };
    const report = reportOf([{}, { ...none, answered: false }, { ...none, ...wrong, miss: "false_answer" }]);
    expect(report.false_answers).toEqual({ questions: 2, answered: 1, share: 0.5 });
    expect(report.total).toMatchObject({ strict: 2, coverage: 1, precision: 0.5 });
    expect(report.classes["unanswerable"]).toMatchObject({ strict_accuracy: 0.5, coverage: null, precision: 0 });
    expect(formatReport(report)).toContain("False answers: 1 of 2 unanswerable questions (50.0 %)");
  });

  it("compare confidence with what is right, in bands", () => {
    const report = reportOf([
      sure(0.7, true),
      sure(0.74, false),
      sure(0.9, true),
      sure(1, true),
      { ...refused, confidence: 0.1 },
    ]);
    expect(report.calibration).toEqual({
      answers: 4,
      // (2 × |0.5 − 0.72| + 2 × |1 − 0.95|) / 4
      error: 0.135,
      bands: [
        { from: 0.7, to: 0.8, answers: 2, right: 1, accuracy: 0.5, confidence: 0.72 },
        { from: 0.9, to: 1, answers: 2, right: 2, accuracy: 1, confidence: 0.95 },
      ],
    });
    expect(reportOf([{}]).calibration).toBeNull();
    expect(reportOf([{}]).surest_half).toBeNull();
  });

  it.each([
    [
      "the two highest of four",
      [sure(0.9, true), sure(0.8, true), sure(0.7, false), sure(0.6, false)],
      { answers: 2, confidence: 0.8, precision: 1 },
    ],
    [
      "the larger half of three",
      [sure(0.9, true), sure(0.8, false), sure(0.7, false)],
      { answers: 2, confidence: 0.8, precision: 0.5 },
    ],
    [
      "equal ones in part, in either order",
      [sure(0.8, true), sure(0.8, false)],
      { answers: 1, confidence: 0.8, precision: 0.5 },
    ],
    [
      "equal ones in part, turned around",
      [sure(0.8, false), sure(0.8, true)],
      { answers: 1, confidence: 0.8, precision: 0.5 },
    ],
  ] as const)("tell the surest half: %s", (_, cases, found) => {
    expect(reportOf(cases).surest_half).toEqual(found);
  });

  it("tell the median, the 99th of a hundred times, and the slowest", () => {
    const { milliseconds, slowest } = reportOf(Array.from({ length: 100 }, (_, at) => ({ milliseconds: at + 1 })));
    expect(milliseconds).toEqual({ median: 50, p99: 99, most: 100 });
    expect(slowest.map((each) => each.milliseconds)).toEqual([100, 99, 98, 97, 96]);
    expect(reportOf([]).milliseconds).toEqual({ median: 0, p99: 0, most: 0 });
  });

  it("name what was skipped, the first ones, and count the rest", () => {
    const skip = { db: "shop", question: "Why?", sql: "SELECT x", reason: "no such column: x" };
    const skips = Array.from({ length: 7 }, (_, at) => ({ ...skip, line: at + 1, what: "question" as const }));
    const report = reportOf([{}], {
      skips: [...skips, { ...skip, line: 1, what: "question" }, { ...skip, line: 9, what: "reference" }],
      databases_left_out: [{ db: "clinic", questions: 3, reason: "clinic.sqlite is not there" }],
    });
    expect(report.skipped).toBe(7);
    const text = formatReport(report);
    expect(text).toContain("Database clinic was left out with 3 questions: clinic.sqlite is not there");
    expect(text).toContain("7 questions were skipped:\n  shop, line 1, “Why?”: no such column: x");
    expect(text).toContain("… and 3 more");
    expect(text).toContain("1 reference could not be run, beside others of the same question:\n  shop, line 9");
  });
});

describe("a report for a terminal", () => {
  it("has the classes, confidence, misses and times one after another", () => {
    const text = formatReport(reportOf([sure(0.92, true), { ...sure(0.71, false), class: "ratio", milliseconds: 12 }]));
    expect(text).toBe(`class              n    strict   lenient  coverage precision
count              1   100.0 %   100.0 %   100.0 %   100.0 %
ratio              1     0.0 %     0.0 %   100.0 %     0.0 %
all                2    50.0 %    50.0 %   100.0 %    50.0 %

confidence         n     right    stated
0.7 to 0.8         1     0.0 %    71.0 %
0.9 to 1.0         1   100.0 %    92.0 %
Expected calibration error: 0.395 over 2 answers
Surest half: 100.0 % of 1 answer right, confidence 0.92 or more

Misses
  values: 1

Milliseconds to read a question: median 1.0, p99 12.0; 2 s in all
      12.0  shop, line 2: How many?
       1.0  shop, line 1: How many?`);
  });

  it("says that it was stopped", () => {
    expect(formatReport(reportOf([{}], { stopped: true }))).toMatch(/^Stopped before the end/);
  });

  it("shows each miss with what was expected, given and read", () => {
    const result = { columns: ["name", "n"], rows: [["Ada", 3]], row_count: 8 };
    const miss: EvaluationCase = {
      ...rightCase,
      ...wrong,
      detail: "not in the result: 4",
      confidence: 0.8,
      after: ["Orders of May"],
      expected: { ...rightCase.expected, result },
      given: { ...rightCase.given, result: { ...result, row_count: 1 }, text: "Ada\nhas 4.", choices: ["Which?"] },
      reading: "Customers by orders.",
      left_out: ["late"],
    };
    expect(formatMisses([rightCase, miss])).toBe(`shop, line 1, count: values (not in the result: 4), confidence 0.8
  before    Orders of May
  question  How many?
  expected  SELECT 1
            name | n
            Ada | 3
            … 7 more
  given     SELECT 1
            name | n
            Ada | 3
  text      Ada has 4.
  reading   Customers by orders.
  left out  late
  offered   Which?`);
    expect(formatMisses([rightCase])).toBe("No misses.");
    const others = { sql: null, result: null, contains: ["30 days"], saved_query: "Sellers", choices: ["Ada?"] };
    const text = formatMisses([{ ...miss, unanswerable: true, expected: others }]);
    for (const said of [
      "a refusal",
      "from documents: 30 days",
      "the saved query “Sellers”",
      "or a question back: Ada?",
    ])
      expect(text).toContain(said);
  });
});
