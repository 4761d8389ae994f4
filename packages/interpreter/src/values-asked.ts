import type { Schema, ValuePlace, ValueRequest } from "@parley/datasource/types";
import { asTyped } from "./as-typed.ts";
import { catalogSteps } from "./catalog/build.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "./catalog/catalog.ts";
import { asksNothing } from "./honesty/left-out.ts";
import { chartAsked } from "./language/chart-asked.ts";
import { MAX_QUESTION_CHARACTERS } from "./language/question-size.ts";
import { readable } from "./language/readable.ts";
import { rephrase } from "./language/rephrase.ts";
import { smallTalk } from "./language/small-talk.ts";
import { inOneGo, inSteps } from "./language/steps.ts";
import { type Token, tokenise } from "./language/tokens.ts";
import type { Item } from "./link/item.ts";
import { itemising } from "./link/items.ts";
import { correct } from "./link/spelling.ts";
import { standsLikeName } from "./link/values.ts";

/** What of a question decides which values to look up. */
export interface AskedQuestion {
  text: string;
  schema: Schema;
  now: Date;
}

/** Phrases of a question, and columns they are looked for in; the datasource's own bounds are as large. */
const MOST_PHRASES = 12;
const MOST_PLACES = 24;
/** A text with more words that mean nothing is no question with a name in it. */
const MOST_UNEXPLAINED = 20;
/** Words of a name. */
const LONGEST_NAME = 6;
const LONGEST_PHRASE = 80;
/** Keys between a table that is mentioned and one whose rows it may be told by. */
const MOST_STEPS = 2;
/** A meaning below this may not be what was meant: one word of a longer value, a column that begins alike. */
const CLEAR_SCORE = 0.8;

/**
 * The phrases of a question that neither the schema nor the language explains, and the columns whose values are known
 * in part only. Null where nothing is left to look up, which is so for most questions.
 */
export const valuesAsked = (question: AskedQuestion): ValueRequest | null => inOneGo(asking(question));

/** Like `valuesAsked`, for a database that may have thousands of tables: `others` have their turn in between. */
export const valuesAskedPatiently = (
  question: AskedQuestion,
  others: () => Promise<void>,
): Promise<ValueRequest | null> => inSteps(asking(question), others);

function* asking({ text: given, schema, now }: AskedQuestion): Generator<void, ValueRequest | null> {
  const text = readable(given);
  if (text.length > MAX_QUESTION_CHARACTERS || smallTalk(text, schema) !== null) return null;
  const catalog = yield* catalogSteps(schema);
  const incomplete = catalog.tables.flatMap((table) => table.columns.filter(isIncomplete));
  if (incomplete.length === 0) return null;
  const { text: asked } = asTyped(text, catalog, now);
  const written = tokenise(rephrase(chartAsked(asked)?.rest ?? asked));
  const { tokens } = correct(written, catalog);
  const items = yield* itemising(tokens, catalog, now);
  const phrases = phrasesOf(written, unexplainedIn(written, tokens, items));
  return phrases.length === 0 ? null : { phrases, places: placesOf(incomplete, items, catalog) };
}

/** Columns that hold values beyond the sampled ones. One without any sample holds prose, or secrets. */
const isIncomplete = ({ isText, isDate, source }: CatalogColumn): boolean =>
  isText && !isDate && source.values.length > 0 && !source.values_complete;

/** Places of the tokens that mean nothing, or perhaps something else. */
function unexplainedIn(written: readonly Token[], tokens: readonly Token[], items: readonly Item[]): Set<number> {
  const places = new Set<number>();
  for (const item of items) {
    if (isExplained(item, tokens)) continue;
    for (let at = item.start; at < item.end; at++) {
      const token = tokens[at];
      if (item.kind !== "schema" || (token !== undefined && isName(token))) places.add(at);
    }
  }
  // "American Airlines", where America is a country and airlines are rows: all together may be the name of one.
  for (const { start, end } of namesIn(written)) {
    const isParted = items.some((item) => item.kind === "value" && item.start >= start && item.end < end);
    if (isParted) for (let at = start; at < end; at++) places.add(at);
  }
  // A name was taken for a slip of the hand.
  for (const [at, token] of written.entries()) if (token !== tokens[at] && isName(token)) places.add(at);
  return places;
}

/** Words side by side that are each written like a name, no more of them than a name has. */
function namesIn(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length; at++) {
    let end = at;
    while (end < tokens.length && isWordOfName(tokens[end])) end++;
    if (end - at > 1 && end - at <= LONGEST_NAME) runs.push({ start: at, end });
    at = Math.max(at, end);
  }
  return runs;
}

const isWordOfName = (token: Token | undefined): boolean => token?.kind === "word" && isName(token);

function isExplained(item: Item, tokens: readonly Token[]): boolean {
  if (item.kind === "word") return asksNothing(item.text) || /^\W+$/u.test(item.text);
  if (item.kind === "value") return (item.mention.values[0]?.score ?? 0) >= CLEAR_SCORE;
  if (item.kind !== "schema" || !tokens.slice(item.start, item.end).some(isName)) return true;
  const { columns, tables } = item.mention;
  return Math.max(columns[0]?.score ?? 0, tables[0]?.score ?? 0) >= CLEAR_SCORE;
}

