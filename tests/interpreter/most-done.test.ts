import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A library of tools: what it keeps, who borrows it, and what comes back broken. */
const tables = `
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE tools (id INTEGER PRIMARY KEY, name TEXT NOT NULL, brand TEXT NOT NULL);
CREATE TABLE loans (id INTEGER PRIMARY KEY, tool_id INTEGER NOT NULL REFERENCES tools (id), member_id INTEGER NOT NULL REFERENCES members (id), lent_on DATE NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, loan_id INTEGER NOT NULL REFERENCES loans (id), reason TEXT NOT NULL, repaired_on DATE NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), ordered_on DATE NOT NULL);
CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), tool_id INTEGER NOT NULL REFERENCES tools (id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses (id), status TEXT NOT NULL CHECK (status IN ('attended', 'cancelled')));
`;

let library: Business;
beforeAll(async () => {
  library = await openFixture("most-done", tables, (database) => {
    database.exec("INSERT INTO members VALUES (1, 'Ann Bo'), (2, 'Cy Dee')");
    database.exec("INSERT INTO tools VALUES (1, 'Drill', 'Vulcan'), (2, 'Saw', 'Orbit'), (3, 'Plane', 'Vulcan')");
    database.exec(
      "INSERT INTO loans VALUES (1, 1, 1, '2024-05-01'), (2, 1, 2, '2024-05-09'), (3, 1, 1, '2024-06-01'), (4, 2, 1, '2024-06-02'), (5, 2, 2, '2024-06-03'), (6, 3, 2, '2024-06-04')",
    );
    database.exec(
      "INSERT INTO repairs VALUES (1, 4, 'dropped', '2024-06-05'), (2, 5, 'dropped', '2024-06-06'), (3, 1, 'worn', '2024-05-20')",
    );
    database.exec("INSERT INTO courses VALUES (1, 'Joinery'), (2, 'Welding')");
    database.exec(
      "INSERT INTO enrolments VALUES (1, 1, 'attended'), (2, 1, 'attended'), (3, 1, 'cancelled'), (4, 2, 'cancelled'), (5, 2, 'cancelled')",
    );
    database.exec("INSERT INTO orders VALUES (1, 1, '2024-05-02'), (2, 2, '2024-05-03'), (3, 2, '2024-06-03')");
    database.exec(
      "INSERT INTO order_items VALUES (1, 1, 3, 9, 5), (2, 1, 2, 1, 40), (3, 2, 2, 2, 40), (4, 3, 2, 1, 40), (5, 3, 1, 1, 60), (6, 2, 1, 1, 60)",
    );
  });
});
afterAll(async () => {
  await library.datasource.close();
});

const borrowed =
  "SELECT t.name, COUNT(*) FROM loans l JOIN tools t ON t.id = l.tool_id GROUP BY t.id ORDER BY 2 DESC LIMIT 10";
const repaired =
  "SELECT t.name, COUNT(*) FROM repairs r JOIN loans l ON l.id = r.loan_id JOIN tools t ON t.id = l.tool_id GROUP BY t.id ORDER BY 2 DESC LIMIT 10";
const orderedOften =
  "SELECT t.name, COUNT(*) FROM order_items i JOIN tools t ON t.id = i.tool_id GROUP BY t.id ORDER BY 2 DESC LIMIT 10";
const orderedMuch =
  "SELECT t.name, SUM(i.quantity) FROM order_items i JOIN tools t ON t.id = i.tool_id GROUP BY t.id ORDER BY 2 DESC LIMIT 10";

describe("the other end of a ranking", () => {
  it("is asked for after the first one, by the same figure", async () => {
    const { reading } = await library.answer("which tool sells best", { figures: true });
    const { result } = await library.answer("and which sells worst", { earlier: [reading.form], figures: true });
    expect(result.rows).toEqual(await library.rows(orderedMuch.replace("2 DESC LIMIT 10", "2 LIMIT 1")));
  });
});

describe("those who do something the most, and how often", () => {
  it.each([
    [
      "which members order most frequently",
      "SELECT m.full_name, COUNT(*) FROM orders o JOIN members m ON m.id = o.member_id GROUP BY m.id ORDER BY 2 DESC LIMIT 10",
    ],
    [
      "how often do members order",
      "SELECT COUNT(*) * 1.0 / (SELECT COUNT(DISTINCT member_id) FROM orders) FROM orders",
    ],
    ["how many items does an average order have", "SELECT SUM(quantity) * 1.0 / 3 FROM order_items"],
  ])("%s", async (question, sql) => {
    expect((await library.answer(question, { figures: true })).result.rows).toEqual(await library.rows(sql));
  });

  it.each([
    "which course is cancelled most often",
    "which course gets cancelled the most",
    "the most cancelled course",
  ])("by the rows that are in such a state: %s", async (question) => {
    expect((await library.answer(question, { figures: true })).result.rows).toEqual([["Welding", 2]]);
  });

  it.each(["how often do members sing", "members who stopped ordering"])("%s is told to be unknown", (question) => {
    expect(library.ask(question).kind).toBe("not_understood");
  });
});

describe("things by what is most often done with them", () => {
  it.each([
    ["most borrowed tools", borrowed],
    ["which tools are borrowed most often?", borrowed],
    ["tools that are borrowed the most", borrowed],
    ["which tools are most frequently repaired", repaired],
    ["most commonly repaired tools", repaired],
    ["top 2 most often repaired tools", repaired.replace("LIMIT 10", "LIMIT 2")],
    ["which tool is borrowed most often", borrowed.replace("LIMIT 10", "LIMIT 1")],
    ["least borrowed tool", borrowed.replace("2 DESC LIMIT 10", "2 LIMIT 1")],
    ["most often ordered tools", orderedOften],
    ["most ordered tools", orderedMuch],
    ["least ordered tool", orderedMuch.replace("2 DESC LIMIT 10", "2 LIMIT 1")],
  ])("%s", async (question, sql) => {
    const { result } = await library.answer(question, { figures: true });
    expect(result.rows).toEqual(await library.rows(sql));
  });

  it("are none of which nothing is kept", () => {
    expect(library.ask("most often photographed tools").kind).toBe("not_understood");
  });
});
