import type { Schema } from "@parley/datasource/types";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { looseWords } from "../language/loose-synonyms.ts";
import { otherWords } from "../language/synonyms.ts";
import type { Token } from "../language/tokens.ts";
import { singular } from "../language/words.ts";
import { cueAt } from "../language/vocabulary.ts";

const SYNONYM = 0.75;
/** A synonym of a word that is itself a name or a value here. */
const FAR_SYNONYM = 0.55;
/** A word that may be said for another where it is neither a name nor a value here. */
const LOOSE_SYNONYM = 0.74;

/** A reason for which a word of the question stands for a word of a name, and how well; 0 where it speaks against it. */
interface Kinship {
  score: number;
  holds: (asked: Token, name: string) => boolean;
}

/** "feedback" is no fee, nor "payload" what somebody is paid: short words that are words of their own are short for nothing. */
const isWholeWord = (name: string): boolean => {
  const [{ same, alike }, { near, like }] = [otherWords(name), looseWords(name)];
  return same.size + alike.size + near.size + like.size > 0;
};

const isBegun = ({ lower }: Token, name: string) =>
  name.length >= 3 && name.length < lower.length && lower.startsWith(name);

/** "mountaineers" and "mountain", "fundraisers" and "fund", "salespeople" and "sales": who or what has to do with something is not that. */
const isAnotherThing = (asked: Token, name: string) =>
  isBegun(asked, name) &&
  /^[es]?(?:(?:eer|ist|ian|maker|raiser|holder|keeper|man|woman|person|room|house)s?|men|women|people)$/.test(
    asked.lower.slice(name.length),
  );

/** "rented", "rents": what is done in what is called a rental; ships are no shipments. */
const isDeedOf = ({ lower, stem }: Token, name: string) =>
  stem.length >= 4 &&
  name.startsWith(stem) &&
  (lower.endsWith("s") ? /^al$/ : /(?:ed|ing)$/.test(lower) ? /^(?:al|ment)$/ : /^(?!)/).test(name.slice(stem.length));

/** The first that holds counts. */
const kinships: readonly Kinship[] = [
  // "only the blue ones" names no "returned_on", and "without skipper" is not "with_skipper".
  { score: 0, holds: ({ lower }) => lower === "ones" || lower === "without" },
  // "orders" and "order"
  { score: 1, holds: ({ stem }, name) => stem === name },
  // "referred" and "referrer"
  { score: 1, holds: ({ lower }, name) => lower.length > 6 && lower.endsWith("ed") && lower.slice(0, -2) === name },
  // A "count" is not a country.
  { score: 0, holds: ({ lower }) => lower === "count" },
  // "highest" is not the column "high".
  { score: 0, holds: ({ lower }, name) => lower.length > 5 && lower.endsWith("est") && lower.startsWith(name) },
  // A neighbour is no neighbourhood.
  { score: 0, holds: ({ lower }, name) => name.endsWith("hood") && !/hoods?$/.test(lower) },
  // "gender" and "sex"
  { score: 0.76, holds: ({ lower }, name) => otherWords(lower).same.has(name) },
  // "staff" and "employee"
  { score: SYNONYM, holds: ({ lower }, name) => otherWords(lower).alike.has(name) },
  { score: 0, holds: isAnotherThing },
  // "telephone" and "tel", but not "party" and "part"
  {
    score: 0.7,
    holds: (asked, name) =>
      isBegun(asked, name) &&
      (name.length >= 5 || (asked.lower.length - name.length >= 3 && (name.length > 3 || !isWholeWord(name)))),
  },
  // "rentals" and "equipment_rent"
  { score: 0.75, holds: ({ lower }, name) => name.length >= 4 && lower.replace(/s$/, "") === `${name}al` },
  { score: 0, holds: isBegun },
  // "rented" and "rental", "shipped" and "shipment"
  { score: 0.7, holds: isDeedOf },
  // "temp" and "temperature", "users" and "useracct"
  {
    score: 0.7,
    holds: ({ lower, stem }, name) =>
      lower.length >= 4 &&
      name.length >= lower.length + 2 &&
      (name.startsWith(lower) || (lower === `${stem}s` && stem.length >= 4 && name.startsWith(stem))),
  },
  // "quantity" and "qty"
  {
    score: 0.65,
    holds: ({ lower }, name) =>
      name.length >= 2 && name.length <= 5 && lower.length >= name.length + 2 && isAbbreviation(name, lower),
  },
  // "room" and "classroom"
  {
    score: 0.62,
    holds: ({ stem, lower }, name) =>
      stem.length >= 4 &&
      name.length - stem.length >= 3 &&
      name !== "current" &&
      name.endsWith(stem) &&
      cueAt([lower], 0) === null,
  },
  // "registration" and "registry"
  {
    score: 0.6,
    holds: ({ stem }, name) => {
      const common = commonPrefix(stem, name);
      return common >= 6 || (common >= 5 && common >= 0.7 * Math.max(stem.length, name.length));
    },
  },
];

