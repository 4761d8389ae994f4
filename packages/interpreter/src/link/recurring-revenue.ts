import { endDay, startDay } from "../catalog/running-rows.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
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
  if (isKept) {
    const rows = runningRows(catalog);
    const isTold = tokens.some(({ lower }) => STATE_SAID.test(lower));
    const isFigure = FIGURE_BEFORE.test(tokens[at - 1]?.lower ?? "");
    if (rows !== null && !isTold)
      return { tokens: written(said, [...(isFigure ? [] : ["total"]), "mrr", "of", "active", ...inPlural(rows)]), end };
    return name.length > 1 ? { tokens: written(said, ["mrr"]), end } : null;
  }
  const [only, ...more] = catalog.tables.flatMap((table) => priceOf(table) ?? []);
  if (only === undefined || more.length > 0) return null;
  return { tokens: written(said, ["total", ...only.words, "of", "active", ...inPlural(only.table)]), end };
};

/** What says of which rows it is asked for. */
const STATE_SAID = /^(?:active|current|running|ongoing|churned|lost|new|all|ever|paused|trial)$|cancel|ended$|expired$/;

const FIGURE_BEFORE = /^(?:average|mean|median|total|maximum|minimum|overall|by|of)$/;

const inPlural = ({ words }: CatalogTable): string[] => words.slice(0, -1).concat(plural(words.at(-1) ?? ""));

/** The only rows that have such a figure, where they come to an end and no longer count then. */
function runningRows({ tables }: Catalog): CatalogTable | null {
  const [only, ...more] = tables.filter(({ columns }) => columns.some(({ words }) => words.includes("mrr")));
  const ends = only === undefined || only.isView || more.length > 0 ? null : endDay(only);
  return only !== undefined && ends !== null && startDay(only) !== null ? only : null;
}

/** What each row costs a month, of a table that says which of its rows are active. */
function priceOf({ isView, columns }: CatalogTable): CatalogColumn | null {
  const isActive = columns.some(
    ({ isText, source }) => isText && source.values.some((value) => value.toLowerCase() === "active"),
  );
  if (isView || !isActive) return null;
  return columns.find(({ isNumber, words }) => isNumber && MONTHLY.test(words.join(" "))) ?? null;
}

const MONTHLY = /^(?:monthly (?:price|fee|amount|rate|charge|value|cost)|(?:price|fee|amount) (?:monthly|per month))$/;
