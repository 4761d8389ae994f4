import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { BucketUnit } from "../../form/logical-form.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { aggregateSilently } from "../figures/implicit.ts";
import { ratioAt } from "../figures/ratios.ts";
import type { FoundTable, Part } from "../part.ts";
import { apply, together } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import { bestScore, isCue, isEnd, isTable, past, schemaOf, schemaOrOther } from "../reader.ts";
import { isTitle, readValueInside, rowsOfTitle } from "../schema/values.ts";
import type { GroupWish } from "../sketch.ts";
import { bucketBy, groupsFollow, unitOf } from "./buckets.ts";
import { unknownGroup } from "./unknown-group.ts";

/** What stands after "for each", "per", "by". */
interface Grouped {
  reader: Reader;
  start: number;
  /** The first item after the word and what goes with it. */
  item: Item | undefined;
  /** The place of the group's noun. */
  at: number;
}

/** "for each customer", "per month", "by category": what is grouped by. */
export function readGroup(reader: Reader): Part {
  const { items, at: start, sketch } = reader;
  // "the most common country across members": over all of them, not for each.
  const over = schemaOf(items[start + 1]);
  const isCommon = sketch.superlatives.some((wish) => wish.target.kind === "common");
  if (/^across$/i.test(items[start]?.text ?? "") && isCommon && over !== null && isTable(over))
    return { at: start + 1, state: { zone: "modifier" } };
  if (listsColumns(reader)) return { at: start + 1 };
  const ratio = ratioAt(reader);
  if (ratio !== null) return ratio;
  apply(reader, aggregateSilently(reader));
  const first = past(items, start + 1, "distinct", "preposition", "count");
  const item = items[first];
  const at = item?.kind === "value" ? readValueInside(reader, first) : first;
  return firstOf(groupCases, { reader, start, item, at }) ?? { at, lost: unknownGroup(reader, at) };
}

/** "every guest's first name, last name and town": columns of all guests, and no groups. */
function listsColumns({ items, at, sketch, tokens }: Reader): boolean {
  const [first, second] = [schemaOf(items[at + 1]), schemaOf(items[at + 3])];
  if (!/^(?:each|every)$/i.test(items[at]?.text ?? "") || first === null || second === null) return false;
  const isColumn = (mention: Mention) => !isTable(mention) && bestScore(mention) >= NAMED_SO;
  const isOwned = tokens.slice(first.start, first.end).some(({ possessive }) => possessive) && first.owners.length > 0;
  const isList = isCue(items[at + 2], "comma", "and") && isColumn(first) && isColumn(second);
  return isOwned && isList && sketch.outputs.length + sketch.tables.length === 0;
}

/** "different countries": each once; "the average age for students of different countries": a figure for each of them. */
export function readDistinct(reader: Reader): Part {
  const { items, at, sketch, zone } = reader;
  const isLed = isCue(items[at - 1], "preposition", "relative") && zone === "modifier";
  const figures = sketch.outputs.length > 0 && sketch.outputs.every(({ kind }) => kind !== "column");
  const isEach = isLed && figures && sketch.groups.length === 0 && isEnd(items[at + 2]);
  return isEach && schemaOf(items[at + 1]) !== null ? readGroup(reader) : { at: at + 1, set: { distinct: true } };
}

/** "monthly", "per month": a figure for each, and perhaps for each of something else, too. */
export function readBucket(reader: Reader, item: CueItem<"bucket">): Part {
  if (/^(per|by|each|every)\b/i.test(item.text)) apply(reader, aggregateSilently(reader));
  return readUnit(reader, reader.at, item.cue.unit);
}

/** A unit of time at that place, and the groups that go on after it. */
function readUnit(reader: Reader, at: number, unit: BucketUnit | null): Part {
  const isMore = groupsFollow(reader, at);
  const part = together(unit === null ? null : bucketBy(reader, unit), { at: at + 1 });
  if (!isMore) return part;
  apply(reader, part);
  return readGroup(reader);
}

