import type { CatalogTable } from "../../catalog/catalog.ts";
import type { Mention } from "../../link/mention.ts";
import type { AggregateFunction } from "../../form/logical-form.ts";
import type { Item } from "../../link/item.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { hasNumericColumn, isCue, isTable, schemaOf } from "../reader.ts";
import type { OutputWish } from "../sketch.ts";

/** Numbers that are not summed up: a price, a rate or an age of many rows is an average. */
const averaged =
  /\b(price|rate|rating|score|age|salary|temperature|satisfaction|percent|percentage|ratio|height|weight|speed|gpa|grade|density|margin|share|discount|star)s?\b/i;

/** How a number of many rows becomes one where the question does not say so. */
export function usualAggregate(mention: Pick<Mention, "columns" | "text">): AggregateFunction {
  const column = mention.columns[0]?.column;
  // Discounts in money add up.
  const isMoney = column?.words.includes("amount") === true || /^discounts\b/i.test(mention.text);
  if (isMoney && /\bdiscount/i.test(mention.text) && Number(column?.source.max ?? 0) > 100) return "sum";
  // An average of each row, of many rows, is no sum.
  if (column?.words.some((word) => /^(?:avg|average|mean|median)$/.test(word)) === true) return "avg";
  return averaged.test(`${mention.text} ${column?.words.join(" ") ?? ""}`) ? "avg" : "sum";
}

/** "Seats by plan", "hours logged per project": a number before "by" or "per" is summed up, though nothing says so. */
export function aggregateSilently(reader: Reader): Part | null {
  const { outputs, superlatives, orders } = reader.sketch;
  // "orders and amount by month": beside rows that are counted, too.
  const [only, ...more] = outputs.filter(({ kind }) => kind !== "count");
  if (only?.kind !== "column" || superlatives.length + orders.length > 0) return null;
  // "fees vs target per agent": each agent has a target of their own.
  const [other, ...others] = more;
  const isOwn = other?.kind === "column" && others.length === 0 && isOfGroups(reader, other.mention);
  if (more.length > 0 && !isOwn) return null;
  const figure = silentFigure(reader, only.mention, only.at);
  return figure === null ? null : { set: { outputs: outputs.map((one) => (one === only ? figure : one)) } };
}

/** The rows that are grouped by; "team" of team_members may be a column of theirs, which is none of them. */
function groupedBy({ items, at }: Reader) {
  const by = schemaOf(items[at + 1]) ?? schemaOf(items[at + 2]);
  return by !== null && isTable(by) ? by.tables[0]?.table : undefined;
}

const isOfGroups = (reader: Reader, { columns: [best] }: Mention): boolean =>
  best !== undefined && best.column.table === groupedBy(reader);

/** How like its name a number must be called: "refunds by reason" may be said of a refund_amount. */
const leastLikeness = (words: readonly string[]): number =>
  /^(?:amount|total|value|sum)$/.test(words.at(-1) ?? "") ? 0.4 : 0.5;

function silentFigure(reader: Reader, mention: Mention, at: number): OutputWish | null {
  const score = mention.columns[0]?.score ?? 0;
  // "amount per month", of no table in particular: the money that came in.
  const isAnyAmount = /^(amounts?|values?)$/i.test(mention.text) && score < 0.7;
  if (isAnyAmount && !isTable(mention) && reader.sketch.tables.length === 0)
    return { kind: "measure", measure: "money", fn: "sum", at };
  const column = mention.columns[0]?.column;
  if (column === undefined || score < leastLikeness(column.words) || !isQuantity(mention)) return null;
  // "the enrollment of each school": a school has one.
  if (groupedBy(reader) === column.table && !sharesItsName(column.table)) return null;
  // A share is one of a sum: there is none of a mean.
  const fn = usualAggregate(mention);
  if (reader.sketch.share !== null && fn !== "sum") return null;
  return { kind: "aggregate", fn, mention, distinct: false, at };
}

