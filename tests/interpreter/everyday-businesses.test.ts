import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/**
 * A canteen with lines of checks that are opened at a time, boxes by subscription, rooms that are let, classes with marks, and repairs:
 * "how many cancelled boxes do we have" while orders, too, may be cancelled.
 */
const tables = `
CREATE TABLE halls (id INTEGER PRIMARY KEY, hall_name TEXT NOT NULL, seats INTEGER NOT NULL);
CREATE TABLE crew (id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls (id), full_name TEXT NOT NULL, role TEXT NOT NULL);
CREATE TABLE duty_rosters (id INTEGER PRIMARY KEY, crew_id INTEGER NOT NULL REFERENCES crew (id), hours_worked REAL NOT NULL);
CREATE TABLE menu_items (id INTEGER PRIMARY KEY, item_name TEXT NOT NULL, course TEXT NOT NULL, vegan BOOLEAN NOT NULL);
CREATE TABLE checks (id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls (id), opened_at TEXT NOT NULL, closed_at TEXT);
CREATE TABLE check_lines (id INTEGER PRIMARY KEY, check_id INTEGER NOT NULL REFERENCES checks (id), item_id INTEGER NOT NULL REFERENCES menu_items (id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
`;

let canteen: Business;
beforeAll(async () => {
  canteen = await openFixture("everyday-canteen", tables, (database) => {
    database.exec("INSERT INTO halls VALUES (1, 'Larch', 40), (2, 'Rowan', 25)");
    database.exec(
      "INSERT INTO crew VALUES (1, 1, 'Ada Moss', 'cook'), (2, 1, 'Bo Reed', 'cook'), (3, 2, 'Cy Fern', 'cook'), (4, 1, 'Di Heath', 'porter')",
    );
    const roster = database.prepare("INSERT INTO duty_rosters VALUES (?, ?, ?)");
    for (let i = 1; i <= 40; i++) roster.run(i, 1 + (i % 4), 4 + (i % 5));
    database.exec(
      "INSERT INTO menu_items VALUES (1, 'Leek Soup', 'starter', 1), (2, 'Dumplings', 'main', 0), (3, 'Plum Tart', 'dessert', 0), (4, 'Hash', 'main', 0)",
    );
    const check = database.prepare("INSERT INTO checks VALUES (?, ?, ?, ?)");
    const line = database.prepare("INSERT INTO check_lines VALUES (?, ?, ?, ?, ?)");
    for (let i = 1; i <= 120; i++) {
      const day = `202${3 + (i % 2)}-0${1 + (i % 6)}-1${i % 9}`;
      check.run(i, 1 + (i % 2), `${day} 12:${10 + (i % 40)}:00`, `${day} 13:${10 + (i % 40)}:00`);
      line.run(i, i, 1 + (i % 3), 1 + (i % 4), 3 + (i % 5));
    }
  });
});
afterAll(() => canteen.datasource.close());

const sold = "SUM(quantity * unit_price)";
const ofChecks = "check_lines JOIN checks ON checks.id = check_id";

describe("lines of what is opened at a time", () => {
  it.each([
    [
      "revenue per month in 2024",
      `SELECT substr(opened_at, 1, 7), ${sold} FROM ${ofChecks} WHERE opened_at LIKE '2024%' GROUP BY 1`,
    ],
    [
      "sales by hall in 2024",
      `SELECT hall_name, ${sold} FROM ${ofChecks} JOIN halls ON halls.id = hall_id WHERE opened_at LIKE '2024%' GROUP BY 1`,
    ],
    [
      "how many dumplings did we sell in 2024",
      `SELECT SUM(quantity) FROM ${ofChecks} JOIN menu_items ON menu_items.id = item_id WHERE item_name = 'Dumplings' AND opened_at LIKE '2024%'`,
    ],
  ])("are of that time: %s", (question, sql) => canteen.expectRows(question, sql));
});

describe("a dish", () => {
  it("is an item of the menu rather than a course", () =>
    canteen.expectRows("how many dishes do we have", "SELECT COUNT(*) FROM menu_items"));
});

describe("those who work somewhere", () => {
  it("are counted rather than their hours", () =>
    canteen.expectRows(
      "how many cooks work at Larch",
      "SELECT COUNT(*) FROM crew JOIN halls ON halls.id = hall_id WHERE hall_name = 'Larch' AND role = 'cook'",
    ));
});

