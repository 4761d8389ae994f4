import type { Query } from "../introspection/engine.ts";
import { type Fence, fencedBy, type FencedTable, isSame } from "../marks/fence.ts";
import { type ColumnMark, isClosed } from "../marks/marks.ts";
import { nameOf, tokenize } from "../tokens/lexer.ts";
import type { Cell, RunOptions } from "../types.ts";
import { OWN_SCHEMA } from "./schema.ts";

const MOST_ROWS = 100_000;

/** Where names without a schema are looked for; `$user` is the user's own. */
const SEARCH_PATH = "SELECT current_setting('search_path'), current_user";

const REDSHIFT_VIEWS = `
  SELECT schema_name, table_name FROM svv_all_tables
  WHERE database_name = $1 AND table_type LIKE '%VIEW%' AND ${OWN_SCHEMA("schema_name", "table_name")}`;

const VIEW_DEFINITIONS = `
  SELECT schemaname, viewname, definition FROM pg_views WHERE ${OWN_SCHEMA("schemaname", "viewname")}`;

const columnsOf = (names: number) => `
  SELECT schema_name, table_name, column_name FROM svv_all_columns
  WHERE database_name = $1 AND LOWER(table_name) IN (${Array.from({ length: names }, (_, at) => `$${at + 2}`).join(", ")})
    AND ${OWN_SCHEMA("schema_name", "table_name")}
  ORDER BY schema_name, table_name, ordinal_position`;

interface Fenced {
  marks: readonly ColumnMark[];
  options: Pick<RunOptions, "timeout_ms" | "signal">;
}

/**
 * What marks close: their columns, and every view in whose definition the name of such a table, or of such a view, occurs. A view
 * that is bound to no schema says nowhere else what it reads; one whose definition cannot be read is closed, too.
 */
export async function redshiftFence(
  query: Query,
  { database }: { database: string },
  { marks, options }: Fenced,
): Promise<Fence> {
  const closed = marks.filter(isClosed);
  const names = [...new Set(closed.map(({ table }) => table.toLowerCase()))];
  const read = async (sql: string, parameters: Cell[]) =>
    (await query(sql, { ...options, row_limit: MOST_ROWS, parameters })).rows;
  const here = database.toLowerCase();
  const [path, columns, views, definitions] = await Promise.all([
    read(SEARCH_PATH, []),
    read(columnsOf(names.length), [here, ...names]),
    read(REDSHIFT_VIEWS, [here]),
    read(VIEW_DEFINITIONS, []),
  ]);
  const order = searchPath(path);
  const tables = Map.groupBy(columns, ([schema, table]) => JSON.stringify([schema, table]));
  const fenced = [...tables.values()].flatMap((own) => fencedTable(own, closed) ?? []);
  const placed = [...tables.values()].map(([first]) => ({ schema: String(first?.[0]), name: String(first?.[1]) }));
  const isVisible = (each: { schema: string | null; name: string }) => {
    const rank = (schema: string | null) => order.indexOf(String(schema).toLowerCase());
    const same = placed.filter(({ schema, name }) => isSame(name, each.name) && rank(schema) >= 0);
    return rank(each.schema) >= 0 && same.every(({ schema }) => rank(schema) >= rank(each.schema));
  };
  return {
    tables: fenced.map((table) => ({ ...table, visible: isVisible(table) })),
    closed: closedViews(names, views, definitions).map((view) => ({ ...view, visible: true })),
  };
}

/** The schemas of the search path in their order, in lower case. */
function searchPath(rows: readonly Cell[][]): string[] {
  const [path, user] = (rows[0] ?? []).map(String);
  return (path ?? "").split(",").map((entry) => {
    const name = entry.trim().replaceAll('"', "").toLowerCase();
    return name === "$user" ? (user ?? "").toLowerCase() : name;
  });
}

function fencedTable(rows: readonly Cell[][], marks: readonly ColumnMark[]): FencedTable | undefined {
  const [schema, name] = (rows[0] ?? []).map(String);
  if (schema === undefined || name === undefined) return undefined;
  const fenced = fencedBy(marks, { schema, name, columns: rows.map(([, , column]) => String(column)) });
  return fenced && { schema, name, visible: false, ...fenced };
}

interface View {
  schema: string;
  name: string;
}

function closedViews(names: readonly string[], views: readonly Cell[][], definitions: readonly Cell[][]): View[] {
  const key = (schema: Cell | undefined, name: Cell | undefined) => JSON.stringify([schema, name]);
  const words = new Map(definitions.map(([schema, name, text]) => [key(schema, name), wordsOf(text)]));
  const left = new Map(
    [...definitions, ...views].map(([schema, name]) => [
      key(schema, name),
      { schema: String(schema), name: String(name) },
    ]),
  );
  const taken = new Set(names);
  const closed: View[] = [];
  for (let found = true; found;) {
    found = false;
    for (const [at, view] of left) {
      const own = words.get(at);
      if (own !== undefined && ![...own].some((word) => taken.has(word))) continue;
      left.delete(at);
      closed.push(view);
      taken.add(view.name.toLowerCase());
      found = true;
    }
  }
  return closed;
}

/** The names in a definition, in lower case; undefined where it is not to be had, or to be read. */
function wordsOf(definition: Cell | undefined): Set<string> | undefined {
  if (typeof definition !== "string" || definition.trim() === "") return undefined;
  try {
    const tokens = tokenize(definition, "redshift").filter(({ kind }) => kind === "word" || kind === "quoted");
    return new Set(tokens.map((token) => nameOf(token).toLowerCase()));
  } catch {
    return undefined;
  }
}
