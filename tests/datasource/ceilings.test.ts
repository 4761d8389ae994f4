import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatasource } from "@parley/datasource/open";
import { openPostgres } from "@parley/datasource/postgres/postgres";
import { openSqlite } from "@parley/datasource/sqlite/sqlite";
import type { Driver } from "@parley/datasource/driver";
import type { Datasource, RunOptions } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lines } from "./corpus/lines.ts";
import { childWith, codeOf, pileUp } from "./piles.ts";
import { openShop, type Shop } from "./shop-server.ts";

const MB = 1024 * 1024;
const options = { row_limit: 100, timeout_ms: 1_000, signal: new AbortController().signal };

/** Statements that make much of little. Each is refused, stopped, or stays small. */
const PILES_POSTGRES = lines(String.raw`
  SELECT repeat('x', 1000000000)
  SELECT repeat('x', 200000000), repeat('y', 200000000), repeat('z', 200000000)
  SELECT length(repeat(name, 100000000)) FROM customers
  SELECT repeat(repeat(repeat('x', 1000), 1000), 1000)
  SELECT repeat('x', id * 10000000) FROM customers
  SELECT lpad('x', 1000000000)
  SELECT rpad(name, 500000000) FROM customers ORDER BY 1
  SELECT format('%1000000000s', 'x')
  SELECT format('%*s', 1000000000, 'x')
  SELECT array_fill(1, ARRAY[100000000])
  SELECT array_fill('x'::text, ARRAY[1000, 1000, 1000])
  SELECT replace(replace(replace(repeat('a', 1000), 'a', repeat('a', 1000)), 'a', repeat('a', 1000)), 'a', 'b')
  SELECT regexp_replace(repeat('a', 1000), 'a', repeat('b', 1000), 'g') || regexp_replace(repeat(repeat('a', 1000), 90), '', repeat('b', 1000), 'g')
  WITH RECURSIVE t (n, s) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, s || s FROM t WHERE n < 30) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (s, u) AS (SELECT 'x', 'y' UNION ALL SELECT u, concat(s, u) FROM t) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (a, b, c) AS (SELECT 'x', 'y', 'z' UNION ALL SELECT b, c, a || b FROM t) SELECT max(length(a)) FROM t
  WITH RECURSIVE t (a, b, c, d, e, f) AS (SELECT 'x', '', '', '', '', '' UNION ALL SELECT b, c, d, e, f, a || b FROM t) SELECT max(length(a)) FROM t
  WITH RECURSIVE t (s) AS (SELECT 'x' UNION ALL SELECT p || p FROM (t CROSS JOIN (SELECT 1) o) AS j (p, q)) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (s, "t.") AS (SELECT 'x', 'y' UNION ALL SELECT c.s || c."t.", c.s FROM t c, LATERAL (SELECT c.* FROM customers t) u) SELECT max(length(s)) FROM t
  WITH RECURSIVE c (s) AS (SELECT 'x' UNION ALL SELECT u.t FROM c, LATERAL (SELECT c.s || c.s AS t FROM customers) u) SELECT max(length(s)) FROM c
  WITH RECURSIVE t (s, u) AS (SELECT 'x', '' UNION ALL SELECT s || 'x', u || s FROM t) SELECT max(length(u)) FROM t
  WITH RECURSIVE t (s) AS (SELECT 'x' UNION ALL SELECT s || repeat('y', 900) FROM t) SELECT max(length(s)) FROM t
  SELECT repeat(a.name, 1000) FROM orders o, customers a, customers b, customers c ORDER BY 1
  SELECT repeat(a.name, 1000), count(*) FROM orders o, customers a, customers b GROUP BY 1, b.id, o.id
  SELECT json_agg(json_build_array(repeat(a.name, 500), repeat(a.name, 500))) FROM customers a, customers b, customers c
  WITH RECURSIVE t AS (SELECT 'x' AS s UNION ALL SELECT y.a || y.b FROM (SELECT s AS a, s AS b FROM t) y) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (a) AS (SELECT ARRAY[1] UNION ALL SELECT a || a FROM t) SELECT max(cardinality(a)) FROM t
  WITH RECURSIVE t (j) AS (SELECT '1'::jsonb UNION ALL SELECT jsonb_build_array(j, j) FROM t) SELECT max(length(j::text)) FROM t
  WITH RECURSIVE t (s) AS (SELECT 'x' UNION ALL SELECT replace(s, 'x', 'xx') FROM t) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (s) AS (SELECT 'x' UNION ALL SELECT format('%s%s%s', s, s, s) FROM t) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT array_agg(n) FROM t
  SELECT * FROM generate_series(1, 1000000000) n ORDER BY n DESC
  SELECT count(*) FROM generate_series(1, (SELECT 1000000000)) n
  SELECT count(*) FROM generate_series('0001-01-01'::timestamp, now(), '1 second') n
  SELECT count(*) FROM generate_series(now(), now() + interval '99999 years', interval '1 hour') n
  SELECT count(*) FROM generate_series(1, 2, 0.00000001) n
  SELECT * FROM generate_series(1, 100000) a, generate_series(1, 100000) b ORDER BY a + b
  SELECT count(DISTINCT a * b) FROM generate_series(1, 100000) a, generate_series(1, 100000) b
  SELECT DISTINCT a.id, b.id, c.id, d.id FROM orders a, orders b, orders c, orders d
  SELECT * FROM orders a, orders b, orders c, orders d ORDER BY a.total * b.total
  SELECT array_agg(a.details) FROM orders a, orders b, orders c, orders d
  SELECT string_agg(a.name, '') FROM customers a, customers b, customers c, customers d, customers e
  SELECT json_agg(a) FROM orders a, orders b, orders c, orders d
  SELECT jsonb_object_agg(a.id || '-' || b.id || '-' || c.id, a.details) FROM orders a, orders b, orders c
  SELECT json_arrayagg(a.details) FROM orders a, orders b, orders c
  SELECT array_agg(repeat(a.name, 1000)) FROM customers a, customers b, customers c
  SELECT row_number() OVER (ORDER BY a.total), a.*, b.*, c.* FROM orders a, orders b, orders c, orders d
  WITH m AS MATERIALIZED (SELECT a.*, b.name FROM orders a, customers b, orders c, orders d) SELECT count(*) FROM m
  SELECT sum(count(*)) OVER () FROM orders a, orders b, orders c GROUP BY a.details, b.details, c.details, a.id, b.id, c.id
`);

