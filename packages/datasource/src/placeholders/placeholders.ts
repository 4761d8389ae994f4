import { placed, rejected } from "../failure.ts";
import { PLACEHOLDER, tokenize, type Token } from "../tokens/lexer.ts";
import { standsForName } from "./places.ts";
import { typedLiteral, type TypedLiteral } from "./typed-literal.ts";
import { DatasourceError, type Cell, type Dialect } from "../types.ts";

/*
 * `{{name}}` in saved SQL stands for a value and becomes a bound parameter; text is never pasted into SQL.
 *
 *   where it occurs              PostgreSQL, DuckDB, Redshift       SQLite                   MySQL
 *   total > {{min}}              total > $1                         total > ?1               total > ?
 *   d >= '{{from}}'              d >= $1                            d >= ?1 (text)           d >= ? (text)
 *   d >= '{{year}}-01-01'        d >= $1 ("2024-01-01")             (?1 || '-01-01')         CONCAT(?, '-01-01')
 *   name LIKE '%{{q}}%'          ('%' || $1::text || '%')           ('%' || ?1 || '%')       CONCAT('%', ?, '%')
 *   date '{{d}}'                 CAST($1::text AS date)             -                        CAST(? AS DATE)
 *   {{n}}::int, '{{n}}'::int     $1::text::int
 *   interval '{{n}} days'        CAST(($1::text || ' days') AS interval)
 *   {{q}} IS NULL OR a = {{q}}   $1::text IS NULL OR a = $2
 *
 * Athena's are SQLite's with PostgreSQL's numbers ($1), and its typed literals are casts: CAST($1 AS date).
 *
 * PostgreSQL infers the type of an untyped parameter from its place, as it does for a quoted literal; where it
 * cannot (`concat({{a}})`), the author writes a cast. In the others a bare placeholder's value that reads like a number
 * is bound as one, a quoted one always as text. A name used twice in the same way is one parameter, so that SELECT and
 * GROUP BY agree (MySQL knows no numbered parameters: there, group by position or alias). A name used both bare and
 * inside a longer literal is two parameters of the same value, since one parameter has one type.
 */

/** Whether the type of a parameter follows from its place. */
const infersTypes = (dialect: Dialect): boolean =>
  dialect === "postgres" || dialect === "duckdb" || dialect === "redshift";

/** Whether parameters are written $1, $2. */
const hasDollars = (dialect: Dialect): boolean => infersTypes(dialect) || dialect === "athena";

export interface BoundSql {
  sql: string;
  parameters: Cell[];
  /** What each parameter stands for, as the author wrote it: `{{min}}`, `{{year}}-01-01`. */
  origins: string[];
  /** Where in the text as it was written the part stands that is at `index` of `sql`. */
  writtenAt(index: number): number;
}

/** Most placeholders of a query, repeated ones counted: each is judged by what comes before it. */
const MAX_PLACEHOLDERS = 200;

/** The names of all placeholders outside of comments, in order of first appearance. */
export function parameterNames(sql: string, dialect?: Dialect): string[] {
  const names = readableTokens(sql, dialect).flatMap((token) => {
    if (token.kind === "placeholder") return token.name ?? [];
    return token.kind === "string" || token.kind === "quoted"
      ? piecesOf(token.text, true).flatMap(({ name }) => name ?? [])
      : [];
  });
  return [...new Set(names)];
}

/**
 * Replaces placeholders by bound parameters. Throws `SQL_REJECTED` if one is in a name or has no value.
 */
export function bindPlaceholders(sql: string, dialect: Dialect, values: Readonly<Record<string, string>>): BoundSql {
  const tokens = tokenize(sql, dialect);
  const holders = tokens.filter(
    ({ kind, text }) => kind === "placeholder" || (kind === "string" && text.includes("{{")),
  );
  if (holders.length > MAX_PLACEHOLDERS) throw rejected(`A query has at most ${MAX_PLACEHOLDERS} placeholders.`);
  const output = tokens.map(({ text }) => text);
  const binder = createBinder(dialect, values);
  const bindToken = (token: Token, index: number): void => {
    if (token.kind === "parameter") throw rejected(`Write {{name}} instead of ${token.text}.`);
    if (token.kind === "quoted") refuseInName(token);
    if (token.kind === "placeholder") {
      refuseGlued(tokens, index);
      const name = token.name ?? "";
      if (standsForName(tokens, index, dialect)) throw inName(name);
      output[index] = isText(tokens, index, dialect) ? `${binder.text(name)}::text` : binder.bare(name);
    }
    if (token.kind === "string") for (const [place, text] of boundLiteral(tokens, index, binder)) output[place] = text;
  };
  for (const [index, token] of tokens.entries()) placed(token.start, () => bindToken(token, index));
  return {
    sql: output.join(""),
    parameters: binder.parameters,
    origins: binder.origins,
    writtenAt: (index) => writtenAt(tokens, output, index),
  };
}

