import { stem } from "../../language/inflection.ts";
import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { cueOf, hasMeasured, hasNumericColumn, isCue, isEnd, isTable, schemaOf, schemaOrOther } from "../reader.ts";
import type { Operand } from "../sketch.ts";
import { readNumberSpan } from "./spans.ts";
import { hintOfSuffix, suffixOf } from "./comparison-at.ts";
import { compared, counted } from "./conditions.ts";
import { numberOperand } from "./operand-at.ts";

type NumberItem = Item & { kind: "number" };

interface Numbered {
  reader: Reader;
  item: NumberItem;
  at: number;
  next: Item | undefined;
}

/** A number: what is compared with it, what it counts, how many are wanted, or a year. */
export function readNumber(reader: Reader, item: NumberItem): Part {
  const { at, items } = reader;
  return (
    firstOf(numberCases, { reader, item, at, next: items[at + 1] }) ?? {
      at: at + 1,
      unknown: [{ text: item.text, capitalised: false }],
    }
  );
}

/** "room 111 most recently": which room, and not how many. */
export const isOfNoun = (noun: Item | undefined, { start }: Pick<Item, "start">): boolean =>
  noun?.kind === "schema" && noun.end === start;

/** A number that counts or measures is no year, whatever it looks like. */
const plainOperand = (item: NumberItem): Operand => ({ ...numberOperand(item), year: null });

/** From the words right after the number to the column that waits for one. */
const numberCases: Cases<Numbered> = [
  {
    name: "how many are ranked",
    recognises: "a superlative after the number, which takes it",
    example: "the 3 highest prices",
    read: ({ reader, item, at, next }) =>
      isCue(next, "superlative", "quantifier", "common") && !isOfNoun(reader.items[at - 1], item)
        ? { at: at + 1 }
        : null,
  },
  {
    name: "span",
    recognises: "another number after “to”, where a column waits for its comparison",
    example: "players with an age of 20 to 25",
    read: ({ reader }) => readNumberSpan(reader),
  },
  {
    name: "or more",
    recognises: "“or more”, “or less” after the number",
    example: "customers with 3 or more orders",
    read: ({ reader, item, at, next }) => readOrMore(reader, item, at, next),
  },
  {
    name: "times",
    recognises: "“times” after the number",
    example: "who ordered 3 times",
    read: ({ item, at, next }) =>
      isCue(next, "times") ? { at: at + 2, filters: [counted(null, "=", item.value)] } : null,
  },
  {
    name: "one more number",
    recognises: "“or”, or “and” of both, after a comparison with a number: the column goes on",
    example: "aged 36 or 37",
    read({ reader, item, at }) {
      const last = reader.sketch.filters.at(-1);
      const goesOn = reader.connector === "or" || (reader.connector === "and" && reader.sketch.both);
      if (!goesOn || last?.kind !== "compare") return null;
      if (last.operator !== "=" || last.operand.kind !== "number") return null;
      const { target, fn, measure, hint } = last;
      const column = target?.columns[0]?.column;
      if (item.year !== null && (column === undefined || !column.isNumber || column.isYear)) return null;
      return { at: at + 1, filters: [compared(target, "=", numberOperand(item), { fn, measure, hint })] };
    },
  },
  {
    name: "year",
    recognises: "a number that may be a year, where a date may stand",
    example: "orders in 2023",
    read({ reader, item, at, next }) {
      if (item.year === null || !isPlaceOfDate(reader, at, next)) return null;
      return {
        at: at + 1,
        filters: [{ kind: "period", period: item.year, target: reader.pending }],
        state: { zone: "modifier" },
      };
    },
  },
  {
    name: "one of two numbers",
    recognises: "another number after “or”, and the noun of both",
    example: "films with 3 or 4 stars",
    read({ reader, item, at, next }) {
      const { items, pending, zone } = reader;
      const mention = schemaOf(items[at + 3]);
      if (!isCue(next, "or") || items[at + 2]?.kind !== "number" || mention === null) return null;
      if (zone !== "modifier" || (pending !== null && !isTable(pending))) return null;
      const isRows = isTable(mention);
      if (!isRows && !hasNumericColumn(mention)) return null;
      return {
        at: at + 1,
        filters: [isRows ? counted(mention, "=", item.value) : compared(mention, "=", plainOperand(item))],
      };
    },
  },
  {
    name: "number before its rows",
    recognises: "a number that a column holds, its name and that of its rows",
    example: "5 star reviews, 2 bedroom flats",
    read({ reader, item, at, next }) {
      const mention = schemaOf(next);
      const column = mention?.columns[0]?.column;
      if (mention === null || column === undefined || mention.start !== item.end) return null;
      const { min, max } = column.source;
      const isHeld = typeof min === "number" && typeof max === "number" && item.value >= min && item.value <= max;
      const isRanked = reader.items.some((other) => isCue(other, "superlative", "quantifier", "common", "top"));
      const isOf = mention.owners.includes(column.table) && mention.end > mention.start + 1;
      if (!column.isNumber || column.isKey || !isHeld || !isOf || isRanked) return null;
      const [first = ""] = mention.text.split(" ");
      if (!column.stems.includes(stem(first.toLowerCase()))) return null;
      const rows = { ...mention, columns: [], tables: [{ table: column.table, score: 1 }] };
      return { at: at + 2, filters: [compared(mention, "=", plainOperand(item))], tables: [{ mention: rows }] };
    },
  },
  {
    name: "how many, ranked later",
    recognises: "a noun after the number, and a superlative somewhere behind",
    example: "the 5 products with the highest price",
    read({ reader, item, at, next }) {
      const isRanked = reader.items.slice(at).some((later) => isCue(later, "superlative", "quantifier", "common"));
      if (schemaOf(next) === null || !isRanked || item.year !== null || item.value >= 1000) return null;
      return { at: at + 1, set: { limit: item.value } };
    },
  },
  {
    name: "how many rows",
    recognises: "a table after the number, before anything else is asked for",
    example: "show 10 customers",
    read({ reader, item, at, next }) {
      const mention = schemaOf(next);
      if (mention === null || reader.zone !== "focus" || !isTable(mention)) return null;
      if (reader.sketch.outputs.length + reader.sketch.tables.length > 0) return null;
      // "Harvest Fair 2020 entries": those of that year.
      if (item.year !== null && reader.items[at - 1]?.kind === "value")
        return { at: at + 1, filters: [{ kind: "period", period: item.year, target: null }] };
      return { at: at + 1, set: { limit: item.value } };
    },
  },
  {
    name: "number of things",
    recognises: "a noun after the number, in a condition",
    example: "customers with 3 orders",
    read({ reader, item, at, next }) {
      const mention = schemaOf(next);
      const { pending } = reader;
      if (reader.zone !== "modifier" || (pending !== null && !isNamedApart(reader, pending, item))) return null;
      // "owners who have 2 dogs"
      if (next?.kind === "value" && pending !== null && next.mention.values.length > 0)
        return { at: at + 1, filters: [counted(null, "=", item.value)] };
      if (mention === null) return null;
      // "at least 5 drivers and 3 vans": as many of both.
      const before = reader.sketch.filters.at(-1);
      const isMore = isCue(reader.items[at - 1], "and") && before?.kind === "count";
      const operator = isMore ? before.operator : "=";
      const filter = isTable(mention)
        ? counted(mention, operator, item.value)
        : compared(mention, isWithin(reader.items[at - 1]) ? "<=" : "=", plainOperand(item));
      return { at: at + 2, filters: [filter] };
    },
  },
  {
    name: "column that waits",
    recognises: "a column before that waits for its comparison",
    example: "players with an age of about 30",
    read({ reader, item, at }) {
      const { pending } = reader;
      if (pending === null || isNamedApart(reader, pending, item)) return null;
      return { at: at + 1, filters: [compared(pending, "=", numberOperand(item))] };
    },
  },
];

