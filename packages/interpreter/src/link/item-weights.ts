import type { CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Cue } from "../language/cues.ts";
import { cueAt } from "../language/vocabulary.ts";
import { singular } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import type { Asked } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { isMisread } from "./misreadings.ts";
import { isPairBeforeRows } from "./values-side-by-side.ts";
import { isStateOfOwnDay } from "./state-of-own-day.ts";
import { isAtTime, isState } from "./stored-states.ts";
import { isKindBegun, isKindOfNames, PARTIAL } from "./values.ts";

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
    if (isMisread(asked, mention)) continue;
    const weighed = weigh(
      isDoneBy(asked, mention) ||
        isDoneByWhom(asked, mention) ||
        isDoneTo(asked, mention) ||
        isUnitOfTime(asked, mention) ||
        isGroupOf(asked, mention) ||
        isDoneInTime(asked, mention) ||
        isStateOfOwnDay(asked, mention) ||
        isOneRow(asked, mention) ||
        isRanked(asked, mention)
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

/** "who booked parcel 12", where a key says by whom parcels are booked: a deed, and not the state "booked". */
function isDoneByWhom({ tokens, catalog }: Asked, { start, end }: Mention): boolean {
  const [deed, next] = [tokens[start], tokens[end]];
  if (start !== 1 || end !== 2 || tokens[0]?.lower !== "who" || deed === undefined) return false;
  if (next === undefined || next.kind === "punctuation") return false;
  return (catalog.columnsByStem.get(deed.stem) ?? []).some(
    (key) => key.isForeign && key.stems[0] === deed.stem && nameInFull(key).endsWith(" by"),
  );
}

/** "clients having an order with …", of client_orders, where some letters led to an "Order": one of those rows. */
function isOneRow({ tokens, catalog }: Asked, { start, end, values }: Mention): boolean {
  const said = tokens[start];
  if (said === undefined || end > start + 1 || values.length === 0 || said.capitalised) return false;
  const next = tokens[end];
  const isAlone =
    next === undefined ||
    next.kind === "punctuation" ||
    /^(?:with|that|which|who|whose|and|or|in|from)$/.test(next.lower);
  if (!isAlone || !/^(?:an?|any|no|one)$/.test(tokens[start - 1]?.lower ?? "")) return false;
  const isRows = ({ isView, isBridge, stems }: CatalogColumn["table"]) =>
    !isView && !isBridge && stems.length > 1 && stems.at(-1) === said.stem;
  return (catalog.tablesByStem.get(said.stem) ?? []).some(isRows);
}

/** "orders released in May", "leases that end in May", of which it is kept when they were or do: that day, and not the state some are in. */
function isDoneInTime(asked: Asked, { start, end, columns, values }: Mention): boolean {
  const { tokens } = asked;
  const said = tokens[start];
  if (end > start + 1 || values.length === 0 || said === undefined) return false;
  const isByUs = /^(?:we|they)$/.test(tokens[start - 1]?.lower ?? "") && !said.lower.endsWith("ed");
  const isTold = isByUs || /^(?:ends?|finish(?:es)?|expires?)$/.test(said.text);
  if (!isTold && !/^[a-z]{3,}ed$/.test(said.text)) return false;
  if (!isAtTime(asked, end) && !isPerTime(tokens, end)) return false;
  // "how many players did we hire this year", whatever candidates have been hired
  const isNamed = (day: CatalogColumn) => tokens.slice(0, start).some(({ stem }) => day.table.stems.at(-1) === stem);
  const isOf = (day: CatalogColumn) => values.every(({ column: { table } }) => table.isView || table === day.table);
  return columns.some(
    ({ column, score }) =>
      column.isDate &&
      (isTold
        ? column.stems.includes(said.stem) && isNamed(column)
        : score >= 0.9 && (isOf(column) || isNamed(column))),
  );
}

/** "hired per year" */
const isPerTime = (tokens: readonly Token[], at: number): boolean =>
  /^(?:per|by|each|every)$/.test(tokens[at]?.lower ?? "") &&
  /^(?:day|week|month|quarter|year)$/.test(tokens[at + 1]?.lower ?? "");

const isLikeNameAt = (tokens: readonly Token[], { start, end }: Mention): boolean =>
  tokens.slice(start, end).some(isLikeName);

/** "reports by door", where some are about a "Door Stuck": what they are told apart by; but some may come in by phone. */
function isGroupOf({ tokens }: Asked, mention: Mention): boolean {
  const { start, values } = mention;
  const before = tokens[start - 1]?.lower ?? "";
  // "delay by carrier", where it may be the reason "carrier": each of the carriers
  const isRows = before === "by" && tableScore(mention) >= 0.95 && !/(?:ed|t|n)$/.test(tokens[start - 2]?.lower ?? "");
  if (isRows && values.length > 0 && !isLikeNameAt(tokens, mention)) return true;
  const isWay = /^(?:in|made|sent|paid|done|received|reported|filed|submitted|created)$/.test(
    tokens[start - 2]?.lower ?? "",
  );
  return isKindBegun(values) && (before === "by" ? !isWay : /^(?:per|each|every|which|what)$/.test(before));
}

/** "the plan with the lowest monthly fee", "a monthly fee below 20", where some payments are for a "monthly fee": the number. */
function isRanked({ tokens, words }: Asked, { start, end, columns: [best] }: Mention): boolean {
  if (best === undefined || best.score < 0.95 || !best.column.isNumber || best.column.isKey) return false;
  const next = cueAt(words, end)?.cue.is ?? "end";
  return (
    /^(?:highest|lowest|largest|smallest|biggest|greatest)$/.test(tokens[start - 1]?.lower ?? "") ||
    next === "compare" ||
    next === "between"
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
    partial:
      content > 1 &&
      table > column &&
      table < 0.95 &&
      mention.values.length === 0 &&
      // "product category", of a product_category_name
      !mention.columns.some(({ column: { stems } }) => span.every(({ stem }) => stems.includes(stem))),
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
  return score === PARTIAL || isKindOfNames(mention.values) ? 0 : -0.3;
}

const isLikeName = (token: Token): boolean =>
  (token.capitalised && !token.first) || token.kind === "quoted" || token.kind === "number";

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
    isNothingHad(weighed.mention, tokens) ||
    isStateAndNoAmount(weighed.mention, tokens) ||
    isNameOfNext(weighed.mention, tokens) ||
    weighed.mention.values.some(
      ({ column, score }) => score === 1 && isPairBeforeRows(column, tokens, weighed.mention.end),
    )
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

/** "paid invoices", "invoices that are paid", where some are stored as "Paid" and each has a paid_amount: those, and not how much it was. */
function isStateAndNoAmount({ values, columns, tables, start, end }: Mention, tokens: readonly Token[]): boolean {
  if (end !== start + 1 || columns.length === 0 || tables.length > 0) return false;
  if (!columns.every(({ column }) => column.isNumber && !column.isKey && column.stems.length > 1)) return false;
  const before = tokens[start - 1]?.lower ?? "";
  // Whose rows they are is said right behind, or before "are", "that are".
  const isVerb = /^(?:is|are|was|were|been|being|get|got)$/.test(before);
  const led = isVerb
    ? tokens.slice(0, start - 1).findLast(({ lower }) => !/^(?:that|which|who|have|has|already|not)$/.test(lower))
    : tokens[end];
  return values.some(({ score, column: { table } }) => score === 1 && table.stems.at(-1) === led?.stem);
}

/** "teachers of flute", where rooms may have a flute in them: what is stored of the teachers, as nobody is said to have one. */
function isNothingHad({ values, columns: [flag], start, end }: Mention, tokens: readonly Token[]): boolean {
  if (flag?.column.isFlag !== true || flag.column.words[0] !== "has" || end > start + 1) return false;
  if (!values.some(({ score, column }) => score === 1 && column.table !== flag.column.table)) return false;
  // What teachers do is read as if it were called after them.
  return /^(?:of|for|about|play|plays|teach|teaches|learn|learns|study|studies|[a-z]+(?:er|or)s?ed)$/.test(
    tokens[start - 1]?.lower ?? "",
  );
}

/** "the team plan", where a plan is called "Team", "email sessions", by their channel: which of them, whatever else is called so. */
function isNameOfNext({ values, columns, start, end }: Mention, tokens: readonly Token[]): boolean {
  const isOther = (table: CatalogColumn["table"]) => columns.every(({ column }) => column.table !== table);
  return (
    end === start + 1 &&
    values.some(
      ({ score, column: { table, name } }) =>
        score === 1 &&
        isOther(table) &&
        (isCalledNext(
          table,
          tokens,
          end,
          columns.every((link) => link.score < SURELY_CALLED),
        ) ||
          (table.stems.at(-1) === tokens[end]?.stem && table.label.some((label) => label.name === name))),
    )
  );
}

/** How well a column is called by words that are hardly another name. */
const SURELY_CALLED = 0.9;

/** True where the name of the rows follows in full, in the plural where only that tells it from the name of a column. */
const isCalledNext = (
  { stems, isView }: CatalogColumn["table"],
  tokens: readonly Token[],
  at: number,
  mayBeOne: boolean,
): boolean =>
  !isView &&
  stems.every((name, i) => tokens[at + i]?.stem === name) &&
  (mayBeOne || tokens[at + stems.length - 1]?.lower.endsWith("s") === true);

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
  if (length >= cueLength && namesRowsOrValue(mention, cue, tokens)) return true;
  const isName = Math.max(columnScore(mention), tableScore(mention)) >= 0.95;
  if (length > cueLength && isName) return !kept.has(cue.is);
  // "first officers", of people who are each a "first officer"; "sales representatives"
  const least = cue.is === "top" || cue.is === "measure" ? IN_THE_PLURAL * length : length;
  if (length > cueLength && value >= least) return cue.is !== "command";
  const [first] = span;
  if (!isName || cueLength > 1 || first === undefined) return false;
  if (cue.is === "noise") return !first.lower.endsWith("ed") && !/^(all|a|an|the|own|s)$/.test(first.lower);
  return cue.is === "command" && !first.first;
}

const namesRowsOrValue = (mention: Mention, cue: Cue, tokens: readonly Token[]): boolean =>
  isStoredBeside(mention, cue, tokens) || areListed(mention, cue, tokens);

/** "which sales were paid in May", "list the open sales", where rows are called so: these, and not what they come to. */
function areListed(mention: Mention, { is }: Cue, tokens: readonly Token[]): boolean {
  const { start, end } = mention;
  if (is !== "measure" || tokens[start]?.lower !== "sales" || tableScore(mention) < 0.95) return false;
  const before = tokens.slice(0, start).map(({ lower }) => lower);
  const isAsked =
    /^(?:and )?(?:(?:which|list)(?: (?:the|all|our))*(?: [a-z-]+){0,2}|show (?:the |all )*(?:open|paid|unpaid|late|overdue|pending)|which [a-z-]+ (?:do|did|are|were) the)$/.test(
      before.join(" "),
    );
  return isAsked && !tokens.slice(end).some(({ lower }) => /^(?:by|per|each|every)$/.test(lower));
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
  "bucket",
]);
/** What is never said for a stored value. */
const NO_VALUE =
  /^(?:all|any|some|an?|the|it|they|them|we|you|me|i|us|ours?|your|my|this|these|those|there|other|same|ones?|only|do|did|to|much|many|own|s|so|such|very|will|may|can|now|show|list|find|give|tell)$/;