/** True for rows that are called like a column of theirs, which several have in common: depots.csv with a depot in each line. */
const sharesItsName = ({ columns, stems, source }: CatalogTable): boolean =>
  columns.some(
    ({ isText, stems: [only, ...more], source: { distinct_count: count } }) =>
      isText && more.length === 0 && only === stems.at(-1) && count !== null && count < source.row_count,
  );

/** What is listed where nothing is said of one figure of them. */
const SEVERAL_PRICES = /(?:^| )(?:prices|rates|fees|tariffs|charges)$/i;

/** "what is our turnover", and nothing else: one figure of all rows, rather than a list of what each has. */
export function figureOfOurs(reader: Reader, mention: Mention): OutputWish | null {
  const { items, at, sketch } = reader;
  const column = mention.columns[0]?.column;
  // "what are our prices": each of them.
  const isOurs = isOfOurs(reader, mention) && !SEVERAL_PRICES.test(mention.text);
  // "vat this quarter": of a number, and nothing but a time.
  const isInTime =
    (isAskedOf(reader, mention) ||
      items.slice(0, at).every((item) => isCue(item, "command") || isFlagItem(item) || isListed(item))) &&
    items.slice(at + 1).some(isTime);
  // "clicks and views last month": each of them
  function isListed(item: Item): boolean {
    if (isCue(item, "and", "comma")) return true;
    const other = item.kind === "schema" ? item.mention : null;
    return other !== null && !isTable(other) && isQuantity(other) && other.columns[0]?.column.table === column?.table;
  }
  // "hours on ticket 12": of all that happened to it, and nothing else is said.
  const isOfOne =
    items.slice(0, at).every((item) => /^(?:word|value)$/.test(item.kind) || isFlagItem(item)) &&
    column?.table.label.length === 0 &&
    usualAggregate(mention) === "sum" &&
    (at > 0 || items.some(({ kind }) => kind === "value"));
  if (!(isOurs || isInTime || isOfOne) || column === undefined || !isQuantity(mention) || sketch.tables.length > 0)
    return null;
  // "hours worked by cooks"
  const isDeed = (item: Item) => item.kind === "schema" && item.mention.columns[0]?.column.isDate === true;
  const isAll = items
    .slice(at + 1)
    .every(
      (item, i, rest) =>
        isCue(item, "end", "preposition") ||
        isTime(item) ||
        (isInTime && (isCue(item, "versus") || isListed(item) || isOtherTime(item, rest[i + 1]))) ||
        (isOfOne && (item.kind === "value" || isDeed(item) || (isCue(item, "by") && rest[i + 1]?.kind === "value"))),
    );
  return isAll ? { kind: "aggregate", fn: usualAggregate(mention), mention, distinct: false, at } : null;
}

/** "compare fees in May with June": the time beside which they stand. */
const isOtherTime = (item: Item, next: Item | undefined): boolean =>
  isCue(item, "relative", "and") && next !== undefined && isTime(next);

/** "our turnover", "our current turnover" */
function isOfOurs({ items, tokens, at }: Reader, { start }: Mention): boolean {
  const led = /^(?:current|present|total|overall)$/.test(tokens[start - 1]?.lower ?? "") ? 2 : 1;
  const before = items.slice(0, at).findLast(({ end }) => end <= start - led + 1);
  return /^(our|my)$/.test(tokens[start - led]?.lower ?? "") && isCue(before, "question", "possessive", "command");
}

/** "what was the discount in May": of rows that happen. */
function isAskedOf({ tokens }: Reader, { start, columns: [best] }: Mention): boolean {
  const said = tokens.slice(0, start).map(({ lower }) => lower);
  const columns = best?.column.table.columns ?? [];
  return (
    /^(?:what|how much) (?:was|is|were|are)(?: the)?$/.test(said.join(" ")) &&
    columns.some(({ isDate }) => isDate) &&
    columns.some(({ isForeign }) => isForeign)
  );
}

