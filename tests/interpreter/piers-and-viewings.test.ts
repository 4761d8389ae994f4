import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A harbour: piers with keepers and landings between them, boats that guests view on a day booked before, and the calls some of which came to a sale. */
const tables = `
CREATE TABLE piers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, pier_id INTEGER NOT NULL REFERENCES piers (id), hired_on DATE NOT NULL);
CREATE TABLE landings (id INTEGER PRIMARY KEY, from_pier_id INTEGER NOT NULL REFERENCES piers (id), to_pier_id INTEGER NOT NULL REFERENCES piers (id), landed_on DATE NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), called_at TIMESTAMP NOT NULL, converted BOOLEAN NOT NULL);
CREATE TABLE chats (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), topic TEXT NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), amount REAL NOT NULL, sold_on DATE NOT NULL);
`;

const viewings = `
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE viewings (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), booked_on DATE NOT NULL, scheduled_for DATE NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("piers-and-viewings", tables, (database) => {
    database.exec("INSERT INTO piers VALUES (1, 'North pier'), (2, 'South pier')");
    database.exec(
      "INSERT INTO keepers VALUES (1, 'Ada Moor', 1, '2020-01-01'), (2, 'Ben Oak', 1, '2021-01-01'), (3, 'Cid Reed', 2, '2021-02-01')",
    );
    database.exec(
      "INSERT INTO landings VALUES (1, 1, 2, '2024-05-01'), (2, 1, 2, '2024-05-02'), (3, 2, 1, '2024-05-02')",
    );
    database.exec("INSERT INTO guests VALUES (1, 'Dee Fen'), (2, 'Eli Marsh')");
    database.exec(
      "INSERT INTO calls VALUES (1, 1, '2024-05-01 10:00:00', 1), (2, 1, '2024-05-02 10:00:00', 0), (3, 2, '2024-05-03 10:00:00', 0)",
    );
    database.exec("INSERT INTO chats VALUES (1, 1, 'Price'), (2, 2, 'Price')");
    database.exec(
      "INSERT INTO sales VALUES (1, 1, 90, '2023-05-01'), (2, 1, 40, '2024-02-02'), (3, 2, 70, '2024-05-05')",
    );
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("the busiest of several", () => {
  it.each(["which piers are busiest", "which pier is the busiest", "busiest pier"])(
    "are not those with the most people: %s",
    (question) => {
      expect(house.ask(question).kind).toBe("not_understood");
    },
  );
});

describe("the busiest day", () => {
  it("is one on which something takes place, rather than one on which it was booked", async () => {
    const yard = await openFixture("boats-and-viewings", viewings, (database) => {
      database.exec("INSERT INTO boats VALUES (1, 'Wren')");
      database.exec(
        "INSERT INTO viewings VALUES (1, 1, '2024-05-01', '2024-05-20'), (2, 1, '2024-05-01', '2024-06-01'), (3, 1, '2024-05-02', '2024-06-01')",
      );
    });
    const { result } = await yard.answer("busiest day");
    expect(result.rows).toEqual([["2024-06-01"]]);
    await yard.expectRows("how many viewings this month", "SELECT 2");
    await yard.expectRows("how many viewings were booked last month", "SELECT 3");
    await yard.datasource.close();
  });
});

describe("bounds that are said the other way round", () => {
  it.each([
    ["how many sales between 2024 and 2023", "SELECT 3"],
    ["how many sales between 2024-03-01 and 2024-02-01", "SELECT 1"],
    ["how many sales with an amount between 80 and 50", "SELECT 1"],
    // the May before
    ["how many sales from May to February 2024", "SELECT 2"],
  ])("are read in their order: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("what turned into something", () => {
  it.each(["how many calls turn into sales", "how many calls turned into a sale", "how many calls led to sales"])(
    "is told by what says so: %s",
    async (question) => {
      await house.expectRows(question, "SELECT COUNT(*) FROM calls WHERE converted = 1");
    },
  );

  it.each(["how many chats turn into sales", "how many chats became sales"])(
    "is not told by what else the same people did: %s",
    (question) => {
      expect(house.ask(question).kind).toBe("not_understood");
    },
  );
});
