import type { Token } from "../language/tokens.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "approval percentage", of polls with an approval_rate: words for a part of a whole, of which the column has another. */
export const keptAsRate: Rewriter = (tokens, at, catalog) => {
  const [of, said] = tokens.slice(at, at + 2);
  if (of?.kind !== "word" || said === undefined || !PART_OF_WHOLE.test(said.lower)) return null;
  const word = partKept(of, said, catalog);
  return word === null ? null : { tokens: [of, ...written([said], [word])], end: at + 2 };
};

/** The word for a part that a column is called by, after the word said; null where one is called just so, or several are not. */
function partKept(of: Token, said: Token, { columnsByStem }: Catalog): string | null {
  const named = (columnsByStem.get(of.stem) ?? []).filter(
    ({ isNumber, stems, words }) =>
      isNumber && stems.length === 2 && stems[0] === of.stem && PART_OF_WHOLE.test(words[1] ?? ""),
  );
  const words = new Set(named.map((column) => column.words[1]));
  const [only, ...more] = words;
  return only === undefined || more.length > 0 || only === said.lower ? null : only;
}

const PART_OF_WHOLE = /^(?:rates?|percentages?|percent|pct|ratios?|proportions?)$/;