const boxes = `
CREATE TABLE shoppers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, last_login_at TEXT, fee_percent INTEGER NOT NULL);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, shopper_id INTEGER NOT NULL REFERENCES shoppers (id), plan TEXT NOT NULL, started_at DATE NOT NULL, cancelled_at DATE);
CREATE TABLE orders (id INTEGER PRIMARY KEY, shopper_id INTEGER NOT NULL REFERENCES shoppers (id), subscription_id INTEGER REFERENCES subscriptions (id), ordered_at DATE NOT NULL, status TEXT NOT NULL, fee REAL NOT NULL);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, shopper_id INTEGER NOT NULL REFERENCES shoppers (id), opened_at DATE NOT NULL, first_reply_at DATE);
CREATE TABLE vouchers (code TEXT PRIMARY KEY, percent_off INTEGER NOT NULL, valid_from DATE NOT NULL, valid_to DATE);
CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT NOT NULL, active BOOLEAN NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, planned_start DATE NOT NULL, started DATE, finished DATE, cost REAL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, billed_on DATE NOT NULL, due_on DATE NOT NULL, paid_amt REAL NOT NULL, paid_dt DATE);
`;

let shop: Business;
beforeAll(async () => {
  shop = await openFixture("everyday-boxes", boxes, (database) => {
    const shopper = database.prepare("INSERT INTO shoppers VALUES (?, ?, ?, ?)");
    for (let i = 1; i <= 30; i++) shopper.run(i, `Kim Vale${i}`, i % 5 === 0 ? null : "2024-05-01 10:00:00", 40 - i);
    const subscription = database.prepare("INSERT INTO subscriptions VALUES (?, ?, ?, ?, ?)");
    for (let i = 1; i <= 40; i++)
      subscription.run(
        i,
        1 + (i % 24),
        ["Small", "Large"][i % 2] ?? "",
        "2023-02-03",
        i % 3 === 0 ? `2024-0${1 + (i % 4)}-11` : null,
      );
    const order = database.prepare("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)");
    for (let i = 1; i <= 90; i++)
      order.run(
        i,
        1 + (i % 24),
        i % 4 === 0 ? null : 1 + (i % 40),
        `2024-0${1 + (i % 5)}-2${i % 8}`,
        i % 7 === 0 ? "cancelled" : "sent",
        2 + (i % 9) * (i % 4),
      );
    const ticket = database.prepare("INSERT INTO tickets VALUES (?, ?, ?, ?)");
    for (let i = 1; i <= 20; i++) ticket.run(i, i, "2024-04-01", i % 6 === 0 ? null : "2024-04-03");
    database.exec(
      "INSERT INTO vouchers VALUES ('HELLO', 10, '2023-01-01', NULL), ('FROST', 20, '2023-12-01', '2023-12-31'), ('PEARL', 15, '2023-05-01', NULL)",
    );
    database.exec("INSERT INTO goods VALUES (1, 'Tin', 1), (2, 'Jar', 0)");
    const repair = database.prepare("INSERT INTO repairs VALUES (?, ?, ?, ?, ?, ?)");
    for (let i = 1; i <= 24; i++)
      repair.run(
        i,
        ["belt", "lamp"][i % 2] ?? "",
        "2024-03-01",
        "2024-03-04",
        `2024-03-1${i % 9}`,
        i % 3 === 0 ? null : 20 + i,
      );
    const bill = database.prepare("INSERT INTO bills VALUES (?, ?, ?, ?, ?)");
    for (let i = 1; i <= 20; i++) bill.run(i, "2024-01-02", "2024-01-16", 50 + i, `2024-01-1${i % 10}`);
  });
});
afterAll(() => shop.datasource.close());

describe("what was done to rows on a day of theirs", () => {
  it.each([
    [
      "how many cancelled subscriptions do we have",
      "SELECT COUNT(*) FROM subscriptions WHERE cancelled_at IS NOT NULL",
    ],
    ["how many subscriptions were cancelled", "SELECT COUNT(*) FROM subscriptions WHERE cancelled_at IS NOT NULL"],
    [
      "cancelled subscriptions by plan",
      "SELECT plan, COUNT(*) FROM subscriptions WHERE cancelled_at IS NOT NULL GROUP BY 1",
    ],
    [
      "cancelled subscriptions by month in 2024",
      "SELECT substr(cancelled_at, 1, 7), COUNT(*) FROM subscriptions WHERE cancelled_at LIKE '2024%' GROUP BY 1",
    ],
    ["how many cancelled orders do we have", "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'"],
  ])("is told by that day, whatever state other rows are in: %s", (question, sql) => shop.expectRows(question, sql));
});

describe("what holds from day to day", () => {
  it("is valid by its own days, where something else is marked as active", () =>
    shop.expectRows("which vouchers are still valid", "SELECT code FROM vouchers WHERE valid_to IS NULL"));
});

describe("nothing at all", () => {
  it.each([
    [
      "how many shoppers never ordered anything",
      "SELECT COUNT(*) FROM shoppers WHERE id NOT IN (SELECT shopper_id FROM orders)",
    ],
    [
      "shoppers without a single ticket",
      "SELECT full_name FROM shoppers WHERE id NOT IN (SELECT shopper_id FROM tickets)",
    ],
    ["how many shoppers have never logged in", "SELECT COUNT(*) FROM shoppers WHERE last_login_at IS NULL"],
    ["tickets nobody has answered yet", "SELECT * FROM tickets WHERE first_reply_at IS NULL"],
  ])("is what is not there: %s", (question, sql) => shop.expectRows(question, sql));
});

