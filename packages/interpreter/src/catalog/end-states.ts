import { toldAs } from "./called.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** What the state of a row is called from which nothing more is to come. */
const ended =
  /^(?:paid|settled|completed?|closed|done|finished|returned|resolved|solved|delivered|received|fulfilled|cancell?ed|void(?:ed)?|written[ _-]?off|uncollectible|refunded|withdrawn|rejected|declined|awarded|won|lost|expired)$/i;

/** A column of states, and those in which a row is at its end: "paid" and "written off" of invoices. */
/** The state of payments that came in. */
export const SUCCEEDED = /^(?:succeeded|success|successful|captured|settled|completed|paid|approved)$/i;

export interface EndStates {
  column: CatalogColumn;
  values: readonly string[];
}

/** The states in which rows of a table are at their end, among them `state` where one is given; null where no column has some and others. */
export function endStates({ columns }: CatalogTable, state?: string): EndStates | null {
  for (const column of columns) {
    const { values, values_complete } = column.source;
    const isState = column.isText && values_complete && /^(?:status|state|stage)$/.test(column.words.at(-1) ?? "");
    const ends = values.filter((value) => ended.test(value) || value.toLowerCase() === state);
    const isOne = state === undefined || ends.some((value) => value.toLowerCase() === state);
    if (isState && isOne && ends.length > 0 && ends.length < values.length) return { column, values: ends };
  }
  return null;
}

/** "status other than “paid” and “written off”" */
export const toldOther = ({ column, values }: EndStates): string =>
  `${toldAs(column)} other than ${values.map((value) => `“${value}”`).join(" and ")}`;
