import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A shop whose customers write reviews of what they buy, with parcels, and calls that somebody takes. */
const shopTables = `
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, agent_name TEXT NOT NULL, team TEXT NOT NULL, hired_on TEXT NOT NULL);
CREATE TABLE customers (customer_no INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, town TEXT NOT NULL, joined_on TEXT NOT NULL);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_no INTEGER NOT NULL REFERENCES customers, ordered_at TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE order_items (item_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, product_id INTEGER NOT NULL REFERENCES products, quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE reviews (review_id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products, customer_no INTEGER NOT NULL REFERENCES customers, rating INTEGER NOT NULL, reviewed_on TEXT NOT NULL);
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, courier TEXT NOT NULL, shipped_on TEXT NOT NULL, delivered_on TEXT, weight_kg REAL NOT NULL);
CREATE TABLE support_calls (call_id INTEGER PRIMARY KEY, customer_no INTEGER NOT NULL REFERENCES customers, agent_id INTEGER NOT NULL REFERENCES agents, called_at TEXT NOT NULL, topic TEXT NOT NULL);
CREATE VIEW active_orders AS SELECT customer_no, order_id FROM orders WHERE state = 'open';
`;

/** Houses as a framework names their tables, in cents, with a view of what is in arrears. */
const homeTables = `
CREATE TABLE staff_employee (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, is_active BOOLEAN NOT NULL);
CREATE TABLE homes_house (id INTEGER PRIMARY KEY, name TEXT NOT NULL, manager_id INTEGER NOT NULL REFERENCES staff_employee (id));
CREATE TABLE homes_unit (id INTEGER PRIMARY KEY, house_id INTEGER NOT NULL REFERENCES homes_house (id), unit_code TEXT NOT NULL, rooms INTEGER NOT NULL, area_sqm REAL NOT NULL);
CREATE TABLE people_tenant (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE lets_lease (id INTEGER PRIMARY KEY, unit_id INTEGER NOT NULL REFERENCES homes_unit (id), tenant_id INTEGER NOT NULL REFERENCES people_tenant (id), start_date TEXT NOT NULL, end_date TEXT, monthly_rent_cents INTEGER NOT NULL);
CREATE TABLE payments_rentpayment (id INTEGER PRIMARY KEY, lease_id INTEGER NOT NULL REFERENCES lets_lease (id), due_date TEXT NOT NULL, paid_date TEXT, amount_due_cents INTEGER NOT NULL, amount_paid_cents INTEGER NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE maintenance_contractor (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE maintenance_request (id INTEGER PRIMARY KEY, unit_id INTEGER NOT NULL REFERENCES homes_unit (id), contractor_id INTEGER NOT NULL REFERENCES maintenance_contractor (id), status TEXT NOT NULL, cost_cents INTEGER, reported_at TEXT NOT NULL, completed_at TEXT);
CREATE VIEW report_rent_arrears AS SELECT lease_id, SUM(amount_due_cents - amount_paid_cents) AS arrears_cents FROM payments_rentpayment GROUP BY lease_id HAVING SUM(amount_due_cents - amount_paid_cents) > 0;
`;

