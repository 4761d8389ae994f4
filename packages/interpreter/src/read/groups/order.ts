import type { Item } from "../../link/item.ts";
import { targetAt, unknownIn } from "../targets.ts";
import type { Part } from "../part.ts";
import type { CueItem, Reader } from "../reader.ts";
import { cueOf, hasNumericColumn, isCue, isTable, schemaOf, schemaOrOther } from "../reader.ts";
import { readSchema } from "../schema/schema.ts";
import type { OutputWish, Sketch, SketchDraft } from "../sketch.ts";

type Direction = "ascending" | "descending";

function directionOf(words: string, otherwise: Direction): Direction {
  return /descending|decreasing|reverse/i.test(words) ? "descending" : otherwise;
}

/** "sorted by …", "in order of …"; "ordered" may also be what customers did. */
export function readOrderCue(reader: Reader, item: CueItem<"order">): Part {
  const { items, at, negated } = reader;
  if (isBuying(reader, item))
    return { at: at + 1, set: { buying: { at, negated, sold: false } }, state: { zone: "modifier" } };
  // "customers who never ordered", "customers who ordered": what they did, not how to sort.
  const isDone = item.text.toLowerCase() === "ordered" && item.other !== null && isTable(item.other);
  if (isDone && item.other !== null && (negated || isCue(items[at - 1], "relative", "question")))
    return readSchema(reader, item.other);
  return namesSorted(reader, item) ? { at: at + 1 } : readOrder(reader);
}

/** "customers who ordered in 2023": what they did. */
function isBuying({ items, at, sketch }: Reader, item: Item): boolean {
  const said = item.text.toLowerCase();
  const next = items[at + 1];
  // "the product that was ordered the most times"
  if (said === "ordered" && isCue(next, "quantifier") && isCue(items[at + 2], "times")) return sketch.tables.length > 0;
  const isDone =
    // "how many customers in Oslo ordered this year"
    (said === "ordered" && (next?.kind === "date" || isCue(next, "times", "compare", "end", "preposition"))) ||
    (said === "ordered in" && (next?.kind === "date" || next?.kind === "number"));
  const isNamed = sketch.tables.length + sketch.outputs.length > 0;
  return isDone && isNamed && sketch.outputs.every((output) => output.kind === "count");
}

/** "Sort the names in order of …": what is sorted stands first. */
function namesSorted({ items, at }: Reader, item: Item): boolean {
  if (!/^(sort|rank|order|arrange)$/i.test(item.text) || (at > 0 && !isCue(items[at - 1], "end"))) return false;
  const rest = items.slice(at + 1);
  const end = rest.findIndex((later) => isCue(later, "end"));
  const clause = end < 0 ? rest : rest.slice(0, end);
  return schemaOf(clause[0]) !== null && clause.some((later) => isCue(later, "order", "by", "direction"));
}

/** What is ordered by, from the item after the one at hand on; by the output shown last where nothing is named. */
export function readOrder({ items, at: start, sketch }: Reader): Part {
  const { orders, direction, next } = ordersAt(items, start);
  const last = sketch.outputs.at(-1);
  if (orders.length === 0) {
    if (isOrderedLater(items, next)) return { at: next };
    const said = items.slice(start, next).map(({ text }) => text);
    const hint = qualityIn(said.join(" "));
    const target = said.some((text) => alphabetical.test(text))
      ? shown(start)
      : hint === null
        ? last
        : quality(hint, start);
    return { at: next, orders: target === undefined ? [] : [{ target, direction }] };
  }
  return {
    at: next,
    orders: orders.map((order) => ({ ...order, direction: orders.length === 1 ? direction : order.direction })),
    unknown: items.slice(start, next).flatMap(unknownIn),
  };
}

/** "Sort the list in ascending order of age": the words that say by what are still to come. */
function isOrderedLater(items: readonly Item[], at: number): boolean {
  const rest = items.slice(at);
  const end = rest.findIndex((item) => isCue(item, "end"));
  return (end < 0 ? rest : rest.slice(0, end)).some((item) => isCue(item, "order", "by"));
}

function ordersAt(
  items: readonly Item[],
  start: number,
): { orders: Sketch["orders"]; direction: Direction; next: number } {
  const orders: SketchDraft["orders"] = [];
  const isTopFew = items.some((item, place) => isTopOfSoMany(item, items[place + 1]));
  let direction = directionOf(items[start]?.text ?? "", "ascending");
  let at = start + 1;
  for (;;) {
    const lead = leadAt(items, at, direction);
    const found = targetAt(items, lead.next);
    direction = lead.direction;
    if (found.target === null) return { orders, direction, next: found.next };
    const after = directionAfter(items, found.next);
    const isSaid = after !== null || lead.isSaid || /ascending|increasing/i.test(items[start]?.text ?? "");
    direction = after?.direction ?? (!isSaid && isTopFew && isFigure(found.target) ? "descending" : direction);
    at = after?.next ?? found.next;
    orders.push({ target: found.target, direction });
    if (!isCue(items[at], "and", "comma") || schemaOrOther(items[at + 1]) === null)
      return { orders, direction, next: at };
    at++;
  }
}

