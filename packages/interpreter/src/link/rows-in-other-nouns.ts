import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { durationOf } from "../catalog/durations.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What people call rows that a schema has by a longer name, where nothing there is called so. */
const OTHER_NOUNS: readonly { said: RegExp; rows: RegExp; after: RegExp }[] = [
  {
    said: /^repairs?$/,
    rows: /^(?:maintenance|(?:maintenance|work|service) (?:request|order|ticket|job|task|log|record|visit))$/,
    after:
      /^(?:|the|an?|our|all|of|per|each|every|by|for|open|urgent|pending|completed|any|no|many|most|more|fewer|longest|last|latest|average|total|expensive|cheapest|emergency|without|with|\d+)$/,
  },
  {
    said: /^stays?$/,
    rows: /^(?:admission|hospitali[sz]ation)$/,
    after: /^(?:|the|an?|of|per|each|longest|shortest|average|mean|median|total|many|hospital|inpatient)$/,
  },
];

/** "open repairs", of a house that keeps maintenance requests: these; "length of stay", of admissions. */
export const rowsInOtherNouns: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  const noun = said?.kind === "word" ? OTHER_NOUNS.find((one) => one.said.test(said.lower)) : undefined;
  if (said === undefined || noun === undefined) return null;
  if (catalog.vocabulary.has(said.stem) || catalog.valuesByWord.has(said.stem)) return null;
  const before = tokens[at - 1]?.lower ?? "";
  const rows = isNamedSo(noun, before, said.lower) ? rowsCalled(noun.rows, catalog) : null;
  if (rows === null) return null;
  const next = tokens[at + 1];
  // "repair time" is how long one takes; so is the average stay.
  const isTime = /^times?$/.test(next?.lower ?? "");
  if (isTime || (/^(?:average|mean|median)$/.test(before) && said.lower === "stay"))
    return { tokens: written([said], [...wordsOf(rows, said.lower), "length"]), end: at + (isTime ? 2 : 1) };
  // "repair requests", of maintenance requests
  const isSaidToo = next !== undefined && rows.stems.includes(next.stem);
  return { tokens: written([said], isSaidToo ? rows.words.slice(0, -1) : wordsOf(rows, said.lower)), end: at + 1 };
};

/** "the most downtime", of outages that begin and end: how long these took, all together where nothing else is said. */
export const downtimeSaid: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (said?.kind !== "word" || !/^downtimes?$/.test(said.lower) || catalog.vocabulary.has(said.stem)) return null;
  const rows = rowsCalled(/^(?:(?:network|service|system) )?(?:outage|incident|disruption|interruption)$/, catalog);
  const isTimed = rows !== null && startDay(rows) !== null && endDay(rows) !== null && durationOf(rows) === null;
  if (!isTimed) return null;
  const named = wordsOf(rows, "downtime");
  const before = tokens[at - 1]?.lower ?? "";
  if (/^(?:longest|shortest)$/.test(before)) return { tokens: written([said], named), end: at + 1 };
  const isSaid = /^(?:total|overall|average|mean|median)$/.test(before);
  return { tokens: written([said], [...(isSaid ? [] : ["total"]), ...named, "duration"]), end: at + 1 };
};

/** The only rows by such a name. */
function rowsCalled(name: RegExp, { tables }: Catalog): CatalogTable | null {
  const [rows, ...more] = tables.filter(({ words, isView }) => !isView && name.test(singular(words.join(" "))));
  return more.length === 0 ? (rows ?? null) : null;
}

/** A noun rather than what is done: by its plural, or by what stands before it. */
const isNamedSo = ({ after }: (typeof OTHER_NOUNS)[number], before: string, said: string): boolean =>
  after.test(before) || (singular(said) !== said && !/^(?:to|who|that|which|he|she|it|somebody)$/.test(before));

const wordsOf = ({ words }: CatalogTable, said: string): string[] =>
  words.map((word, i) =>
    i < words.length - 1 ? word : singular(said) === said ? singular(word) : plural(singular(word)),
  );
