import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { rankQueries } from "@parley/analyst/matching";
import { schemaText } from "@parley/analyst/schema-text";
import { resultHash } from "@parley/core/receipt/hashes";
import { entryOf } from "@parley/core/query/matching-index";
import { keepRows } from "@parley/core/visualization/kept-rows";
import { checkSelect } from "@parley/datasource/guard/guard";
import { patience } from "@parley/datasource/introspection/patience";
import { openDatasource } from "@parley/datasource/open";
import type { QueryResult, Schema } from "@parley/datasource/types";
import { interpretPatiently } from "@parley/interpreter/interpret";
import { ask, questionOf, toolsOf, uploadOf } from "../../analyst/support.ts";
import { workbook } from "../../analyst/stored-files.ts";
import { largeSchema } from "../../support/large-schemas.ts";
import { shopSchema } from "../../support/shop-schema.ts";

/** A piece of work that one turn may make a process do. */
export interface HeavyWork {
  what: string;
  run: () => Promise<unknown>;
}

const TABLES = 2_000;
const QUERIES = 10_000;
const UPLOADED_ROWS = 100_000;
/** The rows and columns of one statement's result. */
const RESULT_ROWS = 1_000;
const RESULT_COLUMNS = 300;
const QUESTION_CHARACTERS = 1_480;

const listed = (count: number, text: (at: number) => string, between: string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(between);
const filled = (unit: string) => unit.repeat(QUESTION_CHARACTERS).slice(0, QUESTION_CHARACTERS);

const QUESTION = "Which customers ordered the most products per region last quarter, and what did they return?";

/** Questions as long as they may be, each of another kind of words. */
const questions = {
  "words of the schema": filled("orders per customer per month and "),
  "unknown words": listed(280, (at) => `wx${at.toString(36)}`, " ").slice(0, QUESTION_CHARACTERS),
  dates: filled("january february 2026-01-05 to march "),
};

/** Statements of at most 10,000 words and symbols. */
const statements = {
  "a list of 4,900 numbers": `SELECT * FROM orders WHERE id IN (${listed(4_900, String, ",")})`,
  "2,400 columns": `SELECT ${listed(2_400, (at) => `o.c${at}`, ", ")} FROM orders o`,
  "1,000 queries of which each reads the one before it": `WITH ${listed(1_000, (at) => `c${at} AS (SELECT a FROM ${at > 0 ? `c${at - 1}` : "t"})`, ", ")} SELECT * FROM c999`,
  "400 windows": `SELECT ${listed(400, (at) => `sum(a) OVER (PARTITION BY b ORDER BY c${at})`, ", ")} FROM t`,
};

/** Texts of rows as they are uploaded. */
const csv = () =>
  `region,amount,sold_on,customer\n${listed(UPLOADED_ROWS, (at) => `region ${at % 7},${at * 1.5},2026-0${1 + (at % 9)}-1${at % 9},customer ${at}`, "\n")}`;
const json = () =>
  JSON.stringify(
    Array.from({ length: UPLOADED_ROWS / 2 }, (_, at) => ({
      region: `region ${at % 7}`,
      amount: at,
      customer: `c${at}`,
    })),
  );
const xlsx = () =>
  workbook({
    Sales: [["region", "amount"], ...Array.from({ length: UPLOADED_ROWS / 5 }, (_, at) => [`region ${at % 7}`, at])],
  });

const savedQueries = () =>
  Array.from({ length: QUERIES }, (_, at) =>
    entryOf({
      id: String(at),
      title: `Revenue of region ${at} by month`,
      prompt: `Show revenue of region ${at} by month and product`,
      sql: `SELECT month, sum(revenue_${at}) FROM sales_${at} GROUP BY month`,
      keywords: ["revenue", "month"],
    }),
  );

const now = new Date(0);
const interpreted = (text: string, schema: Schema) =>
  interpretPatiently({ text, schema, now, earlier: [], guidance: [] }, patience());

const asked = (filename: string, type: string, content: string | Uint8Array) => () =>
  ask(
    questionOf({ message: "What is the total amount per region?", uploads: [uploadOf(filename, type, content)] }),
    toolsOf(),
  );

function wideFile(): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "parley-lag-"));
  const file = join(folder, "wide.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE wide (${listed(RESULT_COLUMNS, (at) => `c${at} INTEGER`, ", ")})`);
  const insert = database.prepare(`INSERT INTO wide VALUES (${listed(RESULT_COLUMNS, () => "?", ",")})`);
  database.exec("BEGIN");
  for (let row = 0; row < RESULT_ROWS; row++)
    insert.run(...Array.from({ length: RESULT_COLUMNS }, (_, at) => row * RESULT_COLUMNS + at));
  database.exec("COMMIT");
  database.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What keeps a result: its receipt's hash and its rows in the bucket. */
function keeping(what: string, result: QueryResult): HeavyWork[] {
  const headers = result.columns.map(({ name }) => name);
  // What is sent to the bucket waits for it; what is measured here is what comes before.
  const files = { put: async () => undefined };
  return [
    { what: `the hash of ${what}`, run: () => resultHash(result) },
    {
      what: `keeping ${what}`,
      run: () => keepRows(files, "c", { id: "t", type: "table", headers, rows: [] }, result.rows),
    },
  ];
}

/** The heaviest pieces of work that turns may ask for, and what removes what they need. */
export async function heavyWork(): Promise<{ works: HeavyWork[]; close: () => Promise<void> }> {
  const large = largeSchema([{ name: "shop", schema: shopSchema }], TABLES).schema;
  const entries = savedQueries();
  const { file, remove } = wideFile();
  const datasource = openDatasource({ engine: "sqlite", file });
  const run = () =>
    datasource.run("SELECT * FROM wide", {
      row_limit: RESULT_ROWS,
      timeout_ms: 60_000,
      signal: new AbortController().signal,
    });
  const wide = await run();
  const texts: QueryResult = {
    columns: [{ name: "text", type: "text" }],
    rows: Array.from({ length: RESULT_ROWS }, (_, at) => [`"${at}" `.repeat(1_200).slice(0, 7_000)]),
    row_count: RESULT_ROWS,
    truncated: false,
    duration_ms: 0,
  };
  return {
    works: [
      { what: `a prompt's text of ${TABLES} tables`, run: () => schemaText(large, QUESTION) },
      { what: `a question read against ${TABLES} tables`, run: () => interpreted(QUESTION, large) },
      ...Object.entries(questions).map(([what, text]) => ({
        what: `a question of ${QUESTION_CHARACTERS} characters, ${what}`,
        run: () => interpreted(text, shopSchema),
      })),
      { what: `${QUERIES} saved queries ranked`, run: () => rankQueries(QUESTION, entries, 10) },
      ...Object.entries(statements).map(([what, sql]) => ({
        what: `the guard of PostgreSQL, ${what}`,
        run: () => checkSelect(sql, "postgres"),
      })),
      { what: `a CSV of ${UPLOADED_ROWS} rows`, run: asked("a.csv", "text/csv", csv()) },
      { what: `a JSON of ${UPLOADED_ROWS / 2} rows`, run: asked("a.json", "application/json", json()) },
      {
        what: `an XLSX of ${UPLOADED_ROWS / 5} rows`,
        run: asked("a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx()),
      },
      { what: `a result of ${RESULT_ROWS} rows and ${RESULT_COLUMNS} columns`, run },
      ...keeping(`${RESULT_ROWS} rows of ${RESULT_COLUMNS} columns`, wide),
      ...keeping(`${RESULT_ROWS} rows of 7 KB`, texts),
    ],
    async close() {
      await datasource.close();
      remove();
    },
  };
}
