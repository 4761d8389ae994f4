import { checkConnection } from "@parley/datasource/check-connection";
import { openDatasource } from "@parley/datasource/open";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import { type Datasource, DatasourceError, type RunOptions } from "@parley/datasource/types";
import { bucket, elapsed } from "@parley/interpreter/sql/dialect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testClosedColumns } from "../datasource/closed-columns.ts";
import { PEOPLE, PEOPLE_MARKS, REFUSED, ROWS } from "../datasource/column-marks.ts";
import { analyticsMysql, otherDatabasesMysql } from "../datasource/corpus/analytics.ts";
import { bypassesMysql } from "../datasource/corpus/bypasses.ts";
import { benignMysql, hostileMysql } from "../datasource/corpus/hostile-tokens.ts";
import { reportsMysql } from "../datasource/corpus/reports.ts";
import { isMariadbHere, type MariadbServer, startMariadb } from "./mariadb-server.ts";

const SHOP = `
  CREATE TABLE customers (id int PRIMARY KEY, name varchar(60) NOT NULL COMMENT 'First and last', country char(2), email varchar(80),
    created date NOT NULL) COMMENT 'People who bought something';
  CREATE TABLE orders (id bigint PRIMARY KEY, customer_id int NOT NULL, total decimal(10, 2) NOT NULL, status enum('open', 'paid', 'sent') NOT NULL,
    at datetime NOT NULL, j json, is_gift tinyint(1) NOT NULL, FOREIGN KEY (customer_id) REFERENCES customers (id));
  CREATE VIEW daily AS SELECT DATE(at) AS day, SUM(total) AS total FROM orders GROUP BY 1;
  INSERT INTO customers SELECT seq, CONCAT('Ann ', seq), ELT(1 + seq % 3, 'DE', 'FR', 'IT'), CONCAT('ann', seq, '@example.org'),
    DATE '2024-01-01' + INTERVAL seq DAY FROM seq_1_to_60;
  INSERT INTO orders SELECT seq, 1 + seq % 50, seq * 1.25, ELT(1 + seq % 3, 'open', 'paid', 'sent'), TIMESTAMP '2024-01-01 10:00:00' + INTERVAL seq HOUR,
    '{"a": {"b": 1}, "b": "x", "tags": ["new"]}', seq % 2 FROM seq_1_to_400;`;

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  row_limit: 100,
  timeout_ms: 10_000,
  signal: new AbortController().signal,
  ...more,
});

const ENDLESS =
  "SELECT COUNT(*) FROM orders a, orders b, orders c WHERE a.total + b.total + c.total < 0 AND SHA2(CONCAT(a.id, b.id, c.id), 512) = 'x'";

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "passed",
    (error: unknown) => (error instanceof DatasourceError ? error.code : String(error)),
  );

let server: MariadbServer;
let shop: Datasource;
beforeAll(async () => {
  if (!isMariadbHere) return;
  server = await startMariadb();
  await server.createDatabase("shop", SHOP);
  await server.createDatabase("people", `${PEOPLE.mysql}\n${ROWS}`);
  await server.sql("CREATE DATABASE other; CREATE TABLE other.secrets (a int)");
  shop = openDatasource(server.config("shop"), 2);
});
afterAll(async () => {
  if (!isMariadbHere) return;
  await shop.close();
  await server.stop();
});

const statementsRunning = () =>
  server.sql("SELECT info FROM information_schema.processlist WHERE user = 'reader' AND info LIKE '%SHA2%'");

