import type { Schema } from "@parley/datasource/types";
import type { Catalog } from "../catalog/catalog.ts";
import { candidates } from "./similarity.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import { type Token, tokenise } from "../language/tokens.ts";
import { cueWords } from "../language/vocabulary.ts";

/** A word as it was written and as it is read. */
export interface Correction {
  from: string;
  to: string;
}

const calendar =
  "january,february,march,april,june,july,august,september,october,november,december,month,months,monthly,quarter,year,years,yearly,week,weeks,weekly,weekday,today,yesterday,last,between".split(
    ",",
  );

/** Words of everyday English that are a slip away from others: nobody misspelt them. */
const ordinary =
  /^(length|lengths|width|depth|kids?|jobs?|stays?|tours?|hours?|costs?|coasts?|leads?|loads?|roads?|trails?|pets?|cats?|cars?|beds?|complain(?:s|ed|ing)?|sent|send|sends|lent|bent|rent|went|felt|kept|left|lost|made|held|said|computer|listing|stars?|media|though|bank|taking|leading|cold|shot|phase|prevent|counter|stated|stating|stats?|blow|exit|tanks?|extensive|shipped|stopped|latter|tend|pound|locate|recorder|insider|pleased|regards|earrings|pace|strings?|tips?|container|proceed|ties|broke|starring|starter|compete|rally|leasing|casting|ignored|spelling|coating|rangers|locking|beside|closes|thorough|strong|strung|commut(?:e|es|ed|ing))$/;

/** Words by their first letter, which no slip changes. */
type ByLetter = ReadonlyMap<string, readonly string[]>;

const byLetter = (words: Iterable<string>): ByLetter => Map.groupBy(words, (word) => word.charAt(0));

const targets = new WeakMap<Schema, ByLetter>();

/** Words that say nothing by themselves: what is misspelt is none of them, and would be dropped. */
const WORDS_THAT_SAY_NOTHING = new Set(["whether"]);

/** Words that a misspelt one may stand for: those of questions and of the schema. */
function targetsOf(catalog: Catalog): ByLetter {
  const cached = targets.get(catalog.schema);
  if (cached !== undefined) return cached;
  const words = new Set<string>(calendar);
  for (const word of cueWords()) if (word.length >= 5 && !WORDS_THAT_SAY_NOTHING.has(word)) words.add(word);
  const add = (word: string) => {
    if (word.length < 4 || !/^\p{L}+$/u.test(word)) return;
    words.add(word);
    words.add(word.endsWith("s") ? singular(word) : `${word}s`);
  };
  for (const table of catalog.tables) {
    for (const word of table.words) add(word);
    for (const column of table.columns) for (const word of column.words) add(word);
  }
  const made = byLetter(words);
  targets.set(catalog.schema, made);
  return made;
}

/** A word of fewer letters that is a slip away from a value is more often another word, unless it is a name: "turn" is no "Turin". */
const SHORTEST_SLIP_LETTERS = 5;

const ofValues = new WeakMap<Schema, ByLetter>();

/** Stored values that a misspelt word may stand for. */
function valueTargets({ schema, values }: Catalog): ByLetter {
  const cached = ofValues.get(schema);
  if (cached !== undefined) return cached;
  const words = byLetter([...values.keys()].filter((value) => value.length >= 5 && /^\p{L}+$/u.test(value)));
  ofValues.set(schema, words);
  return words;
}

const NO_WORDS: ByLetter = new Map();

/** The one word that a misspelt one stands for, in its singular or its plural; null where it is none, or may be several. */
function meantBy(written: string, words: ByLetter, values: ByLetter): string | null {
  const first = written.charAt(0);
  const near = (words.get(first) ?? []).filter((word) => isSlip(written, word));
  const isSeveral = written.length > SHORTEST_SLIP_LETTERS && written.endsWith("s");
  const one = isSeveral ? written.slice(0, -1) : written;
  near.push(...(values.get(first) ?? []).filter((word) => isSlip(written, word) || (isSeveral && isSlip(one, word))));
  // "acounts" lack a letter of accounts; another letter would have to stand in amounts.
  const alike = near.filter((word) => word.length !== written.length || isSwapped(written, word));
  for (const list of [near, alike]) if (new Set(list.map(stem)).size === 1) return list[0] ?? null;
  return null;
}

/** Values with a word in common, of which more are not looked through. */
const MOST_VALUES_OF_A_WORD = 100;

