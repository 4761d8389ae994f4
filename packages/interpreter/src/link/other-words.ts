import type { Schema } from "@parley/datasource/types";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { isOfQuestions, looseWords } from "../language/loose-synonyms.ts";
import { otherWords } from "../language/synonyms.ts";
import { cueAt } from "../language/vocabulary.ts";
import { plural, singular } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import { fillers } from "./cover.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isInsideValue } from "./schema-names.ts";
import { isInShort } from "./similarity.ts";
import type { Correction } from "./spelling.ts";
import { saysKindOf } from "./values.ts";

type IsKnown = (token: Token, catalog: Catalog) => boolean;

/** Deeds, which are read with who did them and to what: what somebody paid, borrowed or rented; "in charge of". */
const DEED_OF_TRADE =
  /^(?:pays?|paid|paying|earn(?:s|ed|ing)?|spen(?:ds?|t|ding)|costs?|charg(?:es?|ed|ing)|makes?|made|borrow(?:s|ed|ing)?|lends?|lent|rent(?:s|ed|ing)?|hire[sd]?|hiring|buys?|bought|sells?|sold|opens?|closes?|leaves?|left)$/;

/** "films" where the schema has movies, "score" where they have a rating: the one word of the schema that a word without another meaning stands for. */
export const inTheOnlyOtherWord =
  (isKnown: IsKnown): Rewriter =>
  (tokens, at, catalog) => {
    const token = tokens[at];
    if (token === undefined || !hasOthers(token) || isSaidForItself(tokens, at, catalog)) return null;
    const found = nearestMeant(tokens, at, catalog);
    if (found === null) return null;
    const { word, isLoose } = found;
    if (isLoose && (isVerb(tokens, at) || isInShort(token, catalog))) return null;
    // "customers" are no rows that are stored as a "member".
    if (isLoose && catalog.values.has(word)) return null;
    if (isLoose && isCompound(tokens[at - 1], catalog, isKnown)) return null;
    // "trucks" are some of the vehicles, where each is a "Rigid truck", an "Articulated truck" or a "Van".
    const rows = catalog.tablesByStem.get(stem(word)) ?? [];
    if (rows.some((table) => saysKindOf(token, table, catalog))) return null;
    const isPlural = singular(token.lower) !== token.lower;
    const read = written([token], [isPlural ? plural(word) : word]);
    const asWritten = read.map((one) => ({
      ...one,
      text: token.text,
      ...(isLoose ? { readAs: one.lower } : {}),
    }));
    return { tokens: asWritten, end: at + 1 };
  };

/** "make and type of each asset", where assets have a model and only others a type: what the rows have that are spoken of. */
export const inTheirOwnWord: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word" || !hasOthers(token) || !isOfOthers(tokens, at, catalog))
    return null;
  const spoken = tablesNamed(tokens, catalog);
  // What is no more than like it may as well be what the others have.
  for (const { words, isLoose } of waysToMean(token).slice(0, -1)) {
    const own = spoken.flatMap((table) =>
      table.columns.flatMap((column) => (column.isForeign ? [] : nounsOf(column.words).map(singular))),
    );
    const found = onlyUnsaid(
      {
        isLoose,
        words: [...new Set(own)].filter((word) => !isOfQuestions(word) && words.has(isLoose ? word : stem(word))),
      },
      tokens,
      at,
    );
    if (found === null) continue;
    const isPlural = singular(token.lower) !== token.lower;
    const read = written([token], [isPlural ? plural(found.word) : found.word]);
    return { tokens: read.map((one) => ({ ...one, text: token.text, readAs: one.lower })), end: at + 1 };
  }
  return null;
};

/** True for a word of columns that only rows have of which nothing is said. */
function isOfOthers(tokens: readonly Token[], at: number, catalog: Catalog): boolean {
  const token = tokens[at];
  if (token === undefined || token.number !== null || token.capitalised || isCue(tokens, at) || isVerb(tokens, at))
    return false;
  if (isOfQuestions(token.lower) || fillers.has(token.lower) || DEED_OF_TRADE.test(token.lower)) return false;
  if (catalog.values.has(token.lower) || catalog.tablesByStem.has(token.stem)) return false;
  const columns = catalog.columnsByStem.get(token.stem) ?? [];
  const spoken = tablesNamed(tokens, catalog);
  return columns.length > 0 && spoken.length > 0 && !columns.some(({ table }) => spoken.includes(table));
}

