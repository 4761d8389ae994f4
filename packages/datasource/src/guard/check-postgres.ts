import { rejected } from "../failure.ts";
import { FUNCTIONS } from "./functions.ts";
import { GRAMMAR } from "./grammar.ts";
import { isTree, listAt, namesOf, type Tree } from "./parse-tree.ts";
import { parsePostgres } from "./postgres-parser.ts";
import { checkSeries } from "./series-sizes.ts";
import { checkValueSizes } from "./value-sizes.ts";
import { words } from "../tokens/tokens.ts";
import { DatasourceError } from "../types.ts";

/** What a refused field or node is called in SQL. */
const WORDS: Record<string, string> = {
  intoClause: "SELECT INTO",
  lockingClause: "FOR UPDATE or FOR SHARE",
  InsertStmt: "INSERT",
  UpdateStmt: "UPDATE",
  DeleteStmt: "DELETE",
  MergeStmt: "MERGE",
  SetToDefault: "DEFAULT",
  CurrentOfExpr: "CURRENT OF",
  XmlExpr: "XML",
  XmlSerialize: "XML",
  RangeTableFunc: "XMLTABLE",
  RangeFunction: "A function in FROM",
  RangeTableSample: "TABLESAMPLE",
};

/** What differs between the dialects that are read by this parser. */
export interface ParsedDialect {
  functions: ReadonlySet<string>;
  /** Types of values, where no other is allowed. */
  types?: ReadonlySet<string>;
  /** Parts of the grammar that are refused here. */
  refused?: ReadonlySet<string>;
  /** Whether a name is the system's. */
  isSystem(relation: string, schema: string | undefined): boolean;
  /** Names that stand for something else where there is no such column. */
  isColumn?(name: string): boolean;
  /** Whether a name after an element of a column (`items[1].price`) is a field of it, and never a function. */
  hasRowFields?: boolean;
}

const POSTGRES_READING: ParsedDialect = { functions: FUNCTIONS.postgres, isSystem: isSystemName };

/**
 * Checks that a text is one SELECT that only reads. Returns its tree and the weight of the largest value it makes, in
 * stored values. `schemas`, where given, are the only ones it may name.
 */
export async function checkPostgres(
  sql: string,
  schemas?: readonly string[],
  dialect: ParsedDialect = POSTGRES_READING,
): Promise<{ select: Tree; heaviest: number }> {
  if (sql.trim() === "") throw rejected("The statement is empty.");
  const statements = await parsePostgres(sql);
  const [statement] = statements;
  if (statements.length !== 1 || !isTree(statement)) throw rejected("Exactly one statement is allowed.");
  const root = statement["stmt"];
  if (!isTree(root)) throw rejected("The statement is empty.");
  const [kind] = Object.keys(root);
  const select = root["SelectStmt"];
  if (!isTree(select)) throw rejected(`Only SELECT is allowed, not ${wordFor(kind ?? "an empty statement")}.`);
  walk(root, { sql, schemas, dialect, functionAliases: collectFunctionAliases(root) });
  return { select, heaviest: checkValueSizes(select) };
}

/** Where a node begins, as an index of the statement; the tree counts the bytes before it. */
function indexOf(node: Tree, sql: string): number | undefined {
  const { location } = node;
  return typeof location === "number" ? Buffer.from(sql).subarray(0, location).toString().length : undefined;
}

interface Context {
  sql: string;
  schemas: readonly string[] | undefined;
  dialect: ParsedDialect;
  /** Columns of functions in FROM, by alias. */
  functionAliases: Map<string, Set<string>>;
}

function walk(value: unknown, context: Context): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, context);
    return;
  }
  if (!isTree(value)) return;
  for (const [type, fields] of Object.entries(value)) {
    if (!isTree(fields)) throw rejected(`This form of SQL is not allowed (${wordFor(type)}).`);
    walkNode(type, fields, context);
  }
}

function walkNode(type: string, node: Tree, context: Context): void {
  try {
    checkNode(type, node, context);
  } catch (error) {
    // The innermost node that has a place says where.
    if (error instanceof DatasourceError) error.at ??= indexOf(node, context.sql);
    throw error;
  }
}

function checkNode(type: string, node: Tree, context: Context): void {
  const allowed = GRAMMAR.get(type);
  if (!allowed || context.dialect.refused?.has(type)) throw rejected(`${wordFor(type)} is not allowed in a query.`);
  CHECKS.get(type)?.(node, context);
  for (const [field, value] of Object.entries(node)) {
    if (typeof value !== "object" || value === null) continue;
    const inline = allowed.get(field);
    if (inline === undefined) throw rejected(`${wordFor(field)} is not allowed in a query.`);
    if (inline === "") walk(value, context);
    else if (isTree(value)) walkNode(inline, value, context);
  }
}

