import type { Schema } from "@parley/datasource/types";
import type { Catalog } from "../catalog/catalog.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { cueWords } from "../language/vocabulary.ts";

/** The names of a schema in the other forms in which they may be written. */
interface NameForms {
  /** The words of a name with digits or underscores in it, or of a single word that is read as two, by the name as it stands. */
  asWritten: ReadonlyMap<string, readonly string[]>;
  /** All words of names that have little ones in them, and those that count. */
  inFull: readonly { said: readonly string[]; words: readonly string[] }[];
  /** Two words that stand side by side in a name, by the two written as one. */
  joined: ReadonlyMap<string, readonly string[]>;
  /** The words of a name, by their first letters; left out where two names share them. */
  initials: ReadonlyMap<string, readonly string[]>;
  /** Stems that stand in one name together, as "a b". */
  together: ReadonlySet<string>;
}

/** True where one name of the schema has all of these words, side by side. */
export function isName(stems: readonly string[], catalog: Catalog): boolean {
  const { together: pairs } = formsOf(catalog);
  const [only] = stems;
  if (stems.length === 1) return only !== undefined && catalog.vocabulary.has(only);
  // "first name", written "name_first"
  const isReversed = stems.length === 2 && pairs.has(stems.toReversed().join(" "));
  return isReversed || stems.every((name, i) => i === 0 || pairs.has(`${stems[i - 1]} ${name}`));
}

/** True for a word that the schema or its rows have themselves. */
export const isOwnWord = (word: string, { vocabulary, values, valuesByStem }: Catalog): boolean =>
  vocabulary.has(stem(word)) || values.has(word) || valuesByStem.has(stem(word));

/** True for a word that means something here, or in any question. */
export function isKnown(token: Token, catalog: Catalog): boolean {
  return (
    token.kind !== "word" ||
    token.number !== null ||
    cueWords().has(token.lower) ||
    catalog.vocabulary.has(token.stem) ||
    catalog.values.has(token.lower) ||
    catalog.valuesByStem.has(token.stem) ||
    catalog.valuesByWord.has(token.stem)
  );
}

/** "willow kitchen", where a place is called just so: no word of a longer name is another word for something else. */
export function isInsideValue(tokens: readonly Token[], at: number, { valuesByStem, valuesByWord }: Catalog): boolean {
  if (!valuesByWord.has(tokens[at]?.stem ?? "")) return false;
  for (let start = Math.max(0, at - LONGEST_VALUE_WORDS + 1); start <= at; start++)
    for (let end = Math.max(start + 2, at + 1); end <= Math.min(tokens.length, start + LONGEST_VALUE_WORDS); end++) {
      const stems = tokens.slice(start, end).map(({ stem: name }) => name);
      if (valuesByStem.has(stems.join(" "))) return true;
    }
  return false;
}

/** Words of a name that one may stand among. */
const LONGEST_VALUE_WORDS = 4;

const known = new WeakMap<Schema, NameForms>();

/** Those of a catalog, made once for its schema. */
export function formsOf(catalog: Catalog): NameForms {
  const cached = known.get(catalog.schema);
  if (cached !== undefined) return cached;
  const asWritten = new Map<string, readonly string[]>();
  const joined = new Map<string, readonly string[]>();
  const initials = new Map<string, readonly string[] | null>();
  const pairs = new Set<string>();
  const flags = catalog.tables
    .flatMap(({ columns }) => columns.filter(({ isFlag }) => isFlag))
    .map(({ name, words }) => ({ said: splitIdentifier(name), words }))
    .filter(({ said, words }) => words.length >= 2 && said.length > words.length && said[0] === words[0]);
  for (const { name, words, stems } of catalog.tables.flatMap((table) => [table, ...table.columns])) {
    const isWritten = /[\d_]/.test(name) || splitIdentifier(name).length === 1;
    // "kunden", which are read as customers
    const isOther = words.length === 1 && /^\p{L}+$/u.test(name) && words[0] !== name.toLowerCase();
    if (isWritten && (words.length > 1 || isOther)) asWritten.set(name.toLowerCase(), words);
    for (const [i, word] of words.entries()) {
      const before = words[i - 1];
      if (before === undefined) continue;
      pairs.add(`${stems[i - 1]} ${stems[i]}`);
      joined.set(stem(`${before}${word}`), [before, word]);
    }
    const letters = words.map((word) => word[0] ?? "").join("");
    if (words.length < 2) continue;
    const other = initials.get(letters);
    const isShared = other !== undefined && other?.join(" ") !== words.join(" ");
    initials.set(letters, isShared ? null : words);
  }
  const unshared = new Map<string, readonly string[]>();
  for (const [letters, words] of initials) if (words !== null) unshared.set(letters, words);
  const made = { asWritten, inFull: flags, joined, initials: unshared, together: pairs };
  known.set(catalog.schema, made);
  return made;
}
