import { rejected } from "../failure.ts";
import { words } from "../tokens/tokens.ts";
import { DatasourceError } from "../types.ts";
import { parseDuckdb } from "./duckdb-parser.ts";
import { DUCKDB_FUNCTIONS } from "./functions-duckdb.ts";
import { DUCKDB_EXPRESSIONS, DUCKDB_NODES } from "./grammar-duckdb.ts";
import { isTree, listAt, textAt, treeAt, type Tree } from "./parse-tree.ts";

/** What a refused node is called in SQL. */
const CALLED: Readonly<Record<string, string>> = {
  SHOW_REF: "SHOW, DESCRIBE or SUMMARIZE",
  PIVOT: "PIVOT or UNPIVOT",
  DEFAULT: "DEFAULT",
  at_clause: "AT",
};
const wordFor = (kind: string) => CALLED[kind] ?? kind.toLowerCase().replaceAll("_", " ");

/** Functions that may stand in FROM: what makes rows of values, and reads nothing. */
const TABLE_FUNCTIONS = new Set(["range", "generate_series", "unnest", "json_each", "json_tree"]);

/** Functions that are written with symbols: arithmetic, comparisons, patterns, JSON. */
const DUCKDB_OPERATORS = new Set(
  "+ - * / // % ^ ** & | << >> ~ ! !~ @ || ~~ !~~ ~~* !~~* ~~~ ^@ && @> <@ <-> <=> -> ->> = <> < > <= >=".split(" "),
);

/** Catalogs and schemas that are not the file's. A name before a table's may be either. */
const REFUSED_PLACES = words(
  "INFORMATION_SCHEMA PG_CATALOG SYSTEM TEMP MEMORY PARLEY_SOURCE PARLEY_STRICT PARLEY_WHOLE",
);
const DUCKDB_SYSTEM_TABLE = /^(duckdb_|pragma_|sqlite_|pg_|parley_)/i;

/** Names that DuckDB takes for a file where there is no such table: `FROM 'a.csv'`, `FROM "https://…"`, `FROM a.parquet`. */
const FILE_NAME =
  /[/\\:*?[\]]|\.(parquet|csv|tsv|txt|json|jsonl|ndjson|geojson|gz|zst|zip|db|duckdb|ddb|sqlite3?|xlsx?|arrows?|feather|avro|orc|vortex|shp|gpkg)$/i;

/**
 * Checks that a text is one SELECT that only reads, by the tree of DuckDB's own parser against lists of what is allowed. Below it is a
 * process in which access to files and settings is locked. Throws `SQL_REJECTED`, `SQL_FAILED` where it is no SQL.
 */
export async function checkDuckdb(sql: string): Promise<void> {
  if (sql.trim() === "") throw rejected("The statement is empty.");
  const statements = await parseDuckdb(sql);
  const [statement] = statements;
  if (statements.length !== 1 || !statement) throw rejected("Exactly one statement is allowed.");
  walk(statement, sql);
}

function walk(value: unknown, sql: string): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, sql);
    return;
  }
  if (!isTree(value)) return;
  try {
    checkNode(value, sql);
  } catch (error) {
    // The innermost node that has a place says where.
    if (error instanceof DatasourceError) error.at ??= indexOf(value, sql);
    throw error;
  }
}

/** Where a node begins, as an index of the statement; the tree counts the bytes before it. */
function indexOf(node: Tree, sql: string): number | undefined {
  const at = node["query_location"];
  if (typeof at !== "number" || at > 4 * sql.length) return undefined;
  return Buffer.from(sql).subarray(0, at).toString().length;
}

function checkNode(node: Tree, sql: string): void {
  const [kind, type] = [textAt(node, "class"), textAt(node, "type")];
  if (kind === undefined && type === undefined) {
    for (const value of Object.values(node)) walk(value, sql);
    return;
  }
  const name = kind ?? type ?? "";
  const allowed = kind === undefined ? DUCKDB_NODES.get(name) : DUCKDB_EXPRESSIONS.get(name);
  if (!allowed) throw rejected(`${wordFor(name)} is not allowed in a query.`);
  if (kind === undefined) TABLE_CHECKS.get(name)?.(node);
  else EXPRESSION_CHECKS.get(name)?.(node);
  for (const [field, value] of Object.entries(node)) {
    if (typeof value !== "object" || value === null || isEmpty(value)) continue;
    if (!allowed.has(field)) throw rejected(`${wordFor(field)} is not allowed in a query.`);
    // Values and types hold no expressions.
    if (field !== "value" && field !== "cast_type" && field !== "expected_types" && field !== "sample")
      walk(value, sql);
  }
}

const isEmpty = (value: object): boolean => (Array.isArray(value) ? value : Object.keys(value)).length === 0;

type Check = (node: Tree) => void;

const EXPRESSION_CHECKS = new Map<string, Check>([
  ["FUNCTION", (node) => checkFunction(node, DUCKDB_FUNCTIONS)],
  ["WINDOW", (node) => checkFunction(node, DUCKDB_FUNCTIONS)],
  ["COLUMN_REF", checkColumn],
  ["CAST", (node) => checkType(node["cast_type"])],
]);
const TABLE_CHECKS = new Map<string, Check>([
  ["BASE_TABLE", checkTable],
  ["TABLE_FUNCTION", (node) => checkFunction(treeAt(node, "function"), TABLE_FUNCTIONS)],
]);

function checkFunction(node: Tree, allowed: ReadonlySet<string>): void {
  const name = (textAt(node, "function_name") ?? "").toLowerCase();
  const schema = textAt(node, "schema") ?? "";
  // The parser itself writes `main` before some; any other is a function of the file.
  const isBuiltIn = (textAt(node, "catalog") ?? "") === "" && (schema === "" || schema === "main");
  if (!isBuiltIn || !(allowed.has(name) || (allowed !== TABLE_FUNCTIONS && DUCKDB_OPERATORS.has(name))))
    throw rejected(`The function "${name}" is not allowed.`);
}

/** Names that stand for the session where there is no such column. */
const OF_SESSION = words(
  "CURRENT_CATALOG CURRENT_DATABASE CURRENT_QUERY CURRENT_ROLE CURRENT_SCHEMA CURRENT_USER SESSION_USER",
);

function checkColumn(node: Tree): void {
  const [name, ...more] = listAt(node, "column_names").map(String);
  if (name !== undefined && more.length === 0 && OF_SESSION.has(name.toUpperCase()))
    throw rejected(`${name.toUpperCase()} is not allowed in a query.`);
}

/** Types have numbers and other types in them; nothing that is computed. */
function checkType(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) checkType(item);
    return;
  }
  if (!isTree(value)) return;
  const kind = textAt(value, "class");
  if (kind !== undefined && kind !== "CONSTANT" && kind !== "TYPE")
    throw rejected("This form of a type is not allowed in a query.");
  for (const item of Object.values(value)) checkType(item);
}

function checkTable(node: Tree): void {
  const [catalog = "", schema = "", name = ""] = ["catalog_name", "schema_name", "table_name"].map((field) =>
    textAt(node, field),
  );
  if (catalog !== "") throw rejected("Another database cannot be read.");
  if (REFUSED_PLACES.has(schema.toUpperCase()) || DUCKDB_SYSTEM_TABLE.test(schema))
    throw rejected(`The schema "${schema}" cannot be read.`);
  if (DUCKDB_SYSTEM_TABLE.test(name)) throw rejected(`The relation "${name}" cannot be read.`);
  if (FILE_NAME.test(schema === "" ? name : `${schema}.${name}`))
    throw rejected(`The relation "${name}" cannot be read: a query reads the integration's tables, and no files.`);
}
