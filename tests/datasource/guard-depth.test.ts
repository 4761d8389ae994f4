import { checkSavedQuery, checkSelect } from "@parley/datasource/guard/guard";
import { tokenize } from "@parley/datasource/tokens/lexer";
import { nestingOf } from "@parley/datasource/guard/nesting";
import { parsePostgres } from "@parley/datasource/guard/postgres-parser";
import { DatasourceError, type Dialect } from "@parley/datasource/types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEEP, LONG, longest } from "./corpus/deep.ts";

const MAX_LENGTH = 50_000;
const DIALECTS: Dialect[] = ["postgres", "mysql", "sqlite"];

/** The code a check ends with; a fault of ours reads like one. */
async function verdict(check: () => Promise<unknown>): Promise<string> {
  try {
    await check();
    return "passed";
  } catch (error) {
    return error instanceof DatasourceError ? error.code : `FAULT ${String(error)}`;
  }
}

const asks = () => verdict(() => checkSelect("SELECT name FROM customers WHERE id = 1", "postgres"));

describe("a statement that is deep", () => {
  test.each(Object.entries(DEEP))("by %s is refused at any size, and the next statement is read", async (_, deep) => {
    for (const n of [300, 1_600, 6_400]) {
      expect(await verdict(() => checkSelect(deep(n), "postgres")), String(n)).toMatch(/^SQL_|^passed$/);
    }
    expect(await asks()).toBe("passed");
  });

  test.each(Object.entries(DEEP))("by %s, as deep as may be, exhausts no stack", async (_, deep) => {
    let sql = deep(1);
    for (let n = 2; n < 400; n = Math.ceil(n * 1.1)) {
      if (nestingOf(tokenize(deep(n), "postgres")) <= 250) sql = deep(n);
    }
    const parsing = async () => parsePostgres(sql);
    expect(await verdict(parsing)).toMatch(/^SQL_FAILED$|^passed$/);
    expect(await verdict(() => checkSelect(sql, "postgres"))).not.toMatch(/FAULT/);
  });

  test("is refused in plain words", async () => {
    await expect(checkSelect(`SELECT ${"(".repeat(300)}1${")".repeat(300)}`, "postgres")).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: "The statement is nested too deeply.",
    });
  });

  test("is nowhere near the limit when people write it", async () => {
    const conditions = Array.from({ length: 400 }, (_, n) => `(a.x = ${n} AND NOT b.y > ${n} + 1)`).join(" OR ");
    const cases = Array.from({ length: 100 }, (_, n) => `WHEN x BETWEEN ${n} AND ${n + 1} THEN 'b${n}'`).join(" ");
    const ctes = Array.from({ length: 60 }, (_, n) => `c${n} AS (SELECT a + 1 AS a FROM c${n}_ WHERE a > 1)`);
    for (const sql of [
      `SELECT * FROM a JOIN b ON a.id = b.id WHERE ${conditions}`,
      `SELECT CASE ${cases} END, count(*) FROM t GROUP BY 1`,
      `WITH ${ctes.join(", ")} SELECT * FROM c59`,
      `SELECT ${Array.from({ length: 900 }, (_, n) => `sum(x${n} * 2) + 1 AS s${n}`).join(", ")} FROM t`,
      Array.from({ length: 100 }, (_, n) => `SELECT ${n} AS n, count(*) AS c FROM t${n}`).join(" UNION ALL "),
      `SELECT ${Array.from({ length: 100 }, (_, n) => `coalesce(c${n}, '')`).join(" || ' ' || ")} FROM t`,
      `SELECT * FROM t WHERE id IN (${Array.from({ length: 3_000 }, (_, n) => n).join(", ")})`,
    ]) {
      expect(await verdict(() => checkSelect(sql, "postgres"))).toBe("passed");
    }
  });
});

describe("a parser that faulted", () => {
  test("is replaced by another, whatever it faulted on", async () => {
    for (const [what, deep] of Object.entries(DEEP)) {
      // Past the guard: as if it had let this through.
      await verdict(() => parsePostgres(deep(6_400)));
      expect(await asks(), what).toBe("passed");
    }
  }, 120_000);

  test("is replaced as often as it faults, so nothing accumulates", async () => {
    // Exhausts the stack: the parser's own refusals ("memory exhausted") leave it whole.
    const casts = `SELECT 1${"::int".repeat(6_400)}`;
    for (let time = 0; time < 8; time++) {
      expect(await verdict(() => parsePostgres(casts))).toBe("SQL_REJECTED");
      expect(await asks()).toBe("passed");
    }
  }, 60_000);

  test("is not what the guard meets, however often deep statements come", async () => {
    for (let time = 0; time < 3; time++) {
      for (const [what, deep] of Object.entries(DEEP)) {
        expect(await verdict(() => checkSelect(deep(3_200), "postgres")), what).not.toMatch(/FAULT/);
      }
    }
    expect(await asks()).toBe("passed");
  });
});

