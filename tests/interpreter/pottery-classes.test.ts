import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A pottery with classes that people take and teach, payments of which some failed, vouchers, and kilns that are let. */
const tables = `
CREATE TABLE members (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, role TEXT NOT NULL, newsletter_subscribed BOOLEAN NOT NULL, phone TEXT, created_at TIMESTAMP NOT NULL);
CREATE TABLE coaches (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), display_name TEXT NOT NULL, phone TEXT NOT NULL);
CREATE TABLE classes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, coach_id INTEGER NOT NULL REFERENCES coaches (id));
CREATE TABLE attendances (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), class_id INTEGER NOT NULL REFERENCES classes (id), finished_at TIMESTAMP, created_at TIMESTAMP NOT NULL);
CREATE TABLE feedback (id INTEGER PRIMARY KEY, class_id INTEGER NOT NULL REFERENCES classes (id), rating INTEGER NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), amount REAL NOT NULL, status TEXT NOT NULL, paid_at TIMESTAMP, created_at TIMESTAMP NOT NULL);
CREATE TABLE vouchers (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, expires_at TIMESTAMP);
CREATE TABLE studios (id INTEGER PRIMARY KEY, address TEXT NOT NULL, kind TEXT NOT NULL, wheels INTEGER NOT NULL, owner_id INTEGER NOT NULL REFERENCES members (id));
CREATE TABLE lettings (id INTEGER PRIMARY KEY, studio_id INTEGER NOT NULL REFERENCES studios (id), member_id INTEGER NOT NULL REFERENCES members (id), monthly_hire REAL NOT NULL);
CREATE TABLE hire_dues (id INTEGER PRIMARY KEY, letting_id INTEGER NOT NULL REFERENCES lettings (id), due_on DATE NOT NULL, paid_on DATE, amount REAL NOT NULL);
`;

let pottery: Business;
beforeAll(async () => {
  pottery = await openFixture("pottery-classes", tables, (database) => {
    database.exec(`INSERT INTO members VALUES (1, 'Ada', 'Ness', 'teacher', 1, '030 4471', '2023-01-05 10:00'), (2, 'Bo', 'Lind', 'learner', 1, NULL, '2024-05-08 10:00'),
      (3, 'Cy', 'Moe', 'learner', 0, '030 4473', '2024-06-05 10:00'), (4, 'Di', 'Orr', 'learner', 1, '030 4474', '2024-02-05 10:00')`);
    database.exec("INSERT INTO coaches VALUES (1, 1, 'Ada', '030 4471')");
    database.exec("INSERT INTO classes VALUES (1, 'Raku Firing', 1), (2, 'Slab Building', 1), (3, 'Glazing', 1)");
    database.exec(`INSERT INTO attendances VALUES (1, 2, 1, '2024-06-01 10:00', '2024-05-01 10:00'), (2, 3, 1, NULL, '2024-05-02 10:00'), (3, 2, 2, NULL, '2024-05-03 10:00'),
      (4, 4, 2, '2024-06-03 10:00', '2024-05-04 10:00'), (5, 2, 3, NULL, '2024-05-05 10:00')`);
    database.exec("INSERT INTO feedback VALUES (1, 1, 5), (2, 2, 3), (3, 2, 4), (4, 2, 3), (5, 3, 4)");
    database.exec(`INSERT INTO payments VALUES (1, 2, 40, 'settled', '2024-05-02 10:00', '2024-05-01 10:00'), (2, 3, 60, 'declined', NULL, '2024-05-03 10:00'),
      (3, 4, 25, 'settled', '2024-05-09 10:00', '2024-05-09 10:00'), (4, 4, 90, 'declined', NULL, '2024-04-03 10:00')`);
    database.exec(
      "INSERT INTO vouchers VALUES (1, 'CLAY', '2024-06-01 10:00'), (2, 'GLAZE', '2024-09-01 10:00'), (3, 'ALWAYS', NULL)",
    );
    database.exec(`INSERT INTO studios VALUES (1, '4 Mill Lane', 'barn', 2, 1), (2, '7 Hill Road', 'barn', 3, 1), (3, '9 Dock Street', 'loft', 3, 4),
      (4, '1 Park Row', 'loft', 1, 4)`);
    database.exec("INSERT INTO lettings VALUES (1, 1, 2, 300), (2, 3, 4, 500)");
    database.exec(`INSERT INTO hire_dues VALUES (1, 1, '2024-05-01', NULL, 300), (2, 1, '2024-06-01', '2024-06-02', 300), (3, 2, '2024-06-01', NULL, 500),
      (4, 2, '2024-07-01', NULL, 500)`);
  });
});
afterAll(() => pottery.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await pottery.expectRows(question, sql);
};

describe("what people did to a thing that is named", () => {
  const finished = "SELECT member_id FROM attendances WHERE class_id = 1 AND finished_at IS NOT NULL";
  it.each([
    ["who finished Raku Firing", `SELECT first_name, last_name FROM members WHERE id IN (${finished})`],
    ["which members finished Raku Firing", `SELECT first_name, last_name FROM members WHERE id IN (${finished})`],
    ["how many members finished Raku Firing", `SELECT COUNT(*) FROM members WHERE id IN (${finished})`],
  ])("is not done by those without a day of it: %s", expectRows);
});

