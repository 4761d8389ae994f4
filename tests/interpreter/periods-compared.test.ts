import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cell } from "@parley/datasource/types";
import { chooseChart } from "@parley/interpreter/explain/choose-chart";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const of = (figure: string, from: string, to: string, rest = "") =>
  `(SELECT 1.0 * ${figure} FROM orders WHERE ordered_at >= '${from}' AND ordered_at < '${to}'${rest})`;
const grown = (before: string, after: string) =>
  `SELECT b, a, a - b, 1.0 * (a - b) / b FROM (SELECT ${before} AS b, ${after} AS a)`;
const IN_2022 = ["2022-01-01", "2023-01-01"] as const;
const IN_2023 = ["2023-01-01", "2024-01-01"] as const;
const revenue = grown(of("SUM(total_amount)", ...IN_2022), of("SUM(total_amount)", ...IN_2023));
const orders = grown(of("COUNT(*)", ...IN_2022), of("COUNT(*)", ...IN_2023));
const april = of("COUNT(*)", "2024-04-01", "2024-05-01");
const may = of("COUNT(*)", "2024-05-01", "2024-06-01");

describe("growth between two periods is both figures, the difference and the share", () => {
  it.each([
    ["How much did revenue grow from 2022 to 2023?", revenue],
    ["By how much has our revenue changed between 2022 and 2023", revenue],
    ["How did revenue develop in 2023 compared with 2022?", revenue],
    ["growth of revenue from 2022 to 2023", revenue],
    ["difference in revenue between 2022 and 2023", revenue],
    ["how much did orders increase from 2022 to 2023", orders],
    ["How has the number of orders changed from April to May?", grown(april, may)],
    ["by how much did the number of orders fall between April and May", grown(april, may)],
  ])("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    const [expected = []] = await business.rows(sql);
    expect(result.rows).toHaveLength(1);
    expect(result.rows[0]?.map((cell) => Number(cell).toFixed(6))).toEqual(
      expected.map((cell) => Number(cell).toFixed(6)),
    );
  });

  it("is told in one sentence", async () => {
    const { reading, result } = await business.answer("By how much did the number of orders grow from 2022 to 2023?");
    const [before, after, difference] = (result.rows[0] ?? []).map(Number);
    expect(verbalize(reading.form, result)).toMatch(
      new RegExp(
        `^The number of orders was ${before ?? ""} in 2022 and ${after ?? ""} in 2023: a difference of ${difference ?? ""} \\([+−][\\d.]+ %\\)\\.$`,
      ),
    );
    expect(reading.interpretation).toBe("Growth of the number of orders from 2022 to 2023.");
  });

  it("is one row for each of what is grouped by", async () => {
    const { result } = await business.answer("growth of revenue by payment method from 2022 to 2023");
    expect(result.columns.map(({ name }) => name)).toEqual([
      "payment_method",
      "revenue_2022",
      "revenue_2023",
      "difference",
      "growth",
    ]);
    expect(result.rows).toHaveLength(3);
  });

  it("is one from month to month where no two periods are named", async () => {
    const { result } = await business.answer("revenue growth by month in 2023");
    expect(result.rows).toHaveLength(12);
  });
});

const each = (from: string, to: string) =>
  `COUNT(CASE WHEN ordered_at >= '${from}' AND ordered_at < '${to}' THEN 1 END)`;

