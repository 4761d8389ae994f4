import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { plural } from "../language/words.ts";
import { OTHER_TIMES, type Rewriter, written } from "./rewriter.ts";

const names: readonly (readonly string[])[] = [["monthly", "recurring", "revenue"], ["mrr"]];

/** "MRR", "monthly recurring revenue": the monthly price of whatever is active, where one table has both and no column is called so. */
export const recurringRevenue: Rewriter = (tokens, at, catalog) => {
  const name = names.find((words) => words.every((word, i) => tokens[at + i]?.lower === word));
  const isOfOtherTime = tokens.some(({ lower }) => OTHER_TIMES.test(lower) && name?.includes(lower) === false);
  if (name === undefined || isOfOtherTime) return null;
  const said = tokens.slice(at, at + name.length);
  const end = at + name.length;
  const isKept = catalog.tables.some(({ columns }) => columns.some(({ words }) => words.includes("mrr")));
  if (isKept) return name.length > 1 ? { tokens: written(said, ["mrr"]), end } : null;
  const [only, ...more] = catalog.tables.flatMap((table) => priceOf(table) ?? []);
  if (only === undefined || more.length > 0) return null;
  const rows = only.table.words.slice(0, -1).concat(plural(only.table.words.at(-1) ?? ""));
  return { tokens: written(said, ["total", ...only.words, "of", "active", ...rows]), end };
};

/** What each row costs a month, of a table that says which of its rows are active. */
function priceOf({ isView, columns }: CatalogTable): CatalogColumn | null {
  const isActive = columns.some(
    ({ isText, source }) => isText && source.values.some((value) => value.toLowerCase() === "active"),
  );
  if (isView || !isActive) return null;
  return columns.find(({ isNumber, words }) => isNumber && MONTHLY.test(words.join(" "))) ?? null;
}

const MONTHLY = /^(?:monthly (?:price|fee|amount|rate|charge|value|cost)|(?:price|fee|amount) (?:monthly|per month))$/;
