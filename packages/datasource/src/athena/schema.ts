import type { Engine, Query } from "../introspection/engine.ts";
import { introspect, type IntrospectionOptions } from "../introspection/introspect.ts";
import type { Schema } from "../types.ts";
import { declaredTables, type ListTables } from "./catalog.ts";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const ENGINE: Omit<Engine, "catalog"> = {
  dialect: "athena",
  quote,
  textOf: (expression, length) => `SUBSTR(CAST(${expression} AS varchar), 1, ${length})`,
  // A sample of a table reads all of its files, and what is read is paid for: these are rows that come first.
  sampleOf: (relation, table, rows) =>
    `(SELECT ${table.columns.map(({ name }) => quote(name)).join(", ")} FROM ${relation} LIMIT ${rows}) s`,
};

/** Describes databases by the data catalog, through Athena, and by statements that sample values. */
export function introspectAthena(
  { query, list, databases }: { query: Query; list: ListTables; databases: readonly string[] },
  options: IntrospectionOptions,
): Promise<Schema> {
  const catalog = () => declaredTables(list, databases, options.signal);
  return introspect({ ...ENGINE, catalog }, query, options);
}
