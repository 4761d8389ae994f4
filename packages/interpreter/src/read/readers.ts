import type { Cue } from "../language/cues.ts";
import type { Token } from "../language/tokens.ts";
import { earlierBy, soFar } from "../language/periods.ts";
import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import {
  readAnd,
  readBuying,
  readComma,
  readEnd,
  readHow,
  readLead,
  readMissing,
  readExcept,
  readNegation,
  readNoise,
  readPreposition,
  readRelative,
} from "./clauses.ts";
import { readComparative } from "./comparisons/comparative.ts";
import { readComparison } from "./comparisons/comparisons.ts";
import { counted } from "./comparisons/conditions.ts";
import { readNumber } from "./comparisons/numbers.ts";
import { readAggregate } from "./figures/aggregates.ts";
import { readCount } from "./figures/counts.ts";
import { readMeasure } from "./figures/measures.ts";
import { readBy } from "./groups/by.ts";
import { readBucket, readDistinct, readGroup } from "./groups/groups.ts";
import { readDirection, readOrderCue } from "./groups/order.ts";
import type { Part } from "./part.ts";
import type { CueItem, Reader } from "./reader.ts";
import { isCue } from "./reader.ts";
import { isFlag } from "./schema/flags.ts";
import { readSchema } from "./schema/schema.ts";
import { readValue } from "./schema/values.ts";
import type { FilterWish, Sketch } from "./sketch.ts";
import { readSuperlative } from "./superlatives/superlatives.ts";
import { readWord } from "./words.ts";

/** What reads one kind of item. */
interface ItemReader<Read extends Item> {
  /** The words it recognises. */
  recognises: string;
  /** A question, or a piece of one, with such words. */
  example: string;
  /** What they say; a part of the sketch, and the item reading goes on with. Called with the reader at the item. */
  read(reader: Reader, item: Read): Part;
}

const pass = ({ at }: Reader): Part => ({ at: at + 1 });

/** "expensive rings": nothing says from which price on, and all of them are no answer. */
function readAdjective({ at, items }: Reader): Part {
  const item = items[at];
  const isOpen = item?.kind === "cue" && item.cue.is === "adjective" && item.cue.hint === "price";
  return isOpen ? { at: at + 1, lost: [item.text] } : { at: at + 1 };
}

/** Where what is said of the rows a share is of begins: "is" of "the share of dogs that is insured". */
function predicateAfter(items: readonly Item[], at: number): number | null {
  const found = items.findIndex((item, i) => i > at + 1 && isCue(item, "copula", "relative"));
  // "the share of dogs insured"
  const flag = items.findIndex(
    (item, i) => i > at + 1 && item.kind === "schema" && isFlag(item.mention) && items[i - 1]?.kind === "value",
  );
  const first = found < 0 ? flag : found;
  return first < 0 ? null : first;
}

/** A cue that says one thing of the whole question. */
const saying =
  (set: Partial<Sketch>) =>
  ({ at }: Reader): Part => ({ at: at + 1, set });

