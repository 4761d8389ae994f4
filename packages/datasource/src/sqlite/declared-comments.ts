import { nameOf, tokenize, type Token } from "../tokens/lexer.ts";
import { DatasourceError } from "../types.ts";

/** What the text of a CREATE TABLE says in its comments: SQLite keeps that text, and has no other place for them. */
export interface DeclaredComments {
  table: string | null;
  /** By the column's name in lower case. */
  columns: ReadonlyMap<string, string>;
}

/** One entry of the list in brackets: a column, or a constraint (then without a name). */
interface Entry {
  name: string | null;
  comments: string[];
}

/** Words that begin a constraint in the place of a column. */
const CONSTRAINT = /^(constraint|primary|unique|foreign|check)$/i;

/**
 * Returns the comments of a CREATE TABLE. One at the end of a line belongs to the column on it, one on a line of its own to
 * the column below, or to the table before the first column's line begins. A text that cannot be read has none.
 */
export function declaredComments(sql: string): DeclaredComments {
  let tokens: Token[];
  try {
    tokens = tokenize(sql, "sqlite");
  } catch (error) {
    if (error instanceof DatasourceError) return { table: null, columns: new Map() };
    throw error;
  }
  const own: string[] = [];
  const entries = entriesOf(tokens, own);
  const columns = new Map<string, string>();
  for (const { name, comments } of entries)
    if (name !== null && comments.length > 0) columns.set(name.toLowerCase(), comments.join(" "));
  return { table: own.length > 0 ? own.join(" ") : null, columns };
}

/** Where the reading of a CREATE TABLE stands. */
interface Place {
  depth: number;
  entry: Entry | null;
  /** The last token that is neither space nor comment, and whether a line has ended since. */
  last: Token | null;
  newLine: boolean;
  /** Comments on lines of their own: they belong to what comes next. */
  above: string[];
}

/** The entries of the list; comments of the table itself are added to `own`. */
function entriesOf(tokens: readonly Token[], own: string[]): Entry[] {
  const entries: Entry[] = [];
  const place: Place = { depth: 0, entry: null, last: null, newLine: false, above: [] };
  for (const token of tokens) {
    if (token.kind === "space") place.newLine ||= token.text.includes("\n");
    else if (token.kind === "comment") listFor(place, entries, own).push(...wordsOf(token.text));
    else read(token, place, entries);
  }
  entries.at(-1)?.comments.push(...place.above);
  return entries;
}

/** The list that a comment at this place belongs to. */
function listFor({ depth, entry, last, newLine, above }: Place, entries: readonly Entry[], own: string[]): string[] {
  if (depth === 0 || (depth === 1 && last?.text === "(" && !newLine)) return own;
  if (newLine && entry === null) return above;
  return (entry ?? entries.at(-1))?.comments ?? own;
}

function read(token: Token, place: Place, entries: Entry[]): void {
  if (place.depth === 1 && (token.text === "," || token.text === ")")) place.entry = null;
  else if (place.depth === 1 && place.entry === null) {
    place.entry = { name: isConstraint(token) ? null : nameOf(token), comments: place.above };
    entries.push(place.entry);
    place.above = [];
  }
  if (token.text === "(") place.depth += 1;
  if (token.text === ")") place.depth -= 1;
  place.last = token;
  place.newLine = false;
}

const isConstraint = ({ kind, text }: Token): boolean => kind === "word" && CONSTRAINT.test(text);

/** What a comment says: nothing where it is a line of dashes. */
function wordsOf(comment: string): string[] {
  const inner = comment.startsWith("--") ? comment.slice(2) : comment.replace(/^\/\*+|\*+\/$/g, "");
  const text = inner
    .split("\n")
    .map((line) => line.replace(/^\s*\*+/, "").trim())
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(text) ? [text] : [];
}
