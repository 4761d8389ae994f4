import { holdsKinds } from "../../catalog/columns.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { FoundSuperlative, Part } from "../part.ts";
import { type Reader, cueOf, hasMeasured, hasNumericColumn, isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { readSchema } from "../schema/schema.ts";
import { superlativeTarget, targetAt } from "../targets.ts";
import { plural, singular } from "../../language/words.ts";
import type { Mention } from "../../link/mention.ts";
import type { SuperlativeWish } from "../sketch.ts";
import { readFirst, readFirstFew, readFirstOfOthers } from "./first.ts";
import type { Ranking } from "./ranking.ts";

/** "top 5 …", "first", "best": so many of a list; by what is often said later. */
export function readTop(ranking: Ranking): Part {
  const { reader, item, at } = ranking;
  const part = firstOf(topCases, ranking);
  if (part !== null) return part;
  // A table that follows is ranked: "top customers" are ten, "the top customer" is one.
  const rows = schemaOf(reader.items[at]);
  const isRanked =
    item.text.toLowerCase() !== "first" && rows !== null && (isTable(rows) || areKinds(rows, item.text.toLowerCase()));
  const limit = ranking.limit ?? (isRanked ? (plural(rows.text) === rows.text ? 10 : 1) : null);
  const isUnread = limit === null && rows !== null && (isOrdinal(item.text, rows) || isFirstOfOne(ranking, rows));
  return {
    at,
    unknown: isUnread ? [{ text: item.text, capitalised: false, token: item.start }] : [],
    set: ranking.limit === null ? {} : { limit: ranking.limit },
    superlatives: limit === null ? [] : [topBy(ranking, { kind: "hint", hint: "top" }, limit)],
  };
}

/** "first year pupils": a word for which there is no place. */
const isOrdinal = (said: string, { text }: Mention): boolean =>
  /^first$/i.test(said) && /^(?:year|term|class|semester|grade)\b/i.test(text);

/** "scorer of the first goal", of goals without a day: an answer about all of them leaves it out. "Whose first visit" is read later. */
function isFirstOfOne({ item, reader: { sketch, tokens } }: Ranking, rows: Mention): boolean {
  const before = tokens[item.start - 1];
  const isTheirs = before?.possessive === true || /^(?:whose|their|his|her|its)$/.test(before?.lower ?? "");
  const isOne = isTable(rows) && singular(rows.text) === rows.text && plural(rows.text) !== rows.text;
  return /^first$/i.test(item.text) && isOne && !isTheirs && !sketch.when;
}

/** "top reasons for returns", "the top reason": texts that rows share. */
const areKinds = ({ text, columns: [link] }: Mention, said: string): boolean =>
  (plural(text) === text || said === "top") && link !== undefined && holdsKinds(link.column);

/** "top 5 years by number of visits": by that, and not the latest years. */
const isByFigure = ({ items }: Reader, at: number): boolean =>
  isCue(items[at], "by", "group") && isCue(items[at + 1], "count", "aggregate", "measure");

/** "top 5 years by rainfall": rows of years, which are in no order of their own where a number follows "by". */
function isTimeByNumber({ items }: Reader, { columns: [link] }: Mention, at: number): boolean {
  const number = isCue(items[at], "by", "group") ? schemaOf(items[at + 1]) : null;
  return link?.column.isYear === true && number !== null && !isTable(number) && hasNumericColumn(number);
}

function topBy({ item }: Ranking, target: SuperlativeWish["target"], limit: number | null): FoundSuperlative {
  return { direction: item.cue.direction, limit, negated: false, target };
}

/** From what follows a number to what else the word may be; "top" without any of these ranks the rows that follow. */
const topCases: Cases<Ranking> = [
  {
    name: "adjective",
    recognises: "a number, then an adjective: by what that means",
    example: "top 5 long films",
    read(ranking) {
      const { reader, limit, at } = ranking;
      const cue = cueOf(reader.items[at]);
      if (limit === null || cue?.is !== "adjective") return null;
      return { at: at + 1, superlatives: [topBy(ranking, { kind: "hint", hint: cue.hint }, limit)] };
    },
  },
  {
    name: "the first few",
    recognises: "“first”, a number and rows with a day, of which nothing else says where they begin",
    example: "the first 3 customers",
    read: readFirstFew,
  },
  {
    name: "values of a column",
    recognises: "a number, then a column that can be compared",
    example: "top 3 salaries",
    read(ranking) {
      const { reader, limit, at, start } = ranking;
      const mention = schemaOf(reader.items[at]);
      if (limit === null || mention === null || isTable(mention) || !hasMeasured(mention)) return null;
      if (isByFigure(reader, at + 1) || isTimeByNumber(reader, mention, at + 1)) return null;
      return {
        at: at + 1,
        outputs: reader.sketch.outputs.length === 0 ? [{ kind: "column", mention, at: start }] : [],
        superlatives: [topBy(ranking, { kind: "column", mention, fn: null }, limit)],
      };
    },
  },
  {
    name: "figure",
    recognises: "a number, then an aggregate or a count, after what is shown",
    example: "the cities in the top 3 by average price",
    read(ranking) {
      const { reader, limit, at } = ranking;
      if (limit === null || !isCue(reader.items[at], "aggregate", "count") || reader.sketch.outputs.length === 0)
        return null;
      const { target, next } = targetAt(reader.items, at);
      return {
        at: next,
        superlatives: target === null ? [] : [topBy(ranking, superlativeTarget(target), limit)],
      };
    },
  },
  {
    name: "before a superlative",
    recognises: "another word that ranks, which says it all",
    example: "the top 5 most expensive products",
    read: ({ reader, limit, at }) =>
      isCue(reader.items[at], "superlative", "quantifier", "common")
        ? { at, set: limit === null ? {} : { limit } }
        : null,
  },
  {
    name: "first of all",
    recognises: "“first” at the end, after a date that waits for its comparison",
    example: "the driver who was hired first",
    read(ranking) {
      const { reader, limit, at } = ranking;
      const { pending } = reader;
      if (limit !== null || pending?.columns[0]?.column.isDate !== true || !isEnd(reader.items[at])) return null;
      const target = { kind: "column", mention: pending, fn: null } as const;
      return { at, superlatives: [{ direction: "least", limit: null, negated: false, target }] };
    },
  },
  {
    name: "the first of all",
    recognises: "“first” before rows in the singular, of which nothing else says where they begin",
    example: "who was our first customer",
    read: readFirst,
  },
  {
    name: "the first of others",
    recognises: "“first” before rows in the singular, of which something else is asked for, and what follows them",
    example: "planter of the first bed in the north garden",
    read: readFirstOfOthers,
  },
  {
    name: "word of the schema",
    recognises: "a word that names something in the data, without a number",
    example: "the first name, where a column is called first",
    read({ reader, item, limit }) {
      return limit !== null || item.other === null ? null : readSchema(reader, item.other);
    },
  },
];
