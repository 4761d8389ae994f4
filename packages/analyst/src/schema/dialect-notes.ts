import type { Dialect } from "@parley/datasource/types";

/** What a statement in a dialect goes wrong by most. */
const NOTES: Record<Dialect, string> = {
  postgres:
    "PostgreSQL: names are quoted as shown; integer / integer is whole, so cast with ::numeric; date_trunc('month', d), interval '1 month'; text compares case-sensitively, ILIKE does not.",
  mysql:
    "MySQL: names are quoted with ` as shown; DATE_FORMAT(d, '%Y-%m'), INTERVAL 1 MONTH; || is OR, so use CONCAT; text usually compares in any case; there is no FULL JOIN.",
  duckdb:
    "DuckDB: names are quoted as shown; / divides with decimals, // whole; date_trunc('month', d), strftime(d, '%Y-%m'), interval '1 month'; text compares case-sensitively, ILIKE does not; no file and no other database can be read.",
  redshift:
    "Amazon Redshift: names are quoted as shown; integer / integer is whole and AVG of integers is, too, so cast with ::float; date_trunc('month', d), dateadd(month, 1, d), datediff(day, a, b); LISTAGG, not string_agg; text compares case-sensitively, ILIKE does not; no QUALIFY, TOP, PIVOT or generate_series, and no backslash in a text.",
  athena:
    "Amazon Athena (Trino): names are quoted as shown; a date or timestamp is never compared with a text, so DATE '2024-01-31', TIMESTAMP '2024-01-31 00:00:00', CAST(x AS date); date_trunc('month', d), date_add('month', 1, d), date_diff('day', a, b), date_format(d, '%Y-%m'); integer / integer is whole and decimals keep their scale, so CAST(x AS double); TRY(CAST(x AS double)), CAST instead of ::; approx_percentile(x, 0.5) for a median; OFFSET before LIMIT; CROSS JOIN UNNEST(list) AS t (item); text compares case-sensitively, no ILIKE; a condition on a partition's column saves most of the reading.",
  sqlite:
    "SQLite: dates are text, so strftime('%Y-%m', d), date(d, '-1 month'); integer / integer is whole, so multiply by 1.0; text compares case-sensitively, LIKE does not.",
};

/** Returns one line about the dialect's SQL. */
export const dialectNote = (dialect: Dialect): string => NOTES[dialect];
