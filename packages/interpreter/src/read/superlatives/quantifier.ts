import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { holdsKinds } from "../../catalog/columns.ts";
import { readCommon } from "./common.ts";
import { harmless } from "../harmless-words.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import { compared } from "../comparisons/conditions.ts";
import { hasNumericColumn, isCue, isTable, past, schemaOf } from "../reader.ts";
import { isFlag } from "../schema/flags.ts";
import type { Ranked, RankedNoun } from "./ranking.ts";
import { extremeOf, measureBefore, rankBy } from "./ranking.ts";

/** "most", "fewest": ranked by how many there are, or by the number that is named. */
export function readQuantifier(ranked: Ranked): Part {
  const { mention, at } = ranked;
  if (mention === null) {
    const part = firstOf(bareCases, ranked) ?? rankBy(ranked, { kind: "count", mention: null }, at);
    const verb = unknownVerb(ranked);
    return verb === null ? part : together({ lost: [verb] }, part);
  }
  return firstOf(verbCases, { ...ranked, mention }) ?? readNoun({ ...ranked, mention });
}

/** "which kind of parcel weighs the most": what they do most means nothing here, and how many they are is another question. */
function unknownVerb({ reader, item }: Ranked): string | null {
  const { items, sketch } = reader;
  const at = items.indexOf(item);
  const [before, after] = [items[at - 1], items[at + 1]];
  // "grows the most plums": it is the plums that are not known.
  if (after?.kind === "word") return null;
  const isVerb = before?.kind === "word" && /^[a-z]{3,}(?:s|ed)$/i.test(before.text) && !harmless.test(before.text);
  return isVerb && sketch.outputs.some((one) => one.kind === "column" && one.mention.end === before.start)
    ? before.text
    : null;
}

const readNoun = (ranked: RankedNoun): Part =>
  firstOf(nounCases, ranked) ?? rankBy(ranked, { kind: "count", mention: ranked.mention }, ranked.at + 1);

/** Words of columns that say how often something was done. */
const counts: ReadonlySet<string> = new Set(["count", "time", "number"]);

const isAsked = ({ reader }: Ranked): boolean => isCue(reader.items[0], "question");

/** What "the most" belongs to where no noun follows, other than the rows themselves. */
const bareCases: Cases<Ranked> = [
  {
    name: "used most",
    recognises: "“is used” before “most”, after the rows: by how many others they have",
    example: "which greenhouse is used most",
    read: (ranked) =>
      ranked.reader.tokens[ranked.item.start - 1]?.lower === "used" && ranked.reader.sketch.tables.length === 1
        ? rankBy(ranked, { kind: "common", mention: null }, ranked.at)
        : null,
  },
  {
    name: "measure before",
    recognises: "“the most” after a measure that was taken for an output",
    example: "which product was sold the most",
    read(ranked) {
      const { outputs, tables } = ranked.reader.sketch;
      const last = outputs.at(-1);
      const isWho = outputs.length === 1 && /^who$/i.test(ranked.reader.items[0]?.text ?? "");
      // "which country spent the most": a column stands where the rows would.
      const [first] = outputs;
      const isColumn = outputs.length === 2 && first?.kind === "column" && first.at === 1 && isAsked(ranked);
      if (last?.kind !== "measure" || last.fn !== null || (tables.length === 0 && !isWho && !isColumn)) return null;
      return together(
        { set: { outputs: outputs.slice(0, -1) } },
        rankBy(ranked, { kind: "measure", measure: last.measure }, ranked.at),
      );
    },
  },
  {
    name: "done the most times",
    recognises: "“the most times” right after what is counted in a column of its own",
    example: "the document that was accessed the most times, where each has an access count",
    read(ranked) {
      const { reader, item, at } = ranked;
      const { pending } = reader;
      const times = past(reader.items, at, "preposition");
      if (pending === null || isTable(pending) || !isCue(reader.items[times], "times")) return null;
      const link = pending.columns.find(({ column }) => column.isNumber && column.stems.some((one) => counts.has(one)));
      if (link === undefined || item.start - pending.end > 1) return null;
      const mention = { ...pending, columns: [link] };
      return together(
        { state: { pending: null } },
        rankBy(ranked, { kind: "column", mention, fn: null, times: true }, times + 1),
      );
    },
  },
  {
    name: "column before",
    recognises: "“the most” right after a number's name: what is done most",
    example: "who earns the most, which boat cost us the most",
    read(ranked) {
      const { reader } = ranked;
      const { outputs, tables } = reader.sketch;
      const last = outputs.at(-1);
      if (last?.kind !== "column" || !isRightAfter(ranked, last.mention)) return null;
      const { mention } = last;
      if (!hasNumericColumn(mention) || isTable(mention)) return null;
      const table = mention.columns[0]?.column.table;
      const isWho = outputs.length === 1 && tables.length === 0 && table !== undefined;
      const holder = isWho ? [{ mention: { ...mention, columns: [], tables: [{ table, score: 0.9 }] } }] : [];
      return together(
        {
          set: { outputs: outputs.slice(0, -1) },
          tables: holder.map((one) => ({ ...one, zone: "focus" as const })),
        },
        rankBy(ranked, { kind: "column", mention, fn: null }, ranked.at + (isMoney(reader.items[ranked.at]) ? 1 : 0)),
      );
    },
  },
];

