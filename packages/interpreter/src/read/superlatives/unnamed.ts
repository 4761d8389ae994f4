import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import { hasMeasured, hasNumericColumn, isTable, lastColumn, schemaOf } from "../reader.ts";
import { harmless } from "../harmless-words.ts";
import type { Ranked } from "./ranking.ts";
import { measureBefore, rankBy } from "./ranking.ts";

interface Unnamed extends Ranked {
  hint: string;
}

/** "which of them is the oldest": no column follows; one named before, or what the superlative's own word means. */
export function readUnnamed(ranked: Ranked, hint: string): Part {
  const unnamed = { ...ranked, hint };
  const unknown = ranked.reader.items[ranked.at];
  if (unknown !== undefined && isUnknownFigure(ranked)) return { at: ranked.at + 1, lost: [unknown.text] };
  const part = firstOf(unnamedCases, unnamed) ?? rankBy(ranked, { kind: "hint", hint }, ranked.at);
  // "the highest total amount of unpaid bills": what is summed up stands behind a word that is none of it.
  return ranked.fn !== null && unknown?.kind === "word" ? together({ lost: [unknown.text] }, part) : part;
}

/** "the highest loyalty", "lowest in weight": what is compared means nothing here, and no other figure is it. */
function isUnknownFigure({ reader, item, at }: Ranked): boolean {
  const [word, next] = [reader.items[at], reader.items[at + 1]];
  const isDegree = /^(?:highest|lowest|greatest|largest|smallest|biggest)$/i.test(item.text);
  return isDegree && word?.kind === "word" && !harmless.test(word.text) && schemaOf(next) === null;
}

/** What was named before that a superlative may rank by. */
const unnamedCases: Cases<Unnamed> = [
  {
    name: "column right before",
    recognises: "a number's name right before the superlative",
    example: "who scored highest",
    read(ranked) {
      const { reader, item, fn, at } = ranked;
      const { outputs } = reader.sketch;
      const last = outputs.at(-1);
      if (last?.kind !== "column" || item.start - last.mention.end > 1) return null;
      const { mention } = last;
      if (!hasNumericColumn(mention) || isTable(mention)) return null;
      return together({ set: { outputs: outputs.slice(0, -1) } }, rankBy(ranked, { kind: "column", mention, fn }, at));
    },
  },
  {
    name: "measure before",
    recognises: "“best”, “worst” right after what somebody or something does with money or goods",
    example: "which shop sells best",
    read(ranked) {
      const { reader, item, hint, at } = ranked;
      const { outputs, tables } = reader.sketch;
      const last = measureBefore(ranked);
      // "which kind sells best": a column stands where the rows would.
      const [first] = outputs;
      const isKind = outputs.length === 2 && first?.kind === "column" && first.mention.start === 1;
      if (last === null || hint !== "rating" || (isKind ? false : outputs.length > 1 || tables.length === 0))
        return null;
      if (!/^(?:best|worst)$/i.test(item.text)) return null;
      return together(
        { set: { outputs: outputs.slice(0, -1) } },
        rankBy(ranked, { kind: "measure", measure: last.measure }, at),
      );
    },
  },
  {
    name: "the word itself",
    recognises: "“most profitable”, or a table that was named last",
    example: "the product that is the cheapest",
    read(ranked) {
      const { hint, at } = ranked;
      const { pending } = ranked.reader;
      const isRows = pending !== null && isTable(pending) && (pending.tables[0]?.score ?? 0) >= 0.9;
      return hint === "profit" || isRows ? rankBy(ranked, { kind: "hint", hint }, at) : null;
    },
  },
  {
    name: "column that waits",
    recognises: "a column in a condition that waits for its comparison",
    example: "the driver whose age is the lowest",
    read(ranked) {
      const { pending } = ranked.reader;
      return pending === null ? null : rankBy(ranked, { kind: "column", mention: pending, fn: ranked.fn }, ranked.at);
    },
  },
  {
    name: "column shown last",
    recognises: "a column that is shown and can be compared, in a condition",
    example: "the name and the age of the player who is the oldest",
    read(ranked) {
      const mention = lastColumn(ranked.reader);
      if (mention === null || !hasMeasured(mention) || ranked.reader.zone !== "modifier") return null;
      return rankBy(ranked, { kind: "column", mention, fn: ranked.fn }, ranked.at);
    },
  },
];
