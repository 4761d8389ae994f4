import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A laundry: customers who signed up long ago, what they bring, how it is paid, and what they complain of. */
const tables = `
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, signed_up_on DATE NOT NULL);
CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL, customer_id INTEGER NOT NULL REFERENCES customers (id), born_on DATE NOT NULL, died_on DATE);
CREATE TABLE loads (id INTEGER PRIMARY KEY, ticket_no TEXT NOT NULL UNIQUE, handling_cost REAL NOT NULL, customer_id INTEGER NOT NULL REFERENCES customers (id), brought_on DATE NOT NULL, washed_on DATE, status TEXT NOT NULL CHECK (status IN ('waiting', 'washed', 'collected', 'lost')), payment_method TEXT NOT NULL, express BOOLEAN NOT NULL);
CREATE TABLE users (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, created_on DATE NOT NULL);
CREATE TABLE complaints (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), user_id INTEGER NOT NULL REFERENCES users (id), priority TEXT NOT NULL, opened_at TIMESTAMP NOT NULL);
`;

let laundry: Business;
beforeAll(async () => {
  laundry = await openFixture("people-at-a-time", tables, (database) => {
    const customer = database.prepare("INSERT INTO customers VALUES (?, ?, ?, ?)");
    const names = ["Ada Ness", "Bo Lind", "Cy Moe", "Di Holt", "Eve Roe", "Flo Hart"];
    for (const [i, name] of names.entries())
      customer.run(i + 1, name, i % 2 === 0 ? "Leeds" : "Hull", i < 5 ? "2022-03-05" : "2024-03-10");
    database.exec(
      "INSERT INTO pets VALUES (1, 'Rex', 'Dog', 1, '2019-01-01', NULL), (2, 'Kit', 'Cat', 6, '2019-01-01', '2024-03-01')",
    );
    database.exec("INSERT INTO users VALUES (1, 'Gus Orr', '2021-01-01')");
    const load = database.prepare(
      "INSERT INTO loads (ticket_no, handling_cost, customer_id, brought_on, washed_on, status, payment_method, express) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    );
    for (let i = 0; i < 60; i++) {
      const month = 1 + (i % 6);
      const status = ["waiting", "washed", "collected", "collected", "lost"][i % 5] ?? "";
      const washed = status === "waiting" || status === "lost" ? null : `2024-0${month}-2${i % 9}`;
      load.run(
        `T-${1000 + i}`,
        2 + (i % 7),
        1 + ((i * 5) % 6),
        `2024-0${month}-1${i % 9}`,
        washed,
        status,
        ["card", "cash", "invoice"][i % 3] ?? "",
        i % 4 === 0 ? 1 : 0,
      );
    }
    const complaint = database.prepare(
      "INSERT INTO complaints (customer_id, user_id, priority, opened_at) VALUES (?, 1, ?, ?)",
    );
    for (let i = 0; i < 14; i++)
      complaint.run(1 + (i % 5), i % 2 === 0 ? "high" : "low", `2024-0${1 + (i % 5)}-11 10:00:00`);
  });
});
afterAll(() => laundry.datasource.close());

const expectRows = (question: string, sql: string) => laundry.expectRows(question, sql);
const thoseOf = (rows: string) => `SELECT name FROM customers WHERE id IN (SELECT customer_id FROM ${rows})`;

describe("people who are told by what they did at a time", () => {
  it.each([
    [
      "customers who paid by invoice in March",
      thoseOf("loads WHERE payment_method = 'invoice' AND brought_on LIKE '2024-03%'"),
    ],
    [
      "customers with high priority complaints in March",
      thoseOf("complaints WHERE priority = 'high' AND opened_at LIKE '2024-03%'"),
    ],
    ["customers with express loads in May", thoseOf("loads WHERE express AND brought_on LIKE '2024-05%'")],
    [
      "how many customers paid by card in 2024",
      "SELECT COUNT(DISTINCT customer_id) FROM loads WHERE payment_method = 'card'",
    ],
  ])("are told by when they did it: %s", expectRows);

  it.each([
    [
      "customers in Leeds who signed up in March 2022",
      "SELECT name FROM customers WHERE city = 'Leeds' AND signed_up_on LIKE '2022-03%'",
    ],
    ["customers in Hull in March", "SELECT name FROM customers WHERE city = 'Hull' AND signed_up_on LIKE '2024-03%'"],
  ])("are told by their own day where nothing else is said of them: %s", expectRows);

  it("are not told by the day on which what they have died", async () => {
    const reading = laundry.ask("customers with cats in March");
    expect(JSON.stringify(reading)).not.toContain("died");
  });
});

describe("what has been done", () => {
  it.each([
    ["how many loads have been washed", "SELECT COUNT(*) FROM loads WHERE washed_on IS NOT NULL"],
    ["how many loads did we wash", "SELECT COUNT(*) FROM loads WHERE washed_on IS NOT NULL"],
    [
      "how many loads have been washed per city",
      "SELECT city, COUNT(*) FROM loads JOIN customers ON customer_id = customers.id WHERE washed_on IS NOT NULL GROUP BY city",
    ],
    ["how many loads have been washed in March", "SELECT COUNT(*) FROM loads WHERE washed_on LIKE '2024-03%'"],
  ])("is told by its day, whatever state it has led to: %s", expectRows);

  it("is a state where it stands before the rows", () =>
    expectRows("how many washed loads", "SELECT COUNT(*) FROM loads WHERE status = 'washed'"));
});

describe("rows that were created, which have another word for it", () => {
  it.each([
    ["how many complaints were created in March", "SELECT COUNT(*) FROM complaints WHERE opened_at LIKE '2024-03%'"],
    ["complaints created per month", "SELECT substr(opened_at, 1, 7), COUNT(*) FROM complaints GROUP BY 1"],
  ])("are not told by when the people of theirs were: %s", expectRows);
});

describe("a figure per row that is known by no more than its number", () => {
  it.each([
    ["handling cost per load", "SELECT AVG(handling_cost) FROM loads"],
    ["handling cost per load in March", "SELECT AVG(handling_cost) FROM loads WHERE brought_on LIKE '2024-03%'"],
  ])("is that of all of them: %s", expectRows);

  it("is listed where each is asked for", () =>
    expectRows("ticket number and handling cost of each load", "SELECT ticket_no, handling_cost FROM loads"));
});
