import { databasesOf } from "../athena/databases.ts";
import type { Admission } from "../driver.ts";
import { rejected } from "../failure.ts";
import { checkTokens } from "./check-tokens.ts";
import { tokenize, type Token } from "../tokens/lexer.ts";
import type { ColumnMark } from "../marks/marks.ts";
import { commentNestingOf, nestingOf } from "./nesting.ts";
import { bindPlaceholders, parameterNames } from "../placeholders/placeholders.ts";
import { type DatasourceConfig, DatasourceError, type Dialect } from "../types.ts";

/** Most comments of a statement: PostgreSQL's lexer reads them all again at each. */
const MAX_SQL_COMMENTS = 500;

/** Deepest nesting of a statement (see `nesting.ts`): parsers in this process and in databases fail at about a thousand. */
const MAX_SQL_NESTING = 250;
const MAX_COMMENT_NESTING = 8;

/** What a statement may name, beyond what no statement may. */
export interface Realm {
  /** PostgreSQL, Redshift: the only schemas; Athena: the only databases of the catalog. */
  schemas?: readonly string[] | undefined;
  /** MySQL: the only database. */
  database?: string | undefined;
}

/** What statements for a database may name. */
export function realmOf(config: DatasourceConfig): Realm {
  if (config.engine === "athena") return { schemas: databasesOf(config) };
  return {
    schemas: "schemas" in config ? config.schemas : undefined,
    database: config.engine === "mysql" ? config.database : undefined,
  };
}

/**
 * Checks that a text is exactly one SELECT (with WITH, set operations or VALUES) that only reads: allow-listed syntax
 * and functions, no system catalogs. Returns what only the database's own catalog can decide before it runs, if anything.
 * Throws `SQL_REJECTED` in plain words, or `SQL_FAILED` when the text is not SQL.
 */
export async function checkSelect(sql: string, dialect: Dialect, realm: Realm = {}): Promise<Admission | undefined> {
  // Parsers written in C would read up to the NUL and see a different statement than the server does.
  if (sql.includes("\0") || !sql.isWellFormed()) throw rejected("The statement contains characters that are not text.");
  const tokens = tokenize(sql, dialect);
  checkSize(tokens);
  if (dialect === "duckdb") {
    const { checkDuckdb } = await import("./check-duckdb.ts");
    await checkDuckdb(sql);
    return undefined;
  }
  if (dialect === "redshift") {
    const { checkRedshift } = await import("./check-redshift.ts");
    await checkRedshift(sql, tokens, realm.schemas);
    return undefined;
  }
  if (dialect === "athena") {
    const { checkAthena } = await import("./check-athena.ts");
    await checkAthena(sql, tokens, realm.schemas);
    return undefined;
  }
  if (dialect !== "postgres") {
    checkTokens(tokens, dialect, realm.database);
    return undefined;
  }
  const { checkPostgres } = await import("./check-postgres.ts");
  const { admissionOf } = await import("./admission.ts");
  const { select, heaviest } = await checkPostgres(sql, realm.schemas);
  return admissionOf(select, heaviest);
}

/** Refuses what would keep a parser busy or exhaust its stack, here and in the database, before any parser sees it. */
function checkSize(tokens: readonly Token[]): void {
  const comments = tokens.filter(({ kind }) => kind === "comment").length;
  if (comments > MAX_SQL_COMMENTS || commentNestingOf(tokens) > MAX_COMMENT_NESTING) {
    throw rejected("The statement has too many comments.");
  }
  if (nestingOf(tokens) > MAX_SQL_NESTING) throw rejected("The statement is nested too deeply.");
}

/**
 * Checks SQL that is to be saved: placeholders must stand for values, and the SQL with parameters in their place must
 * pass `checkSelect` and touch nothing that `marks` close, as far as it can be told without the database. The place of a
 * refusal is one of `sql`.
 */
export async function checkSavedQuery(
  sql: string,
  dialect: Dialect,
  realm?: Realm,
  marks: readonly ColumnMark[] = [],
): Promise<void> {
  const values = Object.fromEntries(parameterNames(sql, dialect).map((name) => [name, "1"]));
  const bound = bindPlaceholders(sql, dialect, values);
  try {
    await checkSelect(bound.sql, dialect, realm);
    if (marks.length > 0) {
      const { checkSavedSql } = await import("../marks/check-saved-sql.ts");
      await checkSavedSql(bound.sql, { dialect, marks, database: realm?.database });
    }
  } catch (error) {
    // The place is one of the statement with parameters: what was written differs.
    if (error instanceof DatasourceError && error.at !== undefined) error.at = bound.writtenAt(error.at);
    throw error;
  }
}
