import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A bakery: what its owner says rather than what its tables are called. */
const tables = `
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, last_newsletter_at TIMESTAMP);
CREATE TABLE breads (id INTEGER PRIMARY KEY, name TEXT NOT NULL, flour TEXT NOT NULL, qty_on_hand INTEGER NOT NULL, bake_again_level INTEGER NOT NULL, bake_cost NUMERIC NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), ordered_at TIMESTAMP NOT NULL, total_amount NUMERIC NOT NULL);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), bread_id INTEGER NOT NULL REFERENCES breads (id), quantity INTEGER NOT NULL, refund_amount NUMERIC NOT NULL);
CREATE TABLE complaints (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), cause TEXT NOT NULL, urgency TEXT NOT NULL, raised_at TIMESTAMP NOT NULL, settled_at TIMESTAMP);
CREATE TABLE drivers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, active BOOLEAN NOT NULL);
CREATE TABLE rounds (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), standing TEXT NOT NULL);
`;

let bakery: Business;
beforeAll(async () => {
  bakery = await openFixture("bakery", tables, (database) => {
    database.exec(`INSERT INTO customers VALUES (1, 'Ada Holm', 'Fenwick', '2024-05-01 08:00'), (2, 'Bo Lind', 'Saltby', NULL),
      (3, 'Cy Moe', 'Fenwick', NULL)`);
    database.exec(`INSERT INTO breads VALUES (1, 'Rye loaf', 'rye', 0, 5, 1.5), (2, 'Milk roll', 'wheat', 40, 30, 0.2),
      (3, 'Spelt loaf', 'spelt', 3, 8, 2)`);
    database.exec(`INSERT INTO orders VALUES (1, 1, '2023-11-03 09:00', 20), (2, 2, '2023-11-08 09:00', 12), (3, 1, '2024-04-05 10:00', 50),
      (4, 3, '2024-05-06 10:00', 31), (5, 1, '2024-05-17 10:00', 9)`);
    database.exec(`INSERT INTO order_lines VALUES (1, 1, 1, 2, 0), (2, 1, 2, 30, 4), (3, 2, 2, 12, 0), (4, 3, 3, 5, 0), (5, 4, 1, 9, 3),
      (6, 5, 1, 8, 0)`);
    database.exec(`INSERT INTO complaints VALUES (1, 1, 'stale', 'high', '2023-11-04 08:00', '2023-11-05 08:00'),
      (2, 3, 'stale', 'low', '2024-04-06 08:00', NULL), (3, 4, 'burnt', 'low', '2024-05-07 08:00', NULL)`);
    database.exec("INSERT INTO drivers VALUES (1, 'Dag Ruud', 1), (2, 'Eli Torp', 0)");
    database.exec("INSERT INTO rounds VALUES (1, 1, 'active'), (2, 2, 'active'), (3, 3, 'ended')");
  });
});
afterAll(() => bakery.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => bakery.expectRows(question, sql);

const reasonOf = (question: string): string => {
  const reading = bakery.ask(question);
  if (reading.kind === "query") throw new Error(`answered with ${reading.sql}`);
  return reading.reason;
};

describe("how it goes", () => {
  it.each([
    ["how did we do last month", "SELECT 40"],
    ["how are we doing this year", "SELECT 90"],
    ["compare this month with last month", "SELECT '2024-05', 40"],
    ["give me a chart of orders", "SELECT substr(ordered_at, 1, 7), COUNT(*) FROM orders GROUP BY 1"],
    ["chart of complaints by cause", "SELECT cause, COUNT(*) FROM complaints GROUP BY 1"],
  ])("is told by what came in, and a chart without more by month: %s", expectRows);
});

describe("what people complain about", () => {
  it.each([
    ["what are people complaining about", "SELECT cause, COUNT(*) FROM complaints GROUP BY 1"],
    ["What do our customers complain about most?", "SELECT cause, COUNT(*) FROM complaints GROUP BY 1"],
    ["what were customers complaining about in May", "SELECT 'burnt', 1"],
  ])("%s", expectRows);

  it("is not what somebody in particular complains about", () => {
    const reading = bakery.ask("what did Zoe complain about");
    expect(reading.kind).toBe("not_understood");
  });
});

describe("what sells", () => {
  it.each([
    ["what sells best", "SELECT 'Milk roll'"],
    ["What do people order most?", "SELECT 'Milk roll'"],
    ["what sold the least", "SELECT 'Spelt loaf'"],
    ["what sold the most this year", "SELECT 'Rye loaf'"],
    [
      "our top 2 sellers",
      "SELECT name, SUM(quantity) FROM order_lines JOIN breads ON breads.id = bread_id GROUP BY 1 ORDER BY 2 DESC LIMIT 2",
    ],
    ["best sellers", "SELECT name, SUM(quantity) FROM order_lines JOIN breads ON breads.id = bread_id GROUP BY 1"],
  ])("%s", expectRows);
});

describe("more in one time than in the other", () => {
  it.each([
    [
      "did we make more in april or may?",
      "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders WHERE ordered_at >= '2024-04-01' GROUP BY 1",
    ],
    [
      "was revenue higher in 2023 or 2024",
      "SELECT strftime('%Y', ordered_at), SUM(total_amount) FROM orders GROUP BY 1",
    ],
    [
      "was total amount higher in april or may",
      "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders WHERE ordered_at >= '2024-04-01' GROUP BY 1",
    ],
    ["which town spent the most", "SELECT 'Fenwick'"],
    ["which town spends the least", "SELECT 'Saltby'"],
    ["which customer brings in the most money", "SELECT 'Ada Holm'"],
    ["which flour sold the least", "SELECT 'spelt'"],
  ])("%s", expectRows);
});

describe("the busiest time", () => {
  it.each([
    ["busiest month of last year", "SELECT '2023-11'"],
    ["What's our busiest month this year?", "SELECT '2024-05'"],
    ["quietest month of 2024", "SELECT '2024-04'"],
  ])("%s", expectRows);

  it("says by what it is", async () => {
    const { reading } = await bakery.answer("when was our busiest day");
    expect(reading.assumptions).toEqual(["Busiest is by the number of orders."]);
  });
});

describe("what lies on the shelf", () => {
  it.each([
    ["which breads are out of stock", "SELECT name FROM breads WHERE qty_on_hand = 0"],
    ["how many breads are sold out?", "SELECT 1"],
    ["breads below their bake again level", "SELECT name FROM breads WHERE qty_on_hand < bake_again_level"],
  ])("%s", expectRows);

  it("is nothing that is done most", () => {
    expect(reasonOf("which flour crumbles the most")).toContain("crumbles");
  });

  it("is not guessed where a number is compared with another column", () => {
    expect(reasonOf("breads above their bake cost")).toContain("above");
  });
});

describe("the state of rows", () => {
  it("is not told by a day on which customers were “here”", () => {
    expect(reasonOf("customers who have not been here this year")).toContain("here");
  });

  it.each([
    ["how many active rounds are there", "SELECT COUNT(*) FROM rounds WHERE standing = 'active'"],
    ["how many complaints are open", "SELECT 2"],
    ["How many open complaints are there?", "SELECT 2"],
    ["open complaints by urgency", "SELECT 'low', 2"],
    ["unresolved complaints by cause", "SELECT cause, COUNT(*) FROM complaints WHERE settled_at IS NULL GROUP BY 1"],
    ["active drivers", "SELECT name FROM drivers WHERE active"],
  ])("%s", expectRows);
});

describe("money that went out", () => {
  it.each(["how much did we spend last month", "What did we spend on flour this year?", "our spending by month"])(
    "%s is no revenue",
    (question) => {
      expect(reasonOf(question)).not.toBe("");
    },
  );

  it("is the customers' where they spend it", () => expectRows("how much did customers spend in May", "SELECT 40"));
});

describe("a rate at which something happens", () => {
  it.each([
    [
      "refund rate by flour",
      "SELECT flour, 1.0 * SUM(refund_amount > 0) / COUNT(*) FROM order_lines JOIN breads ON breads.id = bread_id GROUP BY 1",
    ],
    ["what is our refund rate", "SELECT 2 / 6.0"],
    ["complaint rate", "SELECT 3 / 5.0"],
  ])("%s", expectRows);

  it.each(["churn rate", "conversion rate by town"])("%s, of which nothing is known, is no price", (question) => {
    expect(reasonOf(question)).toContain("rate");
  });
});

describe("words that go on otherwise than a turn of phrase", () => {
  it.each([
    ["orders by hour of the day", "SELECT strftime('%H', ordered_at), COUNT(*) FROM orders GROUP BY 1"],
    ["list all still open complaints", "SELECT * FROM complaints WHERE settled_at IS NULL"],
    ["number of orders by weekday", "SELECT 'Friday', 3 UNION SELECT 'Monday', 1 UNION SELECT 'Wednesday', 1"],
  ])("%s", expectRows);

  it.each(["what do customers order first", "what do people buy together with rye", "what sold most recently"])(
    "%s is not what sells best",
    (question) => {
      const reading = bakery.ask(question);
      expect(reading.kind === "query" ? reading.sql : "").not.toMatch(/ORDER BY .*quantity/);
    },
  );

  it.each(["breads that are sold out of the barn", "which customer pays the most rent", "tax rate by town"])(
    "%s is not answered with something else",
    (question) => expect(bakery.ask(question).kind).toBe("not_understood"),
  );
});