describe.skipIf(!isMariadbHere)("results of MariaDB", () => {
  it("keep their types", async () => {
    const { columns, rows } = await shop.run(
      `SELECT o.id, o.total, o.status, o.at, o.is_gift, o.j, DATE(o.at) AS day, TIME(o.at) AS clock, o.total / 3 AS third, 9007199254740993 AS big,
        1.5e0 AS f, NULL AS none, c.name, UNHEX('00FF') AS bytes, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = 3
       GROUP BY o.id`,
      options(),
    );
    expect(columns.map(({ name, type }, index) => [name, type, rows[0]?.[index]])).toEqual([
      ["id", "integer", 3],
      ["total", "number", 3.75],
      ["status", "text", "open"],
      ["at", "timestamp", "2024-01-01T13:00:00"],
      ["is_gift", "boolean", true],
      ["j", "text", '{"a": {"b": 1}, "b": "x", "tags": ["new"]}'],
      ["day", "date", "2024-01-01"],
      ["clock", "time", "13:00:00"],
      ["third", "number", 1.25],
      ["big", "integer", "9007199254740993"],
      ["f", "number", 1.5],
      ["none", "text", null],
      ["name", "text", "Ann 4"],
      ["bytes", "binary", "\\x00ff"],
      ["n", "integer", 1],
    ]);
  });

  it("take placeholders as bound parameters", async () => {
    const sql =
      "SELECT COUNT(*) FROM orders WHERE total > {{min}} AND at >= '{{from}}' AND status LIKE '%{{s}}%' LIMIT {{n}}";
    const bound = bindPlaceholders(sql, "mysql", { min: "100", from: "2024-01-05", s: "ai", n: "5" });
    const { rows } = await shop.run(bound.sql, options({ parameters: bound.parameters }));
    const plain = "SELECT COUNT(*) FROM orders WHERE total > 100 AND at >= '2024-01-05' AND status = 'paid'";
    expect(rows).toEqual((await shop.run(plain, options())).rows);
    expect(Number(rows[0]?.[0])).toBeGreaterThan(0);
  });

  it("of a value that is no number are refused, rather than those of zero", async () => {
    await expect(
      shop.run("SELECT COUNT(*) FROM orders WHERE total > ?", options({ parameters: ["many"] })),
    ).rejects.toMatchObject({ code: "SQL_FAILED" });
  });

  it("stop at the row limit, whatever LIMIT says", async () => {
    const result = await shop.run("SELECT a.id FROM orders a, orders b LIMIT 100000", options({ row_limit: 7 }));
    expect(result).toMatchObject({ row_count: 7, truncated: true });
    expect((await shop.run("SELECT 1", options())).rows).toEqual([[1]]);
  });
});

describe.skipIf(!isMariadbHere)("statements in MariaDB", () => {
  it("end at their timeout, on the server as well", async () => {
    await expect(shop.run(ENDLESS, options({ timeout_ms: 500 }))).rejects.toMatchObject({ code: "QUERY_TIMEOUT" });
    await expect.poll(statementsRunning).toEqual([]);
  });

  it("end when they are aborted, on the server as well, and the next one runs", async () => {
    const abort = new AbortController();
    const running = shop.run(ENDLESS, options({ timeout_ms: 60_000, signal: abort.signal }));
    const said = expect(running).rejects.toThrow("the person left");
    await expect.poll(statementsRunning).toHaveLength(1);
    abort.abort(new Error("the person left"));
    await said;
    await expect.poll(statementsRunning).toEqual([]);
    expect((await shop.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  it("change nothing, whatever gets past the guard", async () => {
    const owner = { ...server.config("shop"), user: "owner", password: "owner-password" };
    await server.sql(
      "CREATE USER 'owner'@'127.0.0.1' IDENTIFIED BY 'owner-password'; GRANT ALL ON shop.* TO 'owner'@'127.0.0.1'",
    );
    const { openDriver } = await import("@parley/datasource/open");
    const driver = await openDriver(owner, 1);
    expect(await codeOf(driver.query("DELETE FROM orders", options()))).toBe("SQL_FAILED");
    await driver.close();
    expect(await server.sql("SELECT COUNT(*) FROM orders", "shop")).toEqual(["400"]);
  });

  it("say what is wrong without the values that they met", async () => {
    await expect(shop.run("SELECT nope FROM orders", options())).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: expect.stringContaining("nope"),
    });
  });
});

describe.skipIf(!isMariadbHere)("the guard's corpora on MariaDB", () => {
  it("nothing hostile reaches the server, and nothing has changed", async () => {
    const passed: string[] = [];
    for (const sql of [...hostileMysql, ...bypassesMysql, ...otherDatabasesMysql]) {
      const code = await codeOf(shop.run(sql, options()));
      if (code !== "SQL_REJECTED" && code !== "SQL_FAILED") passed.push(`${code}: ${sql}`);
    }
    expect(passed).toEqual([]);
    expect(await server.sql("SELECT COUNT(*) FROM orders UNION ALL SELECT COUNT(*) FROM customers", "shop")).toEqual([
      "400",
      "60",
    ]);
  });

  it("what is benign is never refused, and what is about the shop's own columns runs", async () => {
    const outcomes = new Map<string, string>();
    for (const sql of [...benignMysql, ...reportsMysql, ...analyticsMysql])
      outcomes.set(sql, await codeOf(shop.run(sql, options())));
    expect([...outcomes].filter(([, code]) => code === "SQL_REJECTED")).toEqual([]);
    expect([...outcomes.values()].filter((code) => code === "passed").length).toBeGreaterThan(20);
  });
});

describe.skipIf(!isMariadbHere)("introspection of MariaDB", () => {
  it("describes tables, views, comments, keys, types and values", async () => {
    const schema = await shop.introspect(options().signal);
    expect(schema.tables.map(({ name, is_view, row_count }) => [name, is_view ?? false, row_count])).toEqual([
      ["customers", false, 60],
      ["daily", true, 18],
      ["orders", false, 400],
    ]);
    const [customers, , orders] = schema.tables;
    expect(customers).toMatchObject({ comment: "People who bought something", primary_key: ["id"] });
    expect(customers?.columns.map(({ name, type, nullable, comment }) => [name, type, nullable, comment])).toEqual([
      ["id", "integer", false, null],
      ["name", "text", false, "First and last"],
      ["country", "text", true, null],
      ["email", "text", true, null],
      ["created", "date", false, null],
    ]);
    expect(customers?.columns[2]?.values.toSorted()).toEqual(["DE", "FR", "IT"]);
    expect(orders?.foreign_keys).toEqual([
      { columns: ["customer_id"], table: "customers", references: ["id"], inferred: false },
    ]);
    expect(orders?.columns.find(({ name }) => name === "total")).toMatchObject({ min: 1.25, max: 500 });
  });

  it("finds values by phrases", async () => {
    const place = { schema: null, table: "customers", column: "name", native_type: "varchar(60)", row_count: 60 };
    const found = await shop.findValues({ phrases: ["ann 7"], places: [place] }, options());
    expect(found.map(({ value }) => value)).toEqual(["Ann 7"]);
  });

  it("a first look says what the role may change", async () => {
    expect(await checkConnection(server.config("shop"), options().signal)).toMatchObject({ tables: 3, writes: [] });
    await server.sql(
      "CREATE USER 'writer'@'127.0.0.1' IDENTIFIED BY 'w'; GRANT SELECT, INSERT ON shop.* TO 'writer'@'127.0.0.1'",
    );
    const writer = { ...server.config("shop"), user: "writer", password: "w" };
    expect((await checkConnection(writer, options().signal)).writes).toEqual(["insert on shop.*"]);
    await expect(
      checkConnection({ ...server.config("shop"), password: "wrong" }, options().signal),
    ).rejects.toMatchObject({ fault: "login" });
    await expect(checkConnection(server.config("nowhere"), options().signal)).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
    });
    await expect(checkConnection({ ...server.config("shop"), tls: "verify" }, options().signal)).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
      retryable: false,
    });
  });
});

