import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { periodAt } from "../language/dates.ts";
import type { Token } from "../language/tokens.ts";
import { singular } from "../language/words.ts";
import { cueAt } from "../language/vocabulary.ts";
import { columnLinks } from "./column-links.ts";
import { flagApart } from "./flag-apart.ts";
import type { Asked } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, tableScore } from "./mention.ts";
import { deedsMisread } from "./misread-deeds.ts";
import { namesRows } from "./non-values.ts";
import { isPairBeforeRows } from "./values-side-by-side.ts";
import { isAtTime, isOfDeed, isState } from "./stored-states.ts";
import { tableLinks } from "./table-links.ts";

/** True where words could be a name, but are said for something else. */
export const isMisread = (asked: Asked, mention: Mention): boolean =>
  misreadings.some((misreads) => misreads(asked, mention));

/** What such words are said for; the order does not matter. */
const misreadings: readonly ((asked: Asked, mention: Mention) => boolean)[] = [
  ...deedsMisread,
  cutsName,
  swallowsCue,
  isStateAndMore,
  isNumberAndRows,
  isValueAndRows,
  isDoneInView,
  isFigureInView,
  isFlaggedInView,
  isNumberOf,
  isPlaceInOrder,
  isHowFull,
  isOnTime,
  isOutOnLoan,
  cutsPeriod,
  isNewRows,
  endsInGroup,
  isNumberWord,
  cutsFlag,
  isDoneInTimeOfView,
  isHowNear,
  isRateOfEvents,
  isSinceWhen,
  deniesMore,
  endsInPair,
  isPartOfShare,
  isRowsFrom,
];

/** "tickets from premium customers", beside the "from_status" of their history: rows, and whose they are. */
function isRowsFrom({ tokens, catalog }: Asked, { start, end, tables, values }: Mention): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  if (end < start + 2 || tables.length + values.length > 0 || next === undefined || next.kind === "punctuation")
    return false;
  if (!/^(?:from|to|by)$/.test(last?.lower ?? "") || cueAt([next.lower], 0)?.cue.is === "end") return false;
  return tableLinks(tokens.slice(start, end - 1), catalog).some(({ table, score }) => !table.isView && score >= 0.95);
}

/** "percentage of sold lots", beside a view of sold_lots: those among all lots, of which some are in the state "sold". */
function isPartOfShare({ tokens, catalog }: Asked, { start, end }: Mention): boolean {
  const [whole, of] = [tokens[start - 2]?.lower ?? "", tokens[start - 1]?.lower];
  if (end < start + 2 || of !== "of" || !/^(?:percentage|percent|share|proportion|fraction|%)$/.test(whole))
    return false;
  // "share of drawn samples that are passed": of those alone
  if (/^(?:that|which|who|whose|with|are|were|is|was)$/.test(tokens[end]?.lower ?? "")) return false;
  const rows = tokens.slice(start + 1, end).map(({ stem }) => stem);
  return (catalog.values.get(tokens[start]?.lower ?? "") ?? []).some(
    ({ column: { table } }) => !table.isView && table.stems.join(" ") === rows.join(" "),
  );
}

/** "price of delivered" of "price of delivered and lost parcels", beside a view of delivered_parcels: two states of parcels. */
function endsInPair({ tokens, catalog }: Asked, { start, end }: Mention): boolean {
  const stored = end > start + 1 ? catalog.values.get(tokens[end - 1]?.lower ?? "") : undefined;
  return stored?.some(({ column }) => !column.table.isView && isPairBeforeRows(column, tokens, end)) === true;
}

/** "customers since 2020", of a customer_since: those who came since then, rather than the day. */
function isSinceWhen({ tokens, now }: Asked, { start, end, columns }: Mention): boolean {
  if (end < start + 2 || tokens[end - 1]?.lower !== "since" || columns.length === 0) return false;
  const next = tokens[end];
  return next !== undefined && (next.number !== null || periodAt(tokens, end, now) !== null);
}

/** "no support tickets", where "no support" is stored: those who have none of the rows that are called so. */
function deniesMore({ tokens, catalog }: Asked, { start, end, values }: Mention): boolean {
  const isDenied = tokens[start]?.lower === "no" && values.length > 0 && end > start + 1;
  return isDenied && namesRows(tokens, start + 1, end - start - 1, catalog);
}

