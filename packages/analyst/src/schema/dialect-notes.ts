import type { Dialect } from "@parley/datasource/types";

/** What a statement in a dialect goes wrong by most. */
const NOTES: Record<Dialect, string> = {
  postgres:
    "PostgreSQL: names are quoted as shown; integer / integer is whole, so cast with ::numeric; date_trunc('month', d), interval '1 month'; text compares case-sensitively, ILIKE does not.",
  mysql:
    "MySQL: names are quoted with ` as shown; DATE_FORMAT(d, '%Y-%m'), INTERVAL 1 MONTH; || is OR, so use CONCAT; text usually compares in any case; there is no FULL JOIN.",
  sqlite:
    "SQLite: dates are text, so strftime('%Y-%m', d), date(d, '-1 month'); integer / integer is whole, so multiply by 1.0; text compares case-sensitively, LIKE does not.",
};

/** Returns one line about the dialect's SQL. */
export const dialectNote = (dialect: Dialect): string => NOTES[dialect];
