import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

const CALLED_RATING = /^(?:rating|score|stars?|grade|mark)$/;
/** The most stars that are given. */
const MOST_STARS = 10;

/** "5-star reviews", "reviews with 5 stars", of reviews that have a score: those with that score. */
export const stars: Rewriter = (tokens, at, catalog) => {
  const [number, star, rows] = tokens.slice(at, at + 3);
  if (number === undefined || number.number === null || star === undefined || !/^stars?$/.test(star.lower)) return null;
  const column = catalog.vocabulary.has(star.stem) ? null : scoreOf(catalog);
  if (column === null) return null;
  const said = [...written([star], ["a", ...column.words, "of"]), number];
  const isRows =
    rows !== undefined && (column.table.stems.includes(rows.stem) || /^(?:review|rating)s?$/.test(rows.lower));
  return isRows
    ? { tokens: [rows, ...written([star], ["with"]), ...said], end: at + 3 }
    : /^(?:with|of|gave|give|given|got|get|received|rated|only|least|most)$/.test(tokens[at - 1]?.lower ?? "")
      ? { tokens: said, end: at + 2 }
      : null;
};

/** The only number by which rows that judge something are rated. */
function scoreOf({ tables }: Catalog): CatalogColumn | null {
  const found = tables.flatMap(({ columns, isView }) =>
    isView
      ? []
      : columns.filter(
          ({ isNumber, isKey, words, source }) =>
            isNumber &&
            !isKey &&
            CALLED_RATING.test(words.at(-1) ?? "") &&
            typeof source.max === "number" &&
            source.max <= MOST_STARS,
        ),
  );
  const [only, ...more] = found;
  return more.length === 0 ? (only ?? null) : null;
}
