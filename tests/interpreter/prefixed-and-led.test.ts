import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A fire brigade, all of whose tables begin with "tbl": who trains whom, who is away, who took which drill, and what was billed. */
const tables = `
CREATE TABLE tbl_watch (watch_id INTEGER PRIMARY KEY, watch_name TEXT NOT NULL);
CREATE TABLE tbl_crew (crew_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, hire_date DATE NOT NULL, exit_date DATE, watch_id INTEGER NOT NULL REFERENCES tbl_watch (watch_id), trainer_id INTEGER REFERENCES tbl_crew (crew_id), yearly_salary INTEGER NOT NULL, is_full_time INTEGER NOT NULL);
CREATE TABLE tbl_leave_request (leave_id INTEGER PRIMARY KEY, crew_id INTEGER NOT NULL REFERENCES tbl_crew (crew_id), leave_type TEXT NOT NULL, start_date DATE NOT NULL, end_date DATE NOT NULL, status TEXT NOT NULL);
CREATE TABLE tbl_drill (drill_id INTEGER PRIMARY KEY, drill_name TEXT NOT NULL);
CREATE TABLE tbl_crew_drill (crew_id INTEGER NOT NULL REFERENCES tbl_crew (crew_id), drill_id INTEGER NOT NULL REFERENCES tbl_drill (drill_id), completed_date DATE, PRIMARY KEY (crew_id, drill_id));
CREATE TABLE tbl_vacancy (vacancy_id INTEGER PRIMARY KEY, watch_id INTEGER NOT NULL REFERENCES tbl_watch (watch_id), opened_date DATE NOT NULL, closed_date DATE);
CREATE TABLE tbl_applicant (applicant_id INTEGER PRIMARY KEY, vacancy_id INTEGER NOT NULL REFERENCES tbl_vacancy (vacancy_id), full_name TEXT NOT NULL, stage TEXT NOT NULL);
CREATE TABLE tbl_visit (visit_id INTEGER PRIMARY KEY, visit_date DATE NOT NULL, room TEXT NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE tbl_visit_step (visit_id INTEGER NOT NULL REFERENCES tbl_visit (visit_id), step_no INTEGER NOT NULL, charged_price NUMERIC NOT NULL, PRIMARY KEY (visit_id, step_no));
CREATE TABLE tbl_bill (bill_id INTEGER PRIMARY KEY, visit_id INTEGER NOT NULL REFERENCES tbl_visit (visit_id), issued_date DATE NOT NULL, amount NUMERIC NOT NULL);
CREATE VIEW vw_watch_pay AS SELECT watch_id, COUNT(*) AS crew_count, AVG(yearly_salary) AS average_salary FROM tbl_crew WHERE exit_date IS NULL GROUP BY watch_id;
`;

