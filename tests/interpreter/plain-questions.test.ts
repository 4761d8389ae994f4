import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A company that lets storage units and looks after them. */
const tables = `
CREATE TABLE sites (id INTEGER PRIMARY KEY, site_name TEXT NOT NULL, town TEXT NOT NULL, built INTEGER NOT NULL, guard_count INTEGER NOT NULL);
CREATE TABLE units (id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites (id), doors INTEGER NOT NULL, rent REAL NOT NULL, heated BOOLEAN NOT NULL);
CREATE TABLE renters (id INTEGER PRIMARY KEY, renter_name TEXT NOT NULL, email TEXT, birth_date DATE NOT NULL, joined_on DATE NOT NULL, left_on DATE);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, keeper_name TEXT NOT NULL, grade TEXT NOT NULL, gradeness INTEGER NOT NULL, accepts_new_renters BOOLEAN NOT NULL, active BOOLEAN NOT NULL, hired DATE NOT NULL);
CREATE TABLE lettings (id INTEGER PRIMARY KEY, unit_id INTEGER NOT NULL REFERENCES units (id), renter_id INTEGER NOT NULL REFERENCES renters (id), start_date DATE NOT NULL, end_date DATE, deposit REAL NOT NULL);
CREATE TABLE rent_payments (id INTEGER PRIMARY KEY, letting_id INTEGER NOT NULL REFERENCES lettings (id), paid_on DATE NOT NULL, amount REAL NOT NULL, late_fee REAL NOT NULL);
CREATE TABLE inspections (id INTEGER PRIMARY KEY, unit_id INTEGER NOT NULL REFERENCES units (id), keeper_id INTEGER NOT NULL REFERENCES keepers (id), checked_by INTEGER REFERENCES keepers (id), reported_at TIMESTAMP NOT NULL, completed_at TIMESTAMP, state TEXT NOT NULL, damp BOOLEAN NOT NULL, cost REAL NOT NULL, excused BOOLEAN NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE lock_sales (id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites (id), yard_manager_id INTEGER NOT NULL REFERENCES keepers (id), lock_sold_at TIMESTAMP NOT NULL, quantity INTEGER NOT NULL, price REAL NOT NULL, counter TEXT NOT NULL);
CREATE VIEW current_lettings AS SELECT id, unit_id, renter_id FROM lettings WHERE end_date IS NULL;
`;

