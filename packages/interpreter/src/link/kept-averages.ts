import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { cueAt } from "../language/vocabulary.ts";
import { type Rewriter, written } from "./rewriter.ts";

/**
 * "days with an average humidity above 50", where each row keeps its mean_humidity beside the highest and the lowest: that
 * number, and no average of one of these. Asked for alone, it is the average of what they keep.
 */
export const keptAverages: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (said === undefined || !KEPT_AVERAGE.test(said.lower)) return null;
  const found = keptAfter(tokens, at + 1, catalog);
  const word = found?.column.words[0];
  if (found === null || word === undefined || word === said.lower) return null;
  const words = tokens.slice(at + 1, found.end);
  const lowers = tokens.map(({ lower }) => lower);
  const isCompared = COMPARING.has(cueAt(lowers, found.end)?.cue.is ?? "end");
  // "date, average temperature and humidity": what each row has
  const isListed = [lowers[at - 1], lowers[found.end]].some((one) => one === "," || one === "and");
  return { tokens: [...(isCompared || isListed ? [] : [said]), ...written([said], [word]), ...words], end: found.end };
};

/** The words of a number of which rows keep an average, and no number that is called so alone. */
function keptAfter(tokens: readonly Token[], start: number, { columnsByStem }: Catalog) {
  for (let end = Math.min(start + MOST_WORDS_OF_NUMBER, tokens.length); end > start; end--) {
    const stems = tokens.slice(start, end).map((token) => token.stem);
    const named = columnsByStem.get(stems[0] ?? "") ?? [];
    if (named.some(({ essential }) => isSame(essential, stems))) return null;
    const column = named.find((one) => isAverage(one) && isSame(one.essential.slice(1), stems));
    if (column !== undefined) return { column, end };
  }
  return null;
}

const isAverage = ({ isNumber, isKey, words, essential }: CatalogColumn): boolean =>
  isNumber && !isKey && essential.length > 1 && KEPT_AVERAGE.test(words[0] ?? "");

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, i) => name === other[i]);

const KEPT_AVERAGE = /^(?:average|mean)$/;
const COMPARING: ReadonlySet<string> = new Set(["compare", "between"]);
const MOST_WORDS_OF_NUMBER = 4;
