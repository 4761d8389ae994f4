import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Cue } from "../language/cues.ts";
import { singular } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import { periodAt } from "../language/dates.ts";
import { cueAt } from "../language/vocabulary.ts";
import { columnLinks } from "./column-links.ts";
import { flagApart } from "./flag-apart.ts";
import type { Asked } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { tableLinks } from "./table-links.ts";
import { PARTIAL } from "./values.ts";

/** A mention, and how much it weighs as a name of the schema and as a stored value. */
export interface Weighed {
  mention: Mention;
  /** Several words that cover a table's name only in part. */
  partial: boolean;
  schema: number;
  value: number;
}

/** What the words from a place mean most likely; null where they mean nothing. */
export function bestMention(asked: Asked, at: number): Weighed | null {
  let best: Weighed | null = null;
  for (const mention of mentionsAt(asked.tokens, at, asked.catalog)) {
    if (misreadings.some((isMisread) => isMisread(asked, mention))) continue;
    const weighed = weigh(
      isDoneBy(asked, mention) || isDoneTo(asked, mention) || isUnitOfTime(asked, mention)
        ? { ...mention, values: [] }
        : mention,
      asked.tokens,
    );
    // A verb beside a noun must not turn a full name into part of another: "branch registered".
    if (best !== null && best.partial && columnScore(mention) < 0.95 && tableScore(mention) >= 0.95) best = null;
    const least = best === null ? 0.28 : Math.max(best.schema, best.value) + 0.01;
    if (Math.max(weighed.schema, weighed.value) > least) best = weighed;
  }
  return best;
}

/** Words that could be a name, but are said for something else. */
const misreadings: readonly ((asked: Asked, mention: Mention) => boolean)[] = [
  cutsName,
  swallowsCue,
  isThingAndDeed,
  isStateAndMore,
  isNumberAndRows,
  isValueAndRows,
  isDeedAndKind,
  isDoneInView,
  isFlaggedInView,
  isNumberOf,
  isPlaceInOrder,
  isHowFull,
  isOnTime,
  isOutOnLoan,
  cutsPeriod,
  isNewRows,
  isDeedOfRows,
  endsInGroup,
  isNumberWord,
  cutsFlag,
];

/** "users opted" of "users opted in to marketing": the last word begins a flag that is said apart. */
function cutsFlag(asked: Asked, { start, end }: Mention): boolean {
  const flag = end - start > 1 ? flagApart(asked, end - 1) : null;
  return flag !== null && flag.end > end;
}

/** "open purchase" of "open purchase orders": the last word begins the name of other rows. */
function cutsName({ tokens, catalog }: Asked, { start, end, tables: [best] }: Mention): boolean {
  const [last, next] = [tokens[end - 1]?.stem ?? "", tokens[end]?.stem];
  if (end - start < 2 || best === undefined || best.table.stems.includes(last)) return false;
  return (catalog.tablesByStem.get(last) ?? []).some(({ stems }) => stems.join(" ") === `${last} ${next}`);
}

/** "donated last year", beside a "last_donation_on": the year before this. */
function cutsPeriod({ tokens, now }: Asked, { start, end }: Mention): boolean {
  for (let i = start + 1; i < end; i++) {
    const period = periodAt(tokens, i, now);
    if (period?.certain === true && i + period.length > end) return true;
  }
  return false;
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
    if (
      found !== null &&
      found.length >= 2 &&
      ["order", "compare", "between", "negation", "except", "or_more", "or_less", "group"].includes(found.cue.is)
    )
      return true;
  }
  return false;
}

/** "states border": a thing and what it does, rather than a loose part of another name. */
function isThingAndDeed({ tokens }: Asked, mention: Mention): boolean {
  const isLoose = Math.max(columnScore(mention), tableScore(mention)) < 0.8;
  if (!isLoose || mention.end - mention.start !== 2 || mention.values.length > 0) return false;
  const [first, second] = [tokens[mention.start]?.stem ?? "", tokens[mention.start + 1]?.stem ?? ""];
  const owner = mention.columns[0]?.column.table;
  const isThing = mention.owners.some(
    (table) => table.stems.length === 1 && table.stems[0] === first && table !== owner,
  );
  return isThing && owner?.stems.includes(second) === true;
}

