import type { Definition } from "@parley/contract/definition";
import { tokenize } from "@parley/datasource/tokens/lexer";
import type { Dialect } from "@parley/datasource/types";

/** What a definition says, without who made it and when. */
export type Meaning = Pick<
  Definition,
  | "kind"
  | "name"
  | "description"
  | "synonyms"
  | "table"
  | "column"
  | "sql"
  | "meaning"
  | "columns"
  | "references_table"
  | "references_columns"
>;

/** A statement that a definition is tried with. */
export interface Probe {
  sql: string;
  /** How many rows it has to find, where that matters. */
  rows?: number;
  /** What is wrong where it finds another number of rows. */
  otherwise?: string;
}

/** A name as SQL of the dialect has it: always quoted, so that none is a keyword. */
export const quoted = (dialect: Dialect, name: string): string =>
  dialect === "mysql" ? `\`${name.replaceAll("`", "``")}\`` : `"${name.replaceAll('"', '""')}"`;

/** A table, with its schema before a point where one is named. */
export const quotedTable = (dialect: Dialect, table: string): string =>
  table
    .split(".")
    .map((part) => quoted(dialect, part))
    .join(".");

/** A table's own name, without its schema: what its columns are qualified by. */
export const ownName = (table: string): string => table.split(".").at(-1) ?? table;

/** Qualified, for SQLite takes a quoted name that it does not know for a text. */
const columnOf = (dialect: Dialect, table: string, column: string): string =>
  `${quoted(dialect, ownName(table))}.${quoted(dialect, column)}`;

/** Words that begin another part of a statement: an expression has none of them outside of brackets. */
const clauses = new Set(
  "from where group having order limit offset union intersect except window into fetch for as select with".split(" "),
);

/**
 * Why a text is not an expression by itself: null where it is one as far as its words tell. The database has the last word.
 * Throws `DatasourceError` for a text whose literals do not end.
 */
export function notAnExpression(sql: string, dialect: Dialect): string | null {
  let depth = 0;
  for (const { kind, text } of tokenize(sql, dialect)) {
    if (kind === "comment") return "An expression has no comments.";
    if (kind === "placeholder" || kind === "parameter") return "An expression has no placeholders.";
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    if (depth < 0) return "A bracket is closed that was not opened.";
    if (depth > 0) continue;
    if (text === ";") return "An expression has no semicolon.";
    if (text === ",") return "It is several expressions: define each by itself.";
    if (kind === "word" && clauses.has(text.toLowerCase()))
      return `It is more than an expression: it has ${text.toUpperCase()}.`;
  }
  return depth > 0 ? "A bracket is opened that is not closed." : null;
}

/** Never true in any dialect, and no constant that the planner would skip checking for. */
const NOTHING = "1 = 0";

const aggregates = "A metric aggregates the rows of its table into one value, as SUM(total) or COUNT(*) do.";
const ofEachRow = "A dimension has a value for each row: it does not aggregate.";

function probesOfExpression({ kind, table, sql }: Meaning, dialect: Dialect): Probe[] {
  if (table === null || sql === null) return [];
  const select = `SELECT (${sql}) AS defined FROM ${quotedTable(dialect, table)}`;
  // Of no rows an aggregate is one row, and anything else none.
  return kind === "metric"
    ? [{ sql: `${select} WHERE ${NOTHING}`, rows: 1, otherwise: aggregates }, { sql: select }]
    : [{ sql: `${select} WHERE ${NOTHING}`, rows: 0, otherwise: ofEachRow }, { sql: select }];
}

function probeOfJoin(join: Meaning, dialect: Dialect): Probe[] {
  const { table, columns, references_table, references_columns } = join;
  if (table === null || columns === null || references_table === null || references_columns === null) return [];
  const [own, other] = ["parley_own", "parley_other"];
  const on = columns
    .map(
      (column, at) => `${columnOf(dialect, own, column)} = ${columnOf(dialect, other, references_columns[at] ?? "")}`,
    )
    .join(" AND ");
  return [
    {
      sql: `SELECT 1 AS defined FROM ${quotedTable(dialect, table)} AS ${own} JOIN ${quotedTable(dialect, references_table)} AS ${other} ON ${on} WHERE ${NOTHING}`,
    },
  ];
}

/** The statements that show that a definition means something in its database; none for a synonym. */
export function probesOf(defined: Meaning, dialect: Dialect): Probe[] {
  const { kind, table, column } = defined;
  switch (kind) {
    case "metric":
    case "dimension":
      return probesOfExpression(defined, dialect);
    case "join":
      return probeOfJoin(defined, dialect);
    case "description": {
      if (table === null) return [];
      const what = column === null ? "1" : columnOf(dialect, table, column);
      return [{ sql: `SELECT ${what} AS defined FROM ${quotedTable(dialect, table)} WHERE ${NOTHING}` }];
    }
    case "synonym":
      return [];
  }
}
