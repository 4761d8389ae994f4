import type { AskerLanguage } from "@parley/core/answer/asker-language";
import type { QueryResult } from "@parley/datasource/types";

/** A number of rows as a sentence says it: "1,000 rows". */
export const rowsText = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;

/** Says that a result was cut. */
export const truncatedText = ({ row_count }: Pick<QueryResult, "row_count">, language: AskerLanguage = "en"): string =>
  language === "de"
    ? `Die Tabelle enthält die ersten ${row_count.toLocaleString("de-DE")} Zeilen; in der Datenbank sind mehr.`
    : `The table holds the first ${rowsText(row_count)}; the database has more.`;
