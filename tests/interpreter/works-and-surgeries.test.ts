import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A works whose tables begin with the part of the system that they belong to, with short words. */
const works = `
CREATE TABLE mf_site (site_id INTEGER PRIMARY KEY, site_nm TEXT NOT NULL);
CREATE TABLE mf_mach (mach_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES mf_site (site_id), mach_nm TEXT NOT NULL);
CREATE TABLE mf_downtime (dt_id INTEGER PRIMARY KEY, mach_id INTEGER NOT NULL REFERENCES mf_mach (mach_id), start_ts TEXT NOT NULL, mins INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE mf_run (run_id INTEGER PRIMARY KEY, mach_id INTEGER NOT NULL REFERENCES mf_mach (mach_id), start_ts TEXT NOT NULL, end_ts TEXT NOT NULL, prod_qty INTEGER NOT NULL, scrap_qty INTEGER NOT NULL);
CREATE TABLE mf_product (prod_id INTEGER PRIMARY KEY, prod_nm TEXT NOT NULL, disc_yn TEXT NOT NULL);
CREATE TABLE mf_wo (wo_id INTEGER PRIMARY KEY, prod_id INTEGER NOT NULL REFERENCES mf_product (prod_id), plan_qty INTEGER NOT NULL, due_dt TEXT NOT NULL, closed_dt TEXT);
CREATE TABLE inv_stock (prod_id INTEGER NOT NULL REFERENCES mf_product (prod_id), site_id INTEGER NOT NULL REFERENCES mf_site (site_id), on_hand_qty INTEGER NOT NULL, reorder_pt INTEGER NOT NULL, PRIMARY KEY (prod_id, site_id));
CREATE TABLE sl_cust (cust_id INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, seg TEXT NOT NULL);
CREATE TABLE sl_order (ord_id INTEGER PRIMARY KEY, cust_id INTEGER NOT NULL REFERENCES sl_cust (cust_id), ord_dt TEXT NOT NULL, ord_stat TEXT NOT NULL);
CREATE TABLE sl_order_line (line_id INTEGER PRIMARY KEY, ord_id INTEGER NOT NULL REFERENCES sl_order (ord_id), prod_id INTEGER NOT NULL REFERENCES mf_product (prod_id), qty INTEGER NOT NULL, unit_price REAL NOT NULL, promised_dt TEXT NOT NULL, shipped_dt TEXT);
CREATE TABLE pu_supp (supp_id INTEGER PRIMARY KEY, supp_nm TEXT NOT NULL);
CREATE TABLE pu_po (po_id INTEGER PRIMARY KEY, supp_id INTEGER NOT NULL REFERENCES pu_supp (supp_id), amt REAL NOT NULL, ord_dt TEXT NOT NULL, recv_dt TEXT, po_stat TEXT NOT NULL);
CREATE VIEW v_open_orders AS SELECT o.ord_id, c.cust_nm FROM sl_order o JOIN sl_cust c ON c.cust_id = o.cust_id WHERE o.ord_stat = 'N';
`;

/** Surgeries: visits with a day on which they were booked and one on which they are, bills, and a view of those unpaid. */
const surgeries = `
CREATE TABLE surgeries (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE vets (id INTEGER PRIMARY KEY, surgery_id INTEGER NOT NULL REFERENCES surgeries (id), name TEXT NOT NULL);
CREATE TABLE owners (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, registered_on TEXT NOT NULL);
CREATE TABLE rooms (id INTEGER PRIMARY KEY, surgery_id INTEGER NOT NULL REFERENCES surgeries (id), label TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners (id), room_id INTEGER REFERENCES rooms (id), vet_id INTEGER NOT NULL REFERENCES vets (id), booked_on TEXT NOT NULL, scheduled_at TEXT NOT NULL, duration_minutes INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners (id), visit_id INTEGER NOT NULL REFERENCES visits (id), issued_on TEXT NOT NULL, due_on TEXT NOT NULL, amount REAL NOT NULL, paid_on TEXT);
CREATE TABLE treatments (id INTEGER PRIMARY KEY, visit_id INTEGER NOT NULL REFERENCES visits (id), treatment_name TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE prescriptions (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners (id), vet_id INTEGER NOT NULL REFERENCES vets (id), medicine TEXT NOT NULL, prescribed_on TEXT NOT NULL);
`;

