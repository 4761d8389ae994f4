import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { boughtOf } from "../catalog/measures.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { plural, singular } from "../language/words.ts";
import { columnLinks } from "./column-links.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { tableLinks } from "./table-links.ts";

const END_OF_RANKING = /^(?:most|least|fewest)$/;
const OFTEN_SAID = /^(?:often|frequently|commonly|regularly)$/;
const DEED_SAID = /(?:[a-z]{3}ed|bought|sold|lent|taken|read|seen|worn|driven|chosen)$/;
/** What is done with things that are sold: by how many of them were. */
const DEED_OF_SALE = /^(?:order(?:ed)?|bought|buy|purchased?|sold)$/;

/** What a question says of a deed: which end of the ranking, of what, and how many. */
interface Ranked {
  most: Token;
  verb: Token;
  noun: Token;
  limit: Token | null;
  /** How often, rather than how much. */
  isOften: boolean;
  end: number;
}

/** "most frequently returned products", "which classes are booked most often": ranked by how many rows there are of what was done. */
export const mostDone: Rewriter = (tokens, at, catalog) => {
  const found = before(tokens, at) ?? after(tokens, at) ?? active(tokens, at, catalog);
  if (found === null) return null;
  const { most, verb, noun, limit, isOften, end } = found;
  const things = thingsOf(noun, catalog);
  if (things.length === 0) return null;
  const isSeveral = limit !== null || singular(noun.lower) !== noun.lower;
  const first = most.lower === "most" ? "most" : "fewest";
  const count = limit === null ? [] : [limit];
  const isAmount = DEED_OF_SALE.test(verb.lower) && !isOften;
  if (isAmount && first === "most") return { tokens: [...count, ...written([most], ["most", "ordered"]), noun], end };
  if (isAmount)
    return { tokens: [...count, noun, ...written([verb], ["with", "the", "lowest", "quantity", "sold"])], end };
  const rows = rowsOf(verb, things, catalog);
  const name = rows === null ? rowsInState(verb, things, catalog) : namesOf(rows);
  if (name === null) return null;
  if (!isSeveral || first === "fewest")
    return { tokens: [...count, noun, ...written([verb], ["with", "the", first, ...name])], end };
  return {
    tokens: [...written([most], ["top"]), ...count, noun, ...written([verb], ["by", "number", "of", ...name])],
    end,
  };
};

const namesOf = ({ words }: CatalogTable): string[] => [...words.slice(0, -1), plural(words.at(-1) ?? "")];

/** "which plan is cancelled most often", of subscriptions that are: "cancelled subscriptions". */
function rowsInState(verb: Token, things: readonly CatalogTable[], catalog: Catalog): string[] | null {
  const stored = (catalog.values.get(verb.lower) ?? []).map(({ column }) => column.table);
  const flagged = (catalog.columnsByStem.get(verb.stem) ?? []).flatMap(({ isFlag, table }) => (isFlag ? [table] : []));
  const [only, ...more] = new Set(
    [...stored, ...flagged].filter(
      (table) => !table.isView && !things.includes(table) && things.some((thing) => isToOne(catalog, table, thing)),
    ),
  );
  return only === undefined || more.length > 0 ? null : [verb.lower, ...namesOf(only)];
}

/** "what was returned most in May": the things that are sold here, which the question leaves out. */
export const thingsMostDone: Rewriter = (tokens, at, catalog) => {
  const [what, helper] = tokens;
  if (at > 0 || what?.lower !== "what" || !/^(?:is|was|were|gets?|got)$/.test(lower(helper))) return null;
  const things = boughtOf(catalog);
  const [name, ...more] = things?.words ?? [];
  if (name === undefined || more.length > 0) return null;
  const noun = written([what], [singular(name)]);
  const found = mostDone([what, ...noun, ...tokens.slice(1)], 0, catalog);
  return found === null ? null : { ...found, end: found.end - noun.length };
};

