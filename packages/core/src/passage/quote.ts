import { cutText } from "@parley/contract/cut-text";
import type { Passage } from "./passage.ts";
import { FIGURE_ASKED, figureWorth } from "./figures.ts";
import { askedWords, rank } from "./ranking.ts";
import { isHead, isRow, type Sentence, sentencesOf } from "./sentences.ts";

const QUOTE_LENGTH = 300;
/** Of a table of which all rows are asked for: the one that matters may be the last. */
const TABLE_LENGTH = 900;

/**
 * The sentences of a passage that are most about the query, without the heading it begins with, which its place says. `title` is its
 * document's: "what does the quarterly review say about returns" asks for its sentences about returns.
 */
export function quoteFrom({ place, text }: Passage, query: string, title = ""): string {
  const last = place.split(" › ").at(-1) ?? "";
  const isHeaded = text.startsWith(`${last}\n`);
  const rest = isHeaded ? text.slice(last.length + 1) : text;
  const apart = withoutWordsOf(title, query);
  const asked = askedWords(apart).wanted.length > 0 ? apart : query;
  if (!isHeaded || rest.trim() === "") return quoteOf(text, asked, query);
  const below = withoutWordsOf(LISTS.test(last) ? "" : place, asked);
  // A heading of several things says them all: a figure stands where its own words do.
  const isSaid = askedWords(below).wanted.length === 0 && FIGURE_ASKED.test(query);
  return quoteOf(rest, isSaid ? query : below, query);
}

/** A heading of several things, such as "Loss, theft and damage": not all that stands below it is of each of them. */
const LISTS = /,|\s(?:and|or|und|oder)\s/i;

/** The words of a query that a heading does not say: what it says holds for all below it. */
export function withoutWordsOf(heading: string, query: string): string {
  const { stems, placeOf } = askedWords(query);
  const said = new Set(stems(heading).flatMap((word) => placeOf(word) ?? []));
  return query.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const places = stems(word).map(placeOf);
    return places.length > 0 && places.every((place) => place !== undefined && said.has(place)) ? "" : word;
  });
}

/** "who decides on prices": what somebody does. */
const SOMEBODY_DOES = /^who (?!is\b|are\b|was\b|were\b)(\p{L}+)\b/iu;
/** How much more a sentence is worth that says that somebody does it. */
const DOING_WORTH = 3;
/** What a word is worth that the heading above has said already. */
const SAID_ABOVE = 0.4;

/** The points of a list, numbered ones and rows of tables: each stands for itself. */
const POINT = /^\s*(?:[-*+•|]|\(?(?:\d+|[a-z])[.)]|\d+(?:\.\d+)+|[A-Z]{1,3}-?\d+\s)/;

/** A line of a file of rows without the names of its columns, which all of them have. */
const withoutLabels = (text: string): string =>
  /^- [^|]*: .*\|/.test(text) ? text.replace(/(^- |\| )[^|:]*: /g, "$1") : text;

const isRowOf = ({ text }: Sentence): boolean => isRow(text) || withoutLabels(text) !== text;

/** A sentence that speaks of what the one before it names. */
const STANDS_ON_ANOTHER =
  /^(?:its?|they|their|this|these|those|he|his|she|her|es|sie|er|ihre?[nmrs]?|seine?[nmrs]?|dies\p{L}*) /iu;

/** The sentences of a text that are most about a query, in their order. `whole` is the query with the words of the text's heading. */
export function quoteOf(text: string, query: string, whole = query): string {
  const sentences = sentencesOf(text);
  // What its heading says whole is told from its beginning: a sentence that says a word of it again is no better.
  const isHeading = query !== whole && askedWords(query).wanted.length === 0 && !SOMEBODY_DOES.test(whole);
  const best = isHeading ? null : bestOf(sentences, query, whole);
  const at = best ?? 0;
  const first = sentences[at];
  if (first === undefined) return "";
  const points = best === null ? [] : pointsSaying(sentences, at, whole);
  if (points.length > 0) return cutText(points.join("\n"), TABLE_LENGTH);
  const isWhole = askedWords(query).wanted.length === 0;
  // A row, or a point of a list, is told beside another one by what its heading does not say.
  const asked = isPoint(sentences, at) ? query : whole;
  let quote = [...first.head, `${namedBefore(sentences, at, query)}${first.text}`].join("\n");
  const narrow = columnsOf(first, asked);
  const mostOf = (line: string) => (first.head.length > 0 && isRow(line) ? TABLE_LENGTH : QUOTE_LENGTH);
  quote = narrow(quote);
  for (const { text: more, isLine } of followedBy(sentences, at, best === null || isWhole ? "" : asked)) {
    const next = narrow(more);
    if (quote.length + next.length + 1 > mostOf(next)) break;
    quote += `${isLine ? "\n" : " "}${next}`;
  }
  const most = mostOf(first.text);
  return quote.length > most ? `${cutText(quote, most - 1).trimEnd()}…` : quote.trim();
}

