import type { Item } from "../link/item.ts";
import type { AggregateFunction } from "../form/logical-form.ts";
import { cueOf, isCue, otherOf, past, schemaAhead, schemaOrOther } from "./reader.ts";
import type { OutputWish, SuperlativeWish, UnknownWord } from "./sketch.ts";

/** What is ordered or ranked by, null where nothing is named, and the place after it. */
export interface FoundTarget {
  target: OutputWish | null;
  next: number;
}

/** What a superlative compares, of what was read as its target. */
export function superlativeTarget(target: OutputWish): SuperlativeWish["target"] {
  switch (target.kind) {
    case "column":
      return { kind: "column", mention: target.mention, fn: null };
    case "aggregate":
      return target.mention === null
        ? { kind: "count", mention: null }
        : { kind: "column", mention: target.mention, fn: target.fn };
    case "count":
      return { kind: "count", mention: target.mention };
    case "measure":
      return { kind: "measure", measure: target.measure };
    case "hint":
      return { kind: "hint", hint: target.hint };
  }
}

/** What is ordered by, from item `start` on: a column, an aggregate of one, a count, a measure. */
export function targetAt(items: readonly Item[], start: number): FoundTarget {
  const at = past(items, start, "possessive", "preposition", "distinct");
  const item = items[at];
  if (item?.kind === "word" && schemaAhead(items, at + 1)) return targetAt(items, at + 1);
  if (isCue(item, "count", "quantifier")) return countAt(items, start, at);
  const isFunction =
    schemaOrOther(item) === null || schemaAhead(items, at + 1) || isCue(items[at + 1], "measure", "count");
  const cue = cueOf(item);
  if (cue?.is === "aggregate" && isFunction) return aggregateAt(items, start, at, cue.fn);
  if (cue?.is === "measure" && otherOf(item, 0.95) === null)
    return { target: { kind: "measure", measure: cue.measure, fn: null, at: start }, next: at + 1 };
  const mention = schemaOrOther(item);
  return mention === null
    ? { target: null, next: at }
    : { target: { kind: "column", mention, at: start }, next: at + 1 };
}

/** A word that a target was looked for behind, and that means nothing: "sorted by zonal price". */
export const unknownIn = (item: Item): UnknownWord[] =>
  item.kind === "word" ? [{ text: item.text, capitalised: item.capitalised, token: item.start }] : [];

/** "the number of different cities" */
function countAt(items: readonly Item[], start: number, at: number): FoundTarget {
  const named = past(items, at + 1, "distinct", "preposition");
  const mention = schemaOrOther(items[named]);
  return {
    target: { kind: "count", mention, distinct: false, at: start },
    next: mention === null ? named : named + 1,
  };
}

/** "average price", "total revenue", "the average number of orders" */
function aggregateAt(items: readonly Item[], start: number, at: number, fn: AggregateFunction): FoundTarget {
  const named = past(items, at + 1, "preposition");
  if (isCue(items[named], "count")) return targetAt(items, named);
  const cue = cueOf(items[named]);
  if (cue?.is === "measure")
    return { target: { kind: "measure", measure: cue.measure, fn, at: start }, next: named + 1 };
  const mention = schemaOrOther(items[named]);
  return mention === null
    ? { target: null, next: named }
    : { target: { kind: "aggregate", fn, mention, distinct: false, at: start }, next: named + 1 };
}
