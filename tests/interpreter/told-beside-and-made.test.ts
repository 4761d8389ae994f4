import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A mill that presses oil, and lets its presses: what is pressed, what stands still, what is let to whom. */
const tables = `
CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, since DATE NOT NULL);
CREATE TABLE presses (id INTEGER PRIMARY KEY, press_name TEXT NOT NULL);
CREATE TABLE runs (id INTEGER PRIMARY KEY, run_no TEXT NOT NULL UNIQUE, grower_id INTEGER NOT NULL REFERENCES growers (id), press_id INTEGER NOT NULL REFERENCES presses (id), planned_quantity INTEGER NOT NULL, pressed_quantity INTEGER NOT NULL, released_on DATE NOT NULL, status TEXT NOT NULL, priority INTEGER NOT NULL);
CREATE TABLE downtimes (id INTEGER PRIMARY KEY, press_id INTEGER NOT NULL REFERENCES presses (id), started_at TIMESTAMP NOT NULL, ended_at TIMESTAMP);
CREATE TABLE stores (id INTEGER PRIMARY KEY, store_name TEXT NOT NULL);
CREATE TABLE oils (id INTEGER PRIMARY KEY, oil_name TEXT NOT NULL);
CREATE TABLE stock (store_id INTEGER NOT NULL REFERENCES stores (id), oil_id INTEGER NOT NULL REFERENCES oils (id), qty_on_hand INTEGER NOT NULL, PRIMARY KEY (store_id, oil_id));
CREATE VIEW released_runs AS SELECT * FROM runs WHERE status = 'released';
CREATE VIEW grower_amounts AS SELECT grower_id, SUM(pressed_quantity) AS quantity FROM runs GROUP BY grower_id;
`;

const leases = `
CREATE TABLE tenants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, since DATE NOT NULL);
CREATE TABLE leases (id INTEGER PRIMARY KEY, lease_no TEXT NOT NULL UNIQUE, tenant_id INTEGER NOT NULL REFERENCES tenants (id), kind TEXT NOT NULL, begin_date DATE NOT NULL, yearly_premium NUMERIC NOT NULL);
`;

let mill: Business;
let house: Business;
beforeAll(async () => {
  mill = await openFixture("told-beside-and-made", tables, (database) => {
    database.exec("INSERT INTO growers VALUES (1, 'Ness Farm', '2019-01-01'), (2, 'Lind Farm', '2011-05-01')");
    database.exec("INSERT INTO presses VALUES (1, 'North press'), (2, 'South press')");
    database.exec(`INSERT INTO runs VALUES (1, 'R-1', 1, 1, 10, 9, '2024-03-01', 'done', 1), (2, 'R-2', 2, 1, 20, 15, '2024-03-05', 'released', 1),
      (3, 'R-3', 2, 2, 30, 28, '2024-04-01', 'released', 2)`);
    database.exec(
      "INSERT INTO downtimes VALUES (1, 1, '2024-03-01 08:00:00', '2024-03-01 10:00:00'), (2, 2, '2024-04-01 08:00:00', '2024-04-01 11:00:00'), (3, 2, '2024-04-03 08:00:00', NULL)",
    );
    database.exec("INSERT INTO stores VALUES (1, 'Quayside'), (2, 'Hilltop')");
    database.exec("INSERT INTO oils VALUES (1, 'Olive'), (2, 'Walnut'), (3, 'Linseed')");
    database.exec("INSERT INTO stock VALUES (1, 1, 0), (2, 1, 9), (1, 2, 4), (2, 2, 0), (1, 3, 0)");
  });
  house = await openFixture("leases-sold", leases, (database) => {
    database.exec("INSERT INTO tenants VALUES (1, 'Ada Ness', '2019-01-01'), (2, 'Bo Lind', '2011-05-01')");
    database.exec(`INSERT INTO leases VALUES (1, 'L-1', 1, 'short', '2024-05-02', 100), (2, 'L-2', 2, 'short', '2024-05-20', 900), (3, 'L-3', 2, 'long', '2024-05-21', 300),
      (4, 'L-4', 1, 'short', '2024-04-01', 1200)`);
  });
});
afterAll(async () => {
  await mill.datasource.close();
  await house.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await mill.expectRows(question, sql);
};

describe("what has been made", () => {
  it.each([
    [
      "how many pieces did we press in March",
      "SELECT SUM(pressed_quantity) FROM runs WHERE released_on LIKE '2024-03%'",
    ],
    ["total quantity pressed", "SELECT SUM(pressed_quantity) FROM runs"],
    [
      "quantity pressed per press",
      "SELECT press_name, SUM(pressed_quantity) FROM runs r JOIN presses p ON p.id = r.press_id GROUP BY p.id",
    ],
  ])("is told by the number that is called so: %s", expectRows);
});

describe("things of which each row has one", () => {
  it.each([
    [
      "runs of March with grower and press",
      "SELECT run_no, g.name, press_name FROM runs r JOIN growers g ON g.id = r.grower_id JOIN presses p ON p.id = r.press_id WHERE released_on LIKE '2024-03%'",
    ],
    [
      "runs this year with grower name and pressed quantity",
      "SELECT run_no, g.name, pressed_quantity FROM runs r JOIN growers g ON g.id = r.grower_id",
    ],
    ["growers with runs", "SELECT name FROM growers WHERE id IN (SELECT grower_id FROM runs)"],
  ])("are told beside it, and restrict nothing: %s", expectRows);

  it("leave the number that is compared to the rows", () =>
    house.expectRows(
      "leases over 800 with tenant",
      "SELECT lease_no, t.name FROM leases l JOIN tenants t ON t.id = l.tenant_id WHERE yearly_premium > 800",
    ));
});

describe("a deed and a state of one name", () => {
  it.each([
    ["runs released in March", "SELECT run_no FROM runs WHERE released_on LIKE '2024-03%'"],
    ["how many runs are released", "SELECT COUNT(*) FROM runs WHERE status = 'released'"],
    ["priority 1 runs released in March", "SELECT run_no FROM runs WHERE released_on LIKE '2024-03%' AND priority = 1"],
    ["how many priority 2 runs are there", "SELECT COUNT(*) FROM runs WHERE priority = 2"],
  ])("are told apart by the time: %s", expectRows);
});

describe("times and places", () => {
  it("sums up how long rows lasted from their beginning to their end", () =>
    expectRows(
      "total downtime per press in hours",
      "SELECT press_name, SUM((julianday(ended_at) - julianday(started_at)) * 24) FROM downtimes d JOIN presses p ON p.id = d.press_id GROUP BY p.id",
    ));

  it.each([
    [
      "which oils are out of stock in Quayside",
      "SELECT oil_name FROM oils WHERE id IN (SELECT oil_id FROM stock WHERE store_id = 1 AND qty_on_hand = 0)",
    ],
    [
      "which oils are out of stock",
      "SELECT oil_name FROM oils WHERE id NOT IN (SELECT oil_id FROM stock WHERE qty_on_hand > 0)",
    ],
  ])("tells what one place or all are out of: %s", expectRows);

  it("knows who has been there longest", () =>
    expectRows("the grower who has been with us longest", "SELECT name FROM growers ORDER BY since LIMIT 1"));
});

describe("what was sold one by one", () => {
  it.each([
    [
      "how many short leases did we sell in May",
      "SELECT COUNT(*) FROM leases WHERE kind = 'short' AND begin_date LIKE '2024-05%'",
    ],
    ["how many leases did we sell last month", "SELECT COUNT(*) FROM leases WHERE begin_date LIKE '2024-05%'"],
  ])("is counted: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});