/** How well a word of the question stands for a word of a name: 0 to 1. */
function similarity(asked: Token, name: string): number {
  for (const { score, holds } of kinships) if (holds(asked, name)) return score;
  return 0;
}

/** True for a word that names have in short: "account" and "acc". */
export const isInShort = (asked: Token, { vocabulary }: Catalog): boolean =>
  [...vocabulary].some(
    (name) =>
      name.length < 5 &&
      name.length + 3 <= asked.lower.length &&
      !isWholeWord(name) &&
      (asked.lower.startsWith(name) || isAbbreviation(name, asked.lower)),
  );

function commonPrefix(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/**
 * "qty" of "quantity", "dept" of "department": same first letter, the others in order, mostly consonants; a vowel that is kept
 * stands where it stood, as no "user" is "unanswered".
 */
function isAbbreviation(short: string, word: string): boolean {
  if (short[0] !== word[0] || (short.length < 3 && !/^(no|st|hr|yr)$/.test(short))) return false;
  let at = 0;
  let before = "";
  for (const letter of word) {
    if (letter === short[at] && (!/[aeiou]/.test(letter) || at === 0 || before === short[at - 1])) at++;
    before = letter;
  }
  const vowels = short.slice(1).replace(/[^aeiou]/g, "").length;
  return at === short.length && vowels <= (short.length > 3 ? 1 : 0);
}

/** Schema words that a question's word may stand for, found once per word and catalog. */
export function candidates(token: Token, catalog: Catalog): Map<string, number> {
  const cache = cacheOf(catalog);
  const known = cache.get(token.lower);
  if (known !== undefined) return known;
  const result = new Map<string, number>();
  // "cost" is a price only where nothing else is called so.
  const isCalledSo = catalog.vocabulary.has(token.stem) || catalog.valuesByStem.has(token.stem);
  for (const name of catalog.vocabulary) {
    const score = similarity(token, name);
    if (score > 0) result.set(name, isCalledSo && score === SYNONYM ? FAR_SYNONYM : score);
  }
  // "enterprise" and "company"
  if (!isCalledSo && cueAt([token.lower], 0) === null)
    for (const name of looselyMeant(token, catalog)) result.set(name, Math.max(result.get(name) ?? 0, LOOSE_SYNONYM));
  if (cache.size > 5000) cache.clear();
  cache.set(token.lower, result);
  return result;
}

function cacheOf({ schema }: Catalog): Map<string, Map<string, number>> {
  const known = caches.get(schema);
  if (known !== undefined) return known;
  const made = new Map<string, Map<string, number>>();
  caches.set(schema, made);
  return made;
}

/** The stems of names that are loosely said by a word: of the nearest ones that are there. */
function looselyMeant({ lower }: Token, catalog: Catalog): readonly string[] {
  const byWord = stemsByWord(catalog);
  const { near, like } = looseWords(lower);
  for (const loose of [near, like]) {
    const found = [...loose].flatMap((word) => byWord.get(word) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}

const singulars = new WeakMap<Schema, ReadonlyMap<string, readonly string[]>>();

/** The stems of names by their words in the singular; of tables only where one word is all: customers are no team members. */
function stemsByWord(catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  const { schema, tables } = catalog;
  const cached = singulars.get(schema);
  if (cached !== undefined) return cached;
  const made = new Map<string, string[]>();
  // A word may stand for the whole name of a table, and for the lines of "order_lines".
  const isOne = (table: CatalogTable) =>
    table.words.length === 1 || /^(?:lines?|profiles?|data|info|information|master)$/.test(table.words.at(-1) ?? "");
  for (const named of tables.flatMap((table) => (isOne(table) ? [table, ...table.columns] : table.columns)))
    for (const [i, name] of named.stems.entries()) {
      const word = singular(named.words[i] ?? "");
      const stems = made.get(word) ?? [];
      if (!stems.includes(name)) made.set(word, [...stems, name]);
    }
  singulars.set(schema, made);
  return made;
}

const caches = new WeakMap<Schema, Map<string, Map<string, number>>>();
