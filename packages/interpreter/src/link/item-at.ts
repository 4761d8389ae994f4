import { stem } from "../language/inflection.ts";
import type { Cue } from "../language/cues.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { measuresOf } from "../catalog/measures.ts";
import { periodAt } from "../language/dates.ts";
import type { Period } from "../language/periods.ts";
import type { Token } from "../language/tokens.ts";
import { cueAt } from "../language/vocabulary.ts";
import { columnMention } from "./column-links.ts";
import type { Weighed } from "./item-weights.ts";
import { bestMention, outweighs, prefersValue } from "./item-weights.ts";
import type { Asked, Item } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { ownersIn } from "./table-links.ts";

/** All that may stand at a place. */
interface Place {
  at: number;
  token: Token;
  asked: Asked;
  mention: Weighed | null;
  period: Period | null;
  found: { cue: Cue; length: number } | null;
}

/** What a place may mean, in the order of precedence. */
const meanings: readonly ((place: Place) => Item | null)[] = [
  // "how many tickets did they open in May": the day of a verb
  verb,
  // "the year 2020": a year that is said to be one
  (place) => (place.token.number === null ? year(place) : null),
  // "last May", "2024-05-01": a date, where no column is called so
  date,
  // "the highest number of platforms": the number is part of a column's name
  ({ asked, at, token }) => {
    const inner = token.kind === "quoted" ? null : wordInName(asked, at);
    return inner === null ? null : { kind: "cue", cue: inner, other: null, start: at, end: at + 1, text: token.text };
  },
  // "order date", "Norway": a name or a value, where it outweighs the cue
  nameOrValue,
  // "2020"
  year,
  // "how many", "more than"
  cue,
  // "5", "12%"
  number,
  // "3 times": what is left of cues
  anyCue,
  // "'Blue Train'": a text that is not known here
  quoted,
];

/** The one item that begins at a place. */
export function itemAt(asked: Asked, at: number): Item {
  const token = asked.tokens[at];
  if (token === undefined) throw new RangeError("No token there");
  const best = bestMention(asked, at);
  const isUnit = best !== null && (isUnitOfView(best.mention, asked) || isUnitAlone(best.mention, asked));
  const mention = isUnit ? null : best;
  const place: Place = {
    at,
    token,
    asked,
    mention,
    period: token.kind === "quoted" ? quotedPeriod(token, asked.now) : periodAt(asked.tokens, at, asked.now),
    found: isNoCue(token, mention, asked, at) ? null : cueHere(asked, at, best),
  };
  for (const meaning of meanings) {
    const item = meaning(place);
    if (item !== null) return item;
  }
  return { kind: "word", capitalised: token.capitalised && !token.first, start: at, end: at + 1, text: token.text };
}

/** True where a word that would say how to ask or arrange is a name, a letter, a thing. */
function isNoCue(token: Token, mention: Weighed | null, asked: Asked, at: number): boolean {
  const { tokens } = asked;
  if (isReached(asked, at) || isRowsCalled(asked, at)) return true;
  const isLetter = token.text === "A" && !token.first && mention !== null && mention.value > 0;
  // "revenue per order by month": an order, not how to sort.
  const isNoun = token.lower === "order" && /^(per|each|every|an)$/.test(tokens[at - 1]?.lower ?? "");
  const isWord = isLetter || token.text === "US" || (isNoun && mention !== null);
  return token.kind === "quoted" || isWord || isStateOfRows(asked, at);
}

/** "how many visits were done in May", of visits that are done or not: the state they are in, rather than a filler. */
const isStateOfRows = ({ tokens, catalog }: Asked, at: number): boolean => {
  if (tokens[at]?.lower !== "done" || !catalog.values.has("done")) return false;
  const before = tokens
    .slice(0, at)
    .findLast(({ lower }) => !/^(?:is|are|was|were|been|be|being|already|not)$/.test(lower));
  const rows = catalog.tablesByStem.get(before?.stem ?? "") ?? [];
  return (catalog.values.get("done") ?? []).some(({ column: { table } }) => rows.includes(table));
};

/** "who called us last week": what somebody did, and no name follows. */
function isReached({ tokens, now }: Asked, at: number): boolean {
  const next = tokens[at + 1]?.lower ?? "";
  if (tokens[at]?.lower !== "called") return false;
  return REACHED.test(next) || [at + 1, at + 2].some((place) => periodAt(tokens, place, now) !== null);
}

