import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A barge line: clients whose loads are carried, claims for what was damaged, and what insurance costs. */
const ofBarges = `
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE loads (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), weight_kg REAL NOT NULL, crates INTEGER NOT NULL, fare REAL NOT NULL, sent_on TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE policies (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), kind TEXT NOT NULL, annual_premium REAL NOT NULL);
CREATE TABLE claims (id INTEGER PRIMARY KEY, policy_id INTEGER NOT NULL REFERENCES policies (id), claim_amount REAL NOT NULL);
CREATE TABLE pumps (id INTEGER PRIMARY KEY, name TEXT NOT NULL, power_kw REAL NOT NULL, build_cost REAL NOT NULL);
CREATE TABLE canals (id INTEGER PRIMARY KEY, origin TEXT NOT NULL, destination TEXT NOT NULL);
CREATE TABLE trips (id INTEGER PRIMARY KEY, canal_id INTEGER NOT NULL REFERENCES canals (id), left_on TEXT NOT NULL);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), amount REAL NOT NULL, issued_on TEXT NOT NULL, paid_on TEXT);
`;

/** A school of dance: courses with room for so many pupils, and teachers who speak languages. */
const ofDances = `
CREATE TABLE pupils (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT NOT NULL, capacity INTEGER NOT NULL, price REAL NOT NULL);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses (id), pupil_id INTEGER NOT NULL REFERENCES pupils (id), booked_on TEXT NOT NULL);
CREATE TABLE shoes (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE teachers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE teacher_languages (teacher_id INTEGER NOT NULL REFERENCES teachers (id), language TEXT NOT NULL);
`;

let barges: Business;
let dances: Business;
beforeAll(async () => {
  barges = await openFixture("barges", ofBarges, (database) => {
    database.exec("INSERT INTO clients VALUES (1, 'Alder', 'Fenwick'), (2, 'Birch', 'Saltby')");
    database.exec(`INSERT INTO loads VALUES (1, 1, 9000, 10, 70, '2023-05-01', 'sent'), (2, 1, 9000, 20, 80, '2024-05-02', 'sent'),
      (3, 2, 12000, 6, 500, '2024-05-03', 'lost')`);
    database.exec("INSERT INTO policies VALUES (1, 1, 'hull', 200), (2, 2, 'cargo', 300), (3, 2, 'hull', 100)");
    database.exec("INSERT INTO claims VALUES (1, 1, 90), (2, 2, 150), (3, 2, 60)");
    database.exec(
      "INSERT INTO canals VALUES (1, 'Thornby', 'Marlow'), (2, 'Marlow', 'Thornby'), (3, 'Thornby', 'Eastry')",
    );
    database.exec(
      "INSERT INTO trips VALUES (1, 1, '2024-05-01'), (2, 2, '2024-05-02'), (3, 2, '2024-05-03'), (4, 3, '2024-05-04')",
    );
    database.exec("INSERT INTO pumps VALUES (1, 'Old', 10, 500), (2, 'New', 10, 700)");
    database.exec(`INSERT INTO invoices VALUES (1, 1, 300, '2024-05-01', '2024-05-09'), (2, 1, 50, '2024-05-02', NULL),
      (3, 2, 70, '2024-05-03', NULL)`);
  });
  dances = await openFixture("dances", ofDances, (database) => {
    database.exec("INSERT INTO pupils VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy')");
    database.exec("INSERT INTO courses VALUES (1, 'Waltz', 4, 90), (2, 'Tango', 2, 80)");
    database.exec(
      "INSERT INTO bookings VALUES (1, 1, 1, '2024-05-01'), (2, 2, 2, '2024-05-01'), (3, 2, 3, '2024-05-02')",
    );
    database.exec("INSERT INTO shoes VALUES (1, 'Red', 60)");
    database.exec("INSERT INTO teachers VALUES (1, 'Dee'), (2, 'Eli')");
    database.exec("INSERT INTO teacher_languages VALUES (1, 'French'), (1, 'Polish'), (2, 'French')");
  });
});
afterAll(() => Promise.all([barges, dances].map(({ datasource }) => datasource.close())));

