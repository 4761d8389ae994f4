import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A rowing club that lives of gifts: sponsors give and promise, appeals have goals, coxes row. */
const tables = `
CREATE TABLE sponsors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, joined_on DATE NOT NULL, died_on DATE, do_not_write BOOLEAN NOT NULL);
CREATE TABLE appeals (id INTEGER PRIMARY KEY, title TEXT NOT NULL, goal_amount NUMERIC NOT NULL);
CREATE TABLE pledges (id INTEGER PRIMARY KEY, sponsor_id INTEGER NOT NULL REFERENCES sponsors (id), pledged_on DATE NOT NULL, pledged_amount NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE gifts (id INTEGER PRIMARY KEY, sponsor_id INTEGER NOT NULL REFERENCES sponsors (id), appeal_id INTEGER REFERENCES appeals (id), received_on DATE NOT NULL, amount NUMERIC NOT NULL, payment_method TEXT NOT NULL, thanked_on DATE);
CREATE TABLE outings (id INTEGER PRIMARY KEY, title TEXT NOT NULL, held_on DATE NOT NULL, ticket_price NUMERIC NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, outing_id INTEGER NOT NULL REFERENCES outings (id), sponsor_id INTEGER NOT NULL REFERENCES sponsors (id), booked_on DATE NOT NULL, ticket_paid NUMERIC NOT NULL);
CREATE TABLE coxes (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, has_swimming_badge BOOLEAN NOT NULL);
CREATE VIEW sponsor_summary AS SELECT s.id AS sponsor_id, s.full_name, MAX(g.received_on) AS last_gift_on, SUM(g.amount) AS lifetime_giving FROM sponsors s LEFT JOIN gifts g ON g.sponsor_id = s.id GROUP BY s.id;
`;

let club: Business;
beforeAll(async () => {
  club = await openFixture("club", tables, (database) => {
    database.exec(`INSERT INTO sponsors VALUES (1, 'Ada Ness', '2022-01-05', NULL, 1), (2, 'Bo Lind', '2023-02-05', '2024-02-01', 0),
      (3, 'Cy Moe', '2023-05-05', NULL, 1), (4, 'Dag Rue', '2024-01-05', NULL, 0)`);
    database.exec("INSERT INTO appeals VALUES (1, 'New boat', 300), (2, 'Boat house', 1000), (3, 'Oars', 50)");
    database.exec("INSERT INTO pledges VALUES (1, 1, '2024-05-02', 700, 'open'), (2, 4, '2024-02-02', 20, 'kept')");
    database.exec(`INSERT INTO gifts VALUES (1, 1, 1, '2023-05-01', 100, 'card', '2023-05-11'), (2, 1, 1, '2024-05-02', 250, 'transfer', NULL),
      (3, 2, 2, '2023-06-01', 40, 'card', '2023-06-03'), (4, 3, NULL, '2024-05-20', 60, 'card', '2024-05-26'), (5, 3, 2, '2024-01-20', 10, 'card', NULL)`);
    database.exec("INSERT INTO outings VALUES (1, 'Regatta', '2024-05-11', 12), (2, 'Night row', '2024-06-20', 8)");
    database.exec(
      "INSERT INTO guests VALUES (1, 1, 1, '2024-05-01', 12), (2, 1, 3, '2024-05-02', 10), (3, 2, 1, '2024-06-01', 8)",
    );
    database.exec("INSERT INTO coxes VALUES (1, 'Eva', 'Holt', 1), (2, 'Finn', 'Berg', 0), (3, 'Gro', 'Vik', 1)");
  });
});
afterAll(() => club.datasource.close());

let firms: Business;
beforeAll(async () => {
  const rows = `
CREATE TABLE firms (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE promises (id INTEGER PRIMARY KEY, firm_id INTEGER NOT NULL REFERENCES firms (id), promised_on DATE NOT NULL, pledged_amount NUMERIC NOT NULL, paid_amount NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, firm_id INTEGER NOT NULL REFERENCES firms (id), visited_on DATE NOT NULL);
`;
  firms = await openFixture("firms", rows, (database) => {
    database.exec("INSERT INTO firms VALUES (1, 'Alder'), (2, 'Birch')");
    database.exec(`INSERT INTO promises VALUES (1, 1, '2024-01-01', 100, 30, 'open'), (2, 1, '2024-02-01', 50, 50, 'fulfilled'),
      (3, 2, '2024-03-01', 80, 0, 'open'), (4, 2, '2024-03-01', 70, 10, 'written off')`);
    database.exec("INSERT INTO visits VALUES (1, 1, '2024-04-01')");
  });
});
afterAll(() => firms.datasource.close());

