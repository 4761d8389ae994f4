import type { Catalog, CatalogColumn, CatalogTable } from "./catalog.ts";
import { nameInFull } from "./columns.ts";

const promised =
  /\b(due|promised|deadline|required|expected|scheduled|planned|target|estimated|agreed|wanted|needed)\b| by$/;

/** The day for which something was promised, rather than that on which it happened. */
export const isPromisedDay = (column: CatalogColumn): boolean =>
  column.isDate && (promised.test(nameInFull(column)) || promised.test(column.words.join(" ")));

/** Words of a day on which something happened. */
export const happened =
  /\b(paid|payment|delivered|delivery|closed|resolved|completed|finished|returned|ship|shipped|arrived|arrival|done|actual|settled|handed|submitted|return)\b/;

/** Rows that happened on a day, and that for which they were promised. */
export interface Term {
  table: CatalogTable;
  due: CatalogColumn;
  done: CatalogColumn | null;
}

const happenedOn = ({ columns }: CatalogTable): CatalogColumn | undefined =>
  columns.find(
    (column) =>
      column.isDate &&
      !isPromisedDay(column) &&
      (happened.test(column.words.join(" ")) || /\b(?:received|receipt)\b/.test(column.words.join(" "))),
  );

/** The day that deliveries came, where the order that they belong to was promised for one. */
export function promisedElsewhere(table: CatalogTable, { links }: Catalog): Term | null {
  const done = happenedOn(table);
  if (table.isView || done === undefined || table.columns.some(isPromisedDay)) return null;
  for (const { from, to, cost } of links) {
    const whole = from[0]?.table === table && cost < SURE_LINK ? to[0]?.table : undefined;
    const due = whole === table ? undefined : whole?.columns.find(isPromisedDay);
    if (whole !== undefined && due !== undefined && happenedOn(whole) === undefined) return { table, due, done };
  }
  return null;
}

/** Links that cost less are declared, or guessed without doubt. */
const SURE_LINK = 2;