/** The tables whose names are said in full. */
const tablesNamed = (tokens: readonly Token[], { tablesByStem }: Catalog): CatalogTable[] => {
  const said = new Set(tokens.flatMap((token) => (token.kind === "word" ? [token.stem] : [])));
  const found = [...said].flatMap((name) => tablesByStem.get(name) ?? []);
  return [...new Set(found)].filter(({ stems }) => stems.every((name) => said.has(name)));
};

/** Words of the schema that another may stand for; loosely, where they are no more than like it. */
interface Meant {
  words: readonly string[];
  isLoose: boolean;
}

const NOTHING_MEANT: Meant = { words: [], isLoose: true };

/** "the most events", "more than 3 events": rows, of which there are so many. */
const isCounted = (tokens: readonly Token[], at: number): boolean => {
  const [before, last] = [tokens[at - 2]?.lower ?? "", tokens[at - 1]];
  return (
    /^(?:many|most|fewest|least|more|fewer|less)$/.test(last?.lower ?? "") ||
    typeof last?.number === "number" ||
    (last?.lower === "of" && /^(?:number|count)$/.test(before))
  );
};

const hasOthers = (token: Token): boolean => waysToMean(token).some(({ words }) => words.size > 0);

function isSaidForItself(tokens: readonly Token[], at: number, catalog: Catalog): boolean {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word" || token.number !== null || isCue(tokens, at)) return true;
  if (isOfQuestions(token.lower) || DEED_OF_TRADE.test(token.lower)) return true;
  // "the average score", but no "trust score" of what is called trust
  const isAlone = token.stem === "score" && !catalog.vocabulary.has(tokens[at - 1]?.stem ?? "");
  if (fillers.has(token.lower) && !isAlone) return true;
  // A word of a longer value is said for it where it is written like a name.
  const isPart = token.capitalised && !token.first && catalog.valuesByWord.has(token.stem);
  return (
    isPart ||
    catalog.vocabulary.has(token.stem) ||
    catalog.values.has(token.lower) ||
    catalog.valuesByStem.has(token.stem) ||
    isInsideValue(tokens, at, catalog)
  );
}

/** "those who work", "rooms which seat 50", "joined": what somebody does or did, and no name of it. */
const isVerb = (tokens: readonly Token[], at: number): boolean => {
  const [lead, before] = [tokens[at - 2], tokens[at - 1]?.lower ?? ""];
  const isOfRows =
    before === "which" && lead?.kind === "word" && !/^(?:in|for|of|from|to|at|by|on|and)$/.test(lead.lower);
  return isOfRows || /[a-z]{3}(?:ed|ing)$/.test(tokens[at]?.lower ?? "") || LEADS_TO_VERB.test(before);
};