/** What a price that is called a rate may follow. */
const BEFORE_A_PRICE =
  /^(?:the|an?|our|their|its|of|per|by|for|at|in|on|and|or|with|is|are|to|average|avg|mean|median|high|highest|low|lowest|max|min|maximum|minimum|total|what|which|hourly|daily|weekly|monthly|yearly|annual|nightly|standard|base|basic|flat|list|going|full|half|normal|regular|special|best|cheapest|current|same|day|hour|night|week|month|room|rental|rent|freight|shipping|postal|postage|delivery|mileage|member|group|student)$/;

/** "damage rate per driver", of shipments that have a price: how often it happens, and not what anything costs. */
function isRateOfEvents({ tokens }: Asked, { start, end, columns, tables }: Mention): boolean {
  const said = tokens[end - 1];
  if (said === undefined || !/^rates?$/.test(said.lower) || columns.length === 0 || tables.length > 0) return false;
  if (columns.some(({ column }) => column.stems.includes(said.stem))) return false;
  const before = tokens[end > start + 1 ? end - 2 : start - 1];
  if (before?.kind !== "word") return false;
  return !BEFORE_A_PRICE.test(before.lower) || (before.lower === "a" && tokens[end - 3]?.lower === "as");
}

/** "how close is each appeal to its goal": how far it is, and no day on which it closes. */
function isHowNear({ tokens }: Asked, { start, end }: Mention): boolean {
  return (
    end === start + 1 && tokens[start - 1]?.lower === "how" && /^(?:close|near|far)$/.test(tokens[start]?.lower ?? "")
  );
}

/** "runs released in March", beside a view of released_runs: what was done to them then, whatever state they are in now. */
function isDoneInTimeOfView(asked: Asked, { start, end, tables: [best] }: Mention): boolean {
  const [rows, deed] = asked.tokens.slice(start, end);
  if (end !== start + 2 || rows === undefined || deed === undefined || best?.table.isView !== true) return false;
  if (!/^[a-z]{3,}ed$/.test(deed.text) || !isAtTime(asked, end)) return false;
  return (asked.catalog.columnsByStem.get(deed.stem) ?? []).some(
    ({ isDate, table }) => isDate && !table.isView && table.stems.at(-1) === rows.stem,
  );
}

/** "open purchase" of "open purchase orders", "cancelled class" of "cancelled class bookings": the last word begins the name of other rows. */
function cutsName({ tokens, catalog }: Asked, { start, end, tables: [best], columns: [named] }: Mention): boolean {
  const [last, next] = [tokens[end - 1]?.stem ?? "", tokens[end]?.stem];
  if (end - start < 2) return false;
  const own = best === undefined ? named?.column.stems : best.table.stems;
  if (own === undefined || own.includes(last)) return false;
  return (catalog.tablesByStem.get(last) ?? []).some(({ stems }) => stems.join(" ") === `${last} ${next}`);
}

/** "orders ordered by": a phrase that says how to order or compare is not part of a name. */
function swallowsCue({ words, tokens }: Asked, mention: Mention): boolean {
  // "orders over 500", beside an "order_overview"
  // "cost per event", beside a "price_per_head"
  const isLoose = Math.max(columnScore(mention), tableScore(mention)) < 0.8;
  if (isLoose && words.slice(mention.start + 1, mention.end).includes("per")) return true;
  const isCompared = /^(?:over|under|above|below)$/.test(words[mention.end - 1] ?? "");
  if (isCompared && tokens[mention.end]?.kind === "number") return true;
  for (let i = mention.start + 1; i < mention.end; i++) {
    const found = cueAt(words, i);
    // "fuel cost between 5 and 10", of a fuel_cost
    const own = mention.columns[0]?.column.words ?? [];
    const isNoun =
      /^costs?$/.test(words[i] ?? "") &&
      i === mention.end - 1 &&
      own.includes("cost") &&
      own.includes(words[i - 1] ?? "");
    if (
      found !== null &&
      !isNoun &&
      found.length >= 2 &&
      ["order", "compare", "between", "negation", "except", "or_more", "or_less", "group"].includes(found.cue.is)
    )
      return true;
  }
  return false;
}

/** "cancelled orders": rows in a state, rather than the day on which they came to it. */
function isStateAndMore(asked: Asked, mention: Mention): boolean {
  const { tokens, catalog } = asked;
  const first = tokens[mention.start];
  if (first === undefined || mention.end - mention.start === 1) return false;
  const [best] = mention.columns;
  if (isStateSpelt(asked, mention)) return true;
  const isDay = best !== undefined && isOfDeed(best.column) && tableScore(mention) < 0.9;
  if (!catalog.values.has(first.lower) || !isState([first], 1, null)) return false;
  return isDay || isAmountOfState(tokens.slice(mention.start, mention.end), mention, catalog);
}

