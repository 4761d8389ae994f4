import type { Schema, Table } from "@parley/datasource/types";
import type { ColumnName, SelectScope } from "./select-scopes.ts";

/** A column that is added up although a join repeats its rows. */
export interface MultipliedSum {
  column: string;
  table: string;
  /** The joined table that has several rows for one of it. */
  by: string;
}

/** Sums and averages of a table's column in a SELECT that joins it with a table which has many rows for each of its own. */
export const multipliedSums = (scopes: readonly SelectScope[], schema: Schema): MultipliedSum[] =>
  scopes.flatMap((scope) => multipliedIn(scope, schema));

function multipliedIn(scope: SelectScope, schema: Schema): MultipliedSum[] {
  const tables = new Map(
    [...scope.tables].flatMap(([alias, name]) => {
      const table = schema.tables.find((each) => each.name.toLowerCase() === name);
      return table ? [[alias, table] as const] : [];
    }),
  );
  if (tables.size < 2) return [];
  const aliasOf = ({ table, name }: ColumnName): string | null => {
    if (table !== null) return tables.has(table) ? table : null;
    const holding = [...tables].filter(([, each]) => hasColumn(each, name));
    return holding.length === 1 ? (holding[0]?.[0] ?? null) : null;
  };
  const steps = scope.joined.flatMap(([left, right]): Step[] => {
    const [from, to] = [aliasOf(left), aliasOf(right)];
    if (from === null || to === null || from === to) return [];
    return [
      { from, fromName: left.name, to, toName: right.name },
      { from: to, fromName: right.name, to: from, toName: left.name },
    ];
  });
  const inProduct = (added: ColumnName, product: readonly ColumnName[]): MultipliedSum[] => {
    const alias = aliasOf(added);
    const table = alias === null ? undefined : tables.get(alias);
    if (alias === null || !table || !hasColumn(table, added.name)) return [];
    const many = repeating(alias, { steps, tables });
    // A price times the quantity of each row is meant for each row.
    if (many === null || product.some((factor) => aliasOf(factor) === many)) return [];
    // With a row for each row of the other table nothing is counted twice.
    const isApart = scope.grouped.some((column) => aliasOf(column) === many && isKey(tables.get(many), column.name));
    return isApart ? [] : [{ column: added.name, table: table.name, by: tables.get(many)?.name ?? many }];
  };
  return scope.added.flatMap((product) => product.flatMap((added) => inProduct(added, product)));
}

/** A join as it is gone along from one table, under the names that these have in the statement. */
interface Step {
  from: string;
  fromName: string;
  to: string;
  toName: string;
}

/**
 * The table that has several rows for one of `start`: joined with it, or with what its rows belong to. Payments repeat the items of an
 * order, though neither knows of the other.
 */
function repeating(
  start: string,
  { steps, tables }: { steps: readonly Step[]; tables: ReadonlyMap<string, Table> },
): string | null {
  const reached = new Set([start]);
  for (const here of reached) {
    for (const { from, fromName, to, toName } of steps) {
      const [own, other] = [tables.get(from), tables.get(to)];
      if (from !== here || reached.has(to) || !own || !other) continue;
      if (refers(own, fromName, other, toName)) reached.add(to);
      else if (refers(other, toName, own, fromName) && !isKey(other, toName)) return to;
    }
  }
  return null;
}

const hasColumn = ({ columns }: Table, name: string): boolean =>
  columns.some((each) => each.name.toLowerCase() === name);

const isKey = (table: Table | undefined, name: string): boolean =>
  table?.primary_key.length === 1 && table.primary_key[0]?.toLowerCase() === name;

/** True if a column is a foreign key to a column of a table, which is its key: declared as one, or what the foreign key refers to. */
const refers = ({ foreign_keys }: Table, name: string, to: Table, toName: string): boolean =>
  foreign_keys.some(({ columns, table, references }) => {
    const at = columns.length === 1 && columns[0]?.toLowerCase() === name ? 0 : -1;
    if (at < 0 || table.toLowerCase() !== to.name.toLowerCase()) return false;
    return isKey(to, toName) || references[at]?.toLowerCase() === toName;
  });