describe("a figure of rows", () => {
  it.each([
    ["average cost per repair by kind", "SELECT kind, AVG(cost) FROM repairs GROUP BY 1"],
    [
      "average number of days between start and finish of repairs",
      "SELECT AVG(julianday(finished) - julianday(started)) FROM repairs",
    ],
    [
      "top 3 shoppers by fees",
      "SELECT full_name, SUM(fee) FROM orders JOIN shoppers ON shoppers.id = shopper_id GROUP BY shoppers.id ORDER BY 2 DESC LIMIT 3",
    ],
    ["bills paid late in 2024", "SELECT * FROM bills WHERE paid_dt > due_on AND paid_dt LIKE '2024%'"],
  ])("is of what happened: %s", (question, sql) => shop.expectRows(question, sql));
});

const lettings = `
CREATE TABLE landlords (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE houses (id INTEGER PRIMARY KEY, landlord_id INTEGER NOT NULL REFERENCES landlords (id), house_name TEXT NOT NULL);
CREATE TABLE rooms (id INTEGER PRIMARY KEY, house_id INTEGER NOT NULL REFERENCES houses (id), room_no TEXT NOT NULL);
CREATE TABLE tenants (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
CREATE TABLE leases (id INTEGER PRIMARY KEY, room_id INTEGER NOT NULL REFERENCES rooms (id), tenant_id INTEGER NOT NULL REFERENCES tenants (id), start_date DATE NOT NULL, end_date DATE, status TEXT NOT NULL);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT NOT NULL, landlord_id INTEGER NOT NULL REFERENCES landlords (id));
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, lesson_id INTEGER NOT NULL REFERENCES lessons (id), tenant_id INTEGER NOT NULL REFERENCES tenants (id));
CREATE TABLE certificates (id INTEGER PRIMARY KEY, enrolment_id INTEGER NOT NULL REFERENCES enrolments (id), grade TEXT NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("everyday-lettings", lettings, (database) => {
    database.exec("INSERT INTO landlords VALUES (1, 'Ada Birk'), (2, 'Bo Esp')");
    database.exec("INSERT INTO houses VALUES (1, 1, 'Mill Yard'), (2, 2, 'Gate Court')");
    const room = database.prepare("INSERT INTO rooms VALUES (?, ?, ?)");
    for (let i = 1; i <= 12; i++) room.run(i, 1 + (i % 2), `${i}B`);
    const tenant = database.prepare("INSERT INTO tenants VALUES (?, ?, ?)");
    for (let i = 1; i <= 12; i++) tenant.run(i, ["Flo", "Gus", "Hal"][i % 3] ?? "", `Stone${i}`);
    const lease = database.prepare("INSERT INTO leases VALUES (?, ?, ?, ?, ?, ?)");
    for (let i = 1; i <= 12; i++)
      lease.run(
        i,
        i,
        i,
        "2023-06-01",
        i % 3 === 0 ? "2024-02-01" : `2024-0${7 + (i % 3)}-05`,
        i % 3 === 0 ? "ended" : "active",
      );
    database.exec("INSERT INTO lessons VALUES (1, 'Statistics', 1), (2, 'Knitting', 2)");
    const enrolment = database.prepare("INSERT INTO enrolments VALUES (?, ?, ?)");
    const certificate = database.prepare("INSERT INTO certificates VALUES (?, ?, ?)");
    for (let i = 1; i <= 24; i++) {
      enrolment.run(i, i > 12 ? 2 : 1, 1 + (i % 12));
      certificate.run(i, i, ["A", "B", "C"][(i + Math.floor(i / 12)) % 3] ?? "C");
    }
  });
});
afterAll(() => house.datasource.close());

describe("who is asked for", () => {
  it("got a mark in one and the same lesson", () =>
    house.expectRows(
      "who got an A in Statistics",
      "SELECT first_name, last_name FROM tenants WHERE id IN (SELECT tenant_id FROM enrolments e JOIN certificates c ON c.enrolment_id = e.id JOIN lessons l ON l.id = e.lesson_id WHERE grade = 'A' AND title = 'Statistics')",
    ));

  it("lives where a lease says so, rather than owning the house", async () => {
    const { result } = await house.answer("who lives in Mill Yard");
    expect(result.columns.map(({ name }) => name)).toEqual(["first_name", "last_name"]);
  });
});

describe("what comes to its end", () => {
  it.each([
    ["how many leases end this year", "SELECT COUNT(*) FROM leases WHERE end_date LIKE '2024%'"],
    [
      "which leases end in the next 300 days",
      "SELECT * FROM leases WHERE end_date >= '2024-06-15' AND end_date < '2025-04-11'",
    ],
  ])("is told by its day rather than a state: %s", (question, sql) => house.expectRows(question, sql));
});
