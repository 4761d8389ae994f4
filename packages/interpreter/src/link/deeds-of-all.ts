import { isPerson } from "../catalog/persons.ts";
import type { Rewriter } from "./rewriter.ts";

/**
 * "how many candidates applied for each post", of candidates of whom each has an applied_on and some are still "applied": what all of
 * them did, and no state.
 */
export const deedsOfAll: Rewriter = (tokens, at, { tablesByStem, valuesByStem }) => {
  const [who, deed, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (who === undefined || deed === undefined || !/^[a-z]{3,}ed$/.test(deed.lower)) return null;
  if (!/^(?:for|to|at|with|through|via)$/.test(next?.lower ?? "") || !valuesByStem.has(deed.stem)) return null;
  const isOfAll = (tablesByStem.get(who.stem) ?? []).some(
    (table) =>
      isPerson(table) &&
      table.stems.at(-1) === who.stem &&
      table.columns.some(({ isDate, source, stems }) => isDate && !source.nullable && stems[0] === deed.stem),
  );
  return isOfAll ? { tokens: [], end: at + 1 } : null;
};
