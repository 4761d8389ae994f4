import { amountColumn } from "../../catalog/amounts.ts";
import { moneyNouns } from "../../language/money-nouns.ts";
import { plural } from "../../language/words.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { Mention } from "../../link/mention.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import { hasMeasured, isCue, isTable, schemaOf } from "../reader.ts";
import type { Ranked, RankedNoun } from "./ranking.ts";
import type { SuperlativeWish } from "../sketch.ts";
import { compared } from "../comparisons/conditions.ts";
import { isFlag } from "../schema/flags.ts";
import { extremeOf, rankBy } from "./ranking.ts";
import { readUnnamed } from "./unnamed.ts";

interface Hinted extends RankedNoun {
  /** The kind of column the word itself speaks of: "oldest" of dates and ages. */
  hint: string;
}

/** "highest", "oldest", "cheapest": ranked by the column that follows, or by the one the word itself means. */
export function readColumnRanked(ranked: Ranked, hint: string): Part {
  if (ranked.mention === null) return readUnnamed(ranked, hint);
  const { items } = ranked.reader;
  const noun = schemaOf(items[ranked.at + 1]);
  const mention = figureOfRows(ranked.mention, hint);
  // "the highest population density": of two columns side by side, the last is the noun.
  const isPair =
    !isTable(mention) &&
    noun !== null &&
    !isTable(noun) &&
    noun.start === mention.end &&
    hasMeasured(noun) &&
    !/ed$/i.test(noun.text);
  const named: Hinted = isPair ? { ...ranked, mention: noun, at: ranked.at + 1, hint } : { ...ranked, mention, hint };
  return firstOf(columnCases, named) ?? rankByColumn(named);
}

/** "the highest rating", where ratings are rows that hold stars: the stars. */
function figureOfRows(mention: Mention, hint: string): Mention {
  const [rows] = mention.tables;
  if (rows === undefined || hint !== "size" || !isTable(mention)) return mention;
  const figures = mention.columns.filter(
    ({ column, score }) => column.table === rows.table && column.isNumber && !column.isKey && score >= LIKE_THE_ROWS,
  );
  return figures.length === 1 ? { ...mention, tables: [], columns: figures, owners: [rows.table] } : mention;
}

/** "the highest total fines": what these come to together, or how many of them there are where none says what it comes to. */
function totalOfRows(mention: Mention, hint: string): SuperlativeWish["target"] {
  const table = mention.tables[0]?.table;
  const isMoney = [mention.text, plural(table?.words.at(-1) ?? "")].some((noun) => moneyNouns.test(noun));
  const amount = table === undefined || !isMoney ? null : amountColumn(table);
  if (table === undefined || amount === null) return { kind: "count", mention };
  const columns = [{ column: amount, score: 1 }];
  return { kind: "column", mention: { ...mention, tables: [], columns, owners: [table] }, fn: "sum", hint };
}

/** A column is called like its rows from this likeness on: stars of ratings. */
const LIKE_THE_ROWS = 0.5;

