import type { Catalog } from "../catalog/catalog.ts";
import type { Period } from "../language/periods.ts";
import { periodAt } from "../language/dates.ts";
import { bestMention, outweighs, prefersValue } from "./item-weights.ts";
import type { Mention } from "./mention.ts";
import { columnMention } from "./column-links.ts";
import { mentionsAt } from "./mentions.ts";
import { rateAt } from "./rates.ts";
import { inOneGo } from "../language/steps.ts";
import type { Token } from "../language/tokens.ts";
import type { Cue } from "../language/cues.ts";
import { cueAt } from "../language/vocabulary.ts";
import { flaggedRows, sharedNoun, unknownName } from "./item-names.ts";
import type { Item } from "./item.ts";

const ordinals = new Map([
  ["second", 2],
  ["2nd", 2],
  ["third", 3],
  ["3rd", 3],
  ["fourth", 4],
  ["4th", 4],
  ["fifth", 5],
  ["5th", 5],
]);

/** Splits the question into items: cue phrases, schema words, values, numbers and dates; noise is left out. */
export function itemise(tokens: readonly Token[], catalog: Catalog, now: Date): Item[] {
  return inOneGo(itemising(tokens, catalog, now));
}

/** Like `itemise`; ends a step after every item, for which all names of the schema may have been looked through. */
export function* itemising(tokens: readonly Token[], catalog: Catalog, now: Date): Generator<void, Item[]> {
  const items: Item[] = [];
  const words = tokens.map((token) => (token.kind === "quoted" ? "\u0000" : token.lower));
  let at = 0;
  while (at < tokens.length) {
    yield;
    const shared = sharedNoun(tokens, at, catalog);
    if (shared !== null) {
      items.push(...shared.items);
      at = shared.end;
      continue;
    }
    // "full names" where nothing is called full.
    if (
      tokens[at]?.lower === "full" &&
      /^names?$/.test(tokens[at + 1]?.lower ?? "") &&
      !catalog.vocabulary.has("full")
    ) {
      at++;
      continue;
    }
    const before = items.at(-1);
    const letters = tokens[at];
    // "start with A", "contains the letter a": a letter, not an article.
    const ended =
      tokens[at + 1] === undefined || tokens[at + 1]?.kind === "punctuation" || tokens[at + 1]?.lower !== "the";
    if (
      before?.kind === "cue" &&
      before.cue.is === "pattern" &&
      letters !== undefined &&
      /^[A-Za-z]$/.test(letters.text) &&
      ended &&
      tokens[at - 1]?.lower !== letters.lower
    ) {
      items.push({ kind: "word", capitalised: true, start: at, end: at + 1, text: letters.text });
      at++;
      continue;
    }
    const rate = rateAt(tokens, at, catalog);
    if (rate !== null) {
      items.push(...rate.items);
      at = rate.end;
      continue;
    }
    const place = ordinals.get(tokens[at]?.lower ?? "");
    const ranked = place === undefined ? null : cueAt(words, at + 1);
    if (place !== undefined && ranked !== null && ["superlative", "quantifier", "common"].includes(ranked.cue.is)) {
      items.push({
        kind: "cue",
        cue: { is: "ordinal", place },
        other: null,
        start: at,
        end: at + 1,
        text: tokens[at]?.text ?? "",
      });
      at++;
      continue;
    }
    const name = unknownName(tokens, words, at, catalog, now, itemAt);
    if (name !== null) {
      items.push(name);
      at = name.end;
      continue;
    }
    const item = itemAt(tokens, words, at, catalog, now);
    const flagged = flaggedRows(item);
    if (flagged !== null) items.push(...flagged);
    else if (!(item.kind === "cue" && item.cue.is === "noise" && item.other === null)) items.push(item);
    at = item.end;
  }
  return items;
}

