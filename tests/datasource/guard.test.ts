import { checkSavedQuery, checkSelect } from "@parley/datasource/guard/guard";
import { FUNCTIONS } from "@parley/datasource/guard/functions";
import { openDatasource } from "@parley/datasource/open";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf, passedOf } from "./refusals.ts";
import { openShop, type Shop } from "./shop-server.ts";
import { benignPostgres } from "./corpus/benign-postgres.ts";
import { analyticsMysql, analyticsPostgres, analyticsSqlite, otherDatabasesMysql } from "./corpus/analytics.ts";
import { bypassesMysql, bypassesPostgres, bypassesSqlite } from "./corpus/bypasses.ts";
import { hostilePostgres } from "./corpus/hostile-postgres.ts";
import { benignMysql, benignSqlite, hostileMysql, hostileSqlite } from "./corpus/hostile-tokens.ts";
import { reportsMysql, reportsPostgres, reportsSqlite } from "./corpus/reports.ts";

const hostile = { ...hostilePostgres, ...bypassesPostgres };
const benign = [...benignPostgres, ...reportsPostgres, ...analyticsPostgres];
const options = { row_limit: 100, timeout_ms: 5_000, signal: new AbortController().signal };

describe("the guard for PostgreSQL", () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.stop());

  test("has a corpus of at least 200 hostile and 60 benign statements", () => {
    expect(new Set(Object.values(hostile).flat()).size).toBeGreaterThanOrEqual(200);
    expect(new Set(benign).size).toBeGreaterThanOrEqual(60);
  });

  test.each(Object.entries(hostile))("refuses %s before the database sees it", async (_, statements) => {
    expect(await passedOf(statements, (sql) => checkSelect(sql, "postgres"))).toEqual([]);
  });

  test("refuses the whole corpus in run as well, and nothing changed", async () => {
    const statements = Object.values(hostile).flat();
    expect(await passedOf(statements, (sql) => shop.datasource.run(sql, options))).toEqual([]);
    const [counts] = await shop.server.query(
      "SELECT (SELECT count(*)::int FROM customers) AS customers, (SELECT count(*)::int FROM orders) AS orders, to_regclass('loot') AS loot",
      [],
      "shop",
    );
    expect(counts).toEqual({ customers: 60, orders: 400, loot: null });
  });

  test("lets every benign statement run", async () => {
    const refused: string[] = [];
    for (const sql of benign) {
      await shop.datasource.run(sql, options).catch((error: unknown) => refused.push(`${String(error)}: ${sql}`));
    }
    expect(refused).toEqual([]);
  });

  test("allows no function of PostgreSQL that changes or reveals anything", async () => {
    // Volatile or not, what is allowed must compute from its arguments, the clock or chance alone.
    const harmless = new Set([
      "random",
      "random_normal",
      "clock_timestamp",
      "timeofday",
      "gen_random_uuid",
      "uuidv4",
      "uuidv7",
      "setseed",
    ]);
    const shuffling = new Set(["array_shuffle", "array_sample"]);
    const volatile = await shop.server.query(
      "SELECT DISTINCT proname::text AS name FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND provolatile = 'v' AND prokind = 'f'",
    );
    const allowed = volatile.map(({ name }) => String(name)).filter((name) => FUNCTIONS.postgres.has(name));
    expect(allowed.filter((name) => !harmless.has(name) && !shuffling.has(name))).toEqual([]);
    expect(
      [...FUNCTIONS.postgres].filter((name) => /^(pg_|lo_|dblink|has_|txid_|inet_|query_to|to_reg)/.test(name)),
    ).toEqual([]);
  });

  test("refuses every other function of PostgreSQL by name, called or as a field of a function in FROM", async () => {
    const functions = await shop.server.query(
      "SELECT DISTINCT proname::text AS name FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace",
    );
    const names = functions.map(({ name }) => String(name)).filter((name) => !FUNCTIONS.postgres.has(name));
    expect(names.length).toBeGreaterThan(1_500);
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
    expect(
      await passedOf(
        quoted.map((name) => `SELECT ${name}()`),
        (sql) => checkSelect(sql, "postgres"),
      ),
    ).toEqual([]);
    const asField = quoted.filter((name) => name !== '"key"' && name !== '"value"');
    expect(
      await passedOf(
        asField.map((name) => `SELECT x.${name} FROM unnest(ARRAY['a']) AS x`),
        (sql) => checkSelect(sql, "postgres"),
      ),
    ).toEqual([]);
  });

  test("keeps to the schemas of the integration", async () => {
    const narrow = openDatasource({ ...shop.server.config("shop"), schemas: ["sales"] });
    const { rows } = await narrow.run("SELECT count(*) > 0 FROM daily", options);
    expect(rows).toEqual([[true]]);
    await expect(narrow.run("SELECT * FROM public.customers", options)).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: 'The schema "public" is not part of this integration.',
    });
    await expect(narrow.run("SELECT * FROM customers", options)).rejects.toMatchObject({ code: "SQL_FAILED" });
    await narrow.close();
  });
});

