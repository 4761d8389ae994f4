import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** How many words the name of a number may have. */
const MOST_WORDS_OF_FIGURE = 3;

/** "the top score in each subject", where scores are numbers: the highest, as nothing but a figure is asked for of each. */
export const topFigure: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (said?.lower !== "top") return null;
  const end = tokens.findIndex(({ lower }, i) => i > at && /^(?:in|for|of|per|by|at)$/.test(lower));
  const name = end < 0 ? [] : tokens.slice(at + 1, end);
  if (name.length === 0 || name.length > MOST_WORDS_OF_FIGURE || !isOfEach(tokens, end)) return null;
  return isNumber(name, catalog) ? { tokens: written([said], ["highest"]), end: at + 1 } : null;
};

const isOfEach = (tokens: readonly Token[], at: number): boolean =>
  /^(?:per|by)$/.test(tokens[at]?.lower ?? "") || /^(?:each|every)$/.test(tokens[at + 1]?.lower ?? "");

/** True for the name of a number in the singular that no rows are called by. */
function isNumber(name: readonly Token[], { columnsByStem, tablesByStem }: Catalog): boolean {
  const noun = name.at(-1);
  if (noun?.kind !== "word" || singular(noun.lower) !== noun.lower || tablesByStem.has(noun.stem)) return false;
  return (columnsByStem.get(noun.stem) ?? []).some(
    (column) =>
      column.isNumber && !column.isKey && !column.table.isView && name.every(({ stem }) => column.stems.includes(stem)),
  );
}
