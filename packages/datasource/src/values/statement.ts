import type { Cell, Dialect, ValuePlace, ValueRequest } from "../types.ts";

/** Longest value found, and longest phrase asked: longer ones are prose. */
export const MAX_VALUE_LENGTH = 80;
/** Values found in one column. */
const VALUES_OF_A_COLUMN = 20;
/** Rows of one column, and of all of a statement's columns, in which parts of values are looked for. */
const ROWS_OF_A_COLUMN = 60_000;
const ROWS_OF_ALL = 150_000;
/** Rows of all columns in which whole values are looked for beyond that: comparing costs a tenth of what searching does. */
const ROWS_COMPARED = 1_000_000;

/** How a dialect says what the statement needs. */
interface Words {
  quote: (name: string) => string;
  /** A column as text, cut beyond the longest value. */
  text: (column: string) => string;
  /** Above 0 where `part` occurs in `text`. */
  within: (text: string, part: string) => string;
  joined: (...parts: string[]) => string;
  /** The n-th parameter as text, n from 1; where parameters have no number they come in this order. */
  parameter: (n: number) => string;
}

const doubled = (mark: string) => (name: string) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
const CUT = MAX_VALUE_LENGTH + 1;

const WORDS: Record<Dialect, Words> = {
  postgres: {
    quote: doubled('"'),
    text: (column) => `left(${column}::text, ${CUT})`,
    within: (text, part) => `strpos(${text}, ${part})`,
    joined: (...parts) => parts.join(" || "),
    parameter: (n) => `$${n}::text`,
  },
  mysql: {
    quote: doubled("`"),
    text: (column) => `LEFT(CAST(${column} AS CHAR), ${CUT})`,
    within: (text, part) => `INSTR(${text}, ${part})`,
    joined: (...parts) => `CONCAT(${parts.join(", ")})`,
    parameter: () => "?",
  },
  duckdb: {
    quote: doubled('"'),
    text: (column) => `left(CAST(${column} AS VARCHAR), ${CUT})`,
    within: (text, part) => `strpos(${text}, ${part})`,
    joined: (...parts) => parts.join(" || "),
    parameter: (n) => `$${n}::VARCHAR`,
  },
  redshift: {
    quote: doubled('"'),
    text: (column) => `LEFT(CAST(${column} AS varchar), ${CUT})`,
    within: (text, part) => `STRPOS(${text}, ${part})`,
    joined: (...parts) => parts.join(" || "),
    parameter: (n) => `CAST($${n} AS varchar)`,
  },
  athena: {
    quote: doubled('"'),
    text: (column) => `SUBSTR(CAST(${column} AS varchar), 1, ${CUT})`,
    within: (text, part) => `STRPOS(${text}, ${part})`,
    joined: (...parts) => parts.join(" || "),
    parameter: (n) => `CAST($${n} AS varchar)`,
  },
  sqlite: {
    quote: doubled('"'),
    text: (column) => `substr(CAST(${column} AS TEXT), 1, ${CUT})`,
    within: (text, part) => `instr(${text}, ${part})`,
    joined: (...parts) => parts.join(" || "),
    parameter: () => "?",
  },
};

/** What stands between the words of a value. */
const BETWEEN_WORDS = ["-", "(", ")", ",", ".", "/", "_", ":"];

/** A text with single spaces where words end, in SQL and here: both must make the same of a phrase. */
const spacedSql = (text: string): string =>
  BETWEEN_WORDS.reduce((inner, mark) => `replace(${inner}, '${mark}', ' ')`, text);
const spaced = (text: string): string => BETWEEN_WORDS.reduce((inner, mark) => inner.replaceAll(mark, " "), text);

