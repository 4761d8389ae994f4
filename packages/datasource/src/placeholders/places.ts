import type { Token } from "../tokens/lexer.ts";
import { isSignificant, symbolOf, wordOf, words } from "../tokens/tokens.ts";
import type { Dialect } from "../types.ts";

/*
 * If a placeholder stands for a name (of a table, an alias, a function, a type), for an operator or a direction, no
 * parameter can replace it. The guard's parser does not say so: it accepts `SELECT total $1 FROM orders`, as made by
 * tools that replace constants, and the other dialects have no parser here. The database would, when the query is run.
 */

/** Words that a name follows, in every dialect. */
const BEFORE_NAMES = words("JOIN STRAIGHT_JOIN INTO TABLE AS COLLATE ONLY LATERAL WINDOW OVER WITH RECURSIVE USING");

/** Words in front of a parenthesis with names in it. */
const BEFORE_NAME_LISTS = words("JOIN STRAIGHT_JOIN USING INDEX KEY PARTITION");

/** Functions whose arguments are told apart by FROM. */
const EXTRACT = words("EXTRACT");
const POSITION = words("POSITION");
const FUNCTIONS_WITH_FROM = words("EXTRACT SUBSTRING SUBSTR MID TRIM OVERLAY POSITION");

/** Words that open a list: what a comma separates is what belongs to the nearest of them. */
const LIST_OPENERS = words("SELECT FROM JOIN STRAIGHT_JOIN ON WHERE BY HAVING LIMIT OFFSET VALUES WINDOW WITH");
const LISTS_OF_NAMES = words("FROM JOIN STRAIGHT_JOIN ON WITH WINDOW");

/** The only words that a value can follow; after any other it would be an alias. */
const BEFORE_VALUES = words(
  "SELECT DISTINCT DISTINCTROW ALL WHERE AND OR XOR NOT ON HAVING BY WHEN THEN ELSE CASE LIKE ILIKE RLIKE REGEXP GLOB MATCH " +
    "SIMILAR TO BETWEEN SYMMETRIC ASYMMETRIC LIMIT OFFSET FIRST NEXT IS ESCAPE FROM FOR PLACING ZONE VARIADIC DIV MOD BINARY " +
    "ROWS RANGE GROUPS LEADING TRAILING BOTH OF",
);

/** Whether the placeholder, or the literal with one in it, at `index` is where SQL wants a name. */
export function standsForName(tokens: readonly Token[], index: number, dialect: Dialect): boolean {
  const before = previous(tokens, index);
  // A function's name.
  if (textAt(tokens, next(tokens, index)) === "(") return true;
  if (before < 0) return false;
  if (followsName(tokens, before)) return true;
  if (wordAt(tokens, next(tokens, index)) === "FROM" && isArgumentOf(tokens, index, EXTRACT)) return true;
  return endsOperand(tokens, before, dialect);
}

/** Whether what follows the token at `at` is a name. */
function followsName(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at);
  const word = wordAt(tokens, at);
  if (word === "FROM") return !isInFunction(tokens, at) && wordAt(tokens, previous(tokens, at)) !== "DISTINCT";
  if (word === "BY") return wordAt(tokens, previous(tokens, at)) === "INDEXED";
  if (text === ":") return textAt(tokens, previous(tokens, at)) === ":";
  if (text === ",") return separatesNames(tokens, at);
  if (text === "(") {
    const opener = previous(tokens, at);
    const isRelation = wordAt(tokens, opener) === "FROM" || textAt(tokens, opener) === ",";
    return BEFORE_NAME_LISTS.has(wordAt(tokens, opener)) || (isRelation && followsName(tokens, opener));
  }
  return BEFORE_NAMES.has(word);
}

/** `FROM a, b`, `… ON a.id = b.id, c` and `WITH a AS (…), b AS (…)`; not the commas of SELECT, ORDER BY and arguments. */
function separatesNames(tokens: readonly Token[], comma: number): boolean {
  for (const at of sameDepthBefore(tokens, comma)) {
    const word = wordAt(tokens, at);
    if (word === "ON" && wordAt(tokens, previous(tokens, at)) === "DISTINCT") continue;
    if (LIST_OPENERS.has(word)) return LISTS_OF_NAMES.has(word);
  }
  return false;
}

/** `EXTRACT(YEAR FROM x)`, `TRIM(BOTH ' ' FROM x)`: this FROM names no relation. */
function isInFunction(tokens: readonly Token[], from: number): boolean {
  for (const at of sameDepthBefore(tokens, from)) if (wordAt(tokens, at) === "SELECT") return false;
  return isArgumentOf(tokens, from, FUNCTIONS_WITH_FROM);
}

/** Whether the innermost parenthesis around `index` is that of one of these functions. */
function isArgumentOf(tokens: readonly Token[], index: number, functions: ReadonlySet<string>): boolean {
  let first = index;
  for (const at of sameDepthBefore(tokens, index)) first = at;
  const opening = previous(tokens, first);
  return textAt(tokens, opening) === "(" && functions.has(wordAt(tokens, previous(tokens, opening)));
}

/** The tokens before `index`, the nearest first, up to the parenthesis around it and without those in other ones. */
function* sameDepthBefore(tokens: readonly Token[], index: number): Generator<number> {
  let depth = 0;
  for (let at = previous(tokens, index); at >= 0; at = previous(tokens, at)) {
    const text = textAt(tokens, at);
    if (text === ")" || text === "]") depth += 1;
    else if (text === "(" || text === "[") depth -= 1;
    if (depth < 0) return;
    if (depth === 0) yield at;
  }
}

/** Whether the token ends a value, so that another right after it can only be an alias, an operator or a direction. */
function endsOperand(tokens: readonly Token[], at: number, dialect: Dialect): boolean {
  const word = wordAt(tokens, at);
  if (word === "INTERVAL") return dialect !== "mysql";
  if (word === "IN") return !isArgumentOf(tokens, at, POSITION);
  if (word !== "") return !BEFORE_VALUES.has(word);
  return tokens[at]?.kind !== "symbol" || /^[)\]]$/.test(textAt(tokens, at));
}

function previous(tokens: readonly Token[], index: number): number {
  let at = index - 1;
  while (at >= 0 && !isSignificant(tokens[at])) at -= 1;
  return at;
}

function next(tokens: readonly Token[], index: number): number {
  let at = index + 1;
  while (at < tokens.length && !isSignificant(tokens[at])) at += 1;
  return at;
}

const textAt = (tokens: readonly Token[], at: number): string => symbolOf(tokens[at]);
const wordAt = (tokens: readonly Token[], at: number): string => wordOf(tokens[at]);