describe("loads", () => {
  it.each([
    // 18,000 kg of two loads are more than 12,000 of one.
    ["which client ships the most weight", "SELECT 'Alder'"],
    ["crates in an average load", "SELECT AVG(crates) FROM loads"],
    ["how many loads are over 10 tonnes", "SELECT 1"],
    ["how many loads weigh more than 8 tons", "SELECT 3"],
    ["loads over 10,000 kg", "SELECT * FROM loads WHERE id = 3"],
  ])("are weighed together, and in other units than they are kept in: %s", async (question, sql) => {
    expect((await barges.answer(question)).result.rows).toEqual(await barges.rows(sql));
  });

  it("are not compared by what is kept in no such unit", () => {
    expect(barges.ask("clients with policies over 10 tonnes").kind).toBe("not_understood");
  });
});

describe("ratios", () => {
  it.each([
    ["loss ratio", "SELECT 300.0 / 600"],
    ["what is our loss ratio by kind", "SELECT 'cargo', 0.7 UNION ALL SELECT 'hull', 0.3"],
    ["claims divided by policies", "SELECT 1.0"],
    ["build cost per kW", "SELECT 60.0"],
  ])("are of all there is of both: %s", async (question, sql) => {
    expect((await barges.answer(question)).result.rows).toEqual(await barges.rows(sql));
  });

  it("say what they are of", () => {
    expect(barges.ask("loss ratio")).toMatchObject({
      assumptions: ["The loss ratio is the claim amount of claims divided by the annual premium."],
    });
  });

  it("tell how full each of those is that have room for so many", async () => {
    expect((await dances.answer("how full is each course")).result.rows).toEqual([
      ["Tango", 1],
      ["Waltz", 0.25],
    ]);
    expect(barges.ask("how full is each policy").kind).toBe("not_understood");
  });
});

describe("what is asked for in the plural", () => {
  it("is a list of prices, and no average of them", async () => {
    expect((await dances.answer("what are our course prices")).result.rows).toEqual([[90], [80]]);
  });

  it("must be said of what it is a list where several have prices", () => {
    expect(dances.ask("what are our prices")).toMatchObject({
      kind: "not_understood",
      choices: [{ message: "what are our prices of courses" }, { message: "what are our prices of shoes" }],
    });
  });
});

describe("between two places", () => {
  it.each([
    ["how many trips between Thornby and Marlow", "SELECT 3"],
    ["canals between Marlow and Thornby", "SELECT origin, destination FROM canals WHERE id IN (1, 2)"],
    ["how many trips from Marlow to Thornby", "SELECT 2"],
    ["how many trips between 2024-05-02 and 2024-05-03", "SELECT 2"],
  ])("is there and back, and no time: %s", async (question, sql) => {
    expect((await barges.answer(question)).result.rows).toEqual(await barges.rows(sql));
  });

  it("is nothing where only one of them is an end", () => {
    expect(barges.ask("trips between Alder and Marlow").kind).toBe("not_understood");
  });
});

describe("whether something grew", () => {
  it.each(["did the number of loads grow compared to last year", "has the number of loads gone up this year"])(
    "is told by both figures: %s",
    async (question) => {
      expect((await barges.answer(question)).result.rows).toEqual([
        ["2023", 1],
        ["2024", 2],
      ]);
    },
  );
});

describe("people and what they have", () => {
  it("are those who have both, though each row says one", async () => {
    expect((await dances.answer("who can speak both French and Polish")).result.rows).toEqual([["Dee"]]);
  });

  it("owe money place by place", async () => {
    expect((await barges.answer("who owes us money, city by city")).result.rows).toEqual([
      ["Saltby", 70],
      ["Fenwick", 50],
    ]);
  });
});

describe("what goes on", () => {
  it.each([
    ["which clients had loads in May 2024", "how much fare was that", 580],
    ["which clients had lost loads", "how much weight was that", 12000],
  ])("tells an amount of the rows that told the things, and not of all theirs: %s, %s", async (first, then, amount) => {
    const list = barges.ask(first);
    expect(list.kind).toBe("query");
    const earlier = list.kind === "query" ? [list.form] : [];
    expect((await barges.answer(then, { earlier })).result.rows).toEqual([[amount]]);
  });

  it("asks how much is big", () => {
    const list = barges.ask("list the invoices");
    expect(list.kind).toBe("query");
    const earlier = list.kind === "query" ? [list.form] : [];
    expect(barges.ask("just the big ones", { earlier })).toMatchObject({
      kind: "not_understood",
      reason: "How much is that? Please say from which figure on: “only those over 1,000”, for instance.",
    });
  });
});
