import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** An auction house: auctioneers, the bidders they sell lots of some make to, what it pays, and the alerts that bidders get. */
const tables = `
CREATE TABLE auctioneers (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE bidders (id INTEGER PRIMARY KEY, username TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE lots (id INTEGER PRIMARY KEY, title TEXT NOT NULL, make TEXT NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, lot_id INTEGER NOT NULL REFERENCES lots (id), auctioneer_id INTEGER NOT NULL REFERENCES auctioneers (id),
  bidder_id INTEGER NOT NULL REFERENCES bidders (id), sale_price REAL NOT NULL, kind TEXT NOT NULL, sold_on DATE NOT NULL);
CREATE TABLE payments_made (id INTEGER PRIMARY KEY, payee TEXT NOT NULL, amount REAL NOT NULL, paid_on DATE NOT NULL);
CREATE TABLE alerts (id INTEGER PRIMARY KEY, bidder_id INTEGER NOT NULL REFERENCES bidders (id), created_at TIMESTAMP NOT NULL);
CREATE TABLE transfers (id INTEGER PRIMARY KEY, receiver_type INTEGER NOT NULL, amount REAL NOT NULL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, bidder_id INTEGER NOT NULL REFERENCES bidders (id), started_at TIMESTAMP NOT NULL, ended_at TIMESTAMP NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("asked-and-returned", tables, (database) => {
    database.exec("INSERT INTO auctioneers VALUES (1, 'Ann', 'Bo', '2024-05-20'), (2, 'Cy', 'Dee', '2019-03-01')");
    database.exec(
      "INSERT INTO bidders VALUES (1, 'elm', 'Ghent', '2020-01-05'), (2, 'oak', 'Lille', '2024-06-02'), (3, 'fir', 'Ghent', '2023-04-04')",
    );
    database.exec("INSERT INTO lots VALUES (1, 'Clock', 'Vulcan'), (2, 'Radio', 'Orbit'), (3, 'Lamp', 'Vulcan')");
    database.exec(`INSERT INTO sales VALUES (1, 1, 1, 1, 500, 'room', '2024-06-10'), (2, 2, 1, 2, 80, 'online', '2024-06-12'), (3, 3, 2, 1, 120, 'online', '2024-06-03'),
      (4, 1, 2, 3, 900, 'room', '2023-11-10'), (5, 2, 2, 3, 60, 'room', '2024-05-21'), (6, 3, 2, 2, 70, 'room', '2024-04-02')`);
    database.exec("INSERT INTO payments_made VALUES (1, 'Rent', 400, '2024-06-01'), (2, 'Light', 90, '2024-05-02')");
    database.exec("INSERT INTO alerts VALUES (1, 1, '2024-06-01 10:00:00'), (2, 1, '2024-06-03 10:00:00')");
    database.exec("INSERT INTO transfers VALUES (1, 0, 5), (2, 1, 7), (3, 0, 9)");
    database.exec(`INSERT INTO calls VALUES (1, 1, '2024-06-01 10:00:00', '2024-06-01 10:30:00'), (2, 2, '2024-06-09 10:00:00', '2024-06-09 10:10:00'),
      (3, 1, '2024-06-11 10:00:00', '2024-06-11 10:20:00')`);
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("what is asked, and what is to be returned of it", () => {
  it.each([
    [
      "How many sales did each auctioneer make in the past 30 days, inclusive of today's date? Return their first name, last name and number of sales made, ordered from most to least sales.",
      "SELECT a.first_name, a.last_name, COUNT(*) FROM sales s JOIN auctioneers a ON a.id = s.auctioneer_id WHERE s.sold_on >= '2024-05-17' GROUP BY a.id ORDER BY COUNT(*) DESC",
    ],
    [
      "Which bidders have not received any alerts? Return their username.",
      "SELECT username FROM bidders WHERE id NOT IN (SELECT bidder_id FROM alerts)",
    ],
    [
      "How many bidders made each kind of sale between May 1 and Jun 30, 2024 (inclusive of start and end dates)?",
      "SELECT kind, COUNT(DISTINCT bidder_id) FROM sales WHERE sold_on BETWEEN '2024-05-01' AND '2024-06-30' GROUP BY kind ORDER BY 2 DESC, 1",
    ],
    [
      "top 2 towns by total sales amount since May 20. Return the town and the total sales amount",
      "SELECT b.town, SUM(s.sale_price) FROM sales s JOIN bidders b ON b.id = s.bidder_id WHERE s.sold_on >= '2024-05-20' GROUP BY b.town ORDER BY 2 DESC LIMIT 2",
    ],
    [
      "total sales amount per town in the past 30 days, inclusive of 30 days ago",
      "SELECT b.town, SUM(s.sale_price) FROM sales s JOIN bidders b ON b.id = s.bidder_id WHERE s.sold_on >= '2024-05-16' GROUP BY b.town ORDER BY 2 DESC",
    ],
    [
      "calls since June 5 by bidder",
      "SELECT b.username, COUNT(*) FROM calls c JOIN bidders b ON b.id = c.bidder_id WHERE c.started_at >= '2024-06-05' GROUP BY b.id ORDER BY 1",
    ],
    ["how many sales were made by bidders from Ghent?", "SELECT 4"],
    ["how many sales were there last month, excluding the current month", "SELECT 1"],
    ["total payments made this year", "SELECT SUM(amount) FROM payments_made WHERE paid_on >= '2024-01-01'"],
    [
      "What are the 2 most frequently sold makes? Return the make and the number of online sales.",
      "SELECT l.make, COUNT(*) FROM sales s JOIN lots l ON l.id = s.lot_id WHERE s.kind = 'online' GROUP BY l.make ORDER BY 2 DESC",
    ],
    [
      "How many sales were there in 2024? How many of these were online?",
      "SELECT COUNT(*), SUM(kind = 'online') FROM sales WHERE sold_on >= '2024-01-01'",
    ],
    ["average sale price (rounded to 2 decimal places)", "SELECT AVG(sale_price) FROM sales"],
  ])("%s", async (question, sql) => {
    const { result } = await house.answer(question);
    expect(result.rows).toEqual(await house.rows(sql));
  });
});

describe("what somebody made, where something else is called so", () => {
  it.each([
    ["how many sales were made in 2023", "SELECT 1"],
    [
      "which auctioneer made the most sales last month",
      "SELECT a.first_name, a.last_name, SUM(s.sale_price) FROM sales s JOIN auctioneers a ON a.id = s.auctioneer_id WHERE s.sold_on BETWEEN '2024-05-01' AND '2024-05-31' GROUP BY a.id ORDER BY 3 DESC LIMIT 1",
    ],
    ["how many lots of each make are there", "SELECT make, COUNT(*) FROM lots GROUP BY make ORDER BY 2 DESC"],
  ])("%s", async (question, sql) => {
    expect((await house.answer(question, { figures: true })).result.rows).toEqual(await house.rows(sql));
  });
});

describe("times taken, of some days alone", () => {
  it.each([
    [
      "what is the average duration of calls in minutes since 2024-06-05",
      "SELECT ROUND(AVG((julianday(ended_at) - julianday(started_at)) * 1440), 6) FROM calls WHERE started_at >= '2024-06-05'",
    ],
    [
      "total call duration in minutes by bidder between 2024-06-01 and 2024-06-09",
      "SELECT b.username, ROUND(SUM((julianday(c.ended_at) - julianday(c.started_at)) * 1440), 6) FROM calls c JOIN bidders b ON b.id = c.bidder_id WHERE date(c.started_at) BETWEEN '2024-06-01' AND '2024-06-09' GROUP BY b.id ORDER BY 2 DESC",
    ],
  ])("%s", async (question, sql) => {
    const rounded = (rows: readonly (readonly unknown[])[]) =>
      rows.map((row) => row.map((cell) => (typeof cell === "number" ? Math.round(cell * 100) / 100 : cell)));
    expect(rounded((await house.answer(question)).result.rows)).toEqual(rounded(await house.rows(sql)));
  });

  it("says less than a day in hours or minutes", async () => {
    const { reading, result } = await house.answer("how long do calls take on average");
    expect(verbalize(reading.form, result)).toContain("20 minutes");
  });
});
