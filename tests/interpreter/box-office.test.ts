import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A theatre whose tables have no word for people in their names, and whose bookings hold a number of tickets. */
const tables = `
CREATE TABLE Backers(BackerID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Town TEXT NOT NULL);
CREATE TABLE Houses(HouseID INTEGER PRIMARY KEY, HouseName TEXT NOT NULL);
CREATE TABLE Crew(CrewID INTEGER PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL, Role TEXT NOT NULL, HourlyRate REAL NOT NULL);
CREATE TABLE Bookings(BookingID INTEGER PRIMARY KEY, BackerID INTEGER NOT NULL REFERENCES Backers(BackerID), HouseID INTEGER NOT NULL REFERENCES Houses(HouseID), BookedOn TEXT NOT NULL, Tickets INTEGER NOT NULL, AmountPaid REAL NOT NULL, Channel TEXT NOT NULL, Discounted INTEGER NOT NULL, RefundedOn TEXT);
CREATE TABLE Donations(DonationID INTEGER PRIMARY KEY, BackerID INTEGER NOT NULL REFERENCES Backers(BackerID), GivenOn TEXT NOT NULL, Amount REAL NOT NULL);
CREATE TABLE Shifts(ShiftID INTEGER PRIMARY KEY, CrewID INTEGER NOT NULL REFERENCES Crew(CrewID), HouseID INTEGER NOT NULL REFERENCES Houses(HouseID), Hours REAL NOT NULL);
`;

let theatre: Business;
beforeAll(async () => {
  theatre = await openFixture("box-office", tables, (database) => {
    database.exec(
      "INSERT INTO Backers VALUES (1, 'Ann Hale', 'York'), (2, 'Ben Frost', 'Leeds'), (3, 'Cora Dunn', 'York')",
    );
    database.exec("INSERT INTO Houses VALUES (1, 'Lantern Hall'), (2, 'Old Foundry')");
    database.exec(
      "INSERT INTO Crew VALUES (1, 'Dev', 'Kemp', 'usher', 12), (2, 'Eli', 'Crane', 'technician', 24), (3, 'Fay', 'Lowe', 'technician', 21)",
    );
    database.exec(
      `INSERT INTO Bookings VALUES (1, 1, 1, '2025-04-02', 2, 80, 'website', 0, NULL), (2, 1, 2, '2025-04-09', 1, 140, 'phone', 1, NULL),
       (3, 2, 1, '2025-05-01', 4, 60, 'website', 1, '2025-05-20'), (4, 1, 2, '2025-05-03', 3, 90, 'phone', 0, NULL)`,
    );
    database.exec(
      "INSERT INTO Donations VALUES (1, 2, '2025-02-01', 300), (2, 3, '2025-02-03', 20), (3, 3, '2025-03-03', 20)",
    );
    database.exec("INSERT INTO Shifts VALUES (1, 1, 1, 4), (2, 2, 1, 5), (3, 3, 2, 6)");
  });
});
afterAll(() => theatre.datasource.close());

it.each([
  // Those who did it are people by what is kept of them, and donations are ranked by their money.
  ["who donated the most", "SELECT 'Ben Frost'"],
  ["who booked the most", "SELECT 'Ann Hale'"],
  ["how many tickets did we sell in April 2025", "SELECT 3"],
  ["ticket revenue by house", "SELECT HouseName, SUM(AmountPaid) FROM Bookings JOIN Houses USING (HouseID) GROUP BY 1"],
  ["tickets and revenue by channel", "SELECT Channel, SUM(Tickets), SUM(AmountPaid) FROM Bookings GROUP BY 1"],
  // A role does nothing: it tells the hours apart.
  ["hours worked by crew role", "SELECT Role, SUM(Hours) FROM Shifts JOIN Crew USING (CrewID) GROUP BY 1"],
  ["who is the highest paid technician", "SELECT 'Eli', 'Crane'"],
  // Rows after what was done to them.
  ["how many refunded bookings are there", "SELECT 1"],
  ["refunded bookings by channel", "SELECT 'website', 1"],
  // What only holds or does not is no more than 100.
  ["how many discounted bookings over 100 euros are there", "SELECT 1"],
])("a theatre's box office: %s", async (question, sql) => {
  const { result, reading } = await theatre.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await theatre.rows(sql)).map(String).toSorted());
});

it("a theatre's box office: what is said of those that are counted is not left out", () => {
  expect(theatre.ask("how many bookings are bogus in Lantern Hall").kind).toBe("not_understood");
});

it("a theatre's box office: what customers paid is no wage", () => {
  const reading = theatre.ask("wages by house");
  expect(reading.kind === "query" ? reading.sql : "").not.toContain("AmountPaid");
});
