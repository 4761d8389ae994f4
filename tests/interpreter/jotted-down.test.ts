import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A plant nursery: plants that are sold in orders, people with roles in districts, and carts that move loads. */
const tables = `
CREATE TABLE districts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, district_id INTEGER NOT NULL REFERENCES districts (id), boss_id INTEGER REFERENCES staff (id), hired_on DATE NOT NULL);
CREATE TABLE genera (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE plants (id INTEGER PRIMARY KEY, genus_id INTEGER NOT NULL REFERENCES genera (id), name TEXT NOT NULL UNIQUE, price NUMERIC NOT NULL, discontinued BOOLEAN NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL, district_id INTEGER NOT NULL REFERENCES districts (id), segment TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), ordered_on DATE NOT NULL, total_amount NUMERIC NOT NULL);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), plant_id INTEGER NOT NULL REFERENCES plants (id), quantity INTEGER NOT NULL, line_total NUMERIC NOT NULL);
CREATE TABLE carts (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, kind TEXT NOT NULL);
CREATE TABLE loads (id INTEGER PRIMARY KEY, cart_id INTEGER NOT NULL REFERENCES carts (id), moved_on DATE NOT NULL, weight_kg INTEGER NOT NULL, distance_km INTEGER NOT NULL);
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("jotted-down", tables, (database) => {
    database.exec("INSERT INTO districts VALUES (1, 'North'), (2, 'South')");
    database.exec(`INSERT INTO staff VALUES (1, 'Ada Ness', 'Sales Gardener', 1, NULL, '2019-04-01'), (2, 'Bo Lind', 'Sales Gardener', 1, 1, '2022-03-01'), (3, 'Cy Moe', 'Sales Gardener', 2, 1, '2023-02-01'),
      (4, 'Di Orr', 'Seed Sorter', 1, 2, '2021-05-01'), (5, 'Ed Pim', 'Seed Sorter', 2, 1, '2020-05-01')`);
    database.exec("INSERT INTO genera VALUES (1, 'Rosa'), (2, 'Salvia')");
    database.exec(
      `INSERT INTO plants VALUES (1, 1, 'Dawn', 9, 0), (2, 1, 'Dusk', 12, 1), (3, 2, 'Noon', 7, 0), (4, 1, 'Mist', 5, 0)`,
    );
    database.exec(
      `INSERT INTO guests VALUES (1, 'Flo Quist', 1, 'private'), (2, 'Gil Rune', 2, 'trade'), (3, 'Hal Stow', 1, 'private'), (4, 'Ivy Tarn', 1, 'trade')`,
    );
    // The guest with the most orders is in the South, where there are fewer orders in all.
    database.exec(`INSERT INTO orders VALUES (1, 1, '2024-04-02', 40), (2, 2, '2024-04-09', 10), (3, 2, '2024-05-01', 15), (4, 2, '2024-05-20', 12),
      (5, 3, '2024-05-21', 80), (6, 3, '2024-03-01', 20), (7, 4, '2023-04-02', 33), (8, 1, '2024-05-03', 44)`);
    database.exec(
      `INSERT INTO order_lines VALUES (1, 1, 1, 2, 18), (2, 2, 3, 5, 35), (3, 3, 3, 1, 7), (4, 4, 1, 1, 9), (5, 5, 4, 4, 20), (6, 6, 4, 1, 5), (7, 7, 3, 1, 7)`,
    );
    const kinds = ["Hand cart", "Horse cart", "Trailer"];
    for (let id = 1; id <= 15; id++) database.exec(`INSERT INTO carts VALUES (${id}, 'C-${id}', '${kinds[id % 3]}')`);
    for (let id = 1; id <= 30; id++)
      database.exec(
        `INSERT INTO loads VALUES (${id}, ${1 + (id % 15)}, '2024-0${1 + (id % 5)}-1${id % 9}', ${100 + id}, ${id % 7})`,
      );
  });
});
afterAll(() => nursery.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await nursery.expectRows(question, sql);
};

const inMay = "ordered_on >= '2024-05-01' AND ordered_on < '2024-06-01'";

describe("a question that is jotted down like a note", () => {
  it.each([
    ["May orders, count", `SELECT COUNT(*) FROM orders WHERE ${inMay}`],
    ["guests in North, count", "SELECT COUNT(*) FROM guests WHERE district_id = 1"],
    ["total orders count", "SELECT COUNT(*) FROM orders"],
    [
      "April orders and revenue",
      "SELECT COUNT(*), SUM(total_amount) FROM orders WHERE ordered_on BETWEEN '2024-04-01' AND '2024-04-30'",
    ],
    ["orders and revenue in May", `SELECT COUNT(*), SUM(total_amount) FROM orders WHERE ${inMay}`],
    ["worst revenue month 2024", "SELECT '2024-03'"],
    ["in which month of 2024 did we make the least revenue", "SELECT '2024-03'"],
    ["top 2 segments by guests", "SELECT segment, COUNT(*) FROM guests GROUP BY segment"],
    ["total amount 2023", "SELECT 33"],
    ["guest numbers by segment", "SELECT segment, COUNT(*) FROM guests GROUP BY segment"],
    ["how big is our workforce", "SELECT COUNT(*) FROM staff"],
    [
      "orders by guest, April vs May",
      `SELECT g.name, SUM(o.ordered_on < '2024-05-01'), SUM(o.ordered_on >= '2024-05-01') FROM orders o JOIN guests g ON g.id = o.guest_id
        WHERE o.ordered_on >= '2024-04-01' GROUP BY g.id`,
    ],
  ])("is read as the sentence it stands for: %s", expectRows);
});

describe("a sentence that is turned round", () => {
  it.each([
    [
      "How did the number of orders per guest differ between April and May?",
      `SELECT g.name, SUM(o.ordered_on < '2024-05-01'), SUM(o.ordered_on >= '2024-05-01') FROM orders o JOIN guests g ON g.id = o.guest_id
        WHERE o.ordered_on >= '2024-04-01' GROUP BY g.id`,
    ],
    [
      "orders of 2024 by their guest",
      "SELECT g.name, COUNT(*) FROM orders o JOIN guests g ON g.id = o.guest_id WHERE o.ordered_on >= '2024-01-01' GROUP BY g.id",
    ],
    ["guest of the first order in May", "SELECT 'Gil Rune'"],
    ["break our guests down by segment", "SELECT segment, COUNT(*) FROM guests GROUP BY segment"],
    [
      "split the 2024 loads by cart kind",
      "SELECT c.kind, COUNT(*) FROM loads l JOIN carts c ON c.id = l.cart_id GROUP BY c.kind",
    ],
    ["how do the segments compare in number of guests", "SELECT segment, COUNT(*) FROM guests GROUP BY segment"],
    [
      "how does the average weight compare across cart kinds",
      "SELECT c.kind, AVG(l.weight_kg) FROM loads l JOIN carts c ON c.id = l.cart_id GROUP BY c.kind",
    ],
    [
      "which district does each seed sorter work in",
      "SELECT s.name, d.name FROM staff s JOIN districts d ON d.id = s.district_id WHERE s.role = 'Seed Sorter'",
    ],
    ["number of orders and the total amount in May", `SELECT COUNT(*), SUM(total_amount) FROM orders WHERE ${inMay}`],
    ["how much is an order worth on average", "SELECT AVG(total_amount) FROM orders"],
    ["how many noons have people bought", "SELECT 7"],
  ])("is read as the plain one: %s", expectRows);
});

describe("a unit that is asked for", () => {
  it.each([
    ["km last month total", "SELECT SUM(distance_km) FROM loads WHERE moved_on BETWEEN '2024-05-01' AND '2024-05-31'"],
    [
      "kg moved by trailers",
      "SELECT SUM(l.weight_kg) FROM loads l JOIN carts c ON c.id = l.cart_id WHERE c.kind = 'Trailer'",
    ],
    [
      "how many kilograms did the trailers carry",
      "SELECT SUM(l.weight_kg) FROM loads l JOIN carts c ON c.id = l.cart_id WHERE c.kind = 'Trailer'",
    ],
    [
      "how many kilometres were driven last month",
      "SELECT SUM(distance_km) FROM loads WHERE moved_on BETWEEN '2024-05-01' AND '2024-05-31'",
    ],
    ["how many kilos did the heaviest load weigh", "SELECT MAX(weight_kg) FROM loads"],
  ])("is the number that is kept in it: %s", expectRows);
});

describe("the last word of several kinds", () => {
  it.each([
    [
      "how many hand carts and how many trailers do we have",
      "SELECT SUM(kind = 'Hand cart'), SUM(kind = 'Trailer') FROM carts",
    ],
    ["number of hand carts and number of trailers", "SELECT SUM(kind = 'Hand cart'), SUM(kind = 'Trailer') FROM carts"],
    ["how often was C-4 used in 2024", "SELECT COUNT(*) FROM loads WHERE cart_id = 4 AND moved_on >= '2024-01-01'"],
  ])("is counted where it is said: %s", expectRows);
});

describe("people who are said by their role", () => {
  it.each([
    [
      "How many sales gardeners do we have in the North district?",
      "SELECT COUNT(*) FROM staff WHERE role = 'Sales Gardener' AND district_id = 1",
    ],
    [
      "sales gardeners in the northern district, count",
      "SELECT COUNT(*) FROM staff WHERE role = 'Sales Gardener' AND district_id = 1",
    ],
    [
      "seed sorters and their district",
      "SELECT s.name, d.name FROM staff s JOIN districts d ON d.id = s.district_id WHERE s.role = 'Seed Sorter'",
    ],
    [
      "list all seed sorters together with the district each of them belongs to",
      "SELECT s.name, d.name FROM staff s JOIN districts d ON d.id = s.district_id WHERE s.role = 'Seed Sorter'",
    ],
    [
      "how many sales gardeners and how many seed sorters do we have",
      "SELECT SUM(role = 'Sales Gardener'), SUM(role = 'Seed Sorter') FROM staff",
    ],
  ])("are the rows that are asked for: %s", expectRows);
});

describe("the people above others", () => {
  it.each([
    ["number of Ada Ness's direct reports", "SELECT 3"],
    ["how many people have Ada Ness as their boss", "SELECT 3"],
    [
      "who is the boss of each seed sorter",
      "SELECT s.name, b.name FROM staff s JOIN staff b ON b.id = s.boss_id WHERE s.role = 'Seed Sorter'",
    ],
  ])("are found through their key: %s", expectRows);
});

describe("what one of others belongs to that has the most", () => {
  it.each([
    ["district of the guest with the most orders", "SELECT 'South'"],
    ["which district does the guest with the most orders belong to", "SELECT 'South'"],
    ["which district is the guest with the highest revenue in", "SELECT 'North'"],
    ["number of orders made by the guest with the highest revenue", "SELECT 2"],
  ])("is that of the one: %s", expectRows);

  it("is told with the time in which it has the most", async () => {
    const { reading } = await nursery.answer("district of the guest with the most orders in 2023");
    expect(reading.interpretation).toBe("Districts of the guest with the most orders with orders in 2023.");
  });
});

describe("what is still sold", () => {
  it.each([
    ["which plants are no longer sold", "SELECT name FROM plants WHERE discontinued"],
    ["which plants have we stopped selling", "SELECT name FROM plants WHERE discontinued"],
    ["how many plants do we still sell today", "SELECT COUNT(*) FROM plants WHERE NOT discontinued"],
    ["how many plants are still in the assortment", "SELECT COUNT(*) FROM plants WHERE NOT discontinued"],
  ])("is what is not discontinued: %s", expectRows);
});

describe("a noun after “sales” that is called like rows", () => {
  it.each([["number of sales districts", "SELECT COUNT(*) FROM districts"]])("is what is counted: %s", expectRows);
});

describe("purchases of a house that keeps orders", () => {
  it.each([
    ["value of purchases in May", `SELECT SUM(total_amount) FROM orders WHERE ${inMay}`],
    ["mean value of a purchase", "SELECT AVG(total_amount) FROM orders"],
    ["Flo Quist's purchases, count", "SELECT COUNT(*) FROM orders WHERE guest_id = 1"],
  ])("are its orders: %s", expectRows);
});