describe("what a statement can pile up in PostgreSQL", () => {
  let shop: Shop;
  let datasource: Datasource;

  beforeAll(async () => {
    shop = await openShop();
    await shop.server.query("ANALYZE", [], "shop");
    ({ datasource } = shop);
  });
  afterAll(() => shop.stop());

  const backend = async () => {
    await datasource.run("SELECT 1", options);
    const [row] = await shop.server.query(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'parley' AND datname = current_database()",
      [],
      "shop",
    );
    return Number(row?.["pid"]);
  };

  const temporaryBytes = async () => {
    const [row] = await shop.server.query(
      "SELECT temp_bytes::float8 AS bytes FROM pg_stat_database WHERE datname = current_database()",
      [],
      "shop",
    );
    return Number(row?.["bytes"]);
  };

  test("has a ceiling of memory and of temporary files, whatever is asked", { timeout: 300_000 }, async () => {
    let highest = 0;
    for (const sql of PILES_POSTGRES) {
      const before = await temporaryBytes();
      // A statement that was cut has taken its backend with it.
      const pid = await backend();
      const { code, peak } = await pileUp(
        (signal) => datasource.run(sql, { ...options, signal }),
        () => pid,
      );
      expect(code, sql).toMatch(/^(ran|SQL_REJECTED|SQL_FAILED|QUERY_TIMEOUT|piles up no more)$/);
      expect(peak, sql).toBeLessThan(700);
      highest = Math.max(highest, peak);
      expect((await temporaryBytes()) - before, sql).toBeLessThan(1_100 * MB);
    }
    console.log(`PostgreSQL: ${PILES_POSTGRES.length} statements, at most ${Math.round(highest)} MB in a backend`);
  });

  test(
    "underneath the guard, temporary files end at a gigabyte if the role may set that",
    { timeout: 120_000 },
    async () => {
      const driver: Driver = openPostgres(shop.server.config("shop"), 1);
      const sorted = "SELECT n, repeat('x', 10000) FROM generate_series(1, 1000000) n ORDER BY n DESC";
      const code = await codeOf(driver.query(sorted, { ...options, timeout_ms: 60_000 }));
      expect(code).toMatch(/^(SQL_FAILED|QUERY_TIMEOUT)$/);
      const [settings] = (
        await driver.query(
          "SELECT current_setting('work_mem'), current_setting('temp_file_limit'), current_setting('hash_mem_multiplier')",
          options,
        )
      ).rows;
      expect(settings).toEqual(["32MB", "1GB", "1"]);
      await driver.close();
    },
  );

  test("has the same settings, without the superuser's, for an ordinary role", async () => {
    const user = shop.server.own("reader");
    await shop.server.query(
      `CREATE ROLE ${user} LOGIN PASSWORD 'reader'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${user}`,
      [],
      "shop",
    );
    const driver = openPostgres(shop.server.config("shop", { user, password: "reader" }), 1);
    const [settings] = (
      await driver.query("SELECT current_setting('work_mem'), current_setting('temp_file_limit')", options)
    ).rows;
    expect(settings).toEqual(["32MB", "-1"]);
    await driver.close();
  });
});

