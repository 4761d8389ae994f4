import { type CatalogColumn, normalise } from "../catalog/catalog.ts";
import { NAMES_COLUMN, VALUE_WORDS_MAX } from "./column-and-value.ts";
import { cueAt } from "../language/vocabulary.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { type Mention, mentionOf } from "./mention.ts";
import { exactValues } from "./values.ts";

/** What may stand between a column and its value. */
const BEFORE_A_VALUE =
  /^(?:is|are|was|were|be|being|equals?|not|isn't|aren't|wasn't|weren't|either|neither|other|than|=|:)$/;

/** What may stand between two values of a column. */
const JOINING_VALUES = /^(?:or|and|nor|,|but|not|&|vs|versus)$/;

/** What is no value by itself, whatever is stored. */
const NO_VALUE_ALONE =
  /^(?:all|any|some|an?|the|it|they|them|we|you|me|i|us|this|these|those|there|same|in|on|at|of|by|to|for|with|from|per|as|not|no|and|or|like|over|under|above|below|between|known|unknown|missing|empty|null|set)$/;

/**
 * "status is active", "billing other than monthly", "reason Late or Damaged": what stands right behind a column and is
 * one of its own values is that value, whatever else the words mean.
 */
export function valueOfColumn(asked: Asked, at: number, items: readonly Item[]): Piece | null {
  const { tokens } = asked;
  if (tokens[at]?.kind !== "word") return null;
  const next = oneMore(asked, at, items);
  if (next !== null) return next;
  const columns = columnsBefore(tokens, at, items);
  if (columns.size === 0) return null;
  // "is not in transit": "Not as described" may be a value as well, so that the fewest words lead to it.
  for (let start = at; start === at || BEFORE_A_VALUE.test(tokens[start - 1]?.lower ?? ""); start++) {
    const value = valueAt(asked, start, columns);
    const leading = value === null ? null : cuesBetween(asked, at, start);
    if (value !== null && leading !== null) return { items: [...leading, value], end: value.end };
  }
  return null;
}

const SAID_OF_BILLING = /^(?:daily|weekly|monthly|quarterly|yearly|annual(?:ly)?)$/;

/** "yearly vs monthly billing", of subscriptions whose billing is one or the other: two of its values, rather than spans of time. */
export function howOftenCompared({ tokens, catalog }: Asked, at: number): Piece | null {
  const isOften = (place: number): boolean => SAID_OF_BILLING.test(tokens[place]?.lower ?? "");
  const isJoined = (place: number): boolean => /^(?:vs|versus|or|and)$/.test(tokens[place]?.lower ?? "");
  if (!isOften(at)) return null;
  const isSecond = isJoined(at - 1) && isOften(at - 2);
  const end = isJoined(at + 1) && isOften(at + 2) ? at + 3 : isSecond ? at + 1 : at;
  const name = tokens[end]?.stem;
  const text = tokens[at]?.text ?? "";
  if (end === at || name === undefined || !catalog.values.has(normalise(text))) return null;
  const values = exactValues(text, catalog).filter(({ column, score }) => score === 1 && column.stems.includes(name));
  const where = { start: at, end: at + 1, text };
  return values.length === 0
    ? null
    : { items: [{ kind: "value", mention: mentionOf({ ...where, values }), ...where }], end: at + 1 };
}

/** "on hold or under review": one more value, though "or under" compares elsewhere. */
function oneMore(asked: Asked, at: number, items: readonly Item[]): Piece | null {
  if (asked.tokens[at]?.lower !== "or" || items.at(-1)?.kind !== "value") return null;
  if ((cueAt(asked.words, at)?.length ?? 1) === 1) return null;
  const value = valueAt(asked, at + 1, columnsBefore(asked.tokens, at + 1, items));
  const joint = value === null ? null : cuesBetween(asked, at, at + 1);
  return value === null || joint === null ? null : { items: [...joint, value], end: value.end };
}

/** The longest value of the columns that begins at a place. */
function valueAt({ tokens, catalog }: Asked, start: number, columns: ReadonlySet<CatalogColumn>): Item | null {
  const following = tokens.slice(start, start + VALUE_WORDS_MAX);
  const most = following.findIndex(({ kind }) => kind === "quoted" || kind === "punctuation");
  for (let length = most < 0 ? following.length : most; length > 0; length--) {
    const text = following
      .slice(0, length)
      .map((token) => token.text)
      .join(" ");
    if ((length === 1 && NO_VALUE_ALONE.test(text.toLowerCase())) || !catalog.values.has(normalise(text))) continue;
    const values = exactValues(text, catalog).filter(({ column, score }) => score === 1 && columns.has(column));
    const where = { start, end: start + length, text };
    if (values.length > 0) return { kind: "value", mention: mentionOf({ ...where, values }), ...where };
  }
  return null;
}

/** What leads from a column to its value, as cues; null where a word of it is none. */
function cuesBetween({ tokens, words }: Asked, from: number, to: number): Item[] | null {
  const found: Item[] = [];
  for (let start = from; start < to;) {
    const said = cueAt(words.slice(0, to), start);
    if (said === null) return null;
    const end = start + said.length;
    const text = tokens
      .slice(start, end)
      .map((token) => token.text)
      .join(" ");
    found.push({ kind: "cue", cue: said.cue, other: null, start, end, text });
    start = end;
  }
  return found;
}

/** The columns that are named right before a place, and of which nothing but values stands between. */
function columnsBefore(tokens: Asked["tokens"], at: number, items: readonly Item[]): ReadonlySet<CatalogColumn> {
  const endingAt = (place: number) => items.findLast((item) => item.end === place);
  let end = skipped(tokens, at, BEFORE_A_VALUE);
  for (;;) {
    const before = endingAt(end);
    if (before?.kind === "schema") return columnsNamed(before.mention);
    const joined = before?.kind === "value" ? end : skipped(tokens, end, JOINING_VALUES);
    const value = endingAt(joined);
    if (value?.kind !== "value") return new Set();
    end = skipped(tokens, value.start, BEFORE_A_VALUE);
  }
}

/** What words name as columns; where they name rows as well, what those are called is one of them. */
function columnsNamed({ columns, tables }: Mention): ReadonlySet<CatalogColumn> {
  const best = Math.max(NAMES_COLUMN, tables[0]?.score ?? 0);
  if ((columns[0]?.score ?? 0) < best) return new Set();
  const named = columns.flatMap(({ column, score }) => (score >= NAMES_COLUMN ? [column] : []));
  return new Set([...named, ...tables.flatMap(({ table, score }) => (score >= NAMES_COLUMN ? table.label : []))]);
}

/** The place before which nothing but such words stands up to `at`. */
function skipped(tokens: Asked["tokens"], at: number, words: RegExp): number {
  let place = at;
  while (words.test(tokens[place - 1]?.lower ?? "")) place--;
  return place;
}
