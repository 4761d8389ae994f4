import type { Schema } from "@parley/datasource/types";
import type { Catalog } from "../catalog/catalog.ts";
import { candidates } from "./similarity.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
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
  /^(length|lengths|width|depth|kids?|jobs?|stays?|tours?|hours?|costs?|coasts?|leads?|loads?|roads?|trails?|pets?|cats?|cars?|beds?|complain(?:s|ed|ing)?|sent|send|sends|lent|bent|rent|went|felt|kept|left|lost|made|held|said|computer|listing|stars?|media|though|bank|taking|leading|cold|shot|phase|prevent|counter|stated|stating|stats?|blow|exit|tanks?|extensive|shipped|stopped|latter|tend|pound|locate|recorder|insider|pleased|regards|earrings|pace|strings?|tips?|container|proceed|ties|broke|starring|starter|compete|rally|leasing|casting|ignored|spelling|coating|rangers|locking|beside|closes|thorough|commut(?:e|es|ed|ing))$/;

const targets = new WeakMap<Schema, Set<string>>();

/** Words that a misspelt one may stand for: those of questions, of the schema and of stored values. */
function targetsOf(catalog: Catalog): Set<string> {
  const cached = targets.get(catalog.schema);
  if (cached !== undefined) return cached;
  const words = new Set<string>(calendar);
  for (const word of cueWords()) if (word.length >= 5) words.add(word);
  const add = (word: string) => {
    if (word.length < 4 || !/^\p{L}+$/u.test(word)) return;
    words.add(word);
    words.add(`${word}s`);
  };
  for (const table of catalog.tables) {
    for (const word of table.words) add(word);
    for (const column of table.columns) for (const word of column.words) add(word);
  }
  targets.set(catalog.schema, words);
  return words;
}

/** A word of fewer letters that is a slip away from a value is more often another word, unless it is a name: "turn" is no "Turin". */
const SHORTEST_SLIP_LETTERS = 5;

const ofValues = new WeakMap<Schema, string[]>();

/** Stored values that a misspelt word may stand for. */
function valueTargets({ schema, values }: Catalog): string[] {
  const cached = ofValues.get(schema);
  if (cached !== undefined) return cached;
  const words = [...values.keys()].filter((value) => value.length >= 5 && /^\p{L}+$/u.test(value));
  ofValues.set(schema, words);
  return words;
}

/** Slips in the short words of questions, which are no slip away from too many others. */
const shortSlips = new Map([
  ["teh", "the"],
  ["hte", "the"],
  ["thw", "the"],
  ["adn", "and"],
  ["nad", "and"],
  ["hom", "how"],
  ["hwo", "how"],
  ["waht", "what"],
  ["wat", "what"],
  ["whta", "what"],
  ["si", "is"],
  ["mnay", "many"],
  ["amny", "many"],
  ["manay", "many"],
  ["muhc", "much"],
  ["adress", "address"],
  ["adresses", "addresses"],
  ["thier", "their"],
]);

/** Puts right words that mean nothing here and are a slip away from one that does: "custmers", "revnue". */
export function correct(tokens: readonly Token[], catalog: Catalog): { tokens: Token[]; corrections: Correction[] } {
  const corrections: Correction[] = [];
  const corrected = tokens.map((token) => {
    const short = shortSlips.get(token.kind === "word" ? token.lower : "");
    if (short !== undefined && !isKnown(token, catalog)) {
      corrections.push({ from: token.text, to: short });
      return { ...token, text: short, lower: short, stem: stem(short) };
    }
    if (token.kind !== "word" || token.number !== null || token.lower.length < 4 || !/^\p{L}+$/u.test(token.lower))
      return token;
    if (isKnown(token, catalog)) return token;
    const isLong = token.lower.length >= SHORTEST_SLIP_LETTERS || /^\p{Lu}/u.test(token.text);
    const values = isLong ? valueTargets(catalog) : [];
    const near = [...new Set([...targetsOf(catalog), ...values])].filter((word) => isSlip(token.lower, word));
    const [only] = near;
    // A plural and its singular are one word.
    if (only === undefined || new Set(near.map(stem)).size > 1) return token;
    corrections.push({ from: token.text, to: only });
    return { ...token, text: only, lower: only, stem: stem(only) };
  });
  return { tokens: corrected, corrections };
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

/**
 * A slip of the hand: a letter left out, two letters changed over, a letter twice; in longer words another letter. What
 * would turn one word of the language into another ("brand" and "band") is none.
 */
export function isSlip(written: string, meant: string): boolean {
  if (written === meant || written[0] !== meant[0] || Math.abs(written.length - meant.length) > 1) return false;
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
  return isSwap || (written.length >= 7 && rest(written, start + 1) === rest(meant, start + 1));
}
