import { bareColumn, type CatalogTable, type Engine, type Query, type Read } from "../introspection/engine.ts";
import { introspect, type IntrospectionOptions } from "../introspection/introspect.ts";
import { typeOfDeclared } from "./types.ts";
import { patience } from "../introspection/patience.ts";
import type { Cell, Schema } from "../types.ts";

/** Describes a MySQL or MariaDB database: what the role sees of it in information_schema. */
export function introspectMysql(query: Query, options: IntrospectionOptions): Promise<Schema> {
  return introspect(ENGINE, query, options);
}

const ENGINE: Engine = {
  dialect: "mysql",
  catalog,
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  textOf: (expression, length) => `LEFT(CAST(${expression} AS CHAR), ${length})`,
  sampleOf: (relation, _table, rows) => `(SELECT * FROM ${relation} LIMIT ${rows}) s`,
};

const MYSQL_TABLES = `
  SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS, TABLE_COMMENT
  FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'VIEW') ORDER BY TABLE_NAME`;

const MYSQL_COLUMNS = `
  SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`;

const MYSQL_KEYS = `
  SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
  FROM information_schema.KEY_COLUMN_USAGE
  WHERE TABLE_SCHEMA = DATABASE() AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_SCHEMA = DATABASE())
  ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;

async function catalog(read: Read): Promise<CatalogTable[]> {
  const tables = new Map<string, CatalogTable>();
  for (const row of await read(MYSQL_TABLES)) {
    const table = bareTable(row);
    tables.set(table.name, table);
  }
  const others = patience();
  for (const [table, name, dataType, columnType, nullable, comment] of await read(MYSQL_COLUMNS)) {
    await others();
    const type = typeOfDeclared(String(dataType), String(columnType));
    tables.get(String(table))?.columns.push(
      bareColumn({
        name: String(name),
        type,
        native_type: String(columnType),
        nullable: nullable === "YES",
        comment: textOrNull(comment),
      }),
    );
  }
  addKeys(tables, await read(MYSQL_KEYS));
  return [...tables.values()].filter(({ columns }) => columns.length > 0);
}

/** A row of information_schema.TABLES: name, type, estimated rows and comment. */
export function bareTable([name, kind, rows, comment]: readonly Cell[]): CatalogTable {
  const view = kind === "VIEW";
  return {
    schema: null,
    name: String(name),
    // MySQL writes the word VIEW into the comment of views.
    comment: view ? null : textOrNull(comment),
    ...(view && { is_view: true }),
    row_count: 0,
    primary_key: [],
    columns: [],
    foreign_keys: [],
    estimate: rows === null || rows === undefined ? null : Number(rows),
    view,
  };
}

/** Keys arrive one column a row, in the order of the key. */
export function addKeys(tables: Map<string, CatalogTable>, rows: readonly Cell[][]): void {
  const foreign = new Map<string, CatalogTable["foreign_keys"][number]>();
  for (const [table, constraint, column, target, reference] of rows) {
    const owner = tables.get(String(table));
    if (!owner) continue;
    if (constraint === "PRIMARY") {
      owner.primary_key.push(String(column));
      continue;
    }
    if (!tables.has(String(target))) continue;
    const id = JSON.stringify([table, constraint]);
    let key = foreign.get(id);
    if (!key) {
      key = { columns: [], table: String(target), references: [], inferred: false };
      foreign.set(id, key);
      owner.foreign_keys.push(key);
    }
    key.columns.push(String(column));
    key.references.push(String(reference));
  }
}

function textOrNull(cell: Cell | undefined): string | null {
  return typeof cell === "string" && cell !== "" ? cell : null;
}