/** "top 5 most often booked classes": what is said before the noun; "most ordered" alone is read as it stands. */
function before(tokens: readonly Token[], at: number): Ranked | null {
  let next = at;
  if (tokens[next]?.lower === "top") next++;
  const limit = tokens[next]?.kind === "number" ? (tokens[next++] ?? null) : null;
  const most = tokens[next];
  const isOften = OFTEN_SAID.test(tokens[next + 1]?.lower ?? "");
  const [verb, noun] = tokens.slice(next + (isOften ? 2 : 1));
  if (most === undefined || !END_OF_RANKING.test(most.lower) || verb === undefined || !DEED_SAID.test(verb.lower))
    return null;
  if (noun?.kind !== "word" || (!isOften && DEED_OF_SALE.test(verb.lower) && most.lower === "most")) return null;
  return { most, verb, noun, limit, isOften, end: next + (isOften ? 4 : 3) };
}

/** "which classes were booked most often", "which class is most often booked", "classes that are booked the most" */
function after(tokens: readonly Token[], at: number): Ranked | null {
  const isAsked = /^(?:which|what)$/.test(tokens[at]?.lower ?? "");
  const noun = tokens[isAsked ? at + 1 : at];
  const isTold = !isAsked && /^(?:that|which)$/.test(tokens[at + 1]?.lower ?? "");
  const helper = at + 2;
  if (noun?.kind !== "word" || !(isAsked || isTold)) return null;
  if (!/^(?:is|are|was|were|gets?|got)$/.test(tokens[helper]?.lower ?? "")) return null;
  const told = tokens.slice(helper + 1, helper + 5);
  const article = told.slice(0, 2).findIndex(({ lower }) => lower === "the");
  const found = endOf(told.filter((_, place) => place !== article));
  if (found === null) return null;
  const { most, verb, words } = found;
  return { most, verb, noun, limit: null, isOften: found.isOften, end: helper + 1 + words + (article < 0 ? 0 : 1) };
}

/** A token's word in small letters, empty past the end. */
const lower = (token: Token | undefined): string => token?.lower ?? "";

/** "which members book the most", "customers who order most often": what the rows themselves do. */
function active(tokens: readonly Token[], at: number, catalog: Catalog): Ranked | null {
  const isAsked = /^(?:which|what)$/.test(lower(tokens[at]));
  const noun = tokens[isAsked ? at + 1 : at];
  const isTold = !isAsked && /^(?:who|that)$/.test(lower(tokens[at + 1]));
  if (noun?.kind !== "word" || !(isAsked || isTold)) return null;
  const told = tokens.slice(at + 2, at + 6);
  const article = told.slice(0, 2).findIndex((one) => one.lower === "the");
  const [verb, most, often] = told.filter((_, place) => place !== article);
  if (verb === undefined || most === undefined || !END_OF_RANKING.test(most.lower) || !isKept(verb, catalog))
    return null;
  const isOften = OFTEN_SAID.test(lower(often));
  if (!isOften && !/^$|^(?:[?.!]|in|last|this|since|during)$/.test(lower(often))) return null;
  const end = at + 2 + (isOften ? 3 : 2) + (article < 0 ? 0 : 1);
  return { most, verb, noun, limit: null, isOften: true, end };
}

/** True for a deed of which there are rows that are called so: bookings of who books, rentals of who rented. */
const isKept = (verb: Token, { tablesByStem }: Catalog): boolean =>
  verb.kind === "word" &&
  [verb.stem, ...nounsOf(verb)].some((name) =>
    (tablesByStem.get(name) ?? []).some(({ stems }) => stems.at(-1) === name),
  );