/** "which plans include …": of several points of a list, all that say so are asked for. */
const ASKS_WHICH = /^(?:and |but |so )?(?:which|what|who)\b/i;
/** A point that says that something is not so. */
const SAYS_NOT = /\b(?:no|not|never|without|none|except|nicht|keine?[nmrs]?|ohne)\b/iu;

/** The points of a list that say as much of a query as the best one, where several do, but for those that deny it where others do not. */
function pointsSaying(sentences: readonly Sentence[], at: number, query: string): string[] {
  const first = sentences[at];
  if (!ASKS_WHICH.test(query) || !first || first.head.length > 0 || isRowOf(first) || !isPoint(sentences, at))
    return [];
  const { stems, placeOf } = askedWords(query);
  const saidIn = (text: string) => new Set(stems(text).flatMap((word) => placeOf(word) ?? []));
  const wanted = [...saidIn(first.text)];
  const points = sentences.filter(({ text, isLine }) => isLine && POINT.test(text));
  const saying = points.filter(({ text }) => {
    const said = saidIn(text);
    return wanted.length > 1 && wanted.every((place) => said.has(place));
  });
  const affirming = SAYS_NOT.test(query) ? saying : saying.filter(({ text }) => !SAYS_NOT.test(text));
  if (affirming.length === 0 || saying.length < 2) return [];
  return affirming.map(({ text }) => text);
}

/** Of rows that say nothing of a query but by what their columns are called: the first column, and those that it asks for. */
function columnsOf(first: Sentence, query: string): (row: string) => string {
  const { stems, placeOf } = askedWords(query);
  const isAsked = (text: string) => stems(text).some((word) => placeOf(word) !== undefined);
  const values = withoutLabels(first.text);
  if (values === first.text || isAsked(values)) return (row) => row;
  return (row) => {
    const [cell = "", ...others] = row.split(" | ");
    const asked = others.filter((other) => isAsked(other.split(":")[0] ?? ""));
    return asked.length === 0 ? row : [cell, ...asked].join(" | ");
  };
}

/**
 * The sentences before one that are quoted with it: it speaks of what they name ("It is stored in rack 13."), or the one right before it
 * says something of the query that it does not.
 */
function namedBefore(sentences: readonly Sentence[], at: number, query: string): string {
  const first = sentences[at];
  const previous = sentences[at - 1];
  if (!first || !previous || first.isLine) return "";
  const { stems, placeOf } = askedWords(query);
  const saidIn = (sentence: Sentence) => stems(sentence.text).flatMap((word) => placeOf(word) ?? []);
  const said = new Set(saidIn(first));
  let start = saidIn(previous).some((place) => !said.has(place)) ? at - 1 : at;
  while (sentences[start]?.isLine === false && STANDS_ON_ANOTHER.test(sentences[start]?.text ?? "")) start -= 1;
  const from = (begin: number) =>
    sentences
      .slice(begin, at)
      .map(({ text }) => `${text} `)
      .join("");
  const isFitting = (begin: number) => from(begin).length + first.text.length < QUOTE_LENGTH;
  // Further up in its paragraph, too, as far as there is something of the query that nothing from there on says.
  const isLine = sentences.findLastIndex((one, place) => place <= at && one.isLine);
  const known = new Set(sentences.slice(start, at + 1).flatMap(saidIn));
  for (let place = start - 1; place >= Math.max(isLine, 0) && isFitting(place); place -= 1) {
    const more = saidIn(sentences[place] ?? first).filter((one) => !known.has(one));
    if (more.length === 0) continue;
    start = place;
    for (const one of more) known.add(one);
  }
  return isFitting(start) ? from(start) : "";
}

