import { worksHere } from "../../catalog/persons.ts";
import type { Item } from "../../link/item.ts";
import { WORKS_IN } from "../../link/item-weights.ts";
import { ADVERTISING } from "../../link/called-spend.ts";
import type { Mention } from "../../link/mention.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { comparisonAt, type ReadComparison } from "../comparisons/comparison-at.ts";
import { compared } from "../comparisons/conditions.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import { hasNumericColumn, isCue, isTable, otherOf, schemaOf } from "../reader.ts";
import { readSchema } from "../schema/schema.ts";
import type { OutputWish } from "../sketch.ts";
import { figureOfEach, isQuantity, usualAggregate } from "./implicit.ts";

type MeasureItem = CueItem<"measure">;

interface Measured {
  reader: Reader;
  measure: MeasureItem["cue"]["measure"];
  start: number;
  text: string;
}

/** "revenue", "sold", "profit": a measure every business has, unless a column is called just that. */
export function readMeasure(reader: Reader, item: MeasureItem): Part {
  const { at: start, items } = reader;
  const { measure } = item.cue;
  const other = otherOf(item, 0.95);
  if (other !== null && hasNumericColumn(other) && !isTable(other) && measure !== "quantity")
    return readSchema(reader, other);
  if (other !== null && areSaleDays(reader, other)) return readSchema(reader, other);
  if (isPartOfHouse(reader, item)) return { at: start + 1, lost: [item.text] };
  // "sales demos last week": something else of the sales people, which means nothing here
  const noun = items[start + 1];
  const isNoun = noun?.kind === "word" && noun.start === item.end && !noun.capitalised && /[a-z]{3}s$/.test(noun.text);
  if (isNoun && start === 0 && /^sales$/i.test(item.text))
    return { at: start + 2, lost: [`${item.text} ${noun.text}`] };
  if (isOurSpending(reader, item) && !items.some(isSupplier)) return { at: start + 1, lost: [item.text] };
  const each = comparisonAt(items, start + 1)?.explicit === true ? null : figureOfEach(reader);
  const part = firstOf(measureCases, { reader, measure, start, text: item.text }) ?? {
    outputs: [{ kind: "measure", measure, fn: null, at: start }],
  };
  return together(each, { at: start + 1, ...part });
}

/** "sales in the Guildhall", where sales are days on which things are sold, with names of their own: those, unless a figure is asked for. */
function areSaleDays({ items, sketch }: Reader, mention: Mention): boolean {
  const table = isTable(mention) ? mention.tables[0]?.table : undefined;
  if (table === undefined || table.isView || table.label.length === 0) return false;
  const isFigured = items.some((item) =>
    isCue(item, "aggregate", "group", "bucket", "by", "superlative", "quantifier", "versus", "growth", "running"),
  );
  return !isFigured && sketch.outputs.length === 0 && !table.columns.some(({ isForeign }) => isForeign);
}

/** "how many people work in sales", where nothing says who does: no figure of theirs. "the best employees in sales" are ranked by it. */
function isPartOfHouse({ tokens, items, at, sketch }: Reader, { text, start }: MeasureItem): boolean {
  const isRanked = sketch.superlatives.length > 0 || sketch.limit !== null || sketch.said.has("top");
  if (text.toLowerCase() !== "sales" || tokens[start - 1]?.lower !== "in" || isRanked) return false;
  const [people] = schemaOf(items[at - 2])?.tables ?? [];
  return WORKS_IN.test(tokens[start - 2]?.lower ?? "") || (people !== undefined && worksHere(people.table));
}

/** "with each supplier", "with Hill Estate": those to whom it went. */
function isSupplier(item: Item): boolean {
  if (item.kind !== "schema" && item.kind !== "value") return false;
  const { tables, values } = item.mention;
  const [table] = item.kind === "value" ? values.map(({ column }) => column.table) : tables.map((link) => link.table);
  return table?.words.some((word) => /^(?:suppliers?|vendors?)$/.test(word)) === true;
}

