import { placed, rejected } from "../failure.ts";
import { FUNCTIONS } from "./functions.ts";
import { nameOf, type Token } from "../tokens/lexer.ts";
import { checkTablePlaces } from "./table-places.ts";
import { checkLength } from "./token-sizes.ts";
import { isSignificant, isSymbol, isWord, wordOf, words } from "../tokens/tokens.ts";

/**
 * The guard for dialects without a parser of their own here. It reads tokens, not grammar, and is stricter for
 * that: a statement that begins as a query, no word that changes or locks, only known functions, no variables, no
 * system schemas; in MySQL no database but `database`, where it is known. Below it are a read-only transaction (MySQL) and
 * the authorizer of a read-only file (SQLite).
 */
export function checkTokens(all: readonly Token[], dialect: "mysql" | "sqlite", database?: string): void {
  for (const token of all) placed(token.start, () => checkComment(token, dialect));
  const tokens = all.filter(isSignificant);
  while (isSymbol(tokens.at(-1), ";")) tokens.pop();
  checkStart(tokens, dialect);
  tokens.forEach((token, index) => placed(token.start, () => checkToken(tokens, index, dialect)));
  if (dialect === "mysql" && database !== undefined) checkTablePlaces(tokens, database);
}

function checkToken(tokens: Token[], index: number, dialect: "mysql" | "sqlite"): void {
  const token = tokens[index];
  if (!token) return;
  const around: Around = { token, before: tokens[index - 1], after: tokens[index + 1] };
  if (token.kind === "symbol") checkSymbol(token, dialect);
  if (token.kind === "word") checkWord(around, dialect);
  if (token.kind === "word" || token.kind === "quoted") {
    checkName(around, dialect);
    if (isSymbol(around.after, "(")) checkCall(tokens, index, dialect);
  }
}

interface Around {
  token: Token;
  before: Token | undefined;
  after: Token | undefined;
}

function checkComment({ kind, text }: Token, dialect: "mysql" | "sqlite"): void {
  if (kind !== "comment" || dialect !== "mysql") return;
  // `/*! … */` is executed, `/*+ … */` can set variables.
  if (/^\/\*(!|M!|\+)/i.test(text)) throw rejected("Executable comments and hints are not allowed.");
}

const STARTS = { mysql: ["SELECT", "WITH", "VALUES", "TABLE"], sqlite: ["SELECT", "WITH", "VALUES"] };

function checkStart(tokens: Token[], dialect: "mysql" | "sqlite"): void {
  const first = tokens.find((token) => !isSymbol(token, "("));
  if (!first) throw rejected("The statement is empty.");
  const word = first.kind === "word" ? first.text.toUpperCase() : first.text;
  placed(first.start, () => {
    if (first.kind !== "word" || !STARTS[dialect].includes(word))
      throw rejected(`Only SELECT is allowed, not ${word}.`);
  });
  const semicolon = tokens.find((token) => isSymbol(token, ";"));
  placed(semicolon?.start, () => {
    if (semicolon) throw rejected("Exactly one statement is allowed.");
  });
}

const REFUSED_SYMBOLS = { mysql: "@\\{}:", sqlite: "@:#\\{}$" };

function checkSymbol({ text }: Token, dialect: "mysql" | "sqlite"): void {
  if (!REFUSED_SYMBOLS[dialect].includes(text) && text >= " ") return;
  if (text === "@") throw rejected("Variables are not allowed.");
  throw rejected(`The character ${JSON.stringify(text)} is not allowed outside of literals.`);
}

/** Words that never occur in a query that only reads, unless they name a function (`REPLACE(…)`, `INSERT(…)`). */
const REFUSED_WORDS = words(
  "ALTER ANALYSE ATTACH CALL CREATE CURRENT_ROLE CURRENT_USER DELETE DETACH DROP DUMPFILE GRANT INSERT INTO LOAD LOCK MERGE OUTFILE PRAGMA " +
    "PROCEDURE RENAME REPLACE RETURNING REVOKE TRUNCATE UNLOCK UPDATE VACUUM",
);

