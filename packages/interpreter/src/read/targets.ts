import type { Item } from "../link/item.ts";
import type { Reader } from "./reader.ts";
import { bestScore, cueOf, isCue, isTable, peek, schemaAhead, schemaOf, schemaOrOther } from "./reader.ts";
import type { OutputWish, SuperlativeWish } from "./sketch.ts";
import { singular } from "../language/words.ts";

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

/** "best selling products", "show me the most returned products": a list, as "top products" is one. */
export function asksSeveral(reader: Reader, start: number, target: SuperlativeWish["target"]): boolean {
  const leads = reader.items.slice(0, start);
  const isQuestion = leads.some((item) => isCue(item, "question"));
  if (!leads.every((item) => isCue(item, "command", "possessive", "noise") || /^(what|which) are$/i.test(item.text)))
    return false;
  const rest = reader.items.slice(start + 1);
  const isNoun = (item: Item | undefined) => {
    const mention = schemaOf(item);
    return mention !== null && bestScore(mention) >= 0.9 && (isTable(mention) || !isQuestion);
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

/** What is ordered by: a column, an aggregate of one, a count, a measure. */
export function readTarget(reader: Reader): OutputWish | null {
  const start = reader.at;
  while (isCue(peek(reader), "possessive", "preposition", "distinct")) reader.at++;
  if (
    peek(reader)?.kind === "word" &&
    (schemaOf(peek(reader, 1)) !== null ||
      (isCue(peek(reader, 1), "preposition") && schemaOf(peek(reader, 2)) !== null))
  ) {
    reader.at++;
    return readTarget(reader);
  }
  const item = peek(reader);
  const cue = cueOf(item);
  if (cue?.is === "count" || cue?.is === "quantifier") {
    reader.at++;
    while (isCue(peek(reader), "distinct", "preposition")) reader.at++;
    const mention = schemaOrOther(peek(reader));
    if (mention !== null) reader.at++;
    return { kind: "count", mention, distinct: false, at: start };
  }
  if (
    cue?.is === "aggregate" &&
    (schemaOrOther(item) === null || schemaAhead(reader, 1) || isCue(peek(reader, 1), "measure", "count"))
  ) {
    reader.at++;
    while (isCue(peek(reader), "preposition")) reader.at++;
    if (isCue(peek(reader), "count")) return readTarget(reader);
    const measure = cueOf(peek(reader));
    if (measure?.is === "measure") {
      reader.at++;
      return { kind: "measure", measure: measure.measure, fn: cue.fn, at: start };
    }
    const mention = schemaOrOther(peek(reader));
    if (mention === null) return null;
    reader.at++;
    return { kind: "aggregate", fn: cue.fn, mention, distinct: false, at: start };
  }
  if (cue?.is === "measure" && (item?.kind !== "cue" || item.other === null || bestScore(item.other) < 0.95)) {
    reader.at++;
    return { kind: "measure", measure: cue.measure, fn: null, at: start };
  }
  const mention = schemaOrOther(item);
  if (mention === null) return null;
  reader.at++;
  return { kind: "column", mention, at: start };
}
