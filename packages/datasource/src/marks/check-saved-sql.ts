import { walkTablePlaces } from "../guard/table-places.ts";
import { nameOf, tokenize, type Token } from "../tokens/lexer.ts";
import { isSignificant, isSymbol, wordOf, words } from "../tokens/tokens.ts";
import type { Dialect } from "../types.ts";
import type { Fence } from "./fence.ts";
import { aliasAfter, checkMaskedInFile, endOfName, fencedMysql } from "./fenced-tokens.ts";
import { type ColumnMark, isClosed } from "./marks.ts";
import { hiddenColumn, hiddenUnlessQualified } from "./refusals.ts";

/** What SQL is written for. */
interface SavedSql {
  dialect: Dialect;
  marks: readonly ColumnMark[];
  /** MySQL: the only database. */
  database?: string | undefined;
}

/**
 * Refuses SQL that is to be saved and could not run: it names a hidden column of a table that it reads, or does more with a masked
 * one than show it. Connects to nothing, so it goes by what is written and not by what views are made of: what is read when it runs
 * is decided then (`fenced.ts`). Throws `SQL_REJECTED`.
 */
export async function checkSavedSql(sql: string, { dialect, marks, database }: SavedSql): Promise<void> {
  const tokens = tokenize(sql, dialect).filter(isSignificant);
  const named = new Set(tokens.map(lower));
  const closed = marks.filter((mark) => isClosed(mark) && named.has(mark.table.toLowerCase()));
  if (closed.length === 0) return;
  checkHidden(
    tokens,
    closed.filter(({ mark }) => mark === "hidden"),
  );
  const masked = closed.filter(({ mark }) => mark === "masked");
  if (masked.length === 0) return;
  if (dialect === "sqlite" || dialect === "duckdb") checkMaskedInFile(sql, dialect, masked);
  else if (dialect === "mysql") fencedMysql(sql, fenceOf(masked, [null]), database ?? "");
  else {
    const { fencedPostgres } = await import("./fenced-postgres.ts");
    const qualifiers = tokens.filter((_, at) => isSymbol(tokens[at + 1], ".")).map(nameOf);
    await fencedPostgres(sql, fenceOf(masked, [null, ...new Set(qualifiers)]), dialect);
  }
}

const lower = (token: Token | undefined): string => (token ? nameOf(token).toLowerCase() : "");

/** The masked columns by what a statement may call their tables: a table without a schema may be that of any. */
function fenceOf(masked: readonly ColumnMark[], schemas: readonly (string | null)[]): Fence {
  const names = [...new Set(masked.map(({ table }) => table))];
  const tables = names.flatMap((name) =>
    schemas.flatMap((schema) => {
      const own = masked.filter(
        (mark) => mark.table === name && (mark.schema === null || schema === null || mark.schema === schema),
      );
      const columns = own.map(({ column }) => ({ name: column, masked: true }));
      return columns.length === 0 ? [] : [{ schema, name, visible: schema === null, hidden: [], columns }];
    }),
  );
  return { tables, closed: [] };
}

/** A table that is read, in lower case: its schema if one is written, its name, and what it goes by. */
interface Place {
  schema: string | undefined;
  name: string;
  called: string;
}

/** A select with the tables that it reads itself; what is written in it may be theirs, or of those around it. */
interface Scope {
  around: Scope | undefined;
  places: Place[];
}

const SET_OPERATORS = words("UNION EXCEPT INTERSECT MINUS");

/** The scope of each token: brackets open one where a query begins, and the next query of a UNION is another one. */
function scopesOf(tokens: readonly Token[]): Scope[] {
  const open: Scope[] = [];
  let scope: Scope = { around: undefined, places: [] };
  const scopes = tokens.map((token, index) => {
    if (isSymbol(token, "(")) {
      open.push(scope);
      const isQuery = QUERIES.has(wordOf(tokens[index + 1]));
      if (isQuery) scope = { around: scope, places: [] };
    } else if (isSymbol(token, ")")) scope = open.pop() ?? scope;
    else if (SET_OPERATORS.has(wordOf(token))) scope = { around: scope.around, places: [] };
    return scope;
  });
  walkTablePlaces(tokens, (index, expectsTable) => {
    if (!expectsTable) return;
    const end = endOfName(tokens, index);
    const name = lower(tokens[end]);
    const schema = end > index ? lower(tokens[end - 2]) : undefined;
    scopes[index]?.places.push({ schema, name, called: (aliasAfter(tokens, end + 1) ?? name).toLowerCase() });
  });
  return scopes;
}

