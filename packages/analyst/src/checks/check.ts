import type { AnswerPeriod } from "@parley/contract/message";
import { DatasourceError, type Dialect, type QueryResult, type Schema } from "@parley/datasource/types";
import { strangeLiterals } from "./literals.ts";
import { multipliedSums } from "./multiplied-sums.ts";
import { openPeriod } from "./open-period.ts";
import { periodOf } from "./period.ts";
import { type SelectScope, selectScopes } from "./select-scopes.ts";

/** Something about a result that its reader should know. */
export type Finding =
  | { code: "unknown_value"; column: string; value: string; nearest: string | null }
  | { code: "no_rows" }
  | { code: "no_value" }
  | { code: "multiplied_sum"; column: string; table: string; by: string }
  | { code: "open_period"; period: string }
  | { code: "truncated_total"; rows: number }
  | { code: "placeholder"; text: string }
  | { code: "other_reading"; interpretation: string; value: string };

/** What was found out about a result. */
export interface ResultCheck {
  findings: readonly Finding[];
  period: AnswerPeriod | null;
}

interface Checked {
  sql: string;
  dialect: Dialect;
  result: QueryResult;
}

/** Findings of one kind that are told. */
const MOST_ALIKE = 3;

/** Looks at a statement and its result; `schema` is null where it is not known. `today`: an ISO date. */
export function checkResult({ sql, dialect, result }: Checked, schema: Schema | null, today: string): ResultCheck {
  const scopes = scopesIn(sql, dialect);
  const open = openPeriod(result, today);
  const findings: Finding[] = [
    ...(schema ? strangeLiterals(scopes, schema).slice(0, MOST_ALIKE) : []).map(
      (each) => ({ code: "unknown_value", ...each }) as const,
    ),
    ...emptiness(result),
    ...(schema ? multipliedSums(scopes, schema).slice(0, MOST_ALIKE) : []).map(
      (each) => ({ code: "multiplied_sum", ...each }) as const,
    ),
    ...(open === null ? [] : [{ code: "open_period" as const, period: open }]),
    ...placeholdersIn(sql),
  ];
  return { findings, period: periodOf(scopes) };
}

/** Its SELECTs; none of a statement that these rules cannot read, of which its database thought otherwise. */
function scopesIn(sql: string, dialect: Dialect): SelectScope[] {
  try {
    return selectScopes(sql, dialect);
  } catch (error) {
    if (error instanceof DatasourceError) return [];
    throw error;
  }
}

function emptiness({ rows, columns }: QueryResult): Finding[] {
  if (rows.length === 0) return [{ code: "no_rows" }];
  const isNull = rows.length === 1 && columns.length > 0 && rows[0]?.every((cell) => cell === null);
  return isNull ? [{ code: "no_value" }] : [];
}

const PLACEHOLDER_IN_TEXT =
  /\{\{\s*[A-Za-z_]\w*\s*\}\}|\$\{[A-Za-z_]\w*\}|\[(?:insert|value|number|amount|x{2,}|wert|zahl)\b[^\]\n]{0,40}\]|<(?:value|number|amount|wert|zahl)>/gi;

/** Placeholders that were left in SQL or in a text. */
export const placeholdersIn = (text: string): Finding[] =>
  [...new Set(text.match(PLACEHOLDER_IN_TEXT) ?? [])]
    .slice(0, MOST_ALIKE)
    .map((found) => ({ code: "placeholder", text: found }));

const TOTALS =
  /(?<!\p{L})(?:total|in all|altogether|overall|sum of|average|on average|mean|insgesamt|gesamt\p{L}*|summe|durchschnitt\p{L}*|im schnitt|alle zusammen)(?!\p{L})/iu;

/** What a text makes of results of which it saw the first rows only. */
export const totalsOf = (text: string, results: readonly QueryResult[]): Finding[] => {
  const cut = TOTALS.test(text) ? results.find(({ truncated }) => truncated) : undefined;
  return cut ? [{ code: "truncated_total", rows: cut.row_count }] : [];
};