/** The words before what is ordered by: "by", "in the descending order of". */
function leadAt(
  items: readonly Item[],
  start: number,
  given: Direction,
): { direction: Direction; isSaid: boolean; next: number } {
  let direction = given;
  let isSaid = false;
  let at = start;
  for (; ; at++) {
    const cue = cueOf(items[at]);
    if (cue?.is === "direction") {
      ({ direction } = cue);
      isSaid = true;
      if (isCue(items[at + 1], "preposition", "by", "order")) at++;
    } else if (cue?.is === "order") direction = directionOf(items[at]?.text ?? "", direction);
    else if (!isCue(items[at], "by", "preposition", "possessive")) return { direction, isSaid, next: at };
  }
}

/** "top 5", of rows that are then sorted by a figure: those with the most of it. The "first 5" are as they are sorted. */
function isTopOfSoMany(item: Item, next: Item | undefined): boolean {
  const cue = cueOf(item);
  return cue?.is === "top" && cue.direction === "most" && next?.kind === "number" && !/first/i.test(item.text);
}

/** What has a most: how many there are, a sum, a column of numbers. */
const isFigure = (target: OutputWish): boolean =>
  target.kind === "column" ? hasNumericColumn(target.mention) : target.kind !== "hint";

/** "price descending", "price in descending order". */
function directionAfter(items: readonly Item[], at: number): { direction: Direction; next: number } | null {
  const place = isCue(items[at], "preposition") ? at + 1 : at;
  const cue = cueOf(items[place]);
  return cue?.is === "direction" ? { direction: cue.direction, next: place + 1 } : null;
}

/** "descending", "from the highest": of what follows, of the order already read, or of the first figure shown. */
export function readDirection({ items, at, sketch }: Reader, item: CueItem<"direction">): Part {
  const { direction } = item.cue;
  const { orders, outputs, groups } = sketch;
  // "by ascending number of rooms"
  const isLed = isCue(items[at + 1], "preposition", "by", "order");
  const of = isLed ? at + 2 : at + 1;
  const isOf =
    (isLed || isCue(items[at - 1], "by")) &&
    (schemaOf(items[of]) !== null || isCue(items[of], "count", "aggregate", "measure"));
  if (isOf) {
    const { target } = targetAt(items, of);
    // "in descending order of fee and name"
    const { orders: read, next } = ordersAt(items, at);
    return target === null ? { at: targetAt(items, of).next } : { at: next, orders: read };
  }
  const given = orders.at(-1);
  if (given !== undefined) return { at: at + 1, set: { orders: [...orders.slice(0, -1), { ...given, direction }] } };
  // "return rate by product, highest first"
  if ((sketch.share !== null || sketch.ratio !== null) && !alphabetical.test(item.text))
    return { at: at + 1, orders: [{ target: quality("share", at), direction }] };
  const hint = qualityIn(item.text);
  if (hint !== null) return { at: at + 1, orders: [{ target: quality(hint, at), direction }] };
  const figure = outputs.findLast((output) => output.kind !== "column") ?? outputs[0];
  // "visits per garden, biggest first": how many there are, where no figure is named.
  if (figure === undefined && groups.length > 0 && /big|larg|most|high/i.test(item.text))
    return { at: at + 1, orders: [{ target: { kind: "count", mention: null, distinct: false, at }, direction }] };
  const target = figure === undefined || alphabetical.test(item.text) ? shown(at) : figure;
  return { at: at + 1, orders: [{ target, direction }] };
}

const alphabetical = /alphabet|lexicographic|\ba to z|\bz to a/i;

/** What is shown of the rows first, whatever that will be. */
const shown = (at: number): OutputWish => ({ kind: "hint", hint: "shown", fn: null, at });

/** What "from youngest to oldest" goes by. */
const qualities: readonly (readonly [RegExp, string])[] = [
  [/\byoung(?:est)?\b/i, "age"],
  [/\b(?:cheap(?:est)?|expensive)\b/i, "price"],
  [/\b(?:newest|latest|earliest|recent|new|late|chronological(?:ly)?)\b/i, "date"],
  [/\btallest\b/i, "height"],
  [/\b(?:heaviest|lightest|heavy|light)\b/i, "weight"],
  [/\b(?:fastest|slowest|fast|slow)\b/i, "speed"],
  [/\b(?:best|worst)\b/i, "rating"],
  [/\b(?:longest|shortest)\b/i, "length"],
];

const qualityIn = (words: string): string | null => qualities.find(([said]) => said.test(words))?.[1] ?? null;

/** What a quality means of the rows that are asked for. */
const quality = (hint: string, at: number): OutputWish => ({ kind: "hint", hint, fn: null, at });
