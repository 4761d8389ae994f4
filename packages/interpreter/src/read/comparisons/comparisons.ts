import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import { readValueInside, textColumnAt } from "../schema/values.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import {
  hasMeasured,
  hasNumericColumn,
  isCue,
  isEnd,
  isTable,
  otherOf,
  past,
  schemaOf,
  schemaOrOther,
} from "../reader.ts";
import { isFlag } from "../schema/flags.ts";
import { holdsOnlyTexts, isDeed } from "../schema/texts.ts";
import { readSchema } from "../schema/schema.ts";
import type { ReadComparison } from "./comparison-at.ts";
import { comparisonAt } from "./comparison-at.ts";
import { compared, conditionOf, counted } from "./conditions.ts";
import { readAgainstRows } from "./rows.ts";
import { readSpan } from "./spans.ts";

/** A comparison that was read, and what stands after it. */
interface Compared {
  reader: Reader;
  found: ReadComparison;
  /** The place after the comparison. */
  at: number;
}

/** A comparison with a number, of which it is not known yet whether it counts rows. */
interface Numbered extends Compared {
  number: number;
  /** The place of the noun after the number. */
  noun: number;
}

/** "above 5", "between 1 and 2", "starting with A", "more than 5 orders". */
export function readComparison(reader: Reader, item: CueItem<"compare" | "between" | "pattern">): Part {
  const against = readAgainstRows(reader) ?? (item.cue.is === "between" ? readSpan(reader, reader.at) : null);
  if (against !== null) return against;
  const under = readUnder(reader, item);
  if (under !== null) return under;
  const found = comparisonAt(reader.items, reader.at);
  if (found === null) return readNoComparison(reader, item);
  const between = countedBetween(reader, found) ?? columnBetween(reader, found);
  if (between !== null) return between;
  const { operand } = found;
  let at = found.next;
  if (operand.kind === "number" && found.high === null && found.hint === null) {
    const numbered = numberedAt(reader, found, operand.value);
    const part = firstOf(numberedCases, numbered);
    const isCounted = part?.filters?.some(({ kind }) => kind === "count") === true;
    if (part !== null && isCounted) return together({ unknown: wordsPassed(reader, found.next, part.at ?? 0) }, part);
    if (part !== null) return part;
    at = numbered.at;
  }
  return firstOf(comparisonCases, { reader, found, at }) ?? compareWaiting(reader, found, at);
}

/** "repairs under warranty", "songs under label X": nothing is less than what only holds or does not, nor than a text. */
function readUnder({ items, at }: Reader, { text }: Item): Part | null {
  const held = schemaOf(items[at + 1]);
  if (held === null || !/^under$/i.test(text)) return null;
  const state = { zone: "modifier" } as const;
  if (isFlag(held)) {
    const filter = compared(held, "=", { kind: "number", value: 1, year: null }, { hint: "flag" });
    return { at: at + 2, filters: [filter], state };
  }
  const isPlace = holdsOnlyTexts(held) && !isTable(held) && !isEnd(items[at + 2]);
  return isPlace ? { at: at + 1, state } : null;
}

/** "more than 3 open loans": a word between the number and what it counts, which means nothing so far. */
const wordsPassed = ({ items }: Reader, from: number, to: number) =>
  items
    .slice(from, to)
    .flatMap((item) =>
      item.kind === "word" ? [{ text: item.text, capitalised: item.capitalised, token: item.start }] : [],
    );

/** A comparing word that nothing follows to compare with: a word of the schema, "more than once", or nothing. */
function readNoComparison(reader: Reader, item: CueItem<"compare" | "between" | "pattern">): Part {
  const other = otherOf(item, 0.9);
  if (other !== null) return readSchema(reader, other);
  const times = reader.items[reader.at + 1];
  if (item.cue.is === "compare" && times?.kind === "cue" && times.cue.is === "times" && times.cue.count > 0)
    return { at: reader.at + 2, filters: [counted(null, item.cue.operator, times.cue.count)] };
  // "whose rent is higher than that of Mira": without what it is compared with, all rows would do.
  // "whose name starts with the": an article is no text to look for, and without it all rows would do.
  const isArticle = /^(?:the|an?)$/.test(reader.tokens[item.end]?.lower ?? "");
  const isCut = item.cue.is === "pattern" && isArticle && isEnd(reader.items[reader.at + 1]);
  const isLost = isCut || /\b(?:than|word|letters?|string|substring|phrase|prefix)$/i.test(item.text);
  return { at: reader.at + 1, lost: isLost ? ["the comparison"] : [] };
}