describe("what the guard says", () => {
  test.each([
    ["DELETE FROM customers", "SQL_REJECTED", "Only SELECT is allowed, not DELETE."],
    ["SELECT 1; SELECT 2", "SQL_REJECTED", "Exactly one statement is allowed."],
    ["SELECT pg_sleep(1)", "SQL_REJECTED", 'The function "pg_sleep" is not allowed.'],
    ["SELECT * FROM pg_authid", "SQL_REJECTED", 'The relation "pg_authid" cannot be read.'],
    ["SELECT 1 INTO x", "SQL_REJECTED", "SELECT INTO is not allowed in a query."],
    ["SELECT * FROM t FOR UPDATE", "SQL_REJECTED", "FOR UPDATE or FOR SHARE is not allowed in a query."],
    ["WITH a AS (DELETE FROM t RETURNING 1) SELECT * FROM a", "SQL_REJECTED", "DELETE is not allowed in a query."],
    ["SELECT 'x'::regclass", "SQL_REJECTED", 'The type "regclass" is not allowed.'],
    ["SELEC 1", "SQL_FAILED", 'syntax error at or near "SELEC"'],
  ])("%s", async (sql, code, message) => {
    await expect(checkSelect(sql, "postgres")).rejects.toMatchObject({ code, message });
  });
});

describe.each([
  ["mysql", [...hostileMysql, ...bypassesMysql], [...benignMysql, ...reportsMysql, ...analyticsMysql]],
  ["sqlite", [...hostileSqlite, ...bypassesSqlite], [...benignSqlite, ...reportsSqlite, ...analyticsSqlite]],
] as const)("the guard for %s", (dialect, refused, allowed) => {
  test("refuses the hostile corpus", async () => {
    expect(await passedOf(refused, (sql) => checkSelect(sql, dialect))).toEqual([]);
  });

  test("passes the benign corpus", async () => {
    const failures: string[] = [];
    for (const sql of allowed)
      await checkSelect(sql, dialect).catch((error: unknown) => failures.push(`${String(error)}: ${sql}`));
    expect(failures).toEqual([]);
  });
});

describe("the guard for MySQL, with the integration's database", () => {
  const realm = { database: "shop" };

  test("refuses tables of another database, wherever a table may be named", async () => {
    expect(await passedOf(otherDatabasesMysql, (sql) => checkSelect(sql, "mysql", realm))).toEqual([]);
  });

  test("passes its own, and columns of tables and aliases", async () => {
    expect(
      await Promise.all(
        [...benignMysql, ...reportsMysql, ...analyticsMysql].map((sql) => codeOf(checkSelect(sql, "mysql", realm))),
      ),
    ).not.toContain("SQL_REJECTED");
  });

  test("says which database it is", async () => {
    await expect(checkSelect("SELECT * FROM other.secrets", "mysql", realm)).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: 'The database "other" is not part of this integration.',
    });
  });

  test.each([
    "SELECT REPEAT('x', 1000000000)",
    "SELECT REPEAT('x', id) FROM t",
    "SELECT REPEAT('x', 1 + 100000000)",
    "SELECT REPEAT('x', LEAST(5, 10) * 100000000)",
    "SELECT REPEAT('x', LEAST(100000000, 200000000))",
    "SELECT LPAD('x', 100000000, 'y')",
    "SELECT RPAD(name, (SELECT 100000000), 'y') FROM t",
    "SELECT SPACE(1e9)",
    "SELECT SPACE(0x7FFFFFFF)",
    "SELECT `repeat`('x', 100000000)",
  ])("refuses a length that may be large: %s", async (sql) => {
    await expect(checkSelect(sql, "mysql")).rejects.toMatchObject({ code: "SQL_REJECTED" });
  });
});

describe("a query to be saved", () => {
  test("passes with its placeholders as parameters", async () => {
    await checkSavedQuery(
      "SELECT * FROM orders WHERE total > {{min}} AND status = '{{status}}' LIMIT {{n}}",
      "postgres",
    );
    await checkSavedQuery("SELECT * FROM orders WHERE name LIKE '%{{q}}%' AND total > {{min}}", "mysql");
    await checkSavedQuery("SELECT * FROM orders WHERE name LIKE '%{{q}}%' AND total > {{min}}", "sqlite");
  });

  test.each([
    "SELECT * FROM {{table}}",
    "SELECT * FROM orders_{{year}}",
    'SELECT "{{column}}" FROM orders',
    "SELECT {{schema}}.total FROM orders",
    "SELECT * FROM orders WHERE id = $1",
    "DELETE FROM orders WHERE id = {{id}}",
    "SELECT pg_sleep({{n}})",
    "SELECT U&'{{x}}'",
  ])("is refused: %s", async (sql) => {
    expect(await codeOf(checkSavedQuery(sql, "postgres"))).toMatch(/^SQL_/);
  });
});
