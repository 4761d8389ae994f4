import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { AggregateFunction } from "../../form/logical-form.ts";
import type { Part } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import { bestScore, isCue, isTable, schemaOf } from "../reader.ts";
import type { OutputWish, SuperlativeWish } from "../sketch.ts";
import { singular } from "../../language/words.ts";

export type RankingCue = "superlative" | "quantifier" | "common" | "top";

/** A word that ranks, and the number that belongs to it. */
export interface Ranking {
  reader: Reader;
  item: CueItem<RankingCue>;
  start: number;
  /** The place after the word and its number. */
  at: number;
  /** "the 5 cheapest", "the cheapest 5". */
  limit: number | null;
  /** A number of the whole question; the one before this word, if there is one. */
  limitOfAll: number | null;
}

/** A word that ranks, and what stands after it. */
export interface Ranked extends Ranking {
  /** "the highest average …" */
  fn: AggregateFunction | null;
  /** The noun, which stands at `at`. */
  mention: Mention | null;
}

/** A word that ranks, with a noun. */
export interface RankedNoun extends Ranked {
  mention: Mention;
}

/** The part that ranks by `target`; rows that are counted are named with it. */
export function rankBy(ranking: Ranking, target: SuperlativeWish["target"], at: number): Part {
  const { reader, item, start, limit, limitOfAll } = ranking;
  const isOpen = limit === null && limitOfAll === null;
  const counted = target.kind === "count" && target.mention !== null && isTable(target.mention) ? target.mention : null;
  return {
    at,
    tables: counted === null ? [] : [{ mention: counted, zone: "modifier", required: false }],
    superlatives: [
      {
        said: item.text,
        direction: item.cue.direction,
        limit,
        ...(isOpen && asksSeveral(reader, start, target) ? { several: true } : {}),
        target,
      },
    ],
    state: { required: false },
  };
}

/** What somebody does with money or goods, right before the word that ranks: "who sells most". */
export function measureBefore({ reader, start }: Ranking): Extract<OutputWish, { kind: "measure" }> | null {
  const last = reader.sketch.outputs.at(-1);
  return last?.kind === "measure" && last.fn === null && last.at === start - 1 ? last : null;
}

/** "best selling products", "show me the most returned products": a list, as "top products" is one. */
function asksSeveral(reader: Reader, start: number, target: SuperlativeWish["target"]): boolean {
  const leads = reader.items.slice(0, start);
  const isQuestion = leads.some((item) => isCue(item, "question"));
  if (
    !leads.every((item) => isCue(item, "command", "possessive", "noise") || /^(what|which|who) are$/i.test(item.text))
  )
    return false;
  const rest = reader.items.slice(start + 1);
  const isNoun = (item: Item | undefined) => {
    const mention = schemaOf(item);
    return (
      mention !== null && bestScore(mention) >= 0.9 && (isTable(mention) || !isQuestion || target.kind === "common")
    );
  };
  const offset = rest.findIndex((item, i) => isNoun(item) && !isNoun(rest[i + 1]));
  const noun = rest[offset];
  const between = rest.slice(0, Math.max(offset, 0));
  if (noun === undefined || between.some((item) => !isNoun(item) && item.kind !== "word" && item.kind !== "value"))
    return false;
  // "the most orders" is how often something was done, not which orders.
  const isCounted = target.kind === "count" && target.mention === schemaOf(noun);
  const [name = ""] = noun.text.toLowerCase().split(" of ");
  return !isCounted && singular(name) !== name;
}

/** The greatest or the least of a column, as an output. */
export function extremeOf({ item: { cue }, start }: Ranking, mention: Mention): OutputWish {
  // The oldest year, or day, is the first of them.
  const isAge = cue.is === "superlative" && cue.hint === "age";
  const column = mention.columns[0]?.column;
  const isFirst = isAge && (column?.isYear === true || column?.isDate === true);
  const isMost = (cue.direction === "most") !== isFirst;
  return { kind: "aggregate", fn: isMost ? "max" : "min", mention, distinct: false, at: start };
}
