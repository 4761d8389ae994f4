import { type Rewriter } from "./rewriter.ts";

/** "each sales channel", "by sales region", where orders have a channel and nothing is called by both: the channel. */
export const kindsOfSales: Rewriter = (tokens, at, catalog) => {
  const [sales, kind] = tokens.slice(at, at + 2);
  if (!/^sales?$/.test(sales?.lower ?? "") || kind?.kind !== "word") return null;
  if (!/^(?:channel|region|territory|area|method|type|source|outlet|office|district|zone)s?$/.test(kind.lower))
    return null;
  if (!/^(?:each|every|by|per|which|what|the|and|of|through|across|all|different)$/.test(tokens[at - 1]?.lower ?? ""))
    return null;
  const called = [...(catalog.columnsByStem.get(kind.stem) ?? []), ...(catalog.tablesByStem.get(kind.stem) ?? [])];
  const isOfSales = called.some(({ stems }) => stems.includes(sales?.stem ?? ""));
  return called.length > 0 && !isOfSales ? { tokens: [kind], end: at + 2 } : null;
};
