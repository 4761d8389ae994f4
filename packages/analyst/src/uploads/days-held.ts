import type { Column, QueryResult, Schema } from "@parley/datasource/types";
import { dayText, whenText } from "@parley/interpreter/explain/moments";
import type { Condition, LogicalForm } from "@parley/interpreter/form/logical-form";

/**
 * From when to when a file's rows are, where nothing was found in a time that they do not reach: no sales in May is another
 * answer than a file that ends in April.
 */
export function daysHeld(
  { where }: LogicalForm,
  schema: Schema,
  { rows }: QueryResult,
  headingOf: (table: string, column: string) => string | undefined,
): string[] {
  const isNothing = rows.every((row) => row.every((cell) => cell === null || Number(cell) === 0));
  if (!isNothing) return [];
  return where.flatMap((condition) => {
    if (condition.kind !== "period" || condition.left.kind !== "column" || condition.negated) return [];
    const { table: of, column: named } = condition.left;
    const column = schema.tables.find(({ name }) => name === of)?.columns.find(({ name }) => name === named);
    const held = column === undefined ? null : spanOf(column);
    if (held === null || !isOutside(condition, held)) return [];
    const { first, last } = held;
    const span = first === last ? `holds ${dayText(first)} alone` : `goes from ${dayText(first)} to ${dayText(last)}`;
    return [`${headingOf(of, named) ?? named} ${span}: there is nothing ${whenText(condition.label)}.`];
  });
}

/** The first and the last day that a column holds. */
interface Span {
  first: string;
  last: string;
}

const DAY_PREFIX = /^\d{4}-\d{2}-\d{2}/;

function spanOf({ type, min, max, masked }: Column): Span | null {
  if (masked || (type !== "date" && type !== "timestamp")) return null;
  const [first, last] = [min, max].map((cell) => (typeof cell === "string" ? DAY_PREFIX.exec(cell)?.[0] : undefined));
  return first === undefined || last === undefined ? null : { first, last };
}

const isOutside = ({ from, to }: Condition & { kind: "period" }, { first, last }: Span): boolean =>
  (from !== null && from.slice(0, 10) > last) || (to !== null && to.slice(0, 10) <= first);