/** "paid invoices", where each has a paid_amount and some are stored as "Paid": those, and not how much was paid of them. */
function isAmountOfState([state, rows, ...more]: readonly Token[], { columns }: Mention, { values }: Catalog): boolean {
  if (state === undefined || rows === undefined || more.length > 0) return false;
  const isAmount = ({ isNumber, isKey, stems, table }: CatalogColumn) =>
    isNumber && !isKey && stems.includes(state.stem) && table.stems.at(-1) === rows.stem;
  const isStored = (values.get(state.lower) ?? []).some(({ column: { table } }) => table.stems.at(-1) === rows.stem);
  return isStored && columns.length > 0 && columns.every(({ column }) => isAmount(column));
}

/** "cancelled subscriptions", of which some are "canceled" and others have a cancel_reason: rows in that state, however it is spelt. */
function isStateSpelt({ tokens, catalog }: Asked, { start, end, columns: [best], owners }: Mention): boolean {
  const [state, ...rows] = tokens.slice(start, end);
  if (state === undefined || best === undefined || best.score >= 0.6 || !/[a-z]{3}ed$/.test(state.lower)) return false;
  const stored = catalog.valuesByStem.get(state.stem) ?? [];
  const isOfRows = ({ column: { table } }: (typeof stored)[number]) => table === best.column.table;
  return (
    owners.includes(best.column.table) && stored.some(isOfRows) && (tableLinks(rows, catalog)[0]?.score ?? 0) >= 0.9
  );
}

/** "one rating": so many, rather than what is "rated_on". */
function isNumberAndRows({ tokens }: Asked, { start, columns: [best] }: Mention): boolean {
  const first = tokens[start];
  if (first?.kind !== "word" || first.number === null || best === undefined) return false;
  return !best.column.words.includes(first.lower);
}

/** "severe damages", where "severe" is stored as a "severity": rows with that value, rather than the column. */
function isValueAndRows({ tokens, catalog }: Asked, { start, end, columns: [best], owners }: Mention): boolean {
  const [first, ...rest] = tokens.slice(start, end);
  if (first === undefined || rest.length === 0 || best === undefined || owners.length > 0) return false;
  const isStored = (catalog.values.get(first.lower) ?? []).some(({ column }) => column === best.column);
  return isStored && !best.column.words.includes(first.lower);
}

/** "plants sold", which a view counts in a column: things and what was done with them, from which any part can be told. */
function isDoneInView({ tokens, catalog }: Asked, { start, end, columns }: Mention): boolean {
  const isDone = /(?:[a-z]{3}ed|sold|made|sent|given|taken)$/.test(tokens[end - 1]?.text ?? "");
  if (end - start !== 2 || !isDone || columns[0]?.column.table.isView !== true) return false;
  const isBase = (at: number) =>
    tableLinks(tokens.slice(at, at + 1), catalog).some(({ table, score }) => !table.isView && score >= 0.95);
  // "members rented", beside a view of members with a "last_rental_on"
  return isBase(start) && (isBase(end - 1) || columns.every(({ column }) => column.table.isView));
}

/** "average stars", which a view tells of each thing, where base rows have stars: a mean of means is no mean of the rows. */
function isFigureInView({ words, tokens, catalog }: Asked, { start, end, columns }: Mention): boolean {
  if (!/^(?:average|avg|mean|total|sum|highest|lowest|maximum|minimum)$/.test(words[start] ?? "")) return false;
  if (end - start < 2 || columns.length === 0 || columns.some(({ column }) => !column.table.isView)) return false;
  // "average salary" of an annual_salary
  const noun = end === start + 2 ? tokens[start + 1]?.stem : undefined;
  return columnLinks(tokens.slice(start + 1, end), catalog).some(
    ({ column, score }) =>
      !column.table.isView &&
      column.isNumber &&
      !column.isKey &&
      (score >= 0.95 || (noun !== undefined && column.essential.at(-1) === noun && !column.isForeign)),
  );
}

/** "billable hours", which a view sums up, where base rows have hours and are billable or not: of these any part can be told. */
function isFlaggedInView({ tokens, catalog }: Asked, { start, end, columns }: Mention): boolean {
  if (end - start < 2 || columns.length === 0 || columns.some(({ column }) => !column.table.isView)) return false;
  const named = (from: number, to: number) =>
    columnLinks(tokens.slice(from, to), catalog).filter(({ column, score }) => !column.table.isView && score >= 0.9);
  const numbers = named(start + 1, end).filter(({ column }) => column.isNumber && !column.isKey);
  return named(start, start + 1).some(
    ({ column: flag }) => flag.isFlag && numbers.some(({ column }) => column.table === flag.table),
  );
}

