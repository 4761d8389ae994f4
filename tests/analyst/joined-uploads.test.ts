import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqlResult } from "@parley/contract/event";
import { createSession } from "@parley/analyst/answer-session";
import { queryUpload } from "@parley/analyst/tools/query-upload";
import { runSql } from "@parley/analyst/tools/run-sql";
import { runTool } from "@parley/analyst/tools/tool";
import { openUploads } from "@parley/analyst/uploads/library";
import { csvOf } from "@parley/core/visualization/csv-text";
import { openDatasource } from "@parley/datasource/open";
import { MASK } from "@parley/datasource/marks/marks";
import { afterAll, describe, expect, test } from "vitest";
import * as v from "valibot";
import { bypassesSqlite } from "../datasource/corpus/bypasses.ts";
import { deniedSqlite, hostileSqlite } from "../datasource/corpus/hostile-tokens.ts";
import { type Reply, textOf } from "../support/model-server.ts";
import { withModel } from "./scripted.ts";
import { ask, only, openShop, questionOf, toolsOf, uploadOf } from "./support.ts";

const shop = openShop();
afterAll(() => shop.close());

const fair = uploadOf(
  "Fair list.csv",
  "text/csv",
  "email,company,amount\n ADA@shop.example,Ada Ltd,5\neve@shop.example,Eve,7\n",
);
const numbers = uploadOf("numbers.csv", "text/csv", "n\n1400\n2\n5000\n");

/** A model that fetches, joins and says a sentence; what came of each call. */
async function joined(
  calls: readonly { tool: string; args: Record<string, unknown> }[],
  { said = "Done.", integration = shop.integration, uploads = [fair] }: Partial<Given> = {},
) {
  const script: Reply[] = [...calls.map((call): Reply => [call]), [{ text: said }]];
  const { server, tools } = await withModel(script);
  const heard = await ask(questionOf({ message: "Who of my file has ordered?", integration, uploads }), tools);
  const results = only(heard.events, "tool_result").map(({ result }) => result);
  return { ...heard, server, results, rows: (at: number) => v.parse(SqlResult, results[at]?.result).preview_rows };
}

interface Given {
  said: string;
  integration: typeof shop.integration;
  uploads: (typeof fair)[];
}

const orders = {
  tool: "run_sql",
  args: {
    sql: "SELECT c.id, lower(c.name) || '@shop.example' AS email, sum(o.total) AS total, min(o.ordered_on) AS first_day FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id ORDER BY c.id",
  },
};
const joining = (sql: string) => ({ tool: "query_upload", args: { sql } });