/** "what did we spend", "our spending": money that went out, which is none of what came in. */
function isOurSpending({ tokens, items, at }: Reader, { text, start }: MeasureItem): boolean {
  if (!/\b(?:spend|spent|spending)$/i.test(text)) return false;
  // "spend by month", and nobody who does it
  const isAlone = (item: Item) =>
    item.kind === "date" || isCue(item, "bucket", "end", "preposition", "command", "question", "aggregate");
  if (items.every((item, i) => i === at || isAlone(item))) return true;
  const before = tokens.slice(Math.max(0, start - 3), start).map(({ lower }) => lower);
  // "our advertising spend", "marketing spend last year": on something of which nothing is known
  const isOnUnknown = items[at - 1]?.kind === "word" && before.length > 0;
  if (isOnUnknown && (ADVERTISING.test(before.at(-1) ?? "") || /^(?:our|we)$/.test(before.at(-2) ?? ""))) return true;
  return /\b(?:we|we've|our)(?: (?:have|had|usually|really|total|overall|actually|currently|monthly|yearly|annual))*$/.test(
    before.join(" "),
  );
}

/** From conditions to words that were said before; a measure that is none of these is an output. */
const measureCases: Cases<Measured> = [
  {
    name: "compared before",
    recognises: "the number it was compared with stands before it",
    example: "more than 500 in revenue",
    read({ reader, measure, start }) {
      const last = reader.sketch.filters.at(-1);
      const isSame = last?.kind === "compare" && last.measure === measure;
      return isSame && reader.items[start - 1]?.kind === "number" ? {} : null;
    },
  },
  {
    name: "compared",
    recognises: "a comparison with a number, or with the average",
    example: "customers who spent more than 500",
    read: readCompared,
  },
  {
    name: "number before",
    recognises: "a measure right after the number that it is of",
    example: "bottles sold per month, fee income by quarter",
    read({ reader, measure, start }) {
      const { outputs } = reader.sketch;
      const last = outputs.at(-1);
      const isNumber = last?.kind === "column" && last.at === start - 1 && hasNumericColumn(last.mention);
      if (!isNumber || isTable(last.mention) || last.mention.end !== reader.items[start]?.start) return null;
      const { mention, at } = last;
      // "ticket revenue": the money that tickets bring in, and not how many they are.
      if (measure === "money" && !isOfMoney(mention)) {
        const names = reader.sketch.names.filter((one) => one !== mention);
        return { set: { names, outputs: [...outputs.slice(0, -1), { kind: "measure", measure, fn: null, at }] } };
      }
      // "stock sold per month": what is sold is no sum of prices, nor of what is on the shelf.
      const column = mention.columns[0]?.column;
      const isDealt = column?.table.columns.some(({ isForeign }) => isForeign) === true && isQuantity(mention);
      if (!isDealt || usualAggregate(mention) !== "sum") return null;
      return {
        set: { outputs: [...outputs.slice(0, -1), { kind: "aggregate", fn: "sum", mention, distinct: false, at }] },
      };
    },
  },
  {
    name: "negated",
    recognises: "a measure after “never”, “not”: rows without any",
    example: "tracks that have never been sold",
    read: ({ reader, start }) =>
      reader.negated ? { set: { buying: { at: start, negated: true, sold: true } } } : null,
  },
  {
    name: "different things sold",
    recognises: "a quantity after a count of different things: those that were, not how often",
    example: "how many different products were sold",
    read({ reader, measure, start }) {
      const last = reader.sketch.outputs.at(-1);
      if (measure !== "quantity" || last?.kind !== "count" || !last.distinct) return null;
      return { set: { buying: { at: start, negated: false, sold: true } } };
    },
  },
  {
    name: "things sold",
    recognises: "a quantity after a count of things: the quantity is the count",
    example: "the number of tracks sold",
    read({ reader, measure, text }) {
      const { outputs } = reader.sketch;
      const last = outputs.at(-1);
      // "how many blue pots have we sold": the value stands where the things would.
      const isKind = reader.sketch.filters.some(
        (filter) => filter.kind === "value" && filter.at === (last?.at ?? 0) + 1,
      );
      if (measure !== "quantity" || last?.kind !== "count" || (last.mention === null && !isKind)) return null;
      // "products that we still sell": which of them, rather than how many were sold.
      if (/^sells?$/i.test(text) && reader.sketch.said.has("things that are sold")) return { lost: [text] };
      // "how many tickets did we sell", where each booking has a number of tickets.
      const { mention, at } = last;
      // "how many tickets did we sell", where no more is known of them than their price.
      if (mention !== null && !isTable(mention) && isOfMoney(mention)) return { lost: [mention.text] };
      // "how many season tickets did we sell", where tickets are of no season: all of them are none of these.
      if (mention !== null && isKindOfThings(reader, mention)) return { lost: [mention.text] };
      const isHeld = mention !== null && !isTable(mention) && hasNumericColumn(mention) && !last.distinct;
      const sum: OutputWish = isHeld
        ? { kind: "aggregate", fn: "sum", mention, distinct: false, at }
        : { kind: "measure", measure: "quantity", fn: "sum", at };
      return { set: { outputs: [...outputs.slice(0, -1), sum] } };
    },
  },
  {
    name: "said before",
    recognises: "a measure that is shown already, or is what “most” before it counts",
    example: "who bought the most",
    read({ reader, measure, start }) {
      const { outputs, superlatives } = reader.sketch;
      const isShown = outputs.some((output) => output.kind === "measure" && output.measure === measure);
      const isRanked = superlatives.some(
        (wish) => wish.target.kind === "count" && wish.target.mention === null && start - wish.at <= 2,
      );
      return isShown || isRanked || isCue(reader.items[start - 1], "quantifier") ? {} : null;
    },
  },
  {
    name: "quantity in a condition",
    recognises: "“sold” where rows are restricted",
    example: "the genre of the products sold in May",
    // "products with the quantity sold": what is shown beside them.
    read: ({ reader, measure, text }) =>
      measure === "quantity" && reader.zone === "modifier" && !/^(?:total )?(?:quantit|units?|number)/i.test(text)
        ? {}
        : null,
  },
];

