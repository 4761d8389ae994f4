import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import type { Asked } from "./item.ts";
import type { Mention } from "./mention.ts";
import { type Rewriter, written } from "./rewriter.ts";

/**
 * "subscriptions that were cancelled", of rows with a day on which they were, while "cancelled" is a state of orders: those with such a
 * day, and not those with such orders.
 */
export function isStateOfOwnDay({ tokens, catalog }: Asked, { start, end, values }: Mention): boolean {
  const said = tokens[start];
  if (said === undefined || end > start + 1 || values.length === 0) return false;
  const before = tokens.slice(0, start).findLastIndex(({ lower }) => !LEADS_TO_STATE.test(lower));
  const rows = before < start - 1 ? tokens[before] : undefined;
  return rows !== undefined && areDoneOnDay(rows, said, catalog);
}

/** "cancelled subscriptions", of the same rows, before which no others are named: "subscriptions who cancelled". */
export const doneRows: Rewriter = (tokens, at, catalog) => {
  const [said, rows] = tokens.slice(at, at + 2);
  if (said === undefined || rows?.kind !== "word" || !areDoneOnDay(rows, said, catalog)) return null;
  if (tokens.slice(0, at).some(({ stem }) => catalog.tablesByStem.has(stem))) return null;
  if (!(catalog.valuesByStem.has(said.stem) || catalog.values.has(said.lower))) return null;
  return { tokens: [rows, ...written([said], ["who", said.lower])], end: at + 2 };
};

/** True for rows that all have a day on which it was done to them, or none, and no state that says so. */
function areDoneOnDay(rows: Token, said: Token, catalog: Catalog): boolean {
  if (!/^[a-z]{3,}ed$/.test(said.lower)) return false;
  const named = (catalog.tablesByStem.get(rows.stem) ?? []).filter(
    ({ isView, stems }) => !isView && stems.at(-1) === rows.stem,
  );
  const states = catalog.values.get(said.lower) ?? [];
  const isOfThem = states.some(({ column: { table } }) => table.isView || named.includes(table));
  const hasDay = ({ columns }: (typeof named)[number]) =>
    columns.some(({ isDate, source, stems }) => isDate && source.nullable && stems[0] === said.stem);
  return !isOfThem && named.length > 0 && named.every(hasDay);
}

const LEADS_TO_STATE = /^(?:that|which|who|is|are|was|were|been|be|get|gets|got)$/;
