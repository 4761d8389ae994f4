import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A climbing hall: its guides, of whom some mentor others, and its climbers, who bring others along. */
const tables = `
CREATE TABLE guides (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, mentor_id INTEGER REFERENCES guides (id));
CREATE TABLE climbers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, brought_by_id INTEGER, referred_by_id INTEGER REFERENCES climbers (id));
CREATE TABLE clerks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, district TEXT NOT NULL, supervisor_id INTEGER REFERENCES clerks (id), yearly_salary NUMERIC NOT NULL);
CREATE TABLE climbs (id INTEGER PRIMARY KEY, climber_id INTEGER NOT NULL REFERENCES climbers (id), guide_id INTEGER NOT NULL REFERENCES guides (id), climbed_on DATE NOT NULL);
`;

let hall: Business;
beforeAll(async () => {
  hall = await openFixture("among-their-kind", tables, (database) => {
    database.exec(
      "INSERT INTO guides VALUES (1, 'Ada', 'Ness', NULL), (2, 'Bo', 'Lind', 1), (3, 'Cy', 'Moe', 1), (4, 'Di', 'Holt', 2)",
    );
    // One of the climbers is called like a guide.
    database.exec(`INSERT INTO climbers VALUES (1, 'Bo Lind', 'Fenwick', NULL, NULL), (2, 'Eve Roe', 'Fenwick', NULL, 1),
      (3, 'Flo Hart', 'Saltby', NULL, 1), (4, 'Gus Lake', 'Saltby', NULL, 3)`);
    database.exec(
      `INSERT INTO clerks VALUES (1, 'Hal Dean', 'North', NULL, 60000), (2, 'Ivy Cole', 'North', 1, 30000), (3, 'Jo Park', 'South', 1, 65000)`,
    );
    database.exec("INSERT INTO climbs VALUES (1, 1, 2, '2026-05-02'), (2, 2, 3, '2026-05-03')");
  });
});
afterAll(() => hall.datasource.close());

const expectRows = (question: string, sql: string) => hall.expectRows(question, sql);

describe("those who serve others of their kind", () => {
  it.each([
    ["which guides does Ada Ness mentor", "SELECT first_name, last_name FROM guides WHERE mentor_id = 1"],
    ["how many guides does Ada Ness mentor", "SELECT 2"],
    ["who did Bo Lind refer", "SELECT full_name FROM climbers WHERE referred_by_id = 1"],
    ["which climbers were introduced by Bo Lind", "SELECT full_name FROM climbers WHERE referred_by_id = 1"],
    ["how many people does Hal Dean supervise", "SELECT 2"],
    ["how many people report to Hal Dean", "SELECT 2"],
  ])("%s: those whose key leads to them", expectRows);

  it.each([
    ["who mentors Bo Lind", "SELECT 'Ada', 'Ness'"],
    ["who is the mentor of Di Holt", "SELECT 'Bo', 'Lind'"],
    ["who is the boss of Ivy Cole", "SELECT 'Hal Dean'"],
    ["who is Jo Park's manager", "SELECT 'Hal Dean'"],
  ])("%s: the one that their key leads to", expectRows);

  it.each([
    ["clerks from a different district than their supervisor", "SELECT 'Jo Park'"],
    ["clerks in the same district as their boss", "SELECT 'Ivy Cole'"],
    [
      "climbers who live in the same town as the climber who referred them",
      "SELECT full_name FROM climbers WHERE id IN (2, 4)",
    ],
    ["clerks paid more than their boss", "SELECT 'Jo Park'"],
  ])("%s: one column of both", expectRows);
});
