import type { Catalog } from "../catalog/catalog.ts";
import { holdsKinds } from "../catalog/columns.ts";
import type { Token } from "../language/tokens.ts";
import { cueAt } from "../language/vocabulary.ts";
import { type Rewriter } from "./rewriter.ts";

/** What rows are told apart by, of which people say what it is of: a sales channel, a transport mode. */
const KIND_OF_SOMETHING =
  /^(?:channel|region|territory|mode|method|type|tier|source|category|class|status|outlet|district|zone|segment)s?$/;

/** What such a kind is of is a noun: no word that says how many of them, which, or of which figure. */
const NO_NOUN =
  /^(?:each|every|different|various|which|what|same|other|most|main|single|given|certain|average|total|own|these|those|unknown|missing|new|old|current|specific|particular|by|per|and|or|the|a|an|of|in|for|with|any|all|no|[a-z]+(?:ed|est|ing|ive|ly))$/;

/** "each sales channel", "per transport mode", where rows have a channel and nothing is called by both: the channel. */
export const kindsOfSales: Rewriter = (tokens, at, catalog) => {
  const [of, kind] = tokens.slice(at, at + 2);
  if (of?.kind !== "word" || kind?.kind !== "word" || !KIND_OF_SOMETHING.test(kind.lower)) return null;
  const before = tokens[at - 1]?.lower ?? "";
  const isTold = isOfSales(of, before) || (isOfUnknown(of, before, catalog) && isOnlyKind(kind, catalog));
  return isTold && isCalledWithout(of, kind, catalog) ? { tokens: [kind], end: at + 2 } : null;
};

const isOfSales = ({ lower }: Token, before: string): boolean =>
  /^sales?$/.test(lower) && /^(?:each|every|by|per|which|what|the|and|through|across|all|different)$/.test(before);

/** A noun that means nothing here: it can say no more than what the kind is of, while "the web channel" is one of them. */
function isOfUnknown({ lower, stem, capitalised }: Token, before: string, catalog: Catalog): boolean {
  const isKnown = catalog.vocabulary.has(stem) || catalog.values.has(lower) || catalog.valuesByWord.has(stem);
  if (isKnown || capitalised || NO_NOUN.test(lower)) return false;
  return /^(?:each|every|by|per|which|what)$/.test(before) && cueAt([lower], 0) === null;
}

/** True for what one column alone is called. */
const isOnlyKind = ({ stem }: Token, { columnsByStem }: Catalog): boolean =>
  (columnsByStem.get(stem) ?? []).filter(
    (column) => !column.table.isView && holdsKinds(column) && column.essential.join(" ") === stem,
  ).length === 1;

/** True where something is called by the kind, and nothing by both words. */
function isCalledWithout({ stem }: Token, kind: Token, { columnsByStem, tablesByStem }: Catalog): boolean {
  const called = [...(columnsByStem.get(kind.stem) ?? []), ...(tablesByStem.get(kind.stem) ?? [])];
  return called.length > 0 && !called.some(({ stems }) => stems.includes(stem));
}
