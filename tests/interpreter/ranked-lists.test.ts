import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Business } from "./business.ts";
import { openDepartmentStore } from "./department-store.ts";

let store: Business;
beforeAll(async () => {
  store = await openDepartmentStore();
});
afterAll(() => store.datasource.close());

const LINES = "order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id";
const MAY = "ordered_at >= '2024-05-01' AND ordered_at < '2024-06-01'";
const ranked = (by: string, where = "1", direction = "DESC") =>
  `SELECT p.name, ${by} FROM ${LINES} WHERE ${where} GROUP BY p.id ORDER BY ${by} ${direction} LIMIT 10`;

/** Figures in their order: which of two equal rows comes first is not said. */
const figures = (rows: unknown[][]) => rows.map((row) => row.at(-1));

describe("things asked for in the plural without a number are the first ten, with what they are ranked by", () => {
  it.each([
    ["Best selling products", ranked("SUM(quantity)")],
    ["worst selling products", ranked("SUM(quantity)", "1", "ASC")],
    ["Show me our most popular products", ranked("COUNT(*)")],
    [
      "most returned products",
      `SELECT p.name, COUNT(*) FROM ${LINES} JOIN returns r ON r.order_item_id = i.id GROUP BY p.id ORDER BY 2 DESC LIMIT 10`,
    ],
  ])("%s", async (question, sql) => {
    const { result } = await store.answer(question);
    expect(result.rows).toHaveLength(10);
    expect(figures(result.rows)).toEqual(figures(await store.rows(sql)));
  });

  it.each(["Best selling product", "most popular product", "Which product has the most returns?"])(
    "%s: one",
    async (question) => {
      expect((await store.answer(question)).result.rows).toHaveLength(1);
    },
  );
});

describe("the period of a ranking is that of what is ranked by", () => {
  it.each([
    ["Best selling products last month", ranked("SUM(quantity)", MAY)],
    ["most popular products last month", ranked("COUNT(*)", MAY)],
    ["top products last month", ranked("SUM(line_total)", MAY)],
    ["most popular products this year", ranked("COUNT(*)", "ordered_at >= '2024-01-01'")],
  ])("%s", async (question, sql) => {
    const { reading, result } = await store.answer(question);
    expect(reading.sql).not.toContain("launched_on");
    expect(figures(result.rows)).toEqual(figures(await store.rows(sql)));
  });

  it("products that were launched then are still those", async () => {
    const { reading } = await store.answer("most popular products launched in 2023");
    expect(reading.sql).toContain("launched_on");
  });
});

describe("two things side by side", () => {
  it("Which product category has the most orders?: the last is the noun", async () => {
    const [one, other] = await Promise.all(
      ["Which product category has the most orders?", "Which category has the most orders?"].map((question) =>
        store.answer(question),
      ),
    );
    expect(one?.reading.sql).toBe(other?.reading.sql);
  });
});

describe("columns that would be called the same", () => {
  it.each([
    ["Top 2 products per category by revenue", ["category_name", "product_name", "revenue"]],
    ["Revenue by category and product", ["category_name", "product_name", "revenue"]],
    ["Revenue by category", ["name", "revenue"]],
  ])("%s", async (question, headings) => {
    const { result } = await store.answer(question);
    expect(result.columns.map(({ name }) => name)).toEqual(headings);
  });
});

describe("the first few of each group", () => {
  const place = (key: string, by: string) => `RANK() OVER (PARTITION BY ${key} ORDER BY ${by} DESC) AS place`;
  const lines = `${LINES} JOIN categories c ON c.id = p.category_id`;
  const perCategory = `SELECT category, name, revenue FROM (SELECT c.name category, p.name, SUM(line_total) revenue, ${place("c.id", "SUM(line_total)")} FROM ${lines} GROUP BY c.id, p.id) WHERE place <= 2 ORDER BY category, place`;
  const perYear = `SELECT year, name, revenue FROM (SELECT strftime('%Y', ordered_at) year, c.name, SUM(total_amount) revenue, ${place("strftime('%Y', ordered_at)", "SUM(total_amount)")} FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1, c.id) WHERE place = 1 ORDER BY year`;

  it.each([
    ["Top 2 products per category by revenue", perCategory],
    ["top 2 products by revenue per category", perCategory],
    ["Top 2 products in each category by revenue", perCategory],
    ["top customer each year", perYear],
    [
      "best customer in each region",
      `SELECT region, name FROM (SELECT r.name region, c.name, ${place("r.id", "SUM(total_amount)")} FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id GROUP BY r.id, c.id) WHERE place = 1`,
    ],
    [
      "the most expensive product in each category",
      `SELECT category, name FROM (SELECT c.name category, p.name, ${place("c.id", "unit_price")} FROM products p JOIN categories c ON c.id = p.category_id) WHERE place = 1`,
    ],
    [
      "highest order of each month",
      "SELECT strftime('%Y-%m', ordered_at), MAX(total_amount) FROM orders GROUP BY 1 ORDER BY 1",
    ],
    [
      "best selling product of each month in 2023",
      `SELECT month, name FROM (SELECT strftime('%Y-%m', ordered_at) month, p.name, ${place("strftime('%Y-%m', ordered_at)", "SUM(quantity)")} FROM ${LINES} WHERE ordered_at LIKE '2023%' GROUP BY 1, p.id) WHERE place = 1 ORDER BY month, name`,
    ],
  ])("%s", async (question, sql) => {
    const plain = (rows: unknown[][]) => rows.map((row) => row.join("|")).toSorted();
    expect(plain((await store.answer(question)).result.rows)).toEqual(plain(await store.rows(sql)));
  });

  it("no day is best of all and of each month at once", () => {
    expect(store.ask("best day of each month")).toMatchObject({ kind: "not_understood" });
  });
});

describe("kinds that are asked for without a figure", () => {
  it.each(["top 2 reasons for returns", "top reasons for returns"])(
    "%s: those that most rows have",
    async (question) => {
      const { result } = await store.answer(question);
      const counted = await store.rows("SELECT reason, COUNT(*) FROM returns GROUP BY 1 ORDER BY 2 DESC");
      expect(figures(result.rows)).toEqual(figures(counted).slice(0, result.rows.length));
    },
  );
});