/** Parts that are as they were written are found to the character, the others where they begin. */
function writtenAt(tokens: readonly Token[], output: readonly string[], index: number): number {
  let begin = 0;
  for (const [place, { start, text }] of tokens.entries()) {
    const part = output[place] ?? "";
    if (index < begin + part.length) return part === text ? start + index - begin : start;
    begin += part.length;
  }
  const last = tokens.at(-1);
  return last ? last.start + last.text.length : 0;
}

/** Without a dialect, the first whose lexer can read the text to its end. */
function readableTokens(sql: string, dialect: Dialect | undefined): Token[] {
  const dialects: Dialect[] = dialect ? [dialect] : ["postgres", "mysql", "sqlite", "duckdb"];
  for (const candidate of dialects) {
    try {
      return tokenize(sql, candidate);
    } catch (error) {
      if (!(error instanceof DatasourceError)) throw error;
    }
  }
  return [];
}

interface Piece {
  /** Text as it is in the literal, escapes included. */
  text?: string;
  name?: string;
}

/** Cuts a literal's content at its placeholders. */
function piecesOf(content: string, backslash: boolean): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  for (let i = 0; i < content.length;) {
    PLACEHOLDER.lastIndex = i;
    const found = content[i] === "{" ? PLACEHOLDER.exec(content) : null;
    if (found?.[1] !== undefined) {
      if (text) pieces.push({ text });
      text = "";
      pieces.push({ name: found[1] });
      i += found[0].length;
    } else {
      const length = backslash && content[i] === "\\" ? 2 : 1;
      text += content.slice(i, i + length);
      i += length;
    }
  }
  if (text) pieces.push({ text });
  return pieces;
}

function refuseInName({ text }: Token): void {
  const [name] = piecesOf(text, false).flatMap((piece) => piece.name ?? []);
  if (name !== undefined) throw inName(name);
}

const inName = (name: string): DatasourceError =>
  rejected(`{{${name}}} is part of a name; a placeholder can only stand for a value.`);

