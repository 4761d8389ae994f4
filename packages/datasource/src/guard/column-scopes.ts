import { failed, rejected } from "../failure.ts";
import { jsonTableColumns, outputName } from "./output-names.ts";
import { isTree, listAt, namesOf, textAt, type Tree, treeAt, unwrapped } from "./parse-tree.ts";
import { DatasourceError } from "../types.ts";

/*
 * In PostgreSQL `c.secret_of` is the call `secret_of(c)` where `c` has no such column. So each qualified column of a
 * statement must be one that its relation has: of a table, by the catalog; of a subquery, by its output. Names are found
 * as PostgreSQL finds them: in the innermost query that has the alias, whose FROM items see each other only with LATERAL.
 */

/** The columns of a table in their order; nothing if there is no such table. */
export type TableColumns = (schema: string | undefined, name: string) => readonly string[] | undefined;

/** What a FROM clause holds under one name. Columns come without a name where only the query's `*` sees them. */
interface Item {
  alias: string | undefined;
  columns: readonly string[];
  /** Of a table that goes by its own name: `schema.table.column` may mean it. */
  table?: { schema: string | undefined; name: string };
}

interface Scope {
  items: readonly Item[];
  outer: Scope | undefined;
}

/** Queries of WITH by name; null for one whose columns are not known yet. */
type Ctes = ReadonlyMap<string, readonly string[] | null>;

interface Place {
  scope: Scope | undefined;
  ctes: Ctes;
  tables: TableColumns;
  callable: ReadonlySet<string>;
  /** Queries that were checked: what names their columns asks for them again. */
  known: Map<Tree, readonly string[]>;
  work: { left: number };
}

/** Most nodes looked at, those of recursive queries more than once. */
const MAX_VISITS = 500_000;

/**
 * Refuses qualified names that are not columns if a function or type has the name: what is wrong with all others PostgreSQL
 * says itself. Throws `SQL_FAILED` in its words.
 */
export function checkColumns(select: Tree, tables: TableColumns, callable: ReadonlySet<string>): void {
  const place = { scope: undefined, ctes: new Map(), tables, callable, known: new Map(), work: { left: MAX_VISITS } };
  columnsOfSelect(select, place);
}

/** Checks a query and returns the names of its output columns. */
function columnsOfSelect(select: Tree, around: Place): readonly string[] {
  const known = around.known.get(select) ?? readSelect(select, around);
  around.known.set(select, known);
  return known;
}

function readSelect(select: Tree, around: Place): readonly string[] {
  const place = { ...around, ctes: ctesOf(treeAt(select, "withClause"), around) };
  if (isTree(select["larg"]) && isTree(select["rarg"])) {
    const columns = columnsOfSelect(select["larg"], place);
    columnsOfSelect(select["rarg"], place);
    for (const field of ["sortClause", "limitOffset", "limitCount"]) visit(select[field], place);
    return columns;
  }
  const lists = listAt(select, "valuesLists");
  visit(lists, place);
  const items = itemsOfFrom(listAt(select, "fromClause"), place);
  const inside = { ...place, scope: { items, outer: place.scope } };
  for (const [field, value] of Object.entries(select)) {
    if (field !== "withClause" && field !== "fromClause" && field !== "valuesLists") visit(value, inside);
  }
  if (lists.length > 0) {
    const [, list] = unwrapped(lists[0]);
    return listAt(list, "items").map((_, index) => `column${index + 1}`);
  }
  return listAt(select, "targetList").flatMap((target) => columnsOfTarget(target, items, inside));
}

/** Checks whatever holds expressions. */
function visit(value: unknown, place: Place): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, place);
    return;
  }
  if (!isTree(value)) return;
  place.work.left -= 1;
  if (place.work.left < 0) throw rejected("The statement is too complicated.");
  for (const [name, node] of Object.entries(value)) {
    if (name === "SelectStmt" && isTree(node)) columnsOfSelect(node, place);
    else if (name === "ColumnRef" && isTree(node)) checkReference(node, place);
    else visit(node, place);
  }
}

