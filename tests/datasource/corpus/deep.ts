/** Statements that get deeper or longer the larger `n` is, by what makes them so. Not all of them are SQL. */
export const DEEP: Record<string, (n: number) => string> = {
  parentheses: (n) => `SELECT ${"(".repeat(n)}1${")".repeat(n)}`,
  "a chain of NOT": (n) => `SELECT ${"NOT ".repeat(n)}true`,
  "a chain of minus": (n) => `SELECT ${"- ".repeat(n)}a FROM t`,
  "signs without spaces": (n) => `SELECT ${"+-".repeat(n)}1`,
  "a chain of another operator": (n) => `SELECT ${"@ ".repeat(n)}a`,
  casts: (n) => `SELECT 1${"::int".repeat(n)}`,
  sums: (n) => `SELECT 1${"+1".repeat(n)}`,
  concatenations: (n) => `SELECT 'a'${"||a".repeat(n)}`,
  "operators by their schema": (n) => `SELECT a${" OPERATOR(pg_catalog.+) a".repeat(n)}`,
  "set operations": (n) => `SELECT 1${" UNION SELECT 1".repeat(n)}`,
  "AND and OR": (n) => `SELECT a${" AND a OR a".repeat(n)}`,
  "CASE in THEN": (n) => `SELECT ${"CASE WHEN a THEN ".repeat(n)}1${" END".repeat(n)}`,
  "CASE in WHEN, behind AND": (n) => `SELECT ${"CASE WHEN a AND - - ".repeat(n)}1${" THEN 1 END".repeat(n)}`,
  "CASE in ELSE": (n) => `SELECT ${"CASE WHEN a THEN 1 ELSE ".repeat(n)}1${" END".repeat(n)}`,
  "BETWEEN behind its AND": (n) => `SELECT ${"1 BETWEEN 0 AND NOT ".repeat(n)}true`,
  "IS DISTINCT FROM NOT": (n) => `SELECT ${"a IS DISTINCT FROM NOT ".repeat(n)}true`,
  joins: (n) => `SELECT 1 FROM t${" JOIN t ON a".repeat(n)}`,
  "joins to the right": (n) => `SELECT 1 FROM t${" JOIN t".repeat(n)}${" ON a".repeat(n)}`,
  "cross joins": (n) => `SELECT 1 FROM t${" CROSS JOIN t".repeat(n)}`,
  subqueries: (n) => `${"SELECT (".repeat(n)}SELECT 1${")".repeat(n)}`,
  "subqueries in FROM": (n) => `${"SELECT * FROM (".repeat(n)}SELECT 1${") t".repeat(n)}`,
  "EXISTS in EXISTS": (n) => `${"SELECT EXISTS (".repeat(n)}SELECT 1${")".repeat(n)}`,
  "WITH in WITH": (n) => `${"WITH a AS (".repeat(n)}SELECT 1${") SELECT 1".repeat(n)}`,
  arrays: (n) => `SELECT ${"ARRAY[".repeat(n)}1${"]".repeat(n)}`,
  "brackets of arrays": (n) => `SELECT ARRAY${"[".repeat(n)}1${"]".repeat(n)}`,
  "subscripts in subscripts": (n) => `SELECT ${"a[".repeat(n)}1${"]".repeat(n)}`,
  calls: (n) => `SELECT ${"abs(".repeat(n)}1${")".repeat(n)}`,
  rows: (n) => `SELECT ${"ROW(".repeat(n)}1${")".repeat(n)}`,
  "JSON in JSON": (n) => `SELECT ${"JSON_ARRAY(".repeat(n)}1${")".repeat(n)}`,
  collations: (n) => `SELECT a${' COLLATE "C"'.repeat(n)}`,
  "time zones": (n) => `SELECT a${" AT TIME ZONE a".repeat(n)}`,
  "time zones of columns named as": (n) => `SELECT a.as${" AT TIME ZONE a.as".repeat(n)}`,
  "IS NULL of IS NULL": (n) => `SELECT a${" IS NULL".repeat(n)}`,
  "grouping sets": (n) => `SELECT 1 GROUP BY ${"ROLLUP((".repeat(n)}a${"))".repeat(n)}`,
  "sums of ordered sets": (n) => `SELECT 1${" + mode() WITHIN GROUP (ORDER BY 1)".repeat(n)}`,
  "sums within brackets": (n) => `SELECT ${"(".repeat(n)}1${" + 1 + 1)".repeat(n)}`,
  "sums behind a literal of several lines": (n) => `SELECT E'a'\n'b\\'', 1${" + 1".repeat(n)} --'`,
  "functions in functions": (n) =>
    `${"CREATE FUNCTION f() RETURNS int BEGIN ATOMIC ".repeat(n)}SELECT 1${"; END".repeat(n)}`,
  "comments in comments": (n) => `SELECT ${"/*".repeat(n)}1${"*/".repeat(n)} 1`,
};

/** Statements that are long without being deep. */
export const LONG: Record<string, (n: number) => string> = {
  comments: (n) => `SELECT ${"/**/".repeat(n)}1`,
  "comments to the end of a line": (n) => `SELECT ${"--\n".repeat(n)}1`,
  "a list of values": (n) => `SELECT a IN (1${",1".repeat(n)})`,
  subscripts: (n) => `SELECT a${"[1]".repeat(n)}`,
  "a name of many parts": (n) => `SELECT a${".a".repeat(n)}`,
  "a list of names behind a name": (n) => `SELECT a (${"b,".repeat(n)}b)`,
  "functions in FROM": (n) => `SELECT 1 FROM ${"unnest(a) a,".repeat(n)}a`,
  "names of WITH": (n) => `WITH ${"a (a) AS (SELECT 1),".repeat(n)} b AS (SELECT 1) SELECT 1`,
  "aliases and columns": (n) => `SELECT ${"t.a AS b,".repeat(n)}1 FROM t`,
  statements: (n) => `SELECT 1${";SELECT 1".repeat(n)}`,
  parameters: (n) => `SELECT ${"$1,".repeat(n)}1`,
  spaces: (n) => `SELECT _a${" ".repeat(n)}1`,
  digits: (n) => `SELECT ${"1".repeat(n)}a`,
  "opening braces": (n) => `SELECT ${"{".repeat(n)}`,
  "a literal of braces": (n) => `SELECT '${"{{ ".repeat(n)}'`,
  backslashes: (n) => `SELECT '${"\\".repeat(n)}'`,
  "literals of several lines": (n) => `SELECT E'a'${"\n'a'".repeat(n)}`,
  "a literal and comments": (n) => `SELECT E'a'${"-- --\n".repeat(n)}`,
  placeholders: (n) => `SELECT ${"{{a}},".repeat(n)}1`,
  "placeholders in literals": (n) => `SELECT ${"'{{a}}',".repeat(n)}1`,
  "placeholders in one literal": (n) => `SELECT '${"{{a}}".repeat(n)}'`,
  "placeholders with casts": (n) => `SELECT ${"{{a}}::int,".repeat(n)}1`,
};

/** The longest of a kind that has at most `length` characters. */
export function longest(kind: (n: number) => string, length: number): string {
  let n = 1;
  while (kind(n * 2).length <= length) n *= 2;
  for (let step = n / 2; step >= 1; step /= 2) if (kind(n + step).length <= length) n += step;
  return kind(n);
}