/** "in May", "in 2024" */
const isTime = (item: Item): boolean => item.kind === "date" || (item.kind === "number" && item.year !== null);

const isFlagItem = (item: Item): boolean =>
  item.kind === "schema" && !isTable(item.mention) && item.mention.columns[0]?.column.isFlag === true;

/** True for a number that rows have, and that may be summed up or averaged. */
export function isQuantity(mention: Mention): boolean {
  const column = mention.columns[0]?.column;
  if (column === undefined || column.isYear || column.isKey || column.isFlag) return false;
  return !isTable(mention) && hasNumericColumn(mention);
}

/** "agents with the number of their tickets", "customers and their total spending": a figure for each of what is listed. */
export function figureOfEach(reader: Reader): Part | null {
  const { sketch, items } = reader;
  const [listed, ...more] = sketch.tables;
  if (listed === undefined || more.length > 0 || listed.negated || listed.zone !== "focus") return null;
  if (sketch.outputs.length + sketch.groups.length + sketch.superlatives.length > 0 || sketch.share !== null)
    return null;
  const between = items.slice(listed.at + 1, reader.at);
  const first = between.findLastIndex((item) => !isCue(item, "relative", "possessive", "and", "preposition")) + 1;
  const lead = between.slice(first).map((item) => item.text.toLowerCase());
  const said = lead.join(" ");
  if (!/^((along |together )?with( the| their)?|and their)$/.test(said)) return null;
  const isOfThose = said.endsWith("their") || between.slice(0, first).every(isRestriction);
  return isOfThose ? { groups: [{ at: listed.at, mention: listed.mention }] } : null;
}

/** "customers from Germany with their spending", "projects started this year with their cost": what tells which. */
const isRestriction = (item: Item): boolean =>
  item.kind === "value" || item.kind === "date" || isCue(item, "preposition", "relative", "and");

/** "salary cost", "hours total": the word after a number's name, at that token, says that it is summed up. */
export function summedUp(reader: Reader, text: string, token: number): Part | null {
  const { outputs } = reader.sketch;
  const last = outputs.at(-1);
  if (!/^(costs?|bill|spend|spendings?|totals?|sum|expenditures?)$/i.test(text)) return null;
  if (last?.kind !== "column" || last.mention.end !== token || !hasNumericColumn(last.mention)) return null;
  const sum: OutputWish = { kind: "aggregate", fn: "sum", mention: last.mention, distinct: false, at: last.at };
  return { at: reader.at + 1, set: { outputs: [...outputs.slice(0, -1), sum] } };
}

/** "monthly expenses", "refunds by reason": of rows that are named after money, the money. */
export function moneyOf(reader: Reader, mention: Mention): OutputWish[] {
  const { sketch } = reader;
  if (
    !/^(expenses?|spendings?|costs?|refunds?|donations?|wages?|fees?|tips|payroll|expenditures?)$/i.test(mention.text)
  )
    return [];
  if (sketch.outputs.length + sketch.tables.length > 0 || reader.zone !== "focus") return [];
  if (sketch.bucket === null && !isCue(reader.items[reader.at + 1], "by", "bucket", "group")) return [];
  return [{ kind: "aggregate", fn: "sum", mention, distinct: false, at: reader.at }];
}

/** Words for an amount after the name of a table: "invoice amount", "order value". */
const amounts = /^(amounts?|values?|totals?|sums?|volumes?|size)$/i;

export const isAmountWord = (word: string): boolean => amounts.test(word);

/** True where the item at that place says that a table's amounts are meant. */
export function isAmountOf(items: readonly Item[], at: number, mention: Mention): boolean {
  const next = items[at];
  const said = next?.kind === "word" || next?.kind === "cue" ? next.text : "";
  if (!isTable(mention) || !amounts.test(said)) return false;
  return !(isCue(next, "aggregate") && items[at + 1]?.kind === "schema");
}
