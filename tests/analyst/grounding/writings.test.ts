import { checkNumbers, type Evidence } from "@parley/analyst/grounding/number-origins";
import type { Cell, QueryResult } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";

const sales: QueryResult = {
  columns: [
    { name: "country", type: "text" },
    { name: "customers", type: "integer" },
    { name: "revenue", type: "integer" },
  ],
  rows: [
    ["Germany", 41, 97_003],
    ["France", 13, 61_007],
    ["Norway", 9, 43_019],
    ["Malta", 20, 21_400],
  ],
  row_count: 4,
  truncated: false,
  duration_ms: 1,
};
const texts: Evidence["texts"] = [
  { kind: "question", text: "How many customers and how much revenue does each country have? Wie viele Kunden?" },
  {
    kind: "query",
    text: "SELECT country, count(*) AS customers, sum(total) AS revenue FROM customers GROUP BY country",
  },
];

/** The numbers of a text that nothing in the data says. */
const strange = (text: string, changes: Partial<Evidence> = {}): string[] =>
  checkNumbers(text, { results: [sales], texts, ...changes }).flatMap(({ text: number, origin }) =>
    origin === null ? number : [],
  );

describe("an invented number is found however it is written", () => {
  it.each([
    ["Germany has ٥٧ customers.", ["٥٧"]],
    ["Germany has ５７ customers.", ["５７"]],
    ["Germany has ๕๗ customers.", ["๕๗"]],
    ["Germany has 𝟓𝟕 customers.", ["𝟓𝟕"]],
    ["Germany has ⁵⁷ customers.", ["⁵⁷"]],
    ["Germany has ₅₇ customers.", ["₅₇"]],
    ["The revenue was 1,2 Mio. €.", ["1,2 Mio."]],
    ["Norway has 13k customers.", ["13k"]],
    ["The revenue was 9bn.", ["9bn."]],
    ["Germany has half a dozen customers.", ["half a dozen"]],
    ["Germany hat ein halbes Dutzend Kunden.", ["ein halbes Dutzend"]],
    ["There are 44-55 customers.", ["44", "55"]],
    ["There are 44–55 customers.", ["44", "55"]],
    ["Germany is the 7th largest.", ["7th"]],
    ["The revenue was 57 basis points up.", ["57"]],
    ["There were 2024 in Germany.", ["2024"]],
    ["Customers: 2024", ["2024"]],
    ["Germany has [57] customers.", ["57"]],
    ["The answer:\n57. That is all.", ["57"]],
    ["In week 57 it was good.", ["57"]],
    ["France made 9½ times what Norway made.", ["9½"]],
  ])("%s", (text, expected) => {
    expect(strange(text)).toEqual(expected);
  });
});

