import { failed, placed, rejected } from "../failure.ts";
import type { Token } from "../tokens/lexer.ts";
import { isSignificant, isSymbol, wordOf, words } from "../tokens/tokens.ts";
import { DatasourceError } from "../types.ts";
import { checkPostgres, type ParsedDialect } from "./check-postgres.ts";
import { ATHENA_FUNCTIONS } from "./functions-athena.ts";
import { isTree, listAt, namesOf, unwrapped } from "./parse-tree.ts";
import { checkSpellings } from "./spellings.ts";

/** Words that name the session where there is no such column. What begins with a dollar sign is hidden: a row's file, for one. */
const OF_ATHENA_SESSION = words("current_groups current_path current_principal");

const ATHENA_READING: ParsedDialect = {
  functions: ATHENA_FUNCTIONS,
  types: words(
    "bool int2 int4 int8 float4 float8 double tinyint numeric varchar bpchar char varbinary json date time timetz timestamp timestamptz " +
      "interval uuid ipaddress",
  ),
  // Forms of JSON and named arguments are read by Trino in a way of its own.
  refused: words(
    "JsonTable JsonFuncExpr JsonParseExpr JsonScalarExpr JsonSerializeExpr JsonObjectConstructor JsonArrayConstructor " +
      "JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg JsonIsPredicate NamedArgExpr CollateClause",
  ),
  // `"orders$partitions"` and the like are tables about a table: its files, its history.
  isSystem: (relation) => relation.includes("$") || /^pg_/i.test(relation),
  isColumn: (name) => !OF_ATHENA_SESSION.has(name.toLowerCase()) && !name.includes("$"),
  hasRowFields: true,
};

/** What a statement that only reads begins with. */
const FIRST_WORDS = words("SELECT WITH VALUES TABLE");
/** Symbols that Athena's SQL has, but for quotes. */
const SYMBOLS = /^[(),.;*+\-/%<>=!|[\]]$/;

/**
 * Checks that a text is one SELECT that only reads, by PostgreSQL's parser: of what Athena (Trino) reads, the part that both read in
 * one way. What Trino knows beyond it (TRY_CAST, MATCH_RECOGNIZE, types of rows) cannot be checked, and is `SQL_FAILED`; what both may
 * read differently is `SQL_REJECTED`. `databases` are those of the catalog that it may name.
 */
export async function checkAthena(
  sql: string,
  tokens: readonly Token[],
  databases: readonly string[] | undefined,
): Promise<void> {
  checkBeginning(tokens);
  checkSpellings(tokens, { engine: "Athena", isBackslashEscape: false, parameter: "?" });
  for (const token of tokens) placed(token.start, () => checkSymbol(token));
  try {
    const { select } = await checkPostgres(sql, databases, ATHENA_READING);
    checkFrom(select);
  } catch (error) {
    if (!(error instanceof DatasourceError) || error.code !== "SQL_FAILED") throw error;
    throw failed(
      `${error.message}. Statements for Athena keep to the syntax that it shares with PostgreSQL: TRY(CAST(…)), not TRY_CAST.`,
      error.at,
    );
  }
}

/** `USING EXTERNAL FUNCTION`, `UNLOAD`, `EXECUTE` and the like are told by their first word. */
function checkBeginning(tokens: readonly Token[]): void {
  const first = tokens.find((token) => isSignificant(token) && !isSymbol(token, "("));
  if (first && !FIRST_WORDS.has(wordOf(first)))
    throw placed(first.start, () => rejected(`Only SELECT is allowed, not ${wordOf(first) || first.text}.`));
}

function checkSymbol({ kind, text }: Token): void {
  if (kind !== "symbol" || SYMBOLS.test(text)) return;
  if (text === ":") throw rejected("Athena has no colons: write CAST(x AS type).");
  throw rejected(`The symbol ${text} is not allowed in a query.`);
}

/** Of functions only UNNEST stands in FROM: others make tables of what they are called with, or ask elsewhere. */
function checkFrom(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) checkFrom(item);
    return;
  }
  if (!isTree(value)) return;
  const range = value["RangeFunction"];
  if (isTree(range)) {
    const names = listAt(range, "functions").flatMap((item) => {
      const [, list] = unwrapped(item);
      return listAt(list, "items").flatMap((call) => {
        const [kind, node] = unwrapped(call);
        return kind === "" ? [] : [namesOf(node["funcname"]).join(".")];
      });
    });
    if (range["is_rowsfrom"] === true || names.length !== 1 || names[0] !== "unnest")
      throw rejected("Of functions only UNNEST can stand in FROM.");
  }
  for (const child of Object.values(value)) checkFrom(child);
}