type Check = (node: Tree, context: Context) => void;

const CHECKS = new Map<string, Check>([
  ["RangeVar", checkRelation],
  ["FuncCall", checkCall],
  ["TypeName", checkType],
  ["ColumnRef", checkColumn],
  ["A_Indirection", checkIndirection],
  ["SQLValueFunction", checkValueFunction],
  ["A_Expr", (node) => checkOperator(node["name"])],
  ["SubLink", (node) => checkOperator(node["operName"])],
  ["SortBy", (node) => checkOperator(node["useOp"])],
  ["RangeTableSample", checkSample],
  ["CollateClause", (node) => checkSchemaOf(namesOf(node["collname"]))],
]);

function checkRelation(node: Tree, { schemas, dialect }: Context): void {
  const { catalogname, schemaname, relname } = node;
  if (catalogname !== undefined) throw rejected("Another database cannot be read.");
  if (typeof schemaname === "string") {
    if (isSystemSchema(schemaname)) throw rejected(`The schema "${schemaname}" cannot be read.`);
    if (schemas && !schemas.includes(schemaname))
      throw rejected(`The schema "${schemaname}" is not part of this integration.`);
  }
  const schema = typeof schemaname === "string" ? schemaname : undefined;
  if (typeof relname === "string" && dialect.isSystem(relname, schema))
    throw rejected(`The relation "${relname}" cannot be read.`);
}

function isSystemName(name: string): boolean {
  return /^pg_/i.test(name);
}

function isSystemSchema(name: string): boolean {
  return isSystemName(name) || name.toLowerCase() === "information_schema";
}

function checkCall(node: Tree, { dialect }: Context): void {
  const names = namesOf(node["funcname"]);
  checkFunction(names, dialect);
  if (names.at(-1) === "generate_series") checkSeries(listAt(node, "args"));
}

function checkFunction(names: string[], { functions }: ParsedDialect): void {
  const name = names.at(-1) ?? "";
  const schema = names.length > 1 ? names[0] : undefined;
  // `COLLATION FOR (…)` and similar forms parse into pg_catalog; a name in any other schema is someone's own function.
  const known = names.length <= 2 && (schema === undefined || schema === "pg_catalog");
  if (!known || !functions.has(name)) throw rejected(`The function "${names.join(".")}" is not allowed.`);
}

/**
 * Types that look names up in the catalogs (`'secrets'::regclass`, `'owner=r/owner'::aclitem`), the catalogs' own, and
 * those no column has. Types that are not PostgreSQL's are the catalog's to judge (`admission.ts`).
 */
const REFUSED_TYPES = words(
  "refcursor aclitem oid xid xid8 cid tid int2vector oidvector gtsvector txid_snapshot xml record void cstring internal unknown " +
    "trigger event_trigger",
);
const REFUSED_FAMILY = /^(reg\w+|_?pg_.*|any\w*|\w+_handler)$/;

/** PostgreSQL's types of values. */
export const BUILT_IN_TYPES = words(
  "bool int2 int4 int8 float4 float8 numeric money text varchar bpchar char name bytea bit varbit uuid json jsonb jsonpath " +
    "date time timetz timestamp timestamptz interval inet cidr macaddr macaddr8 point line lseg box path polygon circle tsvector tsquery " +
    "int4range int8range numrange daterange tsrange tstzrange int4multirange int8multirange nummultirange datemultirange tsmultirange tstzmultirange",
);

const isRefusedType = (name: string): boolean => REFUSED_TYPES.has(name) || REFUSED_FAMILY.test(name);

function checkType(node: Tree, { dialect }: Context): void {
  const names = namesOf(node["names"]);
  const name = (names.at(-1) ?? "").replace(/^_/, "");
  const isOwn = names.length === 2 && names[0] === "pg_catalog";
  const isKnown = dialect.types?.has(name) ?? (!isOwn || BUILT_IN_TYPES.has(name));
  const refused = isRefusedType(name.toLowerCase()) || !isKnown || names.length > 2;
  if (refused) throw rejected(`The type "${names.join(".")}" is not allowed.`);
  if (names.length === 2 && !isOwn) checkSchemaOf(names);
}

function checkSchemaOf(names: string[]): void {
  const schema = names.length > 1 ? names[0] : undefined;
  if (schema !== undefined && schema !== "pg_catalog" && isSystemSchema(schema)) {
    throw rejected(`The schema "${schema}" cannot be read.`);
  }
}