let [shop, homes]: Business[] = [];
beforeAll(async () => {
  shop = await openFixture("lampshop", shopTables, (database) => {
    database.exec(
      "INSERT INTO agents VALUES (1, 'Kim Holt', 'day', '2020-01-01'), (2, 'Bo Lind', 'night', '2021-01-01')",
    );
    database.exec(`INSERT INTO customers VALUES (11, 'Ada', 'Moe', 'Saltby', '2023-01-01'), (12, 'Cy', 'Rask', 'Fenwick', '2023-02-01'),
      (13, 'Di', 'Ness', 'Saltby', '2023-03-01')`);
    database.exec("INSERT INTO products VALUES (1, 'Desk lamp', 40), (2, 'Wall lamp', 60), (3, 'Torch', 10)");
    database.exec(`INSERT INTO orders VALUES (1, 11, '2024-01-10', 'open'), (2, 11, '2024-05-01', 'open'), (3, 12, '2024-05-03', 'done'),
      (4, 13, '2023-11-03', 'open')`);
    database.exec(
      `INSERT INTO order_items VALUES (1, 1, 1, 1, 40), (2, 2, 2, 2, 60), (3, 3, 1, 5, 40), (4, 4, 3, 1, 10), (5, 4, 1, 1, 40)`,
    );
    database.exec(
      "INSERT INTO reviews VALUES (1, 1, 12, 5, '2024-05-09'), (2, 3, 11, 4, '2024-05-10'), (3, 2, 13, 2, '2024-04-01')",
    );
    database.exec(`INSERT INTO parcels VALUES (1, 1, 'Swift', '2024-01-11', '2024-01-13', 900), (2, 2, 'Snail', '2024-05-02', '2024-05-10', 1200),
      (3, 3, 'Swift', '2024-05-04', '2024-05-07', 400)`);
    database.exec(`INSERT INTO support_calls VALUES (1, 11, 1, '2024-05-01', 'bill'), (2, 11, 2, '2024-05-02', 'bill'), (3, 11, 1, '2024-05-03', 'lamp'),
      (4, 12, 1, '2024-05-04', 'bill')`);
  });
  homes = await openFixture("homes", homeTables, (database) => {
    database.exec("INSERT INTO staff_employee VALUES (1, 'Kim Holt', 1), (2, 'Bo Lind', 1)");
    database.exec("INSERT INTO homes_house VALUES (1, 'North house', 1), (2, 'Mill house', 2)");
    database.exec("INSERT INTO homes_unit VALUES (1, 1, 'A1', 2, 50), (2, 1, 'A2', 3, 60), (3, 2, 'A1', 3, 70)");
    database.exec(
      `INSERT INTO people_tenant VALUES (1, 'Ada Moe', '2022-01-01'), (2, 'Cy Rask', '2022-01-01'), (3, 'Di Ness', '2022-01-01')`,
    );
    database.exec(
      `INSERT INTO lets_lease VALUES (1, 1, 1, '2022-02-01', '2023-02-01', 80000), (2, 1, 2, '2023-02-01', NULL, 90000), (3, 3, 3, '2024-01-01', NULL, 70000)`,
    );
    database.exec(`INSERT INTO payments_rentpayment VALUES (1, 2, '2024-05-01', '2024-05-02', 90000, 90000, '2024-04-25'),
      (2, 3, '2024-05-01', NULL, 70000, 0, '2024-04-25'), (3, 2, '2024-04-01', NULL, 90000, 0, '2024-03-25')`);
    database.exec("INSERT INTO maintenance_contractor VALUES (1, 'Ace'), (2, 'Bee')");
    database.exec(`INSERT INTO maintenance_request VALUES (1, 1, 1, 'completed', 5000, '2024-04-01', '2024-04-03'), (2, 1, 2, 'open', NULL, '2024-05-01', NULL),
      (3, 3, 2, 'completed', 9000, '2024-04-01', '2024-04-11')`);
  });
});
afterAll(async () => {
  await shop?.datasource.close();
  await homes?.datasource.close();
});

const bought = (name: string) =>
  `SELECT first_name, last_name FROM customers WHERE customer_no IN (SELECT customer_no FROM orders JOIN order_items USING (order_id) JOIN products USING (product_id) WHERE name = '${name}')`;

describe("what customers bought", () => {
  it.each([
    ["customers who bought a Desk lamp", bought("Desk lamp")],
    ["customers from Saltby who bought a Desk lamp", `${bought("Desk lamp")} AND town = 'Saltby'`],
    ["customers who bought both the Desk lamp and the Wall lamp", "SELECT 'Ada', 'Moe'"],
    ["how many customers bought a Desk lamp in 2024", "SELECT 2"],
    ["who spent more than 150 euros in total", "SELECT 'Ada', 'Moe' UNION ALL SELECT 'Cy', 'Rask'"],
    ["who spent more than 150", "SELECT 'Ada', 'Moe' UNION ALL SELECT 'Cy', 'Rask'"],
    [
      "our best customers",
      "SELECT 'Cy', 'Rask', 200.0 UNION ALL SELECT 'Ada', 'Moe', 160.0 UNION ALL SELECT 'Di', 'Ness', 50.0",
    ],
  ])("is told by their orders, whatever they reviewed: %s", (question, sql) => shop?.expectRows(question, sql));
});