const QUERIES = words("SELECT WITH VALUES TABLE");

/** Words that are no column where no quotes are around them. */
const NEVER_COLUMNS = words(
  "SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT OFFSET UNION EXCEPT INTERSECT ALL DISTINCT AS ON USING JOIN LEFT RIGHT INNER OUTER CROSS " +
    "NATURAL CASE WHEN THEN ELSE END AND OR NOT IN IS NULL LIKE BETWEEN EXISTS CAST WITH RECURSIVE WINDOW OVER PARTITION TABLE VALUES ASC DESC",
);

/** True where the token can be the name of a column that is read. */
function isColumn(tokens: readonly Token[], index: number): boolean {
  const [token, before, after] = [tokens[index], tokens[index - 1], tokens[index + 1]];
  if (token?.kind === "word" ? NEVER_COLUMNS.has(wordOf(token)) : token?.kind !== "quoted") return false;
  if (wordOf(before) === "AS" || isSymbol(before, "::") || after?.kind === "string") return false;
  return !isSymbol(after, "(") && !isSymbol(after, ".") && wordOf(tokens[index - 2]) !== "EXTRACT";
}

const isOf = (mark: ColumnMark, { schema, name }: Place): boolean =>
  mark.table.toLowerCase() === name &&
  (mark.schema === null || schema === undefined || mark.schema.toLowerCase() === schema);

/** The places of tables, but for the names that the statement itself gives to queries. */
function tablesRead(tokens: readonly Token[], scopes: readonly Scope[]): Place[] {
  const given = new Set(
    tokens.filter((_, at) => wordOf(tokens[at + 1]) === "AS" && isSymbol(tokens[at + 2], "(")).map(lower),
  );
  return [...new Set(scopes)].flatMap(({ places }) => places).filter(({ name }) => !given.has(name));
}

/** Refuses a hidden column where it is read. `hidden` are those of tables that are named. */
function checkHidden(tokens: readonly Token[], hidden: readonly ColumnMark[]): void {
  if (hidden.length === 0) return;
  const scopes = scopesOf(tokens);
  const read = tablesRead(tokens, scopes);
  const isAlone = new Set(read.map(({ name }) => name)).size === 1;
  const made = new Set<string>();
  tokens.forEach((token, index) => {
    const name = lower(token);
    const marks = hidden.filter(({ column }) => column.toLowerCase() === name);
    if (marks.length === 0) return;
    if (wordOf(tokens[index - 1]) === "AS") made.add(name);
    const isQualified = isSymbol(tokens[index - 1], ".");
    // What an expression was called before may be what is meant.
    if (!isColumn(tokens, index) || (!isQualified && made.has(name))) return;
    const seen = placesSeen(scopes[index], isQualified ? lower(tokens[index - 2]) : undefined);
    // Of one table alone it is the column of that, through whatever subqueries.
    const places = isAlone ? read : seen;
    if (!marks.some((mark) => places.some((place) => isOf(mark, place)))) return;
    throw isQualified || isAlone ? hiddenColumn(nameOf(token)) : hiddenUnlessQualified(nameOf(token));
  });
}

/** The tables that a column may be of: those that go by its qualifier, or all that its scope sees. */
function placesSeen(scope: Scope | undefined, qualifier: string | undefined): Place[] {
  if (!scope) return [];
  const own = scope.places.filter(({ called }) => qualifier === undefined || called === qualifier);
  return [...own, ...placesSeen(scope.around, qualifier)];
}
