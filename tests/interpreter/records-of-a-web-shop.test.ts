import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A yoga studio as a web framework keeps it: every row has a created_at, money is in cents, and tiers are flagged as active. */
const tables = `
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, last_check_in_at TIMESTAMP, created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL);
CREATE TABLE coaches (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), display_name TEXT NOT NULL, created_at TIMESTAMP NOT NULL);
CREATE TABLE tiers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, billing_interval TEXT NOT NULL, price_cents INTEGER NOT NULL, active BOOLEAN NOT NULL, created_at TIMESTAMP NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), tier_id INTEGER NOT NULL REFERENCES tiers (id), status TEXT NOT NULL, canceled_at TIMESTAMP, cancellation_reason TEXT, created_at TIMESTAMP NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), amount_cents INTEGER NOT NULL, paid_at TIMESTAMP, created_at TIMESTAMP NOT NULL);
CREATE TABLE refunds (id INTEGER PRIMARY KEY, payment_id INTEGER NOT NULL REFERENCES payments (id), amount_cents INTEGER NOT NULL, reason TEXT NOT NULL, created_at TIMESTAMP NOT NULL);
CREATE TABLE workshops (id INTEGER PRIMARY KEY, title TEXT NOT NULL, coach_id INTEGER NOT NULL REFERENCES coaches (id), price_cents INTEGER NOT NULL, created_at TIMESTAMP NOT NULL);
CREATE TABLE ratings (id INTEGER PRIMARY KEY, workshop_id INTEGER NOT NULL REFERENCES workshops (id), member_id INTEGER NOT NULL REFERENCES members (id), stars INTEGER NOT NULL, created_at TIMESTAMP NOT NULL);
`;

let studio: Business;
beforeAll(async () => {
  studio = await openFixture("records-of-a-web-shop", tables, (database) => {
    database.exec(`INSERT INTO members VALUES (1, 'Ada Ness', '2024-06-04 10:00', '2023-01-05 10:00', '2024-06-04 10:00'), (2, 'Bo Lind', '2024-06-05 10:00', '2024-05-08 10:00', '2024-06-05 10:00'),
      (3, 'Cy Moe', NULL, '2024-06-05 10:00', '2024-06-05 10:00'), (4, 'Di Orr', '2024-05-20 10:00', '2024-02-05 10:00', '2024-06-05 10:00')`);
    database.exec("INSERT INTO coaches VALUES (1, 1, 'Ada', '2023-02-01 10:00')");
    database.exec(
      "INSERT INTO tiers VALUES (1, 'Basic', 'month', 2000, 1, '2023-01-01 10:00'), (2, 'Gold', 'year', 20000, 1, '2023-01-01 10:00'), (3, 'Old', 'month', 900, 0, '2023-01-01 10:00')",
    );
    database.exec(`INSERT INTO passes VALUES (1, 1, 1, 'active', NULL, NULL, '2023-01-06 10:00'), (2, 2, 2, 'active', NULL, NULL, '2024-05-09 10:00'),
      (3, 3, 1, 'canceled', '2024-06-06 10:00', 'moved away', '2024-06-05 10:00'), (4, 4, 3, 'canceled', '2024-05-06 10:00', 'too dear', '2024-03-05 10:00'),
      (5, 4, 1, 'canceled', '2024-05-16 10:00', 'too dear', '2024-05-07 10:00')`);
    database.exec(`INSERT INTO payments VALUES (1, 1, 2000, '2024-05-02 10:00', '2024-04-30 10:00'), (2, 2, 20000, '2024-05-09 10:00', '2024-05-09 10:00'),
      (3, 3, 2000, NULL, '2024-05-30 10:00'), (4, 4, 900, '2024-06-01 10:00', '2024-05-31 10:00')`);
    database.exec("INSERT INTO refunds VALUES (1, 2, 5000, 'double', '2024-05-20 10:00')");
    database.exec(
      "INSERT INTO workshops VALUES (1, 'Breathing', 1, 4000, '2024-05-01 10:00'), (2, 'Balance', 1, 3000, '2024-05-02 10:00')",
    );
    database.exec(
      "INSERT INTO ratings VALUES (1, 1, 2, 5, '2024-05-10 10:00'), (2, 1, 4, 3, '2024-05-11 10:00'), (3, 2, 4, 5, '2024-05-12 10:00')",
    );
  });
});
afterAll(() => studio.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await studio.expectRows(question, sql);
};

