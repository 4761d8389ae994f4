import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { openDatasource } from "@parley/datasource/open";
import { openPostgres } from "@parley/datasource/postgres/postgres";
import { DatasourceError, type RunOptions } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PostgresServer } from "../support/postgres.ts";
import { type Shop, startShop } from "./shop-server.ts";

let shop: Shop<PostgresServer>;

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  row_limit: 100,
  timeout_ms: 5_000,
  signal: new AbortController().signal,
  ...more,
});

/** More rows than anyone waits for; they come at once. */
const CROSSED = "orders AS a, orders AS b, orders AS c, orders AS d";

/** A statement the guard allows and no machine finishes. */
const ENDLESS = "SELECT count(*) FROM generate_series(1, 1000000) AS a, generate_series(1, 1000000) AS b";

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

async function backends(): Promise<Record<string, unknown>[]> {
  return shop.server.query(
    "SELECT pid, state, wait_event_type, query FROM pg_stat_activity WHERE application_name = 'parley'",
  );
}

describe("results", () => {
  test("keep their types", async () => {
    const { columns, rows } = await shop.datasource.run(
      `SELECT 1::smallint AS small, 9007199254740991::bigint AS exact, 9007199254740993::bigint AS big,
              12.50::numeric AS price, 12345678901234567.89::numeric AS sum, 10 / 3.0 AS quotient, 0.1::float8 AS float, 'NaN'::numeric AS nan,
              true AS yes, NULL::text AS nothing, 'x' AS text, 'paid'::order_status AS status,
              date '2024-02-29' AS day, timestamp '2024-02-29 12:30:00.5' AS local, timestamptz '2024-02-29 12:30:00+02' AS instant,
              time '12:30' AS clock, interval '1 day 2 hours' AS span, '{"a": [1]}'::jsonb AS doc, '\\x00ff'::bytea AS bytes,
              ARRAY[1, 2] AS list, '9dd3ab34-bb2e-4f4f-8c55-d0a5ac4a4b1a'::uuid AS id`,
      options(),
    );
    expect(Object.fromEntries(columns.map(({ name, type }, index) => [name, [type, rows[0]?.[index]]]))).toEqual({
      small: ["integer", 1],
      exact: ["integer", 9_007_199_254_740_991],
      big: ["integer", "9007199254740993"],
      price: ["number", 12.5],
      sum: ["number", "12345678901234567.89"],
      quotient: ["number", 10 / 3],
      float: ["number", 0.1],
      nan: ["number", "NaN"],
      yes: ["boolean", true],
      nothing: ["text", null],
      text: ["text", "x"],
      status: ["text", "paid"],
      day: ["date", "2024-02-29"],
      local: ["timestamp", "2024-02-29T12:30:00.5"],
      instant: ["timestamp", expect.stringMatching(/^2024-02-29T\d\d:30:00(Z|[+-]\d\d:\d\d)$/)],
      clock: ["time", "12:30:00"],
      span: ["other", "1 day 02:00:00"],
      doc: ["json", '{"a": [1]}'],
      bytes: ["binary", "\\x00ff"],
      list: ["other", "{1,2}"],
      id: ["text", "9dd3ab34-bb2e-4f4f-8c55-d0a5ac4a4b1a"],
    });
  });

  test("take bound parameters, typed by their place", async () => {
    const { rows } = await shop.datasource.run(
      "SELECT count(*) FROM orders WHERE total > $1 AND status = $2 AND ordered_at >= $3 AND id = ANY ($4)",
      options({ parameters: ["10", "paid", "2024-01-01", "{10,13,16}"] }),
    );
    expect(rows).toEqual([[3]]);
  });

  test("keep columns of the same name apart, and have columns without rows", async () => {
    const { columns, rows } = await shop.datasource.run("SELECT 1 AS a, 2 AS a WHERE false", options());
    expect(columns).toEqual([
      { name: "a", type: "integer" },
      { name: "a", type: "integer" },
    ]);
    expect(rows).toEqual([]);
  });

  test.each([
    [99, 100, false],
    [100, 100, false],
    [101, 100, true],
    [20, 20, false],
    [21, 20, true],
    [5_000, 1_500, true],
  ])("of %d rows at a limit of %d: truncated is %s", async (rows, row_limit, truncated) => {
    const result = await shop.datasource.run(
      "SELECT n FROM generate_series(1, least($1::int, 5000)) AS n",
      options({ parameters: [rows], row_limit }),
    );
    expect(result).toMatchObject({ row_count: Math.min(rows, row_limit), truncated });
    expect(result.rows.at(-1)).toEqual([Math.min(rows, row_limit)]);
  });

  test("stop at the row limit without waiting for the rest", async () => {
    const result = await shop.datasource.run(`SELECT a.id FROM ${CROSSED}`, options({ row_limit: 10 }));
    expect(result).toMatchObject({ row_count: 10, truncated: true });
  });

  test("cut huge cells, and stop before many of them fill the memory", async () => {
    await shop.server.query(
      "CREATE TABLE blobs AS SELECT repeat('x', n) AS text, n FROM unnest(ARRAY[50000, 60000000]) n",
      [],
      "shop",
    );
    const long = await shop.datasource.run("SELECT text FROM blobs WHERE n = 50000", options());
    expect(String(long.rows[0]?.[0])).toHaveLength(10_001);
    const wide = await shop.datasource.run(
      "SELECT text FROM blobs, generate_series(1, 100000) WHERE n = 50000",
      options({ row_limit: 100_000 }),
    );
    expect(wide.truncated).toBe(true);
    expect(wide.row_count).toBeLessThan(2_000);
    await expect(
      shop.datasource.run("SELECT text FROM blobs WHERE n > 50000", options({ timeout_ms: 30_000 })),
    ).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: "The result is too large to fetch; select fewer or shorter columns.",
    });
    expect((await shop.datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });
});