describe("comparisons in words are held against the figures", () => {
  it.each([
    ["Germany has twice as many customers as France.", ["twice"]],
    ["Germany has ten times as many customers as Norway.", ["ten times"]],
    ["Germany hat doppelt so viele Kunden wie France.", ["doppelt"]],
    ["Germany hat dreimal so viele Kunden wie Norway.", ["dreimal"]],
    ["From Malta to Germany revenue more than quadrupled.", []],
    ["From Norway to Germany revenue tripled.", ["tripled"]],
    ["Germany has three times as many customers as France.", []],
    ["Germany has twice as many customers as Malta.", []],
    ["Germany hat doppelt so viele Kunden wie Malta.", []],
    ["Germany has 1½ times the customers of Malta.", ["1½"]],
    ["Half the customers are from Germany.", []],
    ["Half the customers are from Norway.", ["Half"]],
    ["A tenth of the customers are from Germany.", ["A tenth"]],
    ["A tenth of the customers are from Norway.", []],
    ["¾ of the customers are from Norway.", ["¾"]],
    ["Nine out of ten customers are from Germany.", ["ten"]],
    ["One in two customers is from Germany.", []],
    ["1 in 2 customers is from Germany.", []],
    ["Every second customer is from Germany.", []],
    ["Every second customer is from Norway.", ["Every second"]],
    ["Between Norway and France revenue rose by a tenth.", ["a tenth"]],
    ["From Norway to France the revenue rose by three quarters.", ["three quarters"]],
    ["From France to Germany the revenue rose by 59 %, and from Norway to France um die Hälfte.", ["die Hälfte"]],
  ])("%s", (text, expected) => {
    expect(strange(text)).toEqual(expected);
  });

  it.each([
    "The customers were counted twice, and ordered three times a year.",
    "Doubling the budget is another question; a twofold thought.",
    "It is a double room, and I double-checked it.",
  ])("what compares nothing is left alone: %s", (text) => {
    expect(strange(text)).toEqual([]);
  });

  it("what a question or a document says in such words may be said again", () => {
    const said: Evidence["texts"] = [
      { kind: "question", text: "Which country's revenue has tripled since it fell by a fifth?" },
    ];
    expect(strange("None has tripled, none fell by a fifth.", { texts: said })).toEqual([]);
  });

  it("a change in words follows from two figures", () => {
    const months: QueryResult = {
      ...sales,
      columns: [
        { name: "month", type: "date" },
        { name: "revenue", type: "integer" },
      ],
      rows: [
        ["2026-01-01", 1_000],
        ["2026-02-01", 2_040],
        ["2026-03-01", 1_370],
      ],
      row_count: 3,
    };
    const changed = (text: string) => strange(text, { results: [months] });
    expect(changed("Revenue doubled from January to February, then fell by a third.")).toEqual([]);
    expect(changed("Der Umsatz hat sich von Januar bis Februar verdoppelt und fiel um ein Drittel.")).toEqual([]);
    expect(changed("Revenue tripled from January to February.")).toEqual(["tripled"]);
    expect(changed("Revenue fell by a tenth in March.")).toEqual(["a tenth"]);
    expect(changed("The best year was 2026.")).toEqual([]);
  });
});

describe("words that relate two figures speak of those that the sentence names, or of the only two", () => {
  const resultOf = (columns: QueryResult["columns"], rows: Cell[][]): QueryResult => ({
    columns,
    rows,
    row_count: rows.length,
    truncated: false,
    duration_ms: 1,
  });
  const figures = [100, 130, 260, 250, 110, 55, 60, 180, 540, 90, 95, 200];
  const year = resultOf(
    [
      { name: "month", type: "text" },
      { name: "revenue", type: "integer" },
      { name: "orders", type: "integer" },
    ],
    figures.map((figure, at) => [`2025-${String(at + 1).padStart(2, "0")}`, figure, 7 + ((at * 5) % 11)]),
  );
  const regions = resultOf(
    [
      { name: "region", type: "text" },
      { name: "revenue", type: "integer" },
      { name: "costs", type: "integer" },
    ],
    [
      ["North", 900, 450],
      ["South", 600, 410],
      ["East", 450, 300],
      ["West", 300, 290],
      ["Centre", 130, 100],
    ],
  );
  const alone = (figure: number) => resultOf([{ name: "revenue", type: "integer" }], [[figure]]);

  it.each<[string, QueryResult[]]>([
    ["Revenue doubled over the year.", [year]],
    ["Der Umsatz hat sich im Lauf des Jahres verdoppelt.", [year]],
    ["In March revenue doubled.", [year]],
    ["In March 2025 hat sich der Umsatz verdoppelt.", [year]],
    ["Revenue halved from May to June.", [year]],
    ["Revenue was 180 in August. It tripled in September.", [year]],
    ["December was twice as high as January.", [year]],
    ["Revenue was 100 in January and 200 in December. It doubled.", [year]],
    ["The best month was nearly ten times as high as the worst.", [year]],
    ["Revenue rose threefold from August to September.", [year]],
    ["Revenue fell by half in June.", [year]],
    ["North made twice as much revenue as East.", [regions]],
    ["North had twice as much revenue as costs.", [regions]],
    ["North made 900, twice as much as East.", [regions]],
    ["West machte halb so viel wie South; South doppelt so viel wie West.", [regions]],
    ["Revenue doubled.", [alone(200), alone(100)]],
    ["Revenue was 200, twice as much as before.", [alone(200), alone(100)]],
  ])("so that what is right is known: %s", (text, results) => {
    expect(strange(text, { results })).toEqual([]);
  });

  it.each<[string, QueryResult[], string]>([
    ["Revenue tripled over the year.", [year], "tripled"],
    ["Revenue halved over the year.", [year], "halved"],
    ["In April revenue doubled.", [year], "doubled"],
    ["In June revenue doubled.", [year], "doubled"],
    ["Revenue halved in March.", [year], "halved"],
    ["From May to June revenue doubled.", [year], "doubled"],
    ["Revenue was 130 in February. It tripled in March.", [year], "tripled"],
    ["Revenue fell by a third in March.", [year], "a third"],
    ["December was three times as high as January.", [year], "three times"],
    ["South made twice as much revenue as East.", [regions], "twice"],
    ["Revenue doubled.", [regions], "doubled"],
    ["Revenue tripled in South.", [regions], "tripled"],
    ["North made twice as much revenue as South.", [regions], "twice"],
    ["Costs fell by a third in Centre.", [regions], "a third"],
    ["South made 600 and East 450: twice as much.", [regions], "twice"],
    ["Revenue tripled.", [alone(200), alone(100)], "tripled"],
    ["Revenue doubled.", [alone(200), alone(100), alone(150)], "doubled"],
  ])("so that no other two make it known: %s", (text, results, expected) => {
    expect(strange(text, { results })).toEqual([expected]);
  });
});

