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
  sqlite:
    "SQLite: dates are text, so strftime('%Y-%m', d), date(d, '-1 month'); integer / integer is whole, so multiply by 1.0; text compares case-sensitively, LIKE does not.",
};

/** Returns one line about the dialect's SQL. */
export const dialectNote = (dialect: Dialect): string => NOTES[dialect];
