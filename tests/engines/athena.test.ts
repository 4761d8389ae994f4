import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkConnection } from "@parley/datasource/check-connection";
import { openDatasource, openDriver } from "@parley/datasource/open";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import type { Cell, Datasource, DatasourceConfig } from "@parley/datasource/types";
import { interpret } from "@parley/interpreter/interpret";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testClosedColumns } from "../datasource/closed-columns.ts";
import { outcomeOf, PEOPLE, PEOPLE_MARKS, ROWS } from "../datasource/column-marks.ts";
import { type AthenaServer, startAthena } from "./athena-server.ts";
import { AWS_CLIENTS_DIR, AWS_KEY, isAwsClientHere, useAwsClients } from "./aws-here.ts";
import { SHOP_OF_ATHENA } from "./athena-shop.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

const signal = new AbortController().signal;
const options = { row_limit: 1_000, timeout_ms: 10_000, signal };

const isHere = isAwsClientHere("client-athena") && isDuckdbHere;

describe.skipIf(!isHere)("Athena through its interface", { timeout: 60_000 }, () => {
  let server: AthenaServer;
  let people: AthenaServer;
  let shop: Datasource;
  const config = {
    engine: "athena",
    workgroup: "analytics",
    database: "shop",
    region: AWS_KEY.region,
  } as const satisfies DatasourceConfig;
  /** The endpoint is the process's: it is read when a client is made, at the first statement. */
  const reach = ({ url }: AthenaServer) => vi.stubEnv("AWS_ENDPOINT_URL_ATHENA", url);
  const called = (operation: string) => server.calls.filter((call) => call.operation === operation);

  beforeAll(async () => {
    useAwsClients();
    // Few rows and tables of a page, so that pages follow each other.
    const pages = { pageRows: 7, pageTables: 2 };
    server = await startAthena({ database: "shop", sql: SHOP_OF_ATHENA, ...pages });
    people = await startAthena({ database: "people_only", sql: `${PEOPLE.athena}\n${ROWS}`, ...pages });
    shop = openDatasource(config);
    reach(server);
    await shop.run("SELECT 1", options);
  });
  afterAll(async () => {
    await shop.close();
    await Promise.all([server.stop(), people.stop()]);
    vi.unstubAllEnvs();
  });

  it("reads values of each type, and all digits of a whole number", async () => {
    const { columns, rows } = await shop.run(
      `SELECT 1 AS a, CAST('9007199254740993' AS bigint) AS b, CAST(12.50 AS decimal(10, 2)) AS c, CAST(0.1 AS double) AS d, 'x' AS e,
         1 = 1 AS f, DATE '2026-05-06' AS g, TIMESTAMP '2026-05-06 07:08:09.5' AS h, CAST('2026-05-06 09:08:09+02' AS timestamp with time zone) AS i,
         NULL AS j, ARRAY[1, 2] AS k, to_utf8('hey') AS l`,
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
      "k other",
      "l binary",
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
        "[1, 2]",
        "\\x686579",
      ],
    ]);
  });

  it("runs in the workgroup and the database, and reads pages up to the row limit and none beyond it", async () => {
    server.calls.length = 0;
    const result = await shop.run("SELECT id FROM customers ORDER BY id", { ...options, row_limit: 10 });
    expect(result).toMatchObject({ row_count: 10, truncated: true });
    expect(result.rows.map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(called("GetQueryResults").map(({ input }) => input["MaxResults"])).toEqual([12, 5]);
    expect(called("StartQueryExecution")[0]?.input).toMatchObject({
      WorkGroup: "analytics",
      QueryExecutionContext: { Database: "shop", Catalog: "AwsDataCatalog" },
    });
    const all = await shop.run("SELECT id FROM customers", options);
    expect(all).toMatchObject({ row_count: 60, truncated: false });
    expect(await shop.run("SELECT id FROM customers WHERE id < 0", options)).toMatchObject({ row_count: 0 });
  });

  it("binds parameters as literals in their order, whatever is in them", async () => {
    server.calls.length = 0;
    const long = "x".repeat(2_000);
    const sql = "SELECT $2 || $1, $3 IS NULL, length($4), '?' || '$1', $5 + 1, $6, length($7), $1";
    const given = ["b'; DROP TABLE customers --", "a", null, "", 41, true, long];
    const { rows } = await shop.run(sql, { ...options, parameters: given });
    expect(rows).toEqual([["ab'; DROP TABLE customers --", true, 0, "?$1", 42, true, 2_000, given[0]]]);
    const { input } = called("StartQueryExecution")[0] ?? {};
    const quoted = "'b''; DROP TABLE customers --'";
    expect(input?.["ExecutionParameters"]).toEqual(["'a'", quoted, "NULL", "''", "41", "TRUE", quoted]);
    const saved = bindPlaceholders(
      "SELECT count(*) FROM orders WHERE customer_id = {{customer}} AND day >= date '{{from}}'",
      "athena",
      { customer: "3", from: "2024-01-01" },
    );
    expect((await shop.run(saved.sql, { ...options, parameters: saved.parameters })).rows[0]?.[0]).toBeGreaterThan(0);
  });

  it("lets no value leave its place", async () => {
    const text = fc.string({
      unit: fc.constantFrom("'", "\\", "?", "$1", "--", "/*", "*/", ";", "\n", '"', "x", "é", " OR 1=1 "),
    });
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const given = { ...options, parameters: [value] };
        expect((await shop.run("SELECT $1, length($1), 'kept'", given)).rows).toEqual([[value, value.length, "kept"]]);
      }),
      { numRuns: 40 },
    );
  });

  it("is stopped in the database at its deadline, and when it is aborted", async () => {
    const driver = await openDriver(config, 1);
    server.calls.length = 0;
    const slow = "SELECT sum(a.i * b.i) FROM range(3000000) a (i), range(3000000) b (i)";
    await expect(driver.query(slow, { ...options, timeout_ms: 300 })).rejects.toMatchObject({ code: "QUERY_TIMEOUT" });
    const controller = new AbortController();
    const asked = driver.query(slow, { ...options, signal: controller.signal });
    await vi.waitFor(() => expect(called("GetQueryExecution").length).toBeGreaterThan(1));
    controller.abort(new Error("no longer wanted"));
    await expect(asked).rejects.toThrow("no longer wanted");
    expect(called("StopQueryExecution")).toHaveLength(2);
    await expect(driver.warnings?.(controller.signal)).rejects.toThrow("no longer wanted");
    await expect(driver.fence?.({ signal: controller.signal, timeout_ms: 1_000 })).rejects.toThrow("no longer wanted");
    await driver.close();
  });

  it("says what failed: names of the statement, and no values of rows", async () => {
    const failure = (sql: string) => shop.run(sql, options).catch((error: unknown) => error);
    expect(await failure("SELECT nothing FROM customers")).toMatchObject({
      code: "SQL_FAILED",
      message: "line 1:8: Column 'nothing' cannot be resolved",
    });
    expect(await failure("SELECT * FROM nowhere")).toMatchObject({
      code: "SQL_FAILED",
      message: "line 1:15: Table 'shop.nowhere' does not exist",
    });
    expect(await failure("SELECT CAST(name AS integer) FROM customers")).toMatchObject({
      code: "SQL_FAILED",
      message: "Cannot cast '…' to INT",
    });
  });

  it("says that the workgroup's limit was reached", async () => {
    server.cancelWith("Query cancelled! : Bytes scanned limit was exceeded");
    const failure = shop.run("SELECT 1", options);
    await expect(failure).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: expect.stringContaining("more than the workgroup's limit of bytes"),
    });
    server.cancelWith(undefined);
  });

  it.each([
    ["AccessDeniedException", "login", false],
    ["ExpiredTokenException", "login", false],
    ["MetadataException", undefined, undefined],
  ])("says what %s means", async (type, fault, retryable) => {
    server.failNext("StartQueryExecution", { type, message: "User: arn:aws:iam::123456789012:role/secret-role" });
    const failure = await shop.run("SELECT 1", options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "DATASOURCE_UNAVAILABLE", fault, retryable });
    expect(String(failure)).not.toContain("secret-role");
  });

  it("is asked once more where there were too many requests", async () => {
    server.failNext("StartQueryExecution", { type: "TooManyRequestsException", message: "Rate exceeded" });
    expect((await shop.run("SELECT 1", options)).rows).toEqual([[1]]);
  });

  it("tries a connection: it counts tables, warns, and says where there is no such place or no client", async () => {
    expect(await checkConnection(config, signal)).toMatchObject({ writes: [], tables: 3 });
    const { Configuration: usual } = server.workgroup;
    server.workgroup.Configuration = { ManagedQueryResultsConfiguration: { Enabled: true }, ResultConfiguration: {} };
    expect(await checkConnection(config, signal)).toMatchObject({ warnings: [expect.stringContaining("no limit")] });
    server.workgroup.Configuration = {};
    await expect(checkConnection(config, signal)).rejects.toMatchObject({ fault: "host" });
    const { warnings } = await checkConnection({ ...config, output: "s3://results/own/" }, signal);
    expect(warnings).toHaveLength(1);
    expect(called("StartQueryExecution").at(-1)?.input["ResultConfiguration"]).toEqual({
      OutputLocation: "s3://results/own/",
    });
    server.workgroup.Configuration = usual;
    for (const [other, fault] of [
      [{ workgroup: "elsewhere" }, "host"],
      [{ database: "elsewhere" }, "database"],
    ] as const)
      await expect(checkConnection({ ...config, ...other }, signal)).rejects.toMatchObject({ fault });
    const empty = await mkdtemp(join(tmpdir(), "parley-no-clients-"));
    vi.stubEnv("AWS_CLIENTS_DIR", empty);
    await expect(checkConnection(config, signal)).rejects.toMatchObject({ fault: "no_library", retryable: false });
    vi.stubEnv("AWS_CLIENTS_DIR", AWS_CLIENTS_DIR);
    await rm(empty, { recursive: true });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
    await expect(checkConnection(config, signal)).rejects.toMatchObject({ fault: "login" });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS_KEY.secret);
  });

  it("describes tables, columns, partitions and comments by the data catalog, with values, ranges and inferred keys", async () => {
    const schema = await shop.introspect(signal);
    expect(schema.dialect).toBe("athena");
    expect(schema.tables.map(({ name, is_view }) => [name, is_view])).toEqual([
      ["customers", undefined],
      ["daily", true],
      ["orders", undefined],
    ]);
    const [customers, , orders] = schema.tables;
    expect(customers).toMatchObject({ schema: "shop", row_count: 60, comment: "People who bought something" });
    expect(customers?.columns.find(({ name }) => name === "country")).toMatchObject({
      type: "text",
      native_type: "string",
      comment: "ISO country code",
      values: expect.arrayContaining(["DE", "FR", "IT"]),
    });
    expect(orders).toMatchObject({ row_count: 400 });
    expect(orders?.columns.at(-1)).toMatchObject({ name: "status", type: "text" });
    expect(orders?.columns.find(({ name }) => name === "day")).toMatchObject({ type: "date", min: "2024-01-01" });
    expect(orders?.foreign_keys).toContainEqual(
      expect.objectContaining({ columns: ["customer_id"], table: "customers", inferred: true }),
    );
    expect((await shop.introspect(signal, "declared")).hash).toBe(schema.hash);
  });

  it.each([
    ["Average total of orders by weekday", (rows) => rows.length === 7 && rows.every(([, mean]) => Number(mean) > 200)],
    ["Median total of orders", (rows) => rows[0]?.[0] === 250.625],
    ["Number of orders by quarter", (rows) => rows[0]?.[0] === "2024-Q1"],
    ["How many orders were there after 2024-01-15?", (rows) => rows[0]?.[0] === 51],
    ["Revenue by country in January 2024", (rows) => rows.length === 3],
    ["Share of orders with status paid", (rows) => rows[0]?.[0] === 0.335],
    ["The second largest order", (rows) => rows.length === 1],
  ] satisfies [string, (rows: Cell[][]) => boolean][])(
    "runs what the interpreter writes: %s",
    async (text, isRight) => {
      const schema = await shop.introspect(signal);
      const now = new Date("2024-03-01T00:00:00Z");
      const read = interpret({ text, schema, now, earlier: [], guidance: [] });
      if (read.kind !== "query") throw new Error(`not understood: ${JSON.stringify(read)}`);
      const { rows } = await shop.run(read.sql, options);
      expect(rows, read.sql).toSatisfy(isRight);
    },
  );

  it("finds values by phrases", async () => {
    const place = { schema: "shop", table: "customers", column: "name", native_type: "string", row_count: 60 };
    const found = await shop.findValues({ phrases: ["ann 7"], places: [place] }, { timeout_ms: 5_000, signal });
    expect(found).toContainEqual({ schema: "shop", table: "customers", column: "name", value: "Ann 7" });
  });

  describe("columns that marks have closed", () => {
    let marked: Datasource;
    beforeAll(async () => {
      reach(people);
      marked = openDatasource({ ...config, database: "people_only" }, 4, { marks: PEOPLE_MARKS });
      await marked.run("SELECT 1", options);
    });
    afterAll(() => marked.close());
    testClosedColumns(() => marked, {
      own: [
        'SELECT * FROM "PEOPLE"',
        'SELECT "Email" FROM "People"',
        'SELECT p.* FROM people_only."PeoPle" p',
        'SELECT "SALARY" FROM "PEOPLE" ORDER BY 1',
        "SELECT p FROM people p",
        "SELECT ROW(p.salary, p.name) FROM people p",
        "SELECT CAST(p.salary AS json) FROM people p",
        "SELECT array_agg(email) FROM people",
        "SELECT map_agg(id, salary) FROM people",
        "SELECT listagg(email, ',') WITHIN GROUP (ORDER BY id) FROM people",
        "SELECT max_by(name, salary) FROM people",
        "SELECT approx_percentile(salary, 0.5) FROM people",
        "SELECT t.x FROM people CROSS JOIN UNNEST(ARRAY[email]) AS t (x)",
        "SELECT transform(ARRAY[1], x -> salary) FROM people",
        "SELECT bodies.body FROM bodies",
        'SELECT * FROM "people$files"',
        "SELECT * FROM information_schema.views",
        "TABLE people",
      ],
    });

    it("leave other tables as they were; views are closed, for nobody says what they read", async () => {
      const rows = async (sql: string) => JSON.parse((await outcomeOf(marked, sql)).text)[1];
      expect(await rows("SELECT body FROM people_only.letters")).toEqual([["Hello"]]);
      expect((await outcomeOf(marked, "SELECT body FROM bodies")).failed).toBe(true);
      expect((await outcomeOf(marked, "SELECT email FROM people")).text).toBe(
        'The column "email" is not available: an administrator has hidden it.',
      );
    });

    it("close a view that took a table's place a moment after the catalog was listed", async () => {
      const listed = () => people.calls.filter(({ operation }) => operation === "ListTableMetadata").length;
      const body = "SELECT body FROM people_only.letters";
      expect((await outcomeOf(marked, body)).failed).toBe(false);
      const before = listed();
      await people.change(
        "ALTER TABLE letters RENAME TO letters_kept; CREATE VIEW letters AS SELECT email AS body FROM people",
      );
      try {
        const { failed, text } = await outcomeOf(marked, body);
        expect([failed, text.includes("@")]).toEqual([true, false]);
      } finally {
        await people.change("DROP VIEW letters; ALTER TABLE letters_kept RENAME TO letters");
      }
      expect((await outcomeOf(marked, body)).failed).toBe(false);
      expect(listed()).toBe(before);
    });

    it("close views in the schema, too", async () => {
      expect((await marked.introspect(signal)).tables.map(({ name }) => name)).toEqual(["letters", "people"]);
    });
  });
});
