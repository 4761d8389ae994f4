import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE agents (id INTEGER PRIMARY KEY, name TEXT NOT NULL, yearly_goal INTEGER NOT NULL);
CREATE TABLE stays (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, days INTEGER NOT NULL, agent_id INTEGER NOT NULL REFERENCES agents (id));
CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL, wage_min INTEGER NOT NULL, wage_max INTEGER NOT NULL, opened_on DATE NOT NULL, state TEXT NOT NULL);
CREATE TABLE contracts (id INTEGER PRIMARY KEY, agent_id INTEGER NOT NULL REFERENCES agents (id), start_date DATE NOT NULL, fee INTEGER NOT NULL, ended_early_on DATE);
CREATE TABLE farms (id INTEGER PRIMARY KEY, region TEXT NOT NULL);
CREATE TABLE orchards (id INTEGER PRIMARY KEY, farm_id INTEGER NOT NULL REFERENCES farms (id));
CREATE TABLE rows_of_trees (id INTEGER PRIMARY KEY, orchard_id INTEGER NOT NULL REFERENCES orchards (id));
CREATE TABLE harvests (id INTEGER PRIMARY KEY, row_id INTEGER NOT NULL REFERENCES rows_of_trees (id), kilos INTEGER NOT NULL, picked_on DATE NOT NULL);
CREATE TABLE labels (id INTEGER PRIMARY KEY, harvest_id INTEGER NOT NULL REFERENCES harvests (id), farm_id INTEGER NOT NULL REFERENCES farms (id));
CREATE TABLE talks (id INTEGER PRIMARY KEY, agent_id INTEGER NOT NULL REFERENCES agents (id), held_on DATE NOT NULL, no_show INTEGER NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, bill_no TEXT NOT NULL, agent_id INTEGER NOT NULL REFERENCES agents (id), issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, amount INTEGER NOT NULL);
`;

let estate: Business;
beforeAll(async () => {
  estate = await openFixture("goals_and_states", tables, (database) => {
    database.exec("INSERT INTO agents VALUES (1, 'Ada Ness', 500), (2, 'Bo Lind', 900)");
    database.exec("INSERT INTO stays VALUES (1, 'holiday', 12, 1), (2, 'training', 70, 2)");
    database.exec(`INSERT INTO posts VALUES (1, 'Cook', 50, 60, '2024-01-10', 'open'), (2, 'Guard', 40, 80, '2024-06-01', 'open'),
      (3, 'Driver', 90, 95, '2024-02-01', 'filled'), (4, 'Clerk', 20, 30, '2024-03-01', 'cancelled')`);
    database.exec(`INSERT INTO contracts VALUES (1, 1, '2023-03-01', 100, '2023-05-01'), (2, 1, '2024-02-01', 300, NULL),
      (3, 2, '2024-02-10', 250, NULL), (4, 2, '2023-07-01', 700, NULL)`);
    database.exec("INSERT INTO talks VALUES (1, 1, '2024-02-01', 1), (2, 1, '2024-03-01', 0), (3, 2, '2024-04-01', 1)");
    database.exec("INSERT INTO farms VALUES (1, 'North'), (2, 'South')");
    database.exec("INSERT INTO orchards VALUES (1, 1), (2, 2)");
    database.exec("INSERT INTO rows_of_trees VALUES (1, 1), (2, 2)");
    database.exec(
      "INSERT INTO harvests VALUES (1, 1, 50, '2024-05-01'), (2, 2, 30, '2024-05-02'), (3, 2, 90, '2024-05-03')",
    );
    database.exec("INSERT INTO labels VALUES (1, 1, 1), (2, 1, 1), (3, 2, 2)");
    database.exec(`INSERT INTO bills VALUES (1, 'B-1', 1, '2024-02-01', '2024-03-01', NULL, 40), (2, 'B-2', 2, '2024-05-01', '2024-06-01', NULL, 70),
      (3, 'B-3', 1, '2024-01-01', '2024-02-01', '2024-03-01', 90)`);
  });
});
afterAll(() => estate.datasource.close());

describe("figures against goals, money that a verb brings in, periods of a figure alone", () => {
  it.each([
    [
      "fees against goal per agent",
      "SELECT name, SUM(fee), yearly_goal FROM contracts JOIN agents p ON p.id = agent_id GROUP BY p.id",
    ],
    [
      "who brought in the most fees",
      "SELECT name FROM contracts JOIN agents p ON p.id = agent_id GROUP BY p.id ORDER BY SUM(fee) DESC LIMIT 1",
    ],
    ["fees this year vs last year", "SELECT strftime('%Y', start_date), SUM(fee) FROM contracts GROUP BY 1 ORDER BY 1"],
  ])("%s", async (question, sql) => {
    const { result } = await estate.answer(question);
    expect(result.rows).toEqual(await estate.rows(sql));
  });
});

describe("what was done somehow, what nobody came to, how things stand", () => {
  it.each([
    ["how many contracts ended early", "SELECT COUNT(*) FROM contracts WHERE ended_early_on IS NOT NULL"],
    ["how many no-shows this year", "SELECT COUNT(*) FROM talks WHERE no_show = 1 AND held_on >= '2024-01-01'"],
    ["best paid post right now", "SELECT title FROM posts WHERE state = 'open' ORDER BY wage_max DESC LIMIT 1"],
    [
      "how many posts have been open for more than 60 days",
      "SELECT COUNT(*) FROM posts WHERE state = 'open' AND opened_on < '2024-04-16'",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await estate.answer(question);
    expect(result.rows).toEqual(await estate.rows(sql));
  });

  it("rows of which a day's name is said in part are not all rows", () => {
    expect(estate.ask("contracts that ended").kind).not.toBe("query");
  });
});

describe("a way over keys alone", () => {
  it("no row counts twice for what else belongs to it", async () => {
    const { result } = await estate.answer("average kilos per region");
    expect(result.rows).toEqual(
      await estate.rows(
        "SELECT region, AVG(kilos) FROM harvests JOIN rows_of_trees r ON r.id = row_id JOIN orchards o ON o.id = orchard_id JOIN farms f ON f.id = o.farm_id GROUP BY region ORDER BY 2 DESC",
      ),
    );
  });

  it("a deed as a noun is no day that is grouped by", () => {
    expect(estate.ask("how many talks per issue").kind).not.toBe("query");
  });
});

describe("what is still to be paid", () => {
  it.each([
    ["how much do agents still owe us", "SELECT SUM(amount) FROM bills WHERE paid_on IS NULL"],
    [
      "which bills are more than 30 days overdue",
      "SELECT bill_no FROM bills WHERE paid_on IS NULL AND due_on < '2024-05-16'",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await estate.answer(question);
    expect(result.rows).toEqual(await estate.rows(sql));
  });

  it("what we owe is not what is owed to us", () => {
    expect(estate.ask("how much do we owe").kind).not.toBe("query");
  });
});
