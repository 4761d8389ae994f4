import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { dateColumn } from "../../catalog/date-columns.ts";
import { isToOne } from "../../catalog/joins.ts";
import { isBirth, isPerson } from "../../catalog/persons.ts";
import type { FilterWish } from "../../read/sketch.ts";
import { valueOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";

/** How many words there may be between a value and the time that it is said of: "high priority tickets in May". */
const WORDS_BETWEEN_MAX = 3;

/**
 * "who was ill in May", "customers who paid by card in May", "owners with an urgent visit in May", of shifts, payments and visits that say
 * so: the rows of which it is said right before the time, rather than the people whose they are.
 */
export function deedsOf(context: Context): CatalogTable | null {
  const { sketch, subject, catalog, named } = context;
  if (subject === null || !(isPerson(subject) || subject.isCustomer)) return null;
  if (named.some(({ table }) => table !== subject)) return null;
  const time = sketch.filters.find(({ kind }) => kind === "period")?.at ?? Number.POSITIVE_INFINITY;
  const isTheirs = (column: CatalogColumn | null): column is CatalogColumn =>
    column !== null && column.table !== subject && !column.table.isView && isToOne(catalog, column.table, subject);
  const said = sketch.filters.flatMap((one) => {
    const column = one.at < time ? columnSaid(one, context) : null;
    return isTheirs(column) ? [{ at: one.at, table: column.table }] : [];
  });
  const last = said.at(-1);
  if (last === undefined) return null;
  const isDone = sketch.said.has("who") || sketch.said.has("people who did so then");
  // "owners of dogs in May": of dogs no day is known but that of their birth or death.
  const isEvent = dateColumn(last.table) !== null && !isPerson(last.table) && !last.table.columns.some(isBirth);
  const isRightBefore = isEvent && time - last.at <= WORDS_BETWEEN_MAX;
  return isDone || isRightBefore ? last.table : null;
}

/** The column by whose value rows are told: of "invoice", by which they were paid, or of "emergency", which holds or not. */
function columnSaid(one: FilterWish, context: Context): CatalogColumn | null {
  if (one.kind === "compare" && one.hint === "flag") return one.target?.columns[0]?.column ?? null;
  if (one.kind !== "value" || one.negated) return null;
  const { mention, target, preposition } = one;
  return valueOf(mention, context, { target, near: null, same: null, preposition })?.column ?? null;
}
