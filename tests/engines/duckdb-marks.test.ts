import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testClosedColumns } from "../datasource/closed-columns.ts";
import { outcomeOf, PEOPLE, PEOPLE_MARKS, ROWS } from "../datasource/column-marks.ts";
import { writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

/** Ways that only DuckDB has. */
const OWN = [
  "FROM people",
  "FROM people SELECT email",
  "SELECT people FROM people",
  "SELECT p FROM people p",
  "SELECT to_json(p) FROM people p",
  "SELECT list(p) FROM people p",
  "SELECT unnest(p) FROM people p",
  "SELECT p.* EXCLUDE (name) FROM people p",
  "SELECT * REPLACE (email AS name) FROM people",
  "SELECT * RENAME (email AS e) FROM people",
  "SELECT COLUMNS('.*mail') FROM people",
  "SELECT COLUMNS(c -> c LIKE '%mail%') FROM people",
  "SELECT max(COLUMNS(*)) FROM people",
  "SELECT * FROM people GROUP BY ALL",
  "SELECT * FROM people ORDER BY ALL",
  "SELECT * FROM parley_source.main.people",
  "SELECT * FROM parley_source.people",
  "SELECT * FROM parley_whole.main.people",
  "SELECT * FROM main.people",
  "SELECT main.people.email FROM main.people",
  "SELECT * FROM query_table('people')",
  "SELECT * FROM query('SELECT * FROM parley_source.main.people')",
  "SUMMARIZE people",
  "SELECT * FROM (SUMMARIZE people)",
  "SELECT arg_max(email, id) FROM people",
  "SELECT histogram(email) FROM people",
  "SELECT string_agg(email, ',') FROM people",
  "SELECT rowid, * FROM people",
  "SELECT * FROM duckdb_columns()",
  "SELECT * FROM pragma_storage_info('people')",
  "SELECT struct_extract(p, 'email') FROM people p",
  "SELECT p['email'] FROM people p",
  "SELECT * FROM people POSITIONAL JOIN letters",
  "SELECT * FROM people USING SAMPLE 2 ROWS",
];

describe.skipIf(!isDuckdbHere)("columns that marks have closed in DuckDB", () => {
  let folder: string;
  let people: Datasource;
  let parquet: Datasource;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-duckdb-marks-"));
    const file = join(folder, "people.duckdb");
    const copy = join(folder, "people.parquet");
    await writeDuckdb(file, `${PEOPLE.duckdb}\n${ROWS}\nCOPY people TO '${copy}';\n`);
    people = openDatasource({ engine: "duckdb", file }, 1, { marks: PEOPLE_MARKS });
    parquet = openDatasource({ engine: "duckdb", file: copy }, 1, { marks: PEOPLE_MARKS });
  });
  afterAll(async () => {
    await Promise.all([people.close(), parquet.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  testClosedColumns(() => people, { own: OWN });

  it("leave other tables' columns of the name, and open views, as they were", async () => {
    const rows = async (sql: string) => JSON.parse((await outcomeOf(people, sql)).text)[1];
    const letters = "SELECT l.email, p.salary FROM letters l JOIN people p ON p.id = l.id WHERE l.email LIKE 'p%'";
    expect(await rows(letters)).toEqual([["public@example.org", "•••"]]);
    expect(await rows("SELECT name, city FROM names ORDER BY id")).toEqual([
      ["Ada", "Bath"],
      ["Ben", "York"],
    ]);
  });

  it("are explained: hidden, masked", async () => {
    expect((await outcomeOf(people, "SELECT email FROM people")).text).toBe(
      'The column "email" is not available: an administrator has hidden it.',
    );
    expect((await outcomeOf(people, "SELECT p.email FROM people p")).text).toBe(
      'The column "email" is not available: an administrator has hidden it.',
    );
    expect((await outcomeOf(people, "SELECT name FROM people WHERE salary = 1")).text).toBe(
      'The column "salary" is masked: it can be shown, and used for nothing else.',
    );
  });

  it("close views of them in the schema, too, and no others", async () => {
    const { tables } = await people.introspect(new AbortController().signal);
    const columns = tables.find(({ name }) => name === "people")?.columns.map(({ name }) => name);
    expect(columns).toEqual(["id", "name", "salary", "city", "nick"]);
    const names = tables.map(({ name }) => name);
    expect(names).toContain("names");
    for (const view of ["all_people", "addresses", "addresses_again", "rich"]) expect(names).not.toContain(view);
  });

  it("are never looked up", async () => {
    const place = { schema: null, table: "people", native_type: "VARCHAR", row_count: 2 };
    const limits = { timeout_ms: 5_000, signal: new AbortController().signal };
    const request = {
      phrases: ["zebra77@hush.example", "Addie", "Bath"],
      places: ["email", "salary", "nick", "city"].map((column) => ({ ...place, column })),
    };
    expect((await people.findValues(request, limits)).map(({ value }) => value)).toEqual(["Bath"]);
    const through = { phrases: ["Addie"], places: [{ ...place, table: "nicks", column: "called" }] };
    expect(await people.findValues(through, limits)).toEqual([]);
  });

  it("hold for a Parquet file, which no statement reaches but as its table", async () => {
    const star = await outcomeOf(parquet, "SELECT * FROM people ORDER BY id");
    expect(JSON.parse(star.text)[1][0]).toEqual([1, "Ada", "•••", "Bath", "Addie", "ZEBRA77@HUSH.EXAMPLE"]);
    for (const sql of ["FROM 'people.parquet'", "FROM people.parquet", "SELECT * FROM read_parquet('people.parquet')"])
      expect((await outcomeOf(parquet, sql)).failed).toBe(true);
    expect((await outcomeOf(parquet, "SELECT email FROM people")).failed).toBe(true);
  });
});