/** "cost the most", "cost us the most". */
const isRightAfter = ({ reader, item }: Ranked, { end }: { end: number }): boolean =>
  reader.tokens.slice(end, item.start).every(({ lower }) => /^(?:us|me|them|the)$/.test(lower));

/** "owes the most money": what the column is in. */
const isMoney = (item: Ranked["reader"]["items"][number] | undefined): boolean =>
  item !== undefined && /^money$/i.test(item.text);

/** What "most" says of the noun after it, other than how many there are. */
const nounCases: Cases<RankedNoun> = [
  {
    name: "people, whoever they are",
    recognises: "“people” after what somebody did to others of their kind: rows that refer to them are counted",
    example: "who invited the most people, where members have an invited_by",
    read(ranked) {
      const { reader, mention, at } = ranked;
      const last = reader.sketch.outputs.at(-1);
      const key = last?.kind === "column" ? last.mention.columns[0]?.column : undefined;
      const isOwn = key?.table.source.foreign_keys.some(
        ({ table, columns }) => table === key.table.name && columns.includes(key.name),
      );
      if (!isOwn || !/^(?:people|persons|others)$/i.test(mention.text) || isTable(mention)) return null;
      return rankBy(ranked, { kind: "count", mention: null }, at + 1);
    },
  },
  {
    name: "kind that is done most",
    recognises: "a participle and a column of kinds: the one that most rows have",
    example: "most planted crop",
    read(ranked) {
      const { mention, item } = ranked;
      const [best] = mention.columns;
      const isDone = /^\w+(?:ed|en) \w+$/i.test(mention.text) && /^most$/i.test(item.text);
      return isDone && !isTable(mention) && best !== undefined && holdsKinds(best.column) ? readCommon(ranked) : null;
    },
  },
  {
    name: "of which something holds",
    recognises: "a column of yes and no, then what is ranked by",
    example: "the most billable hours",
    read(ranked) {
      const { reader, mention, at } = ranked;
      const next = schemaOf(reader.items[at + 1]);
      if (!isFlag(mention) || next === null) return null;
      const operand = { kind: "number", value: 1, year: null } as const;
      const filters = [compared(mention, "=", operand, { hint: "flag" })];
      return together({ filters }, readQuantifier({ ...ranked, mention: next, at: at + 1 }));
    },
  },
  {
    name: "spent on",
    recognises: "money and “the most”, then a preposition: what it was for is not what is ranked by",
    example: "who spent the most on repairs",
    read(ranked) {
      const { reader, start } = ranked;
      const { outputs, tables } = reader.sketch;
      const last = measureBefore(ranked);
      if (last === null) return null;
      if (!isCue(reader.items[start + 1], "preposition") || tables.length + outputs.length < 2) return null;
      return together(
        { set: { outputs: outputs.slice(0, -1) }, state: { zone: "modifier" } },
        rankBy(ranked, { kind: "measure", measure: last.measure }, start + 1),
      );
    },
  },
  {
    name: "extreme value",
    recognises: "“maximum”, “minimum” of a number that is asked for",
    example: "the maximum price",
    read(ranked) {
      const { reader, item, mention, at } = ranked;
      if (!/^(maximum|minimum)/i.test(item.text) || reader.zone !== "focus" || !hasNumericColumn(mention)) return null;
      return { at: at + 1, outputs: [extremeOf(ranked, mention)] };
    },
  },
  {
    name: "rows",
    recognises: "a table, unless a number is called exactly so and the table is not",
    example: "the most orders",
    read(ranked) {
      const { mention, at } = ranked;
      const isNumber =
        hasNumericColumn(mention) && mention.columns[0]?.score === 1 && (mention.tables[0]?.score ?? 0) < 1;
      return isTable(mention) && !isNumber ? rankBy(ranked, { kind: "count", mention }, at + 1) : null;
    },
  },
  {
    name: "number",
    recognises: "a number's name",
    example: "the most points",
    read: (ranked) =>
      hasNumericColumn(ranked.mention)
        ? rankBy(ranked, { kind: "column", mention: ranked.mention, fn: ranked.fn }, ranked.at + 1)
        : null,
  },
];

/** What stands before “most”, where a noun follows. */
const verbCases: Cases<RankedNoun> = [
  {
    name: "brought in",
    recognises: "“brought in” before what is ranked by: a verb, and no other money",
    example: "who brought in the most fees",
    read(ranked) {
      const { outputs } = ranked.reader.sketch;
      if (measureBefore(ranked)?.measure !== "money" || outputs.length > 1 || !isAsked(ranked)) return null;
      return together({ set: { outputs: [] } }, readNoun(ranked));
    },
  },
];