describe("a file joined with fetched rows", () => {
  test("reads a result of the turn by its name, and its cells are the answer's", async () => {
    const found = await joined(
      [
        orders,
        joining(
          "SELECT f.company, r1.total, r1.total / 2 AS half, f.amount FROM fair_list f JOIN r1 ON lower(trim(f.email)) = r1.email WHERE r1.first_day < '2026-02-01'",
        ),
      ],
      { said: "Ada Ltd has ordered goods of 30.5 and nobody else." },
    );
    expect(found.rows(1)).toEqual([["Ada Ltd", 30.5, 15.25, 5]]);
    expect(found.answer.metadata.verification).toMatchObject({
      status: "grounded",
      numbers: [{ text: "30.5", source: { sql_index: 1, row: 0, column: 1 } }],
    });
    expect(only(found.events, "visualization")[0]?.rows).toEqual([["Ada Ltd", 30.5, 15.25, 5]]);
  });

  test("is told on the answer's card with both of its statements, and which is which", async () => {
    const { answer } = await joined([
      { tool: "run_sql", args: { sql: "SELECT 1 AS one" } },
      orders,
      joining("SELECT count(*) AS n FROM fair_list f JOIN R2 ON lower(trim(f.email)) = R2.email"),
    ]);
    expect(answer.metadata.sql).toMatchObject([
      { sql: orders.args.sql, integration_id: "i1", tables: ["customers", "orders"] },
      { integration_id: null, tables: ["fair_list", "R2"], row_count: 1 },
    ]);
    expect(answer.metadata.sql?.[1]?.sql).toMatch(/^-- r2: the rows of statement 1\nSELECT count/);
  });

  test("is refused for a result of which there are more rows, until it is fetched whole", async () => {
    const sql = "SELECT n FROM numbers ORDER BY n";
    const { rows, results } = await joined(
      [
        { tool: "run_sql", args: { sql } },
        joining("SELECT count(*) AS n FROM numbers JOIN r1 USING (n)"),
        { tool: "run_sql", args: { sql, all_rows: true } },
        joining("SELECT count(*) AS n FROM numbers JOIN r2 USING (n)"),
      ],
      { uploads: [numbers] },
    );
    expect(results[1]).toMatchObject({ status: "error" });
    expect(results[1]?.error).toMatch(/^r1 holds only the first 1000 rows of more/);
    expect(results[2]?.result).toMatchObject({ row_count: 1500, truncated: false });
    expect(rows(3)).toEqual([[2]]);
  });

  test("leaves room for its own rows when all rows are fetched", async () => {
    const many = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000) SELECT n FROM c";
    const { results, rows } = await joined(
      [{ tool: "run_sql", args: { sql: many, all_rows: true } }, joining("SELECT n FROM numbers ORDER BY n")],
      { uploads: [numbers] },
    );
    expect(results[0]?.result).toMatchObject({ row_count: 9000, truncated: true });
    expect(rows(1)).toEqual([[2], [1400], [5000]]);
  });

  test("is the only reason to fetch more than 1,000 rows at once", async () => {
    const all = { tool: "run_sql", args: { sql: "SELECT n FROM numbers", all_rows: true } };
    const { results } = await joined([all], { uploads: [uploadOf("a.md", "text/markdown", "# No table")] });
    expect(results[0]?.result).toMatchObject({ row_count: 1000, truncated: true });
  });

  test("says which names there are where one is wrong", async () => {
    const { results } = await joined([orders, joining("SELECT r1.emial FROM fair_list f JOIN r1 ON r1.id = f.amount")]);
    expect(results[1]?.error).toMatch(/no such column: r1.emial.*email/);
    const { results: without } = await joined([joining("SELECT * FROM fair_list JOIN r1 ON 1 = 1")]);
    expect(without[0]?.error).toContain("no such table: r1");
  });

  test("knows columns of the same name apart, truth, long whole numbers and times", async () => {
    const sql =
      "SELECT 1 AS id, 2 AS id, 9007199254740993 AS long, CAST('2026-01-05 10:00:00' AS TEXT) AS at, NULL AS none, 20 AS n UNION ALL SELECT 3, 4, 9007199254740994, '', NULL, 21";
    const { rows } = await joined(
      [
        { tool: "run_sql", args: { sql } },
        joining("SELECT id, id_2, long, none FROM r1 WHERE long = 9007199254740993 AND at = '2026-01-05 10:00:00'"),
      ],
      { uploads: [numbers] },
    );
    expect(rows(1)).toEqual([[1, 2, "9007199254740993", null]]);
  });

  test("never means a file that is called like a result", async () => {
    const { rows, server } = await joined(
      [orders, joining("SELECT x FROM t_r1"), joining("SELECT count(*) AS n FROM r1")],
      {
        uploads: [uploadOf("r1.csv", "text/csv", "x,y\nof the file,1\n")],
      },
    );
    expect(rows(1)).toEqual([["of the file"]]);
    expect(rows(2)).toEqual([[3]]);
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain("r1.csv is the table t_r1");
  });

  test("is as closed as any file: what is hostile is refused through it", async () => {
    const statements = [...hostileSqlite, ...bypassesSqlite, ...deniedSqlite].map((sql) => `${sql} /* r1 */`);
    const own = [
      "SELECT * FROM r1, sqlite_schema",
      "SELECT * FROM r1, temp.sqlite_schema",
      "SELECT * FROM r1, sqlite_temp_schema",
      "INSERT INTO r1 VALUES (1)",
      "CREATE TEMP VIEW r9 AS SELECT * FROM r1",
      "DROP TABLE temp.r1",
      "ATTACH 'r1' AS r1",
      "SELECT * FROM r1; SELECT * FROM fair_list",
    ];
    const library = await openUploads("o1", [fair], new AbortController().signal);
    const session = createSession(questionOf({ message: "?", integration: shop.integration }), toolsOf(), library);
    await runTool(runSql, { id: "first", args: orders.args }, session);
    const passed: string[] = [];
    for (const sql of [...statements, ...own, ...own.map((each) => each.replaceAll("r1", '"R1"'))]) {
      // Calls of one turn are counted.
      session.tools = toolsOf();
      const { event } = await runTool(queryUpload, { id: sql, args: { sql } }, session);
      if (event.status !== "error" || !/^SQL_(REJECTED|FAILED): /.test(event.error ?? "")) passed.push(sql);
    }
    expect(passed).toEqual([]);
    await library.close();
  });
});

