import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDuckdb, tableNameOf } from "@parley/datasource/duckdb/duckdb";
import { openDatasource, openDriver } from "@parley/datasource/open";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import type { Datasource, RunOptions } from "@parley/datasource/types";
import { bucket, elapsed, identifier } from "@parley/interpreter/sql/dialect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHOP, writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  row_limit: 100,
  timeout_ms: 10_000,
  signal: new AbortController().signal,
  ...more,
});

const ENDLESS = "SELECT count(*) FROM range(1000000000000) t (i) WHERE i % 7 = 8";

let folder: string;
let file: string;
let shop: Datasource;
beforeAll(async () => {
  if (!isDuckdbHere) return;
  folder = await mkdtemp(join(tmpdir(), "parley-duckdb-"));
  file = join(folder, "shop.duckdb");
  await writeDuckdb(file, `${SHOP} COPY orders TO '${join(folder, "Orders 2024.parquet")}';\n`);
  await writeFile(join(folder, "targets.csv"), "country,target,since\nDE,1000.5,2024-01-01\nFR,2000,2024-02-01\n");
  await writeFile(join(folder, "picture.duckdb"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  shop = openDatasource({ engine: "duckdb", file });
});
afterAll(async () => {
  if (!isDuckdbHere) return;
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the table of a file", () => {
  it.each([
    ["Orders 2024.parquet", "orders_2024"],
    ["/data/sales.csv", "sales"],
    ["2024.csv", "data_2024"],
    ["….csv", "data"],
    ["Größe & Maß.csv", "größe_maß"],
  ])("%s is called %s", (name, table) => {
    expect(tableNameOf(name)).toBe(table);
  });
});

describe("DuckDB where it is not installed", () => {
  it("says what to install", async () => {
    const before = process.env["DUCKDB_DIR"];
    process.env["DUCKDB_DIR"] = tmpdir();
    const driver = openDuckdb({ file: import.meta.filename }, 1, { memory: undefined, marks: [] });
    await expect(driver.query("SELECT 1", options())).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
      retryable: false,
      fault: "no_library",
      message: expect.stringContaining("npm install @duckdb/node-api"),
    });
    await driver.close();
    if (before === undefined) delete process.env["DUCKDB_DIR"];
    else process.env["DUCKDB_DIR"] = before;
  });
});

describe.skipIf(!isDuckdbHere)("results of DuckDB", { timeout: 60_000 }, () => {
  it("keep their types", async () => {
    const { columns, rows } = await shop.run(
      `SELECT 1 AS i, 9007199254740993 AS big, 12.50::DECIMAL(10, 2) AS d, 1.5::DOUBLE AS f, 'nan'::DOUBLE AS nan, TRUE AS b, 'x' AS t,
        DATE '2024-01-02' AS day, TIMESTAMP '2024-01-02 03:04:05.5' AS at, TIMESTAMPTZ '2024-01-02 03:04:05+02' AS zoned,
        TIME '03:04:05' AS clock, [1, 2] AS l, {'a': 1, 'b': [DATE '2024-01-02']} AS s, MAP {'k': 1} AS m, '\\x00\\xFF'::BLOB AS bytes,
        'open'::ENUM('open', 'paid') AS e, NULL AS none, INTERVAL 3 DAY AS long, 170141183460469231731687303715884105727 AS huge,
        '7f1c9c1e-8a5b-4a3c-9d53-0e0e4f6a8d11'::UUID AS u`,
      options(),
    );
    expect(columns.map(({ name, type }, index) => [name, type, rows[0]?.[index]])).toEqual([
      ["i", "integer", 1],
      ["big", "integer", "9007199254740993"],
      ["d", "number", 12.5],
      ["f", "number", 1.5],
      ["nan", "number", "NaN"],
      ["b", "boolean", true],
      ["t", "text", "x"],
      ["day", "date", "2024-01-02"],
      ["at", "timestamp", "2024-01-02T03:04:05.5"],
      ["zoned", "timestamp", "2024-01-02T01:04:05Z"],
      ["clock", "time", "03:04:05"],
      ["l", "json", "[1,2]"],
      ["s", "json", '{"a":1,"b":["2024-01-02"]}'],
      ["m", "json", '[{"key":"k","value":1}]'],
      ["bytes", "binary", "\\x00ff"],
      ["e", "text", "open"],
      ["none", "integer", null],
      ["long", "other", "3 days"],
      ["huge", "integer", "170141183460469231731687303715884105727"],
      ["u", "text", "7f1c9c1e-8a5b-4a3c-9d53-0e0e4f6a8d11"],
    ]);
  });

  it("take bound parameters, whose types follow from their places", async () => {
    const sql =
      "SELECT count(*) FROM orders WHERE total > {{min}} AND ordered_at >= '{{from}}' AND status = '{{status}}' AND ({{n}}::INTEGER > 3)";
    const bound = bindPlaceholders(sql, "duckdb", { min: "100", from: "2024-01-05", status: "paid", n: "4" });
    expect(bound.sql).toContain("total > $1");
    const { rows } = await shop.run(bound.sql, options({ parameters: bound.parameters }));
    const { rows: plain } = await shop.run(
      "SELECT count(*) FROM orders WHERE total > 100 AND ordered_at >= '2024-01-05' AND status = 'paid'",
      options(),
    );
    expect(rows).toEqual(plain);
    expect(Number(rows[0]?.[0])).toBeGreaterThan(0);
    const typed = "SELECT $1, $2, $3, $4, $5";
    expect((await shop.run(typed, options({ parameters: [1, 1.5, true, null, "a'b"] }))).rows).toEqual([
      [1, 1.5, true, null, "a'b"],
    ]);
  });

  it("stop at the row limit, whatever more there is", async () => {
    const result = await shop.run("SELECT * FROM range(1000000000000)", options({ row_limit: 3 }));
    expect(result).toMatchObject({ rows: [[0], [1], [2]], row_count: 3, truncated: true });
  });

  it("cut long texts, and stop at the length of a result", async () => {
    const { rows } = await shop.run("SELECT repeat('x', 20000)", options());
    expect(String(rows[0]?.[0])).toHaveLength(10_001);
    const long = await shop.run("SELECT repeat('x', 9000) FROM range(100000)", options({ row_limit: 100_000 }));
    expect(long.truncated).toBe(true);
  });
});

