import { walkTablePlaces } from "../guard/table-places.ts";
import { nameOf, tokenize, type Token } from "../tokens/lexer.ts";
import { isSignificant, isSymbol, wordOf, words } from "../tokens/tokens.ts";
import { type Fence, type FencedTable, standIn } from "./fence.ts";
import { MASK } from "./marks.ts";
import { closedRelation, maskedUse, oddPlace } from "./refusals.ts";

const quote = (name: string) => `\`${name.replaceAll("`", "``")}\``;

/** Words that may follow a table's name and are no alias. */
const AFTER_TABLE = words(
  "WHERE GROUP HAVING ORDER LIMIT WINDOW UNION EXCEPT INTERSECT MINUS ON USING JOIN INNER LEFT RIGHT CROSS NATURAL STRAIGHT_JOIN FULL OUTER " +
    "OFFSET FETCH LATERAL",
);
/** Words that say how the table is read: a select has no room for them. */
const HINTS = words("PARTITION USE FORCE IGNORE FOR TABLESAMPLE");

interface Place {
  table: FencedTable;
  /** What the table goes by in the statement, in lower case. */
  called: string;
  start: number;
  end: number;
  text: string;
}

const lower = (token: Token | undefined): string => (token ? nameOf(token).toLowerCase().replace(/^\./, "") : "");

/**
 * Returns a MySQL statement in which a select of what is open stands in the place of each table that has closed columns. A
 * fenced table's name anywhere else than in the place of a table, or before a dot, is refused. Throws `SQL_REJECTED`.
 */
export function fencedMysql(sql: string, fence: Fence, database: string): string {
  const tokens = tokenize(sql, "mysql").filter(isSignificant);
  const byName = new Map(fence.tables.map((table) => [table.name.toLowerCase(), table]));
  const closed = new Set(fence.closed.map(({ name }) => name.toLowerCase()));
  const places: Place[] = [];
  const last = new Set<number>();
  walkTablePlaces(tokens, (index, expectsTable) => {
    if (!expectsTable) return;
    const end = endOfName(tokens, index);
    const name = lower(tokens[end]);
    if (closed.has(name)) throw closedRelation(name);
    const table = byName.get(name);
    if (!table) return;
    last.add(end);
    places.push(placeOf(tokens, { index, end, table }));
  });
  tokens.forEach((token, index) => {
    if (token.kind !== "word" && token.kind !== "quoted" && token.kind !== "number") return;
    const name = lower(token);
    if ((!byName.has(name) && !closed.has(name)) || last.has(index)) return;
    const qualifies = isSymbol(tokens[index + 1], ".") && !isSymbol(tokens[index - 1], ".");
    const isColumn = isSymbol(tokens[index - 1], ".") && lower(tokens[index - 2]) !== database.toLowerCase();
    if (!qualifies && !isColumn && token.kind !== "number") throw oddPlace(name);
  });
  if (places.length === 0) return sql;
  refuseMaskedUse(tokens, places);
  let made = sql;
  for (const { start, end, text } of places.toSorted((a, b) => b.start - a.start))
    made = `${made.slice(0, start)}${text}${made.slice(end)}`;
  return made;
}

/** The last token of a name of several parts. */
export function endOfName(tokens: readonly Token[], index: number): number {
  let at = index;
  for (;;) {
    const next = tokens[at + 1];
    if (next?.kind === "number" && next.text.startsWith(".")) at += 1;
    else if (isSymbol(next, ".") && tokens[at + 2]) at += 2;
    else return at;
  }
}

function placeOf(
  tokens: readonly Token[],
  { index, end, table }: { index: number; end: number; table: FencedTable },
): Place {
  const [first, final, after] = [tokens[index], tokens[end], tokens[end + 1]];
  if (!first || !final || HINTS.has(wordOf(after)) || (isSymbol(after, "(") && after)) throw oddPlace(table.name);
  const alias = aliasAfter(tokens, end + 1);
  if (alias !== undefined && HINTS.has(wordOf(tokens[end + (wordOf(after) === "AS" ? 3 : 2)])))
    throw oddPlace(table.name);
  const text = standIn(table, quote(table.name), { quote, mask: `'${MASK}'` });
  return {
    table,
    called: (alias ?? table.name).toLowerCase(),
    start: first.start,
    end: final.start + final.text.length,
    text: alias === undefined ? `${text} AS ${quote(table.name)}` : text,
  };
}