/** "desk lmaps", "femke grot": the other word of a value, one of whose words stands right beside it; null where there is none, or several. */
function wordOfName(written: string, beside: readonly string[], { valuesByWord }: Catalog): string | null {
  const entries = beside.flatMap((word) => valuesByWord.get(word)?.slice(0, MOST_VALUES_OF_A_WORD) ?? []);
  const words = entries.flatMap(({ value }) => value.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const one = written.length > SHORTEST_SLIP_LETTERS - 1 && written.endsWith("s") ? written.slice(0, -1) : written;
  const near = new Set(words.filter((word) => isSlip(written, word) || isSlip(one, word)));
  const [only = null] = near;
  return near.size === 1 ? only : null;
}

/** True where two words have the same letters. */
const isSwapped = (written: string, meant: string): boolean =>
  written.split("").toSorted().join("") === meant.split("").toSorted().join("");

/** Puts right words that mean nothing here and are a slip away from one that does: "custmers", "revnue". */
export function correct(tokens: readonly Token[], catalog: Catalog): { tokens: Token[]; corrections: Correction[] } {
  const corrections: Correction[] = [];
  const corrected = tokens.map((token, at) => {
    if (token.kind !== "word" || token.number !== null || token.lower.length < 4 || !/^\p{L}+$/u.test(token.lower))
      return token;
    if (isKnown(token, catalog)) return token;
    const isLong = token.lower.length >= SHORTEST_SLIP_LETTERS || /^\p{Lu}/u.test(token.text);
    const beside = [tokens[at - 1], tokens[at + 1]].flatMap((one) => (one === undefined ? [] : [one.stem]));
    const only =
      meantBy(token.lower, targetsOf(catalog), isLong ? valueTargets(catalog) : NO_WORDS) ??
      wordOfName(token.lower, beside, catalog);
    if (only === null) return token;
    corrections.push({ from: token.text, to: only });
    return { ...token, text: only, lower: only, stem: stem(only) };
  });
  return { tokens: corrected, corrections };
}

/** A word of the calendar that a misspelt one stands for, which is read before any other: "and the yaer before". */
export function timeMeant(word: string, catalog: Catalog): string | null {
  const near = calendar.filter((one) => isSlip(word, one));
  if (word.length < 4 || new Set(near.map(stem)).size !== 1 || near.some((one) => stem(one) === stem(word)))
    return null;
  const [token] = tokenise(word);
  return token === undefined || isKnown(token, catalog) ? null : (near[0] ?? null);
}

function isKnown(token: Token, catalog: Catalog): boolean {
  if (cueWords().has(token.lower) || calendar.includes(token.lower) || ordinary.test(token.lower)) return true;
  if (
    catalog.vocabulary.has(token.stem) ||
    catalog.valuesByStem.has(token.stem) ||
    catalog.valuesByWord.has(token.stem)
  )
    return true;
  return candidates(token, catalog).size > 0;
}

const A_VOWEL = /[aeiou]/;

const DEED_ENDS = /(?:ed|ing)$/;
const DOER_ENDS = /(?:ers?|ors?)$/;

/** "planned" is no slip of "planner". */
const isSameInOtherForm = (deed: string, doer: string): boolean =>
  DEED_ENDS.test(deed) && DOER_ENDS.test(doer) && deed.replace(DEED_ENDS, "") === doer.replace(DOER_ENDS, "");

/**
 * A slip of the hand: a letter left out, two letters changed over, a letter twice; in longer words another letter. What
 * would turn one word of the language into another ("brand" and "band") is none.
 */
export function isSlip(written: string, meant: string): boolean {
  if (written === meant || written[0] !== meant[0] || Math.abs(written.length - meant.length) > 1) return false;
  if (isSameInOtherForm(written, meant) || isSameInOtherForm(meant, written)) return false;
  let start = 0;
  while (start < written.length && written[start] === meant[start]) start++;
  const rest = (word: string, from: number) => word.slice(from);
  if (meant.length === written.length + 1) return rest(written, start) === rest(meant, start + 1);
  if (written.length === meant.length + 1) {
    const isDouble = written[start] === written[start - 1] || written.length >= 7;
    return isDouble && rest(written, start + 1) === rest(meant, start);
  }
  const isSwap =
    written[start] === meant[start + 1] &&
    written[start + 1] === meant[start] &&
    rest(written, start + 2) === rest(meant, start + 2);
  // "salery": a vowel for another, where it is not stressed
  const isVowel =
    written.length >= 6 && start >= 3 && A_VOWEL.test(written.charAt(start)) && A_VOWEL.test(meant.charAt(start));
  return isSwap || ((isVowel || written.length >= 7) && rest(written, start + 1) === rest(meant, start + 1));
}