/** The shop with columns that are closed: e-mail addresses are masked, salaries hidden. */
function openMarked() {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  const file = join(folder, "people.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, salary INTEGER);
    INSERT INTO people VALUES (1, 'Ada', 'zebra77@hush.example', 741852), (2, 'Ben', NULL, 963258);`);
  database.close();
  const marks = [
    { schema: null, table: "people", column: "email", mark: "masked" as const },
    { schema: null, table: "people", column: "salary", mark: "hidden" as const },
  ];
  const datasource = openDatasource({ engine: "sqlite", file }, 1, { marks });
  return {
    integration: {
      ...shop.integration,
      schema: (signal: AbortSignal) => datasource.introspect(signal),
      open: async () => datasource,
    },
    async close() {
      await datasource.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describe("marks of columns in a file joined with fetched rows", () => {
  const marked = openMarked();
  afterAll(() => marked.close());
  const list = uploadOf("list.csv", "text/csv", "email,id\nzebra77@hush.example,1\n•••,2\n");
  const fetched = { tool: "run_sql", args: { sql: "SELECT * FROM people" } };

  test("hold: what is hidden is not there, what is masked is shown as a mask and compared with nothing", async () => {
    const { results, rows, server, events } = await joined(
      [
        fetched,
        joining("SELECT r1.name, r1.email FROM list l JOIN r1 ON r1.id = l.id WHERE l.id = 1"),
        joining("SELECT r1.name FROM list l JOIN r1 ON r1.email = l.email"),
        joining("SELECT name FROM r1 JOIN list USING (email)"),
        joining("SELECT name FROM r1 ORDER BY email"),
        joining("SELECT salary FROM r1"),
      ],
      { integration: marked.integration, uploads: [list] },
    );
    expect(rows(1)).toEqual([["Ada", MASK]]);
    for (const at of [2, 3, 4])
      expect(results[at]?.error).toBe(
        'SQL_REJECTED: The column "email" is masked: it can be shown, and used for nothing else.',
      );
    expect(results[5]?.error).toContain("no such column: salary");
    const sent = server.requests.map(({ body }) => body.messages.map(textOf).join("\n")).join("\n");
    for (const secret of ["741852", "963258"]) expect(sent + JSON.stringify(events)).not.toContain(secret);
  });

  test("stay in a result of a result", async () => {
    const { results } = await joined(
      [
        fetched,
        joining("SELECT r1.name, r1.email AS contact FROM list l JOIN r1 ON r1.id = l.id"),
        joining("SELECT count(*) AS n FROM list l JOIN r2 ON r2.contact = l.email"),
      ],
      { integration: marked.integration, uploads: [list] },
    );
    expect(results[2]?.error).toContain('The column "contact" is masked');
  });

  test("hold in a result that is exported and comes back as a file", async () => {
    const { events } = await joined([fetched], { integration: marked.integration, uploads: [] });
    const [shown] = only(events, "visualization");
    if (shown?.visualization.type !== "table") throw new Error("no table is shown");
    const csv = csvOf({ headers: shown.visualization.headers, rows: shown.rows ?? [] });
    expect(csv).toBe("id,name,email\r\n1,Ada,•••\r\n2,Ben,•••\r\n");
    const { results, rows, server } = await joined(
      [
        joining("SELECT name, email FROM people ORDER BY id"),
        joining("SELECT count(*) AS n FROM people p JOIN list l ON p.email = l.email"),
        joining("SELECT email FROM list ORDER BY email DESC"),
      ],
      { uploads: [uploadOf("people.csv", "text/csv", csv), list] },
    );
    expect(rows(0)).toEqual([
      ["Ada", MASK],
      ["Ben", MASK],
    ]);
    expect(results[1]?.error).toContain('The column "email" is masked');
    // One that only has a mask among its values is a column like any other, where the masked one is not read.
    expect(rows(2)).toEqual([[MASK], ["zebra77@hush.example"]]);
    expect(textOf(server.requests[0]?.body.messages[0])).toMatch(/email[^\n]*masked/);
  });
});
