import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness, openFixture } from "./business.ts";

/** A music shop: lutes that are rented to players who were invited by others, requests that are answered, lessons that players attend. */
const tables = `
CREATE TABLE players (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, invited_by_id INTEGER REFERENCES players (id), left_reason TEXT);
CREATE TABLE users (id INTEGER PRIMARY KEY, login TEXT NOT NULL);
CREATE TABLE lutes (id INTEGER PRIMARY KEY, serial_no TEXT NOT NULL UNIQUE, rented_to_id INTEGER REFERENCES players (id));
CREATE TABLE requests (id INTEGER PRIMARY KEY, opened_by_id INTEGER NOT NULL REFERENCES users (id), urgency TEXT NOT NULL, opened_at TIMESTAMP NOT NULL, first_reply_at TIMESTAMP);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE attendance (id INTEGER PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES players (id), lesson_id INTEGER NOT NULL REFERENCES lessons (id));
`;

let shop: Business;
let business: Business;
beforeAll(async () => {
  business = await openBusiness();
  shop = await openFixture("out-and-answered", tables, (database) => {
    database.exec(`INSERT INTO players VALUES (1, 'Ada Ness', NULL, NULL), (2, 'Bo Lind', 1, 'moved'), (3, 'Cy Moe', 1, 'moved'), (4, 'Di Orr', NULL, 'price'),
      (5, 'Ed Pim', NULL, NULL), (6, 'Flo Quist', NULL, NULL)`);
    database.exec("INSERT INTO users VALUES (1, 'ada'), (2, 'bo')");
    database.exec(
      "INSERT INTO lutes VALUES (1, 'L-1', 1), (2, 'L-2', NULL), (3, 'L-3', 2), (4, 'L-4', NULL), (5, 'L-5', NULL)",
    );
    database.exec(`INSERT INTO requests VALUES (1, 1, 'urgent', '2024-05-01 08:00', NULL), (2, 1, 'urgent', '2024-05-02 08:00', '2024-05-02 09:00'),
      (3, 2, 'normal', '2024-05-03 08:00', NULL)`);
    database.exec("INSERT INTO lessons VALUES (1, 'Chords'), (2, 'Scales')");
    database.exec("INSERT INTO attendance VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1)");
  });
});
afterAll(async () => {
  await shop.datasource.close();
  await business.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await shop.expectRows(question, sql);
};

describe("what a key says of whom it was given to", () => {
  it.each([
    ["how many lutes are rented", "SELECT COUNT(*) FROM lutes WHERE rented_to_id IS NOT NULL"],
    ["how many lutes are rented out", "SELECT COUNT(*) FROM lutes WHERE rented_to_id IS NOT NULL"],
    ["how many lutes are out", "SELECT COUNT(*) FROM lutes WHERE rented_to_id IS NOT NULL"],
    ["how many lutes are available", "SELECT COUNT(*) FROM lutes WHERE rented_to_id IS NULL"],
    ["which lutes are not rented out", "SELECT serial_no FROM lutes WHERE rented_to_id IS NULL"],
    ["rented lutes", "SELECT serial_no FROM lutes WHERE rented_to_id IS NOT NULL"],
    ["how many players were invited", "SELECT COUNT(*) FROM players WHERE invited_by_id IS NOT NULL"],
  ])("is not left out: %s", expectRows);

  it("is told by what was done", async () => {
    const { reading, result } = await shop.answer("how many lutes are rented");
    expect(verbalize(reading.form, result)).toBe("There are 2 lutes that are rented.");
  });
});

describe("what has no reply", () => {
  it.each([
    ["how many requests are unanswered", "SELECT COUNT(*) FROM requests WHERE first_reply_at IS NULL"],
    ["how many urgent requests are still unanswered", "SELECT 1"],
  ])("is unanswered, and no user: %s", expectRows);
});

describe("the first few of reasons", () => {
  it("are those that there are", async () => {
    const { reading, result } = await shop.answer("top 3 left reasons");
    expect(result.rows.map(([reason]) => reason)).toEqual(["moved", "price"]);
    expect(verbalize(reading.form, result)).toBe(
      "Number of players by left reason: moved comes first with 2, then price (1).",
    );
  });
});

describe("who has to do with every one of others", () => {
  it.each([
    "how many players attended every lesson",
    "which players attended all lessons",
    "which players attended all of the lessons",
  ])("is refused, as that cannot be told: %s", (question) => {
    expect(shop.ask(question).kind).toBe("not_understood");
  });
});

describe("ordered, without an order of rows", () => {
  const ofMay = "ordered_at >= '2023-05-01' AND ordered_at < '2023-06-01'";
  it.each([
    ["how many customers ordered in May 2023", `SELECT COUNT(DISTINCT customer_id) FROM orders WHERE ${ofMay}`],
    [
      "which customers ordered in May 2023",
      `SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE ${ofMay})`,
    ],
    [
      "which products were ordered in May 2023",
      `SELECT name FROM products WHERE id IN (SELECT product_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE ${ofMay})`,
    ],
  ])("is what was bought: %s", async (question, sql) => {
    await business.expectRows(question, sql);
  });

  it.each([
    [
      "repeat customers in 2023",
      "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE ordered_at LIKE '2023%' GROUP BY 1 HAVING COUNT(*) > 1)",
    ],
  ])("is of the time of the orders: %s", async (question, sql) => {
    await business.expectRows(question, sql);
  });

  it.each(["orders waiting to be shipped", "orders that have to be shipped", "orders still to be shipped"])(
    "is not done yet where it is to be done: %s",
    (question) => {
      const [one, other] = [business.ask(question), business.ask("orders not shipped yet")];
      expect(one.kind === "query" && one.sql).toBe(other.kind === "query" && other.sql);
      expect(one.kind).toBe("query");
    },
  );

  it("tells new customers from returning ones or is refused", () => {
    expect(business.ask("new vs returning customers in 2023").kind).toBe("not_understood");
  });

  it("leaves out no word that says who", () => {
    expect(business.ask("how many new customers ordered in May 2023").kind).toBe("not_understood");
  });
});