/** What a table goes by, where the token after its name is an alias, or AS before one. */
export function aliasAfter(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  if (wordOf(token) === "AS") return tokens[at + 1] ? nameOf(tokens[at + 1] as Token) : undefined;
  const isName = token?.kind === "quoted" || (token?.kind === "word" && !AFTER_TABLE.has(wordOf(token)));
  return token && isName ? nameOf(token) : undefined;
}

const BEFORE_SHOWN = words("SELECT DISTINCT ALL SQL_NO_CACHE AS");
const ENDS_OF_LIST = words("FROM WHERE GROUP HAVING ORDER LIMIT WINDOW UNION EXCEPT INTERSECT MINUS ON USING VALUES");

/** For each token: whether it stands in a select's list, and in no brackets there. */
function listedIn(tokens: readonly Token[]): boolean[] {
  const open: boolean[] = [];
  let isListed = false;
  return tokens.map((token) => {
    if (isSymbol(token, "(")) {
      open.push(isListed);
      isListed = false;
    } else if (isSymbol(token, ")")) isListed = open.pop() ?? false;
    else if (wordOf(token) === "SELECT") isListed = true;
    else if (ENDS_OF_LIST.has(wordOf(token))) isListed = false;
    return isListed;
  });
}

/** Refuses a masked column anywhere but as an item of a select's list. */
function refuseMaskedUse(tokens: readonly Token[], places: readonly Pick<Place, "table" | "called">[]): void {
  const listed = listedIn(tokens);
  tokens.forEach((token, index) => {
    if (token.kind !== "word" && token.kind !== "quoted") return;
    const name = lower(token);
    let from = index;
    while (isSymbol(tokens[from - 1], ".")) from -= 2;
    const qualifier = from < index ? lower(tokens[index - 2]) : undefined;
    const isMasked = places.some(
      ({ table, called }) =>
        (qualifier === undefined || qualifier === called) &&
        table.columns.some((column) => column.masked && column.name.toLowerCase() === name),
    );
    if (!isMasked || isSymbol(tokens[index + 1], ".")) return;
    const [before, after] = [tokens[from - 1], tokens[index + 1]];
    const begins = BEFORE_SHOWN.has(wordOf(before)) || isSymbol(before, ",");
    const ends = after === undefined || [",", ")", ";"].some((symbol) => isSymbol(after, symbol));
    const isAlias = (after?.kind === "word" || after?.kind === "quoted") && !OPERATORS.has(wordOf(after));
    if (listed[index] !== true || !begins || !(ends || isAlias)) throw maskedUse(nameOf(token));
  });
}

/** Words that make an expression of what stands before them. */
const OPERATORS = words(
  "LIKE IN IS NOT BETWEEN AND OR XOR DIV MOD REGEXP RLIKE COLLATE ASC DESC GLOB MATCH ISNULL NOTNULL SOUNDS MEMBER",
);

/** Checks a statement on a file, whose tables are fenced in the process that reads the file: a masked column can only be shown. */
export function checkMaskedInFile(
  sql: string,
  dialect: "sqlite" | "duckdb",
  masked: readonly { table: string; column: string }[],
): void {
  const tokens = tokenize(sql, dialect).filter(isSignificant);
  const named = new Set(tokens.map(lower));
  const places = masked
    .filter(({ table }) => named.has(table.toLowerCase()))
    .map(({ table, column }) => ({
      table: { schema: null, name: table, visible: true, hidden: [], columns: [{ name: column, masked: true }] },
      called: "",
    }));
  if (places.length === 0) return;
  // Aliases are not followed here: a qualified name counts where the table is named at all.
  const qualifiers = new Set(tokens.filter((_, at) => isSymbol(tokens[at + 1], ".")).map(lower));
  refuseMaskedUse(
    tokens,
    places.flatMap((place) => [place, ...[...qualifiers].map((called) => ({ ...place, called }))]),
  );
}
