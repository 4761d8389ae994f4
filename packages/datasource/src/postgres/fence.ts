import type { Query } from "../introspection/engine.ts";
import type { Fence, FencedTable } from "../marks/fence.ts";
import { type ColumnMark, isClosed } from "../marks/marks.ts";
import type { RunOptions } from "../types.ts";

const MOST_ROWS = 100_000;

/** Part of an extension, which only a role with rights over the whole database installs. */
const OF_EXTENSION = (catalog: string, oid: string) =>
  `EXISTS (SELECT 1 FROM pg_catalog.pg_depend e WHERE e.classid = 'pg_catalog.${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

/**
 * Which columns are closed: those marked, those of the same name above and below them in the inheritance (partitions, too), and
 * those generated from them. Which relations are: views and materialized views that depend on one of these, that show whole rows of
 * such a table, that call a function of the customer's, and those that are made of these.
 */
const FENCE = `
  WITH RECURSIVE marks (schema, relation, name, masked) AS (
    SELECT * FROM json_to_recordset($1::json) m (schema text, relation text, name text, masked boolean)),
  family (oid, name, masked) AS (
    SELECT c.oid, m.name, m.masked
    FROM marks m
    JOIN pg_catalog.pg_class c ON c.relname = m.relation
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND (m.schema IS NULL OR n.nspname = m.schema)
    UNION
    SELECT CASE WHEN i.inhparent = f.oid THEN i.inhrelid ELSE i.inhparent END, f.name, f.masked
    FROM family f JOIN pg_catalog.pg_inherits i ON f.oid IN (i.inhparent, i.inhrelid)),
  marked (oid, number, masked) AS (
    SELECT f.oid, a.attnum, bool_and(f.masked)
    FROM family f JOIN pg_catalog.pg_attribute a ON a.attrelid = f.oid AND a.attname = f.name AND a.attnum > 0
    GROUP BY 1, 2),
  closed (oid, number, masked) AS (
    SELECT * FROM marked
    UNION
    SELECT d.adrelid, d.adnum, false
    FROM marked m
    JOIN pg_catalog.pg_attrdef d ON d.adrelid = m.oid
    JOIN pg_catalog.pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated <> ''
    JOIN pg_catalog.pg_depend p ON p.classid = 'pg_catalog.pg_attrdef'::regclass AND p.objid = d.oid
      AND p.refclassid = 'pg_catalog.pg_class'::regclass AND p.refobjid = m.oid AND p.refobjsubid = m.number
    WHERE d.adnum <> m.number),
  parts (view, kind, oid, number) AS (
    SELECT r.ev_class, p.refclassid, p.refobjid, p.refobjsubid
    FROM pg_catalog.pg_rewrite r
    JOIN pg_catalog.pg_class v ON v.oid = r.ev_class AND v.relkind IN ('v', 'm')
    JOIN pg_catalog.pg_depend p ON p.classid = 'pg_catalog.pg_rewrite'::regclass AND p.objid = r.oid AND p.refobjid <> r.ev_class
    WHERE r.ev_class >= 16384),
  views (oid) AS (
    SELECT p.view FROM parts p
    WHERE p.kind = 'pg_catalog.pg_class'::regclass AND (
      EXISTS (SELECT 1 FROM closed c WHERE c.oid = p.oid AND c.number = p.number)
      OR EXISTS (SELECT 1 FROM closed c WHERE c.oid = p.oid) AND pg_catalog.pg_get_viewdef(p.view) LIKE '%.*%')
    UNION
    SELECT p.view FROM parts p
    WHERE p.kind = 'pg_catalog.pg_proc'::regclass AND NOT ${OF_EXTENSION("pg_proc", "p.oid")}
    UNION
    SELECT p.view FROM views w JOIN parts p ON p.kind = 'pg_catalog.pg_class'::regclass AND p.oid = w.oid)
  SELECT 'closed', n.nspname::text, c.relname::text, '', '', pg_catalog.pg_table_is_visible(c.oid), 0
  FROM views v JOIN pg_catalog.pg_class c ON c.oid = v.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  UNION ALL
  SELECT 'column', n.nspname::text, c.relname::text, a.attname::text,
    CASE WHEN l.oid IS NULL THEN 'open' WHEN l.masked THEN 'masked' ELSE 'hidden' END,
    pg_catalog.pg_table_is_visible(c.oid), a.attnum::int
  FROM (SELECT DISTINCT oid FROM closed) t
  JOIN pg_catalog.pg_class c ON c.oid = t.oid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN (SELECT oid, number, bool_and(masked) FROM closed GROUP BY 1, 2) l (oid, number, masked)
    ON l.oid = c.oid AND l.number = a.attnum
  WHERE l.oid IS NOT NULL OR pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
  ORDER BY 1, 2, 3, 7`;

/** Returns what marks close in the database as its catalog is now. Throws `DatasourceError`. */
export async function postgresFence(
  query: Query,
  marks: readonly ColumnMark[],
  options: Pick<RunOptions, "timeout_ms" | "signal">,
): Promise<Fence> {
  const given = marks
    .filter(isClosed)
    .map(({ schema, table, column, mark }) => ({ schema, relation: table, name: column, masked: mark === "masked" }));
  const { rows } = await query(FENCE, { ...options, row_limit: MOST_ROWS, parameters: [JSON.stringify(given)] });
  const tables = new Map<string, FencedTable>();
  const closed: Fence["closed"] = [];
  for (const [kind, schemaCell, relation, column, state, isVisible] of rows) {
    const [schema, name, visible] = [String(schemaCell), String(relation), isVisible === true];
    if (kind === "closed") {
      closed.push({ schema, name, visible });
      continue;
    }
    const key = JSON.stringify([schema, name]);
    const table = tables.get(key) ?? { schema, name, visible, columns: [], hidden: [] };
    if (state === "hidden") table.hidden.push(String(column));
    else table.columns.push({ name: String(column), masked: state === "masked" });
    tables.set(key, table);
  }
  return { tables: [...tables.values()], closed };
}