describe.skipIf(!isDuckdbHere)("statements in DuckDB", { timeout: 60_000 }, () => {
  it("end at their timeout, and the next one runs", async () => {
    await expect(shop.run(ENDLESS, options({ timeout_ms: 500 }))).rejects.toMatchObject({ code: "QUERY_TIMEOUT" });
    expect((await shop.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  it("end when they are aborted, with the reason", async () => {
    const abort = new AbortController();
    const running = shop.run(ENDLESS, options({ signal: abort.signal }));
    setTimeout(() => abort.abort(new Error("the person left")), 300);
    await expect(running).rejects.toThrow("the person left");
  });

  it("do not hold up this process, nor statements of other databases", async () => {
    const other = openDatasource({ engine: "duckdb", file: join(folder, "targets.csv") });
    await other.run("SELECT 1", options());
    const abort = new AbortController();
    const running = shop.run(ENDLESS, options({ signal: abort.signal })).catch(() => undefined);
    const started = performance.now();
    let turns = 0;
    for (; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await other.run("SELECT count(*) FROM targets", options())).rows).toEqual([[2]]);
    abort.abort(new Error("done"));
    await running;
    await other.close();
  });

  it.each([
    "SELECT list(i) FROM range(1000000000) t (i)",
    "SELECT repeat('x', 2000000000)",
    "SELECT string_agg(repeat('x', 1000), '') FROM range(10000000)",
    "SELECT count(*) FROM (SELECT DISTINCT hash(i) FROM range(1000000000) t (i))",
  ])("that need too much memory fail, and nothing else does: %s", async (sql) => {
    const { code } = await shop.run(sql, options({ timeout_ms: 15_000 })).then(
      () => ({ code: "passed" }),
      (error: { code: string }) => error,
    );
    expect(["SQL_FAILED", "QUERY_TIMEOUT"]).toContain(code);
    expect((await shop.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  it("say what is wrong without the values that they met", async () => {
    await expect(shop.run("SELECT nope FROM customers", options())).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: expect.stringContaining('"nope" not found'),
    });
    await expect(shop.run("SELECT CAST(name AS INTEGER) FROM customers", options())).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: expect.not.stringContaining("Ann"),
    });
  });
});

describe.skipIf(!isDuckdbHere)("below the guard, DuckDB", () => {
  it.each([
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "FROM '/etc/passwd'",
    "COPY (SELECT 1) TO '/tmp/parley-loot.csv'",
    "ATTACH '/tmp/parley-loot.duckdb' AS loot",
    "INSTALL httpfs",
    "LOAD '/tmp/parley-loot.duckdb_extension'",
    "SET enable_external_access = true",
    "SET memory_limit = '10GB'",
    "SET lock_configuration = false",
    "SET allowed_paths = ['/etc/passwd']",
    "SET temp_directory = '/tmp'",
    "EXPORT DATABASE '/tmp/parley-loot'",
    "DELETE FROM parley_source.main.orders",
    "UPDATE parley_source.main.customers SET name = 'x'",
    "DROP TABLE parley_source.main.orders",
    "CREATE TABLE parley_source.main.loot (a INTEGER)",
  ])("still refuses: %s", async (sql) => {
    const driver = await openDriver({ engine: "duckdb", file }, 1);
    await expect(driver.query(sql, options())).rejects.toMatchObject({ code: "SQL_FAILED" });
    await driver.close();
  });

  it("does not call the file's own macros where a function has their name", async () => {
    expect((await shop.run("SELECT lower('ABC')", options())).rows).toEqual([["abc"]]);
  });
});

describe.skipIf(!isDuckdbHere)("introspection of DuckDB", () => {
  it("describes tables, views, schemas, comments, keys, types and values of a database", async () => {
    const schema = await shop.introspect(options().signal);
    expect(schema.dialect).toBe("duckdb");
    expect(schema.tables.map((table) => [table.schema, table.name, table.is_view ?? false, table.row_count])).toEqual([
      [null, "customers", false, 60],
      [null, "orders", false, 400],
      ["sales", "daily", true, 18],
    ]);
    const [customers, orders] = schema.tables;
    expect(customers).toMatchObject({ comment: "People who bought something", primary_key: ["id"] });
    expect(customers?.columns.map(({ name, type, nullable, comment }) => [name, type, nullable, comment])).toEqual([
      ["id", "integer", false, null],
      ["name", "text", false, null],
      ["country", "text", true, "ISO country code"],
      ["created", "date", false, null],
    ]);
    expect(customers?.columns[2]).toMatchObject({ values_complete: true, distinct_count: 3 });
    expect(customers?.columns[2]?.values.toSorted()).toEqual(["DE", "FR", "IT"]);
    expect(orders?.foreign_keys).toEqual([
      { columns: ["customer_id"], table: "customers", references: ["id"], inferred: false },
    ]);
    expect(orders?.columns.map(({ name, type }) => [name, type])).toEqual([
      ["id", "integer"],
      ["customer_id", "integer"],
      ["total", "number"],
      ["status", "text"],
      ["ordered_at", "timestamp"],
      ["details", "json"],
    ]);
    expect(orders?.columns.find(({ name }) => name === "total")).toMatchObject({ min: 1.25, max: 500 });
    const again = await shop.introspect(options().signal);
    expect(again.hash).toBe(schema.hash);
  });

  it("finds values by phrases", async () => {
    const place = { schema: null, table: "customers", column: "name", native_type: "VARCHAR", row_count: 60 };
    const found = await shop.findValues({ phrases: ["ann 7", "it's"], places: [place] }, options());
    expect(found.map(({ value }) => value)).toEqual(["Ann 7"]);
  });
});

describe.skipIf(!isDuckdbHere)("files in DuckDB", () => {
  it("a Parquet file is a table, called after what people call the file", async () => {
    const orders = openDatasource({
      engine: "duckdb",
      file: join(folder, "Orders 2024.parquet"),
      name: "Orders 2024.parquet",
    });
    const sql = "SELECT count(*), sum(total), max(details.tags[1]) FROM orders_2024";
    expect((await orders.run(sql, options())).rows).toEqual([[400, 100_250, "new"]]);
    const schema = await orders.introspect(options().signal);
    expect(schema.tables.map(({ name, row_count, is_view }) => [name, row_count, is_view])).toEqual([
      ["orders_2024", 400, undefined],
    ]);
    await orders.close();
  });

  it("a CSV file is a table, with types found in its values", async () => {
    const targets = openDatasource({ engine: "duckdb", file: join(folder, "targets.csv") });
    const { columns, rows } = await targets.run("FROM targets ORDER BY country", options());
    expect(columns.map(({ type }) => type)).toEqual(["text", "number", "date"]);
    expect(rows).toEqual([
      ["DE", 1000.5, "2024-01-01"],
      ["FR", 2000, "2024-02-01"],
    ]);
    await targets.close();
  });

  it.each([
    ["picture.duckdb", "not_a_database"],
    ["nowhere.parquet", "no_file"],
  ])("%s cannot be used: %s", async (name, fault) => {
    const broken = openDatasource({ engine: "duckdb", file: join(folder, name) });
    await expect(broken.run("SELECT 1", options())).rejects.toMatchObject({ retryable: false, fault });
    await broken.close();
  });
});

describe.skipIf(!isDuckdbHere)("the interpreter's SQL in DuckDB", () => {
  it.each([
    ["day", "2024-05-08"],
    ["week", "2024-05-06"],
    ["month", "2024-05"],
    ["quarter", "2024-Q2"],
    ["year", "2024"],
    ["month_of_year", "05"],
    ["day_of_year", "05-08"],
    ["weekday", "Wednesday"],
    ["hour_of_day", "13"],
  ] as const)("names the %s of a moment", async (unit, name) => {
    const at = identifier("duckdb", "at");
    const sql = `SELECT ${bucket("duckdb", unit, at)} FROM (SELECT TIMESTAMP '2024-05-08 13:14:15' AS ${at})`;
    expect((await shop.run(sql, options())).rows).toEqual([[name]]);
  });

  it("measures the time between two moments", async () => {
    const sql = `SELECT ${elapsed("duckdb", "DATE '2024-05-08'", "TIMESTAMP '2024-05-09 12:00:00'", "day")}`;
    expect((await shop.run(sql, options())).rows).toEqual([[1.5]]);
  });
});
