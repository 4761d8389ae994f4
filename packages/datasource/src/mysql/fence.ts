import type { Query } from "../introspection/engine.ts";
import type { Fence, FencedTable } from "../marks/fence.ts";
import { type ColumnMark, isClosed, markOf } from "../marks/marks.ts";
import type { Cell, RunOptions } from "../types.ts";

const MOST_ROWS = 100_000;

const COLUMNS = (tables: number) => `
  SELECT TABLE_NAME, COLUMN_NAME, GENERATION_EXPRESSION FROM information_schema.COLUMNS
  WHERE TABLE_SCHEMA = DATABASE() AND LOWER(TABLE_NAME) IN (${Array.from({ length: tables }, () => "?").join(", ")})
  ORDER BY TABLE_NAME, ORDINAL_POSITION`;
const VIEWS =
  "SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME";

/** A call of a stored function: the server writes its name with the database before it. */
const CALLS_FUNCTION = /`[^`]*`\.`[^`]*`\s*\(/;

const mentions = (text: string, name: string): boolean =>
  text.toLowerCase().includes(`\`${name.toLowerCase().replaceAll("`", "``")}\``);

/**
 * Returns what marks close in the database as its catalog is now: marked columns and those generated from them, and views whose
 * definition names both a table and a column of these, calls a stored function, cannot be read, or names such a view.
 */
export async function mysqlFence(
  query: Query,
  marks: readonly ColumnMark[],
  options: Pick<RunOptions, "timeout_ms" | "signal">,
): Promise<Fence> {
  const given = marks.filter(isClosed);
  const named = [...new Set(given.map(({ table }) => table.toLowerCase()))];
  const read = async (sql: string, parameters: Cell[] = []) =>
    (await query(sql, { ...options, row_limit: MOST_ROWS, parameters })).rows;
  const tables = tablesOf(await read(COLUMNS(named.length), named), given);
  const views = (await read(VIEWS)).map(([name, definition]) => ({
    name: String(name),
    definition: typeof definition === "string" ? definition : "",
  }));
  return { tables, closed: closedViews(views, tables, given).map((name) => ({ schema: null, name, visible: true })) };
}

function tablesOf(rows: readonly Cell[][], marks: readonly ColumnMark[]): FencedTable[] {
  const byTable = Map.groupBy(rows, ([table]) => String(table));
  return [...byTable].map(([name, columns]) => {
    const hidden = new Set<string>();
    const masked = new Set<string>();
    for (const [, cell] of columns) {
      const mark = markOf(marks, "mysql", { schema: null, table: name, column: String(cell) });
      if (mark !== undefined) (mark === "masked" ? masked : hidden).add(String(cell));
    }
    // A column that is generated from a closed one is closed, and what is generated from that.
    for (let before = -1; before !== hidden.size;) {
      before = hidden.size;
      for (const [, cell, expression] of columns)
        if (typeof expression === "string" && [...hidden, ...masked].some((each) => mentions(expression, each)))
          hidden.add(String(cell));
    }
    const open = columns.map(([, cell]) => String(cell)).filter((column) => !hidden.has(column));
    return {
      schema: null,
      name,
      visible: true,
      hidden: [...hidden],
      columns: open.map((column) => ({ name: column, masked: masked.has(column) })),
    };
  });
}

function closedViews(
  views: readonly { name: string; definition: string }[],
  tables: readonly FencedTable[],
  marks: readonly ColumnMark[],
): string[] {
  const closed = new Set<string>();
  const isMade = (definition: string) =>
    tables.some(
      ({ name, hidden, columns }) =>
        mentions(definition, name) &&
        [...hidden, ...columns.filter(({ masked }) => masked).map((column) => column.name)].some((column) =>
          mentions(definition, column),
        ),
    );
  for (let before = -1; before !== closed.size;) {
    before = closed.size;
    for (const { name, definition } of views)
      if (
        definition === "" ||
        CALLS_FUNCTION.test(definition) ||
        isMade(definition) ||
        [...closed].some((each) => mentions(definition, each))
      )
        closed.add(name);
  }
  return marks.length === 0 ? [] : [...closed];
}
