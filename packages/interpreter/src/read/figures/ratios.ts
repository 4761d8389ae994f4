import { amountColumn } from "../../catalog/amounts.ts";
import type { CatalogColumn } from "../../catalog/catalog.ts";
import { stem } from "../../language/inflection.ts";
import type { Item } from "../../link/item.ts";
import { moneyNouns } from "../../language/money-nouns.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { hasNumericColumn, isCue, isTable, schemaOf, schemaOrOther } from "../reader.ts";
import type { OutputWish, Sketch } from "../sketch.ts";

/** More values than this are amounts to divide by rather than kinds to group by: clicks, but not stars. */
const MOST_KINDS = 25;

/**
 * "revenue per order", "price per kilometre by vehicle": one figure divided by another. Null where a figure for each of
 * what is named is meant ("orders per customer"), which is a group.
 */
export function ratioAt(reader: Reader): Part | null {
  const { items, at, sketch } = reader;
  if (items[at]?.text.toLowerCase() !== "per" || isTaken(sketch)) return null;
  const divisor = divisorAt(items, at + 1);
  if (divisor === null || isKindOfNamed(divisor.over, sketch)) return null;
  const { over, only, next } = divisor;
  const isOne = isOneFigure(reader) || isOfOwnRows(sketch, over);
  // "scrap rate": of one phrase, which means both.
  const isRate = only === null && schemaOf(items[at - 1])?.start === over.start;
  const divides =
    isRate || dividesBy(over) || (isTable(over) && (isEvent(over) || isOne || isOfNumberedRows(sketch, over)));
  const figure = divides ? figureOf(reader, over, isOne) : null;
  if (figure === null) return null;
  const all = isNumberOfRows(sketch.outputs[0]) && { all: true as const };
  return {
    at: next,
    set: { outputs: [figure], ratio: { at, over, ...(only && { only }), ...all } },
    filters: only === null ? [] : [{ kind: "value", target: null, mention: only, preposition: null }],
    tables: isTable(over) ? [{ mention: over, zone: "modifier", required: false, each: true }] : [],
    state: { zone: "modifier" },
  };
}

/** What follows "per", and where it ends; null where it is compared with something. */
function divisorAt(items: readonly Item[], at: number): { over: Mention; only: Mention | null; next: number } | null {
  const only = partAt(items, at);
  const next = at + (only === null ? 1 : 2);
  const over = schemaOrOther(items[next - 1]);
  const isCompared = isCue(items[next], "compare", "between") || items[next]?.kind === "value";
  return over === null || isCompared ? null : { over, only, next };
}

/** "per won lead": the value that what divides has, right before it; null where there is none. */
function partAt(items: readonly Item[], at: number): Mention | null {
  const [part, rows] = [items[at], schemaOrOther(items[at + 1])];
  if (part?.kind !== "value" || rows === null || !isTable(rows)) return null;
  return part.mention.values.some(({ column }) => column.table === rows.tables[0]?.table) ? part.mention : null;
}

/** "members per insurance", who have an insurance_provider, beside bills with an insurance_paid: what they are told by. */
const isKindOfNamed = ({ columns, tables }: Mention, { tables: [named] }: Sketch): boolean =>
  tables.length === 0 &&
  columns.some(
    ({ column: { isText, isKey, table }, score }) =>
      isText && !isKey && score >= (columns[0]?.score ?? 0) && table === named?.mention.tables[0]?.table,
  );

/** True where something else is told of the figure. */
const isTaken = ({ ratio, groups, share, superlatives, outputs }: Sketch): boolean =>
  ratio !== null || share !== null || groups.length + superlatives.length > 0 || outputs.length > 1;

/** What is divided: a measure, a number summed up, or how many there are of what was named. */
function figureOf(reader: Reader, over: Mention, isOne: boolean): OutputWish | null {
  const { sketch } = reader;
  const [figure] = sketch.outputs;
  if (figure === undefined) return countOfNamed(sketch);
  // "average revenue per visit": what each comes to on average is all of it over all of them.
  const isMean = figure.kind === "measure" && figure.fn === "avg";
  if (figure.kind === "measure") return figure.fn === null ? figure : isMean ? { ...figure, fn: null } : null;
  if (figure.kind === "count") return isOne ? figure : null;
  if (figure.kind === "hint" || figure.mention === null) return null;
  if (!isTable(figure.mention)) return summed(figure, figure.mention, over, sketch);
  return isNumberOfRows(figure) && isToldBy(reader)
    ? { kind: "count", mention: figure.mention, distinct: false, at: figure.at }
    : null;
}

