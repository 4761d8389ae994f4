import type { Question } from "@parley/core/answer/answer";
import type { QueryResult } from "@parley/datasource/types";
import { rowsText } from "./row-counts.ts";
import { figureText } from "./units.ts";

/** One sentence about the result of a saved query (D28): the value if there is only one, the number of rows otherwise. */
export function savedQuerySentence(
  query: { title: string; parameters: readonly string[]; values?: Record<string, string> } | Question["saved_query"],
  result: QueryResult,
): string {
  const given = query?.values ?? {};
  const values = (query?.parameters ?? []).flatMap((name) =>
    Object.hasOwn(given, name) ? [`${name} = ${given[name]}`] : [],
  );
  const named = `“${query?.title ?? "Saved query"}”${values.length > 0 ? ` (${values.join(", ")})` : ""}`;
  const [row] = result.rows;
  if (!row) return `${named} found no rows.`;
  if (result.row_count === 1 && row.length === 1)
    return `${named}: ${figureText(row[0] ?? null, result.columns[0]?.name ?? "") || "no value"}.`;
  const count = rowsText(result.row_count);
  return result.truncated
    ? `${named} found more than ${count}; the table holds the first ${result.row_count.toLocaleString("en-US")}.`
    : `${named} found ${count}.`;
}
