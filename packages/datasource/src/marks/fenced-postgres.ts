import { isTree, listAt, namesOf, textAt, treeAt, type Tree } from "../guard/parse-tree.ts";
import { parsePostgres } from "../guard/postgres-parser.ts";
import { nameOf, tokenize, type Token } from "../tokens/lexer.ts";
import { isSignificant, isSymbol } from "../tokens/tokens.ts";
import { DatasourceError, type Dialect } from "../types.ts";
import { type Fence, type FencedTable, standIn } from "./fence.ts";
import { folded, MASK } from "./marks.ts";
import { closedRelation, maskedUse, oddPlace, takenName } from "./refusals.ts";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A fenced table that a statement names. */
interface Place {
  table: FencedTable;
  node: Tree;
}

/** The fence, and whether two names are one: not every dialect that is read by this parser minds capitals in quotes. */
interface Names {
  fence: Fence;
  same: (a: string, b: string) => boolean;
}

/** What of a statement has to do with the fence. */
interface Found {
  places: Place[];
  /** Masked columns that are used for anything but being shown are refused; these are used so. */
  used: string[][];
}

/**
 * Returns a statement in which a select of what is open stands in the place of each table that has closed columns: whole rows,
 * stars, subqueries and every name after that are PostgreSQL's own business. Throws `SQL_REJECTED` where a relation is closed, a
 * masked column is compared, or a table is named in a way that leaves no room for the select.
 */
export async function fencedPostgres(sql: string, fence: Fence, dialect: Dialect = "postgres"): Promise<string> {
  const names: Names = { fence, same: (a, b) => folded(a, dialect) === folded(b, dialect) };
  const root = await treeOf(sql);
  const { places, used } = read(root, names);
  if (places.length === 0) return sql;
  refuseMaskedUse(used, places, names);
  const made = replaced(sql, places, dialect);
  let again: Found;
  try {
    again = read(await treeOf(made), names);
  } catch (error) {
    if (error instanceof DatasourceError && error.code === "SQL_FAILED") throw oddPlace(places[0]?.table.name ?? "");
    throw error;
  }
  // Each is now named once, inside of its select; anything else would have been missed.
  const inside = again.places.filter(({ node }) => node["alias"] === undefined);
  if (again.places.length !== places.length || inside.length !== places.length)
    throw oddPlace(places[0]?.table.name ?? "");
  return made;
}

async function treeOf(sql: string): Promise<Tree> {
  const [statement] = await parsePostgres(sql);
  return isTree(statement) ? statement : {};
}

function read(root: Tree, names: Names): Found {
  const found: Found = { places: [], used: [] };
  const visit = (value: unknown, shown: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, shown);
      return;
    }
    if (!isTree(value)) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === "RangeVar" && isTree(child)) addPlace(child, names, found);
      if (key === "CommonTableExpr" && isTree(child)) refuseTakenName(textAt(child, "ctename"), names);
      if (key === "ColumnRef" && isTree(child) && !shown) found.used.push(namesOf(child["fields"]));
      // What a select lists is shown as it is; what is inside of an expression is not.
      if (key === "targetList") for (const target of listAt(value, key)) visitTarget(target);
      else visit(child, false);
    }
  };
  const visitTarget = (target: unknown): void => {
    const value = isTree(target) ? treeAt(treeAt(target, "ResTarget"), "val") : {};
    visit(value, isTree(value["ColumnRef"]));
  };
  visit(root, false);
  return found;
}

type Relation = Pick<FencedTable, "schema" | "name" | "visible">;

function addPlace(node: Tree, { fence, same }: Names, { places }: Found): void {
  const [of, called] = [textAt(node, "schemaname"), textAt(node, "relname") ?? ""];
  const isNamed = ({ schema, name, visible }: Relation) =>
    same(called, name) && (of === undefined ? visible : schema !== null && same(of, schema));
  const closed = fence.closed.find(isNamed);
  if (closed) throw closedRelation(closed.name);
  const table = fence.tables.find(isNamed);
  if (!table) return;
  if (typeof node["location"] !== "number" && node["location"] !== undefined) throw oddPlace(table.name);
  places.push({ table, node });
}

/** A query of WITH that is called like a fenced table could not be told from it. */
function refuseTakenName(name: string | undefined, { fence: { tables, closed }, same }: Names): void {
  if (name !== undefined && [...tables, ...closed].some((each) => same(each.name, name))) throw takenName(name);
}

function refuseMaskedUse(used: readonly string[][], places: readonly Place[], { same }: Names): void {
  for (const names of used) {
    const [column, qualifier] = names.toReversed();
    for (const { table, node } of places) {
      const called = textAt(treeAt(node, "alias"), "aliasname") ?? table.name;
      if (column === undefined || (qualifier !== undefined && !same(qualifier, called))) continue;
      if (table.columns.some(({ name, masked }) => masked && same(name, column))) throw maskedUse(column);
    }
  }
}

function replaced(sql: string, places: readonly Place[], dialect: Dialect): string {
  const mask = dialect === "athena" ? `CAST('${MASK}' AS varchar)` : `'${MASK}'::text`;
  const tokens = tokenize(sql, "postgres").filter(isSignificant);
  const bytes = Buffer.from(sql);
  const pieces = places.map(({ table, node }) => {
    const start = bytes.subarray(0, Number(node["location"] ?? 0)).toString().length;
    const end = nameEnd(tokens, start);
    if (end === undefined) throw oddPlace(table.name);
    const relation = table.schema === null ? quote(table.name) : `${quote(table.schema)}.${quote(table.name)}`;
    const alias = node["alias"] === undefined ? ` AS ${quote(table.name)}` : "";
    return { start, end, text: `${standIn(table, relation, { quote, mask })}${alias}` };
  });
  let made = sql;
  for (const { start, end, text } of pieces.toSorted((a, b) => b.start - a.start))
    made = `${made.slice(0, start)}${text}${made.slice(end)}`;
  return made;
}

/** Where the name ends that begins at `start`. */
function nameEnd(tokens: readonly Token[], start: number): number | undefined {
  let at = tokens.findIndex((token) => token.start === start);
  if (at < 0) return undefined;
  while (isSymbol(tokens[at + 1], ".")) at += 2;
  const last = tokens[at];
  return last && nameOf(last) !== "" ? last.start + last.text.length : undefined;
}