function checkReference(node: Tree, { scope, callable }: Place): void {
  const fields = listAt(node, "fields");
  const names = namesOf(fields);
  const isStar = names.length < fields.length;
  if (fields.length === 1) return;
  if (fields.length > 3) throw rejected("Another database cannot be read.");
  const column = names.at(-1) ?? "";
  if (isStar || !callable.has(column)) return;
  const [, alias = "", schema] = names.toReversed();
  const item = findItem(alias, schema, scope);
  if (!item) throw failed(`missing FROM-clause entry for table "${alias}"`);
  if (!item.columns.includes(column)) throw failed(`column ${alias}.${column} does not exist`);
}

function findItem(alias: string, schema: string | undefined, innermost: Scope | undefined): Item | undefined {
  for (let scope = innermost; scope; scope = scope.outer) {
    const found = scope.items.find(
      (item) =>
        item.alias === alias &&
        (schema === undefined || (item.table && (item.table.schema ?? schema) === schema && item.table.name === alias)),
    );
    if (found) return found;
  }
  return undefined;
}

function columnsOfTarget(target: unknown, items: readonly Item[], place: Place): readonly string[] {
  const [, node] = unwrapped(target);
  const name = textAt(node, "name");
  if (name !== undefined) return [name];
  const [type, value] = unwrapped(node["val"]);
  const fields = listAt(value, "fields");
  const names = namesOf(fields);
  if (type === "ColumnRef" && names.length < fields.length) {
    const [alias, schema] = names.toReversed();
    if (alias === undefined) return items.flatMap(({ columns }) => columns);
    return findItem(alias, schema, place.scope)?.columns ?? [];
  }
  const firstOf = (select: unknown) => columnsOfSelect(unwrapped(select)[1], place)[0];
  return [outputName(node["val"], firstOf) ?? "?column?"];
}

/** WITH: each query sees those before it; where it is recursive, itself and all others. */
function ctesOf(clause: Tree, place: Place): Ctes {
  const ctes = new Map(place.ctes);
  const queries = listAt(clause, "ctes").map((item) => unwrapped(item)[1]);
  if (clause["recursive"] !== true) {
    for (const cte of queries) ctes.set(nameOfCte(cte), columnsOfCte(cte, { ...place, ctes }));
    return ctes;
  }
  for (const cte of queries) ctes.set(nameOfCte(cte), null);
  // One that refers to another further down is looked at again after it.
  let waiting = queries;
  for (let before = Infinity; waiting.length > 0 && waiting.length < before;) {
    before = waiting.length;
    waiting = waiting.filter((cte) => isPostponed(cte, ctes, place));
  }
  for (const cte of waiting) columnsOfRecursive(cte, ctes, place);
  return ctes;
}

const nameOfCte = (cte: Tree): string => textAt(cte, "ctename") ?? "";

function isPostponed(cte: Tree, ctes: Map<string, readonly string[] | null>, place: Place): boolean {
  try {
    columnsOfRecursive(cte, ctes, place);
    return false;
  } catch (error) {
    if (error instanceof DatasourceError) return true;
    throw error;
  }
}

/** The first part of a recursive query does not refer to the query and says what columns it has; the whole is checked with them. */
function columnsOfRecursive(cte: Tree, ctes: Map<string, readonly string[] | null>, place: Place): void {
  const name = nameOfCte(cte);
  const [, body] = unwrapped(cte["ctequery"]);
  const inside = { ...place, ctes };
  if (isTree(body["larg"])) {
    const own = ctesOf(treeAt(body, "withClause"), inside);
    ctes.set(name, renamed(columnsOfSelect(body["larg"], { ...inside, ctes: own }), cte));
  }
  try {
    ctes.set(name, columnsOfCte(cte, inside));
  } catch (error) {
    ctes.set(name, null);
    throw error;
  }
}

function columnsOfCte(cte: Tree, place: Place): readonly string[] {
  return renamed(columnsOfSelect(unwrapped(cte["ctequery"])[1], place), cte);
}

/** A query's columns by the names WITH gives them, and those SEARCH and CYCLE add. */
function renamed(columns: readonly string[], cte: Tree): readonly string[] {
  const search = textAt(treeAt(cte, "search_clause"), "search_seq_column");
  const cycle = treeAt(cte, "cycle_clause");
  const added = [search, textAt(cycle, "cycle_mark_column"), textAt(cycle, "cycle_path_column")];
  return [...withAliases(columns, namesOf(cte["aliascolnames"])), ...added.filter((name) => name !== undefined)];
}

/** The first columns by other names, the rest by their own. */
const withAliases = (columns: readonly string[], names: readonly string[]): readonly string[] => [
  ...names,
  ...columns.slice(names.length),
];

