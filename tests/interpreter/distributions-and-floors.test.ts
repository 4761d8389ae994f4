import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A hostel: rooms on floors, guests who book them, and the tours of which guides and tours alike say in which language. */
const tables = `
CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL, floor INTEGER NOT NULL, mood TEXT NOT NULL, has_balcony BOOLEAN NOT NULL);
CREATE TABLE languages (id INTEGER PRIMARY KEY, name TEXT NOT NULL, spoken_by_id INTEGER REFERENCES guests (id));
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE tours (id INTEGER PRIMARY KEY, title TEXT NOT NULL, language TEXT NOT NULL, max_guests INTEGER NOT NULL);
CREATE TABLE walks (id INTEGER PRIMARY KEY, tour_id INTEGER NOT NULL REFERENCES tours (id), guest_id INTEGER NOT NULL REFERENCES guests (id), stars INTEGER NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), amount REAL NOT NULL, warnings INTEGER NOT NULL, due_on DATE NOT NULL, paid_on DATE);
`;

let hostel: Business;
beforeAll(async () => {
  hostel = await openFixture("distributions-and-floors", tables, (database) => {
    database.exec(
      "INSERT INTO rooms VALUES (1, 'Oak', 1, 'calm', 0), (2, 'Elm', 2, 'calm', 1), (3, 'Ash', 2, 'lively', 0), (4, 'Fir', 3, 'calm', 1)",
    );
    database.exec("INSERT INTO guests VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy')");
    database.exec("INSERT INTO languages VALUES (1, 'German', 1), (2, 'Danish', NULL)");
    database.exec(
      "INSERT INTO tours VALUES (1, 'Docks', 'German', 9), (2, 'Hills', 'Danish', 5), (3, 'Mills', 'German', 6)",
    );
    database.exec("INSERT INTO walks VALUES (1, 1, 1, 5), (2, 1, 2, 3), (3, 2, 3, 4), (4, 3, 1, 1)");
    database.exec(`INSERT INTO bills VALUES (1, 1, 90, 3, '2024-05-01', NULL), (2, 2, 40, 0, '2024-08-01', NULL),
      (3, 3, 70, 1, '2024-04-01', '2024-04-02'), (4, 1, 25, 4, '2024-06-01', NULL)`);
  });
});
afterAll(() => hostel.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await hostel.expectRows(question, sql);
};

describe("a distribution", () => {
  const byMood = "SELECT mood, COUNT(*) FROM rooms GROUP BY mood";
  it.each([
    ["mood distribution", byMood],
    ["the distribution of moods", byMood],
    ["What is the distribution of room moods?", byMood],
    ["breakdown of moods", byMood],
  ])("is how many there are of each: %s", expectRows);
});

describe("a place that is told by its number", () => {
  it.each([
    ["rooms on the second floor", "SELECT name FROM rooms WHERE floor = 2"],
    ["how many rooms are on the 3rd floor", "SELECT 1"],
    ["rooms with a balcony on the second floor", "SELECT 'Elm'"],
  ])("is the one with that number: %s", expectRows);
});

describe("a group that rows and a column are called after", () => {
  it("is told by the column, where the rows belong to nothing that is measured", async () => {
    await expectRows(
      "average stars by language",
      "SELECT language, AVG(stars) FROM walks w JOIN tours t ON t.id = w.tour_id GROUP BY language",
    );
  });
});

describe("a number of others", () => {
  it("is compared, and no number that is called like the rows", async () => {
    await expectRows("guests with more than 2 warnings", "SELECT name FROM guests WHERE id = 1");
  });
});

describe("how much is overdue", () => {
  it("is the sum of what was due and is not paid", async () => {
    await expectRows("how much is overdue", "SELECT 115");
  });
});
