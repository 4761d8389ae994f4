import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";
import { openOutfitter } from "./outfitter.ts";

let business: Business;
let outfitter: Business;
beforeAll(async () => {
  [business, outfitter] = await Promise.all([openBusiness(), openOutfitter()]);
});
afterAll(async () => {
  await business.datasource.close();
  await outfitter.datasource.close();
});

const spoken = async (shop: Business, question: string): Promise<string> => {
  const { reading, result } = await shop.answer(question, { figures: true });
  return verbalize(reading.form, result);
};

describe("people of a job by a figure", () => {
  it.each([
    "account executives by revenue",
    "rank account executives by revenue",
    "rank all the account executives by revenue",
  ])("are told one by one: %s", async (question) => {
    const { reading } = await business.answer(question);
    expect(reading.form.groups.length, reading.sql).toBeGreaterThan(0);
    expect(reading.sql).toContain("job_title");
    expect(reading.sql).toContain("DESC");
  });
});

describe("what things are ranked by", () => {
  it.each([
    ["most profitable product", "has the highest profit: "],
    ["which category has the highest margin", "has the highest margin: "],
  ])("is called as the business calls it: %s", async (question, words) => {
    expect(await spoken(outfitter, question)).toContain(words);
  });

  it("is the value of an order on average", async () => {
    expect(await spoken(business, "which country has the highest average order value")).toContain(
      "has the highest average order value: ",
    );
  });
});

describe("what loses money", () => {
  it.each(["which products are losing money", "products sold at a loss", "products that lose money"])(
    "has a profit below 0: %s",
    async (question) => {
      const { reading } = await outfitter.answer(question);
      expect(reading.sql).toMatch(/HAVING SUM\(.*\) < 0/);
    },
  );
});

describe("what is growing", () => {
  it("is told by as much of the year before as has passed of this one", async () => {
    const { reading, result } = await business.answer("which regions are growing");
    expect(reading.sql).toContain("'2023-01-01'");
    expect(reading.sql).not.toContain("< '2024-01-01'");
    expect(verbalize(reading.form, result)).toMatch(/^Growth of revenue from .* to this year by region: /);
  });
});

describe("everyday ways to ask", () => {
  it.each([
    ["price range of our products", "SELECT MIN(unit_price), MAX(unit_price) FROM products"],
    [
      "who earns more than their manager",
      "SELECT e.name FROM employees e JOIN employees m ON m.id = e.manager_id WHERE e.salary > m.salary",
    ],
  ])("are read as plainer ones: %s", async (question, sql) => {
    await business.expectRows(question, sql);
  });

  it("are refused where all of others are meant", () => {
    expect(business.ask("customers who bought from every category").kind).toBe("not_understood");
  });
});
