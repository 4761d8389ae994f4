import { patience } from "@parley/datasource/introspection/patience";
import type { Schema, Table } from "@parley/datasource/types";
import { areSynonyms } from "@parley/interpreter/language/synonyms";
import { type Asked, commentStems, namedValues, nameStems } from "./asked.ts";

/** How much a word of the question counts by where a table has it. Its best place counts, not how often it is there. */
const WEIGHTS = { name: 5, value: 4, tableComment: 4, column: 3, columnComment: 2.5, like: 1.5 } as const;
type Place = keyof typeof WEIGHTS;

/** A table that says the word with nothing else in its name is more about it: "orders" before "order_status_archive". */
const NAME_COVERAGE = 0.5;
/** What a table has of the score of one that keys link it with. */
const LINKED = 0.35;
const SHORTEST_ABBREVIATION = 3;

/** For each stem of the question: the weight of its best place in the table. */
type Hits = Map<string, number>;

/** A table and what the question says of it. */
export interface Standing {
  table: Table;
  score: number;
}

/**
 * Returns the tables in the order in which the question touches them: by names, comments and values, where a word that few
 * tables have counts more; then by those that keys link them with. Other work has its turn in between.
 */
export async function byRelevance({ tables }: Schema, asked: Asked): Promise<Standing[]> {
  const others = patience();
  const found: Hits[] = [];
  const having = new Map<string, number>();
  const meant = meantBy(asked.stems);
  for (const table of tables) {
    const hits = hitsOf(table, asked, meant);
    found.push(hits);
    for (const word of hits.keys()) having.set(word, (having.get(word) ?? 0) + 1);
    await others();
  }
  const rarity = (word: string) => Math.log(1 + (tables.length + 1) / (having.get(word) ?? 1));
  const own = found.map((hits, at) => {
    let sum = 0;
    for (const [word, weight] of hits) sum += weight * rarity(word);
    return sum * (1 + NAME_COVERAGE * nameShare(tables[at], asked));
  });
  const linked = linkedScores(tables, own);
  return tables
    .map((table, at) => ({ table, score: (own[at] ?? 0) + (linked[at] ?? 0) }))
    .toSorted((a, b) => b.score - a.score || b.table.row_count - a.table.row_count);
}

/** The share of a name's words that the question says. */
function nameShare(table: Table | undefined, asked: Asked): number {
  const words = table ? nameStems(table.name) : [];
  return words.length === 0 ? 0 : words.filter((word) => asked.stems.has(word)).length / words.length;
}

function hitsOf(table: Table, asked: Asked, meant: (word: string) => readonly string[]): Hits {
  const hits: Hits = new Map();
  const hit = (word: string, place: Place) => {
    const add = (said: string, weight: number) => hits.set(said, Math.max(hits.get(said) ?? 0, weight));
    if (asked.stems.has(word)) add(word, WEIGHTS[place]);
    else if (place !== "value") for (const said of meant(word)) add(said, WEIGHTS.like);
  };
  for (const word of nameStems(table.name)) hit(word, "name");
  if (table.schema) for (const word of nameStems(table.schema)) hit(word, "column");
  for (const word of commentStems(table.comment)) hit(word, "tableComment");
  for (const column of table.columns) {
    for (const word of nameStems(column.name)) hit(word, "column");
    for (const word of commentStems(column.comment)) hit(word, "columnComment");
    for (const value of namedValues(asked, column)) for (const word of commentStems(value)) hit(word, "value");
  }
  return hits;
}

/** Looks up which words of the question one of a name may stand for: "dept" for "department", "faculty" for "professor". */
function meantBy(stems: ReadonlySet<string>): (word: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const said = [...stems];
  return (word) => {
    let found = known.get(word);
    if (found === undefined) {
      found = said.filter((each) => areSynonyms(word, each) || isShortFor(word, each));
      known.set(word, found);
    }
    return found;
  };
}

/** True if a word has the other's letters in their order, from its first on, and is clearly shorter. */
function isShortFor(short: string, word: string): boolean {
  if (short.length < SHORTEST_ABBREVIATION || short[0] !== word[0]) return false;
  if (short.length + 1 > word.length || short.length * 3 < word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** What each table has from those it is linked with: of the two best, so that what joins two of them comes before their other neighbours. */
function linkedScores(tables: readonly Table[], own: readonly number[]): number[] {
  const places = new Map<string, number[]>();
  tables.forEach(({ name }, at) => places.set(name, [...(places.get(name) ?? []), at]));
  const neighbours = tables.map(() => new Set<number>());
  tables.forEach((table, from) => {
    for (const key of table.foreign_keys) {
      const all = places.get(key.table) ?? [];
      const to = all.find((at) => tables[at]?.schema === table.schema) ?? all[0];
      if (to === undefined || to === from) continue;
      neighbours[from]?.add(to);
      neighbours[to]?.add(from);
    }
  });
  return neighbours.map((set) => {
    const [first = 0, second = 0] = [...set].map((at) => own[at] ?? 0).toSorted((a, b) => b - a);
    return LINKED * (first + second);
  });
}
