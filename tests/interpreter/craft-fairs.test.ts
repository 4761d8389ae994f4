import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE makers (id INTEGER PRIMARY KEY, maker_name TEXT NOT NULL, checked INTEGER NOT NULL);
CREATE TABLE pieces (id INTEGER PRIMARY KEY, maker_id INTEGER NOT NULL REFERENCES makers (id), title TEXT NOT NULL, price REAL NOT NULL, listed_on DATE NOT NULL);
CREATE TABLE places (id INTEGER PRIMARY KEY, town TEXT NOT NULL);
CREATE TABLE vouchers (id INTEGER PRIMARY KEY, code TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, order_no TEXT NOT NULL, placed_on DATE NOT NULL, billing_place_id INTEGER NOT NULL REFERENCES places (id),
  shipping_place_id INTEGER NOT NULL REFERENCES places (id), voucher_id INTEGER REFERENCES vouchers (id), discount_amount REAL NOT NULL, total_amount REAL NOT NULL);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), piece_id INTEGER NOT NULL REFERENCES pieces (id),
  quantity INTEGER NOT NULL, unit_price REAL NOT NULL, commission_fee REAL NOT NULL);
CREATE TABLE shipments (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), maker_id INTEGER NOT NULL REFERENCES makers (id),
  carrier TEXT NOT NULL, shipped_on DATE, promised_on DATE NOT NULL, delivered_on DATE);