/** Which sentence says most of the query; null where none says a word of it. */
function bestOf(sentences: readonly Sentence[], query: string, whole: string): number | null {
  const lines = sentences.map(({ text }) => text);
  const told = sentences.map((sentence, at) => ({ ...sentence, at }));
  const below = scoresOf(whole, told);
  const apart = query === whole ? below : scoresOf(query, told);
  const verb = SOMEBODY_DOES.exec(whole)?.[1];
  const { placeOf, stems } = askedWords(verb ?? "");
  const does = (text: string) => verb !== undefined && stems(text).some((word) => placeOf(word) !== undefined);
  const more = headWorth(whole);
  const worth = (item: (typeof told)[number]) =>
    figureWorth(whole, item.text.replace(POINT, "")) *
    (does(item.text) ? DOING_WORTH : 1) *
    more(item) *
    (SAID_ABOVE * (below.get(item.at) ?? 0) + (1 - SAID_ABOVE) * (apart.get(item.at) ?? 0));
  // The head of a table answers nothing alone, but a row of it says what the head says of it.
  const ranked = told.filter(({ at }) => (below.get(at) ?? 0) > 0).toSorted((a, b) => worth(b) - worth(a));
  const best = ranked.find(({ at }) => !isHead(lines, at));
  const head = ranked.find(({ at }) => isHead(lines, at) && isRow(lines[at + 2]));
  // A column that is called like the question answers it with all its rows: "who pays the parcel".
  if (head && (!best || saysTogether(whole, head.text) > saysTogether(whole, best.text))) return head.at + 2;
  return (best ?? ranked[0])?.at ?? null;
}

/** How many words of a query stand right behind one that comes before them in the query, too: "pays the parcel". */
function saysTogether(query: string, text: string): number {
  const { stems, placeOf } = askedWords(query);
  const places = stems(text).map(placeOf);
  return places.filter((place, at) => place !== undefined && place > (places[at - 1] ?? Infinity)).length;
}

/** How much of the query each sentence says. */
const scoresOf = (query: string, told: readonly (Sentence & { at: number })[]): ReadonlyMap<number, number> =>
  new Map(rank(query, told, ({ text }) => text, told.length).map(({ item, score }) => [item.at, score]));

/** How much more of the query a row of a table says together with its head. */
function headWorth(query: string): (sentence: Sentence) => number {
  const { stems, placeOf } = askedWords(query);
  const said = (texts: readonly string[]) => new Set(texts.flatMap(stems).flatMap((word) => placeOf(word) ?? [])).size;
  return ({ text, head }) => said([text, ...head]) / Math.max(1, said([text]));
}

/** The sentence that begins the line of another. */
const lineOf = (sentences: readonly Sentence[], at: number): Sentence | undefined =>
  sentences.findLast((one, place) => place <= at && one.isLine);

const isPoint = (sentences: readonly Sentence[], at: number): boolean => POINT.test(lineOf(sentences, at)?.text ?? "");

/** A line that is this long goes on in the next one. */
const WRAPPED_LENGTH = 80;

/**
 * What is quoted after a sentence: the rest of its paragraph, and the lines below it that say most of what it says of the query, too.
 * All of them where nothing was asked, or what it says is a list.
 */
function followedBy(sentences: readonly Sentence[], at: number, query: string): Sentence[] {
  const { wanted, stems, placeOf } = askedWords(query);
  const saidIn = ({ text }: Sentence) =>
    new Set(stems(withoutLabels(text)).flatMap((word) => placeOf(word) ?? [])).size;
  const first = sentences[at];
  if (first === undefined) return [];
  const begin = lineOf(sentences, at) ?? first;
  // Of rows that have no word of their own, all have what their columns are called.
  const isAll = wanted.length === 0 || first.text.trimEnd().endsWith(":") || (isRowOf(first) && saidIn(first) === 0);
  const isProse = !POINT.test(begin.text);
  const said = saidIn(first);
  const found: Sentence[] = [];
  let line = begin.text;
  for (const next of sentences.slice(at + 1)) {
    const isWrapped = isProse && !next.isApart && !POINT.test(next.text) && line.length >= WRAPPED_LENGTH;
    const isAbout = saidIn(next) * 2 > said - (isProse ? 1 : 0);
    if (!isAll && next.isLine && !isWrapped && !isAbout) break;
    line = next.isLine ? next.text : `${line} ${next.text}`;
    found.push(next);
  }
  return found;
}
