import { rejected } from "../failure.ts";
import { nameOf, type Token } from "../tokens/lexer.ts";
import { isSymbol, isWord, wordOf, words } from "../tokens/tokens.ts";

/*
 * MySQL reads tables of every database the role may see. Which names are tables follows from their place: after FROM,
 * JOIN, TABLE, and after the commas and brackets of a FROM clause. There a name may have the integration's own database
 * in front of it and no other; anywhere else `a.b.c` names a database, too.
 */

/** One pair of brackets, or the whole statement. */
interface Level {
  /** There was a SELECT here: the FROM of `EXTRACT(DAY FROM x)` does not begin a list of tables. */
  selects: boolean;
  inFrom: boolean;
  expectsTable: boolean;
}

const ENDS_OF_FROM = words("WHERE GROUP HAVING ORDER LIMIT WINDOW UNION EXCEPT INTERSECT MINUS");

/** Refuses tables of other databases. `tokens` come without spaces and comments. */
export const checkTablePlaces = (tokens: readonly Token[], database: string): void =>
  walkTablePlaces(tokens, (index, expectsTable) => checkName(tokens, index, expectsTable, database));

/** Calls `visit` with the place of each name's first part, and whether a table is expected there. `tokens` come without spaces and comments. */
export function walkTablePlaces(tokens: readonly Token[], visit: (index: number, expectsTable: boolean) => void): void {
  const open: Level[] = [];
  let level: Level = { selects: false, inFrom: false, expectsTable: false };
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    if (isSymbol(token, "(")) {
      const { expectsTable } = level;
      level.expectsTable = false;
      open.push(level);
      level = { selects: false, inFrom: expectsTable, expectsTable };
    } else if (isSymbol(token, ")")) level = open.pop() ?? level;
    else if (isSymbol(token, ",")) level.expectsTable = level.inFrom;
    else if ((token.kind === "word" || token.kind === "quoted") && !isDot(before)) {
      const after = levelAfter(level, token, before);
      if (!after) visit(index, level.expectsTable);
      level = after ?? { ...level, expectsTable: false };
    }
  });
}

/** The level after a word that is not a name; undefined for a name. */
function levelAfter(level: Level, token: Token, before: Token | undefined): Level | undefined {
  const word = wordOf(token);
  if (word === "SELECT") return { selects: true, inFrom: false, expectsTable: false };
  if (word === "FROM" && level.selects) return { ...level, inFrom: true, expectsTable: true };
  if (word === "JOIN" || word === "TABLE" || (word === "STRAIGHT_JOIN" && level.inFrom))
    return { ...level, expectsTable: true };
  // `USE INDEX FOR ORDER BY (i), t` goes on with tables.
  const isHint = isWord(before, "FOR");
  if (ENDS_OF_FROM.has(word) && !isHint) return { ...level, inFrom: false, expectsTable: false };
  return word === "LATERAL" ? level : undefined;
}

function checkName(tokens: readonly Token[], index: number, expectsTable: boolean, database: string): void {
  const parts = partsOf(tokens, index);
  const isQualified = parts.length > (expectsTable ? 1 : 2);
  if (isQualified && parts[0] !== database)
    throw rejected(`The database "${parts[0]}" is not part of this integration.`);
}

/** The parts of a name; `.1a` is one of them, though it begins like a number. */
function partsOf(tokens: readonly Token[], index: number): string[] {
  const first = tokens[index];
  const parts = first ? [nameOf(first)] : [];
  for (let at = index + 1; at < tokens.length; at += 2) {
    const token = tokens[at];
    if (token?.kind === "number" && token.text.startsWith(".")) return [...parts, token.text];
    const next = tokens[at + 1];
    if (!isDot(token) || !next) break;
    parts.push(nameOf(next));
  }
  return parts;
}

const isDot = (token: Token | undefined): boolean => isSymbol(token, ".");