/** "answered within 20 seconds": no more than that. */
const isWithin = (before: Item | undefined): boolean =>
  isCue(before, "relative") && /^within$/i.test(before?.text ?? "");

/** "clients with 3 orders", where clients are no more than rows: the number, which stands apart from them, is not their key. */
const isNamedApart = ({ tokens }: Reader, pending: Mention, { start }: Item): boolean =>
  isTable(pending) &&
  !hasMeasured(pending) &&
  start > pending.end &&
  !/^(?:number|no|nr|id|is|was|#)$/.test(tokens[start - 1]?.lower ?? "");

function isPlaceOfDate(reader: Reader, at: number, next: Item | undefined): boolean {
  return (
    isCue(reader.items[at - 1], "preposition", "comma", "and", "or", "relative", "possessive", "measure", "bucket") ||
    at === 0 ||
    reader.zone === "modifier" ||
    // "orders 2023 vs 2024", "orders 2023 by month"
    isCue(next, "versus", "bucket", "group") ||
    isEnd(next)
  );
}

/** "3 or more times", "3 or more orders", "30 or more points", "… is 5 or more". */
function readOrMore(reader: Reader, item: NumberItem, at: number, next: Item | undefined): Part | null {
  const operator = suffixOf(cueOf(next));
  if (operator === null) return null;
  const after = reader.items[at + 2];
  if (isCue(after, "times")) return { at: at + 3, filters: [counted(null, operator, item.value)] };
  const mention = schemaOrOther(after);
  if (mention === null) {
    // "in 2005 or after": a year, of no column in particular.
    const hint = item.year !== null && reader.pending === null ? "date" : hintOfSuffix(next);
    return { at: at + 2, filters: [compared(reader.pending, operator, numberOperand(item), { hint })] };
  }
  const filter =
    hasNumericColumn(mention) && !isTable(mention)
      ? compared(mention, operator, plainOperand(item))
      : counted(mention, operator, item.value);
  return { at: at + 3, filters: [filter] };
}
