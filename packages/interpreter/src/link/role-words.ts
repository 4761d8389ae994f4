import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { holdsKinds } from "../catalog/columns.ts";
import { isPerson } from "../catalog/persons.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { Item } from "./item.ts";
import { columnScore, type Mention, mentionOf, tableScore } from "./mention.ts";

/** A word has at least as many letters as a role that it stands for begins with: "vet", "tech". */
const SHORTEST_ROLE = 3;

/**
 * "how many vets are there", where appointments have a vet_id: those of the staff who are veterinarians, unless the question is
 * about appointments that there are, or tells something for each vet.
 */
export function withRoles(items: readonly Item[], { links }: Catalog): Item[] {
  return items.map((item, at) => {
    if (item.kind !== "schema" || item.mention.values.length > 0 || tableScore(item.mention) > 0) return item;
    const before = items[at - 1];
    if (before?.kind === "cue" && (before.cue.is === "group" || before.cue.is === "by")) return item;
    const key = keyNamed(item.mention);
    const persons = links.find(({ from, to }) => from.length === 1 && from[0] === key && to.length === 1)?.to[0]?.table;
    if (key === null || persons === undefined || persons === key.table || !isPerson(persons)) return item;
    if (items.some((other, of) => other !== item && speaksOf(other, key.table) && !isDenied(items, of))) return item;
    const role = roleOf(persons, stem(item.mention.text.toLowerCase()));
    return role === null
      ? item
      : { ...place(item), kind: "value", mention: mentionOf({ ...place(item), values: [role] }) };
  });
}

/**
 * "how many buyers do we have", of lots with a buyer_id and bills with a buyer_fee: the people whom the key leads to, rather than a number
 * that is called after them, or what only a view calls so.
 */
export function withKeysOfPeople(items: readonly Item[], { links }: Catalog): Item[] {
  return items.map((item) => {
    if (item.kind !== "schema" || item.end !== item.start + 1 || tableScore(item.mention) >= 0.9) return item;
    const [word, { columns, values }] = [item.text.toLowerCase(), item.mention];
    if (values.length > 0 || singular(word) === word) return item;
    const [key, ...more] = keysCalled(stem(word), links);
    const isLess = ({ column, score }: (typeof columns)[number]) =>
      column === key || column.table.isView || (column.isNumber && score < 0.9);
    const isOfOthers = columns.some(({ column }) => column !== key) && columns.every(isLess);
    if (key === undefined || more.length > 0 || !isOfOthers) return item;
    if (item.mention.tables.some(({ table }) => !table.isView)) return item;
    const mention = { ...item.mention, tables: [], columns: [{ column: key, score: KEY_SAID }] };
    return { ...item, mention };
  });
}

/** How like the name of a key the word is that people are called by. */
const KEY_SAID = 0.34;

/** Keys to people that are called by a word and no other: "buyer" of buyer_id. */
const keysCalled = (name: string, links: Catalog["links"]): CatalogColumn[] => [
  ...new Set(
    links.flatMap(({ from: [key, ...more], to: [to] }) => {
      const own = key?.essential.filter((one) => !/^(?:id|no|number|code|key)$/.test(one)).join(" ");
      const isRole = key !== undefined && more.length === 0 && key.table !== to?.table && own === name;
      return isRole && !key.table.isView && to !== undefined && isPerson(to.table) ? [key] : [];
    }),
  ),
];

/** "by destination city", of parcels with a key to depots in that role: the city, by way of that key, which the question names. */
export function ofPlaces(items: readonly Item[], { links }: Catalog): Item[] {
  return items.filter((item, at) => {
    const next = items[at + 1];
    if (item.kind !== "schema" || next?.kind !== "schema" || next.start !== item.end) return true;
    const [key, own] = [item.mention.columns[0], next.mention.columns[0]];
    if (key === undefined || own === undefined || !key.column.isForeign || Math.min(key.score, own.score) < 0.9)
      return true;
    const target = links.find(({ from }) => from.length === 1 && from[0] === key.column)?.to[0]?.table;
    const [role, ...more] = key.column.essential;
    const isRole = role !== undefined && more.length === 0 && target?.stems.includes(role) === false;
    return !isRole || own.column.table !== target || tableScore(next.mention) > 0;
  });
}

const place = ({ start, end, text }: Item) => ({ start, end, text });

/** "vets without appointments": of the vets, as there are none of the others. */
const isDenied = (items: readonly Item[], of: number): boolean =>
  items.slice(Math.max(0, of - 2), of).some((before) => before.kind === "cue" && before.cue.is === "negation");

/** The key that a word names in part, and nothing else: "vet" of vet_id. */
const keyNamed = (mention: Mention): CatalogColumn | null => {
  const [first, ...more] = mention.columns;
  return first !== undefined && first.column.isForeign && columnScore(mention) < 0.5 && more.length === 0
    ? first.column
    : null;
};

const speaksOf = (item: Item, table: CatalogTable): boolean =>
  item.kind === "schema" &&
  (item.mention.tables.some((link) => link.table === table && link.score >= 0.5) ||
    item.mention.columns.some(({ column, score }) => column.table === table && score >= 0.5) ||
    item.mention.values.some(({ column }) => column.table === table));

/** The one kind of these people that begins with a word: "Veterinarian". */
function roleOf(persons: CatalogTable, word: string): Mention["values"][number] | null {
  if (word.length < SHORTEST_ROLE) return null;
  const roles = persons.columns
    .filter(holdsKinds)
    .flatMap((column) => column.source.values.map((value) => ({ column, value })))
    .filter(({ value }) => value.toLowerCase().startsWith(word));
  const [only, ...more] = roles;
  return only === undefined || more.length > 0 ? null : { ...only, score: 0.9 };
}