describe("people who do something", () => {
  it.each([["who called more than twice in 2024", "SELECT 'Ada', 'Moe'"]])(
    "are those who called, rather than those who took the call: %s",
    (question, sql) => shop?.expectRows(question, sql),
  );

  it("live where their lease runs, and are none of the staff: who lives in North house A1", () =>
    homes?.expectRows("who lives in North house A1", "SELECT 'Cy Rask'"));
});

describe("what calls and parcels say", () => {
  it.each([
    ["what do customers call about most", "SELECT 'bill', 3 UNION ALL SELECT 'lamp', 1"],
    ["how long does it take us to ship an order on average", "SELECT 1.0"],
  ])("is read in everyday words: %s", (question, sql) => shop?.expectRows(question, sql));
});

describe("the key of other rows in a view", () => {
  it("is counted, never added up: how many active customers do we have", () =>
    shop?.expectRows("how many active customers do we have", "SELECT 2"));
});

describe("units that are asked for", () => {
  it.each([
    ["total weight of parcels in tonnes", "SELECT 2.5"],
    ["how many tonnes did we ship in 2024", "SELECT 2.5"],
    ["average parcel weight in grams", "SELECT 2500000 / 3.0"],
    ["total weight in tonnes by courier", "SELECT 'Swift', 1.3 UNION ALL SELECT 'Snail', 1.2"],
  ])("are those in which the figure is told: %s", (question, sql) => shop?.expectRows(question, sql));

  it("may be months: average lease length in months", async () => {
    const { result } = (await homes?.answer("average lease length in months")) ?? expect.fail();
    expect(result.rows[0]?.[0]).toBeCloseTo(365 / 30.436875);
  });
});

describe("what is first by the time that its rows took", () => {
  it.each([
    ["which courier has the longest delivery time", "SELECT 'Snail', 8.0"],
    ["which courier has the shortest average delivery time", "SELECT 'Swift', 2.5"],
    ["which courier is the slowest", "SELECT 'Snail', 8.0"],
    ["fastest courier", "SELECT 'Swift', 2.5"],
  ])("is told by the usual time of each: %s", (question, sql) => shop?.expectRows(question, sql));

  it("is told by one time where one is said: which tenant has the longest lease", () =>
    homes?.expectRows("tenant with the longest lease", "SELECT 'Ada Moe', 365.0"));
});

describe("homes", () => {
  it.each([
    ["how many units are there", "SELECT 3"],
    ["how many units are vacant", "SELECT 1"],
    ["units per house", "SELECT 'North house', 2 UNION ALL SELECT 'Mill house', 1"],
    ["total arrears", "SELECT 1600.0"],
    ["arrears by house", "SELECT 'North house', 900.0 UNION ALL SELECT 'Mill house', 700.0"],
    ["who hasn't paid rent in May 2024", "SELECT 'Di Ness'"],
    ["how many open repairs are there", "SELECT 1"],
    ["how many repair requests are open", "SELECT 1"],
    ["average repair cost by contractor", "SELECT 'Ace', 50.0 UNION ALL SELECT 'Bee', 90.0"],
    ["how long does a repair take on average", "SELECT 6.0"],
    ["how many repairs are not done yet", "SELECT 1"],
    ["how much did we pay Bee in 2024", "SELECT 90.0"],
    ["how much rent was collected in May 2024", "SELECT 900.0"],
    ["unpaid rent in May 2024", "SELECT 700.0"],
    ["how many three-room units are there", "SELECT 2"],
    ["how many units are bigger than 55 square metres", "SELECT 2"],
  ])("are asked about in everyday words: %s", (question, sql) => homes?.expectRows(question, sql));
});

describe("tables of a framework", () => {
  it("are told by what they have rows of", () => {
    const reading = homes?.ask("how many payments were late") ?? expect.fail();
    expect(reading.kind === "query" && reading.interpretation).toContain("rent payments");
  });
});