/** What no number is called by, right before the things that are sold. */
const isKindOfThings = ({ items }: Reader, mention: Mention): boolean =>
  !isTable(mention) &&
  !hasNumericColumn(mention) &&
  items.some((one) => one.kind === "schema" && one.start === mention.end);

/** "fee income": what is called money itself. */
const isOfMoney = ({ columns: [best] }: Mention): boolean =>
  best !== undefined &&
  /\b(?:amount|price|fees?|costs?|charges?|paid|pay|income|revenue|totals?|value|fares?|rents?|donations?|gifts?|premiums?|deposits?|tips?|dues|tolls?|subscriptions?|commissions?|sales|turnover|profit|earnings|budget)\b/.test(
    best.column.words.join(" "),
  );

function readCompared({ reader, measure, start }: Measured): Part | null {
  const rows = rowsOfIt(reader);
  const comparison = rows === null ? comparisonAt(reader.items, start + 1) : comparedBehind(reader);
  if (comparison === null) return null;
  const { operand, operator, next, explicit } = comparison;
  // "revenue of order number 12": the number is that of the order.
  const isOfKey = reader.items.slice(start + 1, next).some((item) => schemaOf(item)?.columns[0]?.column.isKey === true);
  if (isOfKey && !explicit) return null;
  // "total revenue 2025": a year that stands alone is a date.
  if (operand.kind === "number" && operand.year !== null && !explicit) return null;
  if (operand.kind !== "number" && !isAverageOfAll(operand)) return null;
  // "brought in more than 15 new members": so many rows, and no money.
  if (measure === "money" && operand.kind === "number" && areRowsAt(reader, next)) return { at: start + 1 };
  // "brought in more than 500 in fees"
  const of = isCue(reader.items[next], "preposition") ? schemaOf(reader.items[next + 1]) : null;
  if (of !== null && hasNumericColumn(of) && !isTable(of))
    return { at: next + 2, filters: [compared(of, operator, operand, { fn: "sum" })] };
  return { at: next, filters: [compared(null, operator, operand, { fn: "sum", measure })], tables: rows ?? [] };
}

/** "who spent more than average": than all of them did on average. */
const isAverageOfAll = (operand: ReadComparison["operand"]): boolean =>
  operand.kind === "aggregate" && operand.fn === "avg" && (operand.mention === null || isTable(operand.mention));

/** "customers whose total revenue of orders is above 500": the rows right after a measure, in a condition. */
function rowsOfIt({ items, at, zone }: Reader): { mention: Mention; zone: "modifier" }[] | null {
  const mention = schemaOf(items[at + 2]);
  const areRows = zone === "modifier" && isCue(items[at + 1], "preposition") && mention !== null && isTable(mention);
  return areRows ? [{ mention, zone }] : null;
}

/** What is compared behind these rows, which is a number. */
function comparedBehind({ items, at }: Reader): ReadComparison | null {
  const found = comparisonAt(items, at + 3);
  return found?.explicit === true && found.operand.kind === "number" ? found : null;
}

/** The name of rows right after a number, perhaps with values between that tell which. */
function areRowsAt({ items }: Reader, at: number): boolean {
  const rows = items.slice(at).find(({ kind }) => kind !== "value");
  const named = schemaOf(rows);
  const isNext = named !== null && items.indexOf(rows as Item) - at <= 2;
  return isNext && isTable(named) && !hasNumericColumn(named);
}
