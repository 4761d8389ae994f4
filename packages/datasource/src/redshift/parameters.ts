import { tokenize } from "../tokens/lexer.ts";
import type { Cell } from "../types.ts";

/** A statement as the Data API takes it: parameters have names, and values that are text. */
export interface NamedSql {
  sql: string;
  parameters: { name: string; value: string }[];
}

/**
 * A statement with `$1…` as one with named parameters. The interface knows neither a NULL nor an empty text as a value: these
 * stand as literals, of which nothing depends on what was given.
 */
export function namedParameters(sql: string, values: readonly Cell[]): NamedSql {
  if (values.length === 0) return { sql, parameters: [] };
  const prefix = freePrefix(sql);
  const used = new Map<number, string>();
  const pieces = tokenize(sql, "redshift").map(({ kind, text }) => {
    if (kind !== "parameter") return text;
    const place = Number(text.slice(1));
    const value = values[place - 1] ?? null;
    if (value === null) return "NULL";
    if (value === "") return "''";
    used.set(place, String(value));
    return `:${prefix}${place}`;
  });
  const parameters = [...used].map(([place, value]) => ({ name: `${prefix}${place}`, value }));
  return { sql: pieces.join(""), parameters };
}

/** What no word after a colon in the statement begins with, not even within a text. */
function freePrefix(sql: string): string {
  let prefix = "p";
  while (sql.toLowerCase().includes(`:${prefix}`)) prefix += "p";
  return prefix;
}