let storage: Business;
beforeAll(async () => {
  storage = await openFixture("storage", tables, (database) => {
    database.exec(`INSERT INTO sites VALUES (1, 'Dock Road', 'Fenwick', 1998, 4), (2, 'Mill Yard', 'Saltby', 2015, 1)`);
    database.exec(
      "INSERT INTO units VALUES (1, 1, 1, 50, 1), (2, 1, 2, 90, 0), (3, 2, 1, 60, 1), (4, 2, 2, 120, 1), (5, 2, 2, 80, 0)",
    );
    database.exec(`INSERT INTO renters VALUES (1, 'Ada Moe', 'ada@post.test', '1950-03-01', '2023-02-01', NULL),
      (2, 'Bo Lind', NULL, '1990-05-01', '2024-01-10', NULL), (3, 'Cy Ness', 'cy@post.test', '2001-01-01', '2024-03-10', '2024-09-01')`);
    database.exec(`INSERT INTO keepers VALUES (1, 'Dana Ruud', 'senior', 3, 1, 1, '2012-01-01'), (2, 'Egil Sund', 'junior', 1, 0, 1, '2024-02-01'),
      (3, 'Frida Torp', 'senior', 3, 1, 0, '2019-01-01')`);
    database.exec(`INSERT INTO lettings VALUES (1, 1, 1, '2023-02-01', NULL, 100), (2, 2, 2, '2024-01-10', NULL, 180),
      (3, 3, 3, '2024-03-10', '2024-09-01', 120)`);
    database.exec(`INSERT INTO rent_payments VALUES (1, 1, '2024-04-01', 50, 0), (2, 1, '2024-05-01', 50, 5), (3, 2, '2024-05-02', 90, 0),
      (4, 3, '2024-04-03', 60, 5), (5, 2, '2023-12-01', 90, 0)`);
    database.exec(`INSERT INTO inspections VALUES
      (1, 1, 1, 2, '2024-02-01 08:00:00', '2024-02-02 08:00:00', 'no_show', 1, 40, 1, 30), (2, 2, 1, 3, '2024-03-01 08:00:00', '2024-03-01 14:00:00', 'done', 0, 55, 0, 45),
      (3, 3, 2, 3, '2024-04-05 08:00:00', '2024-04-08 08:00:00', 'done', 1, 30, 1, 20), (4, 1, 1, NULL, '2024-05-01 08:00:00', NULL, 'open', 0, 25, 0, 15)`);
    database.exec(`INSERT INTO lock_sales VALUES (1, 1, 1, '2024-03-01 10:00:00', 3, 12, 'web'), (2, 2, 2, '2024-03-02 10:00:00', 1, 12, 'desk'),
      (3, 2, 1, '2024-04-02 10:00:00', 2, 15, 'web')`);
  });
});
afterAll(() => storage.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => storage.expectRows(question, sql);

const SITE_OF_PAYMENT =
  "rent_payments JOIN lettings ON lettings.id = letting_id JOIN units ON units.id = unit_id JOIN sites ON sites.id = site_id";

describe("rows that are called like a word of business", () => {
  it.each([
    ["how many units are heated?", "SELECT COUNT(*) FROM units WHERE heated = 1"],
    [
      "number of units per site",
      "SELECT site_name, COUNT(*) FROM units JOIN sites ON sites.id = site_id GROUP BY sites.id",
    ],
    ["sites with more than 2 units", "SELECT site_name FROM sites WHERE id = 2"],
  ])("%s", expectRows);
});

describe("what restricts is not dropped", () => {
  it.each([
    ["total deposits for current lettings", "SELECT SUM(deposit) FROM lettings WHERE end_date IS NULL"],
    ["keepers not accepting new renters", "SELECT keeper_name FROM keepers WHERE accepts_new_renters = 0"],
    ["how many inspections since March", "SELECT COUNT(*) FROM inspections WHERE reported_at >= '2024-03-01'"],
    ["how many unexcused inspections were there", "SELECT COUNT(*) FROM inspections WHERE excused = 0"],
    ["how many renters are older than 60?", "SELECT COUNT(*) FROM renters WHERE birth_date < '1964-06-15'"],
    [
      "lettings ending in the next 3 months",
      "SELECT * FROM lettings WHERE end_date >= '2024-06-15' AND end_date < '2024-09-15'",
    ],
    ["renters without an email address", "SELECT renter_name FROM renters WHERE email IS NULL"],
    ["sites with more than 2 guards", "SELECT site_name FROM sites WHERE guard_count > 2"],
    ["how many senior people are there", "SELECT COUNT(*) FROM keepers WHERE grade = 'senior'"],
    ["how many active renters do we have", "SELECT COUNT(*) FROM renters WHERE left_on IS NULL"],
  ])("%s", expectRows);
});

describe("figures that nothing says how to add up", () => {
  it.each([
    [
      "rent collected per site in 2024",
      `SELECT site_name, SUM(amount) FROM ${SITE_OF_PAYMENT} WHERE paid_on >= '2024-01-01' GROUP BY sites.id`,
    ],
    [
      "how much rent did we collect in April?",
      "SELECT SUM(amount) FROM rent_payments WHERE paid_on >= '2024-04-01' AND paid_on < '2024-05-01'",
    ],
    [
      "how much in late fees did we charge this year",
      "SELECT SUM(late_fee) FROM rent_payments WHERE paid_on >= '2024-01-01'",
    ],
    [
      "what did we spend on inspections this year",
      "SELECT SUM(cost) FROM inspections WHERE reported_at >= '2024-01-01'",
    ],
    ["average rent by number of doors", "SELECT doors, AVG(rent) FROM units GROUP BY doors"],
    [
      "average inspection minutes per keeper grade",
      "SELECT grade, AVG(minutes) FROM inspections JOIN keepers ON keepers.id = keeper_id GROUP BY grade",
    ],
    ["rent payments by site in euros", `SELECT site_name, SUM(amount) FROM ${SITE_OF_PAYMENT} GROUP BY sites.id`],
    [
      "is the average rent higher in Fenwick or in Saltby?",
      "SELECT town, AVG(rent) FROM units JOIN sites ON sites.id = site_id GROUP BY town",
    ],
    ["no-show rate of inspections", "SELECT 1.0 * SUM(state = 'no_show') / COUNT(*) FROM inspections"],
  ])("%s", expectRows);
});

describe("who did it", () => {
  it.each([
    [
      "lock sales by yard manager",
      "SELECT keeper_name, COUNT(*) FROM lock_sales JOIN keepers ON keepers.id = yard_manager_id GROUP BY keepers.id",
    ],
    ["what rent does Ada Moe pay", "SELECT rent FROM units WHERE id = 1"],
    ["who checked the most units?", "SELECT 'Frida Torp'"],
    [
      "inspections per keeper",
      "SELECT keeper_name, COUNT(*) FROM inspections JOIN keepers ON keepers.id = keeper_id GROUP BY keepers.id",
    ],
    [
      "number of inspections per checker",
      "SELECT keeper_name, COUNT(*) FROM inspections JOIN keepers ON keepers.id = checked_by GROUP BY keepers.id",
    ],
    ["busiest keeper this year", "SELECT 'Dana Ruud'"],
  ])("%s", expectRows);
});

describe("things sold", () => {
  it.each([
    ["locks sold by counter", "SELECT counter, SUM(quantity) FROM lock_sales GROUP BY counter"],
    ["locks sold per month", "SELECT strftime('%Y-%m', lock_sold_at), SUM(quantity) FROM lock_sales GROUP BY 1"],
  ])("%s", expectRows);
});

describe("times that something takes", () => {
  it.each([
    [
      "average time to complete an inspection by keeper in hours",
      "SELECT keeper_name, AVG((julianday(completed_at) - julianday(reported_at)) * 24) FROM inspections JOIN keepers ON keepers.id = keeper_id GROUP BY keepers.id",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await storage.answer(question);
    const rounded = (rows: readonly unknown[][]) =>
      rows.map(([name, hours]) => `${String(name)} ${Number(hours).toFixed(3)}`).toSorted();
    expect(rounded(result.rows)).toEqual(rounded(await storage.rows(sql)));
  });
});

describe("what is asked back or refused rather than guessed", () => {
  it.each([
    "which keepers are on leave this year?",
    "water consumption per site",
    "how many jobs did Dana Ruud finish?",
    "at what hour do most renters come?",
    "how many sales offices do we have",
    "inspections of copperlane",
    "which keepers pick the most apples?",
  ])("%s", (question) => {
    expect(storage.ask(question).kind).toBe("not_understood");
  });
});
