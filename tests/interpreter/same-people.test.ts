import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(async () => {
  await business.datasource.close();
});

const orderedThisYear = "SELECT customer_id FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01'";

describe("what people did, asked after how many they are", () => {
  it.each([
    [
      ["how many customers do we have", "and how many ordered this year"],
      `SELECT COUNT(*) FROM customers WHERE id IN (${orderedThisYear})`,
    ],
    [
      ["customers in Germany", "how many ordered this year"],
      `SELECT COUNT(*) FROM customers WHERE country = 'Germany' AND id IN (${orderedThisYear})`,
    ],
    [
      ["customers in Germany", "how many ordered this year", "and how many signed up in 2023"],
      "SELECT COUNT(*) FROM customers WHERE country = 'Germany' AND signed_up_on >= '2023-01-01' AND signed_up_on < '2024-01-01'",
    ],
  ])("is of these people: %s", async (questions, sql) => {
    expect(await business.told(...questions)).toEqual(await business.rows(sql));
  });

  it("is of all rows where nothing was asked before", async () => {
    expect(await business.told("how many ordered this year")).not.toEqual([]);
  });
});
