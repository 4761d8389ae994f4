import type { Token } from "../tokens/lexer.ts";
import { isSignificant, symbolOf, wordOf, words } from "../tokens/tokens.ts";

/*
 * How deep the parse tree of a statement can get, from its tokens alone, in one pass and without recursion: a
 * parser would find out by exhausting its stack. The bound may be too high, never too low. What makes a tree deeper:
 *
 *   brackets                                    one level each, on top of the deepest level inside them
 *   a chain of operators, casts, NOT, IS, …     one level each; a comma, AND, OR or the next clause begins a new chain
 *   CASE, BETWEEN, JOIN, UNION, …               one level each, whatever is between them
 */

/** Words that can follow themselves without brackets (`NOT NOT`, `IS NULL IS NULL`, `COLLATE "C" COLLATE "C"`). */
const CHAINING = words(
  "NOT IS ISNULL NOTNULL COLLATE AT OPERATOR LIKE ILIKE SIMILAR IN OVERLAPS ESCAPE DIV MOD XOR RLIKE REGEXP GLOB MATCH",
);

/** Words that nest up to the next comma: what follows AND belongs to a BETWEEN as well, and CASE ends with its own word. */
const NESTING = words("CASE BETWEEN");

/** Words that nest what comes before them as often as they are repeated, commas or not. */
const JOINING = words("JOIN UNION INTERSECT EXCEPT BEGIN ATOMIC");

/** Words that end a chain of operators: AND and OR are flat lists, the others begin a clause. */
const BREAKING = words("AND OR SELECT WHERE HAVING ON");

interface Level {
  /** Levels of what lasts until the next comma, and of the chain at its end. */
  nested: number;
  chain: number;
  joined: number;
  /** The deepest bracket since the last comma or break, and the deepest part so far. */
  inner: number;
  deepest: number;
}

const level = (): Level => ({ nested: 0, chain: 0, joined: 0, inner: 0, deepest: 0 });

/** An upper bound of the depth of the parse tree. */
export function nestingOf(tokens: readonly Token[]): number {
  const open: Level[] = [];
  let current = level();
  let inOperator = false;
  // After a dot or AS any word is a name.
  let expectsLabel = false;
  for (const token of tokens) {
    const symbol = symbolOf(token);
    const isOperator = symbol !== "" && !PUNCTUATION.includes(symbol);
    // `+-+-1` is one operator for each sign.
    if (isOperator && (!inOperator || symbol === "+" || symbol === "-")) current.chain += 1;
    inOperator = isOperator;
    if (symbol === "(" || symbol === "[") {
      open.push(current);
      current = level();
    } else if (symbol === ")" || symbol === "]") {
      current = closed(current, open.pop() ?? level());
    } else if (symbol === ",") {
      endPart(current);
      current.nested = 0;
    }
    if (!isSignificant(token)) continue;
    const word: string = expectsLabel ? "" : wordOf(token);
    if (word !== "") countWord(current, word);
    expectsLabel = word === "AS" || symbol === ".";
  }
  for (let outer = open.pop(); outer; outer = open.pop()) current = closed(current, outer);
  return depthOf(current);
}

/** Symbols that are not operators. */
const PUNCTUATION = "()[],.;";

/** The level around one that ends. */
function closed(inner: Level, outer: Level): Level {
  outer.inner = Math.max(outer.inner, depthOf(inner));
  return outer;
}

function countWord(current: Level, word: string): void {
  if (CHAINING.has(word)) current.chain += 1;
  else if (NESTING.has(word)) {
    // The chain before it continues after an AND inside it.
    current.nested += current.chain + 1;
    current.chain = 0;
  } else if (JOINING.has(word)) current.joined += 1;
  else if (BREAKING.has(word)) endPart(current);
}

function endPart(current: Level): void {
  current.deepest = Math.max(current.deepest, current.nested + current.chain + current.inner);
  current.chain = 0;
  current.inner = 0;
}

function depthOf(current: Level): number {
  endPart(current);
  return 1 + current.joined + current.deepest;
}

/** How deep comments are nested: PostgreSQL's lexer, and no other, begins anew for each. */
export function commentNestingOf(tokens: readonly Token[]): number {
  let deepest = 0;
  for (const { kind, text } of tokens) {
    if (kind !== "comment" || !text.startsWith("/*")) continue;
    let depth = 0;
    for (const [mark] of text.matchAll(/\/\*|\*\//g)) {
      depth += mark === "/*" ? 1 : -1;
      deepest = Math.max(deepest, depth);
    }
  }
  return deepest;
}