describe("a figure that is told of another row", () => {
  const regions: QueryResult = {
    columns: [
      { name: "region", type: "text" },
      { name: "revenue", type: "number" },
      { name: "orders", type: "integer" },
      { name: "share", type: "number" },
    ],
    rows: [
      ["Central", 408_842.03, 1_129, 0.269],
      ["West", 326_323.09, 893, 0.215],
      ["South", 323_816.06, 802, 0.213],
      ["South East", 292_790.38, 768, 0.193],
      ["East", 168_729.27, 454, 0.111],
    ],
    row_count: 5,
    truncated: false,
    duration_ms: 1,
  };

  it.each<[string, string[]]>([
    ["West made 323,816 euros and South 326,323.", ["323,816", "326,323"]],
    ["- **West**: 323,816\n- **South**: 326,323", ["323,816", "326,323"]],
    ["| West | 323,816 | 893 |\n| South | 323,816 | 893 |", ["323,816"]],
    ["1. Central: 408,842 €\n2. West: 292,790 €", ["292,790"]],
    ["Central made 408,842, West 326,323 and East 292,790.", ["292,790"]],
    ["In East it was 168,729. West hatte 454 Bestellungen.", ["454"]],
    ["West's share was 21.5 %, and South had 26.9 %.", ["26.9 %"]],
    ["West made 326,323 euros and South 323,816.", []],
    ["South East made 292,790, East 168,729.", []],
    ["West and South made 326,323 and 323,816 respectively.", []],
    ["West, ahead of South with 323,816, made 326,323.", []],
    ["Central leads with 408,842; the second, West, has 326,323 and the next one 323,816.", []],
    ["Central is 82,519 ahead of West with 326,323.", []],
    ["East had 454 orders, and 1,129 were in Central.", []],
    ["West has 893 orders: Central 1,129, South 802.", []],
    ["Central made 408,842 euros (1,129 orders), West 326,323 (893).", []],
    ["Unlike West, 323,816 euros came in South.", []],
    ["Central's share is 27 %, that of East 11 %, a gap of 16 percentage points.", []],
    ["Central's share is 27 %, that of East 11 %, a gap of 26 percentage points.", ["26 percentage points"]],
    ["An order was worth 376 euros on average.", []],
    ["An order was worth 396 euros on average.", ["396"]],
  ])("%s", (text, expected) => {
    expect(strange(text, { results: [regions] })).toEqual(expected);
  });
});

