import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A stable that sells horses, one by one, treats others with products by the piece, and boards them in boxes. */
const tables = `
CREATE TABLE breed (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE horse (id INTEGER PRIMARY KEY, tag_no TEXT NOT NULL UNIQUE, breed_id INTEGER NOT NULL REFERENCES breed (id), condition TEXT NOT NULL, place TEXT NOT NULL, purchase_price REAL NOT NULL, asking_price REAL NOT NULL);
CREATE TABLE customer (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, date_of_birth DATE, created_at TIMESTAMP NOT NULL);
CREATE TABLE salesperson (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE sale (id INTEGER PRIMARY KEY, horse_id INTEGER NOT NULL REFERENCES horse (id), customer_id INTEGER NOT NULL REFERENCES customer (id), salesperson_id INTEGER NOT NULL REFERENCES salesperson (id),
  sale_date DATE NOT NULL, sale_price REAL NOT NULL, payment_type TEXT NOT NULL, commission REAL NOT NULL);
CREATE TABLE ride (id INTEGER PRIMARY KEY, horse_id INTEGER NOT NULL REFERENCES horse (id), customer_id INTEGER NOT NULL REFERENCES customer (id), ridden_on DATE NOT NULL);
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE care_order (id INTEGER PRIMARY KEY, horse_id INTEGER NOT NULL REFERENCES horse (id), customer_id INTEGER NOT NULL REFERENCES customer (id), opened_on DATE NOT NULL, work_total REAL NOT NULL, order_state TEXT NOT NULL);
CREATE TABLE care_product (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES care_order (id), product_id INTEGER NOT NULL REFERENCES product (id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE box (id INTEGER PRIMARY KEY, box_number TEXT NOT NULL, wing TEXT NOT NULL);
CREATE TABLE stay (id INTEGER PRIMARY KEY, box_id INTEGER NOT NULL REFERENCES box (id), customer_id INTEGER NOT NULL REFERENCES customer (id), checked_in_at TIMESTAMP NOT NULL, checked_out_at TIMESTAMP);
CREATE TABLE chore (id INTEGER PRIMARY KEY, box_id INTEGER NOT NULL REFERENCES box (id), state TEXT NOT NULL, scheduled_for DATE NOT NULL, started_at TIMESTAMP, finished_at TIMESTAMP);
CREATE TABLE comment (id INTEGER PRIMARY KEY, stay_id INTEGER NOT NULL REFERENCES stay (id), stars INTEGER NOT NULL, given_on DATE NOT NULL, replied_at TIMESTAMP);
`;

