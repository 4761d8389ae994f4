import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const rowsOf = (...questions: string[]) => business.told(...questions);

const expected = (sql: string) => business.rows(sql);
const BY_MONTH = `SELECT strftime('%Y-%m', ordered_at) AS month, SUM(total_amount) AS revenue FROM orders`;
const BY_COUNTRY = `SELECT country, SUM(total_amount) AS revenue FROM orders JOIN customers ON customers.id = customer_id GROUP BY country`;

describe("above average", () => {
  test.each(["months with above average revenue this year", "which months had above-average revenue this year"])(
    "months are compared with a month, and not orders with an order: %s",
    async (question) => {
      const months = `${BY_MONTH} WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01' GROUP BY month`;
      expect(await rowsOf(question)).toEqual(
        await expected(
          `WITH m AS (${months}) SELECT * FROM m WHERE revenue > (SELECT AVG(revenue) FROM m) ORDER BY month`,
        ),
      );
    },
  );

  test.each([
    "which countries have above average revenue",
    "countries with revenue above average",
    "countries with more revenue than average",
  ])("countries are compared with a country, and not with a customer: %s", async (question) => {
    const rows = await expected(
      `WITH c AS (${BY_COUNTRY}) SELECT country FROM c WHERE revenue > (SELECT AVG(revenue) FROM c)`,
    );
    expect(new Set(((await rowsOf(question)) as unknown[][]).flat())).toEqual(new Set(rows.flat()));
  });

  test("an average is compared with that of all rows", async () => {
    const rows = await expected(
      `SELECT city FROM orders JOIN customers ON customers.id = customer_id GROUP BY city HAVING AVG(total_amount) > (SELECT AVG(total_amount) FROM orders)`,
    );
    const given = await rowsOf("cities with an above-average order value");
    expect(new Set((given as unknown[][]).flat())).toEqual(new Set(rows.flat()));
  });

  test("a name is above no average", async () => {
    expect(await rowsOf("which country is above average")).toContain("above average");
  });

  test("the groups of the answer before are compared by their figure, and so are those on the other side", async () => {
    const side = (operator: string) =>
      expected(
        `WITH c AS (${BY_COUNTRY}) SELECT * FROM c WHERE revenue ${operator} (SELECT AVG(revenue) FROM c) ORDER BY revenue DESC`,
      );
    expect(await rowsOf("revenue by country", "which ones are above average")).toEqual(await side(">"));
    expect(await rowsOf("revenue by country", "which ones are above average", "and below")).toEqual(await side("<"));
  });
});

describe("the way things go", () => {
  test.each(["are orders increasing or decreasing", "how are orders trending", "are our orders going up"])(
    "is told by month: %s",
    async (question) => {
      expect(await rowsOf(question)).toEqual(
        await expected(
          `SELECT strftime('%Y-%m', ordered_at) AS month, COUNT(*) FROM orders GROUP BY month ORDER BY month`,
        ),
      );
    },
  );

  test("a line over some months has a point for each", async () => {
    const months = await expected(
      `${BY_MONTH} WHERE ordered_at >= '2023-06-16' AND ordered_at < '2024-06-16' GROUP BY month ORDER BY month`,
    );
    expect(await rowsOf("show revenue as a line over the last 12 months")).toEqual(months);
    expect(await rowsOf("revenue by customer", "draw a line over the last 12 months")).toEqual(months);
  });

  test("two values that were compared are told each by month", async () => {
    expect(await rowsOf("compare revenue of Germany and France", "by month this year")).toEqual(
      await expected(
        `SELECT strftime('%Y-%m', ordered_at) AS month, country, SUM(total_amount) FROM orders JOIN customers ON customers.id = customer_id WHERE country IN ('Germany', 'France') AND ordered_at >= '2024-01-01' GROUP BY month, country ORDER BY month, country`,
      ),
    );
  });

  test("the slowest day is the one with the fewest, also of an answer by weekday", async () => {
    const [fewest] = await expected(
      `SELECT CASE strftime('%w', ordered_at) WHEN '0' THEN 'Sunday' WHEN '1' THEN 'Monday' WHEN '2' THEN 'Tuesday' WHEN '3' THEN 'Wednesday' WHEN '4' THEN 'Thursday' WHEN '5' THEN 'Friday' ELSE 'Saturday' END AS day, COUNT(*) FROM orders GROUP BY day ORDER BY 2 LIMIT 1`,
    );
    expect(await rowsOf("number of orders per weekday", "which day is the slowest")).toEqual([fewest]);
    expect(await rowsOf("which weekday is the slowest")).toEqual([[fewest?.[0]]]);
    expect(await rowsOf("least busy day of the week")).toEqual([[fewest?.[0]]]);
  });

  test("what about hours, after an answer by weekday", async () => {
    expect(await rowsOf("number of orders per weekday", "what about hours")).toEqual(
      await rowsOf("number of orders by hour of day"),
    );
  });

  test("a few groups are told each by month as well, where that is asked for besides", async () => {
    expect(await rowsOf("web sessions by device", "and by month")).toEqual(
      await expected(
        `SELECT strftime('%Y-%m', started_at) AS month, device, COUNT(*) FROM web_sessions GROUP BY month, device ORDER BY month, device`,
      ),
    );
  });

  test("figures are shown as stacked bars where that is asked for", async () => {
    expect(await rowsOf("revenue by country", "as stacked bars")).toEqual(await rowsOf("revenue by country"));
  });
});
