import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUploads, type UploadLibrary } from "@parley/analyst/uploads/library";
import { SqlResult } from "@parley/contract/event";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as v from "valibot";
import { withModel } from "../analyst/scripted.ts";
import { ask, only, openShop, questionOf, uploadOf } from "../analyst/support.ts";
import { writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

const never = new AbortController().signal;
const PARQUET = "application/vnd.apache.parquet";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-parquet-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A Parquet file of what a statement gives, as an upload. */
async function parquet(name: string, sql: string) {
  const path = join(folder, name);
  await writeDuckdb(":memory:", `COPY (${sql}) TO '${path}' (FORMAT parquet);\n`);
  return uploadOf(name, PARQUET, new Uint8Array(await readFile(path)));
}

async function opened(...uploads: ReturnType<typeof uploadOf>[]): Promise<UploadLibrary> {
  const library = await openUploads("o1", uploads, never);
  onTestFinished(() => library.close());
  return library;
}

describe("a Parquet file of a message, where DuckDB is not installed", () => {
  it("is not read, which is said, and not kept of it", async () => {
    const before = process.env["DUCKDB_DIR"];
    process.env["DUCKDB_DIR"] = tmpdir();
    const upload = uploadOf("a.parquet", PARQUET, "PAR1 and so on");
    const library = await opened(upload, uploadOf("b.csv", "text/csv", "n\n1\n2\n"));
    if (before === undefined) delete process.env["DUCKDB_DIR"];
    else process.env["DUCKDB_DIR"] = before;
    expect(library.unreadable).toEqual([
      { filename: "a.parquet", reason: "Parquet is read by DuckDB, which is not installed where this service runs" },
    ]);
    expect(library.tables.map(({ name }) => name)).toEqual(["b"]);
    expect(await upload.kept()).toBeUndefined();
  });
});

describe.skipIf(!isDuckdbHere)("a Parquet file of a message", { timeout: 60_000 }, () => {
  it("is a table whose columns are what the file declares", async () => {
    const library = await opened(
      await parquet(
        "Orders 2024.parquet",
        `SELECT 7 AS id, 9007199254740993 AS long, 12.50::DECIMAL(10, 2) AS "Net (EUR)", TRUE AS paid, '007' AS code, '12' AS "select",
          DATE '2024-01-31' AS day, TIMESTAMP '2024-01-02 03:04:05.5' AS at, TIMESTAMPTZ '2024-01-02 03:04:05+02' AS zoned, [1, 2] AS list,
          {'a': 1} AS struct, NULL::INTEGER AS none, TIME '03:04:05' AS clock`,
      ),
    );
    expect(library.unreadable).toEqual([]);
    const [table] = library.tables;
    expect(table?.name).toBe("orders");
    expect(table?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "id integer",
      "long integer",
      "net_eur real",
      "paid boolean",
      "code text",
      "t_select text",
      "day date",
      "at timestamp",
      "zoned timestamp",
      "list text",
      "struct text",
      "none integer",
      "clock text",
    ]);
    const options = { row_limit: 10, timeout_ms: 10_000, signal: never };
    const { rows } = (await library.database?.datasource.run("SELECT * FROM orders", options)) ?? {};
    expect(rows).toEqual([
      [
        7,
        "9007199254740993",
        12.5,
        true,
        "007",
        "12",
        "2024-01-31",
        "2024-01-02T03:04:05",
        "2024-01-02T01:04:05",
        "[1,2]",
        '{"a":1}',
        null,
        "03:04:05",
      ],
    ]);
  });

  it("is joined with a CSV file and with fetched rows", async () => {
    const shop = openShop();
    onTestFinished(() => shop.close());
    const sql =
      "SELECT r1.name, l.score, n.note FROM leads l JOIN r1 ON r1.id = l.customer JOIN notes n ON n.customer = l.customer ORDER BY r1.name";
    const { tools } = await withModel([
      [{ tool: "run_sql", args: { sql: "SELECT id, name FROM customers" } }],
      [{ tool: "query_upload", args: { sql } }],
      [{ text: "Two of them." }],
    ]);
    const uploads = [
      await parquet("leads.parquet", "SELECT i AS customer, i * 1.5 AS score FROM range(2, 10) t (i)"),
      uploadOf("notes.csv", "text/csv", "customer,note\n2,warm\n3,cold\n"),
    ];
    const { events } = await ask(
      questionOf({ message: "Which leads are customers?", integration: shop.integration, uploads }),
      tools,
    );
    const found = only(events, "tool_result")[1]?.result;
    expect(v.parse(SqlResult, found?.result).preview_rows).toEqual([
      ["Ben", 3, "warm"],
      ["Cleo", 4.5, "cold"],
    ]);
  });

  it.each([
    ["more rows than a table may have", "SELECT 1 AS a FROM range(5000001)", /^it has more than 5,000,000 cells$/],
    ["more columns", `SELECT ${Array.from({ length: 2001 }, (_, at) => `1 AS c${at}`).join(", ")}`, /2,000 columns/],
    ["a cell that is too long", "SELECT repeat('x', 1000001) AS a", /^one of its cells has more than 1,000,000/],
    ["too much text", "SELECT repeat('x', 900000) AS a FROM range(400)", /^its cells hold too much text$|more memory/],
  ])("with %s is refused, and the reason is said", async (_what, sql, reason) => {
    const library = await opened(await parquet("bomb.parquet", sql));
    expect(library.unreadable).toEqual([{ filename: "bomb.parquet", reason: expect.stringMatching(reason) }]);
  });

  it("that is none, is cut or is another file's is refused, and the next file is read", async () => {
    const whole = await (await parquet("a.parquet", "SELECT i AS a FROM range(1000) t (i)")).read();
    const named = join(folder, "outside.csv");
    await writeFile(named, "a\n1\n");
    const library = await opened(
      uploadOf("text.parquet", PARQUET, `SELECT * FROM '${named}'`),
      uploadOf("cut.parquet", PARQUET, whole.slice(0, 200)),
      uploadOf("middle.parquet", PARQUET, new Uint8Array([...whole.slice(0, 40), ...whole.slice(60)])),
      uploadOf("good.parquet", PARQUET, whole),
    );
    expect(library.unreadable.map(({ filename }) => filename)).toEqual([
      "text.parquet",
      "cut.parquet",
      "middle.parquet",
    ]);
    for (const { reason } of library.unreadable) expect(reason).toBe("it is not a Parquet file that can be read");
    expect(library.tables).toMatchObject([{ name: "good", row_count: 1000 }]);
  });
});
