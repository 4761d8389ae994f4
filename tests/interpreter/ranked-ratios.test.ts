import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A firm of delivery bikes: riders in depots, their rides, what broke on them, what was refunded, and leaflets with a budget. */
const tables = `
CREATE TABLE depots (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, town TEXT NOT NULL, opened_on DATE NOT NULL);
CREATE TABLE riders (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, depot_id INTEGER NOT NULL REFERENCES depots (id), hired_on DATE NOT NULL, left_on DATE, hourly_pay REAL NOT NULL, mentor_id INTEGER REFERENCES riders (id));
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, country TEXT NOT NULL, signed_up_on DATE NOT NULL);
CREATE TABLE rides (id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders (id), client_id INTEGER NOT NULL REFERENCES clients (id), booked_on DATE NOT NULL, distance_km REAL NOT NULL, price REAL NOT NULL);
CREATE TABLE breakdowns (id INTEGER PRIMARY KEY, ride_id INTEGER NOT NULL REFERENCES rides (id), reported_on DATE NOT NULL, refund_amount REAL NOT NULL);
CREATE TABLE leaflets (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, budget REAL NOT NULL);
CREATE TABLE leaflet_days (id INTEGER PRIMARY KEY, leaflet_id INTEGER NOT NULL REFERENCES leaflets (id), day DATE NOT NULL, impressions INTEGER NOT NULL, clicks INTEGER NOT NULL, cost REAL NOT NULL);
`;

let firm: Business;
beforeAll(async () => {
  firm = await openFixture("ranked-ratios", tables, (database) => {
    database.exec(
      "INSERT INTO depots VALUES (1, 'Hill End', 'Saltby', '2015-03-01'), (2, 'Mill Yard', 'Fenwick', '2019-09-01'), (3, 'Old Quay', 'Saltby', '2012-01-10')",
    );
    database.exec(
      "INSERT INTO riders VALUES (1, 'Ada Ness', 1, '2018-05-01', NULL, 15, NULL), (2, 'Bo Lind', 1, '2019-06-01', '2023-02-01', 14, 1), (3, 'Cy Holt', 2, '2021-02-01', NULL, 16, 1), (4, 'Dee Marsh', 3, '2023-08-15', '2024-03-01', 13, 3), (5, 'Eva Thorn', 3, '2022-11-01', NULL, 17, 1)",
    );
    database.exec(
      "INSERT INTO clients VALUES (1, 'Alder Foods', 'Norway', '2021-01-05'), (2, 'Birch Tools', 'Norway', '2022-07-01'), (3, 'Cedar Lamps', 'Poland', '2023-10-10')",
    );
    const ride = database.prepare("INSERT INTO rides VALUES (?, ?, ?, ?, ?, ?)");
    const days = ["2024-01-10", "2024-02-11", "2024-02-20", "2024-03-01", "2023-05-05"];
    for (let i = 0; i < 60; i++)
      ride.run(i + 1, (i % 5) + 1, (i % 3) + 1, days[(i * 7) % 5] ?? "", 3 + (i % 4), 10 + (i % 7) * (1 + (i % 5)));
    const breakdown = database.prepare("INSERT INTO breakdowns VALUES (?, ?, ?, ?)");
    for (const [i, at] of [1, 3, 6, 13, 16, 28, 33, 41].entries())
      breakdown.run(i + 1, at, `2024-0${1 + (i % 3)}-21`, 2 + i);
    database.exec(
      "INSERT INTO leaflets VALUES (1, 'Spring Bikes', 'post', 100), (2, 'Autumn Bikes', 'web', 200), (3, 'Quick Bikes', 'web', 50)",
    );
    const day = database.prepare("INSERT INTO leaflet_days VALUES (?, ?, ?, ?, ?, ?)");
    for (let i = 0; i < 45; i++)
      day.run(
        i + 1,
        (i % 3) + 1,
        `2024-01-${String(1 + (i % 28)).padStart(2, "0")}`,
        500 + i * 11,
        10 + ((i * 5) % 31),
        1 + (i % 3),
      );
  });
});
afterAll(() => firm.datasource.close());

describe("one figure per another", () => {
  it.each([
    [
      "which rider has the highest price per km",
      "SELECT full_name, SUM(price) / SUM(distance_km) AS rate FROM rides JOIN riders ON riders.id = rider_id GROUP BY riders.id ORDER BY rate DESC LIMIT 1",
    ],
    [
      "which channel has the lowest cost per click",
      "SELECT channel, SUM(cost) / SUM(clicks) AS rate FROM leaflet_days JOIN leaflets ON leaflets.id = leaflet_id GROUP BY channel ORDER BY rate LIMIT 1",
    ],
    [
      "which leaflet had the best click through rate",
      "SELECT name, 1.0 * SUM(clicks) / SUM(impressions) AS rate FROM leaflet_days JOIN leaflets ON leaflets.id = leaflet_id GROUP BY leaflets.id ORDER BY rate DESC LIMIT 1",
    ],
    [
      "which country has the lowest revenue per client",
      "SELECT country, SUM(price) / COUNT(DISTINCT client_id) AS rate FROM rides JOIN clients ON clients.id = client_id GROUP BY country ORDER BY rate LIMIT 1",
    ],
    [
      "which rider has the most breakdowns per ride",
      "SELECT full_name, 1.0 * (SELECT COUNT(*) FROM breakdowns JOIN rides ON rides.id = ride_id WHERE rider_id = riders.id) / (SELECT COUNT(*) FROM rides WHERE rider_id = riders.id) AS rate FROM riders ORDER BY rate DESC LIMIT 1",
    ],
  ])("may be what the first is asked by: %s", (question, sql) => firm.expectRows(question, sql));

  it.each([
    ["breakdowns per ride", "SELECT 1.0 * (SELECT COUNT(*) FROM breakdowns) / (SELECT COUNT(*) FROM rides)"],
    ["average price per ride", "SELECT AVG(price) FROM rides"],
  ])("is of all that it is told per, those without any included: %s", (question, sql) =>
    firm.expectRows(question, sql),
  );

  it.each([
    [
      "price per km by rider, lowest first",
      "SELECT full_name, SUM(price) / SUM(distance_km) AS rate FROM rides JOIN riders ON riders.id = rider_id GROUP BY riders.id ORDER BY rate",
    ],
    [
      "cost per click by channel, cheapest first",
      "SELECT channel, SUM(cost) / SUM(clicks) AS rate FROM leaflet_days JOIN leaflets ON leaflets.id = leaflet_id GROUP BY channel ORDER BY rate",
    ],
  ])("is what its rows are ordered by: %s", async (question, sql) => {
    const { result } = await firm.answer(question);
    expect(result.rows).toEqual(await firm.rows(sql));
  });

  it("leaves the highest of each alone where that is asked", () =>
    firm.expectRows(
      "which rider has the highest hourly pay per depot",
      "SELECT name, full_name FROM riders JOIN depots ON depots.id = depot_id WHERE hourly_pay = (SELECT MAX(hourly_pay) FROM riders AS r WHERE r.depot_id = depots.id)",
    ));
});

