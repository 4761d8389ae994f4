import { bareColumn } from "@parley/datasource/introspection/engine";
import { type ColumnMark, MASK } from "@parley/datasource/marks/marks";
import { nameOf, tokenize } from "@parley/datasource/tokens/lexer";
import type { Datasource, GivenTable, Table } from "@parley/datasource/types";
import { type Outcome, type Session, type Source, uploadSource } from "../answer-session.ts";
import { ToolProblem } from "./tool.ts";

/** The tables of the attached files with the results beside them that a statement names. */
interface Beside {
  source: Source;
  /** The results' names. */
  reads: string[];
  close(): Promise<void>;
}

/**
 * What a statement on the attached files reads: their tables alone, or with results of this turn beside them. Those are rows that
 * were fetched, so what is hidden in their database is not among them; a column that shows masks is masked here, too. Throws a
 * `ToolProblem` without such files, or for a result that is not whole: what is joined with a part of the rows looks complete.
 */
export async function sourceBeside(session: Session, sql: string): Promise<Beside> {
  const files = uploadSource(session);
  const { database } = session.uploads;
  if (!files || !database) throw new ToolProblem("No attached file holds a table");
  const results = resultsNamed(session, sql);
  if (results.length === 0) return { source: files, reads: [], close: async () => undefined };
  const cut = results.find(({ result }) => result.truncated);
  if (cut) throw new ToolProblem(notWhole(cut));
  const tables = results.map(tableOf);
  let opened: Datasource | undefined;
  return {
    source: {
      kind: "uploads",
      open: async () => (opened ??= database.beside(tables, tables.flatMap(marksOf))),
      async schema(signal) {
        const schema = await files.schema(signal);
        return { ...schema, tables: [...schema.tables, ...tables.map(describedTable)] };
      },
    },
    reads: results.map(({ name }) => name),
    close: async () => opened?.close(),
  };
}

/** The results that a statement names, whatever as. Throws `SQL_FAILED` where it is no SQL. */
function resultsNamed({ results }: Session, sql: string): Outcome[] {
  if (results.length === 0) return [];
  const names = new Set(tokenize(sql, "sqlite").map((token) => nameOf(token).toLowerCase()));
  return results.filter(({ name }) => names.has(name));
}

const notWhole = ({ name, source, result }: Outcome) =>
  `${name} holds only the first ${result.row_count} rows of more, so a join with it would leave some out: ${
    source === "integration" ? "fetch it again with all_rows, or narrow it" : "narrow it"
  } in SQL`;

/** A result as a table: its columns as they are called, a name that comes again with a number. */
function tableOf({ name, result }: Outcome): GivenTable {
  const taken = new Set<string>();
  const columns = result.columns.map((column, at) => {
    const base = column.name === "" ? `column_${at + 1}` : column.name;
    let called = base;
    for (let number = 2; taken.has(called.toLowerCase()); number++) called = `${base}_${number}`;
    taken.add(called.toLowerCase());
    return { name: called, type: column.type };
  });
  return { name, columns, rows: result.rows };
}

/** A column of masks can be shown, and used for nothing else: compared with a file's values it would find none. */
const marksOf = ({ name, columns, rows }: GivenTable): ColumnMark[] =>
  columns.flatMap((column, at) =>
    rows.some((row) => row[at] === MASK) ? [{ schema: null, table: name, column: column.name, mark: "masked" }] : [],
  );

/** What is known of it without a look at its values: they are in nobody's prompt but as the result that they are of. */
const describedTable = ({ name, columns, rows }: GivenTable): Table => ({
  schema: null,
  name,
  comment: null,
  row_count: rows.length,
  primary_key: [],
  columns: columns.map((column) =>
    bareColumn({ ...column, native_type: column.type.toUpperCase(), nullable: true, comment: null }),
  ),
  foreign_keys: [],
});
