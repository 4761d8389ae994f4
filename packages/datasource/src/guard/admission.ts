import { checkColumns, type TableColumns } from "./column-scopes.ts";
import type { Admission } from "../driver.ts";
import { rejected } from "../failure.ts";
import { BUILT_IN_TYPES } from "./check-postgres.ts";
import { isTree, namesOf, textAt, type Tree } from "./parse-tree.ts";
import type { Cell } from "../types.ts";

/*
 * What a statement's names stand for in the database it is for. The guard knows names only; the same name may be a
 * column or a function (`c.secret_of`), PostgreSQL's own `lower` or the customer's, an enum or the row of a table. So the
 * catalog is asked in the statement's own transaction, right before it runs.
 */

/** What a statement names, by the catalog that knows it. */
interface Names {
  relations: Map<string, { schema: string | undefined; name: string }>;
  functions: Set<string>;
  operators: Set<string>;
  types: Set<string>;
  /** What comes after a dot: a column, or a function of the row before it. */
  columns: Set<string>;
  collects: boolean;
}

/** Aggregates whose value holds all that they were given. */
const COLLECTING = /^(string_agg|array_agg|jsonb?_(object_)?agg(_unique)?(_strict)?|range_agg|st_union|st_collect)$/;

/** Comparisons that syntax makes: IN, BETWEEN, CASE … WHEN, NULLIF, ANY. */
const IMPLIED_OPERATORS = ["=", "<>", "<", ">", "<=", ">="];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quotedName = (names: readonly string[]): string => names.map(quoted).join(".");

/** What to ask the catalog before a statement runs, and what its answer means. `heaviest` is the weight of the statement's largest value. */
export function admissionOf(select: Tree, heaviest: number): Admission {
  const names: Names = {
    relations: new Map(),
    functions: new Set(),
    operators: new Set(IMPLIED_OPERATORS),
    types: new Set(),
    columns: new Set(),
    collects: false,
  };
  collect(select, names);
  const { relations, functions, operators, types, columns } = names;
  const lists = [relations.keys(), functions, operators, types, columns].map((list) => [...list]);
  return {
    sql: QUESTION,
    parameters: lists.map(arrayLiteral),
    values: { collects: names.collects, heaviest },
    judge(rows) {
      for (const [kind, name] of rows) refuseForeign(String(kind), String(name));
      const callable = new Set(rows.flatMap(([kind, name]) => (kind === "callable" ? [String(name)] : [])));
      if (callable.size > 0) checkColumns(select, tableColumns(rows, [...relations.values()]), callable);
    },
  };
}

function collect(value: unknown, names: Names): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, names);
    return;
  }
  if (!isTree(value)) return;
  for (const [type, node] of Object.entries(value)) {
    collect(node, names);
    if (isTree(node)) NAMING.get(type)?.(node, names);
  }
}

/** What each kind of node names. */
const NAMING: ReadonlyMap<string, (node: Tree, names: Names) => void> = new Map([
  ["RangeVar", addRelation],
  ["ColumnRef", addColumns],
  ["FuncCall", addFunction],
  ["JsonArrayAgg", collects],
  ["JsonObjectAgg", collects],
  ["A_Expr", (node, { operators }) => addUnqualified(namesOf(node["name"]), operators)],
  ["SubLink", (node, { operators }) => addUnqualified(namesOf(node["operName"]), operators)],
  ["SortBy", (node, { operators }) => addUnqualified(namesOf(node["useOp"]), operators)],
  // A node of its own, or the field of another.
  ["TypeName", addType],
  ["typeName", addType],
]);

function addRelation(node: Tree, { relations }: Names): void {
  const [schema, name] = [textAt(node, "schemaname"), textAt(node, "relname") ?? ""];
  relations.set(quotedName(schema === undefined ? [name] : [schema, name]), { schema, name });
}

function addColumns(node: Tree, { columns }: Names): void {
  for (const name of namesOf(node["fields"]).slice(1)) columns.add(name);
}

function addFunction(node: Tree, names: Names): void {
  const called = namesOf(node["funcname"]);
  if (COLLECTING.test(called.at(-1) ?? "")) names.collects = true;
  addUnqualified(called, names.functions);
}

function collects(_node: Tree, names: Names): void {
  names.collects = true;
}