/** "entries", "records", where rows are called so, and nothing else is. */
const isRowsCalled = ({ tokens, catalog }: Asked, at: number): boolean =>
  /^(?:entries|occurrences)$/.test(tokens[at]?.lower ?? "") &&
  (catalog.tablesByStem.get(tokens[at]?.stem ?? "") ?? []).some(({ stems, isView }) => !isView && stems.length === 1);

const REACHED = /^(?:us|me|back|again|twice|since|during|more|most|less|before|after)$/;

function cueHere(asked: Asked, at: number, best: Weighed | null): Place["found"] {
  const found = withoutOwnName(orAgain(cueAt(asked.words, at), asked, at), asked, at);
  // "who did not give 4 stars": what somebody does, and nothing that is asked for
  const isDone = found?.cue.is === "command" && DOES.test(asked.tokens[at - 1]?.lower ?? "");
  // "with cost between 5 and 10": the cost of each, and not what it costs
  const isNoun =
    found?.cue.is === "between" &&
    found.length === 2 &&
    /^(?:with|having|whose|an?|the|and|or|where|their|its)$/.test(asked.tokens[at - 1]?.lower ?? "") &&
    best !== null &&
    columnScore(best.mention) >= 0.95;
  if (isOwnValue(found, asked, at) || isOwnQuantity(found, asked, at)) return cueAt(asked.words.slice(at, at + 1), 0);
  return isDone || isNoun || (mayBeName(found) && isGroup(best, asked, at)) ? null : found;
}

/** "weight by size": the size that each has, and not how big they are. */
const mayBeName = (found: Place["found"]): boolean =>
  found !== null && (found.cue.is === "noise" || (found.cue.is === "how" && found.length === 1));

/** "leads with value above 500", of leads that have a value: what is compared, and not how they are called. */
const isOwnValue = (found: Place["found"], { tokens, catalog }: Asked, at: number): boolean =>
  found?.cue.is === "named" &&
  tokens[at + 1]?.lower === "value" &&
  (catalog.columnsByStem.get(tokens[at + 1]?.stem ?? "") ?? []).some(
    ({ isNumber, stems }) => isNumber && stems.length === 1,
  );

/** "total quantity of order items", which have a quantity: that is added up, whatever else is sold. */
const isOwnQuantity = (found: Place["found"], { tokens, catalog }: Asked, at: number): boolean =>
  found?.cue.is === "measure" &&
  found.length === 2 &&
  tokens[at]?.lower === "total" &&
  tokens[at + 2]?.lower === "of" &&
  mentionsAt(tokens, at + 1, catalog).some(
    ({ columns: [best], owners }) => best !== undefined && best.score >= 0.95 && owners.includes(best.column.table),
  );

