import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rephrase } from "@parley/interpreter/language/rephrase";
import { type Business, openFixture } from "./business.ts";

/** A locksmith's: calls that are opened and answered, by people, of kinds, and parts that are sold. */
const tables = `
CREATE TABLE locksmiths (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, locksmith_id INTEGER NOT NULL REFERENCES locksmiths (id), subject TEXT NOT NULL, opened_at TIMESTAMP NOT NULL, resolved_at TIMESTAMP);
CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE part_sales (id INTEGER PRIMARY KEY, part_id INTEGER NOT NULL REFERENCES parts (id), quantity INTEGER NOT NULL, sold_on DATE NOT NULL);
CREATE TABLE claims (id INTEGER PRIMARY KEY, insurer TEXT NOT NULL, status TEXT NOT NULL, filed_on DATE NOT NULL, amount REAL NOT NULL, monthly_salary REAL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, locksmith_id INTEGER NOT NULL REFERENCES locksmiths (id), promised_on DATE NOT NULL, arrived_on DATE);
`;

let shop: Business;
beforeAll(async () => {
  shop = await openFixture("ranked-times", tables, (database) => {
    database.exec(
      "INSERT INTO locksmiths VALUES (1, 'Ada Ness', 'Saltby'), (2, 'Bo Lind', 'Ferrow'), (3, 'Cleo Marsh', 'Saltby')",
    );
    database.exec("INSERT INTO parts VALUES (1, 'Padlock'), (2, 'Hasp')");
    database.exec(
      "INSERT INTO part_sales VALUES (1, 1, 3, '2024-05-01'), (2, 2, 9, '2024-05-02'), (3, 1, 2, '2024-05-03')",
    );
    database.exec(
      "INSERT INTO claims VALUES (1, 'Petsafe', 'approved', '2024-05-01', 90, NULL), (2, 'Anchor', 'pending', '2024-05-09', 70, NULL), (3, 'Anchor', 'rejected', '2024-05-11', 20, NULL), (4, 'Petsafe', 'approved', '2024-05-12', 40, NULL)",
    );
    const call = database.prepare("INSERT INTO calls VALUES (?, ?, ?, ?, ?)");
    const visit = database.prepare("INSERT INTO visits VALUES (?, ?, ?, ?)");
    for (let i = 1; i <= 60; i++) {
      const opened = new Date(Date.UTC(2024, 0, i, 8));
      // Bo is quick but for one call that took a month.
      const days = i === 2 ? 30 : ([5, 2, 9][i % 3] ?? 0);
      const resolved = new Date(opened.getTime() + days * 86_400_000).toISOString().slice(0, 19);
      call.run(
        i,
        1 + ((i + 2) % 3),
        ["Car", "Door", "Safe", "Shed"][i % 4] ?? "",
        opened.toISOString().slice(0, 19),
        i === 60 ? null : resolved,
      );
      const promised = opened.toISOString().slice(0, 10);
      const arrived = new Date(opened.getTime() + (i % (2 + (i % 3)) === 0 ? 86_400_000 : 0))
        .toISOString()
        .slice(0, 10);
      visit.run(i, 1 + (i % 3), promised, i > 55 ? null : arrived);
    }
  });
});
afterAll(() => shop.datasource.close());

const days = "AVG(julianday(resolved_at) - julianday(opened_at))";
const by = (who: string, order: string, limit = 1) =>
  `SELECT ${who}, ${days} FROM calls JOIN locksmiths ON locksmiths.id = locksmith_id WHERE resolved_at IS NOT NULL
   GROUP BY ${who} ORDER BY 2 ${order} LIMIT ${limit}`;

describe("what is ranked by how long something takes", () => {
  it.each([
    ["which locksmith takes the longest to resolve calls", by("full_name", "DESC")],
    ["which locksmith has the lowest average resolution time", by("full_name", "ASC")],
    ["which locksmith resolves calls fastest", by("full_name", "ASC")],
    ["which locksmiths resolve calls slowest", by("full_name", "DESC")],
    ["which locksmith is the quickest at resolving calls", by("full_name", "ASC")],
    ["top 2 locksmiths by average resolution time", by("full_name", "DESC", 2)],
    ["which subject takes longest to resolve", by("subject", "DESC")],
    ["which subject is resolved fastest", by("subject", "ASC")],
    ["which town has the longest resolution time", by("town", "DESC")],
  ])("is each by the average of its rows: %s", (question, sql) => shop.expectRows(question, sql));

  it("is rows where these are asked for", async () => {
    const { result } = await shop.answer("which call took the longest to resolve");
    expect(result.rows).toEqual([[2, 30]]);
  });

  it("is none where something sells fast", () => {
    expect(rephrase("which part sells fastest")).toBe("which part sells best");
    expect(rephrase("which parts sell slowest")).toBe("which parts sells worst");
  });
});

describe("a share of what was late", () => {
  const late = "AVG(CASE WHEN arrived_on > promised_on THEN 1.0 ELSE 0 END)";
  it.each([
    ["percentage of late visits", `SELECT 100 * ${late} FROM visits WHERE arrived_on IS NOT NULL`],
    [
      "percentage of late visits per locksmith",
      `SELECT full_name, 100 * ${late} FROM visits JOIN locksmiths ON locksmiths.id = locksmith_id WHERE arrived_on IS NOT NULL GROUP BY full_name`,
    ],
  ])("begins with a word of lateness: %s", (question, sql) => shop.expectRows(question, sql));
});

describe("what is decided, and nothing follows", () => {
  it.each(["how many claims are open", "how many claims are still open"])("is not open any more: %s", (question) =>
    shop.expectRows(question, "SELECT COUNT(*) FROM claims WHERE status = 'pending'"),
  );

  it.each(["which insurer pays fastest", "which insurer takes the longest to pay"])(
    "has no day on which it was paid, and nothing else tells it: %s",
    (question) => expect(shop.ask(question).kind).toBe("not_understood"),
  );
});
