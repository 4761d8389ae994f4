import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What is done, in several words and in one. */
const deeds: readonly (readonly [RegExp, string])[] = [
  [/^called off\b/, "cancelled"],
  [/^(?:sent|send|sends|sending|brought|give|gave|given) (?:(?:it|them|things|goods) )?back\b/, "returned"],
  [/^dealt with\b/, "handled"],
  [/^turned down\b/, "rejected"],
  [/^put on hold\b/, "paused"],
];
/** Words of the longest of these. */
const LONGEST_DEED = 3;

/** True where the words are stored, or stand in a name, as they are. */
const isKept = (said: string, { values, vocabulary }: Catalog): boolean =>
  values.has(said) || said.split(" ").every((word) => vocabulary.has(stem(word)));

/** "orders that were called off", "the item that is sent back most": the one word for it, where they are not called so here. */
export const inTwoWords: Rewriter = (tokens, at, catalog) => {
  const said = tokens.slice(at, at + LONGEST_DEED);
  const text = said.map(({ lower }) => lower).join(" ");
  for (const [pattern, word] of deeds) {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined || isKept(found, catalog)) continue;
    const length = found.split(" ").length;
    return { tokens: written(said.slice(0, length), [word]), end: at + length };
  }
  return null;
};
