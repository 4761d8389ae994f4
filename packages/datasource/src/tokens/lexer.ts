import { failed, rejected } from "../failure.ts";
import type { Dialect } from "../types.ts";

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
  /** Strings: what precedes the quote (`E`, `U&`, `X`, `_utf8mb4`), in upper case. */
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

const POSTGRES_RULES: Rules = {
  word: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y,
  stringPrefix: /(?:[eEbBxXnN]|[uU]&)(?=')/y,
  lineComment: /--[^\n\r]*/y,
  nestedComments: true,
  backslash: false,
  strings: "'",
  identifiers: '"',
  parameter: /\$\d+/y,
};

const RULES: Record<Dialect, Rules> = {
  postgres: POSTGRES_RULES,
  // DuckDB's lexer is PostgreSQL's; its parameters have names and question marks as well.
  duckdb: { ...POSTGRES_RULES, parameter: /\$[A-Za-z0-9_]+|\?/y },
  redshift: POSTGRES_RULES,
  athena: POSTGRES_RULES,
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

const piece = (kind: TokenKind, sql: string, at: number, length: number): Token => ({
  kind,
  text: sql.slice(at, at + length),
  start: at,
});

function nextToken(sql: string, at: number, rules: Rules, dialect: Dialect): Token {
  return (
    spaceOrComment(sql, at, rules, dialect) ??
    placeholder(sql, at) ??
    literal(sql, at, rules) ??
    (rules.identifiers === '"' ? postgresQuoted(sql, at) : undefined) ??
    identifier(sql, at, rules) ??
    plain(sql, at, rules)
  );
}

function spaceOrComment(sql: string, at: number, rules: Rules, dialect: Dialect): Token | undefined {
  const space = lengthOf(SPACE, sql, at);
  if (space > 0) return piece("space", sql, at, space);
  const lineComment = lengthOf(rules.lineComment, sql, at);
  if (lineComment > 0) return piece("comment", sql, at, lineComment);
  return sql.startsWith("/*", at) ? piece("comment", sql, at, commentEnd(sql, at, rules, dialect) - at) : undefined;
}

function placeholder(sql: string, at: number): Token | undefined {
  if (sql[at] !== "{") return undefined;
  PLACEHOLDER.lastIndex = at;
  const [text = "", name] = PLACEHOLDER.exec(sql) ?? [];
  return name === undefined ? undefined : { kind: "placeholder", text, start: at, name };
}

function literal(sql: string, at: number, rules: Rules): Token | undefined {
  const opening = at + lengthOf(rules.stringPrefix, sql, at);
  const quote = sql[opening] ?? "";
  if (quote === "" || !rules.strings.includes(quote)) return undefined;
  const prefix = sql.slice(at, opening).trim().toUpperCase();
  const quoting = { closing: quote, backslash: rules.backslash || prefix === "E" };
  let end = quotedEnd(sql, opening, quoting);
  if (prefix === "E") {
    // What continues such a literal on another line has the same escapes.
    for (let next = continuation(sql, end); next !== undefined; next = continuation(sql, end))
      end = quotedEnd(sql, next, quoting);
  }
  return { kind: "string", text: sql.slice(at, end), start: at, prefix, quote };
}

/** `$tag$ … $tag$` and `U&"…"`. */
function postgresQuoted(sql: string, at: number): Token | undefined {
  const dollar = lengthOf(DOLLAR_QUOTE, sql, at);
  if (dollar > 0) {
    const quote = sql.slice(at, at + dollar);
    return { kind: "string", text: sql.slice(at, dollarEnd(sql, at, quote)), start: at, prefix: "", quote };
  }
  const unicode = lengthOf(UNICODE_IDENTIFIER, sql, at);
  if (unicode === 0) return undefined;
  const text = sql.slice(at, quotedEnd(sql, at + unicode, { closing: '"' }));
  return { kind: "quoted", text, start: at, quote: '"' };
}

function identifier(sql: string, at: number, rules: Rules): Token | undefined {
  const quote = sql[at] ?? "";
  if (!rules.identifiers.includes(quote)) return undefined;
  const quoting = quote === "[" ? { closing: "]", doubling: false } : { closing: quote };
  return { kind: "quoted", text: sql.slice(at, quotedEnd(sql, at, quoting)), start: at, quote };
}

function plain(sql: string, at: number, rules: Rules): Token {
  const parameter = lengthOf(rules.parameter, sql, at);
  if (parameter > 0) return piece("parameter", sql, at, parameter);
  const word = lengthOf(rules.word, sql, at);
  if (word > 0) return piece("word", sql, at, word);
  const number = lengthOf(NUMBER, sql, at);
  return number > 0 ? piece("number", sql, at, number) : piece("symbol", sql, at, 1);
}

/** How many characters at `at` match a sticky pattern. */
function lengthOf(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex - at : 0;
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

/** How a quoted text ends. */
interface Quoting {
  closing: string;
  /** Whether a backslash escapes in it. */
  backslash?: boolean;
  /** Whether a doubled closing quote stands for itself; true unless said otherwise. */
  doubling?: boolean;
}

/** Where a quoted text ends: after the closing quote. */
function quotedEnd(sql: string, opening: number, { closing, backslash = false, doubling = true }: Quoting): number {
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
    const comment = lengthOf(LINE_REST, sql, i);
    if (comment === 0 && !/[ \t\n\r\v\f]/.test(character)) return undefined;
    i += comment || 1;
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
