import type { Rewriter } from "./rewriter.ts";

/** "the name of each city and its number of shops", of shops with a city: the city itself, which has no other name. */
export const nameOfEach: Rewriter = (tokens, at, { columnsByStem, tablesByStem }) => {
  const [name, of, each, thing] = tokens.slice(at, at + 4);
  if (name === undefined || !/^names?$/.test(name.lower) || of?.lower !== "of" || thing?.kind !== "word") return null;
  if (!/^(?:each|every)$/.test(each?.lower ?? "") || tablesByStem.has(thing.stem) || thing.possessive) return null;
  const isText = (columnsByStem.get(thing.stem) ?? []).some(
    ({ isText: holdsText, isKey, essential: [only, ...more] }) =>
      holdsText && !isKey && only === thing.stem && more.length === 0,
  );
  return isText ? { tokens: [{ ...thing, first: name.first }], end: at + 4 } : null;
};