let brigade: Business;
beforeAll(async () => {
  brigade = await openFixture("prefixed-and-led", tables, (database) => {
    database.exec("INSERT INTO tbl_watch VALUES (1, 'Red'), (2, 'Blue')");
    database.exec(`INSERT INTO tbl_crew VALUES (1, 'Ada', 'Ness', '2019-01-01', NULL, 1, NULL, 50000, 1), (2, 'Bo', 'Lind', '2024-02-01', NULL, 1, 1, 40000, 0),
      (3, 'Cy', 'Moe', '2024-03-01', '2024-05-01', 2, 1, 30000, 1), (4, 'Di', 'Orr', '2020-03-01', NULL, 2, 2, 36000, 1)`);
    database.exec(`INSERT INTO tbl_leave_request VALUES (1, 2, 'vacation', '2024-06-10', '2024-06-20', 'approved'), (2, 3, 'sick', '2024-06-14', '2024-06-16', 'approved'),
      (3, 4, 'vacation', '2024-06-15', '2024-06-16', 'declined'), (4, 1, 'sick', '2024-01-03', '2024-01-04', 'approved')`);
    database.exec("INSERT INTO tbl_drill VALUES (1, 'Ladder'), (2, 'Hose'), (3, 'Smoke')");
    database.exec("INSERT INTO tbl_crew_drill VALUES (1, 1, '2024-01-05'), (2, 1, NULL), (2, 2, '2024-03-01')");
    database.exec(
      "INSERT INTO tbl_vacancy VALUES (1, 1, '2024-01-01', '2024-01-31'), (2, 2, '2024-02-01', '2024-02-21'), (3, 2, '2024-05-01', NULL)",
    );
    database.exec(
      "INSERT INTO tbl_applicant VALUES (1, 1, 'Bo Lind', 'hired'), (2, 1, 'Ed Pim', 'rejected'), (3, 2, 'Cy Moe', 'hired')",
    );
    database.exec(
      "INSERT INTO tbl_visit VALUES (1, '2024-03-01', 'Hall', 'passed'), (2, '2024-03-09', 'Yard', 'passed'), (3, '2024-04-02', 'Hall', 'failed')",
    );
    database.exec("INSERT INTO tbl_visit_step VALUES (1, 1, 5), (1, 2, 6), (2, 1, 7)");
    database.exec(
      "INSERT INTO tbl_bill VALUES (1, 1, '2024-03-02', 100), (2, 2, '2024-03-10', 60), (3, 3, '2024-04-03', 40)",
    );
  });
});
afterAll(async () => {
  await brigade.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await brigade.expectRows(question, sql);
};

describe("a prefix that is no word", () => {
  it.each([
    [
      "how many crew took each drill",
      "SELECT drill_name, COUNT(*) FROM tbl_crew_drill JOIN tbl_drill USING (drill_id) GROUP BY drill_id",
    ],
    [
      "completion rate per drill",
      "SELECT drill_name, COUNT(completed_date) * 1.0 / COUNT(*) FROM tbl_crew_drill JOIN tbl_drill USING (drill_id) GROUP BY drill_id",
    ],
    ["drills nobody has taken", "SELECT drill_name FROM tbl_drill WHERE drill_id = 3"],
    ["how many leave requests were declined", "SELECT COUNT(*) FROM tbl_leave_request WHERE status = 'declined'"],
  ])("leaves the words of a table's name as they are: %s", expectRows);
});

describe("the key by which rows lead to others of theirs", () => {
  it.each([
    ["how many crew with trainer Ada Ness", "SELECT COUNT(*) FROM tbl_crew WHERE trainer_id = 1"],
    ["how many people does Ada Ness train", "SELECT COUNT(*) FROM tbl_crew WHERE trainer_id = 1"],
    ["who is Di Orr's trainer", "SELECT first_name, last_name FROM tbl_crew WHERE crew_id = 2"],
  ])("is followed to whom a name names: %s", expectRows);
});

describe("what was done by us at a time", () => {
  it.each([
    ["how many crew did we hire this year", "SELECT COUNT(*) FROM tbl_crew WHERE hire_date LIKE '2024%'"],
    ["number of crew hired per year", "SELECT SUBSTR(hire_date, 1, 4), COUNT(*) FROM tbl_crew GROUP BY 1"],
    ["how many applicants were hired", "SELECT COUNT(*) FROM tbl_applicant WHERE stage = 'hired'"],
    [
      "number of bills and total billed per month",
      "SELECT SUBSTR(issued_date, 1, 7), COUNT(*), SUM(amount) FROM tbl_bill GROUP BY 1",
    ],
    [
      "how long does it take to fill a vacancy on average",
      "SELECT AVG(julianday(closed_date) - julianday(opened_date)) FROM tbl_vacancy",
    ],
  ])("is no state of others: %s", expectRows);
});

describe("people and their pay", () => {
  it.each([
    [
      "who is on vacation today",
      "SELECT first_name, last_name FROM tbl_crew WHERE crew_id IN (SELECT crew_id FROM tbl_leave_request WHERE leave_type = 'vacation' AND status = 'approved' AND start_date <= '2024-06-15' AND end_date >= '2024-06-15')",
    ],
    [
      "average salary by watch",
      "SELECT watch_name, AVG(yearly_salary) FROM tbl_crew JOIN tbl_watch USING (watch_id) GROUP BY watch_id",
    ],
    ["percentage of crew who work full time", "SELECT 100.0 * AVG(is_full_time) FROM tbl_crew"],
  ])("are told of their own rows: %s", expectRows);
});

describe("kinds after “per”", () => {
  it("are both grouped by", () =>
    expectRows("visits per room and outcome", "SELECT room, outcome, COUNT(*) FROM tbl_visit GROUP BY 1, 2"));
});

describe("one time against another", () => {
  it.each([
    [
      "how does April compare to March in number of visits",
      "SELECT SUBSTR(visit_date, 1, 7), COUNT(*) FROM tbl_visit GROUP BY 1",
    ],
    [
      "how did March compare with April in terms of total billed",
      "SELECT SUBSTR(issued_date, 1, 7), SUM(amount) FROM tbl_bill GROUP BY 1",
    ],
  ])("is told beside it: %s", expectRows);
});

describe("those who came and went in one time", () => {
  it("are not told by one of the two days", () => {
    expect(brigade.ask("how many crew joined and left this year").kind).toBe("not_understood");
    expect(brigade.ask("how many crew left this year").kind).toBe("query");
  });
});
