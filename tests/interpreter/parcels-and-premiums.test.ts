import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Parcels that are insured: what hirers of lockers send and rent, premiums that come in, payouts that go out, tours with seats, drivers by the hour. */
const tables = `
CREATE TABLE hirers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE rentals (id INTEGER PRIMARY KEY, hirer_id INTEGER NOT NULL REFERENCES hirers (id), started_on TEXT NOT NULL, locker_size TEXT NOT NULL);
CREATE TABLE parcels (id INTEGER PRIMARY KEY, hirer_id INTEGER NOT NULL REFERENCES hirers (id), sent_on TEXT NOT NULL, weight_kg REAL NOT NULL, distance_km INTEGER NOT NULL, handling_cost REAL NOT NULL);
CREATE TABLE claims (id INTEGER PRIMARY KEY, parcel_id INTEGER NOT NULL REFERENCES parcels (id), opened_on TEXT NOT NULL, reason TEXT NOT NULL);
CREATE TABLE policies (id INTEGER PRIMARY KEY, hirer_id INTEGER NOT NULL REFERENCES hirers (id), annual_premium REAL NOT NULL, start_date TEXT NOT NULL);
CREATE TABLE payouts (id INTEGER PRIMARY KEY, claim_id INTEGER NOT NULL REFERENCES claims (id), paid_on TEXT NOT NULL, amount REAL NOT NULL);
CREATE TABLE tour_bookings (id INTEGER PRIMARY KEY, hirer_id INTEGER NOT NULL REFERENCES hirers (id), booked_on TEXT NOT NULL, seats INTEGER NOT NULL, "amountPaid" REAL NOT NULL);
CREATE TABLE van_trips (id INTEGER PRIMARY KEY, hirer_id INTEGER NOT NULL REFERENCES hirers (id), started_on TEXT NOT NULL, with_helper INTEGER NOT NULL, discounted INTEGER NOT NULL, fee REAL NOT NULL);
CREATE TABLE vans (id INTEGER PRIMARY KEY, plate TEXT NOT NULL, in_service INTEGER NOT NULL);
CREATE TABLE drivers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, hourly_rate REAL NOT NULL, hired_on TEXT NOT NULL);
CREATE TABLE vouchers (id INTEGER PRIMARY KEY, code TEXT NOT NULL, state TEXT NOT NULL, end_date TEXT NOT NULL);
CREATE TABLE shelf_snapshots (id INTEGER PRIMARY KEY, parcel_id INTEGER NOT NULL REFERENCES parcels (id), snapshot_date TEXT NOT NULL, is_in_inventory BOOLEAN NOT NULL);
CREATE VIEW monthly_billing AS SELECT substr(booked_on, 1, 7) AS month, SUM("amountPaid") AS billed FROM tour_bookings GROUP BY 1;
CREATE VIEW paid_bookings AS SELECT id, hirer_id, booked_on, seats, "amountPaid" FROM tour_bookings;
`;

