import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatasource } from "@parley/datasource/open";
import { fencedMysql } from "@parley/datasource/marks/fenced-tokens";
import type { Fence } from "@parley/datasource/marks/fence";
import { schemaWithMarks } from "@parley/datasource/marks/marked-schema";
import type { Datasource } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import { testClosedColumns } from "./closed-columns.ts";
import { outcomeOf, PEOPLE, PEOPLE_MARKS, ROWS } from "./column-marks.ts";

/** Ways that only one dialect has. */
const OF_POSTGRES = [
  "SELECT people FROM people",
  "SELECT p FROM people p",
  "SELECT p::text FROM people p",
  "SELECT row_to_json(p) FROM people p",
  "SELECT to_jsonb(p) FROM people p",
  "SELECT jsonb_agg(p) FROM people p",
  "SELECT array_agg(p)::text FROM people p",
  "SELECT string_agg(p::text, ',') FROM people p",
  "SELECT to_jsonb(p) ->> 'email' FROM people p",
  "SELECT value FROM people p, jsonb_each_text(to_jsonb(p))",
  "SELECT * FROM rows_of_people",
  "SELECT * FROM kept",
  "SELECT * FROM through_function",
  "SELECT * FROM everybody()",
  "TABLE people",
  "SELECT * FROM ONLY people",
  "SELECT * FROM people *",
  "SELECT * FROM people TABLESAMPLE BERNOULLI (100)",
  "SELECT * FROM public.people",
  "SELECT public.people.email FROM public.people",
  "SELECT (p).email FROM people p",
  "SELECT email(p) FROM people p",
  "SELECT p.* FROM people p (a, b, c, d, e)",
  "SELECT x.c FROM people x (a, b, c)",
  'SELECT * FROM U&"p\\0065ople"',
  'SELECT U&"em\\0061il" FROM people',
  "SELECT * FROM people p, LATERAL (SELECT p.*) q",
  "SELECT * FROM visits",
  "SELECT * FROM visits_2026",
  "SELECT secret FROM visits_2026",
  "SELECT most_common_vals FROM pg_stats",
  "SELECT * FROM pg_catalog.pg_statistic",
  "SELECT query_to_xml('select * from people', true, true, '')",
  "SELECT * FROM json_populate_record(NULL::people, '{}')",
  "SELECT p FROM people p ORDER BY p",
  "SELECT count(*) FROM people p WHERE p::text LIKE '%zebra%'",
  "SELECT * FROM people FOR UPDATE",
  "SELECT DISTINCT ON (email) name FROM people",
  "SELECT name FROM people WINDOW w AS (ORDER BY email)",
  "SELECT md5(p::text) FROM people p",
];
const OF_SQLITE = [
  "SELECT rowid, * FROM people",
  "SELECT * FROM main.people",
  "SELECT email FROM main.people",
  "SELECT main.people.email FROM main.people",
  "SELECT * FROM 'people'",
  "SELECT email FROM \"main\".'people'",
  "SELECT [email] FROM [people]",
  "SELECT `email` FROM `main`.`people`",
  "SELECT * FROM people NOT INDEXED",
  "SELECT * FROM temp.people",
  "SELECT salary FROM main.people",
  "SELECT name FROM main.people WHERE salary > 800000",
  "SELECT name FROM main.people ORDER BY salary",
  "SELECT upper_email FROM main.people",
  "SELECT * FROM notes",
  "SELECT c1 FROM notes_content",
  "SELECT * FROM notes_data",
  "SELECT highlight(notes, 1, '', '') FROM notes",
  "SELECT sql FROM sqlite_schema",
  "SELECT * FROM sqlite_stat1",
  "SELECT json_group_array(email) FROM people",
  "SELECT group_concat(email) FROM main.people",
  "SELECT max(email), name FROM main.people",
  "SELECT * FROM pragma_table_info('people')",
];

let postgres: SharedPostgres;
let inPostgres: Datasource;
let inSqlite: Datasource;
const folder = mkdtempSync(join(tmpdir(), "parley-marks-"));