/**
 * `alias.name` calls the function `name` when no such column exists (`x.pg_read_file` with `unnest(…) AS x`). With a
 * table or subquery the function would have to take a whole row: of PostgreSQL's own, only those that restore statistics
 * do that and more than compute. A function in FROM yields plain values, so it may only be asked for the columns it has.
 */
function checkColumn(node: Tree, { functionAliases, dialect }: Context): void {
  const names = namesOf(node["fields"]);
  const odd = names.find((each) => dialect.isColumn?.(each) === false);
  if (odd !== undefined) throw rejected(`The name "${odd}" is not allowed.`);
  const [alias = "", name] = names.slice(-2);
  if (name === undefined) return;
  const columns = functionAliases.get(alias);
  if (name.startsWith("pg_restore_")) throw rejected(`The name "${name}" is not allowed.`);
  if (columns && !columns.has(name)) throw rejected(`"${names.join(".")}" is not a column of that function.`);
}

/** Functions whose result is a row with these columns. */
const ROW_FUNCTIONS = /^jsonb?_each(_text)?$/;

/** `(value).name` calls the function `name` when the value has no such field, so only known fields pass. */
function checkIndirection(node: Tree, { dialect }: Context): void {
  const { arg, indirection } = node;
  const [first] = listAt(node, "indirection");
  const isElement = isTree(arg) && isTree(arg["ColumnRef"]) && isTree(first) && isTree(first["A_Indices"]);
  if (dialect.hasRowFields === true && isElement) return;
  const fields = namesOf(indirection);
  if (fields.length === 0) return;
  const call = isTree(arg) && isTree(arg["FuncCall"]) ? namesOf(arg["FuncCall"]["funcname"]).at(-1) : undefined;
  const known =
    call !== undefined && ROW_FUNCTIONS.test(call) && fields.every((field) => field === "key" || field === "value");
  if (!known) {
    const instead = dialect.hasRowFields === true ? "" : `; use to_jsonb(…) ->> '${fields[0]}' instead`;
    throw rejected(`Reading a field with (…).${fields[0]} is not allowed${instead}.`);
  }
}

const VALUE_FUNCTIONS = /^SVFOP_(CURRENT_DATE|CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP)(_N)?$/;

function checkValueFunction(node: Tree): void {
  const op = String(node["op"]);
  if (!VALUE_FUNCTIONS.test(op)) throw rejected(`${op.replace("SVFOP_", "").toLowerCase()} is not allowed.`);
}

function checkOperator(name: unknown): void {
  const names = namesOf(name);
  if (names.length > 1 && names[0] !== "pg_catalog") throw rejected("Operators of other schemas are not allowed.");
}

function checkSample(node: Tree): void {
  const names = namesOf(node["method"]);
  const known = names.length === 1 && (names[0] === "bernoulli" || names[0] === "system");
  if (!known) throw rejected(`The sampling method "${names.join(".")}" is not allowed.`);
}

/**
 * The aliases of functions in FROM and the column names each may be asked for. Where several go by one alias, in scopes of
 * their own, only what all of them have: a column of one would be a call on another.
 */
function collectFunctionAliases(root: Tree): Map<string, Set<string>> {
  const aliases = new Map<string, Set<string>>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isTree(value)) return;
    const range = value["RangeFunction"];
    if (isTree(range)) {
      const functions = callsIn(range["functions"]);
      const alias = isTree(range["alias"]) ? range["alias"] : {};
      const declared = [...namesOf(alias["colnames"]), ...columnDefinitions(range["coldeflist"])];
      const named = typeof alias["aliasname"] === "string" ? [alias["aliasname"]] : functions;
      // `FROM coalesce(…)` gets its name from its syntax, not from a call.
      if (named.length === 0) throw rejected("Give this function in FROM an alias (… AS x).");
      for (const name of named) {
        const columns = [name, ...functions, ...declared, "ordinality", "key", "value"];
        const earlier = aliases.get(name);
        aliases.set(name, new Set(earlier ? columns.filter((column) => earlier.has(column)) : columns));
      }
    }
    Object.values(value).forEach(visit);
  };
  visit(root);
  return aliases;
}

function callsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isTree(value)) return [];
  if (isTree(value["List"])) return callsIn(value["List"]["items"]);
  if (isTree(value["FuncCall"])) return namesOf(value["FuncCall"]["funcname"]).slice(-1);
  return [];
}

function columnDefinitions(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const column = isTree(item) ? item["ColumnDef"] : undefined;
    return isTree(column) && typeof column["colname"] === "string" ? [column["colname"]] : [];
  });
}

function wordFor(name: string): string {
  const known = WORDS[name];
  if (known) return known;
  const bare = name.replace(/(Stmt|Clause|Expr)$/, "");
  return bare.replace(/([a-z])([A-Z])/g, "$1 $2").toUpperCase();
}
