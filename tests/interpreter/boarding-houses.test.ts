import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Boarding houses: bookings at a rate for each night, what was charged of it, reviews beside stars, a view by month. */
const tables = `
CREATE TABLE houses (id INTEGER PRIMARY KEY, name TEXT NOT NULL, stars INTEGER NOT NULL);
CREATE TABLE room_types (id INTEGER PRIMARY KEY, name TEXT NOT NULL, max_guests INTEGER NOT NULL);
CREATE TABLE rooms (id INTEGER PRIMARY KEY, house_id INTEGER NOT NULL REFERENCES houses (id), room_type_id INTEGER NOT NULL REFERENCES room_types (id), room_number TEXT NOT NULL, closed_off INTEGER NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, nationality TEXT NOT NULL, birth_date TEXT);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, house_id INTEGER NOT NULL REFERENCES houses (id), room_id INTEGER NOT NULL REFERENCES rooms (id), guest_id INTEGER NOT NULL REFERENCES guests (id), booked_on TEXT NOT NULL, check_in TEXT NOT NULL, check_out TEXT NOT NULL, children INTEGER NOT NULL, nightly_rate REAL NOT NULL, total_nights INTEGER NOT NULL, cancelled_on TEXT);
CREATE TABLE folios (id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings (id), opened_on TEXT NOT NULL, settled_on TEXT);
CREATE TABLE charges (id INTEGER PRIMARY KEY, folio_id INTEGER NOT NULL REFERENCES folios (id), charge_type TEXT NOT NULL, amount REAL NOT NULL, charged_on TEXT NOT NULL);
CREATE TABLE reviews (id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings (id), rating INTEGER NOT NULL, reviewed_on TEXT NOT NULL, answered_on TEXT);
CREATE TABLE meals (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), eaten_on TEXT NOT NULL, bill_total REAL NOT NULL);
CREATE VIEW monthly_takings AS SELECT substr(charged_on, 1, 7) AS month, SUM(amount) AS revenue FROM charges GROUP BY 1;
`;

let inn: Business;
beforeAll(async () => {
  inn = await openFixture("boarding-houses", tables, (database) => {
    database.exec("INSERT INTO houses VALUES (1, 'Anchor', 2), (2, 'Beacon', 4)");
    database.exec("INSERT INTO room_types VALUES (1, 'single', 1), (2, 'double', 2)");
    database.exec(
      "INSERT INTO rooms VALUES (1, 1, 1, '101', 0), (2, 1, 1, '102', 1), (3, 1, 2, '103', 0), (4, 2, 1, '101', 0)",
    );
    database.exec(`INSERT INTO guests VALUES (1, 'Ada', 'Ness', 'Italian', '1948-02-01'), (2, 'Bo', 'Lind', 'German', '1999-02-01'),
      (3, 'Cy', 'Moe', 'Italian', NULL)`);
    database.exec(`INSERT INTO bookings VALUES (1, 1, 3, 1, '2024-01-02', '2024-05-01', '2024-05-04', 1, 80, 3, NULL), (2, 1, 3, 2, '2024-02-02', '2024-05-10', '2024-05-11', 0, 80, 1, NULL),
      (3, 2, 4, 3, '2024-05-20', '2024-06-18', '2024-06-20', 2, 60, 2, NULL), (4, 2, 4, 1, '2023-12-02', '2024-03-01', '2024-03-03', 0, 60, 2, '2024-01-05'), (5, 1, 3, 2, '2024-03-02', '2024-04-10', '2024-04-11', 0, 90, 1, NULL)`);
    database.exec(
      "INSERT INTO folios VALUES (1, 1, '2024-05-01', '2024-05-04'), (2, 2, '2024-05-10', NULL), (3, 5, '2024-04-10', NULL)",
    );
    database.exec(`INSERT INTO charges VALUES (1, 1, 'room', 240, '2024-05-03'), (2, 1, 'minibar', 12, '2024-05-03'), (3, 2, 'room', 80, '2024-05-10'),
      (4, 3, 'room', 90, '2024-04-10'), (5, 3, 'minibar', 5, '2024-04-10')`);
    database.exec(
      "INSERT INTO reviews VALUES (1, 1, 5, '2024-05-06', '2024-05-10'), (2, 2, 4, '2024-05-12', NULL), (3, 4, 1, '2024-03-05', '2024-03-07')",
    );
    database.exec(
      "INSERT INTO meals VALUES (1, 1, '2024-05-02', 31), (2, 2, '2024-05-10', 22), (3, 3, '2024-01-10', 18)",
    );
  });
});
afterAll(() => inn.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => inn.expectRows(question, sql);

describe("money that came in", () => {
  it.each([
    ["what were our takings last month", "SELECT 332"],
    ["income per house", "SELECT 'Anchor', 427"],
    ["what did we make from the minibar", "SELECT 17"],
    ["best month for revenue in 2024", "SELECT '2024-05'"],
  ])("is what was charged, rather than rates for a night or their number: %s", expectRows);
});

describe("what happened", () => {
  it.each([
    ["how busy were we in february", "SELECT 1"],
    ["how busy is each house", "SELECT name, COUNT(*) FROM bookings JOIN houses ON houses.id = house_id GROUP BY 1"],
    ["most popular kind of room", "SELECT 'double'"],
    ["how many arrivals next week", "SELECT 1"],
    ["how many check ins in may", "SELECT 2"],
    ["how many children stayed with us in may", "SELECT 1"],
    ["how long does it take us on average to answer a review", "SELECT 3"],
    ["do we have any guests from Italy", "SELECT first_name, last_name FROM guests WHERE nationality = 'Italian'"],
    [
      "cancellation rate per house this year",
      "SELECT name, AVG(cancelled_on IS NOT NULL) FROM bookings JOIN houses ON houses.id = house_id WHERE booked_on >= '2024' GROUP BY 1",
    ],
  ])("%s", expectRows);
});

describe("rows of something", () => {
  it.each([
    ["which rooms are closed off", "SELECT '102'"],
    ["guests older than 70", "SELECT 'Ada', 'Ness'"],
    ["worst rated house", "SELECT 'Beacon'"],
    ["how many unpaid folios are there", "SELECT 2"],
  ])("%s", expectRows);

  it.each(["bills that are not settled", "how many minibar fridges do we have", "how single are the guests"])(
    "are not told by others: %s",
    (question) => {
      expect(inn.ask(question).kind).toBe("not_understood");
    },
  );
});