/** The number itself, added up, where that is what is divided. */
function summed(figure: OutputWish, mention: Mention, over: Mention, sketch: Sketch): OutputWish | null {
  // The average price per kilometre is all the money over all the way, too; "the average age per team" has groups.
  const adds =
    figure.kind === "aggregate"
      ? figure.fn === "avg"
        ? !isTable(over) || isEvent(over) || isOfOwnRows(sketch, over)
        : figure.fn === "sum" && !isTable(over)
      : (mention.columns[0]?.score ?? 0) >= 0.45 && hasNumericColumn(mention);
  return adds ? { kind: "aggregate", fn: "sum", mention, distinct: false, at: figure.at } : null;
}

/** "the average number of orders", "average orders": how many there are. */
const isNumberOfRows = (figure: OutputWish | undefined): boolean =>
  figure?.kind === "aggregate" &&
  figure.fn === "avg" &&
  figure.mention !== null &&
  isTable(figure.mention) &&
  /s$/i.test(figure.mention.text);

/** "visits per member": how many of what alone was named; "payout per claim": how much. */
function countOfNamed({ tables }: Sketch): OutputWish | null {
  const [counted, ...more] = tables;
  if (counted === undefined || counted.negated || more.length > 0) return null;
  const {
    text,
    tables: [rows],
  } = counted.mention;
  const amount = rows !== undefined && moneyNouns.test(text) && !text.endsWith("s") ? amountColumn(rows.table) : null;
  if (amount !== null) {
    const mention = mentionOf({ ...counted.mention, columns: [{ column: amount, score: 1 }] });
    return { kind: "aggregate", fn: "sum", mention, distinct: false, at: counted.at };
  }
  return { kind: "count", mention: counted.mention, distinct: false, at: counted.at };
}

/** The column holds how much of something, by its name: "distance_km". */
const measures =
  /\b(km|kms|kilomet(re|er)s?|miles?|mi|met(re|er)s?|kg|kgs|kilo(gram)?s?|tons?|tonnes?|lit(re|er)s?|gallons?|sqm|sqft|area|acres?|hectares?|kwh?|mwh?|hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|distance|weight|duration|impressions?|clicks?|views?)\b/;

/** "per click": a column whose numbers add up, rather than a thing or a kind. */
export function dividesBy(over: Mention): boolean {
  const column = over.columns[0]?.column;
  if (isTable(over) || column === undefined || !hasNumericColumn(over)) return false;
  const kinds = column.source.distinct_count;
  const lastWord = over.text.toLowerCase().split(" ").at(-1) ?? "";
  // "cost per copy" of copies_printed: of each of them, rather than of each number of copies.
  const isEach =
    !over.text.endsWith("s") && column.words.some((word) => stem(word) === stem(lastWord) && word !== lastWord);
  const isMany = isEach || kinds === null || kinds > MOST_KINDS || measures.test(column.words.join(" "));
  return column.isNumber && !column.isYear && !column.isFlag && !column.isKey && isMany;
}

/** Rows that have no name and refer to others: orders, visits, bookings. */
export function isEvent({ tables }: Mention): boolean {
  const [best] = tables;
  const isNameless = best?.table.label.length === 0 && best.table.columns.some((column) => column.isForeign);
  return best !== undefined && best.score >= 0.7 && isNameless;
}

/** "the average claimed amount per claim": of the rows that hold it. */
function isOfOwnRows({ outputs: [figure] }: Sketch, { tables }: Mention): boolean {
  if (figure?.kind !== "aggregate" || figure.fn !== "avg" || figure.mention === null) return false;
  return figure.mention.columns[0]?.column.table === tables[0]?.table && tables[0] !== undefined;
}

/** "handling cost per parcel", of which each has one beside its tracking number: of all of them, as nobody knows them by their numbers. */
function isOfNumberedRows({ outputs: [figure] }: Sketch, { tables: [best] }: Mention): boolean {
  if (best === undefined || best.score < 0.9 || figure === undefined) return false;
  const { label } = best.table;
  if (label.length === 0 || !label.every(isNumberOfOne)) return false;
  return "mention" in figure && figure.kind !== "count" && figure.mention?.columns[0]?.column.table === best.table;
}

const isNumberOfOne = ({ words }: CatalogColumn): boolean =>
  /^(?:no|number|nr|ref|reference)$/.test(words.at(-1) ?? "");

/** "what is our revenue per customer", "revenue per customer by region": one figure, or one for each of something else. */
function isOneFigure(reader: Reader): boolean {
  const isAsked = /^what(?:'s| is| was)\b/.test(
    reader.tokens
      .slice(0, 3)
      .map((token) => token.lower)
      .join(" "),
  );
  return isAsked || isToldBy(reader);
}

/** "… by region": told of groups. */
function isToldBy({ items, at }: Reader): boolean {
  const later = items.slice(at + 2);
  const by = later.findIndex((item) => isCue(item, "by", "group"));
  return by >= 0 && schemaOf(later[by + 1]) !== null;
}