let made: Business;
let seen: Business;
beforeAll(async () => {
  made = await openFixture("works", works, (database) => {
    database.exec("INSERT INTO mf_site VALUES (1, 'North'), (2, 'South')");
    database.exec("INSERT INTO mf_mach VALUES (1, 1, 'Press 1'), (2, 2, 'Lathe 2')");
    database.exec(
      "INSERT INTO mf_downtime VALUES (1, 1, '2024-05-02 10:00:00', 90, 'tool wear'), (2, 2, '2024-05-03 10:00:00', 20, 'cleaning'), (3, 2, '2024-04-03 10:00:00', 10, 'cleaning')",
    );
    database.exec(
      "INSERT INTO mf_run VALUES (1, 1, '2024-05-01 06:00:00', '2024-05-01 08:00:00', 100, 4), (2, 2, '2024-05-02 06:00:00', '2024-05-02 08:00:00', 300, 6)",
    );
    database.exec("INSERT INTO mf_product VALUES (1, 'Hinge', 'N'), (2, 'Latch', 'Y'), (3, 'Knob', 'N')");
    database.exec(
      "INSERT INTO mf_wo VALUES (1, 1, 50, '2024-05-02', '2024-05-09'), (2, 2, 900, '2024-05-20', NULL), (3, 1, 10, '2024-07-01', NULL)",
    );
    database.exec("INSERT INTO inv_stock VALUES (1, 1, 5, 20), (2, 1, 70, 20), (3, 1, 30, 20)");
    database.exec("INSERT INTO sl_cust VALUES (1, 'Aldo Ltd', 'trade'), (2, 'Bexi SA', 'retail')");
    database.exec(
      "INSERT INTO sl_order VALUES (1, 1, '2024-04-28', 'S'), (2, 2, '2024-05-04', 'N'), (3, 2, '2024-06-01', 'N')",
    );
    database.exec(
      "INSERT INTO sl_order_line VALUES (1, 1, 1, 10, 5, '2024-05-08', '2024-05-09'), (2, 2, 2, 20, 3, '2024-06-20', NULL), (3, 3, 1, 4, 5, '2024-06-30', NULL)",
    );
    database.exec("INSERT INTO pu_supp VALUES (1, 'Ferro'), (2, 'Alum')");
    database.exec(
      "INSERT INTO pu_po VALUES (1, 1, 40, '2024-05-01', NULL, 'open'), (2, 2, 25, '2024-05-11', '2024-05-21', 'received'), (3, 1, 15, '2024-06-02', '2024-06-08', 'received')",
    );
  });
  seen = await openFixture("surgeries", surgeries, (database) => {
    database.exec("INSERT INTO surgeries VALUES (1, 'Mill Lane'), (2, 'Quayside')");
    database.exec("INSERT INTO vets VALUES (1, 1, 'Noor'), (2, 2, 'Piet')");
    database.exec("INSERT INTO owners VALUES (1, 'Ann', 'Hale', '2024-05-02'), (2, 'Ben', 'Frost', '2023-01-09')");
    database.exec("INSERT INTO rooms VALUES (1, 1, 'A'), (2, 2, 'B')");
    database.exec(
      "INSERT INTO visits VALUES (1, 1, 1, 1, '2024-04-20', '2024-05-03 09:00:00', 30, 'attended'), (2, 2, NULL, 2, '2024-05-20', '2024-06-04 09:00:00', 60, 'attended'), (3, 2, 1, 2, '2024-06-10', '2024-06-19 10:00:00', 20, 'booked')",
    );
    database.exec(
      "INSERT INTO invoices VALUES (1, 1, 1, '2024-05-04', '2024-06-03', 80, '2024-05-30'), (2, 2, 2, '2024-06-05', '2024-07-05', 120, NULL), (3, 2, 2, '2024-03-01', '2024-03-31', 40, NULL)",
    );
    for (let id = 1; id <= 24; id++)
      database.exec(
        `INSERT INTO treatments VALUES (${id}, ${1 + (id % 3)}, '${["Bath", "Jab"][id % 2] ?? ""}', ${id % 2 === 0 ? 5 : 7})`,
      );
    database.exec(
      "INSERT INTO prescriptions VALUES (1, 1, 1, 'Calmex', '2024-05-03'), (2, 2, 2, 'Calmex', '2024-06-04')",
    );
  });
});
afterAll(async () => {
  await made.datasource.close();
  await seen.datasource.close();
});

