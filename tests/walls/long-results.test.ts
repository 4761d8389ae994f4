import { resultHash } from "@parley/core/receipt/hashes";
import { keepRows } from "@parley/core/visualization/kept-rows";
import type { Cell, QueryResult } from "@parley/datasource/types";
import { describe, expect, test } from "vitest";

/** How often others had their turn while a piece of work was under way. It waits for nothing, so each time it let them. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const working = { done: false, turns: 0 };
  const others = () => {
    if (working.done) return;
    working.turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  await work();
  working.done = true;
  return working.turns;
}

const resultOf = (count: number, row: (at: number) => Cell[]): QueryResult => {
  const rows = Array.from({ length: count }, (_, at) => row(at));
  const columns = (rows[0] ?? []).map((_, at) => ({ name: `c${at}`, type: "text" as const }));
  return { columns, rows, row_count: rows.length, truncated: false, duration_ms: 0 };
};
const small = resultOf(100, (at) => [at, `city ${at}`]);
const wide = resultOf(1_000, (at) => Array.from({ length: 300 }, (_, column) => at * 1_000 + column));
const long = resultOf(1_000, (at) => [`${at}"`.repeat(1_500)]);
const charactersOf = ({ rows }: QueryResult) => rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);

describe("the hash of a result", () => {
  test("is made in one go where it is small", async () => {
    expect(await turnsDuring(() => resultHash(small))).toBe(0);
  });

  test.each([
    ["of many columns", wide],
    ["of long texts", long],
  ])("lets others have their turn where it is %s", async (_, result) => {
    const turns = await turnsDuring(() => resultHash(result));
    // Each 100,000 characters that are written, or a million that are hashed; a row is never parted.
    expect(turns).toBeGreaterThan(charactersOf(result) / 120_000);
    expect(turns).toBeLessThan(charactersOf(result) / 80_000);
  });
});

describe("the rows of a table", () => {
  const keeping = async (result: QueryResult) => {
    const put: string[] = [];
    const files = { put: async (_: string, body: string | Uint8Array) => void put.push(String(body)) };
    const headers = result.columns.map(({ name }) => name);
    const turns = await turnsDuring(() =>
      keepRows(files, "chat", { id: "table", type: "table", headers, rows: [] }, result.rows),
    );
    return { turns, put, headers };
  };

  test("are written in one go where they are few, as JSON that has them all", async () => {
    const { turns, put, headers } = await keeping(small);
    expect(turns).toBe(0);
    expect(put.map((text) => JSON.parse(text))).toEqual([{ headers, rows: small.rows }]);
  });

  test("let others have their turn where they are many, and say that their CSV is kept beside them", async () => {
    const { turns, put, headers } = await keeping(long);
    const [csv = "", json = ""] = put;
    expect(csv.split("\r\n")).toHaveLength(long.rows.length + 2);
    expect(JSON.parse(json)).toEqual({ headers, rows: long.rows, has_csv: true });
    // As JSON and as CSV, 250,000 characters at a time.
    expect(turns).toBeGreaterThan((json.length + csv.length) / 300_000);
    expect(turns).toBeLessThan((json.length + csv.length) / 200_000);
  });
});
