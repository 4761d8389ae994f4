import type { Catalog } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

const WHICH = "(?:(?:that|which) )?(?:(?:is|are|were) )?";
const RANGE =
  "(?:in|part of) (?:the|our) (?:assortment|range|catalog|catalogue|line|line-up|lineup|portfolio|programme|program|offer)";
const STILL_TODAY = "(?: (?:today|now|currently|nowadays|anymore|any more|any longer|at the moment|these days))?";
const SOLD = `(?:being )?(?:sold|offered|produced|available|on sale|on offer|${RANGE})`;
const WE_SELL = "(?:sell|selling|offer|offering|carry|produce)";
/** What begins a phrase that says whether things are sold, in as many words as its pattern takes. */
const phrases: readonly (readonly [RegExp, isOver: boolean])[] = [
  [new RegExp(`^${WHICH}(?:no longer ${SOLD}|not ${SOLD} (?:anymore|any more|any longer))\\b`), true],
  [new RegExp(`^(?:(?:that|which) )?we (?:(?:have )?stopped|(?:do )?no longer) ${WE_SELL}\\b`), true],
  [new RegExp(`^${WHICH}still ${SOLD}\\b${STILL_TODAY}`), false],
  [new RegExp(`^(?:(?:that|which|do) )?we still ${WE_SELL}\\b${STILL_TODAY}`), false],
];
/** Words of the longest of these phrases. */
const LONGEST = 10;

/** "items that are no longer sold", "how many products do we still sell", where it is kept which are discontinued: those, or the others. */
export const stillSold: Rewriter = (tokens, at, catalog) => {
  if (!/^(?:that|which|is|are|were|no|not|still|do|we)$/.test(tokens[at]?.lower ?? "")) return null;
  const said = tokens.slice(at, at + LONGEST);
  const text = said.map(({ lower }) => lower).join(" ");
  for (const [pattern, isOver] of phrases) {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined || !keepsDiscontinued(catalog)) continue;
    const length = found.split(" ").length;
    // "which are no longer sold" asks; "items which are no longer sold" says of which.
    if (at === 0 || tokens[at - 1]?.lower === "did") return null;
    const words = ["that", "are", ...(isOver ? [] : ["not"]), "discontinued"];
    return { tokens: written(said.slice(0, length), words), end: at + length };
  }
  return null;
};

/** True where the rows of one table alone say so, by a flag or a state. */
function keepsDiscontinued({ tables, values }: Catalog): boolean {
  const flags = tables.flatMap(({ columns, isView }) =>
    isView ? [] : columns.filter(({ isFlag, words }) => isFlag && words.includes("discontinued")),
  );
  const states = (values.get("discontinued") ?? []).map(({ column }) => column);
  return new Set([...flags, ...states].map(({ table }) => table)).size === 1;
}
