import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { measuresOf, purchasesOf } from "../catalog/measures.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { columnLinks } from "./column-links.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { tableLinks } from "./table-links.ts";

const MOST = /^(?:biggest|top|best|highest|largest|greatest)$/;

/** "our biggest spenders", "top 5 spenders": those whose money came in, by how much it was. */
export const spenders: Rewriter = (tokens, at, catalog) => {
  const [most, next] = tokens.slice(at, at + 2);
  if (most === undefined || !MOST.test(most.lower)) return null;
  const number = next?.number === null ? undefined : next;
  const said = tokens[at + (number === undefined ? 1 : 2)];
  if (said === undefined || !/^spenders?$/.test(said.lower) || catalog.vocabulary.has(said.stem)) return null;
  const people = payersIn(catalog);
  if (people === null) return null;
  const [last = "", ...before] = people.words.toReversed();
  const rows = written([said], [...before.toReversed(), plural(last), "by", "revenue"]);
  const isOne = number === undefined && said.lower === "spender";
  const limit =
    number === undefined
      ? isOne
        ? written([said], ["1"]).map((one) => ({ ...one, number: 1, kind: "number" as const }))
        : []
      : [number];
  return { tokens: [...written([most], ["top"]), ...limit, ...rows], end: at + (number === undefined ? 2 : 3) };
};

const GAVE = /^(?:gave|give|gives|given|donated?|donates|contributed?|contributes)$/;

/** "who gave the most", of gifts with an amount and the people they are from: by the money, whatever view tells months of it. */
export const givers: Rewriter = (tokens, at, catalog) => {
  const helper = /^(?:has|have|had)$/.test(tokens[at]?.lower ?? "") ? 1 : 0;
  const verb = tokens[at + helper];
  if (at === 0 || verb === undefined || !GAVE.test(verb.lower)) return null;
  const ranked = mostAfter(tokens, at + helper + 1);
  if (ranked === null || !/^(?:who|which|what)$/.test(tokens[0]?.lower ?? "")) return null;
  const money = measuresOf(catalog).money[0]?.table;
  if (money === undefined || money.isView || payersIn(catalog) === null) return null;
  // "who donated the most", of donations of blood beside payments: what was donated is not what was paid.
  const named = [...columnLinks([verb], catalog).map(({ column }) => column), ...tableLinks([verb], catalog)];
  if (named.some(({ table }) => !table.isView && table !== money)) return null;
  return { tokens: written([verb], ["spent", "the", ranked.most]), end: ranked.end };
};

/** "us the most money", of which nothing says of what else it is the most; null for other words. */
function mostAfter(tokens: readonly Token[], at: number): { most: string; end: number } | null {
  const rest = tokens.slice(at, at + 4).map(({ lower }) => lower);
  const said = rest.findIndex((word) => /^(?:most|least)$/.test(word));
  const most = rest[said];
  if (most === undefined || rest.slice(0, said).some((word) => !/^(?:us|the|away|back)$/.test(word))) return null;
  const end = at + said + (rest[said + 1] === "money" ? 2 : 1);
  const next = tokens[end];
  const isNoun = next?.kind === "word" && next.number === null && !NO_NOUN.test(next.lower);
  return isNoun ? null : { most, end };
}

/** What may follow "the most" that says of what. */
const NO_NOUN =
  /^(?:in|on|at|to|for|of|from|by|per|this|last|since|during|before|after|between|so|over|and|each|every|today|yesterday|overall|altogether)$/;

/** The people to whom the rows of money that came in refer. */
function payersIn(catalog: Catalog): CatalogTable | null {
  const money = measuresOf(catalog).money[0]?.table;
  const people = catalog.links.flatMap(({ from, to, cost }) => {
    const table = to[0]?.table;
    const isPayer = table !== undefined && (table.isCustomer || isPerson(table)) && !worksHere(table);
    return from[0]?.table === money && cost < 2 && isPayer ? [table] : [];
  });
  const [only, ...more] = new Set(people);
  return more.length === 0 ? (only ?? null) : null;
}

const CAME = /^(?:stayed|stay|came|come|visited|visit|returned)$/;
const SO_MANY_TIMES =
  /^(?:(?:more|fewer|less) than|at least|at most|exactly) (once|twice|one|two|three|four|five|\d+)( times?)?(?= |$)/;
const SAID_NUMBERS = new Map([
  ["once", 1],
  ["one", 1],
  ["twice", 2],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
]);

/** "donors who gave more than once", "guests who stayed more than 3 times", where nothing is called so: with so many of what they paid for. */
export const timesGiven: Rewriter = (tokens, at, catalog) => {
  const verb = tokens[at];
  if (verb === undefined || at === 0 || !(GAVE.test(verb.lower) || CAME.test(verb.lower))) return null;
  const times = timesAfter(tokens, at + 1);
  const rows = times === null ? null : rowsPaidFor(tokens.slice(0, at), verb, catalog);
  if (times === null || rows === null) return null;
  const [last = "", ...before] = rows.words.toReversed();
  const text = String(times.number);
  const figure = { ...verb, text, lower: text, stem: text, kind: "number" as const, number: times.number };
  const named = [...before.toReversed(), plural(last)];
  return {
    tokens: [...written([verb], ["have"]), ...times.compared, figure, ...written([verb], named)],
    end: times.end,
  };
};

/** "more than once": the words that compare, the number, and where that ends. */
function timesAfter(
  tokens: readonly Token[],
  at: number,
): { compared: readonly Token[]; number: number; end: number } | null {
  const said = tokens.slice(at, at + 4).map(({ lower }) => lower);
  const [found, number = "", times] = SO_MANY_TIMES.exec(said.join(" ")) ?? [];
  if (found === undefined || (times === undefined && !/^(?:once|twice)$/.test(number))) return null;
  const end = at + found.split(" ").length;
  const compared = tokens.slice(at, times === undefined ? end - 1 : end - 2);
  return { compared, number: SAID_NUMBERS.get(number) ?? Number(number), end };
}

/** The rows for which the people who are named paid, where no base table and none of its columns is called like the verb. */
function rowsPaidFor(before: readonly Token[], { stem }: Token, catalog: Catalog): CatalogTable | null {
  const isNamed =
    (catalog.tablesByStem.get(stem) ?? []).some(({ isView }) => !isView) ||
    (catalog.columnsByStem.get(stem) ?? []).some(({ table }) => !table.isView);
  const rows = isNamed ? null : purchasesOf(catalog);
  const people = rows === null || rows.isView ? null : payersIn(catalog);
  return before.some((token) => people?.stems.at(-1) === token.stem) ? rows : null;
}
