import type { Column, Schema } from "@parley/datasource/types";
import type { ColumnName, SelectScope } from "./select-scopes.ts";

/** A literal that its column does not hold. */
export interface StrangeLiteral {
  column: string;
  value: string;
  /** The value of the column that is most like it; null where none is. */
  nearest: string | null;
}

/** The column of a table of the scope, if exactly one has it. */
function columnOf({ table, name }: ColumnName, { tables }: SelectScope, schema: Schema): Column | null {
  const names = table === null ? [...tables.values()] : [tables.get(table) ?? table];
  const found = schema.tables
    .filter((each) => names.includes(each.name.toLowerCase()))
    .flatMap(({ columns }) => columns.filter((column) => column.name.toLowerCase() === name));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The literals that are compared with columns of which all values are known, and which are none of these. */
export function strangeLiterals(scopes: readonly SelectScope[], schema: Schema): StrangeLiteral[] {
  return scopes.flatMap((scope) =>
    scope.comparisons.flatMap(({ column: name, within, operator, values }) => {
      const column = columnOf(name, scope, schema);
      if (!column?.values_complete || column.values.length === 0) return [];
      if (!["=", "in", "<>"].includes(operator) || (within !== null && !/^(lower|upper)$/.test(within))) return [];
      const known = new Set(within === null ? column.values : column.values.map((value) => cased(value, within)));
      return values
        .filter((value) => !known.has(value))
        .map((value) => ({ column: column.name, value, nearest: nearestOf(value, column.values) }));
    }),
  );
}

const cased = (value: string, within: string): string =>
  within === "lower" ? value.toLowerCase() : value.toUpperCase();

/** Share of a text's characters that may differ in the nearest value. */
const MOST_DIFFERENT = 0.5;
const CHARACTERS_COMPARED = 60;

/** The value that is most like a text; null where none is like it. */
function nearestOf(text: string, values: readonly string[]): string | null {
  const wanted = text.toLowerCase().slice(0, CHARACTERS_COMPARED);
  let best: { value: string; distance: number } | null = null;
  for (const value of values) {
    const candidate = value.toLowerCase().slice(0, CHARACTERS_COMPARED);
    const isPart = wanted.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate));
    const distance = isPart ? 0.5 : distanceOf(wanted, candidate);
    if (
      distance <= Math.max(wanted.length, candidate.length) * MOST_DIFFERENT &&
      distance < (best?.distance ?? Infinity)
    )
      best = { value, distance };
  }
  return best?.value ?? null;
}

/** Characters to insert, remove or replace. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [at, character] of left.split("").entries()) {
    const next = [at + 1];
    for (let place = 0; place < right.length; place++) {
      const kept = (row[place] ?? 0) + (character === right[place] ? 0 : 1);
      next.push(Math.min(kept, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
