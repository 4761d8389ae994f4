import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Trains, the stations they leave from, and the parcels that people send by them. */
const tables = `
CREATE TABLE stations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, valley TEXT NOT NULL, rating REAL NOT NULL);
CREATE TABLE trains (id INTEGER PRIMARY KEY, label TEXT NOT NULL, station_id INTEGER NOT NULL REFERENCES stations (id), departure_time INTEGER NOT NULL, ticket_required BOOLEAN NOT NULL);
CREATE TABLE senders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, guild_id INTEGER NOT NULL REFERENCES guilds (id));
CREATE TABLE guilds (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE parcels (id INTEGER PRIMARY KEY, sender_id INTEGER NOT NULL REFERENCES senders (id), station_id INTEGER NOT NULL REFERENCES stations (id), weight REAL NOT NULL, sent_on DATE NOT NULL);
`;

let railway: Business;
beforeAll(async () => {
  railway = await openFixture("counts-and-turns-of-phrase", tables, (database) => {
    database.exec(
      "INSERT INTO stations VALUES (1, 'The Bridge', 'Upper', 3.5), (2, 'Mill Lane', 'Lower', 4.5), (3, 'Old Quay', 'Lower', 2)",
    );
    database.exec("INSERT INTO trains VALUES (1, 'A1', 1, 540, 1), (2, 'A2', 1, 600, 0), (3, 'B1', 2, 540, 1)");
    database.exec("INSERT INTO guilds VALUES (1, 'Bakers'), (2, 'Weavers')");
    database.exec("INSERT INTO senders VALUES (1, 'Ann', 1), (2, 'Bo', 1), (3, 'Cy', 2)");
    database.exec(
      "INSERT INTO parcels VALUES (1, 1, 1, 5, '2024-01-05'), (2, 1, 2, 1, '2024-01-09'), (3, 2, 1, 2, '2024-02-01'), (4, 3, 1, 4, '2024-03-01')",
    );
  });
});
afterAll(() => railway.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await railway.expectRows(question, sql);
};

describe("what rows do at a time", () => {
  it.each([
    [
      "how many trains depart from each station",
      "SELECT name, COUNT(*) FROM trains t JOIN stations s ON s.id = t.station_id GROUP BY s.id",
    ],
    ["how many trains depart", "SELECT 3"],
  ])("is counted, and its times are not added up: %s", expectRows);
});

describe("who did it, before what it is told by", () => {
  it("makes no groups of its own", async () => {
    await railway.expectRows(
      "What is the total weight of parcels posted by senders in each guild?",
      "SELECT g.name, SUM(weight) FROM parcels p JOIN senders s ON s.id = p.sender_id JOIN guilds g ON g.id = s.guild_id GROUP BY g.id",
    );
  });
});

describe("those with the most, and how many each has", () => {
  it("are all of them, in that order", async () => {
    const { result } = await railway.answer(
      "Which stations have the highest number of parcels, and how many parcels does each station have?",
    );
    expect(result.rows).toEqual([
      ["The Bridge", 3],
      ["Mill Lane", 1],
    ]);
  });

  it("are a month and its number where both are asked for", async () => {
    await railway.expectRows(
      "What month were most parcels sent? Return the no. of parcels and the month",
      "SELECT '2024-01', 2",
    );
  });
});

describe("the best of what is rated", () => {
  it.each([
    ["Which valley has the highest-rated station?", "SELECT 'Lower'"],
    ["List the stations starting from the best rating to the lowest", "SELECT name FROM stations ORDER BY rating DESC"],
  ])("is told by the rating: %s", expectRows);
});

describe("what may be bought", () => {
  it("was not bought by anybody", () => {
    const reading = railway.ask("how many trains require a ticket to buy");
    expect(reading.kind === "query" ? reading.sql : "").not.toContain("parcels");
  });
});

describe("a text to look for that is an article", () => {
  it("is not passed over: all rows are another answer", () => {
    expect(railway.ask("stations whose name starts with the").kind).toBe("not_understood");
  });
});
