import { amountColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { durationOf } from "../catalog/durations.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** After one of these "purchases" is a noun: what was bought, each time. */
const LEADS_TO_NOUN =
  /^(?:|the|our|their|his|her|its|all|of|per|each|every|many|more|fewer|most|fewest|in|with|these|those|average|mean|largest|biggest|highest|smallest|greatest|last|first|latest|recent|no|any|a|an|\d+|two|three|four|five|six|seven|eight|nine|ten)$/;

/** "our purchase amount", "the purchase of a vase" are said in other ways. */
const isOneOfMany = (said: string, before: string, next: string): boolean =>
  !/^(?:amount|price|value|total|date|order|invoice)s?$/.test(next) &&
  (said === "purchases" || /^(?:per|each|every|a|an|last|first|latest)$/.test(before));

/** "value of purchases in May", "10 purchases with the greatest value", of a house that keeps orders and nothing called a purchase: its orders. */
export const purchasesSaid: Rewriter = (tokens, at, { tables, vocabulary }) => {
  const [said, before] = [tokens[at], tokens[at - 1]];
  const named = said?.lower === "purchases" ? purchaseOrders(tokens, at, tables) : null;
  if (said !== undefined && named !== null) return { tokens: written([said], named), end: at + 1 };
  if (said?.kind !== "word" || !/^purchases?$/.test(said.lower) || vocabulary.has(said.stem)) return null;
  const lead = before?.lower ?? "";
  const isNoun = LEADS_TO_NOUN.test(lead) || before?.possessive === true;
  if (!isNoun || !isOneOfMany(said.lower, lead, tokens[at + 1]?.lower ?? "")) return null;
  const orders = tables.filter(({ words, isView }) => !isView && singular(words.join(" ")) === "order");
  if (orders.length !== 1) return null;
  const read = written([said], [said.lower === "purchases" ? "orders" : "order"]);
  return { tokens: read.map((one) => ({ ...one, text: said.text })), end: at + 1 };
};

/** "purchases by material", of purchase_orders: those, and what they come to where it is asked for; null where there are none. */
function purchaseOrders(tokens: readonly Token[], at: number, tables: readonly CatalogTable[]): string[] | null {
  const [before, said, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const called = tables.filter(({ stems, isView }) => !isView && stems.includes(said?.stem ?? ""));
  const [only, ...more] = called;
  if (only === undefined || more.length > 0 || /^orders?$/.test(next?.lower ?? "")) return null;
  if (singular(only.words.join(" ")) !== "purchase order") return null;
  const amount = before?.lower === "total" ? amountColumn(only) : null;
  return [...(amount === null ? [] : [...amount.words.filter((word) => word !== "total"), "of"]), "purchase", "orders"];
}

/** What people call rows that a schema has by a longer name, where nothing there is called so. */
const OTHER_NOUNS: readonly { said: RegExp; rows: RegExp; after: RegExp }[] = [
  {
    said: /^repairs?$/,
    rows: /^(?:maintenance|(?:maintenance|work|service) (?:request|order|ticket|job|task|log|record|visit))$/,
    after:
      /^(?:|the|an?|our|all|of|per|each|every|by|for|open|urgent|pending|completed|any|no|many|most|more|fewer|longest|last|latest|average|total|expensive|cheapest|emergency|without|with|\d+)$/,
  },
  {
    said: /^stays?$/,
    rows: /^(?:admission|hospitali[sz]ation)$/,
    after: /^(?:|the|an?|of|per|each|longest|shortest|average|mean|median|total|many|hospital|inpatient)$/,
  },
];

/** "open repairs", of a house that keeps maintenance requests: these; "length of stay", of admissions. */
export const rowsInOtherNouns: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  const noun = said?.kind === "word" ? OTHER_NOUNS.find((one) => one.said.test(said.lower)) : undefined;
  if (said === undefined || noun === undefined) return null;
  if (catalog.vocabulary.has(said.stem) || catalog.valuesByWord.has(said.stem)) return null;
  const before = tokens[at - 1]?.lower ?? "";
  const rows = isNamedSo(noun, before, said.lower) ? rowsCalled(noun.rows, catalog) : null;
  if (rows === null) return null;
  const next = tokens[at + 1];
  // "repair time" is how long one takes; so is the average stay.
  const isTime = /^times?$/.test(next?.lower ?? "");
  if (isTime || (/^(?:average|mean|median)$/.test(before) && said.lower === "stay"))
    return { tokens: written([said], [...wordsOf(rows, said.lower), "length"]), end: at + (isTime ? 2 : 1) };
  // "repair requests", of maintenance requests
  const isSaidToo = next !== undefined && rows.stems.includes(next.stem);
  return { tokens: written([said], isSaidToo ? rows.words.slice(0, -1) : wordsOf(rows, said.lower)), end: at + 1 };
};

/** "the most downtime", of outages that begin and end: how long these took, all together where nothing else is said. */
export const downtimeSaid: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (said?.kind !== "word" || !/^downtimes?$/.test(said.lower) || catalog.vocabulary.has(said.stem)) return null;
  const rows = rowsCalled(/^(?:(?:network|service|system) )?(?:outage|incident|disruption|interruption)$/, catalog);
  const isTimed = rows !== null && startDay(rows) !== null && endDay(rows) !== null && durationOf(rows) === null;
  if (!isTimed) return null;
  const named = wordsOf(rows, "downtime");
  const before = tokens[at - 1]?.lower ?? "";
  if (/^(?:longest|shortest)$/.test(before)) return { tokens: written([said], named), end: at + 1 };
  const isSaid = /^(?:total|overall|average|mean|median)$/.test(before);
  return { tokens: written([said], [...(isSaid ? [] : ["total"]), ...named, "duration"]), end: at + 1 };
};

/** The only rows by such a name. */
function rowsCalled(name: RegExp, { tables }: Catalog): CatalogTable | null {
  const [rows, ...more] = tables.filter(({ words, isView }) => !isView && name.test(singular(words.join(" "))));
  return more.length === 0 ? (rows ?? null) : null;
}

/** A noun rather than what is done: by its plural, or by what stands before it. */
const isNamedSo = ({ after }: (typeof OTHER_NOUNS)[number], before: string, said: string): boolean =>
  after.test(before) || (singular(said) !== said && !/^(?:to|who|that|which|he|she|it|somebody)$/.test(before));

const wordsOf = ({ words }: CatalogTable, said: string): string[] =>
  words.map((word, i) =>
    i < words.length - 1 ? word : singular(said) === said ? singular(word) : plural(singular(word)),
  );
