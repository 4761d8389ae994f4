import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { measuresOf } from "../catalog/measures.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

const FIGURE_WORD = /^(?:total|sum|average|avg|mean)$/;
/** What comes after a figure of nothing in particular: where, when, of whom, or the end. */
const AFTER_FIGURE = /^(?:by|per|for|in|on|each|every|is|was|were|this|last|since|until|between|from|and|so)$/;
const EXTREME_WORD = /^(?:highest|lowest|biggest|smallest|largest|best|worst|strongest|weakest)$/;

/**
 * "total for March", "which month was the highest", "how much for rent", of rows with one number alone: the figure is that number, where
 * no money or quantity is kept by a name of its own.
 */
export const onlyFigure: Rewriter = (tokens, at, catalog) => {
  if (tokens[at]?.kind !== "word") return null;
  const read = [figureAlone, howMuchOf, mostOfAll].find((each) => each(tokens, at, catalog, []) !== null);
  const figure = read === undefined ? null : figureOf(catalog);
  return figure === null ? null : (read?.(tokens, at, catalog, figure.words) ?? null);
};

type Named = (...given: [...Parameters<Rewriter>, figure: readonly string[]]) => ReturnType<Rewriter>;

/** "total by month" */
const figureAlone: Named = (tokens, at, _, figure) => {
  const [said, next] = tokens.slice(at, at + 2);
  if (said === undefined || !FIGURE_WORD.test(said.lower) || !goesOn(next, AFTER_FIGURE)) return null;
  return { tokens: [said, ...written([said], figure)], end: at + 1 };
};

/** "how much for rent", "how much rent", which is a value */
const howMuchOf: Named = (tokens, at, catalog, figure) => {
  const [how, much, of] = tokens.slice(at, at + 3);
  if (how?.lower !== "how" || much?.lower !== "much" || of === undefined) return null;
  const isValue = catalog.values.has(of.lower) || catalog.valuesByStem.has(of.stem);
  if (!isValue && !/^(?:for|in)$/.test(of.lower)) return null;
  return { tokens: written([how], ["total", ...figure, ...(isValue ? ["of"] : [])]), end: at + 2 };
};

/** "which month was the highest" */
const mostOfAll: Named = (tokens, at, _, figure) => {
  const [is, next] = tokens.slice(at, at + 2);
  if (is === undefined || at === 0 || !/^(?:is|was|were|are)$/.test(is.lower)) return null;
  const place = at + (next?.lower === "the" ? 2 : 1);
  const [most, after] = tokens.slice(place, place + 2);
  if (most === undefined || !EXTREME_WORD.test(most.lower) || !goesOn(after, /^(?:in|for|by|this|last)$/)) return null;
  return { tokens: written([is], ["has", "the", most.lower, "total", ...figure]), end: place + 1 };
};

const goesOn = (token: Token | undefined, by: RegExp): boolean => token?.kind !== "word" || by.test(token.lower);

/** The only number of the only table; null where money or quantities have names that a question may leave out. */
function figureOf(catalog: Catalog): CatalogColumn | null {
  const [table, ...others] = catalog.tables;
  if (table === undefined || others.length > 0 || measuresOf(catalog).money.length > 0) return null;
  const [only, ...more] = table.columns.filter(
    ({ isNumber, isKey, isYear, isFlag }) => isNumber && !isKey && !isYear && !isFlag,
  );
  return only !== undefined && more.length === 0 ? only : null;
}