describe("the time a check takes", () => {
  test.each(Object.entries({ ...DEEP, ...LONG }))("stays short for %s of the greatest length", async (_, kind) => {
    const sql = longest(kind, MAX_LENGTH);
    for (const dialect of DIALECTS) {
      const started = performance.now();
      expect(await verdict(() => checkSelect(sql, dialect)), dialect).not.toMatch(/FAULT/);
      expect(await verdict(() => checkSavedQuery(sql, dialect)), dialect).not.toMatch(/FAULT/);
      // Some 50 ms where nothing else runs; what is not linear takes seconds.
      expect(performance.now() - started, dialect).toBeLessThan(1_000);
    }
  });
});

/** Expressions and queries put together at random from what nests. */
const { query } = fc.letrec<{ query: string; expression: string }>((tie) => {
  const expression = tie("expression");
  const inner = tie("query");
  const times = fc.integer({ min: 1, max: 4 });
  return {
    expression: fc.oneof(
      { maxDepth: 12, depthIdentifier: "sql" },
      fc.constantFrom("a", "1", "t.as", "'x'"),
      fc.tuple(expression, expression).map(([a, b]) => `${a} + ${b}`),
      fc.tuple(expression, expression).map(([a, b]) => `(${a} || ${b})`),
      fc.tuple(times, expression).map(([n, a]) => `${"- ".repeat(n)}${a}`),
      fc.tuple(times, expression).map(([n, a]) => `${"NOT ".repeat(n)}(${a})`),
      fc.tuple(times, expression).map(([n, a]) => `(${a})${"::int".repeat(n)}`),
      fc.tuple(times, expression).map(([n, a]) => `(${a})${" IS NULL".repeat(n)}`),
      fc.tuple(expression, expression).map(([a, b]) => `CASE WHEN ${a} AND ${b} THEN ${b} ELSE ${a} END`),
      fc.tuple(expression, expression).map(([a, b]) => `1 BETWEEN (${a}) AND NOT ${b}`),
      fc.tuple(expression, expression).map(([a, b]) => `abs(${a}, ${b})`),
      fc.tuple(expression, expression).map(([a, b]) => `a AND ${a} OR ${b}`),
      expression.map((a) => `ARRAY[${a}]`),
      inner.map((q) => `(${q})`),
      inner.map((q) => `EXISTS (${q})`),
    ),
    query: fc.oneof(
      { maxDepth: 12, depthIdentifier: "sql" },
      expression.map((a) => `SELECT ${a}`),
      fc.tuple(expression, expression).map(([a, b]) => `SELECT ${a} FROM t WHERE ${b}`),
      fc.tuple(inner, expression).map(([q, a]) => `SELECT ${a} FROM (${q}) t JOIN t u ON ${a}`),
      fc.tuple(inner, inner).map(([a, b]) => `SELECT 1 UNION (${a}) UNION ALL (${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `WITH c AS (${a}) SELECT (${b})`),
    ),
  };
});

/** How many nodes stand in each other. */
function depthOf(tree: unknown): number {
  if (Array.isArray(tree)) return Math.max(0, ...tree.map(depthOf));
  if (typeof tree !== "object" || tree === null) return 0;
  return Object.entries(tree).reduce(
    (deepest, [name, value]) => Math.max(deepest, depthOf(value) + (/^[A-Z]/.test(name) ? 1 : 0)),
    0,
  );
}

describe("nestingOf", () => {
  test("is never too low: a parse tree has at most a few nodes for each level", async () => {
    await fc.assert(
      fc.asyncProperty(query, async (sql) => {
        const trees = await parsePostgres(sql).catch(() => []);
        expect(depthOf(trees)).toBeLessThanOrEqual(4 * nestingOf(tokenize(sql, "postgres")) + 4);
      }),
      { numRuns: 400 },
    );
  });
});
