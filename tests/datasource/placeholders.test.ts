import { checkSavedQuery } from "@parley/datasource/guard/guard";
import { missingParameters } from "@parley/datasource/placeholders/missing-parameters";
import { bindPlaceholders, parameterNames } from "@parley/datasource/placeholders/placeholders";
import type { Cell } from "@parley/datasource/types";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "./shop-server.ts";

describe("parameterNames", () => {
  test("lists names once, in order of first appearance, with or without spaces inside", () => {
    expect(parameterNames("SELECT {{b}}, {{ a }}, '{{b}}', '%{{ c_1}}%'")).toEqual(["b", "a", "c_1"]);
  });

  test("ignores comments, and what is not a name", () => {
    expect(
      parameterNames("SELECT 1 -- {{a}}\n /* {{b}} /* {{c}} */ {{d}} */, '{{1x}}', '{{}}', '{a}', '{{ä}}'"),
    ).toEqual([]);
  });

  test("knows comments from literals", () => {
    expect(parameterNames("SELECT '-- {{a}}', $$/* {{b}} */$$, E'\\'-- {{c}}', \"--\", {{d}}")).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  test("reads what only another dialect can read", () => {
    expect(parameterNames("SELECT 'it\\'s {{a}}'")).toEqual(["a"]);
    expect(parameterNames("SELECT [{{a}}", "sqlite")).toEqual([]);
  });

  test("finds names inside of identifiers too, where they are refused when bound", () => {
    expect(parameterNames('SELECT "{{a}}"')).toEqual(["a"]);
  });
});

describe("missingParameters", () => {
  test("lists names without a value; an empty text is one", () => {
    expect(missingParameters(parameterNames("SELECT {{a}}, {{b}}, {{c}}"), { a: "", c: "1" })).toEqual(["b"]);
    expect(missingParameters(parameterNames("SELECT {{toString}}"), {})).toEqual(["toString"]);
  });
});

describe("bindPlaceholders", () => {
  const values = { q: "x", n: "3", d: "2024-01-01", year: "2024", a: "A", b: "B" };

  test.each<[string, string, Cell[]]>([
    ["SELECT {{n}}", "SELECT $1", ["3"]],
    ["SELECT {{n}}, {{a}}, {{ n }}", "SELECT $1, $2, $1", ["3", "A"]],
    ["WHERE d >= '{{d}}' AND e < {{d}}", "WHERE d >= $1 AND e < $1", ["2024-01-01"]],
    ["LIKE '%{{q}}%'", "LIKE ('%' || $1::text || '%')", ["x"]],
    ["LIKE '{{q}}%' OR '{{a}}, {{q}}'", "LIKE ($1::text || '%') OR ($2::text || ', ' || $1::text)", ["x", "A"]],
    ["'{{year}}-01-01' AND '{{year}}-12-31'", "$1 AND $2", ["2024-01-01", "2024-12-31"]],
    ["'{{year}}-01-01', '{{year}}-01-01'", "$1, $1", ["2024-01-01"]],
    ["E'it\\'s {{q}}\\n'", "(E'it\\'s ' || $1::text || E'\\n')", ["x"]],
    ["E'\\{{q}}'", "E'\\{{q}}'", []],
    ["'it''s {{q}}'", "('it''s ' || $1::text)", ["x"]],
    ["$$it's {{q}}$ $$", "('it''s ' || $1::text || '$ ')", ["x"]],
    ["$x$ $$ {{q}} $x$", "(' $$ ' || $1::text || ' ')", ["x"]],
    ["N'a{{q}}'", "(N'a' || $1::text)", ["x"]],
    ["interval '{{n}} days'", " CAST(($1::text || ' days') AS interval)", ["3"]],
    ["INTERVAL '{{n}}' DAY", " CAST($1::text AS INTERVAL DAY) ", ["3"]],
    ["interval '{{n}}' hour TO minute", " CAST($1::text AS interval hour TO minute)   ", ["3"]],
    ["date '{{d}}'", " CAST($1::text AS date)", ["2024-01-01"]],
    ["date /* since */ '{{d}}'", " /* since */ CAST($1::text AS date)", ["2024-01-01"]],
    ["timestamp(3) with time zone '{{d}}'", "    CAST($1::text AS timestamp ( 3 ) with time zone)", ["2024-01-01"]],
    ["'{{d}}'::date + {{n}}::int", "$1::text::date + $2::text::int", ["2024-01-01", "3"]],
    ["-- {{q}}\n/* {{q}} */", "-- {{q}}\n/* {{q}} */", []],
    ["'plain' || {{q}}", "'plain' || $1", ["x"]],
    ["({{q}} IS NULL OR a = {{q}})", "($1::text IS NULL OR a = $2)", ["x", "x"]],
    ["'{{q}}' is /* or */ not null AND a = '{{q}}'", "$1::text is /* or */ not null AND a = $2", ["x", "x"]],
  ])("PostgreSQL: %s", (sql, bound, parameters) => {
    expect(bindPlaceholders(sql, "postgres", values)).toMatchObject({ sql: bound, parameters });
  });

  test.each<[string, string, Cell[]]>([
    ["total > {{n}} AND name = '{{n}}' AND id = {{n}}", "total > ?1 AND name = ?2 AND id = ?1", [3, "3"]],
    ["LIKE '%{{q}}%' AND x = '{{q}}'", "LIKE ('%' || ?1 || '%') AND x = ?1", ["x"]],
    ["date('now', '-{{n}} days')", "date('now', ('-' || ?1 || ' days'))", ["3"]],
    ["d >= '{{year}}-01-01'", "d >= (?1 || '-01-01')", ["2024"]],
    ["'a\\{{q}}'", "('a\\' || ?1)", ["x"]],
  ])("SQLite: %s", (sql, bound, parameters) => {
    expect(bindPlaceholders(sql, "sqlite", values)).toMatchObject({ sql: bound, parameters });
  });

  test.each<[string, string, Cell[]]>([
    ["total > {{n}} AND name = '{{n}}' AND id = {{n}}", "total > ? AND name = ? AND id = ?", [3, "3", 3]],
    ["LIKE '%{{q}}%' AND x = \"{{q}}\"", "LIKE CONCAT('%', ?, '%') AND x = ?", ["x", "x"]],
    ["'it\\'s {{q}}'", "CONCAT('it\\'s ', ?)", ["x"]],
    ["DATE '{{d}}' + INTERVAL {{n}} DAY", " CAST(? AS DATE) + INTERVAL ? DAY", ["2024-01-01", 3]],
    ["1 # {{q}}\n-- {{q}}\n", "1 # {{q}}\n-- {{q}}\n", []],
  ])("MySQL: %s", (sql, bound, parameters) => {
    expect(bindPlaceholders(sql, "mysql", values)).toMatchObject({ sql: bound, parameters });
  });

  test.each(["007", "1e3", "0x10", " 1", "1.50", "Infinity", "", "9007199254740993"])(
    "the text %j is not bound as a number",
    (text) => {
      expect(bindPlaceholders("{{n}}", "sqlite", { n: text }).parameters).toEqual([text]);
    },
  );

  test.each([
    ['SELECT "{{a}}"', "postgres"],
    ['SELECT U&"{{a}}"', "postgres"],
    ["SELECT * FROM orders_{{a}}", "postgres"],
    ["SELECT * FROM {{a}}_orders", "postgres"],
    ["SELECT {{a}}.total", "postgres"],
    ["SELECT t.{{a}}", "postgres"],
    ["SELECT 1{{a}}", "postgres"],
    ["SELECT {{a}}{{b}}", "postgres"],
    ["SELECT {{a}}'x'", "postgres"],
    ["SELECT ${{a}}", "postgres"],
    ["SELECT U&'{{a}}'", "postgres"],
    ["SELECT B'{{a}}'", "postgres"],
    ["SELECT $1, {{a}}", "postgres"],
    ["SELECT ?, {{a}}", "mysql"],
    ["SELECT `{{a}}`", "mysql"],
    ["SELECT _utf8mb4'{{a}}'", "mysql"],
    ["SELECT @{{a}}", "mysql"],
    ["SELECT [{{a}}]", "sqlite"],
    ["SELECT ?1, {{a}}", "sqlite"],
  ] as const)("refuses %s (%s)", (sql, dialect) => {
    expect(() => bindPlaceholders(sql, dialect, values)).toThrow(expect.objectContaining({ code: "SQL_REJECTED" }));
  });

  const names = [
    "SELECT * FROM {{a}}",
    "SELECT * FROM /* all */ {{a}} WHERE x = 1",
    "SELECT * FROM '{{a}}'",
    "SELECT * FROM ({{a}})",
    "SELECT * FROM orders, {{a}}",
    "SELECT * FROM orders o, ({{a}})",
    "SELECT * FROM orders JOIN {{a}} ON 1 = 1",
    "SELECT * FROM orders o JOIN lines l ON o.id = l.id, {{a}}",
    "SELECT * FROM orders JOIN lines USING ({{a}})",
    "SELECT COUNT(*) AS {{a}} FROM orders",
    "SELECT COUNT(*) AS '{{a}}' FROM orders",
    "SELECT * FROM orders AS {{a}}",
    "SELECT {{a}}(total) FROM orders",
    "SELECT {{a}} (total) FROM orders",
    "SELECT CAST(total AS {{a}}) FROM orders",
    "SELECT EXTRACT({{a}} FROM ordered_at) FROM orders",
    "SELECT name COLLATE {{a}} FROM orders",
    "SELECT RANK() OVER {{a}} FROM orders",
    "WITH {{a}} AS (SELECT 1) SELECT 1",
    "WITH RECURSIVE x AS (SELECT 1, 2), {{a}} AS (SELECT 1) SELECT 1",
    "SELECT (SELECT total FROM {{a}}) FROM orders",
    "SELECT 1 FROM orders WHERE id IN (SELECT id FROM {{a}})",
    "SELECT 1 UNION SELECT total FROM {{a}}",
  ];
  test.each(names)("refuses a name in every dialect: %s", (sql) => {
    for (const dialect of ["postgres", "mysql", "sqlite"] as const) {
      const bound = () => bindPlaceholders(sql, dialect, values);
      expect(bound, dialect).toThrow("{{a}} is part of a name; a placeholder can only stand for a value.");
    }
  });

  test.each([
    "SELECT total {{a}} FROM orders",
    "SELECT 'x' '{{a}}' FROM orders",
    "SELECT COUNT(*) {{a}} FROM orders",
    "SELECT * FROM orders {{a}}",
    "SELECT * FROM orders ORDER BY total {{a}}",
    "SELECT * FROM orders WHERE total {{a}} 3",
    "SELECT * FROM orders WHERE id IN {{a}}",
    "SELECT total::{{a}} FROM orders",
  ])("refuses a name, an operator or a direction: %s", async (sql) => {
    for (const dialect of ["postgres", "mysql", "sqlite"] as const) {
      await expect(checkSavedQuery(sql, dialect), dialect).rejects.toMatchObject({
        code: expect.stringMatching(/^SQL_(REJECTED|FAILED)$/),
      });
    }
  });

  test.each([
    "SELECT {{a}}, total, {{b}} AS kind FROM orders ORDER BY {{a}}, {{b}} DESC LIMIT {{n}} OFFSET {{n}}",
    "SELECT total FROM orders GROUP BY {{a}}, total HAVING SUM(total) > {{n}}",
    "SELECT total FROM orders o JOIN lines l ON o.id = l.id AND l.kind = {{a}} WHERE total IN ({{a}}, {{b}})",
    "SELECT COALESCE(kind, {{a}}), CASE WHEN total > {{n}} THEN {{a}} ELSE {{b}} END FROM orders, lines WHERE NOT kind LIKE '%{{q}}%'",
    "SELECT total FROM orders WHERE total BETWEEN {{n}} AND {{n}} AND kind <> {{a}} OR {{b}} = kind",
    "SELECT total - {{n}} FROM orders WHERE ({{a}} = '' OR kind = {{a}})",
    "SELECT total FROM orders WHERE id IN (SELECT id FROM lines WHERE kind = {{a}}) AND (kind, total) = ({{a}}, {{n}})",
    "SELECT CAST({{n}} AS decimal) FROM orders WHERE ordered_at >= '{{d}}'",
    "WITH x AS (SELECT {{a}} AS kind, {{n}} AS total) SELECT kind, {{b}} FROM x, (SELECT 1 AS one) y WHERE total IN (1, {{n}})",
    "SELECT total FROM orders WHERE kind = {{a}} UNION ALL SELECT {{n}} FROM lines ORDER BY 1",
  ])("takes values in every dialect: %s", async (sql) => {
    for (const dialect of ["postgres", "mysql", "sqlite"] as const) await checkSavedQuery(sql, dialect);
  });

  test.each([
    ["SELECT DISTINCT ON (kind) total, {{a}} FROM orders", "postgres"],
    ["SELECT total FROM orders WHERE kind IS DISTINCT FROM {{a}} AND kind NOT SIMILAR TO {{b}}", "postgres"],
    ["SELECT position({{a}} IN {{b}}), ARRAY[{{a}}, {{b}}], ordered_at AT TIME ZONE {{q}} FROM orders", "postgres"],
    ["SELECT SUM(total) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) + {{n}} FROM orders", "postgres"],
    ["SELECT EXTRACT(YEAR FROM {{d}}::date), substring(kind FROM {{n}}::int FOR 2) FROM orders", "postgres"],
    ["SELECT total FROM orders WHERE ordered_at > now() - {{n}} * interval '1 day'", "postgres"],
    ["SELECT total FROM orders WHERE id = ANY(string_to_array({{a}}, ','))", "postgres"],
    ["SELECT TRIM(BOTH {{a}} FROM kind), EXTRACT(DAY FROM {{d}}) FROM orders LIMIT {{n}}, {{n}}", "mysql"],
    ["SELECT total FROM orders WHERE ordered_at > NOW() - INTERVAL {{n}} DAY AND kind RLIKE {{a}}", "mysql"],
    [
      "SELECT total FROM orders WHERE ordered_at > date('now', {{a}}) AND kind IS NOT {{b}} AND kind GLOB {{q}}",
      "sqlite",
    ],
  ] as const)("takes values: %s (%s)", async (sql, dialect) => {
    await checkSavedQuery(sql, dialect);
  });

  test("says what each parameter stands for", () => {
    const sql = "SELECT {{n}}, '{{n}}'::int, '{{year}}-01-01', {{n}} FROM orders WHERE name LIKE '%{{q}}%'";
    expect(bindPlaceholders(sql, "postgres", values).origins).toEqual(["{{n}}", "{{n}}", "{{year}}-01-01", "{{q}}"]);
    expect(bindPlaceholders("SELECT {{n}}, {{q}}, {{n}}", "mysql", values).origins).toEqual([
      "{{n}}",
      "{{q}}",
      "{{n}}",
    ]);
  });

  test("refuses to run without a value", () => {
    expect(() => bindPlaceholders("SELECT {{zz}}", "postgres", values)).toThrow("There is no value for {{zz}}.");
    expect(() => bindPlaceholders("SELECT {{constructor}}", "postgres", values)).toThrow(
      "There is no value for {{constructor}}.",
    );
  });
});

describe("bound queries on PostgreSQL", () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.stop());

  async function run(sql: string, values: Record<string, string>): Promise<Cell[][]> {
    await checkSavedQuery(sql, "postgres");
    const { sql: bound, parameters } = bindPlaceholders(sql, "postgres", values);
    const options = { parameters, row_limit: 1_000, timeout_ms: 5_000, signal: new AbortController().signal };
    return (await shop.datasource.run(bound, options)).rows;
  }

  test.each<[string, Record<string, string>, Cell[][]]>([
    ["SELECT id FROM orders ORDER BY id LIMIT {{n}} OFFSET {{skip}}", { n: "2", skip: "1" }, [[2], [3]]],
    ["SELECT count(*) FROM orders WHERE total > {{min}}", { min: "490" }, [[8]]],
    ["SELECT count(*) FROM orders WHERE total BETWEEN '{{min}}' AND {{max}}", { min: "10", max: "12.5" }, [[3]]],
    ["SELECT name FROM customers WHERE id = {{id}}", { id: "7" }, [["Ann 7"]]],
    ["SELECT count(*) FROM orders WHERE ({{min}} IS NULL OR total > {{min}})", { min: "490" }, [[8]]],
    [
      "SELECT count(*) FROM customers WHERE created >= {{from}} AND created < '{{to}}'",
      { from: "2024-01-10", to: "2024-01-12" },
      [[2]],
    ],
    [
      "SELECT count(*) FROM orders WHERE ordered_at >= '{{year}}-01-01' AND ordered_at < '{{year}}-01-02'",
      { year: "2024" },
      [[13]],
    ],
    [
      "SELECT count(*) FROM orders WHERE ordered_at >= date '{{day}}' + interval '{{n}} days'",
      { day: "2024-01-10", n: "3" },
      [[123]],
    ],
    ["SELECT '{{day}}'::date + {{n}}::int", { day: "2024-01-10", n: "3" }, [["2024-01-13"]]],
    ["SELECT count(*) FROM orders WHERE status = {{status}}", { status: "paid" }, [[134]]],
    ["SELECT count(*) FROM customers WHERE name LIKE '%{{q}}'", { q: " 7" }, [[1]]],
    ["SELECT count(*) FROM customers WHERE name ILIKE '%{{q}}%' OR country = {{q}}", { q: "de" }, [[0]]],
    ["SELECT count(*) FROM customers WHERE country IN ({{a}}, '{{b}}')", { a: "DE", b: "FR" }, [[40]]],
    ["SELECT count(*) FROM customers WHERE country = ANY ({{list}})", { list: "{DE,FR}" }, [[40]]],
    ["SELECT details ->> '{{key}}' FROM orders LIMIT 1", { key: "channel" }, [["web"]]],
    ["SELECT {{label}} AS label, '{{label}}'", { label: "it's" }, [["it's", "it's"]]],
    [
      "SELECT CASE WHEN total > {{cut}} THEN 'above' ELSE 'below' END AS side, count(*) FROM orders GROUP BY CASE WHEN total > {{cut}} THEN 'above' ELSE 'below' END ORDER BY 1",
      { cut: "250" },
      [
        ["above", 200],
        ["below", 200],
      ],
    ],
    [
      "SELECT date_trunc({{unit}}, ordered_at)::date AS period, count(*) FROM orders GROUP BY date_trunc({{unit}}, ordered_at) ORDER BY 1 LIMIT 1",
      { unit: "month" },
      [["2024-01-01", 400]],
    ],
    [
      "SELECT '{{prefix}}: ' || country, count(*) FROM customers GROUP BY '{{prefix}}: ' || country ORDER BY 1",
      { prefix: "C" },
      [
        ["C: DE", 20],
        ["C: FR", 20],
        ["C: IT", 20],
      ],
    ],
    ["SELECT count(*) FROM orders WHERE total > {{x}} AND 'id {{x}}' = 'id ' || id::text", { x: "1" }, [[1]]],
    ["SELECT E'a\\n{{q}}', $$b'{{q}}$$, N'c{{q}}'", { q: "1" }, [["a\n1", "b'1", "c1"]]],
  ])("%s", async (sql, values, rows) => {
    expect(await run(sql, values)).toEqual(rows);
  });

  test("no value can leave its place", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (value) => {
        const rows = await run("SELECT '<{{v}}>', '{{v}}', {{v}}, $$<{{v}}$$, E'\\\\{{v}}', count(*) FROM customers", {
          v: value,
        });
        expect(rows).toEqual([[`<${value}>`, value, value, `<${value}`, `\\${value}`, 60]]);
      }),
      { numRuns: 200 },
    );
  });

  test("a value of the wrong type is the database's refusal, without the value", async () => {
    await expect(run("SELECT * FROM orders WHERE total > {{min}}", { min: "secret" })).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: "invalid input syntax for type numeric",
    });
  });
});

/** Text full of what has a meaning in SQL. */
const hostileText = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      "\\",
      "$$",
      "$1",
      "{{v}}",
      ";",
      "--",
      "/*",
      "*/",
      "%",
      "\n",
      "a",
      "0",
      " ",
      "é",
      "DROP TABLE customers",
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
