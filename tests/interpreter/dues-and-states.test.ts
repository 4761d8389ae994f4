import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Gardens: growers who pay charges for their plots, which are paid some day, or waived. */
const gardens = `
CREATE TABLE growers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE plot_charges (id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers (id), due_on DATE NOT NULL, amount NUMERIC NOT NULL, paid_on DATE, status TEXT NOT NULL);
`;

/** A harbour: skippers and their bills, of which only a state says whether they are paid. */
const harbour = `
CREATE TABLE clerks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL);
CREATE TABLE skippers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, clerk_id INTEGER NOT NULL REFERENCES clerks (id));
CREATE TABLE bills (id INTEGER PRIMARY KEY, skipper_id INTEGER NOT NULL REFERENCES skippers (id), issued_on DATE NOT NULL, amount NUMERIC NOT NULL, status TEXT NOT NULL);
`;

let garden: Business;
let port: Business;
beforeAll(async () => {
  garden = await openFixture("dues-and-states-gardens", gardens, (database) => {
    database.exec("INSERT INTO growers VALUES (1, 'Ada Ness'), (2, 'Bo Lind'), (3, 'Cy Moe'), (4, 'Di Orr')");
    database.exec(`INSERT INTO plot_charges VALUES (1, 1, '2024-03-01', 20, '2024-03-02', 'paid'), (2, 1, '2024-05-01', 20, NULL, 'overdue'),
      (3, 2, '2024-03-01', 30, '2024-02-28', 'paid'), (4, 2, '2024-06-10', 30, NULL, 'overdue'), (5, 3, '2024-05-01', 40, NULL, 'waived'),
      (6, 4, '2024-04-01', 10, '2024-04-01', 'paid'), (7, 4, '2024-06-25', 10, NULL, 'due')`);
  });
  port = await openFixture("dues-and-states-harbour", harbour, (database) => {
    database.exec(
      "INSERT INTO clerks VALUES (1, 'Ivy Fir', 'Storage'), (2, 'Jon Yew', 'Storage'), (3, 'Kit Box', 'Desk'), (4, 'Lea Bay', 'Desk')",
    );
    database.exec(
      "INSERT INTO skippers VALUES (1, 'Eve Day', 1), (2, 'Finn Oak', 1), (3, 'Gus Elm', 2), (4, 'Hal Ash', 2)",
    );
    database.exec(`INSERT INTO bills VALUES (1, 1, '2024-04-01', 20, 'paid'), (2, 1, '2024-05-01', 20, 'open'), (3, 2, '2024-05-01', 30, 'paid'),
      (4, 3, '2024-06-01', 40, 'failed'), (5, 3, '2024-06-01', 40, 'paid'), (6, 2, '2024-06-01', 40, 'paid')`);
  });
});
afterAll(async () => {
  await garden.datasource.close();
  await port.datasource.close();
});

describe("those with something that is not paid", () => {
  it.each([
    ["skippers with unpaid bills", "SELECT full_name FROM skippers WHERE id IN (1, 3)"],
    ["how many skippers have unpaid bills", "SELECT 2"],
    ["skippers who haven't paid", "SELECT full_name FROM skippers WHERE id IN (1, 3)"],
    ["which skippers have not paid their bills yet", "SELECT full_name FROM skippers WHERE id IN (1, 3)"],
  ])("may have paid other things: %s", async (question, sql) => {
    await port.expectRows(question, sql);
  });

  it("are not ranked by one of these where their sum is asked for", () => {
    expect(port.ask("which skipper has the highest total amount of unpaid bills").kind).toBe("not_understood");
  });

  it("are other than those who never paid", async () => {
    await port.expectRows("skippers who never paid", "SELECT 'Hal Ash'");
  });

  it.each([
    ["growers who haven't paid yet", "SELECT full_name FROM growers WHERE id IN (1, 2, 3, 4)"],
    ["who hasn't paid this month?", "SELECT full_name FROM growers WHERE id IN (2, 4)"],
    ["how many growers have not paid their plot charges this month", "SELECT 2"],
    ["unpaid plot charges this month", "SELECT * FROM plot_charges WHERE id IN (4, 7)"],
  ])("have an empty day of it, and it is due in the month that is said: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });

  it("are told by those rows", async () => {
    const { reading, result } = await garden.answer("who hasn't paid");
    expect(verbalize(reading.form, result)).toMatch(/^4 growers with plot charges not paid: /);
  });
});

describe("a state that is called overdue", () => {
  it.each([
    ["overdue plot charges", "SELECT * FROM plot_charges WHERE status = 'overdue'"],
    ["growers with overdue plot charges", "SELECT full_name FROM growers WHERE id IN (1, 2)"],
    ["how many plot charges are overdue", "SELECT 2"],
  ])("goes before days that are past: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });

  it.each([
    ["how much plot is overdue", "SELECT 50"],
    ["how much plot is unpaid", "SELECT 100"],
  ])("is asked of the money: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });
});

describe("a figure before which a word stands that is a team of the house", () => {
  it("is not told as that of those whom the team serves", () => {
    expect(port.ask("storage amount by skipper").kind).toBe("not_understood");
  });

  it("is told where the team is spoken of", async () => {
    await port.expectRows("total amount of bills of skippers with a clerk in the unit Storage", "SELECT 190");
  });
});