/** Written like a name: with a capital that does not just begin the sentence, or in quotes. */
const isName = ({ kind, capitalised, first }: Token): boolean => kind === "quoted" || (capitalised && !first);

/** Says how something is done rather than what it is called, where it stands alone. */
const isManner = (token: Token): boolean => token.kind === "word" && !isName(token) && /(ing|ed|ly)$/.test(token.lower);

const isSmall = (token: Token | undefined): boolean =>
  /^(of|the|de|la|le|da|di|du|von|van|der|den|and|&)$/.test(token?.lower ?? "");

interface Run {
  start: number;
  end: number;
}

const places = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, i) => start + i);

/** Each name as a whole, and each of its words that mean nothing, in the order of the question. */
function phrasesOf(tokens: readonly Token[], unexplained: ReadonlySet<number>): string[] {
  if (unexplained.size > MOST_UNEXPLAINED) return [];
  const phrases: string[] = [];
  const joins = (at: number) => {
    const token = tokens[at];
    return token !== undefined && token.kind !== "punctuation" && (unexplained.has(at) || isName(token));
  };
  for (let at = 0; at < tokens.length; at++) {
    if (!joins(at)) continue;
    let end = at + 1;
    while (joins(end) || (isSmall(tokens[end]) && joins(end + 1))) end++;
    if (places(at, end).some((place) => unexplained.has(place)))
      phrases.push(...spokenAs({ start: at, end }, tokens, unexplained));
    at = end;
  }
  const fit = phrases.filter((phrase) => phrase.length <= LONGEST_PHRASE);
  return [...new Set(fit)].slice(0, MOST_PHRASES);
}

/**
 * What a run of words may be looked up by: its words together, and each that means nothing, in the singular, too. A word
 * in small letters alone only where it stands like a name: "orders of holloway", not "songs played together".
 */
function spokenAs(run: Run, tokens: readonly Token[], unexplained: ReadonlySet<number>): string[] {
  const words = tokens.slice(run.start, run.end);
  const named = standsLikeName(tokens, run.start, run.end);
  const alone = words.filter(
    (token, i) => unexplained.has(run.start + i) && (isName(token) || /\d/.test(token.text) || named || token.first),
  );
  if (alone.every(isManner) && words.length < 2) return [];
  const whole = words.length > 1 && words.length <= LONGEST_NAME ? [words.map(({ text }) => text).join(" ")] : [];
  return [
    ...whole,
    ...alone.flatMap((token) => {
      const { text, kind } = token;
      if (kind === "quoted") return [text];
      if (isManner(token) || (text.length < 3 && !/\d/.test(text))) return [];
      return /^\p{L}{4,}s$/u.test(text) ? [text, text.slice(0, -1)] : [text];
    }),
  ];
}

/**
 * The columns that may hold a name of the question, the likeliest first: those of the tables it mentions, then of those
 * that keys lead to; and in each what names rows. Where it mentions none, all.
 */
function placesOf(columns: readonly CatalogColumn[], items: readonly Item[], catalog: Catalog): ValuePlace[] {
  const steps = stepsFrom(mentionedIn(items), catalog);
  const reached = steps.size === 0 ? columns : columns.filter(({ table }) => steps.has(table));
  const farness = ({ table }: CatalogColumn) => steps.get(table) ?? 0;
  const plainness = (column: CatalogColumn) => (column.table.label.includes(column) ? 0 : column.isKey ? 2 : 1);
  return reached
    .toSorted(
      (a, b) =>
        farness(a) - farness(b) || plainness(a) - plainness(b) || a.table.source.row_count - b.table.source.row_count,
    )
    .slice(0, MOST_PLACES)
    .map(({ name, source, table }) => ({
      schema: table.source.schema,
      table: table.name,
      column: name,
      native_type: source.native_type,
      row_count: table.source.row_count,
    }));
}

function mentionedIn(items: readonly Item[]): Set<CatalogTable> {
  const mentioned = new Set<CatalogTable>();
  for (const item of items) {
    if (item.kind !== "schema") continue;
    for (const { table } of item.mention.tables) mentioned.add(table);
    for (const { column } of item.mention.columns) mentioned.add(column.table);
  }
  return mentioned;
}

/** How many keys lie between the mentioned tables and each that is near. */
function stepsFrom(mentioned: ReadonlySet<CatalogTable>, { links }: Catalog): Map<CatalogTable, number> {
  const steps = new Map([...mentioned].map((table) => [table, 0]));
  for (let step = 1; step <= MOST_STEPS; step++) {
    const before = new Set(steps.keys());
    for (const { from, to } of links) {
      const [one, other] = [from[0]?.table, to[0]?.table];
      if (one === undefined || other === undefined) continue;
      if (before.has(one) && !steps.has(other)) steps.set(other, step);
      if (before.has(other) && !steps.has(one)) steps.set(one, step);
    }
  }
  return steps;
}