describe("two periods of each thing stand side by side", () => {
  const byMethod = `SELECT payment_method, ${each("2024-04-01", "2024-05-01")}, ${each("2024-05-01", "2024-06-01")} FROM orders WHERE ordered_at >= '2024-04-01' AND ordered_at < '2024-06-01' GROUP BY 1 ORDER BY 1`;
  it.each([
    "Compare the number of orders per payment method in April and May",
    "number of orders by payment method in April 2024 vs May 2024",
    "Number of orders of each payment method in April compared with May",
    "orders by payment method in April and May 2024",
  ])("%s", async (question) => {
    const { result } = await business.answer(question);
    expect(result.rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual(
      await business.rows(byMethod),
    );
  });

  it("“last” is the unit that was just named", async () => {
    const { reading } = await business.answer("revenue by region, this month vs last");
    expect(reading.sql).toContain("'2024-05-01'");
    expect(reading.left_out).toEqual([]);
  });
});

describe("two years by month", () => {
  const months = (figure: (year: number) => string) =>
    `SELECT substr(ordered_at, 6, 2), ${figure(2022)}, ${figure(2023)} FROM orders WHERE substr(ordered_at, 1, 4) IN ('2022', '2023') GROUP BY 1 ORDER BY 1`;
  it.each([
    [
      "revenue by month 2022 vs 2023",
      (year: number) => `SUM(CASE WHEN ordered_at LIKE '${year}%' THEN total_amount END)`,
    ],
    [
      "orders per month 2023 vs 2022",
      (year: number) => `NULLIF(COUNT(CASE WHEN ordered_at LIKE '${year}%' THEN 1 END), 0)`,
    ],
  ])("stand beside one another, month for month: %s", (question, figure) =>
    business.expectRows(question, months(figure)),
  );
});

describe("a month or a year is ranked in other words", () => {
  it.each([
    ["Which month of 2023 was the weakest for revenue?", "SUM(total_amount)"],
    ["which month in 2023 was the worst by orders", "COUNT(*)"],
    ["What month of 2023 was our weakest?", "SUM(total_amount)"],
  ])("%s", async (question, figure) => {
    const { result } = await business.answer(question);
    expect(result.rows[0]?.[0]).toBe(
      (
        await business.rows(
          `SELECT strftime('%Y-%m', ordered_at) FROM orders WHERE ordered_at LIKE '2023%' GROUP BY 1 ORDER BY ${figure} LIMIT 1`,
        )
      )[0]?.[0],
    );
  });
});

const spentMore = (more: string) =>
  `SELECT name FROM (SELECT c.id, c.name, SUM(CASE WHEN ordered_at LIKE '2023%' THEN total_amount ELSE 0 END) AS a, SUM(CASE WHEN ordered_at LIKE '2022%' THEN total_amount ELSE 0 END) AS b FROM orders o JOIN customers c ON c.id = o.customer_id WHERE ordered_at LIKE '2022%' OR ordered_at LIKE '2023%' GROUP BY c.id) WHERE a ${more} b`;

describe("those that had more in one period than in another are told with both figures", () => {
  it.each([
    ["customers who bought more in 2023 than in 2022", spentMore(">")],
    ["Which customers ordered more in 2023 than in 2022?", spentMore(">")],
    ["which customers spent less in 2023 than in 2022", spentMore("<")],
    [
      "customers with more orders in 2023 than in 2022",
      "SELECT c.name FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id HAVING SUM(ordered_at LIKE '2023%') > SUM(ordered_at LIKE '2022%')",
    ],
    [
      "which products sold more in 2023 than in 2022",
      "SELECT p.name FROM order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id GROUP BY p.id HAVING SUM(CASE WHEN ordered_at LIKE '2023%' THEN quantity ELSE 0 END) > SUM(CASE WHEN ordered_at LIKE '2022%' THEN quantity ELSE 0 END)",
    ],
    [
      "regions with more revenue in 2023 than in 2022",
      "SELECT r.name FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id GROUP BY r.id HAVING SUM(CASE WHEN ordered_at LIKE '2023%' THEN total_amount ELSE 0 END) > SUM(CASE WHEN ordered_at LIKE '2022%' THEN total_amount ELSE 0 END)",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    expect(result.columns).toHaveLength(3);
    const names = (rows: readonly Cell[][]) =>
      rows.map(([name]) => String(name)).toSorted((a, b) => a.localeCompare(b));
    expect(names(result.rows)).toEqual(names(await business.rows(sql)));
  });
});

describe("the sentence of a figure in two periods", () => {
  const said = async (question: string) => {
    const { reading, result } = await business.answer(question);
    return { text: verbalize(reading.form, result), chart: chooseChart(reading.form, result)?.chart_type, result };
  };

  it.each([
    ["revenue 2022 vs 2023", /^Revenue was [\d,.]+ in 2023, (more|less) than the [\d,.]+ in 2022\.$/],
    ["compare revenue of 2023 with 2022", /^Revenue was [\d,.]+ in 2023, (more|less) than the [\d,.]+ in 2022\.$/],
    [
      "orders in May 2024 vs April 2024",
      /^The number of orders was \d+ in May 2024, (more|less) than the \d+ in April 2024\.$/,
    ],
    [
      "orders in Q1 2023 compared to Q1 2022",
      /^The number of orders was \d+ in Q1 2023, (more|less) than the \d+ in Q1 2022\.$/,
    ],
    [
      "revenue this month vs last month",
      /^Revenue was [\d,.]+ this month so far, (more|less) than the [\d,.]+ last month\.$/,
    ],
    [
      "revenue in Germany 2022 vs 2023",
      /^Revenue in Germany was [\d,.]+ in 2023, (more|less) than the [\d,.]+ in 2022\.$/,
    ],
  ])("%s", async (question, words) => {
    const { text, chart } = await said(question);
    expect(text).toMatch(words);
    expect(chart).toBe("bar");
  });

  it("has the figures of the result and no other", async () => {
    const { text, result } = await said("number of orders 2022 vs 2023");
    const [before = 0, after = 0] = result.rows.map((row) => Number(row[1]));
    const [first = "", second = ""] = [before, after].map((figure) => figure.toLocaleString("en-US"));
    const more = after > before ? "more" : "less";
    expect(text).toBe(`The number of orders was ${second} in 2023, ${more} than the ${first} in 2022.`);
  });

  it("says of which period there is nothing", async () => {
    expect((await said("orders in 1999 vs 2023")).text).toMatch(
      /^The number of orders was [\d,]+ in 2023; there is nothing in 1999\.$/,
    );
  });
});
