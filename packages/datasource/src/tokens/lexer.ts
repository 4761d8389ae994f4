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
    (dialect === "postgres" ? postgresQuoted(sql, at) : undefined) ??
    identifier(sql, at, rules) ??
    plain(sql, at, rules)
  );
}

function spaceOrComment(sql: string, at: number, rules: Rules, dialect: Dialect): Token | undefined {
  const space = match(SPACE, sql, at);
  if (space) return piece("space", sql, at, space.length);
  const lineComment = match(rules.lineComment, sql, at);
  if (lineComment) return piece("comment", sql, at, lineComment.length);
  return sql.startsWith("/*", at) ? piece("comment", sql, at, commentEnd(sql, at, rules, dialect) - at) : undefined;
}

function placeholder(sql: string, at: number): Token | undefined {
  PLACEHOLDER.lastIndex = at;
  const [text = "", name] = PLACEHOLDER.exec(sql) ?? [];
  return name === undefined ? undefined : { kind: "placeholder", text, start: at, name };
}

function literal(sql: string, at: number, rules: Rules): Token | undefined {
  const before = match(rules.stringPrefix, sql, at) ?? "";
  const quote = sql[at + before.length] ?? "";
  if (quote === "" || !rules.strings.includes(quote)) return undefined;
  const prefix = before.trim().toUpperCase();
  const quoting = { closing: quote, backslash: rules.backslash || prefix === "E" };
  let end = quotedEnd(sql, at + before.length, quoting);
  if (prefix === "E") {
    // What continues such a literal on another line has the same escapes.
    for (let next = continuation(sql, end); next !== undefined; next = continuation(sql, end))
      end = quotedEnd(sql, next, quoting);
  }
  return { kind: "string", text: sql.slice(at, end), start: at, prefix, quote };
}

/** `$tag$ … $tag$` and `U&"…"`. */
function postgresQuoted(sql: string, at: number): Token | undefined {
  const dollar = match(DOLLAR_QUOTE, sql, at);
  if (dollar) {
    const text = sql.slice(at, dollarEnd(sql, at, dollar));
    return { kind: "string", text, start: at, prefix: "", quote: dollar };
  }
  const unicode = match(UNICODE_IDENTIFIER, sql, at);
  if (!unicode) return undefined;
  const text = sql.slice(at, quotedEnd(sql, at + unicode.length, { closing: '"' }));
  return { kind: "quoted", text, start: at, quote: '"' };
}

function identifier(sql: string, at: number, rules: Rules): Token | undefined {
  const quote = sql[at] ?? "";
  if (!rules.identifiers.includes(quote)) return undefined;
  const quoting = quote === "[" ? { closing: "]", doubling: false } : { closing: quote };
  return { kind: "quoted", text: sql.slice(at, quotedEnd(sql, at, quoting)), start: at, quote };
}

function plain(sql: string, at: number, rules: Rules): Token {
  const parameter = match(rules.parameter, sql, at);
  if (parameter) return piece("parameter", sql, at, parameter.length);
  const word = match(rules.word, sql, at);
  if (word) return piece("word", sql, at, word.length);
  const number = match(NUMBER, sql, at);
  return number ? piece("number", sql, at, number.length) : piece("symbol", sql, at, 1);
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
