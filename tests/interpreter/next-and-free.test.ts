import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A village hall: concerts to come, some of which cost nothing, and funds that gifts are collected for. */
const tables = `
CREATE TABLE concert (concertId INTEGER PRIMARY KEY, concertName TEXT NOT NULL, heldOn DATE NOT NULL, ticketPriceCents INTEGER NOT NULL);
CREATE TABLE fund (fundId INTEGER PRIMARY KEY, title TEXT NOT NULL, closesOn DATE NOT NULL, goalCents INTEGER NOT NULL);
CREATE TABLE gift (giftId INTEGER PRIMARY KEY, fundId INTEGER NOT NULL REFERENCES fund (fundId), givenOn DATE NOT NULL, amountCents INTEGER NOT NULL);
CREATE TABLE keeper (keeperId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, startedOn DATE NOT NULL, endedOn DATE);
`;

let hall: Business;
beforeAll(async () => {
  hall = await openFixture("next-and-free", tables, (database) => {
    database.exec(`INSERT INTO concert VALUES (1, 'Brass', '2024-05-01', 0), (2, 'Choir', '2024-06-20', 1200), (3, 'Harp', '2024-07-04', 0),
      (4, 'Organ', '2024-06-01', 900)`);
    database.exec("INSERT INTO fund VALUES (1, 'Roof', '2024-12-31', 500000), (2, 'Piano', '2024-09-30', 80000)");
    database.exec(
      "INSERT INTO gift VALUES (1, 1, '2024-01-02', 100), (2, 1, '2024-02-02', 200), (3, 2, '2024-03-02', 9000)",
    );
    database.exec(
      "INSERT INTO keeper VALUES (1, 'Ada Ness', '2019-01-01', NULL), (2, 'Bo Lind', '2020-01-01', '2024-02-01')",
    );
  });
});
afterAll(async () => {
  await hall.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await hall.expectRows(question, sql);
};

describe("what is still to come", () => {
  it.each([
    ["next concert", "SELECT concertName FROM concert WHERE concertId = 2"],
    ["when is the next concert", "SELECT heldOn FROM concert WHERE concertId = 2"],
    ["concerts from today on", "SELECT concertName FROM concert WHERE heldOn >= '2024-06-15'"],
    ["how many concerts from tomorrow onwards", "SELECT COUNT(*) FROM concert WHERE heldOn >= '2024-06-16'"],
  ])("does not end with today: %s", expectRows);
});

describe("what costs nothing", () => {
  it.each([
    ["free concerts", "SELECT concertName FROM concert WHERE ticketPriceCents = 0"],
    ["how many free concerts are there", "SELECT COUNT(*) FROM concert WHERE ticketPriceCents = 0"],
  ])("is told by the price: %s", expectRows);
});

describe("goals and what was collected", () => {
  it.each([
    ["goal of each fund", "SELECT title, goalCents / 100.0 FROM fund"],
    ["which fund raised the most", "SELECT title FROM fund WHERE fundId = 2"],
    ["which fund collected the most money this year", "SELECT title FROM fund WHERE fundId = 2"],
    ["keepers who have stopped", "SELECT fullName FROM keeper WHERE keeperId = 2"],
  ])("are told of whose they are: %s", expectRows);

  it("are told apart by how close they are", () =>
    hall.expectRows(
      "how close is each fund to its goal",
      "SELECT title, CASE fundId WHEN 1 THEN 300.0 / 500000 ELSE 9000.0 / 80000 END FROM fund",
    ));
});

describe("two things that are asked for with “and”", () => {
  it.each([
    ["funds and number of gifts", "SELECT title, COUNT(*) FROM gift JOIN fund USING (fundId) GROUP BY fundId"],
    [
      "show all funds and the number of gifts",
      "SELECT title, COUNT(*) FROM gift JOIN fund USING (fundId) GROUP BY fundId",
    ],
  ])("are told of each: %s", expectRows);

  it("are no sum of what is still to come in", () => {
    expect(hall.ask("how much do we still have to collect").kind).not.toBe("query");
  });
});