const DOES = /^(?:not|never|don't|didn't|doesn't|who|that)$/;

/** "by make", where things have a make_name: what the groups are is no filler. */
const isGroup = (weighed: Weighed | null, { tokens }: Asked, at: number): boolean =>
  /^(?:by|per|each|every)$/.test(tokens[at - 1]?.lower ?? "") &&
  tokens[at + 1]?.lower !== "of" &&
  weighed !== null &&
  columnScore(weighed.mention) >= 0.7;

/** "which month", where no more than a view has a month for a column: the unit of time, by which any day can be told. */
const isUnitOfView = ({ text, columns, tables, values }: Mention, { tokens, catalog }: Asked): boolean =>
  /^(?:day|week|month|quarter|year)s?$/i.test(text) &&
  columns.length > 0 &&
  values.length === 0 &&
  [...tables, ...columns.map(({ column }) => column)].every(({ table }) => table.isView) &&
  !ownersIn(tokens, catalog).some(({ isView }) => isView) &&
  measuresOf(catalog).money.some(({ table }) => !table.isView && table.columns.some(({ isDate }) => isDate));

/** "which month had the most orders", where plans have a monthly fee: the unit of time, and nothing that is kept per month. */
const isUnitAlone = ({ text, start, end, columns, tables, values }: Mention, { tokens }: Asked): boolean =>
  /^(?:day|week|month|quarter)$/i.test(text) &&
  (/^(?:which|what|by|per|each|every|the)$/.test(tokens[start - 1]?.lower ?? "") || tokens[end]?.lower === "with") &&
  columns.length > 0 &&
  tables.length + values.length === 0 &&
  columns.every(
    ({ column: { words, isNumber } }) =>
      words.length > 1 &&
      (!words.includes(text.toLowerCase()) || (isNumber && words.some((word) => PAID_FOR_IT.test(word)))),
  );

/** "base_fee_eur_month": what is paid for each of them, and none of them. */
const PAID_FOR_IT = /^(?:fees?|prices?|rent|rents|costs?|salary|wages?|pay|rates?|charges?|premiums?)$/;

/** "before 2000 or after 2010": another comparison, rather than "2000 or after". */
function orAgain(found: Place["found"], { tokens, words }: Asked, at: number): Place["found"] {
  if (found === null || !["or_more", "or_less"].includes(found.cue.is) || tokens[at]?.lower !== "or") return found;
  const bound = tokens
    .slice(at + found.length, at + found.length + 4)
    .find(({ lower }) => !/^(?:the|year|of)$/.test(lower));
  const isAgain = /^(?:after|before|since|above|below|over|under)$/.test(tokens[at + found.length - 1]?.lower ?? "");
  return isAgain && bound !== undefined && bound.number !== null ? cueAt(words.slice(at, at + 1), 0) : found;
}

/** "number of units", "how many items", where there is a table of those: they are counted, rather than what was sold. */
function withoutOwnName(found: Place["found"], { tokens, words, catalog }: Asked, at: number): Place["found"] {
  if (found?.cue.is === "how" && found.cue.hint === "population") {
    // "how many residents", where residents are rows and no place tells how many it has
    const isNoun = catalog.tables.some(
      ({ stems, isView }) => !isView && stems.length === 1 && stems[0] === tokens[at + 2]?.stem,
    );
    const isKept = ["population", "inhabitant"].some((name) => catalog.columnsByStem.has(stem(name)));
    return isNoun && !isKept ? cueAt(words.slice(at, at + 2), 0) : found;
  }
  if (found === null || found.cue.is !== "measure") return found;
  const last = tokens[at + found.length - 1];
  // "average ticket price" of tickets is none of what an order comes to.
  const isOne = found.cue.measure === "order_value" && last?.lower === "ticket";
  // "total profit", of rows with a profit and nothing from which another could be made
  if (isKeptSo(found, { tokens, catalog }, at)) return cueAt(words.slice(at, at + 1), 0);
  if (found.cue.measure !== "quantity" && !isOne) return found;
  // "units" of a house, where nothing is sold by the piece: "property_unit" is called so, too
  const isSold = measuresOf(catalog).quantity.length > 0;
  const isNamed = catalog.tables.some(
    ({ stems, isView }) => !isView && (stems.length === 1 || !isSold) && stems.at(-1) === last?.stem,
  );
  // "how many items", of a list that says no quantity: its column of items
  const isColumn =
    found.cue.measure === "quantity" &&
    (catalog.columnsByStem.get(last?.stem ?? "") ?? []).some(({ isText, stems }) => isText && stems.length === 1) &&
    measuresOf(catalog).quantity.length === 0;
  return isNamed || isColumn ? cueAt(words.slice(at, at + found.length - 1), 0) : found;
}

/** "total sales jan", of a sheet with a column for each month: its name goes on behind what would be a measure. */
function isInName({ tokens, catalog }: Pick<Asked, "tokens" | "catalog">, at: number, length: number): boolean {
  const [first, last, next] = [tokens[at], tokens[at + length - 1], tokens[at + length]];
  if (length !== 2 || first?.lower !== "total" || last === undefined || next?.kind !== "word") return false;
  return (catalog.columnsByStem.get(next.stem) ?? []).some(
    ({ isNumber, isKey, stems }) => isNumber && !isKey && stems.length === 2 && stems[0] === last.stem,
  );
}

/** True for two words that name a measure, of which a column has the last and nothing else tells the measure. */
function isKeptSo(
  { cue: said, length }: NonNullable<Place["found"]>,
  { tokens, catalog }: Pick<Asked, "tokens" | "catalog">,
  at: number,
): boolean {
  if (isInName({ tokens, catalog }, at, length)) return true;
  const measure = said.is === "measure" && said.measure !== "order_value" && length === 2 ? said.measure : null;
  const [first, last] = [tokens[at], tokens[at + 1]];
  if (measure !== "profit" || first?.lower !== "total") return false;
  const isColumn = (catalog.columnsByStem.get(last?.stem ?? "") ?? []).some(
    ({ isNumber, isKey }) => isNumber && !isKey,
  );
  return isColumn && measuresOf(catalog).profit.length === 0;
}

/** Where so many tokens stand, and their text. */
function extent({ at, asked }: Place, length: number): { start: number; end: number; text: string } {
  const text = asked.tokens
    .slice(at, at + length)
    .map((token) => token.text)
    .join(" ");
  return { start: at, end: at + length, text };
}

function verb(place: Place): Item | null {
  const mention = place.mention === null ? null : doneVerb(place.asked, place.at);
  return mention === null ? null : { kind: "schema", mention, ...extent(place, 1) };
}

/** "by stage manager", "who is the site manager of …": the key that is called so, whatever people have that for a title. */
function isKeyAsked({ mention: { columns, start, end } }: Weighed, { tokens }: Asked, at: number): boolean {
  const key = columns.find(({ column }) => column.isForeign)?.column;
  const said = tokens.slice(start, end).map((token) => token.stem);
  const before = tokens[at - 1]?.lower ?? "";
  const isLed = /^(by|per|each|every)$/.test(before) || (before === "the" && tokens[end]?.lower === "of");
  return isLed && key !== undefined && end - start > 1 && said.every((one) => key.stems.includes(one));
}

function year(place: Place): Item | null {
  const { period } = place;
  if (period === null || period.year === null) return null;
  return { kind: "number", value: period.year, year: period, percent: false, ...extent(place, period.length) };
}

function date(place: Place): Item | null {
  const { period, mention, token, at } = place;
  if (period === null || !period.certain) return null;
  const isColumn =
    mention !== null &&
    mention.mention.end - at >= period.length &&
    columnScore(mention.mention) >= 0.95 &&
    token.kind === "word";
  return isColumn ? null : { kind: "date", period, ...extent(place, period.length) };
}

function nameOrValue({ mention: weighed, found, asked, at }: Place): Item | null {
  if (weighed === null || (found !== null && !outweighs(weighed, found.cue, found.length, asked.tokens))) return null;
  const state = stateOfNext(weighed.mention, asked);
  if (state !== null) return state;
  const { mention } = weighed;
  const kind = prefersValue(weighed, asked.tokens) && !isKeyAsked(weighed, asked, at) ? "value" : "schema";
  if (kind === "value")
    return { kind, mention: ofNextRows(mention, asked), start: at, end: mention.end, text: mention.text };
  return { kind, mention, start: at, end: mention.end, text: mention.text };
}

/**
 * "active loans", where the loans are in that state and their lenders are flagged so: the state of the rows right after it.
 * Rows that neither are in such a state nor belong to what is flagged so are not told by it: the word means nothing yet.
 */
function stateOfNext({ columns: [flag], values, ...mention }: Mention, { tokens, catalog }: Asked): Item | null {
  const [where, next] = [{ start: mention.start, end: mention.end, text: mention.text }, tokens[mention.end]];
  if (next?.kind !== "word" || flag?.column.isFlag !== true || mention.end > mention.start + 1) return null;
  const [rows] = mentionsAt(tokens, mention.end, catalog).flatMap(({ tables: [best] }) => best ?? []);
  if (rows === undefined || rows.table === flag.column.table) return null;
  const own = values.filter(({ column, score }) => score === 1 && column.table === rows.table);
  if (own.length > 0) return { kind: "value", mention: mentionOf({ ...where, values: own }), ...where };
  const isOf = (one: CatalogTable, other: CatalogTable) => isToOne(catalog, one, other);
  const isNamed = rows.score >= 0.95 && !rows.table.isView;
  if (!isNamed || isOf(rows.table, flag.column.table) || isOf(flag.column.table, rows.table)) return null;
  const theirs = values.filter(({ column, score }) => score === 1 && isOf(column.table, rows.table));
  return theirs.length === 0
    ? { kind: "word", capitalised: false, ...where }
    : { kind: "value", mention: mentionOf({ ...where, values: theirs }), ...where };
}

/** "more than 5 open tickets", where invoices may be open as well: the state of the rows right after it. */
function ofNextRows(mention: Mention, { tokens, catalog }: Asked): Mention {
  const next = tokens[mention.end];
  if (next?.kind !== "word" || mention.values.length < 2) return mention;
  const rows = ownersIn([next], catalog);
  const values = mention.values.filter(({ column, score }) => score === 1 && rows.includes(column.table));
  return values.length === 0 ? mention : { ...mention, values };
}

function cue(place: Place): Item | null {
  const { found, token, mention: weighed, at } = place;
  if (found === null || found.cue.is === "times" || (token.number !== null && found.length === 1)) return null;
  const isSame =
    weighed !== null &&
    weighed.mention.end <= at + found.length &&
    found.length === 1 &&
    !isSummedInView(weighed.mention, found.cue, place.asked);
  return { kind: "cue", cue: found.cue, other: isSame ? weighed.mention : null, ...extent(place, found.length) };
}

/** "revenue", which only a view has for a column: it sums up what base tables hold, from which any part can be told. */
const isSummedInView = ({ columns, tables }: Mention, said: Cue, { catalog }: Asked): boolean =>
  said.is === "measure" &&
  said.measure === "money" &&
  columns.length > 0 &&
  !tables.some(({ table, score }) => !table.isView && score >= 0.95) &&
  columns.every(({ column }) => column.table.isView) &&
  measuresOf(catalog).money.some(({ table }) => !table.isView);

function number(place: Place): Item | null {
  const { token } = place;
  if (token.number === null) return null;
  return { kind: "number", value: token.number, year: null, percent: token.text.endsWith("%"), ...extent(place, 1) };
}

function anyCue(place: Place): Item | null {
  const { found } = place;
  return found === null ? null : { kind: "cue", cue: found.cue, other: null, ...extent(place, found.length) };
}

function quoted(place: Place): Item | null {
  if (place.token.kind !== "quoted") return null;
  const where = extent(place, 1);
  return { kind: "value", mention: mentionOf({ ...where, quoted: true }), ...where };
}

/** "how many tickets did they open in May": a verb, and the day it was done, rather than the state "open". */
function doneVerb({ tokens, catalog }: Asked, at: number): Mention | null {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word" || token.capitalised || !isVerbAtEnd(tokens[at + 1])) return null;
  const entries = catalog.values.get(token.lower);
  if (entries === undefined) return null;
  const named = columnMention([token], at, at + 1, catalog);
  const days = named?.columns.filter((link) => link.column.isDate && link.column.stems.includes(token.stem)) ?? [];
  // "employees hired per month", where applicants alone have that for a state: the day on which those were.
  const before = tokens[at - 1];
  const rows = before === undefined || !token.lower.endsWith("ed") ? [] : ownersIn([before], catalog);
  const own = days.filter(
    ({ column: { table } }) => rows.includes(table) && !entries.some(({ column }) => column.table === table),
  );
  const dates = isDeedSaid(tokens, at) ? days : own;
  return named === null || dates.length === 0 ? null : { ...named, columns: dates };
}

/** True where nothing follows a verb but a time, a group or the end. */
const isVerbAtEnd = (next: Token | undefined): boolean =>
  next === undefined ||
  next.kind !== "word" ||
  /^(in|on|last|this|during|since|before|after|between|from|per|by|each|every)$/.test(next.lower);

/** True for a deed that is asked for by "did", "have been" or what time it was before, and no state that stands for it. */
function isDeedSaid(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.lower ?? "";
  // "repairs reported before May": what was done then, rather than the state "reported".
  const isDated = tokens[at]?.lower.endsWith("ed") === true && /^(before|after|since|until)$/.test(next);
  const isAsked = tokens.slice(0, at).some((before) => /^(did|do|does)$/.test(before.lower));
  return isDated || isAsked || (hasBeen(tokens, at) && next !== "by");
}

/** "have been shipped", "have we shipped": what was done at any time, and has led to other states since. */
const hasBeen = (tokens: readonly Token[], at: number): boolean =>
  /^ha(?:ve|s) (?:been|we|they|you)$/.test(
    tokens
      .slice(Math.max(0, at - 2), at)
      .map(({ lower }) => lower)
      .join(" "),
  );

/** "the highest number of platforms", "different types of tickets": the number, the type is part of a column's name. */
function wordInName({ tokens, words, catalog }: Asked, at: number): Cue | null {
  const found = cueAt(words, at);
  if (found === null || found.length < 2 || !["quantifier", "aggregate", "distinct"].includes(found.cue.is))
    return null;
  const single = cueAt(words.slice(at, at + 1), 0);
  if (single === null || !["aggregate", "superlative", "quantifier", "distinct"].includes(single.cue.is)) return null;
  const isSort = found.cue.is === "distinct";
  const named = mentionsAt(tokens, at + 1, catalog).some(
    (mention) =>
      mention.end > at + found.length &&
      mention.columns.some(
        ({ column, score }) =>
          score >= (isSort ? 0.95 : 0.99) &&
          (isSort ? column.isText : column.isNumber) &&
          column.stems.includes(tokens[at + 1]?.stem ?? ""),
      ),
  );
  return named ? single.cue : null;
}

function quotedPeriod(token: Token, now: Date): Period | null {
  if (!/^\d{4}-\d{1,2}-\d{1,2}/.test(token.text)) return null;
  return periodAt([{ ...token, kind: "word" }], 0, now);
}