/** What stands between a column or its rows and their value. */
const LEADS = /^(?:that|which|who|is|are|was|were|be|as|=|:|the|not|only|all|both|already|still)$/;

/** "done trips", "trips with the status done", "payments for the shop": a value of the rows or the column beside it, whatever else it says. */
function isStoredBeside({ values, start, end }: Mention, { is }: Cue, tokens: readonly Token[]): boolean {
  const [first, next] = [tokens[start], tokens[end]];
  // "available", of vehicles in the state "AVAIL"
  const stored = values.filter(({ score }) => score >= (first?.lower === "available" ? IN_THE_PLURAL : 1));
  if (first === undefined || stored.length === 0 || !storable.has(is) || NO_VALUE.test(first.lower)) return false;
  if (first.first && is === "command") return false;
  let before = start - 1;
  while (LEADS.test(tokens[before]?.lower ?? "")) before--;
  const led = tokens[before];
  const isSaidOf = tokens.slice(before + 1, start).some(({ lower }) => /^(?:is|are|was|were)$/.test(lower));
  // "employees in sales": where they work.
  const inside = led?.lower === "in" ? tokens[before - 1] : undefined;
  const isPlace = WORKS_IN.test(inside?.lower ?? "");
  const isEnd =
    next === undefined ||
    next.kind === "punctuation" ||
    /^(?:and|or|only|by|per|vs|as|but|plus|nor|excluded|now|today|currently|&)$/.test(next.lower);
  return stored.some(({ column }) => {
    const { stems, table } = column;
    if (next !== undefined && (table.stems.includes(next.stem) || isNumberOf(column, next))) return true;
    if (isPairOf(column, tokens.slice(end, end + 3)) || isPairBeforeRows(column, tokens, end)) return true;
    if (led === undefined || !isEnd) return false;
    const isRows = table.stems.at(-1) === led.stem && before < start - 1;
    // "team members in sales"
    const isOfPeople = inside !== undefined && isPerson(table) && table.stems.at(-1) === inside.stem;
    if ((isPlace || isOfPeople) && table.label.length === 1) return true;
    return stems.at(-1) === led.stem || isRows || isSaidOf || LED_BY.test(led.lower);
  });
}

