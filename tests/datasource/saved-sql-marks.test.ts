import { checkSavedQuery } from "@parley/datasource/guard/guard";
import type { ColumnMark } from "@parley/datasource/marks/marks";
import { describe, expect, it } from "vitest";
import { PEOPLE_MARKS, REFUSED } from "./column-marks.ts";

const dialects = ["postgres", "mysql", "sqlite"] as const;
/** What only the database's own catalog knows: views, and columns that are generated from others. */
const OF_CATALOG = /all_people|addresses|rich|upper_email/;
const written = REFUSED.filter((sql) => !OF_CATALOG.test(sql));

describe("SQL that is to be saved, on tables with closed columns", () => {
  it.each(written)("is refused: %s", async (sql) => {
    for (const dialect of dialects) {
      // In MySQL a name in double quotes is text.
      if (dialect === "mysql" && sql.includes('"')) continue;
      const refusal = checkSavedQuery(sql, dialect, { database: "shop" }, PEOPLE_MARKS);
      await expect(refusal, dialect).rejects.toThrow(/an administrator has hidden it|is masked/);
    }
  });

  it.each([
    "SELECT * FROM people",
    "SELECT p.* FROM people p JOIN letters l ON l.id = p.id",
    "SELECT salary AS pay, name FROM people WHERE city = {{city}}",
    "SELECT nick FROM people WHERE nick LIKE 'B%'",
    "SELECT l.email FROM letters l JOIN people p ON p.id = l.id WHERE l.email LIKE 'p%'",
    "SELECT email FROM letters WHERE id IN (SELECT id FROM people)",
    "SELECT name FROM people UNION SELECT email FROM letters ORDER BY 1",
    "WITH l AS (SELECT id, email FROM letters), p AS (SELECT id, name FROM people) SELECT l.email, p.name FROM l, p",
    "SELECT upper(name) AS email FROM people ORDER BY email",
    "SELECT count(*) FROM people WHERE name = 'email'",
    "SELECT email FROM letters",
  ])("passes: %s", async (sql) => {
    for (const dialect of dialects) await checkSavedQuery(sql, dialect, { database: "shop" }, PEOPLE_MARKS);
  });

  it("is told what to write where another table's column may be meant", async () => {
    const sql = "SELECT {{a}},\n email FROM letters JOIN people ON people.id = letters.id";
    await expect(checkSavedQuery(sql, "postgres", {}, PEOPLE_MARKS)).rejects.toThrow(
      "write that table's name before it",
    );
  });

  it("goes by the schema of a mark where one is written", async () => {
    const marks: ColumnMark[] = [
      { schema: "sales", table: "people", column: "email", mark: "hidden" },
      { schema: "sales", table: "people", column: "salary", mark: "masked" },
    ];
    const check = (sql: string) => checkSavedQuery(sql, "postgres", undefined, marks);
    await check("SELECT email FROM public.people WHERE salary > 1");
    await expect(check("SELECT email FROM sales.people")).rejects.toThrow("hidden");
    await expect(check("SELECT name FROM sales.people WHERE salary > 1")).rejects.toThrow("masked");
    await expect(check("SELECT email FROM people")).rejects.toThrow("hidden");
    const anywhere = marks.map((mark) => ({ ...mark, schema: null }));
    const sql = "SELECT name FROM sales.people WHERE salary > 1";
    await expect(checkSavedQuery(sql, "postgres", undefined, anywhere)).rejects.toThrow("masked");
  });
});