describe("years, quarters and halves of a year", () => {
  const resultOf = (name: string, type: "integer" | "text", rows: Cell[][]): QueryResult => ({
    columns: [
      { name, type },
      { name: "revenue", type: "number" },
      { name: "orders", type: "integer" },
    ],
    rows,
    row_count: rows.length,
    truncated: false,
    duration_ms: 1,
  });
  const years = resultOf("year", "integer", [
    [2023, 985_564.66, 2_833],
    [2024, 1_225_279.67, 3_437],
    [2025, 1_520_500.83, 4_046],
    [2026, 1_455_129.28, 3_914],
  ]);
  const revenue = [
    96_682, 88_019, 135_307, 138_666, 126_808, 108_422, 105_563, 91_845, 103_386, 139_324, 168_259, 218_214,
  ];
  const monthsOf = (year: number, by: number) =>
    revenue.map((each, at): Cell[] => [`${year}-${String(at + 1).padStart(2, "0")}`, each * by, 300 + 7 * at]);
  const months = resultOf("month", "text", monthsOf(2025, 1));
  const twoYears = resultOf("month", "text", [...monthsOf(2024, 2), ...monthsOf(2025, 1)]);

  it.each<[string, QueryResult, string[]]>([
    ["Revenue grew by 24.3 % in 2024 and by 24.1 % in 2025.", years, []],
    ["In 2024 revenue rose by 239,715.", years, []],
    ["Revenue grew by 34.3 % in 2024.", years, ["34.3 %"]],
    ["Revenue tripled from 2023 to 2025.", years, ["tripled"]],
    ["2024 brought 1,225,280, 2025 1,520,501.", years, []],
    ["2024 brought 1,520,501, 2025 1,225,280.", years, ["1,520,501", "1,225,280"]],
    ["The fourth quarter made 525,797, 34.6 % of the year: 64 % more than the first quarter's 320,008.", months, []],
    ["Im vierten Quartal waren es 525.797, im ersten Halbjahr 693.904.", months, []],
    ["In the second half of the year 826,591 came in, 54 % of the total.", months, []],
    ["The third quarter was the weakest with 300,794; the second made 373,896.", months, []],
    ["Q4 made 1.6 times what Q1 made.", months, []],
    ["Revenue in the fourth quarter rose by three quarters over the third.", months, []],
    ["In 2024 it was 3,040,990, and in the first quarter of 2025 320,008.", twoYears, []],
    ["The first quarter made 525,797.", months, ["525,797"]],
    ["The fourth quarter made 535,797, 44.6 % of the year.", months, ["535,797", "44.6 %"]],
    ["The first quarter of 2025 made 650,016.", twoYears, ["650,016"]],
    ["Average orders were worth 375 in 2024, and 2025's 402.", years, ["375", "402"]],
  ])("%s", (text, result, expected) => {
    expect(strange(text, { results: [result] })).toEqual(expected);
  });
});

describe("that there is none", () => {
  it.each([
    ["There are no customers in Norway.", ["no customers"]],
    ["Norway has no customers.", ["no customers"]],
    ["Norway hat keine Kunden.", ["keine Kunden"]],
    ["Spain has no customers.", []],
    ["There are no customers without a country in Norway.", []],
    ["No customers were left out.", []],
  ])("is held against the rows that are named: %s", (text, expected) => {
    expect(strange(text)).toEqual(expected);
  });

  it("is held against a total, and known where something is empty", () => {
    const total = (cell: number | null): QueryResult => ({
      ...sales,
      columns: [{ name: "n", type: "integer" }],
      rows: [[cell]],
      row_count: 1,
    });
    const text = "There are no customers.";
    expect(strange(text, { results: [total(41)] })).toEqual(["no customers"]);
    expect(strange(text, { results: [total(0)] })).toEqual([]);
    expect(strange(text, { results: [total(null)] })).toEqual([]);
    expect(strange(text, { results: [{ ...sales, rows: [], row_count: 0 }] })).toEqual([]);
    expect(strange(text, { results: [] })).toEqual([]);
  });
});

describe("a number of an earlier answer", () => {
  const chat = {
    message: "And in France?",
    earlier: "How many customers are there in Germany?\nGermany has 41 customers.",
  };
  const earlier: Evidence["texts"] = [{ kind: "earlier_answer", text: "41" }];

  it.each([
    ["France has 41 customers.", [], ["41"]],
    ["As I said, Germany has 41 customers.", [], []],
    ["France has 13 customers, Germany had 41.", [sales], []],
  ])("says nothing of what is asked now: %s", (text, results, expected) => {
    expect(strange(text, { results, texts: earlier, chat })).toEqual(expected);
  });
});
