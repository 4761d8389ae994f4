import { rejected } from "./failure.ts";
import { checkTokens } from "./guard-tokens.ts";
import { bindPlaceholders, parameterNames } from "./placeholders.ts";
import type { Dialect } from "./types.ts";

/** Longest statement, in characters; deeper nesting than it allows would exhaust the parser's stack. */
const MAX_SQL_LENGTH = 50_000;

/**
 * Checks that a text is exactly one SELECT (with WITH, set operations or VALUES) that only reads: allow-listed syntax
 * and functions, no system catalogs. `schemas`, where given, are the only ones it may name.
 * Throws `SQL_REJECTED` in plain words, or `SQL_FAILED` when the text is no SQL.
 */
export async function checkSelect(sql: string, dialect: Dialect, schemas?: readonly string[]): Promise<void> {
  if (sql.length > MAX_SQL_LENGTH) throw rejected(`A statement has at most ${MAX_SQL_LENGTH} characters.`);
  // Parsers written in C would read up to the NUL and see another statement than the server.
  if (sql.includes("\0") || !sql.isWellFormed()) throw rejected("The statement contains characters that are not text.");
  if (dialect !== "postgres") return checkTokens(sql, dialect);
  const { checkPostgres } = await import("./guard-postgres.ts");
  await checkPostgres(sql, schemas);
}

/**
 * Checks SQL that is to be saved: placeholders must stand for values, and the SQL with parameters in their place must
 * pass `checkSelect`.
 */
export async function checkSavedQuery(sql: string, dialect: Dialect): Promise<void> {
  const values = Object.fromEntries(parameterNames(sql, dialect).map((name) => [name, "1"]));
  await checkSelect(bindPlaceholders(sql, dialect, values).sql, dialect);
}
