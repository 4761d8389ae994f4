import type { ForeignKey, Schema, Table } from "@parley/datasource/types";
import type { GivenDefinition } from "./given.ts";

const known = new WeakMap<Schema, { definitions: readonly GivenDefinition[]; schema: Schema }>();

/** True where a definition names the table: by its own name, or with its schema before a point. */
function names(said: string | null, { schema, name }: Table): boolean {
  const lower = said?.toLowerCase();
  return lower === name.toLowerCase() || (schema !== null && lower === `${schema}.${name}`.toLowerCase());
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.join("\n").toLowerCase() === other.join("\n").toLowerCase();

/** The table with what is said of it and of its columns: what is defined goes before its database's own comments. */
function withComments(table: Table, descriptions: readonly GivenDefinition[]): Table {
  const own = descriptions.filter((one) => names(one.table, table));
  if (own.length === 0) return table;
  const said = (column: string | null) =>
    own.find((one) => (one.column?.toLowerCase() ?? null) === (column?.toLowerCase() ?? null))?.description;
  return {
    ...table,
    comment: said(null) ?? table.comment,
    columns: table.columns.map((column) => ({ ...column, comment: said(column.name) ?? column.comment })),
  };
}

/** The table with the keys that are defined, as if its database had declared them. */
function withJoins(table: Table, joins: readonly GivenDefinition[], tables: readonly Table[]): Table {
  const keys = joins.flatMap(({ table: from, columns, references_table, references_columns }): ForeignKey[] => {
    const target = tables.find((one) => names(references_table, one));
    if (!names(from, table) || !target || columns === null || references_columns === null) return [];
    return [{ columns, table: target.name, references: references_columns, inferred: false }];
  });
  if (keys.length === 0) return table;
  const others = table.foreign_keys.filter(
    (key) => !keys.some((one) => one.table === key.table && same(one.columns, key.columns)),
  );
  return { ...table, foreign_keys: [...others, ...keys] };
}

/**
 * The schema with the joins and descriptions that are defined for its database. The same one for the same definitions, so that
 * what is made of a schema is made once.
 */
export function describedBy(schema: Schema, definitions: readonly GivenDefinition[]): Schema {
  const joins = definitions.filter(({ kind }) => kind === "join");
  const descriptions = definitions.filter(({ kind }) => kind === "description");
  if (joins.length + descriptions.length === 0) return schema;
  const before = known.get(schema);
  if (before?.definitions === definitions) return before.schema;
  const tables = schema.tables.map((table) => withJoins(withComments(table, descriptions), joins, schema.tables));
  const described = { ...schema, tables };
  known.set(schema, { definitions, schema: described });
  return described;
}
