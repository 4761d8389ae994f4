import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A ferry line: its crew, some of whom have left, and the trainings of its employees. */
const tables = `
CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, pier TEXT NOT NULL, hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE employee_trainings (employee_id INTEGER NOT NULL REFERENCES employees (id), course TEXT NOT NULL, done_on DATE, PRIMARY KEY (employee_id, course));
`;

let ferry: Business;
beforeAll(async () => {
  ferry = await openFixture("who-serves-now", tables, (database) => {
    database.exec(`
      INSERT INTO employees VALUES (1, 'Ada Ness', 'East', '2005-03-01', '2020-05-01'), (2, 'Bo Lind', 'East', '2009-04-01', NULL),
        (3, 'Cleo Marsh', 'West', '2011-02-01', NULL), (4, 'Dag Orr', 'West', '2008-02-01', '2023-01-01');
      INSERT INTO employee_trainings VALUES (1, 'Ropes', '2019-01-01'), (2, 'Ropes', NULL), (3, 'Radio', '2022-01-01');
    `);
  });
});
afterAll(() => ferry.datasource.close());

describe("those who serve now", () => {
  it.each([
    ["longest serving employee", "SELECT 'Bo Lind'"],
    ["longest serving employee in West", "SELECT 'Cleo Marsh'"],
    ["how many people work here", "SELECT 2"],
    ["how many people work here right now", "SELECT 2"],
  ])("are none who left, and nobody's trainings: %s", (question, sql) => ferry.expectRows(question, sql));
});