/** What may be grouped by. */
const groupCases: Cases<Grouped> = [
  {
    name: "unit of time",
    recognises: "a unit of time, as a cue",
    example: "for each month",
    read: ({ reader, item, at }) =>
      item?.kind === "cue" && item.cue.is === "bucket" ? readUnit(reader, at, item.cue.unit) : null,
  },
  {
    name: "rows with a title",
    recognises: "a role people are stored with: the rows with that title, each for itself",
    example: "revenue per sales representative",
    read({ reader, start, item, at }) {
      const titled = item?.kind === "value" ? item.mention.values[0] : undefined;
      if (item?.kind !== "value" || titled === undefined || !isTitle(titled)) return null;
      if (schemaOrOther(reader.items[at]) !== null) return null;
      const mention = rowsOfTitle(item.mention, titled);
      return { at, groups: [{ at: start, mention }], tables: [{ mention, each: true }] };
    },
  },
  {
    name: "unit of time as a word",
    recognises: "a unit of time that is no cue here",
    example: "by months",
    read({ reader, at }) {
      const word = reader.items[at];
      const unit = word?.kind === "word" ? unitOf(word.text) : null;
      return unit === null ? null : readUnit(reader, at, unit);
    },
  },
  {
    name: "all of them",
    recognises: "“across” before the rows that hold what is aggregated: each has one, and the figure is of all",
    example: "the average age across painters",
    read({ reader, start, at }) {
      const mention = schemaOf(reader.items[at]);
      const rows = mention !== null && isTable(mention) ? mention.tables[0]?.table : undefined;
      const last = reader.sketch.outputs.at(-1);
      const held = last?.kind === "aggregate" ? last.mention?.columns[0]?.column.table : undefined;
      if (!/^across$/i.test(reader.items[start]?.text ?? "") || mention === null || rows === undefined) return null;
      return held === rows ? { at: at + 1, tables: [{ mention }], state: { required: false } } : null;
    },
  },
  {
    name: "columns and tables",
    recognises: "nouns",
    example: "by country and category",
    read({ reader, start, at }) {
      const mention = schemaOrOther(reader.items[at]);
      if (mention === null) return null;
      if (isDeedNoun(mention) && isCue(reader.items[start], "group")) return { at: at + 1, lost: [mention.text] };
      // "by product category": of two things side by side, the last is the noun.
      const noun = schemaOf(reader.items[at + 1]);
      const isPair =
        noun !== null &&
        isTable(mention) &&
        isTable(noun) &&
        noun.start === mention.end &&
        // "each doctor treated", "did each doctor report": what they did.
        !/ed$/i.test(noun.text) &&
        !/^(?:did|do|does)$/.test(reader.tokens[(reader.items[start]?.start ?? 0) - 1]?.lower ?? "");
      return readNouns(reader, start, isPair ? noun : mention, isPair ? at + 1 : at);
    },
  },
];

/** "per hire", of people who were hired some day: things, and no days. */
const isDeedNoun = ({ text, columns: [best], tables }: Mention): boolean =>
  best?.column.isDate === true &&
  tables.length === 0 &&
  /^\p{L}+$/u.test(text) &&
  !best.column.words.includes(text.toLowerCase()) &&
  best.column.words.some((word) => word.endsWith("ed"));

/** A column is called so from this likeness on. */
const NAMED_SO = 0.9;

/** "the name of each tram and the depot it belongs to": what follows is shown beside each, and is no group. */
const isOfEach = (item: Item | undefined): boolean => /^(?:of|for) (?:each|every)\b/i.test(item?.text ?? "");

/** The nouns from `first` on, which stands at `place`. */
function readNouns(reader: Reader, start: number, first: Mention, place: number): Part {
  const { items, sketch } = reader;
  const groups: GroupWish[] = [];
  const tables: FoundTable[] = [];
  const under = dividesRanked(reader, start) ? { divides: true as const } : {};
  let bucket: Part = {};
  let at = place;
  for (let mention: Mention | null = first; mention !== null;) {
    groups.push({ at: start, mention, ...under });
    if (isTable(mention)) tables.push({ mention, each: true });
    at++;
    const word: Item | undefined = isCue(items[at], "and", "comma") ? items[at + 1] : undefined;
    // "and month", whatever column has a month in its name
    const isUnit = word?.kind === "word" || (word?.kind === "schema" && bestScore(word.mention) < NAMED_SO);
    const unit = isUnit ? unitOf(word.text) : null;
    if (unit !== null) {
      bucket = bucketBy(reader, unit);
      at += 2;
    }
    const more: Mention | null = isCue(items[at], "and") ? schemaOrOther(items[at + 1]) : null;
    const isList = isOfEach(items[start]) && sketch.outputs.every(({ kind }) => kind === "column");
    const isCounted = isPerKinds(reader, start, at, more);
    mention = (sketch.outputs.length === 0 && !isCounted) || isList || isDescribed(items, at + 2) ? null : more;
    if (mention !== null) at++;
  }
  const zone = sketch.outputs.length === 0 ? { zone: "focus" as const } : {};
  return together(bucket, { at, groups, tables, state: { required: false, ...zone } });
}

/** "the highest revenue per order": right behind what is ranked, at the end of what is asked. */
function dividesRanked({ items, sketch }: Reader, start: number): boolean {
  const [ranked, ...more] = sketch.superlatives;
  if (ranked === undefined || more.length > 0 || !/^per$/i.test(items[start]?.text ?? "")) return false;
  const { target } = ranked;
  const before = items[start - 1];
  if (target.kind === "measure") return isCue(before, "measure");
  const isCompared = target.kind === "column" || target.kind === "count";
  return isCompared && target.mention !== null && schemaOf(before)?.start === target.mention.start;
}

/** "visits per room and status", at the end: both are kinds, of each of which the rows are counted. */
function isPerKinds({ items, sketch }: Reader, start: number, at: number, more: Mention | null): boolean {
  const column = more !== null && !isTable(more) ? more.columns[0]?.column : undefined;
  const isRows = sketch.tables.length > 0 && sketch.outputs.length === 0;
  return /^per$/i.test(items[start]?.text ?? "") && isRows && column?.isText === true && isEnd(items[at + 2]);
}

/** True where what stands before that item is told more of ("and orders over 100"), by more than a period. */
function isDescribed(items: readonly Item[], at: number): boolean {
  const next = items[at + 1];
  const isPeriod = next?.kind === "date" || (next?.kind === "number" && next.year !== null);
  return isCue(items[at], "compare") || (isCue(items[at], "preposition") && !isPeriod);
}
