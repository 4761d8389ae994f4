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
  const joins = scope.joined.map(([left, right]) => ({
    left: aliasOf(left),
    leftName: left.name,
    right: aliasOf(right),
    rightName: right.name,
  }));
  return scope.added.flatMap((added): MultipliedSum[] => {
    const alias = aliasOf(added);
    const table = alias === null ? undefined : tables.get(alias);
    if (alias === null || !table || !hasColumn(table, added.name)) return [];
    const many = joins
      .flatMap(({ left, leftName, right, rightName }) => [
        { own: left, ownName: leftName, other: right, otherName: rightName },
        { own: right, ownName: rightName, other: left, otherName: leftName },
      ])
      .find(({ own, ownName, other, otherName }) => {
        const joined = other === null ? undefined : tables.get(other);
        return (
          own === alias &&
          other !== alias &&
          isKey(table, ownName) &&
          joined !== undefined &&
          !isKey(joined, otherName) &&
          refers(joined, otherName, table)
        );
      });
    if (!many || many.other === null) return [];
    // With a row for each row of the other table nothing is counted twice.
    const other = tables.get(many.other);
    const isApart = scope.grouped.some(
      (column) => aliasOf(column) === many.other && other && isKey(other, column.name),
    );
    return isApart ? [] : [{ column: added.name, table: table.name, by: other?.name ?? many.other }];
  });
}

const hasColumn = ({ columns }: Table, name: string): boolean =>
  columns.some((each) => each.name.toLowerCase() === name);

const isKey = ({ primary_key }: Table, name: string): boolean =>
  primary_key.length === 1 && primary_key[0]?.toLowerCase() === name;

/** True if a column is a foreign key to a table. */
const refers = ({ foreign_keys }: Table, name: string, to: Table): boolean =>
  foreign_keys.some(
    ({ columns, table }) =>
      columns.some((column) => column.toLowerCase() === name) && table.toLowerCase() === to.name.toLowerCase(),
  );