describe("the day of rows that all have a created_at", () => {
  it.each([
    ["how many new members last week", "SELECT COUNT(*) FROM members WHERE created_at LIKE '2024-06-05%'"],
    ["members this quarter vs last quarter", "SELECT '2024-Q1', 1 UNION ALL SELECT '2024-Q2', 2"],
  ])("is not the last day of something: %s", expectRows);

  it("is that of the payment where money is asked for", async () => {
    await expectRows(
      "revenue last month",
      "SELECT SUM(amount_cents) / 100.0 FROM payments WHERE paid_at >= '2024-05-01' AND paid_at < '2024-06-01'",
    );
  });
});

describe("sign-ups, which nothing is called", () => {
  it.each([
    ["signups last week", "SELECT COUNT(*) FROM members WHERE created_at LIKE '2024-06-05%'"],
    ["how many sign-ups this year", "SELECT COUNT(*) FROM members WHERE created_at LIKE '2024%'"],
    ["sign ups by month", "SELECT substr(created_at, 1, 7), COUNT(*) FROM members GROUP BY 1"],
  ])("are people who came: %s", expectRows);

  it("are told by the unit of time, whatever is billed by it", async () => {
    await expectRows("which year had the most signups", "SELECT '2024'");
  });
});

describe("a state that other rows are flagged with", () => {
  it.each([
    ["how many active passes", "SELECT COUNT(*) FROM passes WHERE status = 'active'"],
    ["how many active tiers", "SELECT COUNT(*) FROM tiers WHERE active"],
    [
      "how many active members",
      "SELECT COUNT(*) FROM members WHERE id IN (SELECT member_id FROM passes WHERE status = 'active')",
    ],
  ])("is that of the rows after it: %s", expectRows);

  it("is not known of rows that have none", () => {
    expect(studio.ask("how many active workshops").kind).toBe("not_understood");
  });
});

describe("groups by a word that two tables have", () => {
  it("are those of the rows that are counted", async () => {
    await expectRows(
      "cancellations by reason",
      "SELECT cancellation_reason, COUNT(*) FROM passes WHERE canceled_at IS NOT NULL GROUP BY 1",
    );
  });
});

describe("stars before the rows that have them", () => {
  it("say which rows are meant", async () => {
    await expectRows(
      "how many 5 star ratings for Breathing",
      "SELECT COUNT(*) FROM ratings WHERE stars = 5 AND workshop_id = 1",
    );
  });
});

describe("a question of what is not kept", () => {
  it.each([
    "how much did we make from workshops in 2024",
    "average flexibility mark per workshop",
    "what do coaches earn per hour",
    "member conversion rate",
  ])("is refused: %s", (question) => {
    expect(studio.ask(question).kind).toBe("not_understood");
  });
});

describe("a unit of time before rows that are billed by it", () => {
  it.each([
    ["yearly tiers", "SELECT name FROM tiers WHERE billing_interval = 'year'"],
    ["how many monthly tiers", "SELECT COUNT(*) FROM tiers WHERE billing_interval = 'month'"],
    [
      "how many passes on yearly tiers",
      "SELECT COUNT(*) FROM passes p JOIN tiers t ON t.id = p.tier_id WHERE t.billing_interval = 'year'",
    ],
  ])("says which of them: %s", expectRows);
});

describe("spenders, which nothing is called", () => {
  it.each([
    [
      "biggest spenders",
      "SELECT m.full_name, SUM(p.amount_cents) / 100.0 FROM payments p JOIN members m ON m.id = p.member_id GROUP BY m.id",
    ],
    ["who is our biggest spender", "SELECT 'Bo Lind', 200"],
  ])("are those who paid: %s", expectRows);
});

describe("money in cents by which rows are ranked", () => {
  it("is shown in whole money, and said", async () => {
    const { reading, result } = await studio.answer("most expensive workshop", { figures: true });
    expect(result.rows).toEqual([["Breathing", 40]]);
    expect(verbalize(reading.form, result)).toBe("The workshop with the highest price is Breathing: 40.");
  });
});