describe("failures", () => {
  test.each([
    ["SELECT nope FROM orders", 'column "nope" does not exist'],
    [
      "SELECT orders.totl FROM orders",
      'column orders.totl does not exist (Perhaps you meant to reference the column "orders.total".)',
    ],
    ["SELECT * FROM nowhere", 'relation "nowhere" does not exist'],
    ["SELECT sum(name) FROM customers", /^function sum\(text\) does not exist/],
    ["SELECT 1 / 0", "division by zero"],
  ])("%s tells the model what was wrong", async (sql, message) => {
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    await expect(shop.datasource.run(sql, options())).rejects.toMatchObject({ code: "SQL_FAILED", message: expected });
  });

  test("quote no value of a row", async () => {
    await expect(shop.datasource.run("SELECT name::int FROM customers", options())).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: "invalid input syntax for type integer",
    });
    const error = await shop.datasource.run("SELECT name::order_status FROM customers", options()).catch(String);
    expect(error).not.toContain("Ann");
  });

  test("leave the session usable", async () => {
    const driver = openPostgres(shop.server.config("shop"), 1);
    const before = await driver.query("SELECT pg_backend_pid()", options());
    await driver.query("SELECT 1 / 0", options()).catch(() => {});
    expect((await driver.query("SELECT pg_backend_pid()", options())).rows).toEqual(before.rows);
    await driver.close();
  });

  test.each([
    ["a closed port", { port: 1 }, "The database refused the connection."],
    ["a wrong password", { password: "wrong" }, "The database refused the login."],
    ["an unknown user", { user: "nobody" }, "The database refused the login."],
    ["an unknown database", { database: "nothing" }, "The database does not exist."],
    ["an unknown host", { host: "parley.invalid" }, "The name of the database's host cannot be resolved."],
    ["a server without TLS", { tls: "require" }, "A trusted TLS connection to the database could not be made."],
  ] as const)("%s is DATASOURCE_UNAVAILABLE", async (_, change, message) => {
    const other = openDatasource({ ...shop.server.config("shop"), ...change });
    const error: unknown = await other.run("SELECT 1", options()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatasourceError);
    expect(error).toMatchObject({ code: "DATASOURCE_UNAVAILABLE", message });
    await other.close();
  });

  test("a server that accepts and says nothing is given up after the connect timeout", async () => {
    const silent = createServer(() => {});
    const port = await listening(silent);
    const other = openDatasource({ ...shop.server.config("shop"), port });
    await expect(other.run("SELECT 1", options())).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
      message: "The database did not answer in time.",
    });
    await other.close();
    silent.close();
  });

  test("too many connections is DATASOURCE_UNAVAILABLE", async () => {
    await shop.server.query("CREATE ROLE crowded LOGIN PASSWORD 'crowded' CONNECTION LIMIT 0");
    const other = openDatasource(shop.server.config("shop", { user: "crowded", password: "crowded" }));
    await expect(other.run("SELECT 1", options())).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
      message: "The database has too many connections.",
    });
    await other.close();
  });
});