/** `orders_{{year}}`, `{{schema}}.orders`, `1{{x}}`: parts of names and numbers, not values. */
function refuseGlued(tokens: Token[], index: number): void {
  const glued = [tokens[index - 1], tokens[index + 1]].some(
    (neighbour) =>
      neighbour !== undefined &&
      (/^(word|quoted|number|string|parameter|placeholder)$/.test(neighbour.kind) ||
        /^[.$@#\\{}]$/.test(neighbour.text)),
  );
  if (glued)
    throw rejected(`{{${tokens[index]?.name}}} is part of a name or number; a placeholder can only stand for a value.`);
}

interface Binder {
  dialect: Dialect;
  parameters: Cell[];
  origins: string[];
  /** A parameter whose type its place decides. */
  bare(name: string): string;
  /** A parameter that is text. */
  text(name: string): string;
  /** A parameter of several pieces joined, whose type its place decides. */
  joined(pieces: Piece[]): string;
}

function createBinder(dialect: Dialect, values: Readonly<Record<string, string>>): Binder {
  const parameters: Cell[] = [];
  const origins: string[] = [];
  const places = new Map<string, number>();
  const valueOf = (name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw rejected(`There is no value for {{${name}}}.`);
    return value;
  };
  const bind = (kind: "bare" | "text" | "joined", origin: string, value: Cell): string => {
    const key = `${kind} ${origin}`;
    const known = dialect === "mysql" ? undefined : places.get(key);
    const place = known ?? parameters.push(value);
    if (known === undefined) origins.push(origin);
    places.set(key, place);
    if (dialect === "mysql") return "?";
    return hasDollars(dialect) ? `$${place}` : `?${place}`;
  };
  return {
    dialect,
    parameters,
    origins,
    bare(name) {
      const value = valueOf(name);
      return bind("bare", `{{${name}}}`, infersTypes(dialect) ? value : numberOrText(value));
    },
    text: (name) => bind("text", `{{${name}}}`, valueOf(name)),
    joined(pieces) {
      const [only] = pieces;
      // A literal that is nothing but a placeholder is the placeholder.
      if (pieces.length === 1 && only?.name !== undefined) return this.bare(only.name);
      return bind(
        "joined",
        pieces.map(({ text, name }) => (name === undefined ? text : `{{${name}}}`)).join(""),
        pieces.map(({ text, name }) => (name === undefined ? text : valueOf(name))).join(""),
      );
    },
  };
}

/** Engines that infer no types compare a bound text with a number as text, so what reads like a number is bound as one. */
function numberOrText(value: string): Cell {
  const number = Number(value);
  return value !== "" && Number.isFinite(number) && String(number) === value ? number : value;
}

/** Fixed text of which dates, times and numbers are made: such a literal's type is decided by its place. */
const DATE_OR_NUMBER = /^[0-9\s:.\-/+TZ]*$/;

/** What becomes of a literal with placeholders in it and of the tokens around it: the texts of some, by their places. */
function boundLiteral(tokens: Token[], index: number, binder: Binder): [place: number, text: string][] {
  const { dialect } = binder;
  const token = tokens[index];
  if (!token) return [];
  const { prefix = "", quote = "'" } = token;
  const backslash = prefix === "E" || (dialect === "mysql" && quote !== "`");
  const content = contentOf(token);
  const pieces = piecesOf(content, backslash);
  const [name] = pieces.flatMap((piece) => piece.name ?? []);
  if (name === undefined) return [];
  if (prefix !== "" && prefix !== "E" && prefix !== "N") {
    throw rejected(`{{${name}}} cannot stand in a literal that begins with ${prefix}.`);
  }
  const fixed = pieces.map(({ text = "" }) => text).join("");
  const whole = infersTypes(dialect) ? DATE_OR_NUMBER.test(fixed) : pieces.length === 1;
  const typed = typedLiteral(tokens, index, dialect);
  if (!typed && standsForName(tokens, index, dialect)) throw inName(name);
  // A cast says the type itself; its operand is text, whatever the same name is elsewhere.
  const inferred = whole && !typed && !isText(tokens, index, dialect);
  const expression = inferred ? wholeLiteral(pieces, binder) : concatenation(pieces, token, binder);
  return typed ? castTo(typed, index, expression) : [[index, expression]];
}

/** A literal that is one parameter: its type is inferred (PostgreSQL), or it is text. */
function wholeLiteral(pieces: Piece[], binder: Binder): string {
  return infersTypes(binder.dialect) ? binder.joined(pieces) : binder.text(pieces[0]?.name ?? "");
}

function concatenation(pieces: Piece[], { prefix = "", quote = "'" }: Token, binder: Binder): string {
  const { dialect } = binder;
  const parts = pieces.map(({ text = "", name }) => {
    if (name !== undefined) return infersTypes(dialect) ? `${binder.text(name)}::text` : binder.text(name);
    // Dollar quotes have no escapes, so their text becomes an ordinary literal.
    return quote.startsWith("$") ? `'${text.replaceAll("'", "''")}'` : `${prefix}${quote}${text}${quote}`;
  });
  if (parts.length === 1) return parts.join("");
  return dialect === "mysql" ? `CONCAT(${parts.join(", ")})` : `(${parts.join(" || ")})`;
}

/** Whether PostgreSQL has to treat it as text: a cast follows, or its place says nothing about its type (`IS NULL`). */
function isText(tokens: Token[], index: number, dialect: Dialect): boolean {
  if (!infersTypes(dialect)) return false;
  if (tokens[index + 1]?.text === ":" && tokens[index + 2]?.text === ":") return true;
  const after = tokens.slice(index + 1, index + 10).filter(({ kind }) => kind !== "space" && kind !== "comment");
  return /^IS (NOT )?NULL\b/i.test(
    after
      .slice(0, 3)
      .map(({ text }) => text)
      .join(" "),
  );
}

function contentOf({ text, quote = "'" }: Token): string {
  return text.slice(text.indexOf(quote) + quote.length, -quote.length);
}

/** `date '…'` accepts literals only; as a cast it takes an expression. The words around the literal move into it. */
function castTo({ type, tokens }: TypedLiteral, index: number, expression: string): [place: number, text: string][] {
  return [[index, `CAST(${expression} AS ${type})`], ...tokens.map((place): [number, string] => [place, ""])];
}
