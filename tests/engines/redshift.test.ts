import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkConnection } from "@parley/datasource/check-connection";
import { openDatasource, openDriver } from "@parley/datasource/open";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import type { Datasource, DatasourceConfig } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testClosedColumns } from "../datasource/closed-columns.ts";
import { outcomeOf, PEOPLE, PEOPLE_MARKS, ROWS } from "../datasource/column-marks.ts";
import { SHOP } from "../datasource/corpus/shop.ts";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import { AWS_CLIENTS_DIR, AWS_KEY, isAwsClientHere, useAwsClients } from "./aws-here.ts";
import type { AwsServer } from "./aws-server.ts";
import { REDSHIFT_CATALOG, startRedshift } from "./redshift-server.ts";

const signal = new AbortController().signal;
const options = { row_limit: 1_000, timeout_ms: 10_000, signal };

/** Rows of a page: few, so that pages follow each other. */
const PAGE_ROWS = 7;

describe.skipIf(!isAwsClientHere("client-redshift-data"))("Redshift through its Data API", { timeout: 60_000 }, () => {
  let postgres: SharedPostgres;
  let server: AwsServer;
  let people: AwsServer;
  let config: Extract<DatasourceConfig, { engine: "redshift" }>;
  let shop: Datasource;
  const own = async (name: string, sql: string): Promise<AwsServer> => {
    await postgres.createDatabase(name);
    await postgres.query(
      `${sql}; ${REDSHIFT_CATALOG}; ALTER DATABASE "${postgres.own(name)}" SET search_path = public, catalog_history`,
      [],
      name,
    );
    const { host, port, database, user, password } = postgres.config(name);
    return startRedshift({ host, port, database, user, password }, { pageRows: PAGE_ROWS });
  };
  const configFor = (name: string) =>
    ({ engine: "redshift", workgroup: "analytics", database: postgres.own(name), region: AWS_KEY.region }) as const;
  /** The endpoint is the process's: it is read when a client is made, at the first statement. */
  const reach = ({ url }: AwsServer) => vi.stubEnv("AWS_ENDPOINT_URL_REDSHIFT_DATA", url);

  beforeAll(async () => {
    useAwsClients();
    postgres = await sharePostgres();
    server = await own("redshift_shop", SHOP);
    people = await own("redshift_people", `${PEOPLE.redshift}\n${ROWS}`);
    config = configFor("redshift_shop");
    shop = openDatasource(config);
    reach(server);
    await shop.run("SELECT 1", options);
  });
  afterAll(async () => {
    await shop.close();
    await Promise.all([server.stop(), people.stop()]);
    await postgres.stop();
    vi.unstubAllEnvs();
  });

  it("reads values of each type, and all digits of a whole number", async () => {
    const { columns, rows } = await shop.run(
      `SELECT 1::int AS a, 9007199254740993::bigint AS b, 12.50::numeric AS c, 0.1::float8 AS d, 'x'::varchar AS e, true AS f,
         date '2026-05-06' AS g, timestamp '2026-05-06 07:08:09.5' AS h, timestamptz '2026-05-06 07:08:09+00' AS i, NULL::int AS j`,
      options,
    );
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "a integer",
      "b integer",
      "c number",
      "d number",
      "e text",
      "f boolean",
      "g date",
      "h timestamp",
      "i timestamp",
      "j integer",
    ]);
    expect(rows).toEqual([
      [
        1,
        "9007199254740993",
        12.5,
        0.1,
        "x",
        true,
        "2026-05-06",
        "2026-05-06T07:08:09.5",
        "2026-05-06T07:08:09Z",
        null,
      ],
    ]);
  });

  it("reads pages up to the row limit, and no page beyond it", async () => {
    server.calls.length = 0;
    const result = await shop.run("SELECT id FROM customers ORDER BY id", { ...options, row_limit: 10 });
    expect(result).toMatchObject({ row_count: 10, truncated: true });
    expect(result.rows.map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.calls.filter(({ operation }) => operation === "GetStatementResult")).toHaveLength(2);
    const all = await shop.run("SELECT id FROM customers", options);
    expect(all).toMatchObject({ row_count: 60, truncated: false });
  });

  it("binds parameters by name, a NULL and an empty text among them", async () => {
    server.calls.length = 0;
    const sql =
      "SELECT $2::varchar || $1::varchar AS both, $3::varchar IS NULL AS none, length($4::varchar) AS empty, ':p1 :pp9' AS kept";
    const { rows } = await shop.run(sql, { ...options, parameters: ["b'; DROP TABLE customers --", "a", null, ""] });
    expect(rows).toEqual([["ab'; DROP TABLE customers --", true, 0, ":p1 :pp9"]]);
    const { input } = server.calls[0] ?? {};
    expect(input?.["Parameters"]).toEqual([
      { name: "ppp2", value: "a" },
      { name: "ppp1", value: "b'; DROP TABLE customers --" },
    ]);
    const saved = bindPlaceholders("SELECT count(*) FROM orders WHERE customer_id = {{customer}}", "redshift", {
      customer: "3",
    });
    expect((await shop.run(saved.sql, { ...options, parameters: saved.parameters })).rows[0]?.[0]).toBeGreaterThan(0);
  });

  it("is cancelled in the database at its deadline, and when it is aborted", async () => {
    const driver = await openDriver(config, 1);
    server.calls.length = 0;
    const slow = "SELECT pg_sleep(30)";
    await expect(driver.query(slow, { ...options, timeout_ms: 300 })).rejects.toMatchObject({ code: "QUERY_TIMEOUT" });
    const controller = new AbortController();
    const asked = driver.query(slow, { ...options, signal: controller.signal });
    await vi.waitFor(() =>
      expect(server.calls.filter(({ operation }) => operation === "DescribeStatement").length).toBeGreaterThan(1),
    );
    controller.abort(new Error("no longer wanted"));
    await expect(asked).rejects.toThrow("no longer wanted");
    expect(server.calls.filter(({ operation }) => operation === "CancelStatement")).toHaveLength(2);
    await vi.waitFor(async () => {
      const running = "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(30)' AND state = 'active'";
      expect(await postgres.query(running, [], "redshift_shop")).toEqual([]);
    });
    await driver.close();
  });

  it("says what failed: names of the statement, and no values of rows", async () => {
    const failure = (sql: string) => shop.run(sql, options).catch((error: unknown) => error);
    expect(await failure("SELECT nothing FROM customers")).toMatchObject({
      code: "SQL_FAILED",
      message: 'column "nothing" does not exist',
    });
    expect(String(await failure("SELECT CAST(name AS int) FROM customers"))).not.toMatch(/: "[^…]/);
  });

  it.each([
    ["AccessDeniedException", "login", false],
    ["ExpiredTokenException", "login", false],
    ["ActiveStatementsExceededException", "connections", undefined],
    ["ResourceNotFoundException", "database", false],
  ])("says what %s means", async (type, fault, retryable) => {
    server.failNext("ExecuteStatement", { type, message: "User: arn:aws:iam::123456789012:role/secret-role" });
    const failure = await shop.run("SELECT 1", options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "DATASOURCE_UNAVAILABLE", fault, retryable });
    expect(String(failure)).not.toContain("secret-role");
  });

  it("refuses a signature with another key, and says that the role may not use it", async () => {
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
    const check = checkConnection(config, signal);
    await expect(check).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE", fault: "login" });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS_KEY.secret);
  });

  it("tries a connection: it counts tables, and says where there is no such place or no client", async () => {
    expect(await checkConnection(config, signal)).toMatchObject({ writes: [], tables: 3 });
    const elsewhere = checkConnection({ ...config, database: "elsewhere" }, signal);
    await expect(elsewhere).rejects.toMatchObject({ fault: "host" });
    const empty = await mkdtemp(join(tmpdir(), "parley-no-clients-"));
    vi.stubEnv("AWS_CLIENTS_DIR", empty);
    await expect(checkConnection(config, signal)).rejects.toMatchObject({ fault: "no_library", retryable: false });
    vi.stubEnv("AWS_CLIENTS_DIR", AWS_CLIENTS_DIR);
    await rm(empty, { recursive: true });
  });

  it("describes tables, columns, comments and keys, with values and ranges", async () => {
    const schema = await shop.introspect(signal);
    expect(schema.dialect).toBe("redshift");
    const orders = schema.tables.find(({ name }) => name === "orders");
    expect(orders).toMatchObject({ schema: "public", row_count: 400, primary_key: ["id"] });
    expect(orders?.foreign_keys).toContainEqual(
      expect.objectContaining({ columns: ["customer_id"], table: "customers", references: ["id"], inferred: false }),
    );
    expect(schema.tables.map(({ name }) => name)).not.toContain("svv_all_tables");
    const declared = await shop.introspect(signal, "declared");
    expect(declared.hash).toBe(schema.hash);
    const only = openDatasource({ ...config, schemas: ["elsewhere"] });
    expect((await only.introspect(signal)).tables).toEqual([]);
    await only.close();
  });

  it("finds values by phrases", async () => {
    const place = {
      schema: "public",
      table: "customers",
      column: "name",
      native_type: "character varying(40)",
      row_count: 60,
    };
    const { rows } = await shop.run("SELECT name FROM customers ORDER BY id LIMIT 1", options);
    const [name] = rows[0] ?? [];
    const found = await shop.findValues({ phrases: [String(name)], places: [place] }, { timeout_ms: 5_000, signal });
    expect(found).toContainEqual({ schema: "public", table: "customers", column: "name", value: name });
  });

  describe("columns that marks have closed", () => {
    let marked: Datasource;
    beforeAll(async () => {
      reach(people);
      marked = openDatasource(configFor("redshift_people"), 4, { marks: PEOPLE_MARKS });
      await marked.run("SELECT 1", options);
    });
    afterAll(() => marked.close());
    testClosedColumns(() => marked, {
      own: [
        'SELECT * FROM "PEOPLE"',
        'SELECT "Email" FROM "People"',
        'SELECT p.* FROM public."PeoPle" p',
        'SELECT "SALARY" FROM "PEOPLE" ORDER BY 1',
        "SELECT * FROM mv_tbl__kept__0",
        "SELECT * FROM public.mv_tbl__kept__0",
        "SELECT * FROM people p, p.email e",
        "SELECT p FROM people p",
        "SELECT json_serialize(p) FROM people p",
        "SELECT LISTAGG(email, ',') FROM people",
        "SELECT MEDIAN(salary) FROM people",
        "SELECT DECODE(email, 'zebra77@hush.example', 1, 0) FROM people",
        "SELECT * FROM svv_all_columns",
        "SELECT definition FROM pg_views",
        "SELECT * FROM pg_catalog.pg_statistic",
      ],
    });

    it("leave a view that reads another table, and are said to be hidden", async () => {
      const rows = async (sql: string) => JSON.parse((await outcomeOf(marked, sql)).text)[1];
      expect(await rows("SELECT body FROM bodies")).toEqual([["Hello"]]);
      expect((await outcomeOf(marked, "SELECT email FROM people")).text).toBe(
        'The column "email" is not available: an administrator has hidden it.',
      );
    });

    it("leave a view that reads another table in the schema", async () => {
      const names = (await marked.introspect(signal)).tables.map(({ name }) => name);
      expect(names).toEqual(["bodies", "letters", "people"]);
    });
  });
});
