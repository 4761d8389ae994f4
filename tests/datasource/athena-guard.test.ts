import { ATHENA_FUNCTIONS } from "@parley/datasource/guard/functions-athena";
import { checkSavedQuery, checkSelect, realmOf } from "@parley/datasource/guard/guard";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import { describe, expect, it } from "vitest";
import { benignAthena } from "./corpus/benign-athena.ts";
import { hostileAthena } from "./corpus/hostile-athena.ts";
import { testGuardCorpora } from "./guard-corpora.ts";
import { passedOf } from "./refusals.ts";

const check = (sql: string) => checkSelect(sql, "athena");

describe("the guard for Athena", () => {
  testGuardCorpora(check, {
    hostile: hostileAthena,
    benign: benignAthena,
    least: { hostile: 200, benign: 60 },
  });

  it("allows no function that reads the catalog, the session, files or another database", () => {
    const odd =
      /^(pg_|has_|current_(?!timezone)|user|session|version|system|query|read_|generate|json_(table|query|value))/;
    expect([...ATHENA_FUNCTIONS].filter((name) => odd.test(name))).toEqual([]);
  });

  it("names the integration's databases alone, of which the first needs no name", async () => {
    const realm = realmOf({ engine: "athena", workgroup: "w", database: "Shop", schemas: ["sales"] });
    const passes = (sql: string) => checkSelect(sql, "athena", realm);
    await passes("SELECT * FROM orders JOIN shop.customers c ON true JOIN sales.daily d ON true");
    await passes("WITH hr AS (SELECT 1 AS x) SELECT hr.x FROM hr");
    const refused = [
      "SELECT * FROM hr.people",
      'SELECT * FROM "HR".people',
      "SELECT * FROM system.x",
      'SELECT * FROM "default".people',
      "SELECT (SELECT max(id) FROM hr.people)",
      "WITH shop AS (SELECT 1) SELECT * FROM hr.people",
      "SELECT * FROM shop.orders UNION SELECT * FROM hr.people",
    ];
    expect(await passedOf(refused, passes)).toEqual([]);
  });

  it("says what is in the way, and where", async () => {
    await expect(check("SELECT a::double FROM t")).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: "Athena has no colons: write CAST(x AS type).",
      at: 8,
    });
    await expect(check("UNLOAD (SELECT 1) TO 's3://a/'")).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: "Only SELECT is allowed, not UNLOAD.",
    });
    await expect(check("SELECT TRY_CAST(a AS double) FROM t")).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: expect.stringContaining("TRY(CAST(…)), not TRY_CAST"),
    });
    await expect(check("SELECT * FROM sequence(1, 5) s")).rejects.toMatchObject({
      message: "Of functions only UNNEST can stand in FROM.",
    });
  });

  it("checks saved queries with placeholders, which it binds with the types that are written", async () => {
    const saved = "SELECT * FROM orders WHERE total > {{least}} AND day >=date '{{from}}' AND name LIKE '%{{q}}%'";
    await checkSavedQuery(saved, "athena");
    expect(bindPlaceholders(saved, "athena", { least: "5", from: "2026-01-01", q: "ann" })).toMatchObject({
      sql: "SELECT * FROM orders WHERE total > $1 AND day >= CAST($2 AS date) AND name LIKE ('%' || $3 || '%')",
      parameters: [5, "2026-01-01", "ann"],
    });
    const refused = ["SELECT * FROM {{table}}", "SELECT interval '{{n}}' day", 'SELECT "{{column}}" FROM orders'];
    expect(await passedOf(refused, (sql) => checkSavedQuery(sql, "athena"))).toEqual([]);
  });
});
