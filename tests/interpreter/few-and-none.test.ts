import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness, openFixture } from "./business.ts";

/** Beekeepers: hives with a keeper and a chief, inspections that are booked and may not have been held, honey that is sold in jars. */
const tables = `
CREATE TABLE apiaries (id INTEGER PRIMARY KEY, apiary_name TEXT NOT NULL, leader_id INTEGER REFERENCES keepers (id), has_shed BOOLEAN NOT NULL, yearly_rent NUMERIC NOT NULL, floor_area INTEGER NOT NULL);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, gender TEXT NOT NULL, registered_on DATE NOT NULL, left_on DATE, apiary_id INTEGER NOT NULL REFERENCES apiaries (id));
CREATE TABLE hives (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, apiary_id INTEGER NOT NULL REFERENCES apiaries (id), maker TEXT NOT NULL, wood TEXT NOT NULL, purchase_price NUMERIC NOT NULL);
CREATE TABLE swarms (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (id), caught_on DATE NOT NULL, weight_kg NUMERIC NOT NULL);
CREATE TABLE workshops (id INTEGER PRIMARY KEY, title TEXT NOT NULL, capacity INTEGER NOT NULL);
CREATE TABLE bookings (workshop_id INTEGER NOT NULL REFERENCES workshops (id), keeper_id INTEGER NOT NULL REFERENCES keepers (id), PRIMARY KEY (workshop_id, keeper_id));
CREATE TABLE trainees (id INTEGER PRIMARY KEY, workshop_id INTEGER NOT NULL REFERENCES workshops (id), full_name TEXT NOT NULL, registered_on DATE NOT NULL, stage TEXT NOT NULL);
CREATE TABLE honeys (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, unit_cost NUMERIC NOT NULL, sale_price NUMERIC NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (id), issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, amount NUMERIC NOT NULL, purpose TEXT NOT NULL);
`;

/** An inn with baths: rooms that may be out of service, guests who check in, treatments, reminders, and what each department has for a head. */
const innTables = `
CREATE TABLE hosts (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, start_date DATE NOT NULL);
CREATE TABLE houses (id INTEGER PRIMARY KEY, house_name TEXT NOT NULL, supervisor_id INTEGER NOT NULL REFERENCES hosts (id));
CREATE TABLE cabins (id INTEGER PRIMARY KEY, label TEXT NOT NULL, house_id INTEGER NOT NULL REFERENCES houses (id), out_of_service BOOLEAN NOT NULL);
CREATE TABLE services (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, enrolled_on DATE NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), cabin_id INTEGER NOT NULL REFERENCES cabins (id), booked_on DATE NOT NULL, check_in DATE NOT NULL, check_out DATE NOT NULL);
CREATE TABLE visit_services (visit_id INTEGER NOT NULL REFERENCES visits (id), service_id INTEGER NOT NULL REFERENCES services (id), PRIMARY KEY (visit_id, service_id));
CREATE TABLE reminders (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), sent_on DATE NOT NULL);
`;

