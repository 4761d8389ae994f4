import { hoursOf } from "../language/hours-said.ts";
import { weekdaysOf } from "../language/dates.ts";
import type { Item } from "../link/item.ts";
import type { Cases } from "./cases.ts";
import { firstOf } from "./cases.ts";
import { summedUp } from "./figures/implicit.ts";
import { bucketBy, unitOf } from "./groups/buckets.ts";
import type { Part } from "./part.ts";
import { together } from "./part.ts";
import type { Reader } from "./reader.ts";
import { harmless } from "./harmless-words.ts";
import { isCue, isEnd, isTable, schemaOf } from "./reader.ts";
import { readLastFlagged } from "./superlatives/first.ts";
import { readSuperlative } from "./superlatives/superlatives.ts";

type WordItem = Item & { kind: "word" };

interface Word {
  reader: Reader;
  item: WordItem;
  at: number;
  next: Item | undefined;
}

/** A word that is neither a cue nor in the data: some mean something where they stand, the others are unknown. */
export function readWord(reader: Reader, item: WordItem): Part {
  const { at, items } = reader;
  return firstOf(wordCases, { reader, item, at, next: items[at + 1] }) ?? unknownWord(reader, item);
}

/** What a word may mean by its place. */
const wordCases: Cases<Word> = [
  {
    name: "summed up",
    recognises: "a word for a total right after the name of a number",
    example: "hours total",
    read: ({ reader, item }) => summedUp(reader, item.text, item.start),
  },
  {
    name: "count at the end",
    recognises: "“number”, “frequency”, “total” as the last of what is asked for",
    example: "for each day, the date and the number",
    read({ reader, item, at, next }) {
      const isLast = isEnd(next) && reader.sketch.outputs.length > 0;
      if (!isLast || !/^(number|numbers|frequency|total)$/i.test(item.text)) return null;
      return { at: at + 1, outputs: [{ kind: "count", mention: null, distinct: false, at }] };
    },
  },
  {
    name: "latest rows",
    recognises: "“last” before a table, perhaps with a number between",
    example: "our last order, the last 5 invoices",
    read({ reader, item, at, next }) {
      const rows = schemaOf(next?.kind === "number" ? reader.items[at + 2] : next);
      if (!/^(last|latest)$/i.test(item.text) || rows === null || !isTable(rows)) return null;
      const cue = { is: "superlative", direction: "most", hint: "date" } as const;
      const { start, end, text } = item;
      return readSuperlative(reader, { start, end, text, kind: "cue", cue, other: null });
    },
  },
  {
    name: "last that is flagged",
    recognises: "“last” before what only a flag says of rows",
    example: "who booked the last emergency, of visits that are one or not",
    read: ({ reader, item }) => (/^(last|latest)$/i.test(item.text) ? readLastFlagged(reader, item) : null),
  },
  {
    name: "last of all",
    recognises: "“last” at the end, after a date that waits for its comparison",
    example: "who was hired last",
    read({ reader: { pending }, item, at, next }) {
      if (!/^last$/i.test(item.text) || !isEnd(next) || pending?.columns[0]?.column.isDate !== true) return null;
      const target = { kind: "column", mention: pending, fn: null } as const;
      return { at: at + 1, superlatives: [{ direction: "most", limit: null, negated: false, target }] };
    },
  },
  {
    name: "day of the week",
    recognises: "a weekday, “weekends”",
    example: "orders on Mondays",
    read({ item, at }) {
      const days = weekdaysOf(item.text);
      return days === null ? null : { at: at + 1, filters: [{ kind: "weekday", days }], state: { zone: "modifier" } };
    },
  },
  {
    name: "hours of the day",
    recognises: "full hours, or a part of the day",
    example: "visits before 8 am",
    read({ item, at }) {
      const hours = hoursOf(item.text);
      return hours === null ? null : { at: at + 1, filters: [{ kind: "hours", hours }], state: { zone: "modifier" } };
    },
  },
  {
    name: "which month",
    recognises: "a unit of time that is asked for before anything else",
    example: "which month had the most orders",
    read({ reader, item, at }) {
      const isHour = /^hours?$/i.test(item.text) && isCue(reader.items[at - 1], "question");
      const unit = isHour ? "hour_of_day" : unitOf(item.text);
      const { outputs, tables } = reader.sketch;
      const isAsked = isCue(reader.items[at - 1], "question", "preposition") || at === 0;
      if (unit === null || !isAsked || outputs.length + tables.length > 0) return null;
      return together(bucketBy(reader, unit), { at: at + 1, set: { whichBucket: true } });
    },
  },
];

function unknownWord({ sketch, tokens, at, connector }: Reader, item: WordItem): Part {
  const { outputs, tables, filters, groups } = sketch;
  const isHead =
    outputs.length + tables.length + filters.length + groups.length === 0 &&
    !item.capitalised &&
    !harmless.test(item.text) &&
    tokens[item.start - 1]?.lower !== "who";
  // "from Kiel or Ploen who left": who left is no other place, and without the other place too few are told.
  const isOther = connector === "or" && filters.length > 0 && tokens[item.start - 1]?.lower === "or";
  return {
    at: at + 1,
    set: isHead ? { strangeHead: true } : {},
    ...(isOther && { state: { connector: null } }),
    unknown: [{ text: item.text, capitalised: item.capitalised, token: item.start }],
  };
}