/** "cancelled orders": rows in a state, rather than the day on which they came to it. */
function isStateAndMore({ tokens, catalog }: Asked, mention: Mention): boolean {
  const first = tokens[mention.start];
  if (first === undefined || mention.end - mention.start === 1) return false;
  const [best] = mention.columns;
  const isDay = best !== undefined && isOfDeed(best.column) && tableScore(mention) < 0.9;
  return isDay && catalog.values.has(first.lower) && isState([first], 1, null);
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

/** "received gift parcels", where "gift" is a kind of parcel and another column is like "received gift": the kind is what was said. */
function isDeedAndKind({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [kind, rows] = [tokens[mention.end - 1], tokens[mention.end]];
  if (mention.end - mention.start < 2 || rows === undefined || mention.values.length > 0) return false;
  if (columnScore(mention) >= 0.9) return false;
  return (catalog.values.get(kind?.lower ?? "") ?? []).some(({ column }) => column.table.stems.at(-1) === rows.stem);
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

/** "reported by a nurse", where a key says who reported: a deed, and not the state "Reported". */
function isDoneBy({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [only, ...more] = tokens.slice(mention.start, mention.end);
  if (only === undefined || more.length > 0 || !/^[a-z]+(?:ed|en)$/.test(only.text)) return false;
  if (tokens[mention.end]?.lower !== "by") return false;
  const ways = catalog.values.get(tokens[mention.end + 1]?.lower ?? "") ?? [];
  return (
    (catalog.columnsByStem.get(only.stem) ?? []).some(({ isForeign, stems }) => isForeign && stems.length > 1) ||
    ways.some(({ column: { stems } }) => stems[0] === only.stem && stems.length > 1)
  );
}

/** "which month", "by year", where plans are paid by the "month" or the "year": the unit of time. */
function isUnitOfTime({ tokens }: Asked, { start, end }: Mention): boolean {
  return (
    end === start + 1 &&
    /^(?:day|week|month|quarter|year)s?$/.test(tokens[start]?.text ?? "") &&
    /^(?:which|what|by|per|each|every|this|last|next|a|over|for|same|previous)$/.test(tokens[start - 1]?.lower ?? "")
  );
}

/** "members who opened the letter": what they did to it, and not the state "open" of something of theirs. */
function isDoneTo({ tokens }: Asked, { start, end, values }: Mention): boolean {
  const verb = tokens[start]?.text ?? "";
  if (
    end > start + 1 ||
    !/^(?:open|complet|clean|clear|empti|free|dri)ed$/.test(verb) ||
    !/^(?:the|an?|our|your|their)$/.test(tokens[end]?.lower ?? "")
  )
    return false;
  return values.every(({ value }) => value.toLowerCase() !== verb);
}

function weigh(mention: Mention, tokens: readonly Token[]): Weighed {
  const span = tokens.slice(mention.start, mention.end);
  const content = span.filter((token) => !/^(of|the|in|a|an|for|and)$/.test(token.lower)).length;
  const [column, table] = [columnScore(mention), tableScore(mention)];
  return {
    mention,
    partial: content > 1 && table > column && table < 0.95 && mention.values.length === 0,
    schema: Math.max(column, table) * content,
    value: valueWeight(mention, span, content),
  };
}

function valueWeight(mention: Mention, span: readonly Token[], content: number): number {
  const exact = mention.values[0]?.score ?? 0;
  // A bare number is a number, whatever texts are stored; so is one in words, unless it is written like a name.
  const [only, ...more] = span;
  const isNumber = only !== undefined && (only.kind === "number" || (only.number !== null && !isLikeName(only)));
  if (exact === 0 || (more.length === 0 && isNumber)) return 0;
  return exact * (exact === 1 ? Math.max(content, span.length) : content) + writtenWeight(mention, span);
}

/** What the way a value is written adds to its weight. */
function writtenWeight(mention: Mention, span: readonly Token[]): number {
  if (span.some(isLikeName)) return 0.3;
  if (span.length > 1) return 0.1;
  const score = mention.values[0]?.score ?? 0;
  if (isState(span, score, mention) || isOnlyStemOfName(span, score, mention)) return 0.35;
  // One word of a longer value stands like a name, or it would not be there.
  return score === PARTIAL ? 0 : -0.3;
}

const isLikeName = (token: Token): boolean =>
  (token.capitalised && !token.first) || token.kind === "quoted" || token.kind === "number";

/** When something was done, or by whom: "opened_at", "opened_by". */
function isOfDeed({ isDate, isForeign, words }: CatalogColumn): boolean {
  return isDate || (isForeign && words.some((word) => /^[a-z]{3,}ed$/.test(word)));
}

/** "paid invoices", "the cancelled ones": a state that rows are stored with, whatever date bears its name. */
function isState(span: readonly Token[], exact: number, mention: Mention | null): boolean {
  if (exact !== 1 || span.length !== 1) return false;
  const column = mention?.columns[0];
  if (column !== undefined && isOfDeed(column.column)) return (mention?.tables[0]?.score ?? 0) < 0.6;
  const other = Math.max(column?.score ?? 0, mention?.tables[0]?.score ?? 0);
  return (
    other < 0.5 &&
    /(ed|paid|sent|sold|lost|won|open|active|pending|overdue|live|done|late|new)$/.test(span[0]?.lower ?? "")
  );
}

/** "senior people", where "senior" is stored and the column is called "seniority": the value is what was said. */
function isOnlyStemOfName([said]: readonly Token[], exact: number, { columns, values }: Mention): boolean {
  const [column] = columns;
  if (said === undefined || exact !== 1 || column === undefined) return false;
  const isOwn = values.some((link) => link.column === column.column);
  return isOwn && column.column.words.every((word) => singular(word) !== singular(said.lower));
}

/** True when the words are a stored value rather than a name of the schema. */
export function prefersValue(weighed: Weighed, tokens: readonly Token[]): boolean {
  const first = tokens[weighed.mention.start];
  if (
    weighed.mention.quoted ||
    isPurpose(weighed.mention, tokens) ||
    isWayOfDeed(weighed.mention, tokens) ||
    isNameOfNext(weighed.mention, tokens)
  )
    return true;
  if (first?.kind === "number") return weighed.value > 0;
  return weighed.value > weighed.schema;
}

/** "houses for sale", "bikes for hire": what they are offered for, whatever rows are called sales. */
function isPurpose({ values, start, end, text }: Mention, tokens: readonly Token[]): boolean {
  return (
    end === start + 1 &&
    tokens[start - 1]?.lower === "for" &&
    /^(?:sale|rent|hire|lease|let)$/.test(text) &&
    values.some(({ score }) => score === 1)
  );
}

/** "the team plan", where a plan is called "Team": which plan, whatever else is kept of teams. */
function isNameOfNext({ values, columns, start, end }: Mention, tokens: readonly Token[]): boolean {
  const next = tokens[end]?.stem;
  const isOther = (table: CatalogColumn["table"]) => columns[0]?.column.table !== table;
  return (
    end === start + 1 &&
    values.some(
      ({ score, column: { table, name } }) =>
        score === 1 &&
        table.stems.at(-1) === next &&
        isOther(table) &&
        table.label.some((label) => label.name === name),
    )
  );
}

/** "booked by phone", where a visit is "booked_via" phone: how it was done, whatever column is called phone. */
function isWayOfDeed({ values, start }: Mention, tokens: readonly Token[]): boolean {
  const [deed, by] = [tokens[start - 2], tokens[start - 1]];
  return (
    /^(?:by|via|through|over)$/.test(by?.lower ?? "") &&
    values.some(({ column }) => column.stems[0] === deed?.stem && column.stems.length > 1)
  );
}

/** Cues that longer names never take the place of. */
const kept: ReadonlySet<Cue["is"]> = new Set(["group", "relative", "preposition", "and"]);

/** How well a value is said by its plural. */
const IN_THE_PLURAL = 0.9;

/** A cue phrase gives way to a longer name ("number of employees") and to a value written like a name. */
export function outweighs(weighed: Weighed, cue: Cue, cueLength: number, tokens: readonly Token[]): boolean {
  const { mention, value } = weighed;
  const length = mention.end - mention.start;
  const span = tokens.slice(mention.start, mention.end);
  const isValue = length >= cueLength && value >= length && cue.is !== "comma" && cue.is !== "end";
  if (isValue && span.every(isLikeName)) return true;
  if (length >= cueLength && isStoredBeside(mention, cue, tokens)) return true;
  const isName = Math.max(columnScore(mention), tableScore(mention)) >= 0.95;
  if (length > cueLength && isName) return !kept.has(cue.is);
  // "first officers", of people who are each a "first officer"
  const least = cue.is === "top" ? IN_THE_PLURAL * length : length;
  if (length > cueLength && value >= least) return cue.is !== "command";
  const [first] = span;
  if (!isName || cueLength > 1 || first === undefined) return false;
  if (cue.is === "noise") return !first.lower.endsWith("ed") && !/^(all|a|an|the|own|s)$/.test(first.lower);
  return cue.is === "command" && !first.first;
}

/** Cues whose words may be stored as well: "done" trips, a "display" campaign, a payment for the "shop". */
const storable: ReadonlySet<Cue["is"]> = new Set([
  "noise",
  "buying",
  "measure",
  "command",
  "adjective",
  "missing",
  "compare",
  "growth",
]);
/** What is never said for a stored value. */
const NO_VALUE =
  /^(?:all|any|some|an?|the|it|they|them|we|you|me|i|us|ours?|your|my|this|these|those|there|other|same|ones?|only|do|did|to|much|many|own|s|so|such|very|will|may|can|now|show|list|find|give|tell)$/;
/** What stands between a column or its rows and their value. */
const LEADS = /^(?:that|which|who|is|are|was|were|be|as|=|:|the|not|only|all|both|already|still)$/;

/** "done trips", "trips with the status done", "payments for the shop": a value of the rows or the column beside it, whatever else it says. */
function isStoredBeside({ values, start, end }: Mention, { is }: Cue, tokens: readonly Token[]): boolean {
  const [first, next] = [tokens[start], tokens[end]];
  const stored = values.filter(({ score }) => score === 1);
  if (first === undefined || stored.length === 0 || !storable.has(is) || NO_VALUE.test(first.lower)) return false;
  if (first.first && is === "command") return false;
  let before = start - 1;
  while (LEADS.test(tokens[before]?.lower ?? "")) before--;
  const led = tokens[before];
  const isSaidOf = tokens.slice(before + 1, start).some(({ lower }) => /^(?:is|are|was|were)$/.test(lower));
  // "employees in sales": where they work.
  const isPlace = led?.lower === "in" && WORKS_IN.test(tokens[before - 1]?.lower ?? "");
  const isEnd =
    next === undefined ||
    next.kind === "punctuation" ||
    /^(?:and|or|only|by|per|vs|as|but|plus|nor|excluded|&)$/.test(next.lower);
  return stored.some(({ column: { stems, table } }) => {
    if (next !== undefined && table.stems.includes(next.stem)) return true;
    if (led === undefined || !isEnd) return false;
    const isRows = table.stems.at(-1) === led.stem && before < start - 1;
    if (isPlace && table.label.length === 1) return true;
    return stems.at(-1) === led.stem || isRows || isSaidOf || LED_BY.test(led.lower);
  });
}

/** Who is in a part of the house rather than in a figure. */
const WORKS_IN =
  /^(?:employees?|people|staff|colleagues?|workers?|managers?|persons?|everyone|everybody|works?|working|positions?|openings?|salar(?:y|ies)|headcount)$/;

/** What leads to a value by itself. */
const LED_BY =
  /^(?:for|of|by|via|from|except|excluding|without|or|and|either|neither|nor|but|not|only|plus|as|to|barring|ignoring|omitting|disregarding|minus|besides|aside|=|excl|counting|considering|including|&|,|\()$/;

/** "the number of cards": how many there are, rather than what each is numbered with ("card number"). */
function isNumberOf({ tokens }: Asked, mention: Mention): boolean {
  const [first, of, ...rest] = tokens.slice(mention.start, mention.end);
  if (first?.stem !== "number" || of?.lower !== "of") return false;
  // "number of open cases", beside a view "open_cases" with their numbers
  const nouns = [rest.findLast(({ kind }) => kind === "word"), tokens[mention.end]];
  if (!nouns.some((noun) => noun?.kind === "word" && noun.lower !== singular(noun.lower))) return false;
  const best = mention.columns[0];
  return best !== undefined && best.column.stems.at(-1) === "number" && best.column.stems.length > 1;
}

/** "new patients per year": rows that came then, rather than whether somebody "accepts new patients". */
function isNewRows({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [first, ...rest] = tokens.slice(mention.start, mention.end);
  const [best] = mention.columns;
  if (first?.lower !== "new" || rest.length === 0 || best === undefined || best.score >= 0.9) return false;
  return tableLinks(rest, catalog).some(({ score }) => score >= 0.95);
}

/** "more than one visit": a number, rather than a name that is hardly like its word. */
function isNumberWord({ tokens }: Asked, mention: Mention): boolean {
  const [only, ...more] = tokens.slice(mention.start, mention.end);
  if (only === undefined || more.length > 0 || only.kind !== "word" || only.number === null) return false;
  return mention.values.length === 0 && Math.max(columnScore(mention), tableScore(mention)) < 0.9;
}

/** "hours per client": what is told for each, rather than a column that is called "cost_per_hour". */
function endsInGroup({ tokens }: Asked, { start, end }: Mention): boolean {
  return end - start > 1 && /^(per|each|every)$/.test(tokens[end - 1]?.lower ?? "");
}

/** "tickets opened by Kim": rows and what was done to them, rather than the view of "open_tickets". */
function isDeedOfRows({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [rows, deed, ...more] = tokens.slice(mention.start, mention.end);
  const [best] = mention.tables;
  if (rows === undefined || deed === undefined || more.length > 0 || best?.table.isView !== true) return false;
  if (!deed.lower.endsWith("ed") || best.table.words.includes(deed.lower)) return false;
  return tableLinks([rows], catalog).some(({ table, score }) => !table.isView && score >= 0.95);
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