/** Ways that only MariaDB has. */
const OWN = [
  "SELECT `email` FROM `people`",
  "SELECT people.people.email FROM people.people",
  "SELECT p.* FROM people.people p",
  "SELECT GROUP_CONCAT(email) FROM people",
  "SELECT JSON_ARRAYAGG(email) FROM people",
  "SELECT * FROM people USE INDEX (PRIMARY)",
  "SELECT * FROM people FOR UPDATE",
  "TABLE people",
  "SELECT `EMAIL` FROM `People`",
  "SELECT * FROM information_schema.column_statistics",
  "SELECT email FROM people PROCEDURE ANALYSE()",
  "SELECT MEDIAN(salary) OVER () FROM people",
  "SELECT * FROM (people)",
  "SELECT * FROM people STRAIGHT_JOIN letters",
  "SELECT * FROM people a NATURAL JOIN people b",
];

describe.skipIf(!isMariadbHere)("columns that marks have closed in MariaDB", () => {
  let people: Datasource;
  beforeAll(() => {
    people = openDatasource(server.config("people"), 1, { marks: PEOPLE_MARKS });
  });
  afterAll(() => people.close());

  /** To MySQL, "email" in double quotes is a text. */
  const isText = (sql: string): boolean => sql.includes('"');
  testClosedColumns(() => people, {
    own: [...OWN, ...REFUSED.filter(isText)],
    refused: REFUSED.filter((sql) => !isText(sql)),
  });

  it("close views of them in the schema, too, and no others", async () => {
    const { tables } = await people.introspect(new AbortController().signal);
    const names = tables.map(({ name }) => name);
    expect(names).toContain("names");
    for (const view of ["all_people", "addresses", "addresses_again", "rich"]) expect(names).not.toContain(view);
  });
});

describe.skipIf(!isMariadbHere)("the interpreter's SQL in MariaDB", () => {
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
    const sql = `SELECT ${bucket("mysql", unit, "moment")} FROM (SELECT TIMESTAMP '2024-05-08 13:14:15' AS moment) t`;
    expect((await shop.run(sql, options())).rows).toEqual([[name]]);
  });

  it("measures the time between two moments", async () => {
    const sql = `SELECT ${elapsed("mysql", "DATE '2024-05-08'", "TIMESTAMP '2024-05-09 12:00:00'", "day")}`;
    expect((await shop.run(sql, options())).rows).toEqual([[1.5]]);
  });
});