it.each([
  ["top 2 customers by revenue", "SELECT 'Bexi SA', 80.0 UNION ALL SELECT 'Aldo Ltd', 50.0"],
  ["which customers haven't ordered this month", "SELECT 'Aldo Ltd'"],
  // The lines of an order are of its day, whatever was promised.
  ["revenue last month", "SELECT 60.0"],
  ["turnover by customer segment", "SELECT 'retail', 80.0 UNION ALL SELECT 'trade', 50.0"],
  // Not all open orders: what is called a purchase order has rows of its own.
  ["how many open purchase orders are there", "SELECT 1"],
  ["which customer orders most often", "SELECT 'Bexi SA'"],
  ["spend by supplier", "SELECT 'Alum', 25.0 UNION ALL SELECT 'Ferro', 55.0"],
  ["how much did we spend with Ferro last month", "SELECT 40.0"],
  // How long they took, where rows are called a time.
  ["downtime by reason", "SELECT 'cleaning', 30 UNION ALL SELECT 'tool wear', 90"],
  ["total downtime in hours last month", "SELECT 110 / 60.0"],
  ["how many hours of downtime did we have in May", "SELECT 110 / 60.0"],
  ["which machine had the most downtime", "SELECT 'Press 1'"],
  ["scrap rate last month", "SELECT 0.025"],
  ["scrap rate by site", "SELECT 'North', 0.04 UNION ALL SELECT 'South', 0.02"],
  ["how many units did we produce last month", "SELECT 400"],
  ["products below reorder point", "SELECT 'Hinge'"],
  ["stock by site", "SELECT 'North', 105"],
  ["stock per product", "SELECT 'Hinge', 5 UNION ALL SELECT 'Knob', 30 UNION ALL SELECT 'Latch', 70"],
  ["average lead time per supplier", "SELECT 'Alum', 10.0 UNION ALL SELECT 'Ferro', 6.0"],
  ["discontinued products", "SELECT 'Latch'"],
  ["work orders past due", "SELECT * FROM mf_wo WHERE wo_id = 2"],
  // What is planned is not sold.
  ["best selling product", "SELECT 'Latch'"],
])("a works whose tables have prefixes: %s", async (question, sql) => {
  const { result, reading } = await made.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await made.rows(sql)).map(String).toSorted());
});

it.each([
  // A rate of either is another figure.
  "on-time rate by month",
  // Customers are no complaints.
  "customer complaints per product",
  "which machine has the highest scrap rate",
])("a works whose tables have prefixes, what is not answered: %s", (question) => {
  expect(made.ask(question).kind).toBe("not_understood");
});

it.each([
  // A visit is of the day on which it is, not of that on which it was booked.
  ["visits per month this year", "SELECT '2024-05', 1 UNION ALL SELECT '2024-06', 2"],
  ["how many visits are booked for next week", "SELECT 1"],
  // A key that not every row has would lose rows.
  ["revenue per surgery", "SELECT 'Mill Lane', 80.0 UNION ALL SELECT 'Quayside', 160.0"],
  ["average revenue per visit", "SELECT 120.0"],
  ["what do we earn per visit on average", "SELECT 120.0"],
  ["amount overdue", "SELECT 40.0"],
  // Many rows bear each name: they are told by it.
  ["top 2 treatments by income", "SELECT 'Jab', 84.0 UNION ALL SELECT 'Bath', 60.0"],
  ["busiest weekday", "SELECT 'Wednesday'"],
  ["which room is used most", "SELECT 'A'"],
  ["most prescribed medicine", "SELECT 'Calmex'"],
  ["hours of visits per vet", "SELECT 'Noor', 0.5 UNION ALL SELECT 'Piet', 80 / 60.0"],
  ["unpaid bills older than 60 days", "SELECT * FROM invoices WHERE id = 3"],
])("surgeries: %s", async (question, sql) => {
  const { result, reading } = await seen.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await seen.rows(sql)).map(String).toSorted());
});

it.each([
  // Those who registered then are not those who were seen.
  "how many owners did we see last month",
  "slowest paying owner",
  "fastest paying owner",
  "spend by month",
  // Who did not come is nobody's word for who came.
  "who missed the most visits",
  // Other rows of the same owners say nothing of prescriptions.
  "how many prescriptions did each vet issue this year",
])("surgeries, what is not answered: %s", (question) => {
  expect(seen.ask(question).kind).toBe("not_understood");
});
