import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A swimming bath: members, and a row for each time that one of them came in. A view counts those of one year for each pool. */
const tables = `
CREATE TABLE pools (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, joined_on DATE NOT NULL, home_pool_id INTEGER NOT NULL REFERENCES pools (id));
CREATE TABLE check_ins (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members (id), pool_id INTEGER NOT NULL REFERENCES pools (id), entered_at TIMESTAMP NOT NULL, left_at TIMESTAMP);
CREATE VIEW pool_visits AS SELECT p.name, COUNT(*) AS visits FROM check_ins c JOIN pools p ON p.id = c.pool_id WHERE c.entered_at >= '2024-01-01' GROUP BY p.name;
`;

let bath: Business;
beforeAll(async () => {
  bath = await openFixture("visits-said", tables, (database) => {
    database.exec("INSERT INTO pools VALUES (1, 'Main'), (2, 'Small')");
    database.exec(
      "INSERT INTO members VALUES (1, 'Ada Ness', '2023-01-05', 1), (2, 'Bo Lind', '2023-02-05', 2), (3, 'Cleo Marsh', '2023-03-05', 1), (4, 'Dan Orr', '2024-01-05', 2)",
    );
    const enter = database.prepare("INSERT INTO check_ins VALUES (?, ?, ?, ?, ?)");
    const days = ["2023-11-03", "2023-11-04", "2024-05-02", "2024-05-20", "2024-06-01", "2024-06-14", "2024-06-14"];
    days.forEach((day, i) => {
      enter.run(i + 1, [1, 3, 2, 1, 1, 1, 2][i] ?? 1, 1 + (i % 2), `${day}T08:00:00`, `${day}T09:30:00`);
    });
  });
});
afterAll(() => bath.datasource.close());

describe("visits, where it is kept who came in", () => {
  const has = (where: string) => `(SELECT member_id FROM check_ins WHERE ${where})`;
  it.each([
    ["how many visits last month", "SELECT 2"],
    ["visits by pool", "SELECT name, COUNT(*) FROM check_ins JOIN pools ON pools.id = pool_id GROUP BY name"],
    ["how many members visited in May", "SELECT 2"],
    ["which members visited yesterday", "SELECT 'Ada Ness' UNION ALL SELECT 'Bo Lind'"],
    ["members who never visited", "SELECT 'Dan Orr'"],
    [
      "members who haven't visited in the last 30 days",
      `SELECT full_name FROM members WHERE id NOT IN ${has("entered_at >= '2024-05-17'")}`,
    ],
    ["average number of visits per member", "SELECT 7.0 / 4"],
  ])("are counted by those: %s", (question, sql) => bath.expectRows(question, sql));

  it.each([
    ["how many people came yesterday", "SELECT 2"],
    ["who came in May", "SELECT 'Bo Lind' UNION ALL SELECT 'Ada Ness'"],
    ["how many members came in last week", "SELECT 0"],
    [
      "members who have not come in since May",
      `SELECT full_name FROM members WHERE id NOT IN ${has("entered_at >= '2024-05-01'")}`,
    ],
    ["members who came more than twice this year", "SELECT 'Ada Ness'"],
    [
      "members inactive for more than 30 days",
      `SELECT full_name FROM members WHERE id NOT IN ${has("entered_at >= '2024-05-17'")}`,
    ],
    [
      "members with no activity in the last 30 days",
      `SELECT full_name FROM members WHERE id NOT IN ${has("entered_at >= '2024-05-17'")}`,
    ],
  ])("are what people who came did: %s", (question, sql) => bath.expectRows(question, sql));

  it.each([
    ["members who visited Small this year", "SELECT 'Ada Ness'"],
    ["members with check ins at Small in May", "SELECT 'Ada Ness'"],
    ["how many people came to Main in May", "SELECT 1"],
  ])("are of the place where they were made, and not that of whoever made them: %s", (question, sql) =>
    bath.expectRows(question, sql),
  );

  it("have somebody who made the most of them", async () => {
    const { reading } = await bath.answer("which member visited most this year");
    expect(reading.interpretation).toContain("check ins");
  });

  it("are the view's where that is named", async () => {
    const { reading } = await bath.answer("show all pool visits");
    expect(reading.sql).toContain("FROM pool_visits");
  });
});