function checkWord({ token, before, after }: Around, dialect: "mysql" | "sqlite"): void {
  const word = token.text.toUpperCase();
  // After a dot comes a column's name, whatever it is.
  if (isSymbol(before, ".")) return;
  const asFunction = isSymbol(after, "(") && FUNCTIONS[dialect].has(word.toLowerCase());
  const inJson = word === "RETURNING" && dialect === "mysql";
  if (REFUSED_WORDS.has(word) && !asFunction && !inJson) throw rejected(`${word} is not allowed in a query.`);
  const next = wordOf(after);
  if (word === "FOR" && (next === "UPDATE" || next === "SHARE"))
    throw rejected("FOR UPDATE or FOR SHARE is not allowed in a query.");
  if (word === "VALUE" && next === "FOR") throw rejected("Sequences are not allowed.");
}

const SYSTEM_SCHEMAS = new Set(["information_schema", "mysql", "performance_schema", "sys", "ndbinfo"]);
const SYSTEM_TABLE = /^(sqlite_|pragma_|dbstat$|bytecode$|tables_used$|fts\d?tokenize$)/;

function checkName({ token, before, after }: Around, dialect: "mysql" | "sqlite"): void {
  const name = nameOf(token).toLowerCase();
  if (dialect === "mysql" && SYSTEM_SCHEMAS.has(name) && isSymbol(after, ".") && !isSymbol(before, ".")) {
    throw rejected(`The schema "${name}" cannot be read.`);
  }
  if (dialect === "sqlite" && SYSTEM_TABLE.test(name)) throw rejected(`The relation "${name}" cannot be read.`);
}

/** Words an opening parenthesis may follow without being a call. */
const BEFORE_PARENTHESIS = words(
  "ALL AND ANY AS BETWEEN BY CASE COLUMNS DISTINCT DIV ELSE ESCAPE EXCEPT EXISTS FILTER FROM GLOB GROUP GROUPS HAVING IN INDEX " +
    "INTERSECT INTERVAL IS JOIN KEY LATERAL LIKE LIMIT MATCH MATERIALIZED MINUS MOD NOT OFFSET ON OR OVER PARTITION PATH RANGE " +
    "REGEXP RLIKE ROW ROWS SELECT SEPARATOR SOME SOUNDS STRAIGHT_JOIN THEN UNION USING VALUES WHEN WHERE WINDOW XOR AGAINST ASC DESC " +
    // types in CAST
    "BINARY CHAR CHARACTER DATETIME DECIMAL DOUBLE FLOAT INT INTEGER NCHAR NUMERIC TEXT TIME VARBINARY VARCHAR",
);

function checkCall(tokens: Token[], index: number, dialect: "mysql" | "sqlite"): void {
  const token = tokens[index];
  const before = tokens[index - 1];
  if (!token) return;
  if (BEFORE_PARENTHESIS.has(wordOf(token))) return;
  if (isColumnList(tokens, index)) return;
  const name = nameOf(token).toLowerCase();
  // `schema.name(…)` is somebody's stored function.
  if (isSymbol(before, ".") || !FUNCTIONS[dialect].has(name)) throw rejected(`The function "${name}" is not allowed.`);
  if (dialect === "mysql") checkLength(tokens, index, name);
}

/**
 * `name (a, b)` where no call can be: a type or alias after AS, an alias after a subquery, or in WITH, before
 * `AS (` and `AS MATERIALIZED (`. `SELECT f('x') AS materialized` is a call: the word alone says nothing.
 */
function isColumnList(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (isWord(before, "AS")) return true;
  const end = endOfNames(tokens, index + 1);
  if (end === undefined) return false;
  if (isSymbol(before, ")")) return true;
  if (!isWord(before, "WITH") && !isWord(before, "RECURSIVE") && !isSymbol(before, ",")) return false;
  let body = end + 1;
  if (!isWord(tokens[body++], "AS")) return false;
  if (isWord(tokens[body], "NOT")) body++;
  if (isWord(tokens[body], "MATERIALIZED")) body++;
  return isSymbol(tokens[body], "(");
}

/** Where a parenthesis that opens at `index` closes, if it holds nothing but names and commas. */
function endOfNames(tokens: Token[], index: number): number | undefined {
  let at = index + 1;
  for (let isName = true; at < tokens.length; at++, isName = !isName) {
    const token = tokens[at];
    if (isName ? token?.kind !== "word" && token?.kind !== "quoted" : !isSymbol(token, ",")) break;
  }
  return at > index + 1 && isSymbol(tokens[at], ")") ? at : undefined;
}