/** What the noun after a superlative may be, other than the column that is ranked by. */
const columnCases: Cases<Hinted> = [
  {
    name: "kind before what is ranked",
    recognises: "a column of yes and no after a word that says by what: those for which it holds",
    example: "cheapest glazed jug",
    read(ranked) {
      const { mention, at, hint, reader } = ranked;
      if (!isFlag(mention)) return null;
      const operand = { kind: "number", value: 1, year: null } as const;
      const filters = [compared(mention, "=", operand, { hint: "flag" })];
      const next = schemaOf(reader.items[at + 1]);
      const rest = { ...ranked, at: at + 1, mention: next };
      return together(
        { filters },
        next === null ? rankBy(ranked, { kind: "hint", hint }, at + 1) : readColumnRanked(rest, hint),
      );
    },
  },
  {
    name: "speed of a day",
    recognises: "a word for speed before a day, which does not say how long it took",
    example: "slowest paying member",
    read: ({ mention, hint, at }) =>
      hint === "speed" && mention.columns[0]?.column.isDate === true ? { at: at + 1, lost: [mention.text] } : null,
  },
  {
    name: "rows",
    recognises: "a table: the superlative's own word says by what",
    example: "the oldest customer",
    read(ranked) {
      const { mention, at, hint } = ranked;
      const isNumber = mention.columns.some((link) => link.score >= 0.95 && link.column.isNumber && !link.column.isKey);
      if (!isTable(mention) || (isNumber && (mention.tables[0]?.score ?? 0) < 0.95)) return null;
      if (ranked.fn === "sum") return rankBy(ranked, totalOfRows(mention, hint), at + 1);
      return together({ tables: [{ mention }] }, rankBy(ranked, { kind: "hint", hint }, at + 1));
    },
  },
  {
    name: "one value after another",
    recognises: "“second highest” of a number that is asked for: the values in their order",
    example: "the second highest salary",
    read(ranked) {
      const { reader, mention, start, at } = ranked;
      if (!asksForValue(ranked) || reader.sketch.offset === null) return null;
      return together(
        { set: { distinct: true }, outputs: [{ kind: "column", mention, at: start }] },
        rankBy(ranked, { kind: "column", mention, fn: null }, at + 1),
      );
    },
  },
  {
    name: "number of the latest row",
    recognises:
      "a number after a word for the last or the first in time: that of the row which is, and not the highest",
    example: "the latest balance of each member",
    read(ranked) {
      const { reader, mention, start, at, hint } = ranked;
      const isNumber =
        mention.columns.length > 0 && !mention.columns.some(({ column }) => column.isDate || column.isYear);
      if (reader.zone !== "focus" || hint !== "date" || !isNumber || isTable(mention)) return null;
      const shown = { outputs: [{ kind: "column", mention, at: start } as const] };
      return together(shown, rankBy(ranked, { kind: "hint", hint }, at + 1));
    },
  },
  {
    name: "which of them, by a key",
    recognises: "a key in a condition, after a word for the last or the first in time: whose deed it was, and no time",
    example: "who most recently took course 301",
    read({ reader, mention, at, hint, ...ranked }) {
      const [best] = mention.columns;
      const isKey = best !== undefined && (best.column.isPrimary || best.column.isForeign) && !best.column.isDate;
      if (hint !== "date" || reader.zone !== "modifier" || !isKey || isTable(mention)) return null;
      const tables = [{ mention: { ...mention, columns: [], tables: [{ table: best.column.table, score: 1 }] } }];
      return together({ tables }, rankBy({ reader, at, ...ranked }, { kind: "hint", hint }, at + 1));
    },
  },
  {
    name: "moment of the first",
    recognises: "rows and what was done to them, read as a day, after a word that speaks of no time",
    example: "when was the most expensive product launched, the most expensive product launched in 2023",
    read(ranked) {
      const { reader, mention, at, start, hint } = ranked;
      const [best] = mention.columns;
      const table = mention.owners.find((one) => one === best?.column.table);
      const isDeed = best?.column.isDate === true && /(?:ed|sold|sent|made|built|bought|paid)$/i.test(mention.text);
      if (table === undefined || !isDeed || hint === "date" || hint === "age") return null;
      const rows = { ...mention, columns: [], owners: [], tables: [{ table, score: 1 }] };
      const part = together({ tables: [{ mention: rows }] }, rankBy(ranked, { kind: "hint", hint }, at + 1));
      // "the most expensive product launched in 2023": the day is compared, and not asked for.
      return reader.sketch.when
        ? together(part, { outputs: [{ kind: "column", mention, at: start }] })
        : together(part, { state: { zone: "modifier", pending: { ...mention, owners: [] } } });
    },
  },
  {
    name: "extreme value",
    recognises: "a number or date that is asked for, and nothing else",
    example: "what is the highest salary?",
    read(ranked) {
      if (!asksForValue(ranked)) return null;
      const more = numberBeside(ranked);
      const outputs = [ranked.mention, ...(more === null ? [] : [more])].map((mention) => extremeOf(ranked, mention));
      return { at: ranked.at + (more === null ? 1 : 3), outputs };
    },
  },
  {
    name: "shown column",
    recognises: "a column that is asked for and cannot be compared: the superlative's own word says by what",
    example: "the oldest name",
    read(ranked) {
      const { reader, mention, start, at, hint } = ranked;
      if (reader.zone !== "focus" || hasMeasured(mention)) return null;
      return together(
        { outputs: [{ kind: "column", mention, at: start }] },
        rankBy(ranked, { kind: "hint", hint }, at + 1),
      );
    },
  },
];

/** "the highest price and score": of both, where nothing else says which score. */
function numberBeside({ reader: { items }, mention, at, hint }: Hinted): Mention | null {
  const more = schemaOf(items[at + 2]);
  const [first, second] = [mention.columns[0]?.column, more?.columns[0]?.column];
  const isPlain = /^and$/i.test(items[at + 1]?.text ?? "") && mention.owners.length === 0 && hint === "size";
  if (!isPlain || more === null || isTable(more) || first?.isNumber !== true || second?.isNumber !== true) return null;
  return second.table === first.table && !second.isKey && !second.isYear ? more : null;
}

/** "the 3 highest prices" shows the prices; in a condition, or beside something else, the column only ranks. */
function rankByColumn(ranked: Hinted): Part {
  const { reader, mention, fn, start, at, hint } = ranked;
  const { outputs, tables } = reader.sketch;
  const isShown =
    reader.zone === "focus" &&
    outputs.length + tables.length === 0 &&
    mention.owners.length === 0 &&
    fn === null &&
    !asksWho(ranked);
  return together(
    { outputs: isShown ? [{ kind: "column", mention, at: start }] : [] },
    rankBy(ranked, { kind: "column", mention, fn, hint }, at + 1),
  );
}

/** True where the value itself is asked for, rather than the rows that have it. */
function asksForValue(ranked: Hinted): boolean {
  const { reader, mention, fn, start, limit, limitOfAll } = ranked;
  const { outputs, tables } = reader.sketch;
  const isListed =
    outputs.some((output) => output.kind === "column") && !isCue(reader.items[start - 1], "and", "comma");
  return (
    reader.zone === "focus" &&
    !isListed &&
    !asksWho(ranked) &&
    fn === null &&
    hasMeasured(mention) &&
    tables.length === 0 &&
    limit === null &&
    limitOfAll === null
  );
}

function asksWho({ reader }: Ranked): boolean {
  return reader.sketch.said.has("who");
}