CREATE TABLE reviews (id INTEGER PRIMARY KEY, piece_id INTEGER NOT NULL REFERENCES pieces (id), stars INTEGER NOT NULL, posted_on DATE NOT NULL);
CREATE TABLE payouts (id INTEGER PRIMARY KEY, maker_id INTEGER NOT NULL REFERENCES makers (id), amount REAL NOT NULL, scheduled_on DATE NOT NULL, paid_on DATE);
CREATE VIEW late_shipments AS SELECT id AS shipment_id, carrier, promised_on, delivered_on FROM shipments WHERE COALESCE(delivered_on, '2024-06-15') > promised_on;
`;

let fair: Business;
beforeAll(async () => {
  fair = await openFixture("craft_fairs", tables, (database) => {
    database.exec("INSERT INTO makers VALUES (1, 'Alder', 1), (2, 'Brook', 0), (3, 'Clay', 1)");
    database.exec(`INSERT INTO pieces VALUES (1, 1, 'Bowl', 20, '2024-01-01'), (2, 1, 'Vase', 35, '2024-01-02'),
      (3, 2, 'Scarf', 50, '2024-02-01'), (4, 3, 'Ring', 90, '2024-02-02')`);
    database.exec("INSERT INTO places VALUES (1, 'Halden'), (2, 'Morsby')");
    database.exec("INSERT INTO vouchers VALUES (1, 'SPRING'), (2, 'SUMMER')");
    database.exec(`INSERT INTO orders VALUES (1, 'C-1', '2024-05-02', 1, 2, 1, 200, 180), (2, 'C-2', '2024-05-10', 1, 1, NULL, 0, 50),
      (3, 'C-3', '2024-06-01', 2, 2, 1, 9, 81), (4, 'C-4', '2023-11-01', 2, 1, 2, 4, 36)`);
    database.exec(`INSERT INTO order_lines VALUES (1, 1, 1, 2, 20, 4), (2, 1, 3, 1, 50, 5), (3, 2, 3, 1, 50, 5), (4, 3, 4, 1, 90, 9),
      (5, 4, 2, 1, 35, 3)`);
    database.exec(`INSERT INTO shipments VALUES (1, 1, 1, 'Rail', '2024-05-03', '2024-05-06', '2024-05-09'), (2, 1, 2, 'Road', '2024-05-03', '2024-05-06', '2024-05-05'),
      (3, 2, 2, 'Rail', '2024-05-11', '2024-05-14', NULL), (4, 3, 3, 'Road', '2024-06-02', '2024-06-20', NULL), (5, 4, 1, 'Rail', '2023-11-02', '2023-11-05', '2023-11-08')`);
    database.exec(
      "INSERT INTO reviews VALUES (1, 1, 5, '2024-05-20'), (2, 2, 1, '2024-05-21'), (3, 3, 4, '2024-05-22'), (4, 4, 5, '2024-06-10')",
    );
    database.exec(`INSERT INTO payouts VALUES (1, 1, 60, '2024-05-15', '2024-05-16'), (2, 2, 45, '2024-05-15', NULL), (3, 2, 30, '2024-04-15', NULL),
      (4, 3, 70, '2024-05-15', NULL), (5, 3, 10, '2024-03-15', '2024-03-16'), (6, 3, 11, '2024-02-15', '2024-02-16')`);
  });
});
afterAll(() => fair.datasource.close());

describe("figures of lines, stars, fees and discounts", () => {
  it.each([
    // Makers meet the lines of their pieces, and not all that else was in the orders that they shipped.
    [
      "top 2 makers by sales this year",
      "SELECT maker_name, SUM(quantity * unit_price) FROM makers m JOIN pieces p ON p.maker_id = m.id JOIN order_lines l ON l.piece_id = p.id JOIN orders o ON o.id = l.order_id WHERE placed_on >= '2024-01-01' GROUP BY m.id ORDER BY 2 DESC LIMIT 2",
    ],
    // What is rated is no revenue.
    [
      "worst rated maker",
      "SELECT maker_name FROM makers m JOIN pieces p ON p.maker_id = m.id JOIN reviews r ON r.piece_id = p.id GROUP BY m.id ORDER BY AVG(stars) LIMIT 1",
    ],
    // A fee is no price, where something is called a fee.
    [
      "fees per month",
      "SELECT strftime('%Y-%m', placed_on), SUM(commission_fee) FROM order_lines l JOIN orders o ON o.id = order_id GROUP BY 1 ORDER BY 1",
    ],
    [
      "commission earned in 2024",
      "SELECT SUM(commission_fee) FROM order_lines l JOIN orders o ON o.id = order_id WHERE placed_on >= '2024-01-01'",
    ],
    ["what was the discount in May", "SELECT SUM(discount_amount) FROM orders WHERE placed_on LIKE '2024-05%'"],
    ["how much discount did we give with SPRING", "SELECT SUM(discount_amount) FROM orders WHERE voucher_id = 1"],
    ["how much do we still have to pay out to makers", "SELECT SUM(amount) FROM payouts WHERE paid_on IS NULL"],
    [
      "average number of items per order",
      "SELECT 1.0 * SUM(quantity) / (SELECT COUNT(*) FROM orders) FROM order_lines",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await fair.answer(question);
    expect(result.rows).toEqual(await fair.rows(sql));
  });
});

describe("what was used, sent, late, not paid", () => {
  it.each([
    ["what percentage of orders used a voucher", "SELECT 100.0 * COUNT(voucher_id) / COUNT(*) FROM orders"],
    [
      "which voucher was used the most",
      "SELECT code FROM vouchers v JOIN orders o ON voucher_id = v.id GROUP BY v.id ORDER BY COUNT(*) DESC LIMIT 1",
    ],
    [
      "orders shipped to Morsby",
      "SELECT order_no FROM orders o JOIN places p ON p.id = shipping_place_id WHERE town = 'Morsby'",
    ],
    ["average delivery time", "SELECT AVG(julianday(delivered_on) - julianday(shipped_on)) FROM shipments"],
    [
      "how long does delivery take on average",
      "SELECT AVG(julianday(delivered_on) - julianday(shipped_on)) FROM shipments",
    ],
    // A view of late rows says itself what late means, and its name is not said by "late" alone.
    ["late shipments by carrier", "SELECT carrier, COUNT(*) FROM late_shipments GROUP BY 1"],
    [
      "makers with the most late shipments",
      "SELECT maker_name FROM makers m JOIN shipments s ON s.maker_id = m.id WHERE delivered_on > promised_on GROUP BY m.id ORDER BY COUNT(*) DESC LIMIT 1",
    ],
    // What was promised is the arrival, not the sending.
    [
      "how many packages are past their promised date",
      "SELECT COUNT(*) FROM shipments WHERE delivered_on IS NULL AND promised_on < '2024-06-15'",
    ],
    [
      "which maker has the most unpaid payouts",
      "SELECT maker_name FROM makers m JOIN payouts p ON p.maker_id = m.id WHERE paid_on IS NULL GROUP BY m.id ORDER BY COUNT(*) DESC LIMIT 1",
    ],
    [
      "makers with unpaid payouts",
      "SELECT maker_name FROM makers WHERE id IN (SELECT maker_id FROM payouts WHERE paid_on IS NULL)",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await fair.answer(question);
    expect(result.rows).toEqual(await fair.rows(sql));
  });

  it("an amount of no rows in particular is asked back about", () => {
    const reading = fair.ask("what was the amount in May");
    expect(reading.kind).toBe("not_understood");
    expect("choices" in reading && reading.choices.map(({ message }) => message)).toEqual([
      "what was the total amount of payouts in May",
      "what was the total amount of orders in May",
    ]);
  });

  it.each(["makers without unpaid payouts", "makers with no unpaid payouts"])(
    "%s have none in that state",
    (question) =>
      fair.expectRows(
        question,
        "SELECT maker_name FROM makers WHERE id NOT IN (SELECT maker_id FROM payouts WHERE paid_on IS NULL)",
      ),
  );

  it("makers without shelved payouts are refused", () => {
    expect(fair.ask("makers without shelved payouts").kind).toBe("not_understood");
  });
});
