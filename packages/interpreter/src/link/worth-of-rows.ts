import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

const WORTH = /^(?:cost|price|amount|worth|estimate|budget|fee|rent|salary)s?$/;

/** "the total value of all assets", of assets that have a cost and no other number in money: what they cost. */
export const worthOfRows: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (!/^(?:value|worth)$/.test(said?.lower ?? "") || said === undefined || tokens[at + 1]?.lower !== "of") return null;
  if (!/^(?:total|average|combined|overall|highest|lowest)$/.test(tokens[at - 1]?.lower ?? "")) return null;
  let place = at + 2;
  while (/^(?:all|the|our|these|those|its|active)$/.test(tokens[place]?.lower ?? "")) place++;
  const column = onlyMoney(tokens[place]?.stem ?? "", catalog);
  return column === null ? null : { tokens: written([said], column.words), end: at + 1 };
};

/** The only number in money of rows that are called so, which are of no quantity. */
function onlyMoney(rows: string, catalog: Catalog): CatalogColumn | null {
  const tables = (catalog.tablesByStem.get(rows) ?? []).filter(
    ({ isView, stems }) => !isView && stems.length === 1 && stems[0] === rows,
  );
  const [table, ...others] = tables;
  if (table === undefined || others.length > 0 || catalog.columnsByStem.has("valu")) return null;
  const numbers = table.columns.filter(({ isNumber, isKey, isFlag }) => isNumber && !isKey && !isFlag);
  if (numbers.some(({ words }) => /\b(?:quantity|qty|units|stock|count)\b/.test(words.join(" ")))) return null;
  const [only, ...more] = numbers.filter(({ words }) => words.some((word) => WORTH.test(word)));
  return more.length === 0 ? (only ?? null) : null;
}
