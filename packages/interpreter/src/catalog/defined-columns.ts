import type { Column, Schema } from "@parley/datasource/types";
import { type Definitions, ownTable } from "../form/definitions.ts";

/** A dimension, seen as a column of its table. */
export interface DefinedColumn extends Column {
  /** The expression that stands for it in SQL. */
  sql: string;
}

export const isDefined = (column: Column): column is DefinedColumn => "sql" in column;

const columnOf = ({ name, sql }: Definitions["dimensions"][number]): DefinedColumn => ({
  name,
  sql,
  type: "text",
  native_type: "text",
  nullable: true,
  comment: null,
  values: [],
  values_complete: false,
  distinct_count: null,
  min: null,
  max: null,
});

const known = new WeakMap<Schema, { definitions: Definitions; schema: Schema }>();

/** The schema with dimensions as columns of their tables. The same schema for the same definitions, so that its catalog is built once. */
export function withDimensions(schema: Schema, definitions: Definitions): Schema {
  if (definitions.dimensions.length === 0) return schema;
  const before = known.get(schema);
  if (before?.definitions === definitions) return before.schema;
  const byTable = Map.groupBy(definitions.dimensions, ({ table }) => ownTable(table).toLowerCase());
  const tables = schema.tables.map((table) => {
    const own = new Set(table.columns.map(({ name }) => name.toLowerCase()));
    // A column that is there means what its database says.
    const added = (byTable.get(table.name.toLowerCase()) ?? []).filter(({ name }) => !own.has(name.toLowerCase()));
    return added.length === 0 ? table : { ...table, columns: [...table.columns, ...added.map(columnOf)] };
  });
  const extended = { ...schema, tables };
  known.set(schema, { definitions, schema: extended });
  return extended;
}
