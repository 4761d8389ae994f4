import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { hoursAt } from "../language/hours-said.ts";
import { monthIndex } from "../language/periods.ts";
import { inOneGo } from "../language/steps.ts";
import type { Token } from "../language/tokens.ts";
import { cueAt } from "../language/vocabulary.ts";
import { arrivals } from "./arrivals.ts";
import { baseFirst } from "./base-first.ts";
import { billedBy } from "./billed-by.ts";
import { complaintsAsked } from "./complaints.ts";
import { itemAt } from "./item-at.ts";
import { flagApart } from "./flag-apart.ts";
import { inCurrency } from "./in-currency.ts";
import { inAndOut } from "./in-and-out.ts";
import { howMuch } from "./how-much.ts";
import { flaggedRows, sharedNoun, unknownName } from "./item-names.ts";
import { kindsOf } from "./kinds.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { inState, openRows } from "./open-rows.ts";
import { outOfStock } from "./out-of-stock.ts";
import { withPeopleServed } from "./people-served.ts";
import { ofPlaces, withKeysOfPeople, withRoles } from "./role-words.ts";
import { sellersAsked } from "./sellers.ts";
import { seasonAsked } from "./seasons.ts";
import { spendings } from "./spendings.ts";
import { staffWord } from "./staff-words.ts";
import { withoutStrayFlags } from "./stray-flags.ts";
import { nounAmount } from "./noun-amounts.ts";
import { lentOut } from "./lent-out.ts";
import { type Mention, mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { timeSpent, timeWorked } from "./time-sums.ts";
import { ownersIn } from "./table-links.ts";
import { thingsSold } from "./things-sold.ts";
import { doneAlone, massOfRows, moneyOfRows } from "./sums-unsaid.ts";
import { paidOut } from "./paid-out.ts";
import { priceOfEach } from "./price-of-each.ts";
import { doneOnTime, partOfNumber, rateAt } from "./rates.ts";
import { inTwoParts, namesOfOneRow } from "./two-part-names.ts";
import { viewFigure } from "./view-figures.ts";
import { howOftenCompared, valueOfColumn } from "./values-of-column.ts";
import { unitAsked, unitMoved, unitNoun } from "./unit-nouns.ts";

/** Splits the question into items: cue phrases, schema words, values, numbers and dates; noise is left out. */
export function itemise(tokens: readonly Token[], catalog: Catalog, now: Date): Item[] {
  return inOneGo(itemising(tokens, catalog, now));
}

/** Like `itemise`; ends a step after every item, for which all names of the schema may have been looked through. */
export function* itemising(tokens: readonly Token[], catalog: Catalog, now: Date): Generator<void, Item[]> {
  const words = tokens.map((token) => (token.kind === "quoted" ? "\u0000" : token.lower));
  const asked: Asked = { tokens, words, catalog, now };
  const items: Item[] = [];
  for (let at = 0; at < tokens.length;) {
    yield;
    const piece = pieceAt(asked, at, items);
    items.push(...piece.items);
    at = piece.end;
  }
  const named = namesOfOneRow(baseFirst(inTwoParts(items, asked), catalog));
  return withRoles(
    withKeysOfPeople(withPeopleServed(withoutStrayFlags(ofPlaces(named, catalog)), catalog), catalog),
    catalog,
  );
}

/** Reads what begins at a place, after the items before it; null where it does not recognise it. */
type PieceReader = (asked: Asked, at: number, before: readonly Item[]) => Piece | null;

/** What is more than one item, or an item only for what stands around it; the first that reads something counts. */
const pieces: readonly PieceReader[] = [
  // "whose status is active": a value of the column before it
  howOftenCompared,
  valueOfColumn,
  // "what are people complaining about": the reasons of complaints
  complaintsAsked,
  // "what sells best", "our best sellers": things by how many were sold
  sellersAsked,
  // "open cases": those with an empty day of closing
  openRows,
  // "cars that are in service", of vehicles in the state "SERVICE"
  inState,
  // "out of stock": none is left
  outOfStock,
  // "books that are out": not brought back yet
  lentOut,
  // "yearly plans": those that are billed by the year
  billedBy,
  // "opted in to marketing": one flag
  flagApart,
  // "who arrives today": the day of checking in
  arrivals,
  // "how much did I spend", of rows that say apart what came in and what went out
  inAndOut,
  // "spending per category": what expenses come to
  spendings,
  // "last season", of seasons called after two years
  seasonAsked,
  // "stock value by town", of a view that is called so
  viewFigure,
  // "how much did Kim pay": the sum of what was paid
  howMuch,
  // "rent collected per house": the sum of what was paid of it
  nounAmount,
  // "invoiced per month": all that was
  doneAlone,
  // "time per client", of time entries: their hours
  timeSpent,
  // "hours worked per project"
  timeWorked,
  // "budget per job", of rows with an amount
  moneyOfRows,
  // "scrap by reason", of rows with a quantity
  massOfRows,
  // "paid out": the day on which it was lent
  paidOut,
  // "sales in euros", where rows say in which currency they are
  inCurrency,
  // "paid by card": how, rather than what somebody is paid
  paidBy,
  // "price per kilometre": what is kept in kilometres
  unitNoun,
  // "kg carried by vans"
  unitMoved,
  // "tickets sold": how many
  thingsSold,
  // "per person": those who work here
  (asked, at, items) => staffWord(asked, at, items.at(-1)),
  // "in kg", at the end
  unitAsked,
  // "first and last name": two columns
  ({ tokens, catalog }, at) => sharedNoun(tokens, at, catalog),
  // "full names": first and last names where there are some, where nothing is called full
  fullName,
  // "starts with A": a letter, not an article
  letter,
  // "different types of rooms": the column that says of what sort they are
  kindsOf,
  // "average ticket price": what was paid for each of them
  priceOfEach,
  // "share of harvest sold": one number over another
  partOfNumber,
  // "share of shipments on time": of what is shipped
  doneOnTime,
  // "return rate": the share of rows that were returned
  ({ tokens, catalog }, at) => rateAt(tokens, at, catalog),
  // "before 8 am": hours of the day
  hoursSaid,
  // "second" of "the second highest"
  ordinal,
  // "the track Fast As a Shark": a name that is not known here
  unknownName,
];

/** "before 8 am", "in the morning", where rows say at what time they were. */
function hoursSaid({ words, catalog }: Asked, at: number): Piece | null {
  const found = hoursAt(words, at);
  const isKept = catalog.tables.some(({ columns }) => columns.some(({ source }) => source.type === "timestamp"));
  if (found === null || !isKept) return null;
  const end = at + found.length;
  const text = words.slice(at, end).join(" ");
  return { items: [{ kind: "word", capitalised: false, start: at, end, text }], end };
}

function paidBy({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at]?.lower ?? "";
  // "paid in cash", and no state that something else is in
  if (tokens[at + 1]?.lower === "in" && said === "paid")
    return mentionsAt(tokens, at + 2, catalog).some(isStoredWay) ? { items: [], end: at + 2 } : null;
  if (!/^(by|with|via|through|using)$/.test(tokens[at + 1]?.lower ?? "")) return null;
  if (/^(paid|settled)$/.test(said)) return { items: [], end: at + 1 };
  // "customers who pay by direct debit"
  return /^pay(?:s|ing)?$/.test(said) && isWay(mentionsAt(tokens, at + 2, catalog)) ? { items: [], end: at + 2 } : null;
}

/** "in cash" */
const isStoredWay = ({ values, columns, tables }: Mention): boolean =>
  values.length > 0 &&
  columns.length + tables.length === 0 &&
  values.every(({ column }) => /^(?:type|method|way|mode|means|form|kind)$/.test(column.words.at(-1) ?? ""));

/** "by direct debit": a stored way, or one that each row has or has not. */
const isWay = (mentions: readonly Mention[]): boolean =>
  mentions.some(
    ({ columns: [best], values }) => values.length > 0 || (best?.column.isFlag === true && best.score >= 0.9),
  );

/** What begins at a place: one of the pieces above, or one item (two for rows and their state), or none for noise. */
function pieceAt(asked: Asked, at: number, before: readonly Item[]): Piece {
  for (const read of pieces) {
    const piece = read(asked, at, before);
    if (piece !== null) return piece;
  }
  const item = itemAt(asked, at);
  const isNoise =
    item.kind === "cue" && item.cue.is === "noise" && item.other === null && !isMonthOfSpan(asked.tokens, at);
  return { items: isNoise ? [] : (flaggedRows(item) ?? [item]), end: item.end };
}

/** "from May to July", "between March and May": the month, which is a word without weight elsewhere. */
function isMonthOfSpan(tokens: readonly Token[], at: number): boolean {
  const isMonth = (place: number): boolean => monthIndex.has(tokens[place]?.lower ?? "");
  const isSpan = (lead: number): boolean =>
    /^(?:from|between)$/.test(tokens[lead]?.lower ?? "") &&
    /^(?:to|and|until|till|through)$/.test(tokens[lead + 2]?.lower ?? "") &&
    isMonth(lead + 1) &&
    isMonth(lead + 3);
  return isMonth(at) && (isSpan(at - 1) || isSpan(at - 3));
}

function fullName({ tokens, catalog }: Asked, at: number): Piece | null {
  const isFull = tokens[at]?.lower === "full" && /^names?$/.test(tokens[at + 1]?.lower ?? "");
  if (!isFull) return null;
  const tables = catalog.vocabulary.has("full") ? ownersAfter(tokens, at + 2, catalog) : catalog.tables;
  if (tables === null) return null;
  const columns = tables.flatMap(({ label: [first, ...more] }) =>
    first !== undefined && more.length === 1 && first.stems.includes("name") ? [{ column: first, score: 0.9 }] : [],
  );
  if (columns.length === 0) return { items: [], end: at + 1 };
  const text = tokens[at + 1]?.text ?? "name";
  const mention = { ...mentionOf({ start: at + 1, end: at + 2, text }), columns };
  return { items: [{ kind: "schema", mention, start: at + 1, end: at + 2, text }], end: at + 2 };
}

/** "full names of all guests", where buildings have a full name: the guests; null where nothing is named that has none of its own. */
function ownersAfter(tokens: readonly Token[], at: number, catalog: Catalog): CatalogTable[] | null {
  if (tokens[at]?.lower !== "of") return null;
  const noun = tokens.slice(at + 1).find(({ lower }) => !/^(?:all|the|each|every|our|those)$/.test(lower));
  const named = noun === undefined ? [] : ownersIn([noun], catalog);
  return named.length > 0 && named.every(({ columns }) => columns.every(({ stems }) => !stems.includes("full")))
    ? named
    : null;
}

function letter({ tokens }: Asked, at: number, items: readonly Item[]): Piece | null {
  const [written, before] = [tokens[at], items.at(-1)];
  if (before?.kind !== "cue" || before.cue.is !== "pattern") return null;
  if (written === undefined || !/^[A-Za-z]$/.test(written.text) || tokens[at - 1]?.lower === written.lower) return null;
  const next = tokens[at + 1];
  if (next !== undefined && next.kind !== "punctuation" && next.lower === "the") return null;
  return { items: [{ kind: "word", capitalised: true, start: at, end: at + 1, text: written.text }], end: at + 1 };
}

const ordinals = new Map([
  ["second", 2],
  ["2nd", 2],
  ["third", 3],
  ["3rd", 3],
  ["fourth", 4],
  ["4th", 4],
  ["fifth", 5],
  ["5th", 5],
]);

function ordinal({ tokens, words }: Asked, at: number): Piece | null {
  const place = ordinals.get(tokens[at]?.lower ?? "");
  const ranked = place === undefined ? null : cueAt(words, at + 1);
  if (place === undefined || ranked === null || !["superlative", "quantifier", "common"].includes(ranked.cue.is))
    return null;
  const text = tokens[at]?.text ?? "";
  const item: Item = { kind: "cue", cue: { is: "ordinal", place }, other: null, start: at, end: at + 1, text };
  return { items: [item], end: at + 1 };
}