beforeAll(async () => {
  postgres = await sharePostgres();
  await postgres.createDatabase("people");
  await postgres.query(
    `${PEOPLE.postgres} ${ROWS} INSERT INTO visits VALUES (1, 'Ada', 'zebra77@hush.example', '2026-05-01'); REFRESH MATERIALIZED VIEW kept; ANALYZE`,
    [],
    "people",
  );
  inPostgres = openDatasource(postgres.config("people"), 1, { marks: PEOPLE_MARKS });
  const file = join(folder, "people.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`${PEOPLE.sqlite} ${ROWS} INSERT INTO notes VALUES ('x', 'zebra77@hush.example'); ANALYZE`);
  database.close();
  inSqlite = openDatasource({ engine: "sqlite", file }, 1, { marks: PEOPLE_MARKS });
});
afterAll(async () => {
  await Promise.all([inPostgres.close(), inSqlite.close()]);
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const engines = [
  ["PostgreSQL", () => inPostgres, OF_POSTGRES],
  ["SQLite", () => inSqlite, OF_SQLITE],
] as const;

describe.each(engines)("columns that marks have closed in %s", (_name, of, own) => {
  testClosedColumns(of, { own });

  it("leave other tables' columns of the name, open views and open columns as they were", async () => {
    const letters = "SELECT l.email, p.salary FROM letters l JOIN people p ON p.id = l.id WHERE l.email LIKE 'p%'";
    expect(JSON.parse((await outcomeOf(of(), letters)).text)[1]).toEqual([["public@example.org", "•••"]]);
    expect(JSON.parse((await outcomeOf(of(), "SELECT name, city FROM names ORDER BY id")).text)[1]).toEqual([
      ["Ada", "Bath"],
      ["Ben", "York"],
    ]);
    expect(JSON.parse((await outcomeOf(of(), "SELECT nick FROM people WHERE nick LIKE 'B%'")).text)[1]).toEqual([
      ["Benno"],
    ]);
  });

  it("are explained: hidden, masked", async () => {
    expect((await outcomeOf(of(), "SELECT email FROM people")).text).toMatch(
      /^The column "email" is not available: an administrator has hidden it\.|Reading "people" is not allowed\.$/,
    );
    expect((await outcomeOf(of(), "SELECT name FROM people WHERE salary = 1")).text).toBe(
      'The column "salary" is masked: it can be shown, and used for nothing else.',
    );
  });

  it("close views of them in the schema, too, and no others", async () => {
    const names = (await of().introspect(new AbortController().signal)).tables.map(({ name }) => name);
    expect(names).toContain("names");
    for (const view of ["all_people", "addresses", "addresses_again", "rich"]) expect(names).not.toContain(view);
  });

  it("are never looked up", async () => {
    const place = { schema: null, table: "people", native_type: "text", row_count: 2 };
    const found = await of().findValues(
      {
        phrases: ["zebra77@hush.example", "Addie", "Bath"],
        places: ["email", "salary", "nick", "city"].map((column) => ({ ...place, column })),
      },
      { timeout_ms: 5_000, signal: new AbortController().signal },
    );
    expect(found.map(({ value }) => value)).toEqual(["Bath"]);
    const through = { phrases: ["Addie"], places: [{ ...place, table: "nicks", column: "called" }] };
    const none = await of().findValues(through, { timeout_ms: 5_000, signal: new AbortController().signal });
    expect(none).toEqual([]);
    expect((await outcomeOf(of(), "SELECT called FROM nicks WHERE id = 1")).text).toContain("Addie");
  });
});

describe("a MySQL statement on tables with closed columns", () => {
  const fence: Fence = {
    tables: [
      {
        schema: null,
        name: "people",
        visible: true,
        hidden: ["email"],
        columns: [
          { name: "id", masked: false },
          { name: "salary", masked: true },
        ],
      },
    ],
    closed: [{ schema: null, name: "addresses", visible: true }],
  };
  const open = "(SELECT `id`, '•••' AS `salary` FROM `people`)";
  const fenced = (sql: string) => fencedMysql(sql, fence, "shop");

  it.each([
    ["SELECT * FROM people", `SELECT * FROM ${open} AS \`people\``],
    ["SELECT p.* FROM shop.people AS p", `SELECT p.* FROM ${open} AS p`],
    ["SELECT * FROM `People` x WHERE x.id = 1", `SELECT * FROM ${open} x WHERE x.id = 1`],
    ["SELECT 1 FROM (people, letters)", `SELECT 1 FROM (${open} AS \`people\`, letters)`],
    ["SELECT 1 FROM letters STRAIGHT_JOIN people", `SELECT 1 FROM letters STRAIGHT_JOIN ${open} AS \`people\``],
    [
      "SELECT people.id FROM people GROUP BY people.id",
      `SELECT people.id FROM ${open} AS \`people\` GROUP BY people.id`,
    ],
    ["SELECT email FROM letters", "SELECT email FROM letters"],
  ])("has the select of what is open in their place: %s", (sql, made) => {
    expect(fenced(sql)).toBe(made);
  });

  it.each([
    "SELECT * FROM addresses",
    "SELECT * FROM people PARTITION (p0)",
    "SELECT * FROM people USE INDEX (i)",
    "SELECT * FROM people p FORCE INDEX (i)",
    "WITH people AS (SELECT 1) SELECT * FROM people",
    "SELECT people FROM letters",
    "SELECT shop.people FROM letters",
    "SELECT id FROM people WHERE salary > 1",
    "SELECT id FROM people p ORDER BY p.salary",
    "SELECT sum(salary) FROM people",
    "SELECT salary * 2 FROM people",
    "SELECT -salary FROM people",
    "SELECT salary IN (1) FROM people",
    "SELECT id FROM people GROUP BY salary",
  ])("is refused: %s", (sql) => {
    expect(() => fenced(sql)).toThrow(/cannot be read|closed columns|is masked/);
  });
});

describe("a schema with marks", () => {
  it("loses hidden columns with the keys they are part of", () => {
    const column = (name: string) => ({
      name,
      type: "text" as const,
      native_type: "text",
      nullable: true,
      comment: null,
      values: ["x"],
      values_complete: true,
      distinct_count: 1,
      min: null,
      max: null,
    });
    const key = { columns: ["code"], table: "a", references: ["code"], inferred: true };
    const table = { schema: null, comment: null, row_count: 1, columns: ["code", "b"].map(column) };
    const schema = schemaWithMarks(
      {
        dialect: "sqlite",
        hash: "",
        introspected_at: "",
        tables: [
          { ...table, name: "a", primary_key: ["code"], foreign_keys: [] },
          { ...table, name: "b", primary_key: [], foreign_keys: [key] },
        ],
      },
      [{ schema: null, table: "A", column: "Code", mark: "hidden" }],
    );
    expect(schema.tables[0]).toMatchObject({ primary_key: [], columns: [{ name: "b" }] });
    expect(schema.tables[1]).toMatchObject({ foreign_keys: [], columns: [{ name: "code" }, { name: "b" }] });
  });
});
