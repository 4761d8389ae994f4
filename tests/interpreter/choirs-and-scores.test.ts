import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A choir school: singers some of whom have chosen a part, wardens and whom they answer to, and scores that patrons have ordered. */
const tables = `
CREATE TABLE singers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, solo_part TEXT, tutor TEXT, arrived_on DATE NOT NULL);
CREATE TABLE wardens (id INTEGER PRIMARY KEY, name TEXT NOT NULL, chief_id INTEGER REFERENCES wardens (id), rank TEXT NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE patrons (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE scores (id INTEGER PRIMARY KEY, patron_id INTEGER NOT NULL REFERENCES patrons (id), state TEXT NOT NULL, total_price REAL NOT NULL, ordered_on DATE NOT NULL, bound_on DATE);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("choirs-and-scores", tables, (database) => {
    database.exec(`INSERT INTO singers VALUES (1, 'Ada Moor', 'Alto', 'Gray', '2023-02-01'), (2, 'Ben Oak', NULL, 'Gray', '2023-03-01'),
      (3, 'Cid Reed', 'Bass', NULL, '2024-03-01'), (4, 'Dee Fen', NULL, NULL, '2024-03-02')`);
    database.exec(`INSERT INTO wardens VALUES (1, 'Fay Till', NULL, 'Provost', '2015-01-01'), (2, 'Gus Holm', 1, 'Usher', '2021-01-15'),
      (3, 'Hal Dale', 2, 'Usher', '2019-01-01'), (4, 'Ivy Lark', 2, 'Porter', '2022-01-01'), (5, 'Jon Wick', 1, 'Porter', '2018-01-01')`);
    database.exec("INSERT INTO patrons VALUES (1, 'Kit Vale', 'Fenwick'), (2, 'Lou Ash', 'Saltby')");
    database.exec(`INSERT INTO scores VALUES (1, 1, 'bound', 40, '2024-05-02', '2024-05-09'), (2, 2, 'open', 25, '2024-06-02', NULL),
      (3, 1, 'open', 70, '2024-06-09', NULL)`);
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("what somebody has chosen, of which some have none", () => {
  it.each([
    ["singers who have chosen a solo part", "SELECT 'Ada Moor' UNION SELECT 'Cid Reed'"],
    ["singers who declared a solo part", "SELECT 'Ada Moor' UNION SELECT 'Cid Reed'"],
    ["how many singers named a tutor", "SELECT 2"],
    ["which singers have not declared a solo part", "SELECT 'Ben Oak' UNION SELECT 'Dee Fen'"],
    ["singers with a solo part and a tutor", "SELECT 'Ada Moor'"],
  ])("%s", async (question, sql) => {
    await house.expectRows(question, sql);
  });

  it("is another question in a time", () => {
    expect(house.ask("singers who declared a solo part in 2024").kind).toBe("not_understood");
  });
});

describe("what is not, before what was done", () => {
  it.each([
    ["wardens who are not chiefs hired after 2018", "SELECT 'Hal Dale' UNION SELECT 'Ivy Lark'"],
    ["wardens who are chiefs hired after 2018", "SELECT 'Gus Holm'"],
    ["how many wardens who are not chiefs were hired after 2018", "SELECT 2"],
    ["wardens who are not ushers hired after 2018", "SELECT 'Ivy Lark'"],
  ])("%s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("rows with what is kept of each", () => {
  it.each([
    [
      "scores with patron and price",
      "SELECT s.id, p.name, s.total_price FROM scores s JOIN patrons p ON p.id = s.patron_id",
    ],
    [
      "last 2 scores with patron",
      "SELECT s.id, p.name FROM scores s JOIN patrons p ON p.id = s.patron_id ORDER BY ordered_on DESC LIMIT 2",
    ],
    [
      "list scores with state and patron",
      "SELECT s.id, s.state, p.name FROM scores s JOIN patrons p ON p.id = s.patron_id",
    ],
    [
      "open scores with date, state and patron",
      "SELECT s.id, s.ordered_on, s.state, p.name FROM scores s JOIN patrons p ON p.id = s.patron_id WHERE s.state = 'open'",
    ],
    [
      "scores with patron and state in June",
      "SELECT s.id, p.name, s.state FROM scores s JOIN patrons p ON p.id = s.patron_id WHERE ordered_on >= '2024-06-01'",
    ],
  ])("shows it: %s", async (question, sql) => {
    expect((await house.answer(question)).result.rows).toEqual(await house.rows(sql));
  });

  it("restricts by what only some have", async () => {
    await house.expectRows("how many singers with a tutor", "SELECT 2");
  });
});