/** What a FROM clause brings into its query, in its order. */
function itemsOfFrom(list: readonly unknown[], place: Place): readonly Item[] {
  const items: Item[] = [];
  for (const value of list) items.push(...itemsOf(value, items, place));
  return items;
}

/** The items of one entry of FROM; `earlier` are those that stand to its left. */
function itemsOf(value: unknown, earlier: readonly Item[], place: Place): readonly Item[] {
  const [type, node] = unwrapped(value);
  const alias = textAt(treeAt(node, "alias"), "aliasname");
  const names = namesOf(treeAt(node, "alias")["colnames"]);
  const lateral = { ...place, scope: { items: earlier, outer: place.scope } };
  switch (type) {
    case "RangeVar":
      return [itemOfTable(node, alias, names, place)];
    case "RangeTableSample":
      visit([node["args"], node["repeatable"]], place);
      return itemsOf(node["relation"], earlier, place);
    case "RangeSubselect": {
      const columns = columnsOfSelect(unwrapped(node["subquery"])[1], node["lateral"] === true ? lateral : place);
      return [{ alias, columns: withAliases(columns, names) }];
    }
    case "RangeFunction": {
      visit(node["functions"], lateral);
      const called = functionsIn(node["functions"]);
      const defined = listAt(node, "coldeflist").flatMap((item) => textAt(unwrapped(item)[1], "colname") ?? []);
      const own = alias ?? called[0];
      // A function yields a column of its own name, or the columns of what it returns.
      const columns = [
        ...new Set([...names, ...defined, ...(own === undefined ? [] : [own]), ...called, ...OF_FUNCTIONS]),
      ];
      return [{ alias: own, columns }];
    }
    case "JsonTable": {
      visit([node["context_item"], node["passing"], node["columns"], node["on_error"]], lateral);
      return [{ alias: alias ?? "json_table", columns: withAliases(jsonTableColumns(listAt(node, "columns")), names) }];
    }
    case "JoinExpr":
      return itemsOfJoin(node, { alias, names }, earlier, place);
    default:
      throw rejected("This form of FROM is not allowed.");
  }
}

/** Columns of functions in FROM: WITH ORDINALITY, and pairs of JSON. */
const OF_FUNCTIONS = ["ordinality", "key", "value"];

function functionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  const [type, node] = unwrapped(value);
  if (type === "List") return functionsIn(node["items"]);
  return type === "FuncCall" ? namesOf(node["funcname"]).slice(-1) : [];
}

function itemOfTable(node: Tree, alias: string | undefined, names: readonly string[], { ctes, tables }: Place): Item {
  const name = textAt(node, "relname") ?? "";
  const schema = textAt(node, "schemaname");
  const cte = schema === undefined ? ctes.get(name) : undefined;
  const columns = cte === undefined ? (tables(schema, name) ?? []) : cte;
  if (!columns) throw failed(`relation "${name}" does not exist`);
  const item = { alias: alias ?? name, columns: withAliases(columns, names) };
  return cte === undefined && alias === undefined ? { ...item, table: { schema, name } } : item;
}

function itemsOfJoin(
  node: Tree,
  { alias, names }: { alias: string | undefined; names: readonly string[] },
  earlier: readonly Item[],
  place: Place,
): readonly Item[] {
  const left = itemsOf(node["larg"], earlier, place);
  const right = itemsOf(node["rarg"], [...earlier, ...left], place);
  const both = [...left, ...right];
  visit(node["quals"], { ...place, scope: { items: both, outer: place.scope } });
  const using = namesOf(node["usingClause"]);
  const shared = treeAt(node, "join_using_alias");
  const usingItem: Item[] = "aliasname" in shared ? [{ alias: textAt(shared, "aliasname"), columns: using }] : [];
  if (alias === undefined) return [...both, ...usingItem];
  // A join by a name of its own hides what it is made of.
  const leftColumns = left.flatMap(({ columns }) => columns);
  const rightColumns = right.flatMap(({ columns }) => columns);
  const merged = node["isNatural"] === true ? leftColumns.filter((name) => rightColumns.includes(name)) : using;
  const rest = [...leftColumns, ...rightColumns].filter((name) => !merged.includes(name));
  return [{ alias, columns: withAliases([...merged, ...rest], names) }, ...usingItem];
}