/** "buy volume", of trades that say which of the two they were: the volume of those. */
const isNumberOf = ({ table, isText }: CatalogColumn, { stem }: Token): boolean =>
  isText && table.columns.some(({ isNumber, isKey, stems }) => isNumber && !isKey && stems.at(-1) === stem);

/** "buy vs sell volume": two values of one column side by side, before a number of their rows. */
function isPairOf(column: CatalogColumn, [joint, other, noun]: readonly Token[]): boolean {
  if (joint === undefined || other === undefined || noun === undefined) return false;
  const isStored = column.source.values.some((value) => value.toLowerCase() === other.lower);
  return /^(?:vs|versus|and|or|against)$/.test(joint.lower) && isStored && isNumberOf(column, noun);
}

/** Who is in a part of the house rather than in a figure. */
export const WORKS_IN =
  /^(?:employees?|people|staff|colleagues?|workers?|managers?|persons?|everyone|everybody|works?|working|positions?|openings?|salar(?:y|ies)|headcount)$/;

/** What leads to a value by itself. */
const LED_BY =
  /^(?:for|of|by|via|from|except|excluding|without|or|and|either|neither|nor|but|not|only|plus|as|to|barring|ignoring|omitting|disregarding|minus|besides|aside|=|excl|counting|considering|including|&|,|\()$/;
