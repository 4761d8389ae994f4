import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A park with gates through which visitors come and go, and posters that are printed for clients and paid or not. */
const park = `
CREATE TABLE workers (worker_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE cloths (cloth_id INTEGER PRIMARY KEY, cloth_name TEXT NOT NULL, recycled INTEGER NOT NULL);
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, parking_permit TEXT NOT NULL);
CREATE TABLE posters (poster_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (client_id), cloth_id INTEGER NOT NULL REFERENCES cloths (cloth_id), sold_by INTEGER NOT NULL REFERENCES workers (worker_id), printed_by INTEGER NOT NULL REFERENCES workers (worker_id), ordered_on TEXT NOT NULL, price REAL NOT NULL, paid INTEGER NOT NULL);
CREATE TABLE gates (gate_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, entry_gate_id INTEGER NOT NULL REFERENCES gates (gate_id), exit_gate_id INTEGER REFERENCES gates (gate_id), came_on TEXT NOT NULL, brought_by TEXT NOT NULL);
CREATE TABLE fines (fine_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (client_id), reason TEXT NOT NULL, issued_on TEXT NOT NULL, amount REAL NOT NULL);
CREATE TABLE passes (pass_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (client_id), kind TEXT NOT NULL, valid_from TEXT NOT NULL, valid_until TEXT NOT NULL);
`;

let parks: Business;
let courts: Business;
beforeAll(async () => {
  parks = await openFixture("parks", park, (database) => {
    database.exec("INSERT INTO workers VALUES (1, 'Ada'), (2, 'Ben'), (3, 'Cam')");
    database.exec("INSERT INTO cloths VALUES (1, 'linen', 1), (2, 'felt', 0), (3, 'silk', 0)");
    database.exec(
      "INSERT INTO clients VALUES (1, 'Mill', 'mill@post.example', 'Y'), (2, 'Fair', NULL, 'N'), (3, 'Zoo', 'zoo@post.example', 'N')",
    );
    database.exec(
      "INSERT INTO posters VALUES (1, 1, 1, 1, 3, '2024-02-01', 10, 1), (2, 1, 1, 1, 2, '2024-03-01', 20, 0), (3, 2, 2, 2, 2, '2024-03-05', 40, 1), (4, 2, 1, 1, 3, '2024-05-05', 5, 1)",
    );
    database.exec("INSERT INTO gates VALUES (1, 'North'), (2, 'South')");
    database.exec(
      "INSERT INTO visits VALUES (1, 1, 2, '2024-06-01', 'bus'), (2, 1, 2, '2024-06-02', 'car'), (3, 1, 1, '2024-06-03', 'bus'), (4, 2, 2, '2024-06-04', 'bike')",
    );
    database.exec(
      "INSERT INTO fines VALUES (1, 1, 'noise', '2024-05-01', 5), (2, 1, 'noise', '2024-05-02', 5), (3, 2, 'damage', '2024-05-03', 8), (4, 2, 'damage', '2024-05-04', 1), (5, 1, 'litter', '2024-05-05', 9), (6, 1, 'noise', '2024-05-06', 5)",
    );
    database.exec(
      "INSERT INTO passes VALUES (1, 1, 'day', '2023-01-01', '2023-02-01'), (2, 1, 'year', '2023-09-01', '2024-09-01'), (3, 2, 'year', '2024-05-01', '2025-05-01')",
    );
  });
  courts = await openFixture(
    "courts",
    `
CREATE TABLE tbl_clnt (clnt_id INTEGER PRIMARY KEY, clnt_nm TEXT NOT NULL, client_since TEXT NOT NULL, comm_pct REAL NOT NULL, actv_flg TEXT NOT NULL CHECK (actv_flg IN ('Y', 'N')));
CREATE TABLE ref_sts (sts_cd TEXT PRIMARY KEY, sts_desc TEXT NOT NULL);
CREATE TABLE tbl_case (case_id INTEGER PRIMARY KEY, clnt_id INTEGER NOT NULL REFERENCES tbl_clnt (clnt_id), opened_dt TEXT NOT NULL, closed_dt TEXT, claim_cents INTEGER NOT NULL, sts_cd TEXT NOT NULL REFERENCES ref_sts (sts_cd));
CREATE TABLE tbl_pymt (pymt_id INTEGER PRIMARY KEY, case_id INTEGER NOT NULL REFERENCES tbl_case (case_id), pymt_dt TEXT NOT NULL, amt_cents INTEGER NOT NULL);
`,
    (database) => {
      database.exec(
        "INSERT INTO tbl_clnt VALUES (1, 'Mill', '2019-03-01', 10, 'Y'), (2, 'Fair', '2022-04-01', 20, 'N')",
      );
      database.exec("INSERT INTO ref_sts VALUES ('O', 'Open'), ('P', 'Paid in full')");
      database.exec(
        "INSERT INTO tbl_case VALUES (1, 1, '2024-01-01', '2024-01-11', 50000, 'P'), (2, 1, '2024-02-01', NULL, 20000, 'O'), (3, 2, '2024-03-01', '2024-03-21', 90000, 'P')",
      );
      database.exec("INSERT INTO tbl_pymt VALUES (1, 1, '2023-05-01', 100), (2, 1, '2024-01-11', 49900)");
    },
  );
});
afterAll(() => Promise.all([parks.datasource.close(), courts.datasource.close()]));

