import type { AggregateFunction } from "../../form/logical-form.ts";
import type { Item } from "../../link/item.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import { cueOf, hasMeasured, isCue, isTable, past, schemaAhead, schemaOf, schemaOrOther } from "../reader.ts";
import { isOfNoun } from "../comparisons/numbers.ts";
import { leadsToSpan } from "../comparisons/spans.ts";
import { readValueInside } from "../schema/values.ts";
import { readColumnRanked } from "./column.ts";
import { readCommon } from "./common.ts";
import { readCounted, readMeasured } from "./counted.ts";
import { readExtremes } from "./extremes.ts";
import { readQuantifier } from "./quantifier.ts";
import type { Ranked, Ranking, RankingCue } from "./ranking.ts";
import { readTop } from "./top.ts";

/** "the highest price", "the most orders", "the most common city", "top 5": what is ranked, by what, and how many. */
export function readSuperlative(reader: Reader, item: CueItem<RankingCue>): Part {
  const { at: start, items } = reader;
  const before = items[start - 1];
  const given = before !== undefined && isOfNoun(items[start - 2], before) ? null : limitAt(before);
  const after = given === null && item.cue.is !== "common" ? limitAt(items[start + 1]) : null;
  const isAfter = after !== null && after < 1000;
  const ranking: Ranking = {
    reader,
    item,
    start,
    at: isAfter ? start + 2 : start + 1,
    limit: isAfter ? after : given,
    limitOfAll: given ?? reader.sketch.limit,
  };
  const part =
    item.cue.is === "top"
      ? readTop(ranking)
      : (readExtremes(ranking) ?? firstOf(rankedCases, rankedAt(ranking)) ?? { at: ranking.at });
  return together(given === null ? null : { set: { limit: given } }, part);
}

function limitAt(item: Item | undefined): number | null {
  return item?.kind === "number" && item.year === null ? item.value : null;
}

/** Finds the noun after the word that ranks, and the function before it. */
function rankedAt(ranking: Ranking): Ranked {
  const { reader, item } = ranking;
  const { items, pending } = reader;
  // "sells best from March to May": the span is read by itself.
  if (leadsToSpan(items, ranking.at)) return { ...ranking, fn: null, mention: null };
  let at = past(items, ranking.at, "preposition", "possessive");
  // "the most urgent tickets", "the most sick days": the value says which of them.
  // "the biggest open claim": of those that are open
  const noun = schemaOf(items[at + 1]);
  const isFigure = item.cue.is === "superlative" && noun !== null && !isTable(noun) && hasMeasured(noun);
  if ((item.cue.is === "quantifier" || isFigure) && items[at]?.kind === "value" && noun !== null) {
    readValueInside(reader, at);
    reader.pending = pending;
    at++;
  }
  const { fn, next } = functionAt(items, at);
  return { ...ranking, at: next, fn, mention: schemaOrOther(items[next]) };
}

/** "the highest average …": the function, and the place of its noun. */
function functionAt(items: readonly Item[], at: number): { fn: AggregateFunction | null; next: number } {
  const inner = cueOf(items[at]);
  if (inner?.is !== "aggregate" || (schemaOrOther(items[at]) !== null && !schemaAhead(items, at + 1)))
    return { fn: null, next: at };
  return { fn: inner.fn, next: isCue(items[at + 1], "preposition") ? at + 2 : at + 1 };
}

/** By what follows the word that ranks, then by the word itself. */
const rankedCases: Cases<Ranked> = [
  {
    name: "count",
    recognises: "a count after the word that ranks",
    example: "the city with the highest number of customers",
    read: readCounted,
  },
  {
    name: "measure",
    recognises: "a measure after the word that ranks",
    example: "the product with the highest revenue",
    read: readMeasured,
  },
  {
    name: "most common",
    recognises: "“most common”, “least frequent”",
    example: "the most common country",
    read: (ranked) => (ranked.item.cue.is === "common" ? readCommon(ranked) : null),
  },
  {
    name: "most",
    recognises: "“most”, “fewest”",
    example: "the customer with the most orders",
    read: (ranked) => (ranked.item.cue.is === "quantifier" ? readQuantifier(ranked) : null),
  },
  {
    name: "superlative",
    recognises: "“highest”, “oldest”, “cheapest”",
    example: "the oldest customer",
    read: ({ item, ...ranked }) =>
      item.cue.is === "superlative" ? readColumnRanked({ ...ranked, item }, item.cue.hint ?? "size") : null,
  },
];
