import { bareColumn, type CatalogTable, type Engine, type Query, type Read } from "../introspection/engine.ts";
import { introspect, type IntrospectionOptions } from "../introspection/introspect.ts";
import { patience } from "../introspection/patience.ts";
import { nameOf, tokenize } from "../tokens/lexer.ts";
import { isSymbol } from "../tokens/tokens.ts";
import type { Cell, Schema } from "../types.ts";
import { typeOfRedshift } from "./types.ts";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** What is read of a database: its tables, views, external and shared tables that the user may see. */
interface Shown {
  database: string;
  schemas?: string[];
}

/** Describes a Redshift database: what the user may see in `schemas`, or in every schema that is not the system's. */
export function introspectRedshift(query: Query, shown: Shown, options: IntrospectionOptions): Promise<Schema> {
  return introspect({ ...ENGINE, catalog: (read) => catalog(read, shown) }, query, options);
}

const ENGINE: Omit<Engine, "catalog"> = {
  dialect: "redshift",
  quote,
  textOf: (expression, length) => `LEFT(CAST(${expression} AS varchar), ${length})`,
  // Redshift reads no sample of a table: these are rows that come first.
  sampleOf: (relation, table, rows) =>
    `(SELECT ${table.columns.map(({ name }) => quote(name)).join(", ")} FROM ${relation} LIMIT ${rows}) s`,
};

/** Schemas that are the system's, and tables that keep what materialized views show. */
export const OWN_SCHEMA = (schema: string, table: string): string =>
  `${schema} NOT IN ('information_schema', 'catalog_history') AND LEFT(${schema}, 3) <> 'pg_' AND LEFT(${table}, 8) <> 'mv_tbl__'`;

const REDSHIFT_TABLES = `
  SELECT schema_name, table_name, table_type, remarks
  FROM svv_all_tables
  WHERE database_name = $1 AND ${OWN_SCHEMA("schema_name", "table_name")}
  ORDER BY 1, 2`;

const REDSHIFT_COLUMNS = `
  SELECT schema_name, table_name, column_name, data_type, character_maximum_length, numeric_precision, numeric_scale,
    is_nullable, remarks
  FROM svv_all_columns
  WHERE database_name = $1 AND ${OWN_SCHEMA("schema_name", "table_name")}
  ORDER BY 1, 2, ordinal_position`;

/** The catalogs of the leader node cannot be joined with what all nodes hold: they are read by themselves. */
const ESTIMATES = `
  SELECT n.nspname, c.relname, CAST(c.reltuples AS bigint)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND ${OWN_SCHEMA("n.nspname", "c.relname")}`;

/** Keys are declared, and not enforced. */
const REDSHIFT_KEYS = `
  SELECT n.nspname, c.relname, k.contype, pg_get_constraintdef(k.oid), f.relname
  FROM pg_constraint k
  JOIN pg_class c ON c.oid = k.conrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_class f ON f.oid = k.confrelid
  WHERE k.contype IN ('p', 'f') AND ${OWN_SCHEMA("n.nspname", "c.relname")}
  ORDER BY n.nspname, c.relname, k.contype DESC, k.conname`;

const keyOf = (schema: Cell | undefined, table: Cell | undefined) => JSON.stringify([schema, table]);
const textOrNull = (cell: Cell | undefined) => (typeof cell === "string" && cell.trim() !== "" ? cell : null);

async function catalog(read: Read, { database, schemas }: Shown): Promise<CatalogTable[]> {
  const isShown = ([schema]: readonly Cell[]) => schemas === undefined || schemas.includes(String(schema));
  const shown = async (sql: string) => (await read(sql, [database.toLowerCase()])).filter(isShown);
  const tables = new Map<string, CatalogTable>();
  for (const [schema, name, kind, comment] of await shown(REDSHIFT_TABLES)) {
    const isView = /view/i.test(String(kind));
    tables.set(keyOf(schema, name), {
      schema: String(schema),
      name: String(name),
      comment: textOrNull(comment),
      ...(isView && { is_view: true }),
      row_count: 0,
      primary_key: [],
      columns: [],
      foreign_keys: [],
      estimate: null,
      view: isView || !/^(base )?table$/i.test(String(kind)),
    });
  }
  const others = patience();
  for (const [schema, table, name, type, length, precision, scale, nullable, comment] of await shown(
    REDSHIFT_COLUMNS,
  )) {
    await others();
    const column = bareColumn({
      name: String(name),
      type: typeOfRedshift(String(type)),
      native_type: nativeType(String(type), { length, precision, scale }),
      nullable: !/^no$/i.test(String(nullable)),
      comment: textOrNull(comment),
    });
    tables.get(keyOf(schema, table))?.columns.push(column);
  }
  for (const [schema, name, rows] of await read(ESTIMATES)) {
    const table = tables.get(keyOf(schema, name));
    // Of a table that was never analyzed nothing is known.
    if (table && Number(rows) > 0) table.estimate = Number(rows);
  }
  for (const [schema, name, kind, definition, target] of await read(REDSHIFT_KEYS))
    addKey(tables.get(keyOf(schema, name)), { kind, definition: String(definition), target });
  return [...tables.values()].filter(({ columns }) => columns.length > 0);
}

type Sizes = Record<"length" | "precision" | "scale", Cell | undefined>;

function nativeType(type: string, { length, precision, scale }: Sizes): string {
  if (/^(character|varchar|char|bpchar)/i.test(type) && Number(length) > 0) return `${type}(${length})`;
  if (/^(numeric|decimal)$/i.test(type) && Number(precision) > 0) return `${type}(${precision},${Number(scale)})`;
  return type;
}

/** A key as `pg_get_constraintdef` writes it: `FOREIGN KEY (customer_id) REFERENCES customers(id)`. */
function addKey(
  table: CatalogTable | undefined,
  { kind, definition, target }: { kind: Cell | undefined; definition: string; target: Cell | undefined },
): void {
  const [columns = [], references = []] = namesInBrackets(definition);
  if (!table) return;
  if (kind === "p") table.primary_key = columns;
  else if (typeof target === "string") table.foreign_keys.push({ columns, table: target, references, inferred: false });
}

function namesInBrackets(definition: string): string[][] {
  const lists: string[][] = [];
  let open: string[] | undefined;
  for (const token of tokenize(definition, "redshift")) {
    if (isSymbol(token, "(")) lists.push((open = []));
    else if (isSymbol(token, ")")) open = undefined;
    else if (token.kind === "word" || token.kind === "quoted") open?.push(nameOf(token));
  }
  return lists;
}
