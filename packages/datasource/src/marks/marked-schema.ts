import { type ColumnMark, markOf } from "./marks.ts";
import type { Column, Schema, Table } from "../types.ts";

/** A column without anything that was learned of its values. */
const valueless = (column: Column): Column => ({
  ...column,
  values: [],
  values_complete: false,
  distinct_count: null,
  min: null,
  max: null,
});

/** Returns the schema as marks leave it: without hidden columns and the keys they are part of, and without values of marked ones. */
export function schemaWithMarks(schema: Schema, marks: readonly ColumnMark[]): Schema {
  if (marks.length === 0) return schema;
  const of = (table: Table, column: string) =>
    markOf(marks, schema.dialect, { schema: table.schema, table: table.name, column });
  const hidden = new Set(
    schema.tables.flatMap((table) =>
      table.columns.filter(({ name }) => of(table, name) === "hidden").map(({ name }) => `${table.name}\n${name}`),
    ),
  );
  const isShown = (table: string, column: string) => !hidden.has(`${table}\n${column}`);
  return {
    ...schema,
    tables: schema.tables.map((table) => ({
      ...table,
      primary_key: table.primary_key.every((name) => of(table, name) !== "hidden") ? table.primary_key : [],
      columns: table.columns.flatMap((column) => {
        const mark = of(table, column.name);
        if (mark === undefined) return [column];
        if (mark === "hidden") return [];
        return [mark === "masked" ? { ...valueless(column), masked: true as const } : valueless(column)];
      }),
      foreign_keys: table.foreign_keys.filter(
        (key) =>
          key.columns.every((name) => of(table, name) !== "hidden") &&
          key.references.every((name) => isShown(key.table, name)),
      ),
    })),
  };
}