/** How a phrase may be spelled where a value is stored: as written, as a name, as a code. */
function spellings(phrase: string): string[] {
  const lower = phrase.toLowerCase();
  const name = lower.replace(/(?<![\p{L}\p{N}'])\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([phrase, lower, name, phrase.toUpperCase()])];
}

/**
 * In SQLite, and in PostgreSQL with the locale C, lower() knows ASCII alone: "Élodie" stays as it is. So a phrase with
 * other letters is looked for in each spelling it may have, with only its ASCII letters in lower case.
 */
const sought = (phrase: string): string[] =>
  /\P{ASCII}/u.test(phrase)
    ? [...new Set(spellings(phrase).map((each) => each.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())))]
    : [phrase.toLowerCase()];

/** A native type that is compared with a text without a cast, so that an index on the column is used. */
const isPlainText = ({ native_type }: ValuePlace) => /char|text|clob|string/i.test(native_type);

export interface Statement {
  sql: string;
  parameters: Cell[];
}

/**
 * The statement that looks for phrases in columns: one row for each value, `place` (of the request's), `value`. Phrases
 * are bound, and compared by position rather than by pattern, so that no character in them has a meaning. In each
 * column the values come first in which most of the phrases occur as whole words, the shorter ones before.
 */
export function valuesStatement(dialect: Dialect, { phrases, places }: ValueRequest): Statement {
  const parameters: Cell[] = [];
  const words = WORDS[dialect];
  const bound = (value: string) => words.parameter(parameters.push(value));
  const asked = phrases
    .flatMap(sought)
    .map((phrase) => `SELECT ${bound(phrase)} AS phrase, ${bound(` ${spaced(phrase)} `)} AS spoken`);
  const compared = [...new Set(phrases.flatMap(spellings))];
  const rows = Math.min(ROWS_OF_A_COLUMN, Math.floor(ROWS_OF_ALL / places.length));

  let left = ROWS_COMPARED;
  const large = new Set<ValuePlace>();
  for (const place of places) {
    if (place.row_count <= rows || place.row_count > left || !isPlainText(place)) continue;
    left -= place.row_count;
    large.add(place);
  }

  const parts = places.map((place, at) => {
    // SQLite reads a quoted name that stands alone as a text where there is no such column.
    const column = `t.${words.quote(place.column)}`;
    const name = words.quote(place.table);
    const relation = place.schema === null ? name : `${words.quote(place.schema)}.${name}`;
    const select = `SELECT ${words.text(column)} AS value FROM ${relation} t`;
    const sources = [`SELECT value FROM (${select} WHERE ${column} IS NOT NULL LIMIT ${rows}) r${at}`];
    if (large.has(place)) {
      const equal = `${select} WHERE ${column} IN (${compared.map(bound).join(", ")}) LIMIT ${VALUES_OF_A_COLUMN}`;
      sources.push(`SELECT value FROM (${equal}) e${at}`);
    }
    return (
      `SELECT * FROM (SELECT ${at} AS place, s.value, COUNT(DISTINCT asked.phrase) AS matches ` +
      `FROM (SELECT value, lower(value) AS small FROM (${sources.join(" UNION ALL ")}) u${at} LIMIT ${2 * rows}) s ` +
      // SQLite takes the tables of a CROSS JOIN in this order: the values are read once, and not once for each phrase.
      `CROSS JOIN asked WHERE ${isSpoken(words)} ` +
      `AND length(s.value) <= ${MAX_VALUE_LENGTH} GROUP BY s.value ` +
      `ORDER BY matches DESC, length(s.value), s.value LIMIT ${VALUES_OF_A_COLUMN}) v${at}`
    );
  });
  return { sql: `WITH asked AS (${asked.join(" UNION ALL ")}) ${parts.join(" UNION ALL ")}`, parameters };
}

/** The phrase occurs in the value, and there as whole words; the second is only asked where the first is true. */
function isSpoken({ within, joined }: Words): string {
  const words = joined("' '", spacedSql("s.small"), "' '");
  return `CASE WHEN ${within("s.small", "asked.phrase")} > 0 THEN ${within(words, "asked.spoken")} ELSE 0 END > 0`;
}