describe("time", () => {
  test("a slow query is stopped with QUERY_TIMEOUT", async () => {
    await expect(shop.datasource.run(ENDLESS, options({ timeout_ms: 200 }))).rejects.toMatchObject({
      code: "QUERY_TIMEOUT",
      message: "The query was stopped after 0.2 s. Narrow it down or aggregate earlier.",
    });
    expect((await shop.datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  test("abort rejects with its reason and no backend is active a second later (R13)", async () => {
    const controller = new AbortController();
    const reason = new Error("interrupted by the member");
    const running = shop.datasource.run(ENDLESS, options({ signal: controller.signal, timeout_ms: 60_000 }));
    await untilActive();
    const aborted = performance.now();
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(performance.now() - aborted).toBeLessThan(1_000);
    await expect
      .poll(async () => (await backends()).filter(({ state }) => state === "active"), { timeout: 1_000, interval: 20 })
      .toEqual([]);
    expect((await shop.datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  test("abort while rows stream stops them", async () => {
    const controller = new AbortController();
    const sql = `SELECT a.id FROM ${CROSSED}`;
    const running = shop.datasource.run(sql, {
      ...options({ signal: controller.signal, timeout_ms: 60_000 }),
      row_limit: 100_000_000,
    });
    await untilActive(sql);
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    await expect.poll(backends, { timeout: 1_000, interval: 20 }).toEqual([]);
  });

  test("an aborted signal starts nothing", async () => {
    await expect(
      shop.datasource.run("SELECT 1", options({ signal: AbortSignal.abort(new Error("early")) })),
    ).rejects.toThrow("early");
  });

  test("statements queue for the one session, and a waiting one can be aborted", async () => {
    const slow = new AbortController();
    const waiting = new AbortController();
    const first = shop.datasource.run(ENDLESS, options({ signal: slow.signal, timeout_ms: 60_000 }));
    await untilActive();
    const second = shop.datasource.run("SELECT 2", options({ signal: waiting.signal }));
    const third = shop.datasource.run("SELECT 3", options());
    waiting.abort(new Error("gave up waiting"));
    await expect(second).rejects.toThrow("gave up waiting");
    slow.abort(new Error("done"));
    await expect(first).rejects.toThrow("done");
    expect((await third).rows).toEqual([[3]]);
    await expect.poll(backends, { timeout: 1_000, interval: 20 }).toHaveLength(1);
  });

  test("a server that stops answering is cut off after the timeout", async () => {
    const relay = await startRelay(shop.server.port);
    const other = openDatasource({ ...shop.server.config("shop"), port: relay.port });
    const running = other.run(ENDLESS, options({ timeout_ms: 300 }));
    const stopped = expect(running).rejects.toMatchObject({ code: "QUERY_TIMEOUT" });
    await untilActive();
    relay.freeze();
    await stopped;
    await other.close();
    relay.close();
  });

  test("an idle connection whose other side vanished is replaced", async () => {
    const relay = await startRelay(shop.server.port);
    const other = openDatasource({ ...shop.server.config("shop"), port: relay.port });
    await other.run("SELECT 1", options());
    relay.freeze();
    expect((await other.run("SELECT 2", options())).rows).toEqual([[2]]);
    await other.close();
    relay.close();
  });
});

describe("a connection that breaks", () => {
  test("while idle is replaced at the next use", async () => {
    await shop.datasource.run("SELECT 1", options());
    await shop.server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parley'");
    expect((await shop.datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  test("while a statement runs is DATASOURCE_UNAVAILABLE", async () => {
    const running = shop.datasource.run(ENDLESS, options());
    const refused = expect(running).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
    await untilActive();
    await shop.server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parley'");
    await refused;
    expect((await shop.datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });

  test("because the server crashed: unavailable while it is down, working once it is back", async () => {
    await shop.datasource.run("SELECT 1", options());
    await shop.server.crash();
    await expect(shop.datasource.run("SELECT 1", options())).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
    await shop.server.restart();
    expect((await shop.datasource.run("SELECT 1", options())).rows).toEqual([[1]]);
  });
});

describe("underneath the guard", () => {
  test.each([
    "INSERT INTO customers VALUES (999, 'x', 'DE', '2024-01-01')",
    "WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone",
    "SELECT refresh_all()",
    "SELECT nextval('order_numbers')",
    "CREATE TABLE loot AS SELECT 1",
    "SELECT * INTO loot FROM customers",
    "SELECT * FROM customers FOR UPDATE",
    "SELECT set_config('transaction_read_only', 'off', true)",
    "SELECT lo_create(0)",
    "SELECT 1; DELETE FROM orders",
    "COMMIT; DELETE FROM orders",
  ])("the session refuses: %s", async (sql) => {
    const driver = openPostgres(shop.server.config("shop"), 1);
    await expect(driver.query(sql, options())).rejects.toMatchObject({ code: "SQL_FAILED" });
    await driver.close();
  });

  test("a setting changed by a statement ends with its transaction", async () => {
    const driver = openPostgres(shop.server.config("shop"), 1);
    await driver.query(
      "SELECT set_config('search_path', 'sales', false), set_config('default_transaction_read_only', 'off', false)",
      options(),
    );
    const { rows } = await driver.query(
      "SELECT current_setting('search_path'), current_setting('transaction_read_only')",
      options(),
    );
    expect(rows).toEqual([['"$user", public', "on"]]);
    // Each of these is a whole transaction of its own.
    for (const sql of [
      "COMMIT",
      "SET TRANSACTION READ WRITE",
      "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    ]) {
      await driver.query(sql, options()).catch(() => {});
    }
    await expect(driver.query("DELETE FROM orders", options())).rejects.toMatchObject({ code: "SQL_FAILED" });
    await driver.close();
  });

  test("the statement timeout holds, even where the statement lifts it", async () => {
    const driver = openPostgres(shop.server.config("shop"), 1);
    await expect(driver.query("SELECT pg_sleep(30)", options({ timeout_ms: 200 }))).rejects.toMatchObject({
      code: "QUERY_TIMEOUT",
    });
    await expect(
      driver.query("SELECT set_config('statement_timeout', '0', false), pg_sleep(30)", options({ timeout_ms: 200 })),
    ).rejects.toMatchObject({ code: "QUERY_TIMEOUT" });
    await driver.close();
  });

  test("the row limit holds", async () => {
    const driver = openPostgres(shop.server.config("shop"), 1);
    const result = await driver.query("SELECT * FROM pg_proc, pg_proc AS again", options({ row_limit: 7 }));
    expect(result).toMatchObject({ row_count: 7, truncated: true });
    await driver.close();
  });
});

/** Waits until a statement of the datasource runs, that itself and not what is asked before it. */
async function untilActive(sql: string = ENDLESS): Promise<void> {
  const isRunning = async () => (await backends()).some(({ state, query }) => state === "active" && query === sql);
  await expect.poll(isRunning, { timeout: 5_000, interval: 10 }).toBe(true);
}

async function listening(listener: Server): Promise<number> {
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A network between datasource and server that can fall silent. */
async function startRelay(target: number): Promise<{ port: number; freeze(): void; close(): void }> {
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  const port = await listening(relay);
  return {
    port,
    freeze() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}
