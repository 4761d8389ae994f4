import { bareColumn, type CatalogTable, type Engine, type Query, type Read } from "../introspection/engine.ts";
import { introspect, type IntrospectionOptions } from "../introspection/introspect.ts";
import type { Cell, ForeignKey, Schema } from "../types.ts";
import { typeOfDuckdb } from "./types.ts";

/** Describes what is shown of a file in DuckDB. */
export function introspectDuckdb(query: Query, options: IntrospectionOptions): Promise<Schema> {
  return introspect(ENGINE, query, options);
}

const ENGINE: Engine = {
  dialect: "duckdb",
  catalog,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  textOf: (expression, length) => `substr(CAST(${expression} AS VARCHAR), 1, ${length})`,
  sampleOf: (relation, _table, rows) => `(SELECT * FROM ${relation} USING SAMPLE reservoir(${rows} ROWS)) s`,
};

/** The schema that is meant where none is named. */
const MAIN = "main";

/** What the file's catalog says, of the relations that are shown. A Parquet file is a table, though it is read through a view. */
const RELATIONS = `
  SELECT s.schema_name, s.name, s.comment, s.rows, s.is_view
  FROM (
    SELECT schema_name, table_name AS name, comment, estimated_size AS rows, FALSE AS is_view
    FROM duckdb_tables() WHERE database_name = 'parley_source' AND NOT internal
    UNION ALL
    SELECT schema_name, view_name, comment, NULL, NOT contains(sql, 'read_parquet(')
    FROM duckdb_views() WHERE database_name = 'parley_source' AND NOT internal) s
  JOIN duckdb_views() v
    ON v.database_name = 'memory' AND NOT v.internal AND v.schema_name = s.schema_name AND v.view_name = s.name
  ORDER BY 1, 2`;

/** The columns of tables, which the file declares, and of views, as they are shown. */
const DUCKDB_COLUMNS = `
  SELECT c.schema_name, c.table_name, c.column_name, c.data_type, c.is_nullable, c.comment
  FROM duckdb_columns() c
  WHERE NOT c.internal AND (
    (c.database_name = 'parley_source' AND EXISTS (
      SELECT 1 FROM duckdb_tables() t WHERE t.table_oid = c.table_oid AND t.database_name = c.database_name))
    OR (c.database_name = 'memory' AND NOT EXISTS (
      SELECT 1 FROM duckdb_tables() t
      WHERE t.database_name = 'parley_source' AND t.schema_name = c.schema_name AND t.table_name = c.table_name)))
  ORDER BY c.schema_name, c.table_name, c.column_index`;

const KEYS = `
  SELECT schema_name, table_name, constraint_type, to_json(constraint_column_names), referenced_table,
    to_json(referenced_column_names)
  FROM duckdb_constraints()
  WHERE database_name = 'parley_source' AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
  ORDER BY schema_name, table_name, constraint_index`;

const listOf = (json: Cell | undefined): string[] => (typeof json === "string" ? JSON.parse(json) : []);
const keyOf = (schema: Cell | undefined, table: Cell | undefined) => JSON.stringify([schema, table]);

async function catalog(read: Read): Promise<CatalogTable[]> {
  const relations = await read(RELATIONS);
  const columns = Map.groupBy(await read(DUCKDB_COLUMNS), ([schema, table]) => keyOf(schema, table));
  const keys = Map.groupBy(await read(KEYS), ([schema, table]) => keyOf(schema, table));
  return relations.map(([schema, name, comment, rows, view]) => {
    const key = keyOf(schema, name);
    const own = keys.get(key) ?? [];
    return {
      schema: schema === MAIN ? null : String(schema),
      name: String(name),
      comment: comment === null || comment === undefined ? null : String(comment),
      ...(view === true && { is_view: true as const }),
      row_count: 0,
      primary_key: own.filter(([, , kind]) => kind === "PRIMARY KEY").flatMap(([, , , names]) => listOf(names)),
      columns: (columns.get(key) ?? []).map(([, , column, type, nullable, said]) =>
        bareColumn({
          name: String(column),
          type: typeOfDuckdb(String(type)),
          native_type: String(type),
          nullable: nullable === true,
          comment: said === null || said === undefined ? null : String(said),
        }),
      ),
      foreign_keys: own
        .filter(([, , kind]) => kind === "FOREIGN KEY")
        .map(([, , , names, table, references]): ForeignKey => ({
          columns: listOf(names),
          table: String(table),
          references: listOf(references),
          inferred: false,
        })),
      estimate: rows === null || rows === undefined ? null : Number(rows),
      view: view === true,
    };
  });
}
