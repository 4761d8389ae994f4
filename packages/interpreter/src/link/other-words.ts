import type { Schema } from "@parley/datasource/types";
import type { Catalog } from "../catalog/catalog.ts";
import { looseWords } from "../language/loose-synonyms.ts";
import { otherWords } from "../language/synonyms.ts";
import { cueAt } from "../language/vocabulary.ts";
import { plural, singular } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import { fillers } from "./cover.ts";
import { type Rewriter, written } from "./rewriter.ts";
import type { Correction } from "./spelling.ts";

type IsKnown = (token: Token, catalog: Catalog) => boolean;

/** Deeds, which are read with who did them and to what: what somebody paid, borrowed or rented; "in charge of". */
const DEED_OF_TRADE =
  /^(?:pays?|paid|paying|earn(?:s|ed|ing)?|spen(?:ds?|t|ding)|costs?|charg(?:es?|ed|ing)|makes?|made|borrow(?:s|ed|ing)?|lends?|lent|rent(?:s|ed|ing)?|hire[sd]?|hiring|buys?|bought|sells?|sold|opens?|closes?|leaves?|left)$/;

/** "films" where the schema has movies: the one word of a table that a word without another meaning stands for. */
export const inTheOnlyOtherWord =
  (isKnown: IsKnown): Rewriter =>
  (tokens, at, catalog) => {
    const token = tokens[at];
    if (token === undefined || isKnown(token, catalog)) return null;
    if (fillers.has(token.lower) || DEED_OF_TRADE.test(token.lower)) return null;
    const { same, alike } = otherWords(token.lower);
    const loose = looseWords(token.lower);
    const { byStem, inSingular } = wordsOf(catalog);
    const isLoose = ![...same, ...alike].some((name) => byStem.has(name));
    const near = [same, alike].find((set) => [...set].some((name) => byStem.has(name))) ?? NO_STEMS;
    const [only, ...others] = isLoose
      ? [...loose].filter((word) => inSingular.has(word))
      : [...near].flatMap((name) => byStem.get(name) ?? []);
    if (only === undefined || others.length > 0) return null;
    // "customers" are no rows that are stored as a "member".
    if (isLoose && catalog.values.has(only)) return null;
    if (isLoose && isCompound(tokens[at - 1], catalog, isKnown)) return null;
    const isPlural = singular(token.lower) !== token.lower;
    const read = written([token], [isPlural ? plural(only) : only]);
    const asWritten = read.map((one) => ({
      ...one,
      text: token.text,
      ...(isLoose ? { readAs: one.lower } : {}),
    }));
    return { tokens: asWritten, end: at + 1 };
  };

/** "members", of people whose memberships are kept: these are what somebody is a member by. */
export const membersKept =
  (isKnown: IsKnown): Rewriter =>
  (tokens, at, catalog) => {
    const token = tokens[at];
    if (token?.stem !== "member" || token.kind !== "word" || isKnown(token, catalog)) return null;
    const isKept = catalog.tables.some(
      ({ words, isView, columns }) =>
        /^memberships?$/.test(words.join(" ")) && !isView && columns.some(({ isForeign }) => isForeign),
    );
    if (!isKept) return null;
    const word = token.lower === "members" ? "memberships" : "membership";
    const read = written([token], [word]).map((one) => ({ ...one, text: token.text, readAs: word }));
    return { tokens: read, end: at + 1 };
  };

/** "sales reps" are not all representatives, nor "alcoholic drinks" all drinks. */
function isCompound(before: Token | undefined, catalog: Catalog, isKnown: IsKnown): boolean {
  if (before?.kind !== "word") return false;
  return cueAt([before.lower], 0)?.cue.is === "measure" || !isKnown(before, catalog);
}

/** Words that are read as others of about their meaning. */
export const readInstead = (tokens: readonly Token[]): Correction[] =>
  tokens.flatMap(({ readAs, text }) => (readAs === undefined ? [] : [{ from: text, to: readAs }]));

const NO_STEMS: ReadonlySet<string> = new Set();

/** The words of the names of tables in the singular, one at a time. */
interface TableWords {
  byStem: ReadonlyMap<string, string>;
  inSingular: ReadonlySet<string>;
}

/** "user_profiles" are users. */
const isOneWord = ([, second, ...more]: readonly string[]): boolean =>
  more.length === 0 && (second === undefined || /^(?:profiles?|data|info|information|master)$/.test(second));

const known = new WeakMap<Schema, TableWords>();

function wordsOf({ schema, tables }: Catalog): TableWords {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  const byStem = new Map<string, string>();
  for (const { words, stems } of tables)
    for (const [i, stem] of stems.entries())
      // "wages" are no "paid bookings".
      if (!byStem.has(stem) && !/(?:ed|paid)$/.test(words[i] ?? "")) byStem.set(stem, singular(words[i] ?? ""));
  const made = {
    byStem,
    inSingular: new Set(tables.flatMap(({ words }) => (isOneWord(words) ? words.slice(0, 1).map(singular) : []))),
  };
  known.set(schema, made);
  return made;
}
