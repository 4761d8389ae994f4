import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A chain of baths: its sites, and classes that are held there. */
const ofBaths = `
CREATE TABLE sites (id INTEGER PRIMARY KEY, name TEXT NOT NULL, has_sauna INTEGER NOT NULL);
CREATE TABLE gym_classes (id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites (id), title TEXT NOT NULL);
CREATE TABLE bar_shifts (id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites (id), worker TEXT NOT NULL);
CREATE TABLE bathers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cover TEXT NOT NULL);
CREATE TABLE cover_notes (id INTEGER PRIMARY KEY, bather_id INTEGER NOT NULL REFERENCES bathers (id), written_on TEXT NOT NULL);
`;

/** A heart fund: supporters, what they gave, and a view of its months. */
const ofFund = `
CREATE TABLE supporters (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE contributions (id INTEGER PRIMARY KEY, supporter_id INTEGER NOT NULL REFERENCES supporters (id), amount REAL NOT NULL, paid_on TEXT NOT NULL);
CREATE VIEW gifts_by_month AS SELECT substr(paid_on, 1, 7) AS month, SUM(amount) AS total_given FROM contributions GROUP BY 1;
`;

/** A clinic for parrots: one of the staff books a visit, another treats. */
const ofClinic = `
CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE parrots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, runner_id INTEGER NOT NULL REFERENCES runners (id), giver_id INTEGER NOT NULL REFERENCES givers (id));
CREATE TABLE visits (id INTEGER PRIMARY KEY, parrot_id INTEGER NOT NULL REFERENCES parrots (id), booked_by INTEGER NOT NULL REFERENCES staff (id), treated_by INTEGER NOT NULL REFERENCES staff (id), status TEXT NOT NULL);
CREATE TABLE runners (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE givers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
`;

let baths: Business;
let fund: Business;
let clinic: Business;
beforeAll(async () => {
  baths = await openFixture("baths", ofBaths, (database) => {
    database.exec("INSERT INTO sites VALUES (1, 'North', 1), (2, 'South', 0)");
    database.exec("INSERT INTO gym_classes VALUES (1, 1, 'Crawl'), (2, 2, 'Dive')");
    database.exec("INSERT INTO bar_shifts VALUES (1, 1, 'Ada')");
    database.exec(
      "INSERT INTO bathers VALUES (1, 'Bo', 'No cover'), (2, 'Cy', 'Full cover'), (3, 'Di', 'No cover'), (4, 'Ed', 'Full cover')",
    );
    database.exec("INSERT INTO cover_notes VALUES (1, 2, '2024-01-02'), (2, 3, '2024-01-03')");
  });
  fund = await openFixture("fund", ofFund, (database) => {
    database.exec("INSERT INTO supporters VALUES (1, 'Ann Moe'), (2, 'Ben Lie'), (3, 'Cat Ness')");
    database.exec(
      "INSERT INTO contributions VALUES (1, 1, 10, '2024-01-02'), (2, 1, 15, '2024-02-02'), (3, 2, 90, '2024-02-05'), (4, 2, 1, '2024-03-01'), (5, 1, 5, '2024-03-02')",
    );
  });
  clinic = await openFixture("clinic", ofClinic, (database) => {
    database.exec("INSERT INTO staff VALUES (1, 'Tess'), (2, 'Udo'), (3, 'Vera')");
    database.exec("INSERT INTO runners VALUES (1, 'Rae'), (2, 'Roy')");
    database.exec("INSERT INTO givers VALUES (1, 'Gus'), (2, 'Gil')");
    database.exec("INSERT INTO parrots VALUES (1, 'Kiwi', 1, 2), (2, 'Mango', 2, 2)");
    database.exec("INSERT INTO visits VALUES (1, 1, 1, 2, 'booked'), (2, 2, 1, 3, 'done'), (3, 2, 2, 3, 'done')");
  });
});
afterAll(() => Promise.all([baths, fund, clinic].map(({ datasource }) => datasource.close())));

describe("rows that are named by the first word of their name alone", () => {
  it("are not told of what others are called", () => {
    const reading = baths.ask("which gyms have a sauna");
    expect(reading).toMatchObject({
      kind: "not_understood",
      reason: "Which are called “gyms” here: gym classes or sites?",
      choices: [{ message: "which gym classes have a sauna" }, { message: "which sites have a sauna" }],
    });
  });

  it("are nothing that something has one of", () => {
    expect(baths.ask("sites with a bar").kind).toBe("not_understood");
    expect(baths.ask("sites without a bar").kind).toBe("not_understood");
  });

  it.each([
    ["sites with a sauna", "SELECT 'North'"],
    ["sites with a bar shift", "SELECT 'North'"],
    ["which sites have a gym class", "SELECT name FROM sites"],
  ])("are told where they are named in full: %s", async (question, sql) => {
    expect((await baths.answer(question)).result.rows).toEqual(await baths.rows(sql));
  });
});

describe("a value that begins with “no”", () => {
  it.each([
    ["bathers with no cover", "SELECT name FROM bathers WHERE id IN (1, 3)"],
    ["who has no cover", "SELECT name FROM bathers WHERE id IN (1, 3)"],
    ["who has no cover notes", "SELECT name FROM bathers WHERE id IN (1, 4)"],
    ["bathers with no cover note", "SELECT name FROM bathers WHERE id IN (1, 4)"],
    ["who has cover notes", "SELECT name FROM bathers WHERE id IN (2, 3)"],
  ])("is meant where no rows are named: %s", async (question, sql) => {
    expect((await baths.answer(question)).result.rows).toEqual(await baths.rows(sql));
  });
});

describe("who gave the most", () => {
  it.each([
    "who gave the most",
    "who has given the most",
    "which supporters gave us the most",
    "who donated the most money",
  ])("are people, and no months of a view: %s", async (question) => {
    expect((await fund.answer(question)).result.rows).toEqual([["Ben Lie"]]);
  });

  it("is told of a time, too", async () => {
    expect((await fund.answer("who gave the most in March 2024")).result.rows).toEqual([["Ann Moe"]]);
  });

  it("is not how many gave", async () => {
    expect((await fund.answer("who has contributions")).result.rows).toEqual([["Ann Moe"], ["Ben Lie"]]);
  });
});

describe("who has to do with something by several keys", () => {
  it.each(["who looks after Kiwi", "who takes care of Kiwi"])("must be said by what they do: %s", (question) => {
    expect(clinic.ask(question)).toMatchObject({
      kind: "not_understood",
      reason: "It could be treated by or booked by: say which is meant.",
      choices: [{ message: "who treated Kiwi" }, { message: "who booked Kiwi" }],
    });
  });

  it("is told by the deed, whatever state is called so", async () => {
    expect((await clinic.answer("who booked Kiwi")).result.rows).toEqual([["Tess"]]);
  });

  it("are told once, however often they did it", async () => {
    expect((await clinic.answer("who treated Mango")).result.rows).toEqual([["Vera"]]);
  });

  it("must be said by who they are where they are of several kinds", () => {
    expect(clinic.ask("who has parrots")).toMatchObject({
      kind: "not_understood",
      reason: "It could be a giver or a runner: say which is meant.",
      choices: [{ message: "which giver has parrots" }, { message: "which runner has parrots" }],
    });
  });
});