describe("rows of a framework that are late", () => {
  it("are told from the day they were due: average number of days late", () =>
    homes?.expectRows("average number of days late", "SELECT 1.0"));
});

describe("visits that are booked before", () => {
  let clinic: Business;
  beforeAll(async () => {
    clinic = await openFixture(
      "clinic",
      `CREATE TABLE patients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, birth_year INTEGER NOT NULL);
       CREATE TABLE appointments (id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients (id), booked_at TEXT NOT NULL, scheduled_at TEXT NOT NULL);
       CREATE TABLE treatments (id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL REFERENCES appointments (id), method TEXT NOT NULL, cost REAL NOT NULL);
       CREATE TABLE admissions (id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients (id), ward TEXT NOT NULL, admitted_on TEXT NOT NULL, discharged_on TEXT);
       CREATE TABLE outages (id INTEGER PRIMARY KEY, district TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT);
       CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT NOT NULL, monthly_fee REAL NOT NULL, wholesale_cost REAL NOT NULL);`,
      (database) => {
        database.exec("INSERT INTO patients VALUES (1, 'Ada Moe', 1984), (2, 'Cy Rask', 2004)");
        database.exec(
          `INSERT INTO appointments VALUES (1, 1, '2024-05-01', '2024-05-05'), (2, 2, '2024-05-01', '2024-05-07')`,
        );
        database.exec(
          `INSERT INTO treatments VALUES (1, 1, 'Scan', 90), (2, 1, 'Scan', 20), (3, 2, 'Scan', 20), (4, 2, 'Test', 50), (5, 2, 'Test', 60), (6, 1, 'Test', 70)`,
        );
        database.exec(
          `INSERT INTO admissions VALUES (1, 1, 'North', '2024-05-01', '2024-05-03'), (2, 2, 'South', '2024-05-01', '2024-05-09'), (3, 1, 'North', '2024-05-20', '2024-05-24')`,
        );
        database.exec(`INSERT INTO outages VALUES (1, 'Hill', '2024-05-01 08:00:00', '2024-05-02 08:00:00'), (2, 'Hill', '2024-05-03 08:00:00', '2024-05-04 08:00:00'),
          (3, 'Mill', '2024-05-01 08:00:00', '2024-05-02 20:00:00')`);
        database.exec("INSERT INTO plans VALUES (1, 'Small', 20, 15), (2, 'Large', 50, 30)");
      },
    );
  });
  afterAll(() => clinic.datasource.close());

  it.each([
    ["average waiting time between booking and appointment", "SELECT 5.0"],
    ["average length of stay", "SELECT 14 / 3.0"],
    ["which ward has the longest stays", "SELECT 'South', 8.0"],
    ["patient with the longest stay", "SELECT 'Cy Rask', 8.0"],
    ["average age of patients", "SELECT 30.0"],
    ["which method costs us the most", "SELECT 'Test'"],
    ["which district had the most downtime in 2024", "SELECT 'Hill', 2.0"],
    ["total downtime by district", "SELECT 'Hill', 2.0 UNION ALL SELECT 'Mill', 1.5"],
    ["profit per plan", "SELECT 'Small', 5.0 UNION ALL SELECT 'Large', 20.0"],
  ])("wait, stay and cost as is kept of them: %s", (question, sql) => clinic.expectRows(question, sql));
});

describe("kinds of people", () => {
  it("divide nothing, though a number elsewhere is called so: members per insurance", async () => {
    const club = await openFixture(
      "club",
      `CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, insurance_provider TEXT);
       CREATE TABLE bills (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), total REAL NOT NULL, insurance_paid REAL NOT NULL);`,
      (database) => {
        database.exec(
          "INSERT INTO members VALUES (1, 'Ada Moe', 'Swift'), (2, 'Cy Rask', 'Swift'), (3, 'Di Ness', 'Oak')",
        );
        database.exec("INSERT INTO bills VALUES (1, 1, 10, 5), (2, 2, 20, 7.5)");
      },
    );
    await club.expectRows("members per insurance", "SELECT 'Swift', 2 UNION ALL SELECT 'Oak', 1");
    await club.datasource.close();
  });
});
