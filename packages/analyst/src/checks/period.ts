import type { AnswerPeriod } from "@parley/contract/message";
import type { Comparison, SelectScope } from "./select-scopes.ts";

const DAY_LITERAL = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00(?::?00)?)?$)/;
const PERIOD_DAY_MS = 86_400_000;

/** The day of a date literal as milliseconds; null for others. */
function dayOf(text: string | undefined): number | null {
  const match = DAY_LITERAL.exec(text ?? "");
  if (!match) return null;
  const time = Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`);
  return Number.isNaN(time) ? null : time;
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

interface Bounds {
  from: number | null;
  to: number | null;
}

/** The days that one comparison leaves. */
function boundsOf({ operator, values, within }: Comparison): Bounds | null {
  if (within === "year" && operator === "=" && /^\d{4}$/.test(values[0] ?? ""))
    return { from: Date.parse(`${values[0]}-01-01T00:00:00Z`), to: Date.parse(`${values[0]}-12-31T00:00:00Z`) };
  if (within !== null && within !== "date") return null;
  const [first, last] = [dayOf(values[0]), dayOf(values[1])];
  if (first === null) return null;
  switch (operator) {
    case "=":
      return { from: first, to: first };
    case ">=":
      return { from: first, to: null };
    case ">":
      return { from: first + PERIOD_DAY_MS, to: null };
    case "<=":
      return { from: null, to: first };
    case "<":
      return { from: null, to: first - PERIOD_DAY_MS };
    case "between":
      return last === null ? null : { from: first, to: last };
    case "in":
    case "<>":
      return null;
  }
}

/**
 * The period that a statement is limited to, both days inclusive, by the dates in its conditions; null where it has none, where
 * they hold in some cases only, or where they are of several columns.
 */
export function periodOf(scopes: readonly SelectScope[]): AnswerPeriod | null {
  const found = scopes.flatMap(({ comparisons, hasChoices }) =>
    comparisons.flatMap((comparison) => {
      const bounds = boundsOf(comparison);
      return bounds ? [{ ...bounds, column: comparison.column.name, hasChoices }] : [];
    }),
  );
  const [first] = found;
  if (!first || found.some(({ column, hasChoices }) => hasChoices || column !== first.column)) return null;
  const starts = found.flatMap(({ from }) => from ?? []);
  const ends = found.flatMap(({ to }) => to ?? []);
  const from = starts.length > 0 ? Math.max(...starts) : null;
  const to = ends.length > 0 ? Math.min(...ends) : null;
  // Two SELECTs of two periods are compared: neither is the answer's.
  if (from !== null && to !== null && from > to) return null;
  return { from: from === null ? null : isoDay(from), to: to === null ? null : isoDay(to), column: first.column };
}
