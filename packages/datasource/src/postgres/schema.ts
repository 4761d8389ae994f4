import { bareColumn, type CatalogTable, type Engine, type Query, type Read } from "../introspection/engine.ts";
import { introspect, type IntrospectionOptions } from "../introspection/introspect.ts";
import { patience } from "../introspection/patience.ts";
import { typeOfColumn } from "./types.ts";
import type { Cell, Schema } from "../types.ts";

/** Describes a PostgreSQL database: what the role may read in `schemas`, or in every schema that is not the system's. */
export function introspectPostgres(
  query: Query,
  schemas: readonly string[] | undefined,
  options: IntrospectionOptions,
): Promise<Schema> {
  return introspect({ ...ENGINE, catalog: (read) => catalog(read, schemas) }, query, options);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const ENGINE: Omit<Engine, "catalog"> = {
  dialect: "postgres",
  quote,
  textOf: (expression, length) => `left(${expression}::text, ${length})`,
  sampleOf(relation, table, rows) {
    const columns = table.columns.map(({ name }) => quote(name)).join(", ");
    if (table.view || table.estimate === null) return `(SELECT ${columns} FROM ${relation} LIMIT ${rows}) s`;
    const percent = Math.min(100, Math.max(0.001, ((rows * 1.2) / table.estimate) * 100));
    // Repeatable, so that counts and values come from the same rows.
    const sample = `TABLESAMPLE SYSTEM (${percent.toFixed(4)}) REPEATABLE (1)`;
    return `(SELECT ${columns} FROM ${relation} ${sample} LIMIT ${rows}) s`;
  },
};

/** Relations the role may read; partitions are their parent's, and what an extension brought is not the customer's. */
const RELATIONS = `
  SELECT c.oid, n.nspname, c.relname, c.relkind,
         CASE WHEN c.relkind = 'p'
              THEN (SELECT sum(nullif(p.reltuples, -1)) FROM pg_partition_tree(c.oid) t JOIN pg_class p ON p.oid = t.relid WHERE t.isleaf)
              ELSE nullif(c.reltuples, -1) END AS estimate,
         obj_description(c.oid, 'pg_class') AS comment
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND ($1::text[] IS NULL OR n.nspname = ANY ($1::text[]))
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

const POSTGRES_TABLES = `
  WITH relations AS (${RELATIONS})
  SELECT oid::int8, nspname::text, relname::text, relkind::text, estimate::int8, comment FROM relations ORDER BY nspname, relname`;

const POSTGRES_COLUMNS = `
  WITH relations AS (${RELATIONS})
  SELECT r.oid::int8, a.attname::text, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, col_description(r.oid, a.attnum),
         coalesce(b.oid, t.oid)::int8, coalesce(b.typcategory, t.typcategory)::text, coalesce(b.typtype, t.typtype)::text
  FROM relations r
  JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_type b ON b.oid = nullif(t.typbasetype, 0)
  WHERE has_column_privilege(r.oid, a.attnum, 'SELECT')
  ORDER BY r.oid, a.attnum`;

const POSTGRES_KEYS = `
  WITH relations AS (${RELATIONS})
  SELECT r.oid::int8, k.contype::text, names(k.conrelid, k.conkey), k.confrelid::int8, names(k.confrelid, k.confkey)
  FROM relations r
  JOIN pg_constraint k ON k.conrelid = r.oid AND k.contype IN ('p', 'f') AND k.conparentid = 0
  ORDER BY r.oid, k.contype DESC, k.conname`.replaceAll(
  /names\((k\.\w+), (k\.\w+)\)/g,
  `(SELECT json_agg(a.attname ORDER BY u.place) FROM unnest($2) WITH ORDINALITY u(number, place)
    JOIN pg_attribute a ON a.attrelid = $1 AND a.attnum = u.number)`,
);

async function catalog(read: Read, schemas: readonly string[] | undefined): Promise<CatalogTable[]> {
  const parameters = [schemas ? arrayLiteral(schemas) : null];
  const tables = new Map<Cell, CatalogTable>();
  for (const [oid, schema, name, kind, estimate, comment] of await read(POSTGRES_TABLES, parameters)) {
    tables.set(oid ?? null, {
      schema: String(schema),
      name: String(name),
      comment: textOrNull(comment),
      ...((kind === "v" || kind === "m") && { is_view: true }),
      row_count: 0,
      primary_key: [],
      columns: [],
      foreign_keys: [],
      estimate: typeof estimate === "number" ? estimate : null,
      view: kind === "v" || kind === "f",
    });
  }
  const others = patience();
  for (const [oid, name, native, nullable, comment, type, category, kind] of await read(POSTGRES_COLUMNS, parameters)) {
    await others();
    const column = bareColumn({
      name: String(name),
      type: typeOfColumn(Number(type), String(category), String(kind)),
      native_type: String(native),
      nullable: nullable === true,
      comment: textOrNull(comment),
    });
    tables.get(oid ?? null)?.columns.push(column);
  }
  for (const [oid, kind, columns, target, references] of await read(POSTGRES_KEYS, parameters)) {
    const table = tables.get(oid ?? null);
    if (!table) continue;
    if (kind === "p") table.primary_key = namesIn(columns);
    const referenced = tables.get(target ?? null);
    if (kind === "f" && referenced) {
      table.foreign_keys.push({
        columns: namesIn(columns),
        table: referenced.name,
        references: namesIn(references),
        inferred: false,
      });
    }
  }
  return [...tables.values()];
}

function arrayLiteral(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

function namesIn(json: Cell | undefined): string[] {
  const names: unknown = JSON.parse(String(json ?? "[]"));
  return Array.isArray(names) ? names.map(String) : [];
}

function textOrNull(cell: Cell | undefined): string | null {
  return typeof cell === "string" && cell !== "" ? cell : null;
}