let firm: Business;
beforeAll(async () => {
  firm = await openFixture("parcels-and-premiums", tables, (database) => {
    database.exec("INSERT INTO hirers VALUES (1, 'Ada Ness', 'Lund'), (2, 'Bo Lind', 'Lund'), (3, 'Cy Moe', 'Vik')");
    database.exec(`INSERT INTO rentals VALUES (1, 2, '2024-01-05', 'small'), (2, 2, '2024-02-05', 'small'), (3, 2, '2024-03-05', 'large'),
      (4, 1, '2024-05-05', 'large')`);
    database.exec(`INSERT INTO parcels VALUES (1, 1, '2024-05-01', 2, 100, 5), (2, 1, '2024-05-01', 3, 300, 15), (3, 2, '2024-05-02', 5, 50, 7),
      (4, 1, '2024-05-03', 1, 50, 3)`);
    database.exec("INSERT INTO claims VALUES (1, 1, '2024-05-04', 'broken'), (2, 3, '2024-05-06', 'lost')");
    database.exec(
      "INSERT INTO policies VALUES (1, 1, 120, '2024-05-01'), (2, 2, 80, '2024-04-01'), (3, 3, 60, '2024-05-20')",
    );
    database.exec(
      "INSERT INTO payouts VALUES (1, 1, '2024-05-10', 40), (2, 1, '2024-05-11', 20), (3, 2, '2024-06-01', 30)",
    );
    database.exec(
      "INSERT INTO tour_bookings VALUES (1, 1, '2024-05-09', 2, 50), (2, 3, '2024-05-10', 4, 70), (3, 3, '2024-06-10', 1, 30)",
    );
    database.exec(
      "INSERT INTO vouchers VALUES (1, 'A1', 'expired', '2024-01-01'), (2, 'B2', 'open', '2024-07-09'), (3, 'C3', 'open', '2024-09-09')",
    );
    database.exec("INSERT INTO shelf_snapshots VALUES (1, 1, '2024-05-01', TRUE), (2, 2, '2024-05-01', FALSE)");
    database.exec(
      "INSERT INTO van_trips VALUES (1, 1, '2024-05-02', 1, 0, 20), (2, 2, '2024-05-03', 0, 1, 15), (3, 2, '2024-04-03', 0, 0, 30)",
    );
    database.exec("INSERT INTO vans VALUES (1, 'A 1', 1), (2, 'B 2', 0)");
    database.exec("INSERT INTO drivers VALUES (1, 'Di Roe', 21, '2020-01-01'), (2, 'Ed Sand', 24, '2021-01-01')");
  });
});
afterAll(() => firm.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => firm.expectRows(question, sql);

describe("those who did something", () => {
  it.each([
    ["who sends the most parcels", "SELECT 'Ada Ness'"],
    ["who rents the most", "SELECT 'Bo Lind'"],
    ["who booked most often", "SELECT 'Cy Moe'"],
    ["which customers rented more than 2 times", "SELECT 'Bo Lind'"],
  ])("are people, by what they did: %s", expectRows);

  it.each([
    "which hirers stopped sending parcels",
    "wages last month",
    "handling cost of claims per hirer",
    "average bill",
    "how many parcels are in stock",
    "average distance of drivers",
    "hirers who stayed more than once",
  ])("are not told by days, by what others paid or by other rows: %s", (question) => {
    expect(firm.ask(question).kind).toBe("not_understood");
  });
});

describe("what holds or does not", () => {
  it.each([
    ["van trips without helper last month", "SELECT * FROM van_trips WHERE id = 2"],
    ["share of van trips with a helper", "SELECT 1.0 / 3"],
    ["vans out of service", "SELECT 'B 2'"],
  ])("is told by a column of yes and no: %s", expectRows);

  it.each([
    ["vans out of service", "Plate of vans that are not in service."],
    ["van trips without helper last month", "All columns of van trips that started last month without a helper."],
    ["total fee of discounted van trips", "Total fee of discounted van trips."],
  ])("is said in words: %s", (question, words) => {
    expect(firm.ask(question)).toMatchObject({ interpretation: words });
  });
});

describe("what is still to come", () => {
  it.each([
    ["vouchers that expire next month", "SELECT 'B2'"],
    ["expired vouchers", "SELECT 'A1'"],
  ])("is told by its day, and what is over by its state: %s", expectRows);
});

describe("money by its name", () => {
  it.each([
    ["premium income by month", "SELECT substr(start_date, 1, 7), SUM(annual_premium) FROM policies GROUP BY 1"],
    ["payout per claim", "SELECT 45"],
    ["average seat price", "SELECT 150.0 / 7"],
    ["price per seat", "SELECT 150.0 / 7"],
    ["handling cost per km", "SELECT 30.0 / 500"],
    ["premiums earned in may 2024", "SELECT 180"],
    ["average monthly bill", "SELECT 75"],
    ["average revenue per hirer", "SELECT 150.0 / 2"],
    ["handling cost per kg", "SELECT 30.0 / 11"],
  ])("is what is called so: %s", expectRows);

  it("has a heading of words", async () => {
    const { result } = await firm.answer("average amount paid of tour bookings");
    expect(result.columns.map(({ name }) => name)).toEqual(["average_amount_paid"]);
  });
});
