import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness, openFixture } from "./business.ts";
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
  it("compares this year with as much of last year as has passed of it", async () => {
    const { reading, result } = await business.answer("which regions are growing");
    expect(reading.sql).toContain("'2023-01-01'");
    expect(reading.sql).not.toContain("< '2024-01-01'");
    expect(verbalize(reading.form, result)).toMatch(
      /^Growth of revenue from 1 January – 1\d June 2023 to this year by region: /,
    );
  });
});

/** A software house: members who log in, invoices with a net amount and tax, teams of which one is called Management. */
const tables = `
CREATE TABLE workers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team TEXT NOT NULL, manager_id INTEGER REFERENCES workers (id));
CREATE TABLE seats (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, last_login_on DATE);
CREATE TABLE contracts (id INTEGER PRIMARY KEY, billing TEXT NOT NULL);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, contract_id INTEGER NOT NULL REFERENCES contracts (id), issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, net_amount NUMERIC NOT NULL, tax_amount NUMERIC NOT NULL);
`;

describe("a house of software", () => {
  let house: Business;
  beforeAll(async () => {
    house = await openFixture("house-of-software", tables, (database) => {
      database.exec("INSERT INTO workers VALUES (1, 'Ada Ness', 'Management', NULL), (2, 'Bo Lind', 'Support', 1)");
      database.exec(
        "INSERT INTO seats VALUES (1, 'Cy Moe', NULL), (2, 'Di Orr', '2024-06-03'), (3, 'Ed Pim', '2024-05-09')",
      );
      database.exec("INSERT INTO contracts VALUES (1, 'yearly'), (2, 'monthly')");
      database.exec(`INSERT INTO invoices VALUES (1, 1, '2024-01-02', '2024-02-01', NULL, 100, 20), (2, 2, '2024-01-03', '2024-02-02', '2024-02-01', 50, 10),
        (3, 2, '2024-06-01', '2030-01-01', NULL, 30, 6)`);
    });
  });
  afterAll(() => house.datasource.close());

  it.each([
    ["sum of invoices", "SELECT 180"],
    ["total amount of unpaid invoices", "SELECT 130"],
    ["total amount of overdue invoices", "SELECT 100"],
    ["seats that never logged in", "SELECT full_name FROM seats WHERE id = 1"],
    ["who manages the support team", "SELECT full_name FROM workers WHERE id = 1"],
  ])("is asked: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("how many, and how many of them", () => {
  it.each([
    [
      "how many orders were placed in 2023 and how many were cancelled",
      "SELECT COUNT(*), SUM(status = 'cancelled') FROM orders WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01'",
    ],
    [
      "how many orders per month and how many were cancelled",
      "SELECT strftime('%Y-%m', ordered_at), COUNT(*), SUM(status = 'cancelled') FROM orders GROUP BY 1",
    ],
  ])("are told beside each other: %s", async (question, sql) => {
    await business.expectRows(question, sql);
  });

  it("are refused where things are done together", () => {
    expect(business.ask("which products are bought together").kind).toBe("not_understood");
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