/** "how often do members visit": how many visits each has on average. */
export const howOften: Rewriter = (tokens, at, catalog) => {
  const [how, often, help, ...rest] = tokens.slice(at, at + 7);
  if (at > 0 || how?.lower !== "how" || often?.lower !== "often" || !/^(?:do|does|did)$/.test(help?.lower ?? ""))
    return null;
  const skipped = /^(?:the|our|your|all|most|an?|each|every)$/.test(rest[0]?.lower ?? "") ? 1 : 0;
  const [noun, verb] = rest.slice(skipped);
  if (noun?.kind !== "word" || verb?.kind !== "word") return null;
  const things = tableLinks([noun], catalog).flatMap(({ score, table }) =>
    score >= 0.9 && !table.isView ? [table] : [],
  );
  if (things.length === 0) return null;
  const rows = rowsOf(verb, things, catalog);
  const end = at + 5 + skipped;
  // Of a deed whose rows are not kept nothing is told by how many there are to do it.
  if (rows === null) return { tokens: [...written([how], ["the", "frequency", "of"]), noun, verb], end };
  return { tokens: written([how], ["average", "number", "of", ...namesOf(rows), "per", singular(noun.lower)]), end };
};

/** "most often booked", "most booked", "booked most often", "booked most"; `words`: how many they are. */
function endOf([first, second, third]: readonly Token[]):
  | (Pick<Ranked, "most" | "verb" | "isOften"> & { words: number })
  | null {
  if (first === undefined || second === undefined) return null;
  const isDone = (token: Token | undefined) => DEED_SAID.test(token?.lower ?? "");
  const isOften = OFTEN_SAID.test((END_OF_RANKING.test(first.lower) ? second : third)?.lower ?? "");
  const verb = END_OF_RANKING.test(first.lower) ? (isOften ? third : second) : first;
  const most = END_OF_RANKING.test(first.lower) ? first : second;
  if (verb === undefined || !isDone(verb) || !END_OF_RANKING.test(most.lower)) return null;
  return { most, verb, isOften, words: isOften ? 3 : 2 };
}

/** The rows that a noun may call by their name, or that have a column which is called so. */
function thingsOf(noun: Token, catalog: Catalog): CatalogTable[] {
  const tables = tableLinks([noun], catalog).filter(({ score }) => score >= 0.5);
  const columns = columnLinks([noun], catalog).filter(({ score }) => score >= 0.95);
  return [...tables.map(({ table }) => table), ...columns.map(({ column }) => column.table)].filter(
    ({ isView }) => !isView,
  );
}

/** What is called otherwise than the deed it comes from. */
const ROWS_OF_DEED = new Map([
  ["borrowed", "loan"],
  ["lent", "loan"],
  ["reserved", "booking"],
  ["hired", "rental"],
]);

/** How what was done ends, and what rows of it may be called: prescriptions of what is prescribed. */
const NOUNS_OF_DEED: readonly (readonly [RegExp, string])[] = [
  [/scribed$/, "scription"],
  [/mitted$/, "mission"],
  [/ered$/, "ery"],
  [/l?led$/, "lment"],
  [/ed$/, "ment"],
  [/ed$/, "al"],
  [/ed$/, "ion"],
  [/ed$/, "ance"],
];

const nounsOf = ({ lower: deed }: Token): string[] =>
  NOUNS_OF_DEED.flatMap(([end, noun]) => (end.test(deed) ? [stem(deed.replace(end, noun))] : []));

/** Rows that tell that something was sold, whatever the deed is called. */
const STEMS_OF_SALES = new Set(["order", "sale", "purchase"].map(stem));

/** The one table of rows that tell that something was done with those things: bookings of what is booked. */
function rowsOf(verb: Token, things: readonly CatalogTable[], catalog: Catalog): CatalogTable | null {
  const stems = new Set([verb.stem, stem(ROWS_OF_DEED.get(verb.lower) ?? verb.lower), ...nounsOf(verb)]);
  const isSold = DEED_OF_SALE.test(verb.lower);
  const isTheirs = (table: CatalogTable) =>
    !table.isView && things.some((thing) => thing !== table && isToOne(catalog, table, thing));
  const tables = catalog.tables.filter(isTheirs);
  const called = tables.filter(({ stems: own }) => stems.has(own.at(-1) ?? ""));
  const sold = isSold ? tables.filter(({ stems: own }) => own.some((one) => STEMS_OF_SALES.has(one))) : [];
  const [only, ...more] = called.length > 0 ? called : sold;
  return more.length === 0 ? (only ?? null) : null;
}
