import { openDatasource } from "@parley/datasource/open";
import type { Cell, Datasource, DatasourceConfig, Schema } from "@parley/datasource/types";
import { score } from "@parley/analyst/evaluation/score";
import { interpret } from "@parley/interpreter/interpret";

/** A question, its reference query, and other readings that are as right. */
export type Asked = readonly [question: string, sql: string, options?: AskedOptions];

interface AskedOptions {
  or?: string[];
  /** A group without a key, or without a number, may be left out. */
  nullable?: boolean;
  /** The labels of the rows may be in other words: only the numbers are compared. */
  valuesOnly?: boolean;
}

export type Verdict = "right" | "wrong" | "refused";

/** A company's database on PostgreSQL, introspected like a customer's. */
export interface Company {
  datasource: Datasource;
  schema: Schema;
  judge(asked: Asked): Promise<{ verdict: Verdict; detail: string }>;
}

export const TODAY = new Date("2024-06-15T12:00:00Z");

/** Opens a company's database and judges answers by what they return. */
export async function openCompany(config: DatasourceConfig): Promise<Company> {
  const datasource = openDatasource(config);
  const schema = await datasource.introspect(AbortSignal.timeout(20_000));
  const rows = async (sql: string) => {
    const signal = AbortSignal.timeout(20_000);
    const result = await datasource.run(sql, { row_limit: 50_000, timeout_ms: 15_000, signal });
    return { rows: result.rows };
  };
  return {
    datasource,
    schema,
    async judge([question, sql, options = {}]) {
      const answer = interpret({ text: question, schema, now: TODAY, earlier: [], guidance: [] });
      if (answer.kind !== "query") return { verdict: "refused", detail: answer.reason };
      const given = await rows(answer.sql);
      for (const reference of [sql, ...(options.or ?? [])]) {
        const expected = await rows(reference);
        // "Which agent closed the most?" names the agent; how many may stand beside it. A share may be said per cent.
        const asked = reference.endsWith("LIMIT 1") ? expected.rows.map((row) => row.slice(0, 1)) : expected.rows;
        const answers = reference.includes("100.0 *") ? [given.rows, given.rows.map(hundredfold)] : [given.rows];
        if (answers.some((each) => isSame(expected.rows, each, options) || isSame(asked, each, options)))
          return { verdict: "right", detail: answer.sql };
      }
      return { verdict: "wrong", detail: answer.sql };
    },
  };
}

/** Numbers to two decimals; the first of a month as that month. */
function plain(cell: Cell): Cell {
  if (typeof cell === "boolean" || cell === null) return cell;
  if (typeof cell === "number" || (cell !== "" && Number.isFinite(Number(cell))))
    return Math.round(Number(cell) * 100) / 100;
  return cell.replace(/^(\d{4}-\d{2})-01(?:[T ]00:00:00.*)?$/, "$1").replace(/[T ]00:00:00.*$/, "");
}

/** Shares as percentages: numbers that are not whole numbers are what is shared. */
const hundredfold = (row: Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === "number" && Math.abs(cell) < 20 ? cell * 100 : cell));

function isSame(expected: Cell[][], given: Cell[][], { nullable, valuesOnly }: AskedOptions): boolean {
  const table = (rows: Cell[][]) => {
    const rounded = rows.map((row) => row.map(plain));
    const kept = nullable ? rounded.filter((row) => row.every((cell) => cell !== null)) : rounded;
    const cells = valuesOnly ? kept.map((row) => row.slice(-1)) : kept;
    return { columns: (cells[0] ?? []).map((_, i) => String(i)), rows: cells };
  };
  if (valuesOnly) {
    const values = new Set(given.flat().map((cell) => String(plain(cell))));
    return table(expected).rows.every((row) => row.every((cell) => values.has(String(cell))));
  }
  const [a, b] = [table(expected), table(given)];
  return a.rows.length === b.rows.length && score(a, b, false).lenient;
}