let stable: Business;
beforeAll(async () => {
  stable = await openFixture("horses-and-boxes", tables, (database) => {
    database.exec("INSERT INTO breed VALUES (1, 'Haflinger'), (2, 'Noriker')");
    database.exec(`INSERT INTO horse VALUES (1, 'T-1', 1, 'young', 'Sold', 1000, 8500), (2, 'T-2', 1, 'old', 'Sold', 2000, 8000), (3, 'T-3', 2, 'young', 'Sold', 3000, 7500),
      (4, 'T-4', 2, 'old', 'In Pasture', 4000, 7000), (5, 'T-5', 1, 'young', 'In Pasture', 5000, 6500), (6, 'T-6', 1, 'old', 'In Stable', 6000, 6000)`);
    database.exec(
      `INSERT INTO customer VALUES (1, 'Ada Ness', '1980-05-01', '2023-01-01'), (2, 'Bo Lind', '1990-05-01', '2023-02-01'), (3, 'Flo Quist', '1970-05-01', '2023-03-01'), (4, 'Gus Ray', NULL, '2023-03-01')`,
    );
    database.exec("INSERT INTO salesperson VALUES (1, 'Cy Moe'), (2, 'Di Orr'), (3, 'Ed Pim')");
    database.exec(
      `INSERT INTO sale VALUES (1, 1, 1, 1, '2024-03-01', 9000, 'Cash', 300), (2, 2, 1, 2, '2024-04-01', 2000, 'Loan', 20), (3, 3, 2, 2, '2023-04-01', 4000, 'Cash', 40)`,
    );
    database.exec("INSERT INTO ride VALUES (1, 4, 1, '2024-02-01'), (2, 5, 2, '2024-02-01'), (3, 5, 3, '2024-02-02')");
    database.exec("INSERT INTO product VALUES (1, 'Hoof oil')");
    database.exec(
      "INSERT INTO care_order VALUES (1, 4, 1, '2024-03-05', 90, 'Paid'), (2, 1, 2, '2024-03-09', 70, 'Open')",
    );
    database.exec("INSERT INTO care_product VALUES (1, 1, 1, 5, 12), (2, 2, 1, 3, 12)");
    database.exec("INSERT INTO box VALUES (1, '7', 'north'), (2, '1', 'south'), (3, '2', 'south')");
    database.exec(
      `INSERT INTO stay VALUES (1, 1, 1, '2024-05-01 10:00', '2024-05-04 10:00'), (2, 2, 2, '2024-05-02 10:00', '2024-05-03 10:00'), (3, 1, 2, '2024-06-01 10:00', NULL)`,
    );
    database.exec(
      `INSERT INTO chore VALUES (1, 1, 'done', '2024-05-31', '2024-05-31 08:00', '2024-05-31 09:00'), (2, 2, 'pending', '2024-06-15', NULL, NULL)`,
    );
    database.exec("INSERT INTO comment VALUES (1, 1, 5, '2024-05-05', '2024-05-06'), (2, 2, 3, '2024-05-05', NULL)");
  });
});
afterAll(async () => {
  await stable.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await stable.expectRows(question, sql);
};

describe("what was sold one by one, beside products by the piece", () => {
  it.each([
    ["how many horses did we sell in 2024", "SELECT COUNT(*) FROM sale WHERE sale_date >= '2024-01-01'"],
    ["horses sold per year", "SELECT strftime('%Y', sale_date), COUNT(*) FROM sale GROUP BY 1 ORDER BY 1"],
    ["best selling breed", "SELECT 'Haflinger'"],
    ["best selling breed of 2023", "SELECT 'Noriker'"],
    ["total sales in 2024", "SELECT SUM(sale_price) FROM sale WHERE sale_date >= '2024-01-01'"],
    ["which horse sold for the most", "SELECT 'T-1'"],
    ["who earned the most commission", "SELECT 'Cy Moe'"],
    ["how many products did we sell", "SELECT SUM(quantity) FROM care_product"],
  ])("is told by the sales: %s", expectRows);

  it("ranks several salespeople where more than one is asked for", async () => {
    const { reading, result } = await stable.answer("top salespeople by number of horses sold");
    expect(result.rows.map(([name]) => name)).toEqual(["Di Orr", "Cy Moe"]);
    expect(verbalize(reading.form, result)).toContain("salespeople");
  });

  it("was paid in cash whatever else is paid", async () => {
    await stable.expectRows(
      "how many horses were paid in cash",
      "SELECT COUNT(*) FROM horse WHERE id IN (SELECT horse_id FROM sale WHERE payment_type = 'Cash')",
    );
  });
});

describe("a state of two words", () => {
  it.each([["horses in pasture", "SELECT tag_no FROM horse WHERE place = 'In Pasture'"]])(
    "is no part of a column's name: %s",
    expectRows,
  );
});

describe("the days of rows", () => {
  it.each([
    [
      "how long do customers stay on average?",
      "SELECT AVG(julianday(checked_out_at) - julianday(checked_in_at)) FROM stay",
    ],
    ["pending chores for today", "SELECT * FROM chore WHERE id = 2"],
    ["comments we haven't answered yet", "SELECT * FROM comment WHERE id = 2"],
  ])("are those that the question means: %s", expectRows);
});

describe("a thing and its number", () => {
  it.each([
    ["how many stays were there in box 7", "SELECT 2"],
    ["how mny stays were there in box 1", "SELECT 1"],
  ])("is the number that people see: %s", expectRows);
});

describe("what is current, of stays and of prices", () => {
  it.each([
    ["cheapest horse in pasture", "SELECT 'T-5'"],
    ["horses in pasture under 6800", "SELECT 'T-5'"],
    ["who is staying right now", "SELECT full_name FROM customer WHERE id = 2"],
    ["current stays", "SELECT * FROM stay WHERE id = 3"],
    ["how many stays are there right now", "SELECT 1"],
  ])("is what holds now: %s", expectRows);
});

describe("what is not known of rows", () => {
  it.each([
    // A condition is a text, and no amount.
    "which horse has the highest condition level",
    // Nothing says when a horse was groomed, and nobody asks for those that were not sold.
    "sold horses not groomed yet",
  ])("is refused: %s", (question) => {
    const reading = stable.ask(question);
    expect(reading.kind === "query" ? reading.sql : reading.kind).toBe("not_understood");
  });
});

describe("what was never bought", () => {
  it.each([
    [
      "customers with rides that never bought a horse",
      "SELECT full_name FROM customer WHERE id IN (SELECT customer_id FROM ride) AND id NOT IN (SELECT customer_id FROM sale)",
    ],
  ])("has no sale, whatever else was done with it: %s", expectRows);
});

describe("two things that are both missing", () => {
  it.each(["stays without checkout and comments", "stays with no checkout and no comments"])(
    "are both said: %s",
    async (question) => {
      await stable.expectRows(question, "SELECT * FROM stay WHERE id = 3");
    },
  );
});

describe("haste", () => {
  it("shortens a year", async () => {
    await stable.expectRows(
      "how many horses were sold this yr",
      "SELECT COUNT(*) FROM sale WHERE sale_date >= '2024-01-01'",
    );
  });
});