describe("money over money, and less money", () => {
  it.each([
    [
      "how much of the budget was spent",
      "SELECT (SELECT SUM(cost) FROM leaflet_days) / (SELECT SUM(budget) FROM leaflets)",
    ],
    [
      "how much of the budget was spent per leaflet",
      "SELECT name, (SELECT SUM(cost) FROM leaflet_days WHERE leaflet_id = leaflets.id) / budget FROM leaflets",
    ],
    [
      "refunds as a percentage of revenue in 2024",
      "SELECT (SELECT SUM(refund_amount) FROM breakdowns WHERE reported_on >= '2024-01-01') / (SELECT SUM(price) FROM rides WHERE booked_on >= '2024-01-01')",
    ],
    ["revenue minus refunds", "SELECT (SELECT SUM(price) FROM rides) - (SELECT SUM(refund_amount) FROM breakdowns)"],
    [
      "revenue less refunds by month in 2024",
      "SELECT month, SUM(price) - SUM(refund) FROM (SELECT substr(booked_on, 1, 7) AS month, price, 0 AS refund FROM rides UNION ALL SELECT substr(reported_on, 1, 7), 0, refund_amount FROM breakdowns) WHERE month >= '2024' GROUP BY month",
    ],
  ])("is told of all rows, or by what both are told by: %s", (question, sql) => firm.expectRows(question, sql));

  it("is told in percent where a part is asked for", async () => {
    const { reading } = await firm.answer("how much of the budget was spent");
    expect(reading.form.outputs).toMatchObject([{ name: "share", unit: "share" }]);
  });

  it("is refused where a rate would be taken off what came in at all", () => {
    expect(firm.ask("revenue minus hourly pay per depot").kind).toBe("not_understood");
  });
});

describe("rates in an order", () => {
  it.each([
    ["breakdown rate by rider, highest first", "DESC"],
    ["breakdown rate by rider, worst first", "DESC"],
    ["riders by breakdown rate", "DESC"],
    ["breakdown rate by rider, lowest first", "ASC"],
  ])("are ordered by themselves: %s", async (question, direction) => {
    const { result } = await firm.answer(question);
    const rates = await firm.rows(
      `SELECT AVG(rides.id IN (SELECT ride_id FROM breakdowns)) AS rate FROM rides GROUP BY rider_id ORDER BY rate ${direction}`,
    );
    expect(result.rows.map((row) => [row[1]])).toEqual(rates);
  });
});

describe("the first and the last to do something", () => {
  it.each([
    ["who was the first to be hired", "SELECT full_name FROM riders ORDER BY hired_on LIMIT 1"],
    ["newest hire", "SELECT full_name FROM riders ORDER BY hired_on DESC LIMIT 1"],
    ["last rider to leave", "SELECT full_name FROM riders ORDER BY left_on DESC LIMIT 1"],
    ["most recently opened depot", "SELECT name FROM depots ORDER BY opened_on DESC LIMIT 1"],
    ["which depot was the first to open", "SELECT name FROM depots ORDER BY opened_on LIMIT 1"],
    ["last client to sign up", "SELECT name FROM clients ORDER BY signed_up_on DESC LIMIT 1"],
  ])("are told by name: %s", (question, sql) => firm.expectRows(question, sql));
});

describe("who serves others of their kind", () => {
  it.each([
    ["riders who mentor more than 2 people", "SELECT 'Ada Ness'"],
    ["which riders mentor others", "SELECT 'Ada Ness' UNION ALL SELECT 'Cy Holt'"],
    ["which rider mentors the most riders", "SELECT 'Ada Ness'"],
    ["how many riders does each rider mentor", "SELECT 'Ada Ness', 3 UNION ALL SELECT 'Cy Holt', 1"],
  ])("is asked by how many they serve: %s", (question, sql) => firm.expectRows(question, sql));
});

describe("the busiest month", () => {
  it("is told for each", () =>
    firm.expectRows(
      "which month had the most rides for each depot",
      "SELECT name, month, n FROM (SELECT name, substr(booked_on, 1, 7) AS month, COUNT(*) AS n, RANK() OVER (PARTITION BY depots.id ORDER BY COUNT(*) DESC) AS place FROM rides JOIN riders ON riders.id = rider_id JOIN depots ON depots.id = depot_id GROUP BY depots.id, month) WHERE place = 1",
    ));
});
