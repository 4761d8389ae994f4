import { type ColumnMark, isClosed } from "@parley/datasource/marks/marks";
import { nameOf, tokenize } from "@parley/datasource/tokens/lexer";
import { DatasourceError, type Dialect } from "@parley/datasource/types";
import type { GivenDefinition } from "./given.ts";

const lower = (text: string | null): string => text?.toLowerCase() ?? "";
/** Words as questions have them: `unit_price` is "unit price". */
const spoken = (text: string | null): string =>
  lower(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** True where a definition's table is the mark's: by its own name, or with its schema before a point. */
function isTable(said: string | null, { schema, table }: ColumnMark): boolean {
  const name = lower(said);
  if (schema !== null && name.includes(".")) return name === `${schema}.${table}`.toLowerCase();
  return name === lower(table) || name.endsWith(`.${lower(table)}`);
}

/** The names in an expression, in lower case. One whose literals do not end has every name. */
function namesIn(sql: string, dialect: Dialect): { has(name: string): boolean } {
  try {
    const named = tokenize(sql, dialect).filter(({ kind }) => kind === "word" || kind === "quoted");
    return new Set(named.map((token) => nameOf(token).toLowerCase()));
  } catch (error) {
    if (error instanceof DatasourceError) return { has: () => true };
    throw error;
  }
}

/** True where what is defined says something of the marked column, which is closed. */
function touches(one: GivenDefinition, mark: ColumnMark, dialect: Dialect): boolean {
  const isColumn = (name: string | null) => lower(name) === lower(mark.column);
  switch (one.kind) {
    case "metric":
    case "dimension": {
      const names = namesIn(one.sql ?? "", dialect);
      return names.has(lower(mark.column)) && (isTable(one.table, mark) || names.has(lower(mark.table)));
    }
    case "join":
      return (
        (isTable(one.table, mark) && (one.columns ?? []).some(isColumn)) ||
        (isTable(one.references_table, mark) && (one.references_columns ?? []).some(isColumn))
      );
    case "description":
      return mark.mark === "hidden" && isTable(one.table, mark) && isColumn(one.column);
    case "synonym": {
      const column = spoken(mark.column);
      return mark.mark === "hidden" && [column, `${spoken(mark.table)} ${column}`].includes(spoken(one.meaning));
    }
  }
}

/**
 * Returns the definitions that marks leave: none whose expression, join or description is of a closed column, and no other word
 * for one of these. A masked column keeps its description, for it is shown.
 */
export function openDefinitions(
  definitions: readonly GivenDefinition[],
  { marks, dialect }: { marks: readonly ColumnMark[]; dialect: Dialect },
): readonly GivenDefinition[] {
  const closed = marks.filter(isClosed);
  const left = definitions.filter((one) => !closed.some((mark) => touches(one, mark, dialect)));
  if (left.length === definitions.length) return definitions;
  const names = (all: readonly GivenDefinition[]) =>
    new Set(all.flatMap(({ name, synonyms }) => [name, ...synonyms].map(spoken)));
  const kept = names(left);
  const gone = names(definitions.filter((one) => !left.includes(one)));
  return left.filter(({ kind, meaning }) => {
    const meant = spoken(meaning);
    return kind !== "synonym" || !gone.has(meant) || kept.has(meant);
  });
}
