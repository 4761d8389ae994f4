import { bareColumn, type CatalogTable, type Engine, type Query, type Read } from "../introspection/engine.ts";
import { declaredComments, type DeclaredComments } from "./declared-comments.ts";
import { introspect, type IntrospectionOptions } from "../introspection/introspect.ts";
import { typeOfDeclaration } from "./types.ts";
import { type Cell, type Column, type ColumnType, DatasourceError, type ForeignKey, type Schema } from "../types.ts";

/** Describes an SQLite file. */
export function introspectSqlite(query: Query, options: IntrospectionOptions): Promise<Schema> {
  return introspect(ENGINE, query, options);
}

const ENGINE: Engine = {
  dialect: "sqlite",
  catalog,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  textOf: (expression, length) => `substr(CAST(${expression} AS TEXT), 1, ${length})`,
  sampleOf: (relation, _table, rows) => `(SELECT * FROM ${relation} LIMIT ${rows}) s`,
  refineType,
};

const SQLITE_TABLES = `SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;

const SQLITE_COLUMNS = `
  SELECT s.name, c.name, c.type, c."notnull", c.pk
  FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c
  WHERE s.name = ?1 AND c.hidden <> 1 ORDER BY c.cid`;

const FOREIGN_KEYS = `
  SELECT f.id, f."table", f."from", f."to"
  FROM pragma_foreign_key_list(?1) f ORDER BY f.id, f.seq`;

async function catalog(read: Read): Promise<CatalogTable[]> {
  const tables: CatalogTable[] = [];
  for (const [name, kind, sql] of await read(SQLITE_TABLES)) {
    const table = kind === "view" ? await describeView(read, String(name)) : await describe(read, String(name), false);
    if (!table) continue;
    if (kind === "table") addComments(table, declaredComments(String(sql ?? "")));
    tables.push(table);
  }
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  for (const table of tables) table.foreign_keys = resolvedKeys(table.foreign_keys, byName);
  return tables;
}

function addComments(table: CatalogTable, comments: DeclaredComments): void {
  table.comment = comments.table;
  for (const column of table.columns) column.comment = comments.columns.get(column.name.toLowerCase()) ?? null;
}

/** Declarations name tables and columns in any case, leave the primary key out, repeat themselves, or point nowhere. */
function resolvedKeys(keys: ForeignKey[], byName: ReadonlyMap<string, CatalogTable>): ForeignKey[] {
  const resolved = new Map<string, ForeignKey>();
  for (const key of keys) {
    const target = byName.get(key.table.toLowerCase());
    if (!target) continue;
    const wanted = key.references.length > 0 ? key.references : target.primary_key;
    const references = wanted.flatMap(
      (name) => target.columns.find((column) => sameName(column.name, name))?.name ?? [],
    );
    if (references.length !== key.columns.length) continue;
    const found = { ...key, table: target.name, references };
    resolved.set(JSON.stringify([found.columns, found.table, references]), found);
  }
  return [...resolved.values()];
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A view whose base is gone cannot be read, nor described; the rest of the file can. */
async function describeView(read: Read, name: string): Promise<CatalogTable | null> {
  try {
    return await describe(read, name, true);
  } catch (error) {
    if (error instanceof DatasourceError && error.code === "SQL_FAILED") return null;
    throw error;
  }
}

async function describe(read: Read, name: string, view: boolean): Promise<CatalogTable> {
  const rows = await read(SQLITE_COLUMNS, [name]);
  const columns = rows.map(([, column, type, notNull, key]) =>
    bareColumn({
      name: String(column),
      type: typeOfDeclaration(String(type ?? "")),
      native_type: String(type ?? ""),
      nullable: Number(notNull) === 0 && Number(key) === 0,
      comment: null,
    }),
  );
  const primaryKey = rows
    .filter(([, , , , key]) => Number(key) > 0)
    .toSorted((a, b) => Number(a[4]) - Number(b[4]))
    .map(([, column]) => String(column));
  return {
    schema: null,
    name,
    comment: null,
    ...(view && { is_view: true }),
    row_count: 0,
    primary_key: primaryKey,
    columns,
    foreign_keys: view ? [] : await foreignKeys(read, name, columns),
    estimate: null,
    view,
  };
}

async function foreignKeys(read: Read, name: string, columns: Column[]): Promise<ForeignKey[]> {
  const keys = new Map<Cell, ForeignKey>();
  for (const [id, table, from, to] of await read(FOREIGN_KEYS, [name])) {
    const key = keys.get(id ?? null) ?? { columns: [], table: String(table), references: [], inferred: false };
    const column = columns.find((candidate) => sameName(candidate.name, String(from)));
    key.columns.push(column?.name ?? String(from));
    if (to !== null && to !== undefined) key.references.push(String(to));
    keys.set(id ?? null, key);
  }
  return [...keys.values()];
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** A column is a date when its values are: declarations neither bind SQLite nor say all. */
function refineType({ type, native_type }: Column, values: string[]): ColumnType {
  if (type !== "text" && type !== "date" && type !== "timestamp") return type;
  if (values.length === 0) return type;
  if (values.every((value) => DATE.test(value))) return "date";
  if (values.every((value) => DATE.test(value) || TIMESTAMP.test(value))) return "timestamp";
  // A declared text stays one, whatever digits it holds.
  if (type === "text" && native_type !== "") return "text";
  if (values.every((value) => /^-?\d+$/.test(value))) return "integer";
  return values.every((value) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) ? "number" : "text";
}