/** "the number of cards": how many there are, rather than what each is numbered with ("card number"). */
function isNumberOf({ tokens }: Asked, mention: Mention): boolean {
  const [first, of, ...rest] = tokens.slice(mention.start, mention.end);
  if (first?.stem !== "number" || of?.lower !== "of") return false;
  // "number of open cases", beside a view "open_cases" with their numbers
  const nouns = [rest.findLast(({ kind }) => kind === "word"), tokens[mention.end]];
  if (!nouns.some((noun) => noun?.kind === "word" && noun.lower !== singular(noun.lower))) return false;
  const best = mention.columns[0];
  if (best?.column.stems.at(-1) !== "number") return false;
  // "the numbers of our invoices", each of which has a number
  return best.column.stems.length > 1 || first.lower === "number";
}

/** "the last ticket": which of them, rather than a column that has "last" in its name. */
function isPlaceInOrder({ tokens }: Asked, mention: Mention): boolean {
  const [only, ...more] = tokens.slice(mention.start, mention.end);
  const next = tokens[mention.end];
  if (only === undefined || more.length > 0 || mention.values.length > 0) return false;
  // "who was hired last"
  if (next?.kind !== "word") return only.lower === "last" && tokens[mention.start - 1]?.lower.endsWith("ed") === true;
  if (/^(and|or|names?)$/.test(next.lower)) return false;
  return /^(last|first|next|latest)$/.test(only.lower) && Math.max(columnScore(mention), tableScore(mention)) < 0.6;
}

/** "how full was it", "full-time nurses": no full name. */
function isHowFull({ tokens }: Asked, { start, end, values, columns }: Mention): boolean {
  if (/^full-?time$/.test(tokens[start]?.lower ?? ""))
    return values.length === 0 && !columns.some(({ column }) => column.stems.includes("time"));
  return end === start + 1 && /^(?:full|empty)$/.test(tokens[start]?.lower ?? "") && tokens[start - 1]?.lower === "how";
}

/** "delivered on time", "rental time": no rows that are called "timesheets". */
function isOnTime({ tokens }: Asked, mention: Mention): boolean {
  const { start, end } = mention;
  const before = tokens[start - 1]?.lower ?? "";
  const isSaid =
    tokens[start]?.lower === "time" && /^(?:on|response|lead|turnaround|[a-z]{3,}(?:al|ion|ing|ery))$/.test(before);
  return isSaid && end === start + 1 && Math.max(columnScore(mention), tableScore(mention)) < 0.9;
}

/** "equipment out on hire": things that are out, rather than the day on which they went out. */
function isOutOnLoan({ words }: Asked, { start, end }: Mention): boolean {
  const isOut = end - start > 1 && words[end - 1] === "out" && words[end] === "on";
  return isOut && /^(?:loan|rent|hire|rental)$/.test(words[end + 1] ?? "");
}

/** "donated last year", beside a "last_donation_on": the year before this. */
function cutsPeriod({ tokens, now }: Asked, { start, end }: Mention): boolean {
  for (let i = start + 1; i < end; i++) {
    const period = periodAt(tokens, i, now);
    if (period?.certain === true && i + period.length > end) return true;
  }
  return false;
}

/** "new patients per year": rows that came then, rather than whether somebody "accepts new patients". */
function isNewRows({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [first, ...rest] = tokens.slice(mention.start, mention.end);
  const [best] = mention.columns;
  if (first?.lower !== "new" || rest.length === 0 || best === undefined || best.score >= 0.9) return false;
  return tableLinks(rest, catalog).some(({ score }) => score >= 0.95);
}

/** "hours per client": what is told for each, rather than a column that is called "cost_per_hour". */
function endsInGroup({ tokens }: Asked, { start, end }: Mention): boolean {
  return end - start > 1 && /^(per|each|every)$/.test(tokens[end - 1]?.lower ?? "");
}

/** "more than one visit": a number, rather than a name that is hardly like its word. */
function isNumberWord({ tokens }: Asked, mention: Mention): boolean {
  const [only, ...more] = tokens.slice(mention.start, mention.end);
  if (only === undefined || more.length > 0 || only.kind !== "word" || only.number === null) return false;
  return mention.values.length === 0 && Math.max(columnScore(mention), tableScore(mention)) < 0.9;
}

/** "users opted" of "users opted in to marketing": the last word begins a flag that is said apart. */
function cutsFlag(asked: Asked, { start, end }: Mention): boolean {
  const flag = end - start > 1 ? flagApart(asked, end - 1) : null;
  return flag !== null && flag.end > end;
}