/** The readers of cues, family by family: the guide to what words do in a question. Each kind of cue has one. */
const cueReaders: { readonly [Is in Cue["is"]]: ItemReader<CueItem<Is>> } = {
  // What is asked for.
  command: { recognises: "words that ask for something", example: "show, list, compare", read: readLead },
  question: { recognises: "question words", example: "which, what, where, when", read: readLead },
  how: { recognises: "“how” and an adjective: the column it means", example: "how old, how long", read: readHow },
  count: { recognises: "words that count", example: "how many, the number of", read: readCount },
  aggregate: { recognises: "functions of a column", example: "average, total, maximum", read: readAggregate },
  measure: { recognises: "measures every business has", example: "revenue, profit, sold", read: readMeasure },
  share: {
    recognises: "a part of a whole",
    example: "what percentage of, the share of",
    read: ({ at, items }, { cue }) => ({
      at: at + 1,
      set: { share: { percent: cue.percent, at, predicate: predicateAfter(items, at) } },
    }),
  },
  distinct: { recognises: "each value once, or a figure for each", example: "different, distinct", read: readDistinct },
  everything: { recognises: "whole rows", example: "all details", read: saying({ everything: true }) },
  growth: { recognises: "the change from one period to the next", example: "growth", read: saying({ growth: true }) },
  running: { recognises: "each row with all before it", example: "cumulative", read: saying({ running: true }) },
  versus: { recognises: "two things side by side", example: "versus, compared to", read: saying({ versus: true }) },

  // What is ranked.
  superlative: { recognises: "the most of a quality", example: "highest, oldest", read: readSuperlative },
  quantifier: { recognises: "the most of what follows", example: "most, fewest", read: readSuperlative },
  common: { recognises: "the value that occurs most often", example: "most common", read: readSuperlative },
  top: { recognises: "so many of a list", example: "top 5, first 3", read: readSuperlative },
  ordinal: {
    recognises: "a later place",
    example: "the second highest",
    read: ({ at }, { cue }) => ({ at: at + 1, set: { offset: cue.place - 1 } }),
  },
  adjective: {
    recognises: "a quality, which “top 5” before it reads",
    example: "long, expensive",
    read: readAdjective,
  },

  // What is compared.
  compare: { recognises: "operators", example: "more than, at least, is", read: readComparison },
  between: { recognises: "two bounds", example: "between 5 and 10", read: readComparison },
  pattern: { recognises: "parts of a text", example: "containing, starting with", read: readComparison },
  comparative: { recognises: "operators before their column", example: "a higher price than", read: readComparative },
  or_more: { recognises: "a suffix, which the number before it reads", example: "5 or more", read: pass },
  or_less: { recognises: "a suffix, which the number before it reads", example: "5 or less", read: pass },
  times: {
    recognises: "how often something was done",
    example: "once, twice",
    read: ({ at }, { cue }) => ({ at: at + 1, filters: cue.count > 0 ? [counted(null, "=", cue.count)] : [] }),
  },
  missing: { recognises: "nothing in a column", example: "is missing, is empty", read: readMissing },
  buying: { recognises: "somebody's orders", example: "bought, purchased", read: readBuying },

  // What is grouped and ordered.
  group: { recognises: "a figure for each", example: "for each, per, across", read: readGroup },
  by: { recognises: "what is grouped, ranked or ordered by, or who did it", example: "by", read: readBy },
  bucket: { recognises: "units of time", example: "monthly, per quarter", read: readBucket },
  order: { recognises: "an order", example: "sorted by, in order of", read: readOrderCue },
  direction: { recognises: "the direction of an order", example: "descending", read: readDirection },

  // How clauses go on.
  end: { recognises: "the end of a sentence", example: "?", read: readEnd },
  relative: { recognises: "the beginning of a condition", example: "who, that have, with", read: readRelative },
  preposition: { recognises: "prepositions: most begin a condition", example: "in, of, for", read: readPreposition },
  named: {
    recognises: "the name of something follows",
    example: "named, called",
    read: ({ at }) => ({ at: at + 1, state: { zone: "modifier" } }),
  },
  negation: { recognises: "what must not be", example: "not, never, without", read: readNegation },
  except: {
    recognises: "what is left out",
    example: "except, other than",
    read: readExcept,
  },
  and: { recognises: "one more of the same", example: "and", read: readAnd },
  comma: { recognises: "one more of the same", example: ",", read: readComma },
  or: {
    recognises: "one or the other",
    example: "or",
    read: ({ at }) => ({ at: at + 1, state: { connector: "or" } }),
  },
  both: { recognises: "two conditions on one thing", example: "both", read: saying({ both: true }) },
  possessive: { recognises: "whose something is", example: "their, the … of our", read: pass },
  copula: { recognises: "is, which what stands before or after it reads", example: "is, are, was", read: pass },
  noise: { recognises: "words without a meaning of their own", example: "please, there", read: readNoise },
};

/** The readers of all that is no cue: words of the data, numbers, dates, and words that mean nothing here. */
const itemReaders: { readonly [Kind in Exclude<Item["kind"], "cue">]: ItemReader<Item & { kind: Kind }> } = {
  schema: {
    recognises: "names of tables and columns",
    example: "customers, price",
    read: (reader, item) => readSchema(reader, item.mention),
  },
  value: {
    recognises: "values of the data, and quoted text",
    example: "Germany, 'Rock'",
    read: (reader, item) => readValue(reader, item.mention),
  },
  number: { recognises: "numbers", example: "5, 2023", read: readNumber },
  date: { recognises: "dates and periods", example: "last month, May 2023", read: readDate },
  word: { recognises: "other words", example: "funnel", read: readWord },
};

/** A period; "May compared with the same month last year" is a year before the period just named, "the week before" a week. */
function readDate({ at, sketch, pending, tokens }: Reader, { period }: Item & { kind: "date" }): Part {
  const before = sketch.filters.findLast((filter) => filter.kind === "period");
  const named = before?.kind === "period" ? before.period : null;
  const meant =
    period.earlier === undefined || named === null
      ? period
      : earlierBy(period.earlier, period.sinceThen === true ? soFar(named, sketch.today) : named);
  return {
    at: at + 1,
    filters: [{ kind: "period", period: meant, target: pending ?? dayBefore(sketch.filters.at(-1)) }],
    state: { zone: "modifier" },
    lost: pending !== null && isSourceOf(pending, tokens) ? [pending.text] : [],
  };
}

/** "came from email last month", of people who have one: where they came from, which no day tells. */
function isSourceOf({ start, columns: [best], tables }: Mention, tokens: readonly Token[]): boolean {
  const isText = best?.column.isText === true && !best.column.isDate && tables.length === 0;
  return isText && /^(?:from|via|through)$/.test(tokens[start - 1]?.lower ?? "");
}

/** "entered the north hall this year", of an entered_at: the day that is called so. */
const dayBefore = (last: FilterWish | undefined): Mention | null =>
  last?.kind === "value" && last.target?.columns[0]?.column.isDate === true && last.target.tables.length === 0
    ? last.target
    : null;

/** The part of the sketch that begins with this item, at which the reader stands. */
export function partOf(reader: Reader, item: Item): Part {
  switch (item.kind) {
    case "cue":
      return partOfCue(reader, item);
    case "schema":
      return itemReaders.schema.read(reader, item);
    case "value":
      return itemReaders.value.read(reader, item);
    case "number":
      return itemReaders.number.read(reader, item);
    case "date":
      return itemReaders.date.read(reader, item);
    case "word":
      return itemReaders.word.read(reader, item);
  }
}

function partOfCue<Is extends Cue["is"]>(reader: Reader, item: CueItem<Is>): Part {
  return cueReaders[item.cue.is].read(reader, item);
}
