import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DUCKDB_FUNCTIONS } from "@parley/datasource/guard/functions-duckdb";
import { checkSavedQuery, checkSelect } from "@parley/datasource/guard/guard";
import { openDatasource, openDriver } from "@parley/datasource/open";
import type { Datasource } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { benignDuckdb } from "../datasource/corpus/benign-duckdb.ts";
import { bypassesMysql, bypassesPostgres, bypassesSqlite } from "../datasource/corpus/bypasses.ts";
import { hostileDuckdb } from "../datasource/corpus/hostile-duckdb.ts";
import { hostilePostgres } from "../datasource/corpus/hostile-postgres.ts";
import { hostileMysql, hostileSqlite } from "../datasource/corpus/hostile-tokens.ts";
import { codeOf, passedOf } from "../datasource/refusals.ts";
import { SHOP, writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

const options = { row_limit: 1_000, timeout_ms: 10_000, signal: new AbortController().signal };

/** What the other engines' guards refuse, and DuckDB has no danger in: comments that are nothing but comments, and a constant. */
const HARMLESS = new Set([
  "SELECT user",
  "SELECT /*! SLEEP(10) */ 1",
  "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */",
  "SELECT 1 /*M! INTO OUTFILE '/tmp/x' */",
  "SELECT /*+ SET_VAR(max_execution_time = 0) */ 1",
]);

describe.skipIf(!isDuckdbHere)("the guard for DuckDB", { timeout: 60_000 }, () => {
  let folder: string;
  let file: string;
  let shop: Datasource;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-duckdb-"));
    file = join(folder, "shop.duckdb");
    await writeDuckdb(file, SHOP);
    shop = openDatasource({ engine: "duckdb", file });
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("has a corpus of at least 150 hostile statements of DuckDB's own, and 60 benign ones", () => {
    expect(new Set(Object.values(hostileDuckdb).flat()).size).toBeGreaterThanOrEqual(150);
    expect(new Set(benignDuckdb).size).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(hostileDuckdb))("refuses %s before the database sees it", async (_, statements) => {
    expect(await passedOf(statements, (sql) => checkSelect(sql, "duckdb"))).toEqual([]);
  });

  it("lets nothing of the other engines' hostile corpora come to anything", async () => {
    const postgres = Object.values({ ...hostilePostgres, ...bypassesPostgres }).flat();
    const others = [...hostileMysql, ...bypassesMysql, ...hostileSqlite, ...bypassesSqlite];
    const statements = [...postgres, ...others].filter((sql) => !HARMLESS.has(sql) && !/^SELECT 1 --\s/.test(sql));
    expect(statements.length).toBeGreaterThan(600);
    expect(await passedOf(statements, (sql) => shop.run(sql, options))).toEqual([]);
  });

  it("lets every benign statement run", async () => {
    const refused: string[] = [];
    for (const sql of benignDuckdb)
      await shop.run(sql, options).catch((error: unknown) => refused.push(`${String(error)}: ${sql}`));
    expect(refused).toEqual([]);
  });

  it("refuses every function of DuckDB that nobody has examined, called or in FROM", async () => {
    const driver = await openDriver({ engine: "duckdb", file }, 1);
    const { rows } = await driver.query("SELECT DISTINCT function_name, stability FROM duckdb_functions()", options);
    await driver.close();
    const names = [...new Set(rows.map(([name]) => String(name)))];
    const unknown = names.filter((name) => !DUCKDB_FUNCTIONS.has(name.toLowerCase()) && /^\w+$/.test(name));
    expect(unknown.length).toBeGreaterThan(200);
    const inFrom = names.filter((name) => !/^(range|generate_series|unnest|json_each|json_tree)$/.test(name));
    const called = [
      ...unknown.map((name) => `SELECT "${name}"()`),
      ...inFrom.map((name) => `SELECT * FROM "${name}"('x')`),
    ];
    expect(await passedOf(called, (sql) => checkSelect(sql, "duckdb"))).toEqual([]);
    const volatile = rows.filter(([, stability]) => stability === "VOLATILE").map(([name]) => String(name));
    expect(volatile.filter((name) => DUCKDB_FUNCTIONS.has(name)).toSorted()).toEqual([
      "gen_random_uuid",
      "random",
      "uuid",
      "uuidv4",
      "uuidv7",
    ]);
  });

  it.each([
    ["DELETE FROM customers", "SQL_REJECTED", "Only SELECT is allowed."],
    ["SELECT 1; SELECT 2", "SQL_REJECTED", "Exactly one statement is allowed."],
    ["SELECT * FROM read_csv('x')", "SQL_REJECTED", 'The function "read_csv" is not allowed.'],
    ["SUMMARIZE customers", "SQL_REJECTED", "SHOW, DESCRIBE or SUMMARIZE is not allowed in a query."],
    ["SELECT * FROM sqlite_master", "SQL_REJECTED", 'The relation "sqlite_master" cannot be read.'],
    ["SELEC 1", "SQL_FAILED", 'syntax error at or near "SELEC"'],
  ])("says what is wrong: %s", async (sql, code, message) => {
    await expect(checkSelect(sql, "duckdb")).rejects.toMatchObject({ code, message });
  });

  it("says where, in characters, of SQL with letters of several bytes", async () => {
    const sql = "SELECT 'äöü', getenv('HOME')";
    await expect(checkSelect(sql, "duckdb")).rejects.toMatchObject({ at: sql.indexOf("getenv") });
  });

  it("takes a query to be saved with its placeholders as parameters, and refuses names made of them", async () => {
    await checkSavedQuery("FROM orders WHERE total > {{min}} AND status = '{{status}}' LIMIT {{n}}", "duckdb");
    expect(await codeOf(checkSavedQuery("SELECT * FROM {{table}}", "duckdb"))).toBe("SQL_REJECTED");
    expect(await codeOf(checkSavedQuery("SELECT * FROM orders WHERE id = $1", "duckdb"))).toBe("SQL_REJECTED");
    expect(await codeOf(checkSavedQuery("SELECT * FROM orders WHERE id = ?", "duckdb"))).toBe("SQL_REJECTED");
    expect(await codeOf(checkSavedQuery("SELECT getenv({{n}})", "duckdb"))).toBe("SQL_REJECTED");
  });
});
