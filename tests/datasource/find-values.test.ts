import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkSelect } from "@parley/datasource/guard/guard";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource, Dialect, QueryResult, RunOptions, ValuePlace, ValueRequest } from "@parley/datasource/types";
import { DatasourceError } from "@parley/datasource/types";
import { MAX_PHRASES, MAX_PLACES, valueFinder } from "@parley/datasource/values/find-values";
import { valuesStatement } from "@parley/datasource/values/statement";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";

const signal = new AbortController().signal;
const options = { timeout_ms: 5_000, signal };

const FIRST = ["Ada", "Ben", "Cleo", "Dario", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jon"];
const PEOPLE = [
  ...Array.from({ length: 1_200 }, (_, n) => `${FIRST[n % 10]} Number${n}`),
  "Mira Holloway",
  "Tom Holloway-Smith",
  "Anna Hollowaye",
  "Élodie Durand",
  "100% Cotton",
  "100 Cotton",
  "a_b",
  "axb",
  "Dan O'Brien",
  'The "Duke"',
  "Back\\slash",
];
const GATES = Array.from({ length: 300 }, (_, n) => `Gate (G${n})`);

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const SQL = `
  CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(90), password VARCHAR(90), essay TEXT);
  INSERT INTO people VALUES ${PEOPLE.map((name, n) => `(${n}, ${text(name)}, ${text(`hunter holloway ${n}`)}, ${text("holloway ".repeat(20))})`).join(", ")};
  CREATE TABLE many (name TEXT);
  INSERT INTO many WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 70000) SELECT 'Name ' || n FROM c;
  INSERT INTO many VALUES ('Zoe Last');
  CREATE TABLE gates (label TEXT);
  INSERT INTO gates VALUES ${GATES.map((gate) => `(${text(gate)})`).join(", ")};`;

const place = (table: string, column: string, rest: Partial<ValuePlace> = {}): ValuePlace => ({
  schema: null,
  table,
  column,
  native_type: "text",
  row_count: 1_000,
  ...rest,
});
const NAMES = place("people", "name");
const LABELS = place("gates", "label");

const valuesOf = async (datasource: Datasource, phrases: string[], places = [NAMES]): Promise<string[]> =>
  (await datasource.findValues({ phrases, places }, options)).map(({ value }) => value);

/** What holds on every engine. */
function finds(datasource: () => Datasource): void {
  it.each<{ phrases: string[]; found: string[] }>([
    { phrases: ["mira holloway"], found: ["Mira Holloway"] },
    { phrases: ["MIRA HOLLOWAY"], found: ["Mira Holloway"] },
    { phrases: ["holloway"], found: ["Mira Holloway", "Tom Holloway-Smith"] },
    { phrases: ["mira holloway", "mira", "holloway"], found: ["Mira Holloway", "Tom Holloway-Smith"] },
    { phrases: ["oway"], found: [] },
    { phrases: ["élodie"], found: ["Élodie Durand"] },
    { phrases: ["ÉLODIE DURAND"], found: ["Élodie Durand"] },
    { phrases: ["dan o'brien"], found: ["Dan O'Brien"] },
    { phrases: ['"duke"'], found: ['The "Duke"'] },
  ])("$phrases is found in any case, as a value or whole words of one: $found", async ({ phrases, found }) => {
    expect(await valuesOf(datasource(), phrases)).toEqual(found);
  });

  it("finds a code in brackets, and what it is called with it", async () => {
    expect(await valuesOf(datasource(), ["g12"], [LABELS])).toEqual(["Gate (G12)"]);
    expect(await valuesOf(datasource(), ["Gate (G12)"], [LABELS])).toEqual(["Gate (G12)"]);
  });

  it.each<{ phrase: string; found: string[] }>([
    { phrase: "100% Cotton", found: ["100% Cotton"] },
    { phrase: "%", found: [] },
    { phrase: "_", found: [] },
    { phrase: "a_b", found: ["a_b"] },
    { phrase: "Mira%", found: [] },
    { phrase: "Back\\slash", found: ["Back\\slash"] },
    { phrase: "'; DROP TABLE people; --", found: [] },
    { phrase: "' OR '1'='1", found: [] },
    { phrase: "$1", found: [] },
    { phrase: "?", found: [] },
    { phrase: "\0", found: [] },
    { phrase: "\uD800", found: [] },
    { phrase: "holloway".repeat(1_000), found: [] },
  ])("no character of a phrase has a meaning of its own: $phrase", async ({ phrase, found }) => {
    expect(await valuesOf(datasource(), [phrase])).toEqual(found);
  });

  it("looks through several columns with one statement, and says where each value stands", async () => {
    expect(await datasource().findValues({ phrases: ["holloway", "g7"], places: [NAMES, LABELS] }, options)).toEqual([
      { schema: null, table: "people", column: "name", value: "Mira Holloway" },
      { schema: null, table: "people", column: "name", value: "Tom Holloway-Smith" },
      { schema: null, table: "gates", column: "label", value: "Gate (G7)" },
    ]);
  });

  it("finds at most 20 values of a column, those first in which most phrases occur", async () => {
    const found = await valuesOf(datasource(), ["ada", "number7", "number10"]);
    expect(found).toHaveLength(20);
    expect(found[0]).toBe("Ada Number10");
  });

  it("leaves out secrets, and values that are prose", async () => {
    expect(await valuesOf(datasource(), ["holloway"], [place("people", "password"), place("people", "essay")])).toEqual(
      [],
    );
  });

  it("finds a whole value of a large table that lies beyond the rows that are searched", async () => {
    const many = place("many", "name", { row_count: 70_001 });
    expect(await valuesOf(datasource(), ["zoe last"], [many])).toEqual(["Zoe Last"]);
    expect(await valuesOf(datasource(), ["zoe"], [many])).toEqual([]);
  });

  it("finds nothing, and breaks nothing, where a column does not exist", async () => {
    expect(await valuesOf(datasource(), ["holloway"], [NAMES, place("people", "nickname")])).toEqual([]);
    expect(await valuesOf(datasource(), ["holloway"])).toEqual(["Mira Holloway", "Tom Holloway-Smith"]);
  });

  it("takes as many phrases and columns as one statement may have", async () => {
    const phrases = Array.from({ length: 40 }, (_, n) => `é${"x".repeat(70)}${n}`);
    const places = Array.from({ length: 60 }, () => ({ ...NAMES, row_count: 40_000 }));
    expect(await valuesOf(datasource(), phrases, places)).toEqual([]);
    expect(await valuesOf(datasource(), ["holloway"], places)).toHaveLength(2 * MAX_PLACES);
  });

  it("rejects with the signal's reason", async () => {
    const reason = new Error("the person left");
    await expect(
      datasource().findValues({ phrases: ["x"], places: [NAMES] }, { ...options, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
}

describe("Values of SQLite", () => {
  let folder: string;
  let datasource: Datasource;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-test-"));
    const file = join(folder, "people.sqlite");
    const database = new DatabaseSync(file);
    database.exec(SQL);
    database.close();
    datasource = openDatasource({ engine: "sqlite", file });
  });
  afterAll(async () => {
    await datasource.close();
    await rm(folder, { recursive: true });
  });

  finds(() => datasource);

  it("are kept whole up to 1,000, as a sample beyond; secrets are not kept at all", async () => {
    const { tables } = await datasource.introspect(signal);
    const columns = tables.flatMap((table) => table.columns.map((column) => [`${table.name}.${column.name}`, column]));
    expect(Object.fromEntries(columns)).toMatchObject({
      "gates.label": { values: { length: 300 }, values_complete: true },
      "people.name": { values: { length: 200 }, values_complete: false },
      "people.password": { values: [], values_complete: false },
    });
  });
});

describe("Values of PostgreSQL", () => {
  let server: SharedPostgres;
  let datasource: Datasource;

  beforeAll(async () => {
    server = await sharePostgres();
    await server.createDatabase("people");
    await server.query(SQL, [], "people");
    datasource = openDatasource(server.config("people"));
  });
  afterAll(async () => {
    await datasource.close();
    await server.stop();
  });

  finds(() => datasource);

  it("are not read where the role may not", async () => {
    const role = server.own("clerk");
    await server.query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT SELECT (id, essay) ON people TO ${role}; GRANT SELECT ON gates TO ${role}`,
      [],
      "people",
    );
    const clerk = openDatasource({ ...server.config("people"), user: role, password: "x" });
    expect(await valuesOf(clerk, ["holloway"])).toEqual([]);
    expect(await valuesOf(clerk, ["g12"], [LABELS])).toEqual(["Gate (G12)"]);
    await clerk.close();
  });

  it("are not waited for longer than allowed; then the database has a rest", async () => {
    await server.query(
      `CREATE VIEW slow AS SELECT name FROM people, generate_series(1, 100000) GROUP BY name`,
      [],
      "people",
    );
    const own = openDatasource(server.config("people"));
    const slow = place("slow", "name");
    const started = performance.now();
    expect(await own.findValues({ phrases: ["holloway"], places: [slow] }, { timeout_ms: 100, signal })).toEqual([]);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(await valuesOf(own, ["holloway"])).toEqual([]);
    await expect(own.run("SELECT 1", { ...options, row_limit: 1 })).resolves.toMatchObject({ rows: [[1]] });
    await own.close();
  });

  it("are looked for in a schema's table by its name", async () => {
    await server.query(
      `CREATE SCHEMA "sa les"; CREATE TABLE "sa les"."pe""ople" AS SELECT name AS "na me" FROM people`,
      [],
      "people",
    );
    const quoted = place('pe"ople', "na me", { schema: "sa les" });
    expect(await valuesOf(datasource, ["mira"], [quoted])).toEqual(["Mira Holloway"]);
    const shown = openDatasource({ ...server.config("people"), schemas: ["public"] });
    expect(await valuesOf(shown, ["mira"], [quoted])).toEqual([]);
    await shown.close();
  });
});

describe("The statement that looks values up", () => {
  const request: ValueRequest = {
    phrases: ["Mira Holloway", "100%"],
    places: [place("people", "name", { schema: null, row_count: 900_000, native_type: "varchar(90)" }), LABELS],
  };

  it.each<Dialect>(["postgres", "mysql", "sqlite"])(
    "passes the guard of %s, with every phrase bound",
    async (dialect) => {
      const { sql, parameters } = valuesStatement(dialect, request);
      await expect(checkSelect(sql, dialect, { database: "shop" })).resolves.not.toThrow();
      expect(sql).not.toMatch(/mira|100%/i);
      if (dialect !== "postgres") expect(sql.split("?")).toHaveLength(parameters.length + 1);
    },
  );

  it("is written in MySQL's words", () => {
    const { sql, parameters } = valuesStatement("mysql", { phrases: ["Mira"], places: [place("pe`ople", "name")] });
    expect(sql).toBe(
      "WITH asked AS (SELECT ? AS phrase, ? AS spoken) SELECT * FROM (SELECT 0 AS place, s.value, " +
        "COUNT(DISTINCT asked.phrase) AS matches FROM (SELECT value, lower(value) AS small FROM (SELECT value FROM " +
        "(SELECT LEFT(CAST(t.`name` AS CHAR), 81) AS value FROM `pe``ople` t WHERE t.`name` IS NOT NULL LIMIT 60000) r0) u0 " +
        "LIMIT 120000) s CROSS JOIN asked WHERE CASE WHEN INSTR(s.small, asked.phrase) > 0 THEN INSTR(CONCAT(' ', " +
        "replace(replace(replace(replace(replace(replace(replace(replace(s.small, '-', ' '), '(', ' '), ')', ' '), " +
        "',', ' '), '.', ' '), '/', ' '), '_', ' '), ':', ' '), ' '), asked.spoken) ELSE 0 END > 0 " +
        "AND length(s.value) <= 80 GROUP BY s.value ORDER BY matches DESC, length(s.value), s.value LIMIT 20) v0",
    );
    expect(parameters).toEqual(["mira", " mira "]);
  });
});

describe("What was found", () => {
  const result = (rows: QueryResult["rows"]): QueryResult => ({
    columns: [],
    rows,
    row_count: rows.length,
    truncated: false,
    duration_ms: 1,
  });

  function counted(answer: () => Promise<QueryResult>) {
    const sent: { sql: string; options: RunOptions }[] = [];
    const find = valueFinder("sqlite", async (sql, sentOptions) => {
      sent.push({ sql, options: sentOptions });
      return answer();
    });
    return { sent, find };
  }
  const request = { phrases: ["mira"], places: [NAMES] };

  it("is remembered for five minutes, by its phrases and columns, in its own datasource", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const { sent, find } = counted(async () => result([[0, "Mira Holloway", 1]]));
      expect(await find(request, options)).toHaveLength(1);
      expect(await find(request, options)).toHaveLength(1);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.options).toMatchObject({ row_limit: 400, timeout_ms: 5_000 });
      await find({ ...request, phrases: ["tom"] }, options);
      await find({ ...request, places: [LABELS] }, options);
      expect(sent).toHaveLength(3);
      vi.advanceTimersByTime(5 * 60_000 + 1);
      await find(request, options);
      expect(sent).toHaveLength(4);
      const other = counted(async () => result([]));
      expect(await other.find(request, options)).toEqual([]);
      expect(other.sent).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is remembered of the last 50 look-ups", async () => {
    const { sent, find } = counted(async () => result([]));
    for (let n = 0; n <= 50; n++) await find({ ...request, phrases: [`p${n}`] }, options);
    await find({ ...request, phrases: ["p50"] }, options);
    expect(sent).toHaveLength(51);
    await find({ ...request, phrases: ["p0"] }, options);
    expect(sent).toHaveLength(52);
  });

  it("is asked for with nothing sent where there is nothing to ask", async () => {
    const { sent, find } = counted(async () => result([]));
    expect(await find({ phrases: ["", "  ", "\0"], places: [NAMES] }, options)).toEqual([]);
    expect(await find({ phrases: ["x"], places: [] }, options)).toEqual([]);
    expect(await find({ phrases: ["x"], places: [place("users", "api_key")] }, options)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it("is nothing where the database fails; only one that was too slow has a rest of a minute", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const failing = counted(() => Promise.reject(new DatasourceError("SQL_FAILED", "no such column")));
      expect(await failing.find(request, options)).toEqual([]);
      expect(await failing.find(request, options)).toEqual([]);
      expect(failing.sent).toHaveLength(2);
      const slow = counted(() => Promise.reject(new DatasourceError("QUERY_TIMEOUT", "too slow")));
      expect(await slow.find(request, options)).toEqual([]);
      expect(await slow.find({ ...request, phrases: ["tom"] }, options)).toEqual([]);
      expect(slow.sent).toHaveLength(1);
      vi.advanceTimersByTime(60_001);
      await slow.find(request, options);
      expect(slow.sent).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is bounded: phrases beyond the twelfth, and longer than 80 characters, are left out", async () => {
    const { sent, find } = counted(async () => result([]));
    await find(
      { phrases: [...Array.from({ length: 30 }, (_, n) => `p${n}`), "y".repeat(81)], places: [NAMES] },
      options,
    );
    expect(sent[0]?.options.parameters).toHaveLength(2 * MAX_PHRASES);
  });
});
