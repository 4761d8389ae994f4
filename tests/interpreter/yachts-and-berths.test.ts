import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Brokers of yachts: what was sold of what was offered, berths that are paid for, and visits on board. */
const tables = `
CREATE TABLE brokers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, office TEXT NOT NULL);
CREATE TABLE yachts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, port TEXT NOT NULL, cabins INTEGER NOT NULL, deck_sqm INTEGER NOT NULL, has_galley INTEGER NOT NULL);
CREATE TABLE consignments (id INTEGER PRIMARY KEY, yacht_id INTEGER NOT NULL REFERENCES yachts (id), broker_id INTEGER NOT NULL REFERENCES brokers (id), kind TEXT NOT NULL, asked_price REAL NOT NULL, published_on DATE NOT NULL, closed_on DATE);
CREATE TABLE sales (id INTEGER PRIMARY KEY, consignment_id INTEGER NOT NULL REFERENCES consignments (id), sale_price REAL NOT NULL, sold_on DATE NOT NULL);
CREATE TABLE berth_contracts (id INTEGER PRIMARY KEY, yacht_id INTEGER NOT NULL REFERENCES yachts (id), monthly_charter REAL NOT NULL);
CREATE TABLE berth_payments (id INTEGER PRIMARY KEY, contract_id INTEGER NOT NULL REFERENCES berth_contracts (id), due_on DATE NOT NULL, paid_on DATE, amount REAL NOT NULL);
CREATE TABLE commissions (id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (id), amount REAL NOT NULL, paid_on DATE);
CREATE TABLE inspections (id INTEGER PRIMARY KEY, consignment_id INTEGER NOT NULL REFERENCES consignments (id), held_on DATE NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE refits (id INTEGER PRIMARY KEY, yacht_id INTEGER NOT NULL REFERENCES yachts (id), done_on DATE NOT NULL, cost REAL NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("yachts-and-berths", tables, (database) => {
    database.exec("INSERT INTO brokers VALUES (1, 'Ada Ness', 'Lymington'), (2, 'Bo Lind', 'Cowes')");
    database.exec(`INSERT INTO yachts VALUES (1, 'Heron', 'Cowes', 3, 20, 1), (2, 'Tern', 'Cowes', 3, 25, 0), (3, 'Gannet', 'Lymington', 2, 30, 1),
      (4, 'Avocet', 'Poole', 4, 40, 1)`);
    database.exec(`INSERT INTO consignments VALUES (1, 1, 1, 'sale', 90000, '2024-01-10', '2024-04-02'), (2, 2, 2, 'sale', 120000, '2023-06-01', '2023-09-20'),
      (3, 3, 1, 'sale', 60000, '2024-03-05', NULL), (4, 4, 2, 'charter', 3000, '2024-02-01', NULL)`);
    database.exec("INSERT INTO sales VALUES (1, 1, 85000, '2024-04-01'), (2, 2, 118000, '2023-09-11')");
    database.exec("INSERT INTO berth_contracts VALUES (1, 1, 400), (2, 3, 700), (3, 2, 500)");
    database.exec(`INSERT INTO berth_payments VALUES (1, 1, '2024-04-01', '2024-04-03', 400), (2, 1, '2024-05-01', NULL, 400), (3, 2, '2024-05-01', '2024-05-01', 700),
      (4, 3, '2023-05-01', '2023-05-01', 500)`);
    database.exec("INSERT INTO commissions VALUES (1, 1, 1700, '2024-05-02'), (2, 2, 2300, NULL)");
    database.exec(`INSERT INTO inspections VALUES (1, 1, '2024-02-01', 'attended'), (2, 1, '2024-02-08', 'no_show'), (3, 3, '2024-04-08', 'no_show'),
      (4, 2, '2023-07-08', 'attended')`);
    database.exec("INSERT INTO refits VALUES (1, 1, '2024-04-20', 900), (2, 3, '2023-05-20', 1500)");
  });
});
afterAll(() => yard.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await yard.expectRows(question, sql);
};

describe("sales, of which the rows say for what price each was made", () => {
  it.each([
    ["total sales value this year", "SELECT SUM(sale_price) FROM sales WHERE sold_on >= '2024-01-01'"],
    ["sales by year", "SELECT strftime('%Y', sold_on), SUM(sale_price) FROM sales GROUP BY 1"],
    ["revenue in 2023", "SELECT SUM(sale_price) FROM sales WHERE sold_on LIKE '2023%'"],
    ["when did we sell our first yacht", "SELECT MIN(sold_on) FROM sales"],
  ])("are what came in, whatever else is paid for: %s", expectRows);
});

describe("how long a sale takes", () => {
  const days =
    "SELECT AVG(julianday(s.sold_on) - julianday(c.published_on)) FROM sales s JOIN consignments c ON c.id = s.consignment_id";
  it.each([
    ["how long does it take to sell a yacht on average", days],
    ["average days from published to sold", days],
  ])("is counted from what was offered to what was sold: %s", expectRows);
});

describe("two figures that are compared", () => {
  it("are those of the same rows", async () => {
    await expectRows(
      "average sale price compared to asked price",
      "SELECT AVG(s.sale_price), AVG(c.asked_price) FROM sales s JOIN consignments c ON c.id = s.consignment_id",
    );
  });
});

describe("a number that is called like a stored value", () => {
  it("is what has an average, of the places that its own rows belong to", async () => {
    await expectRows(
      "average charter by port",
      "SELECT y.port, AVG(b.monthly_charter) FROM berth_contracts b JOIN yachts y ON y.id = b.yacht_id GROUP BY 1",
    );
  });
});

describe("money in rows that are called after it", () => {
  it.each([
    ["how much commission did we pay last month", "SELECT SUM(amount) FROM commissions WHERE paid_on LIKE '2024-05%'"],
    ["how much commission was paid this year", "SELECT SUM(amount) FROM commissions WHERE paid_on LIKE '2024%'"],
    ["how much did we pay in commission this year", "SELECT SUM(amount) FROM commissions WHERE paid_on LIKE '2024%'"],
  ])("is summed up: %s", expectRows);
});

describe("what was spent on something of which nothing is known", () => {
  it.each([
    "what was our advertising spend last quarter",
    "our marketing spend this year",
    "what was our sponsorship spend in 2023",
    "sales target for this year",
    "sales pipeline this month",
  ])("is no money that came in, and none that was spent on others: %s", (question) => {
    expect(yard.ask(question).kind).toBe("not_understood");
  });
});

describe("those who did not come", () => {
  it.each([
    ["what share of inspections were no shows", "SELECT 1.0 * SUM(outcome = 'no_show') / COUNT(*) FROM inspections"],
    [
      "no shows by broker",
      "SELECT b.full_name, COUNT(*) FROM inspections i JOIN consignments c ON c.id = i.consignment_id JOIN brokers b ON b.id = c.broker_id WHERE i.outcome = 'no_show' GROUP BY 1",
    ],
  ])("are found by the state that is stored: %s", expectRows);
});

describe("a price for each of a unit of area", () => {
  it("is of the area of what was sold", async () => {
    await expectRows(
      "asked price per square meter by port",
      "SELECT y.port, SUM(c.asked_price) / SUM(y.deck_sqm) FROM consignments c JOIN yachts y ON y.id = c.yacht_id GROUP BY 1",
    );
  });
});

describe("what rows have, said after a number they have", () => {
  it.each([
    ["how many yachts with 3 cabins and a galley", "SELECT COUNT(*) FROM yachts WHERE cabins = 3 AND has_galley"],
    ["yachts with 2+ cabins and a galley", "SELECT name FROM yachts WHERE cabins >= 2 AND has_galley"],
  ])("is one more condition: %s", expectRows);
});
