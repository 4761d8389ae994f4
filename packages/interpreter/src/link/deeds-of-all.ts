import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const OF_WHAT = /^(?:for|to|at|with|through|via)$/;

/**
 * "how many candidates applied for each post", of candidates of whom each has an applied_on and some are still "applied": what all of
 * them did, and no state.
 */
export const deedsOfAll: Rewriter = (tokens, at, catalog) => {
  const [before, deed, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (deed === undefined || next === undefined) return null;
  // "who applied for post 3": the candidates
  if (at === 0 && deed.lower === "who") {
    const [only, ...more] = OF_WHAT.test(tokens[2]?.lower ?? "") ? doersOf(next, catalog) : [];
    if (only === undefined || more.length > 0) return null;
    return { tokens: written([deed], [...only.words.slice(0, -1), plural(singular(only.words.at(-1) ?? ""))]), end: 2 };
  }
  if (before === undefined || !OF_WHAT.test(next.lower)) return null;
  const isOfAll = doersOf(deed, catalog).some(({ stems }) => stems.at(-1) === before.stem);
  return isOfAll ? { tokens: [], end: at + 1 } : null;
};

/** The people of whom each has a day on which they did so, where that is a state of some of them, too. */
const doersOf = ({ lower, stem }: Token, { tables, valuesByStem }: Catalog): CatalogTable[] =>
  /^[a-z]{3,}ed$/.test(lower) && valuesByStem.has(stem)
    ? tables.filter(
        (table) =>
          !table.isView &&
          isPerson(table) &&
          table.columns.some(({ isDate, source, stems }) => isDate && !source.nullable && stems[0] === stem),
      )
    : [];
