import type { Column, Schema, Table } from "@parley/datasource/types";

/** One database of the collection that a large one is made of. */
export interface Part {
  name: string;
  schema: Schema;
}

/** What tables of long-lived databases are copied to. */
const COPIES = ["archive", "2019", "staging", "backup", "tmp", "history"];

/** Where a part's tables lie in the large database. The schema's name gives nothing away. */
export const schemaOfPart = (parts: readonly Part[], name: string): string =>
  `s${parts.findIndex((part) => part.name === name)}`;

/**
 * Returns a database of `count` tables: those of the parts, each part in a schema of its own, and where they do not suffice
 * copies of them with a word behind their names. A part is taken whole or not at all; the parts that were taken come along.
 */
export function largeSchema(parts: readonly Part[], count: number): { schema: Schema; parts: Part[] } {
  const tables: Table[] = [];
  const taken: Part[] = [];
  for (const part of parts) {
    if (tables.length + part.schema.tables.length > count) continue;
    taken.push(part);
    tables.push(...part.schema.tables.map((table) => ({ ...table, schema: schemaOfPart(taken, part.name) })));
  }
  const originals = [...tables];
  for (let at = 0; tables.length < count && originals.length > 0; at += 1) {
    const copied = originals[at % originals.length];
    const word = COPIES[Math.floor(at / originals.length) % COPIES.length] ?? "copy";
    if (copied) tables.push({ ...copied, name: `${copied.name}_${word}`, foreign_keys: [], row_count: 0 });
  }
  return {
    schema: { dialect: "postgres", tables, hash: "", introspected_at: "" },
    parts: taken,
  };
}

/** The words of a name as a comment says them. */
const said = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();

/** Returns the database with names that say nothing, and what the names said in comments; `nameOf` leads to the new ones. */
export function cryptic(schema: Schema): { schema: Schema; nameOf: ReadonlyMap<Table, string> } {
  const names = new Map<string, string>();
  const keyOf = (of: string | null, name: string) => JSON.stringify([of, name]);
  schema.tables.forEach((table, at) => names.set(keyOf(table.schema, table.name), `t${String(at).padStart(4, "0")}`));
  const nameOf = new Map<Table, string>();
  const tables = schema.tables.map((table) => {
    const columns = new Map(table.columns.map(({ name }, at) => [name, `c${at + 1}`]));
    const renamed: Table = {
      ...table,
      name: names.get(keyOf(table.schema, table.name)) ?? "",
      comment: `Holds ${said(table.name)}`,
      columns: table.columns.map((column): Column => ({
        ...column,
        name: columns.get(column.name) ?? "",
        comment: `The ${said(column.name)}`,
      })),
      primary_key: table.primary_key.map((name) => columns.get(name) ?? ""),
      foreign_keys: table.foreign_keys.map((key) => ({
        ...key,
        columns: key.columns.map((name) => columns.get(name) ?? ""),
        table: names.get(keyOf(table.schema, key.table)) ?? "",
        references: [],
      })),
    };
    nameOf.set(table, renamed.name);
    return renamed;
  });
  return { schema: { ...schema, tables }, nameOf };
}

/** Returns true if a prompt's text shows a table with its columns, be it described or listed. */
export const showsTable = (text: string, { schema, name }: Pick<Table, "schema" | "name">): boolean => {
  const written = [schema, name]
    .filter((part) => part !== null && part !== "public")
    .map((part) => String(part))
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `"${part}"`))
    .join(".");
  if (text.includes(`table ${written} (`) || text.includes(`\n${written}(`)) return true;
  const plain = schema === null || schema === "public" ? name : `${schema}.${name}`;
  return text.includes(`\n${plain}: columns as `);
};
