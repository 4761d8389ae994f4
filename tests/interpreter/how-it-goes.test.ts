import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseChart } from "@parley/interpreter/explain/choose-chart";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town_id INTEGER NOT NULL REFERENCES towns (id));
CREATE TABLE sales (id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (id), crates INTEGER NOT NULL, crate_price NUMERIC NOT NULL, crate_cost NUMERIC NOT NULL, sold_on DATE NOT NULL);
CREATE TABLE refusals (id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (id), reason TEXT NOT NULL, later_discount NUMERIC NOT NULL, refused_on DATE NOT NULL);
`;

let business: Business;
beforeAll(async () => {
  business = await openFixture("growers", tables, (database) => {
    database.exec("INSERT INTO towns VALUES (1, 'Fen'), (2, 'Tarn')");
    database.exec("INSERT INTO growers VALUES (1, 'Alder Farm', 1), (2, 'Birch Farm', 2)");
    database.exec(`INSERT INTO sales VALUES (1, 1, 2, 10, 6, '2023-02-10'), (2, 2, 1, 30, 10, '2023-09-30'), (3, 1, 4, 10, 6, '2024-02-11'),
      (4, 2, 1, 28, 10, '2024-04-02')`);
    database.exec(
      "INSERT INTO refusals VALUES (1, 1, 'bruised', 0.1, '2023-02-12'), (2, 2, 'bruised', 0, '2023-10-02'), (3, 4, 'late', 0.05, '2024-04-05')",
    );
  });
});
afterAll(() => business.datasource.close());

const told = async (question: string) => {
  const { reading, result } = await business.answer(question);
  return { reading, result, sentence: verbalize(reading.form, result) };
};

describe("how things go", () => {
  it.each(["How is the business doing?", "how are things going", "how's business"])(
    "is what came in, beside as much of the year before: %s",
    async (question) => {
      const { reading, result, sentence } = await told(question);
      expect(result.rows[0]?.slice(0, 3)).toEqual([20, 68, 48]);
      expect(reading.assumptions.join(" ")).not.toContain("whole years");
      expect(sentence).toContain("this year so far: a difference of 48");
    },
  );

  it("says that a year which is not over stands beside a whole one", async () => {
    const { reading, result, sentence } = await told("how did revenue develop this year compared to last year");
    expect(result.rows[0]?.slice(0, 3)).toEqual([50, 68, 18]);
    expect(reading.assumptions).toContain("The periods are compared as whole years, also where one is not over.");
    expect(sentence).toContain("this year so far");
  });

  it("is compared up to the same day where the same time is asked for", async () => {
    const { result } = await business.answer("revenue year to date vs the same period last year");
    expect(result.rows).toEqual([[68, 20]]);
  });

  it.each([
    "is revenue up or down this year",
    "are sales up compared to last year",
    "did revenue go up or down compared to last year",
    "are we up or down on last year",
    "are we doing better than last year",
  ])("is both years where up or down is asked: %s", async (question) => {
    const { result } = await business.answer(question);
    expect(result.rows).toEqual([
      ["2023", 50],
      ["2024", 68],
    ]);
  });

  it("of two spans of which nothing else is said is what came in", async () => {
    const { result } = await business.answer("Compare Q1 and Q2");
    expect(result.rows).toEqual([
      ["2024-Q1", 40],
      ["2024-Q2", 28],
    ]);
  });

  it("is told without why, where that is only asked beside it", () => {
    const asked = business.ask("Which grower had the most refusals, and why?");
    const message = "Which grower had the most refusals?";
    expect(asked).toMatchObject({ kind: "not_understood", choices: [{ label: message, message }] });
  });

  it.each(["why did sales drop in March", "why are refusals so high", "what caused the drop in sales"])(
    "is not why: %s",
    (question) => {
      expect(business.ask(question)).toMatchObject({
        kind: "not_understood",
        reason: expect.stringContaining("why it is so") as string,
      });
    },
  );
});

describe("main reasons", () => {
  it("are several, each with how often it was given", async () => {
    const { result } = await business.answer("what are the main reasons for refusals");
    expect(result.rows).toEqual([
      ["bruised", 2],
      ["late", 1],
    ]);
  });
});

describe("a margin", () => {
  it("is called one, whatever it is made of", async () => {
    const { reading, result, sentence } = await told("what is our margin by grower");
    expect(result.rows).toEqual([
      ["Birch Farm", 38 / 58],
      ["Alder Farm", 24 / 60],
    ]);
    expect(reading.interpretation).toBe("Margin for each grower.");
    expect(sentence).toMatch(/^Margin by grower: /);
  });
});

describe("the first of each", () => {
  it("is understood where nothing says by what they rank", async () => {
    const { reading, result } = await business.answer("top 2 growers in each town");
    expect(result.rows).toEqual([
      ["Fen", "Alder Farm", 60],
      ["Tarn", "Birch Farm", 58],
    ]);
    // Growers of different towns do not add up: they are read in the table.
    expect(chooseChart(reading.form, result)).toBeNull();
  });
});

describe("a figure that rows would be counted twice for", () => {
  it("is refused in plain words", () => {
    expect(business.ask("revenue by reason")).toMatchObject({
      reason: "Sales cannot be told that way: they would count once for every row of what they are told by.",
    });
  });
});

describe("what is sold", () => {
  it("is the thing itself, where “we sell” only says so", async () => {
    const { result } = await business.answer("which is the most expensive sale we make?");
    expect(result.rows).toHaveLength(1);
  });

  it("may be at a discount, which is read in per cent", async () => {
    const { sentence } = await told("average later discount");
    expect(sentence).toContain("5 %");
  });
});

describe("what is allowed", () => {
  it.each(["can I send back crates that I bought two weeks ago", "may we refuse a sale after May"])(
    "is not told by rows: %s",
    (question) => {
      expect(business.ask(question)).toMatchObject({ kind: "not_understood" });
    },
  );
});
