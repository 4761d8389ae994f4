import { failed, rejected } from "./failure.ts";
import type { Dialect } from "./types.ts";

export type TokenKind =
  | "space"
  | "comment"
  | "word"
  | "quoted"
  | "string"
  | "number"
  | "parameter"
  | "placeholder"
  | "symbol";

/** A piece of SQL. Tokens follow each other without gaps: their texts joined are the SQL. */
export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  /** Strings: what stands before the quote (`E`, `U&`, `X`, `_utf8mb4`), in upper case. */
  prefix?: string;
  /** Strings: the opening quote (`'`, `"`, `$tag$`). Quoted identifiers: likewise. */
  quote?: string;
  /** Placeholders: the name. */
  name?: string;
}

export const PLACEHOLDER = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/y;

interface Rules {
  /** Identifiers and keywords. */
  word: RegExp;
  /** String prefixes that belong to the literal. */
  stringPrefix: RegExp;
  lineComment: RegExp;
  nestedComments: boolean;
  /** Whether a backslash escapes in an ordinary string. */
  backslash: boolean;
  /** Opening characters of strings and of quoted identifiers. */
  strings: string;
  identifiers: string;
  parameter: RegExp;
}

const RULES: Record<Dialect, Rules> = {
  postgres: {
    word: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y,
    stringPrefix: /(?:[eEbBxXnN]|[uU]&)(?=')/y,
    lineComment: /--[^\n\r]*/y,
    nestedComments: true,
    backslash: false,
    strings: "'",
    identifiers: '"',
    parameter: /\$\d+/y,
  },
  mysql: {
    word: /(?![0-9]+(?![0-9A-Za-z_$\u0080-\uffff]))[0-9A-Za-z_$\u0080-\uffff]+/y,
    stringPrefix: /(?:[bBxXnN]|_[A-Za-z0-9]+[ \t\n\v\f\r]*)(?=['"])/y,
    lineComment: /(?:#|--(?=[ \t\n\v\f\r]|$))[^\n]*/y,
    nestedComments: false,
    backslash: true,
    strings: "'\"",
    identifiers: "`",
    parameter: /\?/y,
  },
  sqlite: {
    word: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y,
    stringPrefix: /[xX](?=')/y,
    lineComment: /--[^\n]*/y,
    nestedComments: false,
    backslash: false,
    strings: "'",
    identifiers: '"`[',
    parameter: /\?\d*/y,
  },
};

/** What the engines treat as space. JavaScript's own class has more characters, which they treat as letters of a name. */
const SPACE = /[ \t\n\v\f\r]+/y;
const NUMBER = /(?:0[xX][0-9A-Fa-f_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
const UNICODE_IDENTIFIER = /[uU]&(?=")/y;

/** Longest statement, in characters, and its most words, literals and symbols: what can be checked within about 50 ms. */
const MAX_SQL_LENGTH = 50_000;
const MAX_SQL_TOKENS = 10_000;

/**
 * Splits SQL into tokens as the dialect's own lexer does. Throws `SQL_FAILED` if a literal or comment never ends, and
 * `SQL_REJECTED` where the statement is too long.
 */
export function tokenize(sql: string, dialect: Dialect): Token[] {
  if (sql.length > MAX_SQL_LENGTH) throw rejected(`A statement has at most ${MAX_SQL_LENGTH} characters.`);
  const rules = RULES[dialect];
  const tokens: Token[] = [];
  let at = 0;
  let significant = 0;
  while (at < sql.length) {
    const token = nextToken(sql, at, rules, dialect);
    tokens.push(token);
    at += token.text.length;
    if (token.kind !== "space" && token.kind !== "comment") significant += 1;
    if (significant > MAX_SQL_TOKENS) throw rejected(`A statement has at most ${MAX_SQL_TOKENS} words and symbols.`);
  }
  return tokens;
}

function nextToken(sql: string, at: number, rules: Rules, dialect: Dialect): Token {
  const token = (kind: TokenKind, end: number, more: Partial<Token> = {}): Token => ({
    kind,
    text: sql.slice(at, end),
    start: at,
    ...more,
  });
  const space = match(SPACE, sql, at);
  if (space) return token("space", at + space.length);
  const lineComment = match(rules.lineComment, sql, at);
  if (lineComment) return token("comment", at + lineComment.length);
  if (sql.startsWith("/*", at)) return token("comment", commentEnd(sql, at, rules, dialect));

  PLACEHOLDER.lastIndex = at;
  const placeholder = PLACEHOLDER.exec(sql);
  if (placeholder?.[1] !== undefined) return token("placeholder", at + placeholder[0].length, { name: placeholder[1] });

  const prefix = match(rules.stringPrefix, sql, at) ?? "";
  const quote = sql[at + prefix.length] ?? "";
  if (rules.strings.includes(quote) && quote !== "") {
    const normal = prefix.trim().toUpperCase();
    const escapes = rules.backslash || normal === "E";
    let end = quotedEnd(sql, at + prefix.length, quote, escapes);
    if (normal === "E") {
      // What continues such a literal on another line has the same escapes.
      for (let next = continuation(sql, end); next !== undefined; next = continuation(sql, end)) {
        end = quotedEnd(sql, next, quote, escapes);
      }
    }
    return token("string", end, { prefix: normal, quote });
  }
  if (dialect === "postgres") {
    const dollar = match(DOLLAR_QUOTE, sql, at);
    if (dollar) return token("string", dollarEnd(sql, at, dollar), { prefix: "", quote: dollar });
    const unicode = match(UNICODE_IDENTIFIER, sql, at);
    if (unicode) return token("quoted", quotedEnd(sql, at + unicode.length, '"', false), { quote: '"' });
  }
  const opening = sql[at] ?? "";
  if (rules.identifiers.includes(opening)) {
    const closing = opening === "[" ? "]" : opening;
    return token("quoted", quotedEnd(sql, at, closing, false, opening !== "["), { quote: opening });
  }
  const parameter = match(rules.parameter, sql, at);
  if (parameter) return token("parameter", at + parameter.length);
  const word = match(rules.word, sql, at);
  if (word) return token("word", at + word.length);
  const number = match(NUMBER, sql, at);
  if (number) return token("number", at + number.length);
  return token("symbol", at + 1);
}

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

function commentEnd(sql: string, at: number, rules: Rules, dialect: Dialect): number {
  let depth = 0;
  for (let i = at; i < sql.length; i++) {
    if (sql.startsWith("*/", i)) {
      depth -= 1;
      i += 1;
      if (depth === 0) return i + 1;
    } else if (sql.startsWith("/*", i) && (depth === 0 || rules.nestedComments)) {
      depth += 1;
      i += 1;
    }
  }
  // SQLite alone lets the end of the text close a comment.
  if (dialect === "sqlite") return sql.length;
  throw failed("unterminated comment");
}

/** Where a quoted text ends: after the closing quote; a doubled quote stands for itself. */
function quotedEnd(sql: string, opening: number, closing: string, backslash: boolean, doubling = true): number {
  for (let i = opening + 1; i < sql.length; i++) {
    if (backslash && sql[i] === "\\") i += 1;
    else if (sql[i] === closing) {
      if (!doubling || sql[i + 1] !== closing) return i + 1;
      i += 1;
    }
  }
  throw failed("unterminated quoted string");
}

const LINE_REST = /--[^\n\r]*/y;

/** Where PostgreSQL continues a literal that ended at `at`: at a quote with a line break, and nothing but space, before it. */
function continuation(sql: string, at: number): number | undefined {
  let newLine = false;
  for (let i = at; i < sql.length;) {
    const character = sql[i] ?? "";
    if (character === "'") return newLine ? i : undefined;
    if (/[\n\r]/.test(character)) newLine = true;
    const comment = match(LINE_REST, sql, i);
    if (comment === undefined && !/[ \t\n\r\v\f]/.test(character)) return undefined;
    i += comment?.length ?? 1;
  }
  return undefined;
}

function dollarEnd(sql: string, at: number, quote: string): number {
  const end = sql.indexOf(quote, at + quote.length);
  if (end < 0) throw failed("unterminated dollar-quoted string");
  return end + quote.length;
}

/** The name a word or quoted identifier stands for. */
export function nameOf({ kind, text, quote = "" }: Token): string {
  if (kind !== "quoted") return text;
  const inner = text.slice(1, -1);
  return quote === "[" ? inner : inner.replaceAll(quote + quote, quote);
}