let inn: Business;
let bees: Business;
beforeAll(async () => {
  inn = await openFixture("few-and-none-inn", innTables, (database) => {
    database.exec("INSERT INTO hosts VALUES (1, 'Ina Orr', '2023-04-01'), (2, 'Jo Pim', '2024-05-01')");
    database.exec("INSERT INTO houses VALUES (1, 'Lake House', 2), (2, 'Old Mill', 1)");
    database.exec("INSERT INTO cabins VALUES (1, 'C-1', 1, 0), (2, 'C-2', 1, 1), (3, 'C-3', 2, 0)");
    database.exec("INSERT INTO services VALUES (1, 'Massage'), (2, 'Sauna'), (3, 'Mud bath')");
    database.exec(
      "INSERT INTO guests VALUES (1, 'Kit Roe', '2025-01-05'), (2, 'Lou Stow', '2025-02-01'), (3, 'Max Tew', '2024-02-01'), (4, 'Nan Ure', '2024-03-01')",
    );
    database.exec(
      "INSERT INTO visits VALUES (1, 1, 1, '2025-01-10', '2025-03-01', '2025-03-04'), (2, 3, 3, '2025-02-10', '2025-04-01', '2025-04-02')",
    );
    database.exec("INSERT INTO visit_services VALUES (1, 1), (2, 1), (2, 2)");
    database.exec("INSERT INTO reminders VALUES (1, 1, '2025-05-01'), (2, 2, '2025-05-01')");
  });
  bees = await openFixture("few-and-none", tables, (database) => {
    database.exec(
      "INSERT INTO apiaries VALUES (1, 'Hilltop', NULL, 1, 1200, 40), (2, 'Brookside', NULL, 0, 600, 30), (3, 'Orchard', NULL, 1, 300, 10)",
    );
    database.exec(`INSERT INTO keepers VALUES (1, 'Ada Ness', 'f', '2024-02-01', NULL, 1), (2, 'Bo Lind', 'm', '2025-03-01', NULL, 1), (3, 'Cy Moe', 'm', '2025-06-01', '2025-09-01', 2),
      (4, 'Di Orr', 'f', '2025-07-01', NULL, 2), (5, 'Ed Pim', 'm', '2023-01-01', '2025-02-01', 2)`);
    database.exec("UPDATE apiaries SET leader_id = CASE id WHEN 1 THEN 1 WHEN 2 THEN 3 END");
    database.exec(
      "INSERT INTO hives VALUES (1, 'H-1', 1, 'Oakley', 'pine', 120), (2, 'H-2', 1, 'Birch', 'cedar', 90), (3, 'H-3', 2, 'Oakley', 'cedar', 150)",
    );
    database.exec(
      "INSERT INTO swarms VALUES (1, 1, '2025-05-01', 2.5), (2, 1, '2025-05-20', 2), (3, 1, '2024-05-20', 2), (4, 2, '2025-06-01', 3), (5, 5, '2024-06-01', 1)",
    );
    database.exec("INSERT INTO workshops VALUES (1, 'Frames', 4), (2, 'Wax', 8), (3, 'Queens', 5)");
    database.exec("INSERT INTO bookings VALUES (1, 1), (1, 2), (1, 3), (2, 1)");
    database.exec(
      `INSERT INTO trainees VALUES (1, 1, 'Gil Roe', '2025-01-01', 'registered'), (2, 1, 'Hal Stow', '2025-01-02', 'granted'), (3, 2, 'Ida Tew', '2025-01-03', 'refused')`,
    );
    database.exec("INSERT INTO honeys VALUES (1, 'Heather', 4, 9), (2, 'Clover', 3, 5)");
    database.exec(`INSERT INTO bills VALUES (1, 1, '2025-01-01', '2025-01-31', '2025-01-11', 50, 'Membership'), (2, 2, '2025-02-01', '2025-02-28', '2025-03-05', 20, 'Jars'),
      (3, 4, '2025-03-01', '2025-03-31', NULL, 70, 'Membership')`);
  });
});
afterAll(async () => {
  await bees.datasource.close();
  await inn.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await bees.expectRows(question, sql);
};

describe("fewer than so many", () => {
  const swarms = (operator: string, also = "") =>
    `SELECT full_name FROM keepers WHERE (SELECT COUNT(*) FROM swarms WHERE keeper_id = keepers.id${also}) ${operator}`;
  it.each([
    ["keepers with fewer than 2 swarms", swarms("< 2")],
    ["keepers with at most 1 swarm", swarms("<= 1")],
    ["keepers with less than 2 swarms in 2025", swarms("< 2", " AND caught_on LIKE '2025%'")],
    ["how many keepers have fewer than 2 swarms", "SELECT 4"],
    ["workshops with fewer than 2 bookings", "SELECT title FROM workshops WHERE id IN (2, 3)"],
    ["workshops with fewer than 2 keepers", "SELECT title FROM workshops WHERE id IN (2, 3)"],
    ["keepers with at least 2 swarms", swarms(">= 2")],
  ])("is true of those with none at all: %s", expectRows);
});

describe("what is denied, what is out and who is what to others", () => {
  it.each([
    ["guests who enrolled this year but have no visit yet", "SELECT 'Nan Ure'"],
    ["guests who enrolled in 2025 and never had a visit", "SELECT 'Lou Stow'"],
    ["guests who never came", "SELECT full_name FROM guests WHERE id IN (2, 4)"],
    ["services we never performed", "SELECT 'Mud bath'"],
    ["cabins out of service", "SELECT 'C-2'"],
    ["average length of stay", "SELECT 2"],
    ["who was hired in 2024", "SELECT 'Jo Pim'"],
    ["hosts hired in 2023", "SELECT 'Ina Orr'"],
    ["who supervises the Old Mill house", "SELECT 'Ina Orr'"],
  ])("is read as such: %s", async (question, sql) => {
    await inn.expectRows(question, sql);
  });
});

describe("what is said in short", () => {
  it.each([
    ["hives: maker, wood, price", "SELECT maker, wood, purchase_price FROM hives"],
    ["amount of bills by what they were for (purpose)", "SELECT purpose, SUM(amount) FROM bills GROUP BY purpose"],
    ["how long do keepers take to pay", "SELECT AVG(julianday(paid_on) - julianday(issued_on)) FROM bills"],
    ["who leads the Brookside apiary", "SELECT 'Cy Moe'"],
    ["average days late", "SELECT AVG(julianday(paid_on) - julianday(due_on)) FROM bills"],
    [
      "gender split by apiary",
      "SELECT gender, apiary_name, COUNT(*) FROM keepers JOIN apiaries ON apiaries.id = apiary_id GROUP BY gender, apiary_id",
    ],
  ])("is read as what it stands for: %s", expectRows);
});

describe("figures of what is kept", () => {
  it.each([
    ["margin per honey", "SELECT name, 1.0 * (sale_price - unit_cost) / sale_price FROM honeys"],
    ["profit of each honey", "SELECT name, sale_price - unit_cost FROM honeys"],
    ["rent per square metre", "SELECT 1.0 * SUM(yearly_rent) / SUM(floor_area) FROM apiaries"],
    ["average workshop size", "SELECT 4.0 / 3"],
    [
      "how many trainees registered for each workshop",
      "SELECT title, COUNT(*) FROM trainees JOIN workshops ON workshops.id = workshop_id GROUP BY workshop_id",
    ],
    ["trainees with stage registered", "SELECT 'Gil Roe'"],
  ])("are read as they are meant: %s", expectRows);

  it("tells of no total of what things are listed at", () => {
    expect(bees.ask("total profit").kind).toBe("not_understood");
  });

  it("takes no noun for a request", () => {
    expect(bees.ask("return period of keepers").kind).toBe("not_understood");
  });

  it("counts different articles, of lines that are all different", async () => {
    const business = await openBusiness();
    await business.expectRows(
      "number of different articles purchased",
      "SELECT COUNT(DISTINCT product_id) FROM order_items",
    );
    await business.datasource.close();
  });
});