const LEADS_TO_VERB = /^(?:who|that|to|not|does|do|did|didn't|doesn't|don't|can|could|will|they|we|i|he|she|never)$/;

/** True for a word of a phrase that says how to ask or arrange. */
function isCue(tokens: readonly Token[], at: number): boolean {
  const first = Math.max(0, at - LONGEST_CUE + 1);
  const words = tokens.slice(first, at + LONGEST_CUE).map(({ lower }) => lower);
  for (let start = first; start <= at; start++) {
    const found = cueAt(words, start - first);
    if (found !== null && start + found.length > at) return true;
  }
  return false;
}

/** Words of a cue that one may stand among. */
const LONGEST_CUE = 4;

/** How words stand for others, the nearest first: without a difference, in business, and loosely. */
function waysToMean({ lower }: Token): readonly { isLoose: boolean; words: ReadonlySet<string> }[] {
  const [{ same, alike }, { near, like }] = [otherWords(lower), looseWords(lower)];
  return [
    { words: same, isLoose: false },
    { words: alike, isLoose: false },
    { words: near, isLoose: true },
    { words: like, isLoose: true },
  ];
}

/** What a word stands for most nearly; null where that may be several things. */
function nearestMeant(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<typeof only> {
  const token = tokens[at];
  if (token === undefined) return null;
  const { byStem, inSingular, ofColumns } = wordsOf(catalog);
  let [rows, columns] = [NOTHING_MEANT, NOTHING_MEANT];
  for (const { words, isLoose } of waysToMean(token)) {
    const named = [...words].flatMap((word) =>
      isLoose ? (inSingular.has(word) ? [word] : []) : (byStem.get(word) ?? []),
    );
    const kept =
      isCounted(tokens, at) || isVerb(tokens, at)
        ? []
        : [...words].flatMap((word) => (isLoose ? ofColumns.asSaid : ofColumns.byStem).get(word) ?? []);
    const [moreRows, moreColumns] = [rows.words.length === 0, columns.words.length === 0];
    if (moreRows) rows = { words: [...new Set(named)], isLoose };
    if (moreColumns) columns = { words: [...new Set(kept)], isLoose };
    // Nobody says one thing in two words: "the matches of each contest" has no contest that is a match.
    const found =
      (moreRows ? onlyUnsaid(rows, tokens, at) : null) ??
      (moreColumns ? (onlyUnsaid(columns, tokens, at) ?? only(ofNamed(columns, tokens, catalog))) : null);
    if (found !== null) return found;
  }
  return only(rows);
}

/** Those of the words that rows spoken of are told by. */
function ofNamed({ words, isLoose }: Meant, tokens: readonly Token[], catalog: Catalog): Meant {
  if (words.length < 2) return NOTHING_MEANT;
  const spoken = tablesNamed(tokens, catalog);
  const isOwn = (word: string) =>
    (catalog.columnsByStem.get(stem(word)) ?? []).some(({ table }) => spoken.includes(table));
  return { words: words.filter(isOwn), isLoose };
}

const only = ({ words: [word, ...others], isLoose }: Meant): { word: string; isLoose: boolean } | null =>
  word === undefined || others.length > 0 ? null : { word, isLoose };

/** The only one of these words that is not said elsewhere. */
const onlyUnsaid = ({ words, isLoose }: Meant, tokens: readonly Token[], at: number): ReturnType<typeof only> =>
  only({
    isLoose,
    words: words.filter((word) => {
      const name = stem(word);
      return !tokens.some((token, i) => i !== at && token.kind === "word" && token.stem === name);
    }),
  });

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

/** The words of the names of tables in the singular, one at a time. */
interface TableWords {
  byStem: ReadonlyMap<string, string>;
  inSingular: ReadonlySet<string>;
  /** The words of the names of columns that say what is kept, in the singular, by their stems and as they are. */
  ofColumns: { byStem: ReadonlyMap<string, string>; asSaid: ReadonlyMap<string, string> };
}

/** "user_profiles" are users. */
const isOneWord = ([, second, ...more]: readonly string[]): boolean =>
  more.length === 0 && (second === undefined || /^(?:profiles?|data|info|information|master)$/.test(second));

/** What a name says of: its last word, and the one before a word that any name may end in. */
const nounsOf = (words: readonly string[]): readonly string[] =>
  words.length > 1 && ANY_NOUN.test(words.at(-1) ?? "") ? words.slice(-2) : words.slice(-1);

const ANY_NOUN =
  /^(?:names?|codes?|types?|descriptions?|texts?|numbers?|values?|amounts?|counts?|ids?|titles?|details?|total|dates?|days?|years?)$/;

const known = new WeakMap<Schema, TableWords>();

function wordsOf({ schema, tables }: Catalog): TableWords {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  const byStem = new Map<string, string>();
  for (const { words, stems } of tables)
    for (const [i, name] of stems.entries())
      // "wages" are no "paid bookings".
      if (!byStem.has(name) && !/(?:ed|paid)$/.test(words[i] ?? "")) byStem.set(name, singular(words[i] ?? ""));
  const nouns = tables.flatMap(({ columns }) =>
    columns.flatMap(({ words, isForeign }) => (isForeign ? [] : nounsOf(words).map(singular))),
  );
  const made = {
    byStem,
    inSingular: new Set(tables.flatMap(({ words }) => (isOneWord(words) ? words.slice(0, 1).map(singular) : []))),
    ofColumns: {
      byStem: new Map(nouns.map((noun) => [stem(noun), noun])),
      asSaid: new Map(nouns.map((noun) => [noun, noun])),
    },
  };
  known.set(schema, made);
  return made;
}