function itemAt(tokens: readonly Token[], words: readonly string[], at: number, catalog: Catalog, now: Date): Item {
  const token = tokens[at];
  if (token === undefined) throw new RangeError("No token there");
  const text = (end: number) =>
    tokens
      .slice(at, end)
      .map((part) => part.text)
      .join(" ");
  const mention = bestMention(tokens, words, at, catalog);
  const verb = mention === null ? null : doneVerb(tokens, at, catalog);
  if (verb !== null) return { kind: "schema", mention: verb, start: at, end: at + 1, text: token.text };
  const period = token.kind === "quoted" ? quotedPeriod(token, now) : periodAt(tokens, at, now);
  const year: Item | null =
    period === null || period.year === null
      ? null
      : {
          kind: "number",
          value: period.year,
          year: period,
          percent: false,
          start: at,
          end: at + period.length,
          text: text(at + period.length),
        };
  if (year !== null && token.number === null) return year;
  const likeColumn =
    mention !== null &&
    mention.mention.end - at >= (period?.length ?? 0) &&
    (mention.mention.columns[0]?.score ?? 0) >= 0.95 &&
    token.kind === "word";
  if (period !== null && period.certain && !likeColumn)
    return { kind: "date", period, start: at, end: at + period.length, text: text(at + period.length) };
  const inner = token.kind === "quoted" ? null : wordInName(tokens, words, at, catalog);
  if (inner !== null) return { kind: "cue", cue: inner, other: null, start: at, end: at + 1, text: token.text };
  const letter = token.text === "A" && !token.first && mention !== null && mention.value > 0;
  const found = token.kind === "quoted" || letter || token.text === "US" ? null : cueAt(words, at);
  if (mention !== null && (found === null || outweighs(mention, found.cue, found.length, tokens))) {
    return {
      kind: prefersValue(mention, tokens) ? "value" : "schema",
      mention: mention.mention,
      start: at,
      end: mention.mention.end,
      text: mention.mention.text,
    };
  }
  if (year !== null) return year;
  if (found !== null && found.cue.is !== "times" && !(token.number !== null && found.length === 1)) {
    const same =
      mention !== null && mention.mention.end <= at + found.length && found.length === 1 ? mention.mention : null;
    return {
      kind: "cue",
      cue: found.cue,
      other: same,
      start: at,
      end: at + found.length,
      text: text(at + found.length),
    };
  }
  if (token.number !== null)
    return {
      kind: "number",
      value: token.number,
      year: null,
      percent: token.text.endsWith("%"),
      start: at,
      end: at + 1,
      text: token.text,
    };
  if (found !== null)
    return {
      kind: "cue",
      cue: found.cue,
      other: null,
      start: at,
      end: at + found.length,
      text: text(at + found.length),
    };
  if (token.kind === "quoted") {
    return {
      kind: "value",
      mention: {
        start: at,
        end: at + 1,
        text: token.text,
        columns: [],
        tables: [],
        values: [],
        quoted: true,
        owners: [],
      },
      start: at,
      end: at + 1,
      text: token.text,
    };
  }
  return { kind: "word", capitalised: token.capitalised && !token.first, start: at, end: at + 1, text: token.text };
}

/** "how many tickets did they open in May": a verb, and the day it was done, rather than the state "open". */
function doneVerb(tokens: readonly Token[], at: number, catalog: Catalog): Mention | null {
  const token = tokens[at];
  const next = tokens[at + 1];
  const ends =
    next === undefined ||
    next.kind !== "word" ||
    /^(in|on|last|this|during|since|before|after|between|from|per|by|each|every)$/.test(next.lower);
  if (token === undefined || token.kind !== "word" || token.capitalised || !ends) return null;
  if (!tokens.slice(0, at).some((before) => /^(did|do|does)$/.test(before.lower)) || !catalog.values.has(token.lower))
    return null;
  const named = columnMention([token], at, at + 1, catalog);
  const dates = named?.columns.filter((link) => link.column.isDate && link.column.stems.includes(token.stem)) ?? [];
  return named === null || dates.length === 0 ? null : { ...named, columns: dates };
}

/** "the maximum amount of transaction", "the highest number of platforms": the amount is part of a column's name. */
function wordInName(tokens: readonly Token[], words: readonly string[], at: number, catalog: Catalog): Cue | null {
  const found = cueAt(words, at);
  if (found === null || found.length < 2 || (found.cue.is !== "quantifier" && found.cue.is !== "aggregate"))
    return null;
  const single = cueAt(words.slice(at, at + 1), 0);
  if (single === null || !["aggregate", "superlative", "quantifier"].includes(single.cue.is)) return null;
  const named = mentionsAt(tokens, at + 1, catalog).some(
    (mention) =>
      mention.end > at + found.length &&
      mention.columns.some(
        (link) => link.score >= 0.99 && link.column.isNumber && link.column.stems.includes(tokens[at + 1]?.stem ?? ""),
      ),
  );
  return named ? single.cue : null;
}

function quotedPeriod(token: Token, now: Date): Period | null {
  if (!/^\d{4}-\d{1,2}-\d{1,2}/.test(token.text)) return null;
  return periodAt([{ ...token, kind: "word" }], 0, now);
}
