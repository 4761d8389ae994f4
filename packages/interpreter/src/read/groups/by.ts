import type { AggregateFunction } from "../../form/logical-form.ts";
import type { CatalogTable } from "../../catalog/catalog.ts";
import { holdsKinds, isNumberedKind, isShared } from "../../catalog/columns.ts";
import { stockColumn } from "../../catalog/stock.ts";
import { hoursOf } from "../../language/hours-said.ts";
import type { Item } from "../../link/item.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { aggregateSilently, isAmountWord, usualAggregate } from "../figures/implicit.ts";
import type { Part } from "../part.ts";
import { apply } from "../part.ts";
import type { Reader } from "../reader.ts";
import { hasMeasured, hasNumericColumn, isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { isTitle } from "../schema/values.ts";
import type { FilterWish, Sketch, SuperlativeWish } from "../sketch.ts";
import { superlativeTarget, targetAt, unknownIn } from "../targets.ts";
import { isDoneBefore, namesAgent } from "./agents.ts";
import { readGroup } from "./groups.ts";
import { readOrder } from "./order.ts";
import { unknownGroup } from "./unknown-group.ts";

/** "by", and what stands after it. */
interface By {
  reader: Reader;
  at: number;
  next: Item | undefined;
  /** Something is counted or measured: it may be grouped. */
  measured: boolean;
}

/** "by …": who did it, what is ranked or ordered by, or what is grouped by. */
export function readBy(reader: Reader): Part {
  const { items, sketch } = reader;
  // "average time from order to delivery by driver": the time is told by them, and no delivery was made.
  const isSpan = isAverageSpan(sketch);
  if (!isSpan && namesAgent(reader)) return { at: reader.at + 1, state: { zone: "modifier" } };
  const ahead = schemaOf(items[reader.at + 1]);
  if (ahead !== null && !ranksByItself(ahead)) apply(reader, aggregateSilently(reader));
  const { outputs } = sketch;
  const measured =
    outputs.some((output) => output.kind !== "column") ||
    sketch.share !== null ||
    sketch.said.has("a time by name") ||
    isSpan;
  // "revenue by sales channel": the measure's word belongs to the noun.
  const isLed = isCue(items[reader.at + 1], "measure") && schemaOf(items[reader.at + 2]) !== null;
  if (isLed && outputs.some((output) => output.kind === "measure")) reader.at++;
  const { at } = reader;
  const by = { reader, at, measured, next: items[at + 1] };
  return firstOf(byCases, by) ?? readUnplaced(by);
}

/** True for an average time from one moment to another, both of which are said. */
const isAverageSpan = ({ said }: Sketch): boolean =>
  said.has("time taken") && said.has("from one to another") && (said.has("average") || said.has("median"));

/** From what "by" completes to what it begins: ranks first, then groups and orders. */
const byCases: Cases<By> = [
  {
    name: "unknown compound",
    recognises: "a measure and a word that means nothing",
    example: "by sales funnel",
    read({ reader, at, next }) {
      const word = isCue(next, "measure") ? reader.items[at + 2] : undefined;
      if (word?.kind !== "word" || word.capitalised) return null;
      return { at: at + 3, lost: [`${next?.text ?? ""} ${word.text}`] };
    },
  },
  {
    name: "top by",
    recognises: "a list cut off before, of which it was not said by what",
    example: "top 5 customers by revenue",
    read: readTopBy,
  },
  {
    name: "ranked by a column",
    recognises: "a superlative before, and a column that can be compared",
    example: "the largest cities by population",
    read({ reader, at, next }) {
      const ranked = reader.sketch.superlatives.at(-1);
      if (ranked?.target.kind !== "hint" || next?.kind !== "schema") return null;
      const { mention } = next;
      if (!hasMeasured(mention) || isTable(mention)) return null;
      return {
        at: at + 2,
        set: rankedBy(reader, ranked, { kind: "column", mention, fn: figureOfOthers(reader, mention) }),
      };
    },
  },
  {
    name: "ranked by a figure",
    recognises: "a superlative before, and a measure, a count or an aggregate",
    example: "the largest customers by number of orders",
    read({ reader, at, next }) {
      const ranked = reader.sketch.superlatives.at(-1);
      if (ranked?.target.kind !== "hint" || !isCue(next, "measure", "count", "aggregate")) return null;
      const found = targetAt(reader.items, at + 1);
      if (found.target === null) return { at: found.next };
      return { at: found.next, set: rankedBy(reader, ranked, superlativeTarget(found.target)) };
    },
  },
  {
    name: "group by a number",
    recognises: "“number of” and a column that holds it, where something is averaged or summed up",
    example: "average rent by number of bedrooms",
    read({ reader, at, next }) {
      const { outputs } = reader.sketch;
      const held = isCue(next, "count") ? schemaOf(reader.items[at + 2]) : null;
      const isFigure = outputs.length > 0 && outputs.every(({ kind }) => kind === "aggregate" || kind === "measure");
      if (held === null || isTable(held) || !hasNumericColumn(held) || !isFigure) return null;
      return { at: at + 3, groups: [{ at, mention: held }] };
    },
  },
  {
    name: "group",
    recognises: "a noun, where something is counted or measured",
    example: "revenue by country",
    read({ reader, at, next, measured }) {
      const before = reader.items[at - 1];
      if (!measured || next?.kind !== "schema") return null;
      const { said } = reader.sketch;
      // "share of deliveries on time by supplier"
      const isLate = said.has("lateness") && before?.kind === "word" && /^(?:time|late|delayed)$/i.test(before.text);
      // "time taken in minutes by team"
      const isUnit = before?.kind === "word" && /^(?:seconds|minutes|hours|days|weeks)$/i.test(before.text);
      const isPlaced =
        before?.kind !== "word" || isAmountWord(before.text) || isLate || isUnit || said.has("a time by name");
      return isPlaced || isKind(next.mention) ? readGroup(reader) : null;
    },
  },
  {
    name: "group of a title",
    recognises: "what people are by their work, where something is counted or measured",
    example: "revenue by gardener, where gardener is a job title",
    read({ reader, next, measured }) {
      const title = next?.kind === "value" ? next.mention.values[0] : undefined;
      return measured && title !== undefined && isTitle(title) ? readGroup(reader) : null;
    },
  },
  {
    name: "order",
    recognises: "a column that can be compared, where nothing is counted or measured",
    example: "customers by age",
    read({ reader, next, measured }) {
      const { tables, outputs } = reader.sketch;
      const isColumn = next?.kind === "schema" && tables.length + outputs.length > 0 && ranksByItself(next.mention);
      // "the courses taken by students": who did it.
      const isDoer = isColumn && isTable(next.mention) && isDoneBefore(reader);
      const isOrder = isColumn && !isDoer && !tellsKinds(reader, next.mention);
      return !measured && isOrder ? readOrder(reader) : null;
    },
  },
  {
    name: "order by a figure",
    recognises: "a count, an aggregate or a measure after a table: a figure for each, the greatest first",
    example: "customers by revenue",
    read({ reader, at, next, measured }) {
      const [each = peopleOfTitle(reader)] = reader.sketch.tables;
      if (measured || !isCue(next, "count", "aggregate", "measure") || each === undefined) return null;
      const { target, next: after } = targetAt(reader.items, at + 1);
      if (target === null) return { at: after };
      return {
        at: after,
        outputs: [target],
        groups: [{ at: each.at, mention: each.mention }],
        orders: [{ target, direction: "descending" }],
      };
    },
  },
  {
    name: "value of each",
    recognises: "a noun after the value of rows, which is told by what they have for an amount",
    example: "value of approved offers by town",
    read({ reader, next, measured }) {
      const [first, of] = reader.items;
      const isValue = first?.kind === "word" && /^value$/i.test(first.text) && isCue(of, "preposition");
      const { tables, outputs } = reader.sketch;
      const isPlain = !measured && tables.length === 1 && outputs.length === 0;
      return isValue && isPlain && next?.kind === "schema" ? readGroup(reader) : null;
    },
  },
  {
    name: "first of each",
    recognises: "what rows are told apart by, after a superlative of rows",
    example: "cheapest product by category",
    read({ reader, next, measured }) {
      const { superlatives, tables } = reader.sketch;
      const isRanked = superlatives.some(({ target: { kind } }) => kind === "hint" || kind === "column");
      if (!isRanked || measured || tables.length === 0 || next?.kind !== "schema" || isDoneBefore(reader)) return null;
      return isKind(next.mention) || isTable(next.mention) ? readGroup(reader) : null;
    },
  },
  {
    name: "kinds of each",
    recognises: "what rows are told apart by, after nothing but another such column: how many rows have both",
    example: "payment methods by town",
    read({ reader, at, next, measured }) {
      const kinds = measured || next?.kind !== "schema" || isDoneBefore(reader) ? null : kindsAlone(reader);
      if (kinds === null || next?.kind !== "schema" || !(isKind(next.mention) || isTable(next.mention))) return null;
      if (!isEnd(reader.items[at + 2])) return null;
      const each = { at, mention: next.mention };
      // "the most common payment method by town": one of them for each.
      if (reader.sketch.superlatives.length > 0) return { at: at + 2, groups: [each] };
      const { mention, at: first } = kinds;
      const [best] = mention.columns;
      const rows = mentionOf({ ...mention, columns: [], tables: best ? [{ table: best.column.table, score: 1 }] : [] });
      return {
        at: at + 2,
        set: { outputs: [{ kind: "count", mention: rows, distinct: false, at: first }] },
        groups: [each, { at: first, mention }],
      };
    },
  },
  {
    name: "count of each",
    recognises: "a noun after nothing but a table: how many of each",
    example: "tickets by channel",
    read({ reader, next, measured }) {
      if (next?.kind !== "schema" || measured) return null;
      const counted = countedOfEach(reader, next.mention);
      if (counted === null) return null;
      apply(reader, counted);
      return readGroup(reader);
    },
  },
  {
    name: "group alone",
    recognises: "a noun before anything else is said, going on from the question before",
    example: "by status?",
    read({ reader, next }) {
      const { outputs, tables, filters } = reader.sketch;
      const isFirst = outputs.length + tables.length + filters.length === 0;
      return isFirst && next?.kind === "schema" ? readGroup(reader) : null;
    },
  },
];

/** "payment methods", "the most common plan": kinds that many rows share, and nothing else that was said. */
function kindsAlone({ sketch }: Reader): { at: number; mention: Mention } | null {
  const { outputs, tables, filters, superlatives, groups } = sketch;
  const [only, ...more] = outputs;
  if (only?.kind !== "column" || more.length + tables.length + filters.length + groups.length > 0) return null;
  const [best] = only.mention.columns;
  if (best === undefined || !isKind(only.mention) || !holdsKinds(best.column)) return null;
  const isRanked = superlatives.every(({ target }) => target.kind === "common");
  return superlatives.length < 2 && isRanked ? only : null;
}

/** "sales reps by revenue": people by what they are, said before anything else. */
function peopleOfTitle({ sketch }: Reader): { at: number; mention: Mention } | undefined {
  const [only, ...more] = sketch.filters;
  const title = only?.kind === "value" && !only.negated && more.length === 0 ? only.mention.values[0] : undefined;
  if (only?.kind !== "value" || title === undefined || !isTitle(title)) return undefined;
  const { start, end, text } = only.mention;
  return { at: only.at, mention: mentionOf({ start, end, text, tables: [{ table: title.column.table, score: 1 }] }) };
}

/** "the largest clients by contract value": what all contracts of each come to, as a client has several. */
function figureOfOthers({ sketch }: Reader, { columns: [best] }: Mention): AggregateFunction | null {
  const own = sketch.tables[0]?.mention.tables[0]?.table;
  const isOthers = best !== undefined && own !== undefined && best.score >= 0.5 && best.column.table !== own;
  const refers = isOthers && best.column.isNumber && best.column.table.columns.some(({ isForeign }) => isForeign);
  return refers ? usualAggregate({ columns: [best], text: best.column.name }) : null;
}

function readTopBy({ reader, at }: By): Part | null {
  const { sketch, items } = reader;
  const top = sketch.superlatives.find((wish) => wish.target.kind === "hint" && wish.target.hint === "top");
  if (top === undefined) return null;
  const noun = schemaOf(items[at + 1]);
  // "top product by category": it is not said by what, but of which groups.
  if (noun !== null && isEnd(items[at + 2]) && isOfGroups(reader, noun)) return readGroup(reader);
  const { target: found, next } = targetAt(items, at + 1);
  if (found === null) return { at: next };
  // "top 3 towns by guests", of guests who have a town: by how many there are in each
  const isOwnRows = noun !== null && isEnd(items[next]) && areOwnRows(reader, noun);
  const target = isOwnRows ? ({ kind: "count", mention: noun, distinct: false, at: at + 1 } as const) : found;
  const ranked = superlativeTarget(target);
  const set = rankedBy(reader, top, ranked.kind === "column" ? { ...ranked, by: true } : ranked);
  // "by outstanding amount"
  const unknown = items.slice(at + 1, next).flatMap(unknownIn);
  if (target.kind === "column") return { at: next, set, unknown };
  return { at: next, set: { ...set, showOrder: true }, outputs: [target], unknown };
}

/** True for the rows whose kinds are shown. */
function areOwnRows({ sketch: { outputs, tables } }: Reader, noun: Mention): boolean {
  const [shown, ...more] = outputs;
  const [rows] = noun.tables;
  if (shown?.kind !== "column" || more.length + tables.length > 0 || !isTable(noun) || rows === undefined) return false;
  return rows.score >= 0.95 && isKind(shown.mention) && shown.mention.columns[0]?.column.table === rows.table;
}

/** True for what rows are told apart by, and for what each of them belongs to; "top products by orders" is by how many each has. */
function isOfGroups({ sketch }: Reader, noun: Mention): boolean {
  if (!isTable(noun)) return isKind(noun);
  const [own, of] = [sketch.tables[0]?.mention.tables[0]?.table, noun.tables[0]?.table];
  return (
    own !== undefined &&
    of !== undefined &&
    own.columns.some(({ isForeign, stems }) => isForeign && of.stems.every((each) => stems.includes(each)))
  );
}

/** The superlatives, one of them by something else. */
function rankedBy({ sketch }: Reader, wish: SuperlativeWish, target: SuperlativeWish["target"]): Partial<Sketch> {
  return { superlatives: sketch.superlatives.map((one) => (one === wish ? { ...one, target } : one)) };
}

/** "by" and nothing that could be grouped or ordered by: what is lost is told. */
function readUnplaced({ reader, at, next }: By): Part {
  const { items, sketch } = reader;
  const after = items[at + 2];
  const ends = isEnd(after) || isCue(after, "and", "comma", "preposition") || after?.kind === "date";
  const isUnplaced = next?.kind === "schema" && sketch.tables.length + sketch.outputs.length > 0;
  const unplaced = isUnplaced && ends && !isDoneBefore(reader) ? [next.text] : [];
  return { at: at + 1, lost: [...unknownGroup(reader, at + 1), ...unplaced], state: { zone: "modifier" } };
}

/** "by age"; in "by pupil" they are meant themselves, although courses have a max_pupils. */
const ranksByItself = (mention: Mention): boolean =>
  hasMeasured(mention) &&
  !(isTable(mention) && (mention.tables[0]?.score ?? 0) >= 0.95 && (mention.columns[0]?.score ?? 0) < 0.6);

/** "hours worked by role": what rows are told apart by does nothing itself. */
function isKind(mention: Mention): boolean {
  const [best] = mention.columns;
  if (best === undefined || isTable(mention) || best.score < 0.9) return false;
  return best.column.isText && !best.column.isForeign && !best.column.table.label.includes(best.column);
}

/** "unpaid bills", "open tickets": a word for a state, which no column may be called. */
const isState = (item: Item): boolean =>
  item.kind === "word" &&
  /^(?:new|open|active|current|ongoing|outstanding|overdue|late|delayed|un[a-z]{4,})$/i.test(item.text);

/** "cancellations by reason", of which the day is kept: the rows that have such a day. */
function deedsOf({ outputs: [only, ...more], filters }: Reader["sketch"]): Part | null {
  if (filters.length > 0) return null;
  const column = only?.kind === "column" && more.length === 0 ? only.mention.columns[0]?.column : undefined;
  if (only?.kind !== "column" || column === undefined || !column.isDate || !column.source.nullable) return null;
  if (!/(?:tion|sion|al|ment|ing|ure|er)s$/i.test(only.mention.text)) return null;
  const { mention, at } = only;
  const rows = mentionOf({ ...mention, columns: [], tables: [{ table: column.table, score: 1 }] });
  return {
    set: { outputs: [{ kind: "count", mention: rows, distinct: false, at }] },
    filters: [{ kind: "missing", target: mention, at, negated: true }],
  };
}

/** "drafts by desk", "late drafts by desk", of articles in that state: how many there are. */
function statesOf({ outputs, filters }: Reader["sketch"]): Part | null {
  const state = filters.findLast((one) => one.kind === "value");
  if (outputs.length > 0 || state === undefined || state.negated || !/s$/i.test(state.mention.text)) return null;
  const [table, ...more] = new Set(state.mention.values.map(({ column }) => column.table));
  if (table === undefined || more.length > 0) return null;
  if (!filters.every((one) => one === state || one.kind === "period" || isSaidOf(table, one))) return null;
  const mention = mentionOf({ ...state.mention, columns: [], values: [], tables: [{ table, score: 1 }] });
  return { outputs: [{ kind: "count", mention, distinct: false, at: state.at }] };
}

/** "insured", "female" of "insured female dogs": what else is true of the same rows. */
function isSaidOf(table: CatalogTable, filter: FilterWish): boolean {
  if (filter.kind === "value") return filter.mention.values.some(({ column }) => column.table === table);
  const isFlag = filter.kind === "compare" && filter.hint === "flag";
  return isFlag && filter.target?.columns[0]?.column.table === table;
}

/** "games by season": by a number that measures nothing; a list of them is in its order. */
const tellsKinds = ({ sketch }: Reader, by: Mention): boolean => {
  const [best] = by.columns;
  return best !== undefined && best.score >= 0.9 && isNumberedKind(best.column) && !sketch.said.has("rows to list");
};

/** "customers who signed up this year by town", "visits before 8 am by town": when it was. */
const isWhen = (item: Item): boolean =>
  isCue(item, "noise") ||
  (isCue(item, "question") && /^who$/i.test(item.text)) ||
  (item.kind === "word" && hoursOf(item.text) !== null) ||
  (item.kind === "schema" && item.mention.tables.length === 0 && item.mention.columns[0]?.column.isDate === true);

/** "Tickets by channel", "orders in May by status": how many of each. */
function countedOfEach(reader: Reader, by: Mention): Part | null {
  const { sketch, items, at } = reader;
  const [only, ...more] = sketch.tables;
  const isMeasured = ranksByItself(by) && !tellsKinds(reader, by);
  const named = only === undefined && !isMeasured ? (deedsOf(sketch) ?? statesOf(sketch)) : null;
  if (named !== null) return named;
  if (only === undefined || more.length > 0 || sketch.outputs.length > 0 || isMeasured) return null;
  // "customers by name" is an order; "games by season", which they are told by, is none, as each season has many.
  const isName = by.columns.some(
    ({ score, column }) => score >= 0.9 && column.table.label.includes(column) && !isShared(column),
  );
  if (isName && !isTable(by)) return null;
  const isRestriction = (item: Item) => item.kind === "value" || item.kind === "date" || item.kind === "number";
  // "unused and damaged crates by depot"
  const isLead = items
    .slice(0, only.at)
    .every(
      (item, i) =>
        isRestriction(item) ||
        isState(item) ||
        isCue(item, "command", "everything") ||
        (isCue(item, "and") && items[i - 1]?.kind === "value" && items[i + 1]?.kind === "value"),
    );
  const isSame = (item: Item) => item.start === items[only.at]?.start;
  // "out of stock": one phrase that stands for a whole condition.
  const isPhrase = (item: Item) =>
    !isSame(item) && items.some((other) => other !== item && other.start === item.start && other.end === item.end);
  // "orders since May by town", "orders over 500 by town"
  const isSince = (item: Item, place: number) => {
    const bound = items[only.at + 2 + place];
    const isBound = bound?.kind === "date" || (bound?.kind === "number" && (bound.year !== null || !isTable(by)));
    return isCue(item, "compare") && isBound;
  };
  const isPlain = items.slice(only.at + 1, at).every(
    (item, place) =>
      isSame(item) ||
      isRestriction(item) ||
      isSince(item, place) ||
      isCue(item, "preposition", "versus", "and") ||
      // "subscriptions that are not active by plan"
      isCue(item, "relative", "negation", "copula") ||
      isState(item) ||
      isPhrase(item) ||
      isWhen(item),
  );
  if (!isLead || !isPlain) return null;
  // "stock by depot": how much lies there, rather than how many things.
  const [rows] = only.mention.tables;
  const lying = /^(?:stocks?|inventory)$/i.test(only.mention.text) && rows ? stockColumn(rows.table) : null;
  if (lying !== null) {
    const mention = mentionOf({ ...only.mention, tables: [], columns: [{ column: lying, score: 1 }] });
    return { outputs: [{ kind: "aggregate", fn: "sum", mention, distinct: false, at: only.at }] };
  }
  return { outputs: [{ kind: "count", mention: only.mention, distinct: false, at: only.at }] };
}
