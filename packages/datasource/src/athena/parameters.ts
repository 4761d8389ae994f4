import { tokenize } from "../tokens/lexer.ts";
import type { Cell } from "../types.ts";

/** A statement as Athena takes it: question marks, and a literal for each in their order. */
interface ParameterizedSql {
  sql: string;
  parameters: string[];
}

/** Longest parameter that the interface takes, in characters. */
const MAX_PARAMETER_LENGTH = 1_024;

/**
 * A statement with `$1…` as one with question marks. Athena's execution parameters are no bare values: each is a literal of its SQL,
 * whose type it has. One that the interface would not take for its length stands in the statement, as the same literal.
 */
export function executionParameters(sql: string, values: readonly Cell[]): ParameterizedSql {
  const parameters: string[] = [];
  if (values.length === 0) return { sql, parameters };
  const pieces = tokenize(sql, "athena").map(({ kind, text }) => {
    if (kind !== "parameter") return text;
    const literal = literalOf(values[Number(text.slice(1)) - 1] ?? null);
    if (literal.length > MAX_PARAMETER_LENGTH) return literal;
    parameters.push(literal);
    return "?";
  });
  return { sql: pieces.join(""), parameters };
}

/** A value as Athena's SQL writes it. In a text a quote is doubled, and nothing else has a meaning. */
function literalOf(value: Cell): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return `'${value.replaceAll("'", "''")}'`;
}