const expectRows = async (question: string, sql: string): Promise<void> => {
  const { result } = await club.answer(question);
  expect(result.rows).toEqual(await club.rows(sql));
};

describe("what was given", () => {
  it.each([
    ["how much did we raise last month", "SELECT SUM(amount) FROM gifts WHERE received_on LIKE '2024-05%'"],
    ["how much was pledged last month", "SELECT 700"],
    // What was paid for tickets, rather than the price of one.
    ["how much did the regatta bring in", "SELECT 22"],
    ["how much went to the boat house appeal", "SELECT 50"],
    ["giving by year", "SELECT substr(received_on, 1, 4), SUM(amount) FROM gifts GROUP BY 1"],
    ["sponsors who have never given", "SELECT 'Dag Rue'"],
    ["sponsors who donated", "SELECT full_name FROM sponsors WHERE id IN (1, 2, 3)"],
    // Whoever gave last year may have given again since.
    ["which sponsors gave last year", "SELECT full_name FROM sponsors WHERE id IN (1, 2)"],
    ["which sponsors gave last year but not this year", "SELECT 'Bo Lind'"],
    ["how long does it take us to thank a sponsor", "SELECT (10 + 2 + 6) / 3.0"],
  ])("%s", expectRows);
});

describe("people who are counted", () => {
  it.each([
    ["how many people gave by card", "SELECT 3"],
    ["how many people made a pledge this year", "SELECT 2"],
    ["how many coxes can swim", "SELECT 2"],
    ["how many coxes can't swim", "SELECT 1"],
  ])("%s", expectRows);

  it.each([
    // The guests are not the outings, nor their prices the tickets.
    "how many people came to the regatta",
    "how many tickets did we sell for the regatta",
    "how full was each outing",
    "which sponsors opened the autumn letter",
    "best appealmaker this year",
    // A flag that denies is not denied once more.
    "sponsors we may not write to",
  ])("%s: is no other number", (question) => {
    expect(club.ask(question).kind).not.toBe("query");
  });
});

describe("goals", () => {
  it.each([
    ["which appeals reached their goal", "SELECT 'New boat'"],
    // Nothing came in for the oars.
    ["appeals below their goal", "SELECT title FROM appeals WHERE id IN (2, 3)"],
    ["appeals that didn't meet their target", "SELECT title FROM appeals WHERE id IN (2, 3)"],
    [
      "raised vs goal per appeal",
      "SELECT title, SUM(amount), goal_amount FROM appeals JOIN gifts ON appeals.id = appeal_id GROUP BY title ORDER BY title",
    ],
  ])("%s", expectRows);

  it("what is missed in a time is not told by those with rows alone", () => {
    expect(club.ask("which appeals are below target this year").kind).not.toBe("query");
  });
});

describe("what is left to be paid", () => {
  const paid = "pledged_amount - paid_amount";
  const live = "status NOT IN ('fulfilled', 'written off')";
  it.each([
    ["how much is still outstanding", `SELECT SUM(${paid}) FROM promises WHERE ${live}`],
    ["how much is outstanding on open promises", `SELECT SUM(${paid}) FROM promises WHERE status = 'open'`],
    ["how many promises are unpaid", `SELECT COUNT(*) FROM promises WHERE paid_amount < pledged_amount AND ${live}`],
    [
      "how much is outstanding per firm",
      `SELECT name, SUM(${paid}) FROM promises JOIN firms ON firms.id = firm_id WHERE ${live} GROUP BY name ORDER BY 2 DESC`,
    ],
  ])("%s", async (question, sql) => {
    const { result } = await firms.answer(question);
    expect(result.rows).toEqual(await firms.rows(sql));
  });

  it("of others is not that of the promises", () => {
    expect(firms.ask("unpaid visits").kind).not.toBe("query");
  });
});