describe("people who are others in a role", () => {
  it.each([
    [
      "members with more than 2 classes",
      "SELECT m.first_name, m.last_name FROM members m JOIN attendances a ON a.member_id = m.id GROUP BY m.id HAVING COUNT(*) > 2",
    ],
    ["coaches with more than 2 classes", "SELECT display_name FROM coaches"],
  ])("have the classes of their own: %s", expectRows);
});

describe("money, of payments of which some failed", () => {
  it.each([
    ["revenue in May 2024", "SELECT 65"],
    ["revenue by month", "SELECT '2024-05', 65"],
    ["revenue of declined payments", "SELECT 150"],
  ])("came in where they succeeded: %s", expectRows);

  it("is said to leave out those that failed", async () => {
    const { reading } = await pottery.answer("revenue in May 2024");
    expect(reading.assumptions.join(" ")).toMatch(/Of the [a-z ]+ those count whose [a-z ]+ is “[^”]+”\./);
  });

  it("is of the day it was made where it did not come in", async () => {
    await expectRows("how many declined payments last month", "SELECT 1");
  });
});

describe("what has expired", () => {
  it.each([
    ["expired vouchers", "SELECT code FROM vouchers WHERE expires_at < '2024-06-15'"],
    ["how many vouchers have expired", "SELECT 1"],
  ])("is past its last day, rather than having one: %s", expectRows);
});

describe("things ranked by a rating", () => {
  it("are ranked by what they were rated on average", async () => {
    const { result } = await pottery.answer("top 2 classes by rating");
    expect(result.rows.map(([title]) => title)).toEqual(["Raku Firing", "Glazing"]);
  });
});

describe("a flag that is said apart", () => {
  it.each([
    ["how many members subscribed to the newsletter", "SELECT COUNT(*) FROM members WHERE newsletter_subscribed"],
    [
      "what percentage of members subscribed to the newsletter",
      "SELECT 100.0 * SUM(newsletter_subscribed) / COUNT(*) FROM members",
    ],
  ])("is one condition: %s", expectRows);
});

describe("what rows lack that others have as well", () => {
  it("is looked for in their own column", async () => {
    await expectRows("members without a phone", "SELECT first_name, last_name FROM members WHERE phone IS NULL");
  });
});

describe("a number before a part and the thing that has it", () => {
  it.each([
    ["3 wheel studios", "SELECT address FROM studios WHERE wheels = 3"],
    ["how many 3-wheel lofts", "SELECT COUNT(*) FROM studios WHERE wheels = 3 AND kind = 'loft'"],
  ])("is how many it has: %s", expectRows);
});

describe("places with an owner, which have no name", () => {
  it("are called by their address", async () => {
    await expectRows(
      "which studios have no lettings",
      "SELECT address FROM studios WHERE id NOT IN (SELECT studio_id FROM lettings)",
    );
  });
});

describe("what is not paid, of rows called after what is paid", () => {
  it.each([
    ["unpaid hire", "SELECT SUM(amount) FROM hire_dues WHERE paid_on IS NULL"],
    [
      "how much overdue hire is there",
      "SELECT SUM(amount) FROM hire_dues WHERE paid_on IS NULL AND due_on < '2024-06-15'",
    ],
    ["how many members are behind on hire", "SELECT 2"],
    [
      "members with unpaid hire",
      "SELECT first_name, last_name FROM members WHERE id IN (SELECT l.member_id FROM lettings l JOIN hire_dues p ON p.letting_id = l.id WHERE p.paid_on IS NULL)",
    ],
  ])("is told by them: %s", expectRows);
});

describe("rows that are for one of several kinds of things", () => {
  let fair: Business;
  beforeAll(async () => {
    fair = await openFixture(
      "fair",
      `CREATE TABLE visitors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
      CREATE TABLE tours (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors (id), language TEXT NOT NULL);
      CREATE TABLE rentals (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors (id), thing TEXT NOT NULL);
      CREATE TABLE payments (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors (id), subject_type TEXT NOT NULL, subject_id INTEGER NOT NULL, amount REAL NOT NULL, paid_on DATE NOT NULL);`,
      (database) => {
        database.exec("INSERT INTO visitors VALUES (1, 'Ada Ness'), (2, 'Bo Lind')");
        database.exec("INSERT INTO tours VALUES (1, 1, 'french'), (2, 2, 'german')");
        database.exec("INSERT INTO rentals VALUES (1, 1, 'stroller'), (2, 2, 'headset')");
        database.exec(`INSERT INTO payments VALUES (1, 1, 'Tour', 1, 20, '2024-05-01'), (2, 1, 'Rental', 1, 5, '2024-05-01'), (3, 2, 'Tour', 2, 20, '2024-05-02'),
          (4, 2, 'Rental', 2, 7, '2024-05-02')`);
      },
    );
  });
  afterAll(() => fair.datasource.close());

  it("are not told by the others of those whose they are", () => {
    expect(fair.ask("revenue from french tours").kind).toBe("not_understood");
  });

  it("are told by those whose they are", async () => {
    await fair.expectRows("revenue by visitor", "SELECT 'Ada Ness', 25 UNION ALL SELECT 'Bo Lind', 27");
  });
});
