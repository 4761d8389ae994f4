import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatasource } from "@parley/datasource/open";
import { openSqlite } from "@parley/datasource/sqlite/sqlite";
import type { Datasource, RunOptions } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyticsSqlite } from "./corpus/analytics.ts";
import { bypassesSqlite } from "./corpus/bypasses.ts";
import { reportsSqlite } from "./corpus/reports.ts";
import { benignSqlite, deniedSqlite, hostileSqlite } from "./corpus/hostile-tokens.ts";

let folder: string;
let file: string;
let datasource: Datasource;

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  row_limit: 100,
  timeout_ms: 5_000,
  signal: new AbortController().signal,
  ...more,
});

const ENDLESS = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t WHERE n < 0";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-sqlite-"));
  file = join(folder, "shop.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT, vip BOOLEAN, joined DATETIME, photo BLOB, big INTEGER);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, total DECIMAL(10, 2), at TEXT);
    CREATE VIRTUAL TABLE notes USING fts5 (body);
    INSERT INTO customers VALUES
      (1, 'Ann', 'DE', 1, '2024-01-02 03:04:05', x'00ff', 9007199254740993),
      (2, 'Bob', 'FR', 0, NULL, NULL, 5);
    INSERT INTO orders VALUES (1, 1, 12.5, '2024-01-02'), (2, 1, 7, '2024-02-02'), (3, 2, 20, '2024-03-02');
    INSERT INTO notes VALUES ('call Ann back');
  `);
  database.close();
  datasource = openDatasource({ engine: "sqlite", file });
});

afterAll(async () => {
  await datasource.close();
  await rm(folder, { recursive: true, force: true });
});

describe("results", () => {
  test("keep their types, declared or found", async () => {
    const { columns, rows } = await datasource.run(
      `SELECT customers.id, name, vip, joined, photo, big, total, total * 2 AS twice, count(*) AS n, NULL AS none, 1e999 AS much
       FROM customers JOIN orders ON orders.id = customers.id WHERE customers.id = 1`,
      options(),
    );
    expect(columns.map(({ name, type }, index) => [name, type, rows[0]?.[index]])).toEqual([
      ["id", "integer", 1],
      ["name", "text", "Ann"],
      ["vip", "boolean", true],
      ["joined", "timestamp", "2024-01-02T03:04:05"],
      ["photo", "binary", "\\x00ff"],
      ["big", "integer", "9007199254740993"],
      ["total", "number", 12.5],
      ["twice", "number", 25],
      ["n", "integer", 1],
      ["none", "text", null],
      ["much", "number", "Infinity"],
    ]);
  });

  test("take bound parameters, numbered and not", async () => {
    expect(
      (
        await datasource.run(
          "SELECT id FROM orders WHERE total > ? AND at >= ?",
          options({ parameters: [10, "2024-02-01"] }),
        )
      ).rows,
    ).toEqual([[3]]);
    expect((await datasource.run("SELECT ?2, ?1, ?2, ?3", options({ parameters: ["a", 2, true] }))).rows).toEqual([
      [2, "a", 2, 1],
    ]);
  });

  test("stop at the row limit", async () => {
    const endless = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t";
    expect(await datasource.run(endless, options({ row_limit: 3 }))).toMatchObject({
      rows: [[1], [2], [3]],
      row_count: 3,
      truncated: true,
    });
    expect(await datasource.run("SELECT id FROM orders", options({ row_limit: 3 }))).toMatchObject({
      row_count: 3,
      truncated: false,
    });
  });

  test("cut huge cells and results", async () => {
    const cell = await datasource.run(
      "WITH RECURSIVE t (n, s) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, s || s FROM t WHERE n < 16) SELECT max(s) FROM t",
      options(),
    );
    expect(String(cell.rows[0]?.[0])).toHaveLength(10_001);
    const many = await datasource.run(
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT printf('%09000d', n) FROM t",
      options({ row_limit: 100_000 }),
    );
    expect(many.truncated).toBe(true);
    expect(many.row_count).toBeLessThan(2_000);
  });

  test("text in double quotes is text if no column has the name", async () => {
    expect((await datasource.run('SELECT name FROM customers WHERE country = "DE"', options())).rows).toEqual([
      ["Ann"],
    ]);
  });

  test("full-text tables can be searched", async () => {
    expect((await datasource.run("SELECT body FROM notes WHERE notes MATCH 'ann'", options())).rows).toEqual([
      ["call Ann back"],
    ]);
  });
});

describe("failures", () => {
  test.each([
    ["SELECT nope FROM orders", "no such column: nope"],
    ["SELECT * FROM nowhere", "no such table: nowhere"],
    ["SELECT FROM", 'near "FROM": syntax error'],
    ["SELECT 'x", "unterminated quoted string"],
  ])("%s tells the model what was wrong", async (sql, message) => {
    await expect(datasource.run(sql, options())).rejects.toMatchObject({ code: "SQL_FAILED", message });
  });

  test("a missing file, and a file that is not a database, are DATASOURCE_UNAVAILABLE", async () => {
    const missing = openDatasource({ engine: "sqlite", file: join(folder, "missing.sqlite") });
    await expect(missing.run("SELECT 1", options())).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
    await missing.close();
    const text = join(folder, "text.sqlite");
    await writeFile(
      text,
      "this is not a database, whatever its name says; it is long enough to be read as a header of one hundred bytes and more",
    );
    const other = openDatasource({ engine: "sqlite", file: text });
    await expect(other.run("SELECT * FROM t", options())).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
    await other.close();
  });

  test("a slow query is stopped with QUERY_TIMEOUT, and the next one works", async () => {
    await expect(datasource.run(ENDLESS, options({ timeout_ms: 200 }))).rejects.toMatchObject({
      code: "QUERY_TIMEOUT",
    });
    expect((await datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  test("abort ends the process that runs the statement", async () => {
    const before = childProcesses();
    const controller = new AbortController();
    const reason = new Error("interrupted");
    const running = datasource.run(ENDLESS, options({ signal: controller.signal, timeout_ms: 60_000 }));
    await expect.poll(() => childProcesses().length).toBeGreaterThan(0);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect.poll(() => childProcesses().filter((pid) => before.includes(pid)), { timeout: 1_000 }).toEqual([]);
    expect((await datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  test("a process that dies while idle is replaced", async () => {
    await datasource.run("SELECT 1", options());
    for (const pid of childProcesses()) process.kill(pid, "SIGKILL");
    await expect.poll(childProcesses).toEqual([]);
    expect((await datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });
});

describe("guard and authorizer", () => {
  test("the hostile corpus is refused", async () => {
    for (const sql of [...hostileSqlite, ...deniedSqlite, ...bypassesSqlite]) {
      await expect(datasource.run(sql, options()), sql).rejects.toMatchObject({
        code: expect.stringMatching(/^SQL_(REJECTED|FAILED)$/),
      });
    }
  });

  test("the benign corpus runs", async () => {
    for (const sql of [...benignSqlite, ...reportsSqlite, ...analyticsSqlite])
      await expect(datasource.run(sql, options()), sql).resolves.toMatchObject({ truncated: false });
  });

  test("a value of many megabytes is not made", async () => {
    await expect(datasource.run("SELECT length(printf('%100000000d', 1))", options())).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: "string or blob too big",
    });
  });

  test.each([
    "INSERT INTO orders VALUES (9, 9, 9, '')",
    "DELETE FROM orders",
    "CREATE TABLE x (a)",
    "PRAGMA writable_schema = 1",
    "ATTACH 'x' AS x",
    "VACUUM INTO '/tmp/loot'",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM pragma_database_list",
    "SELECT load_extension('x')",
    "BEGIN",
  ])("underneath, the open file refuses: %s", async (sql) => {
    const driver = openSqlite(file, 1);
    await expect(driver.query(sql, options())).rejects.toMatchObject({
      code: expect.stringMatching(/^SQL_(REJECTED|FAILED)$/),
    });
    await driver.close();
  });

  test("a second statement is never reached", async () => {
    const driver = openSqlite(file, 1);
    await driver.query("SELECT 1; DELETE FROM orders", options()).catch(() => {});
    expect((await driver.query("SELECT count(*) FROM orders", options())).rows).toEqual([[3]]);
    await driver.close();
  });
});

/** Processes this one started to hold the file; other tests of the same process may have some of their own. */
function childProcesses(): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, state, ...args]) => Number(parent) === process.pid && !state?.startsWith("Z") && args.includes(file),
    )
    .map(([pid]) => Number(pid));
}