it.each([
  // Some that are not paid, rather than none that is
  ["which clients have unpaid posters", "SELECT 'Mill'"],
  ["who owes us money", "SELECT 'Mill'"],
  // Whoever is behind a key
  ["which salesperson sold the most", "SELECT 'Ada'"],
  ["posters printed by Ben", "SELECT * FROM posters WHERE printed_by = 2"],
  ["share of visits brought by bus", "SELECT 0.5"],
  ["exits per gate", "SELECT 'South', 3 UNION ALL SELECT 'North', 1"],
  ["entries per gate", "SELECT 'North', 3 UNION ALL SELECT 'South', 1"],
  // What is in all rows is a share of these.
  ["share of recycled cloth in all posters", "SELECT 0.75"],
  // The most together, rather than the highest of one
  ["which reason has the highest total fines", "SELECT 'noise'"],
  ["which reason brings in the most in fines", "SELECT 'noise'"],
  // What has expired does so no more.
  ["passes that expire before the end of the year", "SELECT * FROM passes WHERE pass_id = 2"],
  ["passes that expired before May 2024", "SELECT * FROM passes WHERE pass_id = 1"],
  ["how mnay clients without email adress", "SELECT 1"],
])("a park with posters: %s", async (question, sql) => {
  const { result, reading } = await parks.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await parks.rows(sql)).map(String).toSorted());
});

it.each([
  ["exits per gate", "Number of visits for each exit gate."],
  ["clients whose pass has expired", "Clients with passes expiring before today."],
  ["clients with a parking permit", "Clients with a parking permit."],
  [
    "passes that expire before the end of the year",
    "All columns of passes expiring from today up to the end of this year.",
  ],
  ["valid passes by kind", "Number of passes valid today for each kind."],
])("a park with posters, in words: %s", (question, words) => {
  expect(parks.ask(question)).toMatchObject({ interpretation: words });
});

describe("older names in short", () => {
  it.each([
    ["top 1 clients by claim amount", "SELECT 'Fair', 900.0"],
    ["average time from opening to closing a case in days", "SELECT 15.0"],
    ["how long do we need to close a case", "SELECT 15.0"],
    ["clients since 2021", "SELECT 'Fair'"],
    ["biggest open claim", "SELECT 200.0"],
    ["did we collect more this year than last year", "SELECT '2023', 1.0 UNION ALL SELECT '2024', 499.0"],
  ])("are read: %s", async (question, sql) => {
    const { result, reading } = await courts.answer(question);
    expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await courts.rows(sql)).map(String).toSorted());
  });

  it.each([
    ["inactive clients", "Clients that are not active."],
    ["biggest open claim", "Highest claim with status “Open”."],
    ["average commission", "Average commission of clients."],
    ["cases per client", "Number of cases for each client."],
  ])("are told in full: %s", (question, words) => {
    expect(courts.ask(question)).toMatchObject({ interpretation: words });
  });
});
