import type { Dialect } from "../types.ts";
import { nameOf, tokenize, type Token } from "./lexer.ts";

/** Ends the list of tables after FROM or JOIN, at the depth at which it began. */
const afterTables =
  /^(where|on|using|group|order|having|limit|offset|fetch|union|intersect|except|window|join|inner|left|right|full|cross|natural|lateral)$/i;

/** The tables that a SELECT reads, each once, in the order in which they are named; its own WITH queries are none. */
export function tablesRead(sql: string, dialect: Dialect): string[] {
  const tokens = tokenize(sql, dialect).filter(({ kind }) => kind !== "space" && kind !== "comment");
  const own = new Set(tokens.flatMap((_, at) => (namesQuery(tokens, at) ? [nameAt(tokens, at).toLowerCase()] : [])));
  const found = new Map<string, string>();
  // Whether a SELECT was opened at each depth: the FROM of "extract(year FROM day)" is of none.
  const selecting = [false];
  for (const [at, token] of tokens.entries()) {
    if (token.text === "(") selecting.push(false);
    if (token.text === ")" && selecting.length > 1) selecting.pop();
    if (isWord(token, /^select$/i)) selecting[selecting.length - 1] = true;
    if (selecting.at(-1) !== true || !isWord(token, /^(from|join)$/i)) continue;
    for (const name of tablesAfter(tokens, at + 1))
      if (!own.has(name.toLowerCase()) && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
  }
  return [...found.values()];
}

const isWord = (token: Token | undefined, pattern: RegExp): boolean =>
  token?.kind === "word" && pattern.test(token.text);

const nameAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at];
  return token === undefined ? "" : nameOf(token);
};

const isName = (token: Token | undefined): boolean => token?.kind === "word" || token?.kind === "quoted";

/** "name AS (SELECT": a query of WITH. */
function namesQuery(tokens: readonly Token[], at: number): boolean {
  if (!isName(tokens[at]) || !isWord(tokens[at + 1], /^as$/i)) return false;
  const opened = isWord(tokens[at + 2], /^(materialized|not)$/i) ? tokens.slice(at + 2, at + 6) : [tokens[at + 2]];
  return opened.some((token) => token?.text === "(");
}

/** The tables of one FROM or JOIN: several where commas part them. */
function* tablesAfter(tokens: readonly Token[], start: number): Generator<string> {
  let expected = true;
  for (let at = start, depth = 0; at < tokens.length && depth >= 0; at++) {
    const token = tokens[at];
    if (token?.text === "(") {
      depth++;
      expected = false;
    }
    if (token?.text === ")") depth--;
    if (depth > 0) continue;
    if (token?.text === ",") expected = true;
    else if (isWord(token, afterTables)) return;
    else if (expected && isName(token)) {
      while (tokens[at + 1]?.text === "." && isName(tokens[at + 2])) at += 2;
      // A function in the place of a table is none.
      if (tokens[at + 1]?.text !== "(") yield nameAt(tokens, at);
      expected = false;
    }
  }
}