/** Looks for the noun after a number; a value before it restricts what is counted: "at least one English song". */
function numberedAt(reader: Reader, found: ReadComparison, number: number): Numbered {
  const { items } = reader;
  let noun = found.next;
  while (
    isCue(items[noun], "distinct", "possessive", "preposition") ||
    (items[noun]?.kind === "word" && schemaOf(items[noun + 1]) !== null)
  )
    noun++;
  if (items[noun]?.kind !== "value" || schemaOf(items[noun + 1]) === null)
    return { reader, found, number, at: found.next, noun };
  const at = readValueInside(reader, noun);
  return { reader, found, number, at, noun: at };
}

/** What a number compared may count; none of them where it is compared with a column. */
const numberedCases: Cases<Numbered> = [
  {
    name: "rows with a value",
    recognises: "a value right after the number, in a condition",
    example: "buildings that have at least 10 professors",
    read({ reader, found, at, number }) {
      const isFree = reader.pending === null || isTable(reader.pending);
      if (reader.items[at]?.kind !== "value" || !isFree || reader.zone !== "modifier") return null;
      return { at, filters: [counted(null, found.operator, number)] };
    },
  },
  {
    name: "rows with a date",
    recognises: "a date column that is named with its table: the date belongs to what is counted",
    example: "at least two institutions founded after 1880",
    read({ reader, found, noun, number }) {
      const mention = schemaOrOther(reader.items[noun]);
      const column = mention?.columns[0]?.column;
      const owner = column?.isDate === true || column?.isYear === true ? mention?.owners[0] : undefined;
      if (mention === null || owner === undefined) return null;
      const rows = { ...mention, tables: [{ table: owner, score: 1 }], columns: [] };
      return {
        at: noun + 1,
        filters: [counted(rows, found.operator, number)],
        state: { zone: "modifier", pending: { ...mention, owners: [] } },
      };
    },
  },
  {
    name: "times",
    recognises: "“times”, or a word for rows that no table is called",
    example: "at least 3 times",
    read({ reader, found, at, noun, number }) {
      const { items, tokens } = reader;
      const isTimes = isCue(items[found.next], "times");
      const word = tokens[items[at - 1]?.end ?? -1]?.lower ?? "";
      const isRows = schemaOrOther(items[noun]) === null && /^(records?|entries|rows|occurrences|times)$/.test(word);
      if (!isTimes && !isRows) return null;
      return { at: isTimes ? at + 1 : at, filters: [counted(null, found.operator, number)] };
    },
  },
  {
    name: "a quantity",
    recognises: "what was sold after the number: units, rather than rows or prices",
    example: "products with more than 1000 units sold",
    read({ reader, found, at }) {
      const after = reader.items[at];
      const isQuantity = after?.kind === "cue" && after.cue.is === "measure" && after.cue.measure === "quantity";
      if (!isQuantity || (reader.pending !== null && !isTable(reader.pending))) return null;
      const filter = compared(null, found.operator, found.operand, { fn: "sum", measure: "quantity" });
      return { at: at + 1, filters: [filter], state: { zone: "modifier" } };
    },
  },
  {
    name: "rows of a table, or a column after its number",
    recognises: "a noun after the number, unless a column before waits for it",
    example: "more than 5 orders",
    read({ reader, found, noun, number }) {
      const mention = schemaOrOther(reader.items[noun]);
      if (mention === null || isApart(reader.items[found.next], mention)) return null;
      const isRows = isTable(mention) && (mention.tables[0]?.score ?? 0) >= 0.9;
      const { pending } = reader;
      const isWaiting =
        pending !== null &&
        !(isTable(pending) && !(hasMeasured(pending) && isHardlyRows(pending))) &&
        !(isDeed(pending) && holdsOnlyTexts(pending));
      if (isWaiting && !isRows) return null;
      const isNumeric =
        hasNumericColumn(mention) && (mention.columns[0]?.score ?? 0) >= (mention.tables[0]?.score ?? 0);
      if (isNumeric) return { ...conditionOf(reader, mention, found), at: noun + 1 };
      return {
        at: noun + 1,
        filters: [counted(mention, found.operator, number)],
        state: { zone: "modifier" },
      };
    },
  },
];

/** False for "pupils" where pupils are rows, and courses have a max_pupils: it is no number of theirs that is compared. */
const isHardlyRows = ({ tables, columns }: Mention): boolean =>
  (tables[0]?.score ?? 0) < 0.95 || (columns[0]?.score ?? 0) >= 0.7;

/** A preposition after the number begins something else, but in "less than 5 in stock". */
const isApart = (after: Item | undefined, mention: Mention): boolean =>
  isCue(after, "preposition") && (!/^in$/i.test(after?.text ?? "") || isTable(mention) || !hasNumericColumn(mention));