const PILES_SQLITE = lines(String.raw`
  SELECT printf('%1000000000d', 1)
  SELECT length(hex(zeroblob(100000000)))
  SELECT length(randomblob(1000000000))
  SELECT length(replace(printf('%.9000000c', 'x'), 'x', printf('%.9000000c', 'y')))
  SELECT hex(hex(hex(printf('%.9000000c', 'x'))))
  WITH RECURSIVE t (n, s) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, s || s FROM t) SELECT max(length(s)) FROM t
  WITH RECURSIVE t (n, s) AS (SELECT 1, printf('%.9000000c', 'x') UNION ALL SELECT n + 1, s FROM t) SELECT n, s || n FROM t ORDER BY s || n DESC
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t ORDER BY n DESC
  WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT n + 1 FROM t) SELECT count(*) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t UNION ALL SELECT n + 2 FROM t) SELECT count(*) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT length(group_concat(n, printf('%.1000000c', 'x'))) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT json_group_array(printf('%.1000000c', n)) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(DISTINCT n || printf('%.100000c', 'x')) FROM t
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n, max(printf('%.1000000c', n)) FROM t GROUP BY n
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT group_concat(printf('%.100000c', n)) OVER (PARTITION BY n % 1000) FROM t
  WITH m AS MATERIALIZED (SELECT printf('%.1000000c', 'x') AS s FROM numbers a, numbers b) SELECT count(s) FROM m
  SELECT * FROM numbers a, numbers b, numbers c ORDER BY a.n * b.n * c.n
  SELECT DISTINCT a.n * b.n * c.n, printf('%.1000c', a.n) FROM numbers a, numbers b, numbers c
  SELECT printf('%.9000000c', a.n), printf('%.9000000c', b.n), printf('%.9000000c', a.n) FROM numbers a, numbers b
  SELECT a.n FROM numbers a, numbers b UNION SELECT a.n * 1000000 + b.n * 1000 + c.n FROM numbers a, numbers b, numbers c
  SELECT * FROM generate_series(1, 10000000000) ORDER BY value DESC
`);

/** What a process may hold here, of which it needs a half to begin with: a ceiling that is met soon. */
const SQLITE_MEMORY = 128 * MB;

describe("what a statement can pile up in SQLite", () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-ceilings-"));
    file = join(folder, "numbers.sqlite");
    const database = new DatabaseSync(file);
    database.exec(
      "CREATE TABLE numbers (n INTEGER); WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 1000) INSERT INTO numbers SELECT n FROM t",
    );
    database.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const holder = () => childWith(file);

  test.each(["guarded", "underneath the guard"])("has a ceiling of memory: %s", { timeout: 300_000 }, async (how) => {
    const datasource = openDatasource({ engine: "sqlite", file }, 1, { memory: SQLITE_MEMORY });
    const driver = openSqlite(file, 1, { memory: SQLITE_MEMORY });
    const run = (sql: string, given: RunOptions) =>
      how === "guarded" ? datasource.run(sql, given) : driver.query(sql, given);
    let highest = 0;
    for (const sql of PILES_SQLITE) {
      // A statement that was cut has taken its process with it: starting another is not this one's time.
      await run("SELECT 1", { ...options, timeout_ms: 20_000 });
      const { code, peak } = await pileUp((signal) => run(sql, { ...options, signal }), holder);
      expect(code, sql).toMatch(/^(ran|SQL_REJECTED|SQL_FAILED|QUERY_TIMEOUT|piles up no more)$/);
      expect(peak, sql).toBeLessThan(328);
      highest = Math.max(highest, peak);
    }
    console.log(`SQLite, ${how}: ${PILES_SQLITE.length} statements, at most ${Math.round(highest)} MB in the process`);
    await datasource.close();
    await driver.close();
  });

  test("has one of 400 MB unless another is given, and says what was too much", async () => {
    const datasource = openDatasource({ engine: "sqlite", file });
    const sql = "SELECT a.n, printf('%.1000000c', a.n) AS s FROM numbers a, numbers b ORDER BY s DESC";
    let said = "";
    const { code, peak } = await pileUp(
      (signal) =>
        datasource.run(sql, { ...options, signal, timeout_ms: 60_000 }).catch((error: Error) => {
          said = error.message;
          throw error;
        }),
      holder,
    );
    expect(code).toBe("SQL_FAILED");
    expect(said).toContain("too much memory");
    expect(peak).toBeGreaterThan(300);
    expect(peak).toBeLessThan(600);
    await datasource.close();
  }, 90_000);
});
