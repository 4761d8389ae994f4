import type { FoundValue } from "@parley/datasource/types";
import { stem } from "../language/inflection.ts";
import {
  type Catalog,
  type CatalogColumn,
  normalise,
  type ValueEntry,
  type ValueIndex,
  type ValueMap,
} from "./catalog.ts";
import { placeOf } from "./place-codes.ts";

type BuiltIndex = Record<keyof ValueIndex, Map<string, ValueEntry[]>>;

export const emptyIndex = (): BuiltIndex => ({ values: new Map(), valuesByStem: new Map(), valuesByWord: new Map() });

/** A word that is a code: "G12", "AB". Codes are words of a value however short they are. */
const isCode = (word: string) => /\d/.test(word) && /\p{L}/u.test(word);

/** Values of a column, the most frequent first, that a word may mean however it is written. */
const COMMON_VALUES = 200;

/** Adds the values of a column. */
export function indexColumn(index: BuiltIndex, column: CatalogColumn): void {
  for (const [at, value] of column.source.values.entries())
    indexValue(index, at < COMMON_VALUES ? { column, value } : { column, value, rare: true });
}

/** Adds a value under each of the texts by which it may be said. */
function indexValue(index: BuiltIndex, entry: ValueEntry): void {
  const plain = normalise(entry.value);
  if (plain === "" || plain.length > 80) return;
  push(index.values, plain, entry);
  // "sales rep": questions are read with the word in full.
  const inFull = plain.replace(/\brep\b(?=\.?$)/, "representative");
  if (inFull !== plain) {
    push(index.values, inFull, entry);
    push(index.valuesByStem, inFull.split(" ").map(stem).join(" "), entry);
  }
  const place = placeOf(entry.value, entry.column);
  if (place !== null) push(index.values, place, entry);
  // "Mira's Mill" is read without its possessive.
  const words = plain
    .replace(/['’]s\b/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  push(index.valuesByStem, words.map(stem).join(" "), entry);
  if (words.length > 1 && words.length <= 8) {
    const last = words.length - 1;
    for (const [at, word] of words.entries())
      if (word.length > 3 || isCode(word) || (at === last && word.length > 2))
        push(index.valuesByWord, stem(word), entry);
  }
}

function push(map: Map<string, ValueEntry[]>, key: string, entry: ValueEntry): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}

/** The catalog with values that were looked up for one question beside the sampled ones; it shares all else. */
export function withFound(catalog: Catalog, found: readonly FoundValue[]): Catalog {
  if (found.length === 0) return catalog;
  const index = emptyIndex();
  for (const { schema, table, column, value } of found) {
    const source = catalog.tables.find(({ name, source: of }) => name === table && of.schema === schema);
    const known = source?.columns.find(({ name }) => name === column);
    if (known !== undefined) indexValue(index, { column: known, value, rare: true });
  }
  return {
    ...catalog,
    values: layered(index.values, catalog.values),
    valuesByStem: layered(index.valuesByStem, catalog.valuesByStem),
    valuesByWord: layered(index.valuesByWord, catalog.valuesByWord),
  };
}

/** Two indexes read as one, without a copy: a database may have 200,000 sampled values. */
const layered = (found: ValueMap, sampled: ValueMap): ValueMap => ({
  get(key) {
    const [more, known] = [found.get(key), sampled.get(key)];
    return more === undefined ? known : known === undefined ? more : [...more, ...known];
  },
  has: (key) => found.has(key) || sampled.has(key),
  keys: () => sampled.keys(),
});
