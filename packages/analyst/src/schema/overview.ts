import { patience } from "@parley/datasource/introspection/patience";
import type { Column, Schema, Table } from "@parley/datasource/types";
import { listTable, plainName } from "./describe-table.ts";
import { tokensAbout } from "./token-estimate.ts";

/** Tokens of an overview, and of the names in it: where not all names fit, there is none. */
const OVERVIEW_TOKENS = 3_600;
const NAMES_TOKENS = 2_200;
const NO_COLUMNS: ReadonlySet<Column> = new Set();

/** What everybody sees of a database that is too large to be described: it depends on nothing that is asked. */
export interface Overview {
  text: string;
  /** The tables whose columns it says, each with the one that it lists: itself, or the one whose copy it is. */
  covered: ReadonlyMap<Table, Table>;
}

/** What two tables have alike if one is a copy of the other. */
export const columnsOf = ({ columns }: Table): string =>
  JSON.stringify(columns.map(({ name, type, comment }) => [name, type, comment]));

/**
 * Names all tables of a large database, and lists those with their columns that most others refer to; null where there are too many to
 * name. It is the same for all who ask, so that providers keep it in their caches.
 */
export async function overviewOf({ tables, dialect, tables_left_out }: Schema): Promise<Overview | null> {
  if (tables_left_out !== undefined) return null;
  let left = NAMES_TOKENS - tokensAbout(namesText(tables));
  if (left < 0) return null;
  left += OVERVIEW_TOKENS - NAMES_TOKENS;
  const others = patience();
  const alike = Map.groupBy(tables, columnsOf);
  const listed = new Map<string, Table>();
  const lines: string[] = [];
  for (const table of byImportance(tables)) {
    await others();
    const columns = columnsOf(table);
    if (listed.has(columns)) continue;
    const line = listTable(table, dialect, NO_COLUMNS);
    const copies = (alike.get(columns) ?? []).filter((each) => each !== table);
    const copied = copies.length > 0 ? `\n  Same columns: ${namesText(copies, "; ")}` : "";
    // The names are counted already.
    const known = [table, ...copies].reduce((sum, { name }) => sum + tokensAbout(name), 0);
    const tokens = tokensAbout(`${line}${copied}`) - known;
    if (tokens > left) break;
    left -= tokens;
    listed.set(columns, table);
    lines.push(`${line}${copied}`);
  }
  const covered = new Map(
    tables.flatMap((table) => {
      const original = listed.get(columnsOf(table));
      return original ? [[table, original] as const] : [];
    }),
  );
  const rest = namesText(tables.filter((table) => !covered.has(table)));
  return {
    covered,
    text: [
      `The database has ${tables.length} tables. The ${lines.length} that most others are linked with, with their columns:`,
      lines.join("\n"),
      ...(rest ? [`All others:\n${rest}`] : []),
    ].join("\n\n"),
  };
}

/** The tables with most keys from and to others first, then the largest. */
function byImportance(tables: readonly Table[]): Table[] {
  const place = ({ schema, name }: Pick<Table, "schema" | "name">) => JSON.stringify([schema, name]);
  const links = new Map<string, number>();
  for (const table of tables)
    for (const key of table.foreign_keys)
      for (const end of [place(table), place({ schema: table.schema, name: key.table })])
        links.set(end, (links.get(end) ?? 0) + 1);
  const count = (table: Table) => links.get(place(table)) ?? 0;
  return tables.toSorted((a, b) => count(b) - count(a) || b.row_count - a.row_count);
}

/** Names of tables by their schemas, each of which is said once. */
function namesText(tables: readonly Table[], between = "\n"): string {
  const names = new Map<string, string[]>();
  for (const table of tables) {
    const name = plainName({ ...table, schema: null });
    const full = plainName(table);
    const schema = full.slice(0, -name.length - 1);
    const known = names.get(schema) ?? [];
    names.set(schema, known);
    known.push(name);
  }
  return Array.from(names, ([schema, its]) => `${schema === "" ? "" : `in ${schema}: `}${its.join(", ")}`).join(
    between,
  );
}