/** "between 2 and 4 orders": so many rows; null where a column is compared. */
function countedBetween({ items, pending }: Reader, { operand, high, next }: ReadComparison): Part | null {
  if (operand.kind !== "number" || high?.kind !== "number") return null;
  const noun = past(items, next, "count", "distinct", "possessive");
  const mention = schemaOf(items[noun]);
  const isWaiting =
    pending !== null && !(isTable(pending) && !hasMeasured(pending)) && pending.columns[0]?.column.isNumber === true;
  if (mention === null || !isTable(mention) || (mention.tables[0]?.score ?? 0) < 0.9 || isWaiting) return null;
  return {
    at: noun + 1,
    filters: [counted(mention, ">=", operand.value), counted(mention, "<=", high.value)],
    state: { zone: "modifier" },
  };
}

/** "between 3 and 5 stars": the column stands after its bounds. */
function columnBetween(reader: Reader, found: ReadComparison): Part | null {
  const mention = schemaOf(reader.items[found.next]);
  const isWaiting = reader.pending !== null && !(isTable(reader.pending) && !hasMeasured(reader.pending));
  if (found.operand.kind !== "number" || found.high?.kind !== "number" || mention === null || isWaiting) return null;
  if (isTable(mention) || !hasNumericColumn(mention)) return null;
  return { ...conditionOf(reader, mention, found), at: found.next + 1 };
}

/** What else a comparison may belong to, besides the column that waits for it. */
const comparisonCases: Cases<Compared> = [
  {
    name: "text in a column",
    recognises: "a pattern, then a preposition and a column",
    example: "containing 'the' in their title",
    read({ reader, found, at }) {
      const { items } = reader;
      if (found.pattern === null || !isCue(items[at], "preposition")) return null;
      const within = textColumnAt(items, at);
      if (within !== null) return { ...conditionOf(reader, within.column, found), at: within.next };
      const column = schemaOf(items[at + 1]);
      return column === null || isTable(column) ? null : { ...conditionOf(reader, column, found), at: at + 2 };
    },
  },
  {
    name: "aggregate before",
    recognises: "an aggregate that was taken for an output and is compared now",
    example: "with an average number of points per game above 20",
    read({ reader, found, at }) {
      const { loose } = reader;
      if (loose === null || found.high !== null || found.hint !== null || found.pattern !== null) return null;
      return {
        at,
        set: { outputs: reader.sketch.outputs.filter((output) => output !== loose) },
        filters: [compared(loose.mention, found.operator, found.operand, { fn: loose.fn })],
        state: { loose: null },
      };
    },
  },
];

/** "joined before 2001 or after 2009": what was compared goes on. */
function comparedBefore({ sketch, connector }: Reader, { operand, pattern }: ReadComparison): Mention | null {
  const last = sketch.filters.at(-1);
  if (connector !== "or" || pattern !== null || last?.kind !== "compare" || last.fn !== null) return null;
  return last.operand.kind === operand.kind ? last.target : null;
}

/** What has no age and no price. */
const isDayOrKey = (mention: Mention): boolean => {
  const [best] = mention.columns;
  return best !== undefined && (best.column.isDate || (best.column.isKey && !isTable(mention)));
};

/** "courses with instrument other than Flute", beside a table of instruments: a value of the column that is called so, too. */
const holdsCompared = ({ columns }: Mention, { operand }: ReadComparison): boolean =>
  operand.kind === "text" &&
  operand.mention?.values.some(({ column }) => columns.some((link) => link.score >= 0.9 && link.column === column)) ===
    true;

/** The column that waits is compared; the column shown last where a text is looked for and none waits. */
function compareWaiting(reader: Reader, found: ReadComparison, at: number): Part {
  const { pending } = reader;
  const isOtherKind = found.hint !== null && found.hint !== "date" && pending !== null && isDayOrKey(pending);
  const isRows = pending !== null && isTable(pending) && !hasMeasured(pending) && !holdsCompared(pending, found);
  const waiting = isOtherKind || isRows ? null : pending;
  const last = reader.sketch.outputs.at(-1);
  const shown = found.pattern !== null && last?.kind === "column" ? last.mention : null;
  const text = reader.items[at - 1];
  // "which dishes contain nuts": what is in them is no part of what they are called.
  if (found.pattern === "contains" && (waiting ?? shown) === null && text?.kind === "word" && !text.capitalised)
    return { at, unknown: [{ text: text.text, capitalised: false, token: text.start, role: "names" }] };
  return { ...conditionOf(reader, waiting ?? shown ?? comparedBefore(reader, found), found), at };
}
