import { REDSHIFT_FUNCTIONS } from "@parley/datasource/guard/functions-redshift";
import { checkSavedQuery, checkSelect } from "@parley/datasource/guard/guard";
import { describe, expect, it } from "vitest";
import { benignRedshift } from "./corpus/benign-redshift.ts";
import { hostileRedshift } from "./corpus/hostile-redshift.ts";
import { testGuardCorpora } from "./guard-corpora.ts";
import { passedOf } from "./refusals.ts";

const check = (sql: string) => checkSelect(sql, "redshift");

describe("the guard for Redshift", () => {
  testGuardCorpora(check, {
    hostile: hostileRedshift,
    benign: benignRedshift,
    least: { hostile: 120, benign: 40 },
  });

  it("allows no function that reads the catalog, the session or another database", () => {
    const odd = /^(pg_|has_|current_(?!date|time)|user_|dblink|set_|stl_|lo_|txid|explain|slice|query_to|generate)/;
    expect([...REDSHIFT_FUNCTIONS].filter((name) => odd.test(name))).toEqual([]);
  });

  it("wants a schema before each table where the integration has schemas, but for queries of WITH where they are known", async () => {
    const realm = { schemas: ["shop"] };
    const passes = (sql: string) => checkSelect(sql, "redshift", realm);
    await passes("WITH x AS (SELECT * FROM shop.orders) SELECT * FROM x JOIN shop.customers c ON true");
    await passes("WITH RECURSIVE x AS (SELECT id FROM shop.orders UNION ALL SELECT id FROM x) SELECT * FROM x");
    await passes("WITH x AS (SELECT 1), y AS (SELECT * FROM x) SELECT * FROM (SELECT * FROM y) z");
    const refused = [
      "SELECT * FROM orders",
      "SELECT * FROM hr.people",
      "WITH people AS (SELECT * FROM people) SELECT * FROM people",
      "WITH a AS (SELECT * FROM people), people AS (SELECT 1) SELECT * FROM a",
      "SELECT * FROM (WITH people AS (SELECT 1) SELECT * FROM people) a, people",
      "SELECT * FROM (WITH people AS (SELECT 1) SELECT * FROM people) a UNION SELECT * FROM people",
      "SELECT 1 UNION (WITH people AS (SELECT 1) SELECT * FROM people) UNION SELECT * FROM people",
      'WITH "People" AS (SELECT 1) SELECT * FROM people',
      "SELECT (SELECT max(id) FROM people)",
      "SELECT * FROM shop.orders o JOIN people p ON true",
    ];
    expect(await passedOf(refused, passes)).toEqual([]);
  });

  it("says what is in the way, and where", async () => {
    await expect(check("SELECT a FROM t WHERE b = 'x\\y'")).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: "A backslash is not allowed in a text for Redshift: write CHR(92), or [.] in a pattern.",
      at: 26,
    });
    await expect(check("SELECT * FROM t QUALIFY 1 = 1")).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: expect.stringContaining("Statements for Redshift keep to the syntax that it shares with PostgreSQL."),
    });
  });

  it("checks saved queries with placeholders", async () => {
    await checkSavedQuery("SELECT * FROM orders WHERE total > {{least}} AND ordered_at >= '{{from}}'", "redshift");
    await expect(checkSavedQuery("SELECT * FROM {{table}}", "redshift")).rejects.toMatchObject({
      code: "SQL_REJECTED",
    });
  });
});
