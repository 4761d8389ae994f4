import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boatyard: what is mended and when, what it costs, the regattas that boats are entered for. */
const tables = `
CREATE TABLE slips (id INTEGER PRIMARY KEY, slip_name TEXT NOT NULL, berths INTEGER NOT NULL, has_crane BOOLEAN NOT NULL, length_km NUMERIC NOT NULL, price NUMERIC NOT NULL);
CREATE TABLE regattas (id INTEGER PRIMARY KEY, title TEXT NOT NULL, held_on DATE NOT NULL, started_on DATE NOT NULL, ended_on DATE NOT NULL);
CREATE TABLE entries (id INTEGER PRIMARY KEY, regatta_id INTEGER NOT NULL REFERENCES regattas (id), boat_class TEXT NOT NULL, registered_on DATE NOT NULL, collected_on DATE, fee NUMERIC NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, slip_id INTEGER NOT NULL REFERENCES slips (id), issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, paint_cost NUMERIC NOT NULL);
CREATE TABLE leaks (id INTEGER PRIMARY KEY, slip_id INTEGER NOT NULL REFERENCES slips (id), kind TEXT NOT NULL, sprung_on DATE NOT NULL, dry_on DATE);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("changes-and-times", tables, (database) => {
    database.exec(
      "INSERT INTO slips VALUES (1, 'North', 4, 1, 2, 350), (2, 'South', 12, 0, 5, 340), (3, 'West', 9, 0, 310, 3)",
    );
    database.exec(
      `INSERT INTO regattas VALUES (1, 'Spring', '2025-04-10', '2025-04-10', '2025-04-12'), (2, 'Autumn', '2026-09-01', '2026-09-01', '2026-09-09')`,
    );
    database.exec(`INSERT INTO entries VALUES (1, 1, 'dinghy', '2025-04-01', '2025-04-14', 30), (2, 1, 'yacht', '2025-04-05', '2025-04-20', 90), (3, 2, 'dinghy', '2026-08-01', NULL, 50),
      (4, 2, 'dinghy', '2026-08-03', NULL, 50), (5, 2, 'yacht', '2026-08-03', NULL, 60)`);
    database.exec(
      `INSERT INTO bills VALUES (1, 1, '2025-01-01', '2025-01-11', '2025-01-15', 100), (2, 2, '2026-01-01', '2026-01-11', '2026-01-05', 150), (3, 2, '2026-02-01', '2026-02-11', '2026-03-03', 50)`,
    );
    database.exec(
      `INSERT INTO leaks VALUES (1, 1, 'Hull', '2026-01-01', '2026-01-08'), (2, 1, 'Hull', '2026-02-01', '2026-02-22'), (3, 2, 'Deck', '2026-02-01', NULL)`,
    );
  });
});
afterAll(() => yard.datasource.close());

const expectRows = (question: string, sql: string) => yard.expectRows(question, sql);

describe("a change between two times", () => {
  it.each([
    "how much did paint cost rise from 2025 to 2026",
    "did paint cost rise from 2025 to 2026, and by how much",
    "change in paint cost between 2025 and 2026",
  ])("%s: of the sum", (question) => expectRows(question, "SELECT 100, 200, 100, 1.0"));

  it("how many more there were is the change of how many there were", () =>
    expectRows("how many more bills were there in 2026 than in 2025", "SELECT 1, 2, 1, 1.0"));

  it.each([
    "which boat class gained the most entries between 2025 and 2026",
    "in which boat class did entries grow the most from 2025 to 2026",
  ])("%s: by the growth of each", (question) => expectRows(question, "SELECT 'dinghy', 1, 2, 1, 1.0"));
});

describe("how long something took", () => {
  it.each([
    ["which regatta took the longest", "SELECT 'Autumn', 8"],
    ["longest regatta in days", "SELECT 'Autumn', 8"],
    ["average length of a hull leak in weeks", "SELECT 2"],
    ["leaks that took longer than two weeks", "SELECT * FROM leaks WHERE id = 2"],
    ["how long after the due date are late bills paid on average", "SELECT 12"],
    ["how long do owners take to pay on average", "SELECT AVG(julianday(paid_on) - julianday(issued_on)) FROM bills"],
    ["average number of days between the regatta and the collection of entries", "SELECT 7"],
    ["how many days between issuing and payment of bills, by slip", "SELECT 'South', 17 UNION ALL SELECT 'North', 14"],
  ])("%s", expectRows);
});

describe("conditions on numbers", () => {
  it("what follows a flag that is denied is not denied", () =>
    expectRows("slips without a crane that have 10 or more berths", "SELECT 'South'"));
  it("the unit of both ends is said after the second", () =>
    expectRows("slips between 300 and 400 km", "SELECT 'West'"));
});