/** What is qualified is PostgreSQL's own: the guard lets no other schema through. */
function addUnqualified(qualified: readonly string[], into: Set<string>): void {
  if (qualified.length === 1 && qualified[0] !== undefined) into.add(qualified[0]);
}

function addType(node: Tree, { types }: Names): void {
  const names = namesOf(node["names"]);
  const isBuiltIn =
    names[0] === "pg_catalog" || (names.length === 1 && BUILT_IN_TYPES.has(names[0]?.replace(/^_/, "") ?? ""));
  if (!isBuiltIn) types.add(quotedName(names));
}

/** A function with its owner's rights, or one that is given whole rows and does more than compute from them. */
const MAY_READ = `(p.prosecdef OR p.provolatile <> 'i' AND EXISTS (
    SELECT 1 FROM unnest(p.proargtypes::oid[]) x (oid) JOIN pg_catalog.pg_type a ON a.oid = x.oid WHERE a.typtype IN ('c', 'p')))`;
/** Not PostgreSQL's own, and not part of an extension, which only a role with rights over the whole database installs. */
const isForeign = (catalog: string, row: string, schema: string) =>
  `${schema} <> 'pg_catalog'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d ` +
  `WHERE d.classid = 'pg_catalog.${catalog}'::regclass AND d.objid = ${row} AND d.deptype = 'e')`;

/** Columns of the relations named, in their order; what else by these names is not PostgreSQL's own; names that can be called. */
const QUESTION = `
  SELECT 'column', r.place::text, a.attname::text, a.attnum::int
  FROM unnest($1::text[]) WITH ORDINALITY r (name, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = to_regclass(r.name) AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT DISTINCT 'function', p.proname::text, '', 0
  FROM pg_catalog.pg_proc p
  WHERE p.proname = ANY ($2::text[]) AND ${MAY_READ}
    AND ${isForeign("pg_proc", "p.oid", "p.pronamespace")} AND pg_catalog.pg_function_is_visible(p.oid)
  UNION ALL
  SELECT DISTINCT 'operator', o.oprname::text, '', 0
  FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
  WHERE o.oprname = ANY ($3::text[]) AND ${MAY_READ}
    AND ${isForeign("pg_operator", "o.oid", "o.oprnamespace")} AND pg_catalog.pg_operator_is_visible(o.oid)
  UNION ALL
  SELECT 'type', n.name, '', 0
  FROM unnest($4::text[]) n (name)
  JOIN pg_catalog.pg_type t ON t.oid = to_regtype(n.name)
  WHERE t.typnamespace = 'pg_catalog'::regnamespace OR t.typtype IN ('c', 'p') OR EXISTS (
    SELECT 1 FROM pg_catalog.pg_cast c JOIN pg_catalog.pg_proc p ON p.oid = c.castfunc
    WHERE t.oid IN (c.castsource, c.casttarget) AND ${MAY_READ} AND ${isForeign("pg_proc", "p.oid", "p.pronamespace")})
  UNION ALL
  SELECT 'callable', n.name, '', 0
  FROM unnest($5::text[]) n (name)
  WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_proc p WHERE p.proname = n.name)
    OR EXISTS (SELECT 1 FROM pg_catalog.pg_type t WHERE t.typname = n.name)
  ORDER BY 1, 2, 4`;

function refuseForeign(kind: string, name: string): void {
  if (kind === "function") throw rejected(`The database's own function "${name}" is not allowed.`);
  if (kind === "operator") throw rejected(`The database's own operator ${name} is not allowed.`);
  if (kind === "type") throw rejected(`The type ${name} is not allowed.`);
}

function tableColumns(
  rows: readonly Cell[][],
  relations: readonly { schema: string | undefined; name: string }[],
): TableColumns {
  const columns = new Map<string, string[]>();
  const keyOf = (schema: string | undefined, name: string) => JSON.stringify([schema, name]);
  for (const [kind, place, column] of rows) {
    const relation = kind === "column" ? relations[Number(place) - 1] : undefined;
    if (!relation) continue;
    const key = keyOf(relation.schema, relation.name);
    columns.set(key, [...(columns.get(key) ?? []), String(column)]);
  }
  return (schema, name) => columns.get(keyOf(schema, name));
}

const arrayLiteral = (names: readonly string[]): string =>
  `{${names.map((name) => `"${name.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
