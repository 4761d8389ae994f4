import type { QueryResult } from "@parley/datasource/types";
import type { CellPlace } from "./figures.ts";
import { MONTH_BEGINNINGS, MONTH_NAMES } from "./number-words.ts";
import { once } from "./once.ts";
import { sentenceAt, type Sentences } from "./sentences.ts";
import type { Written } from "./written-numbers.ts";

/** Rows of a result whose texts are looked for in the answer, and columns in which they stand. */
const ROWS_SOUGHT = 400;
const NAME_COLUMNS_SOUGHT = 3;
const ROW_NAME_CHARACTERS = { least: 2, most: 80 };

/** The rows whose names are said, by sentence; those that the question names are meant in each. */
export type RowNames = readonly { result: number; row: number; sentences: ReadonlySet<number> | "all" }[];

/** Places of one name that are looked at. */
const MOST_PLACES_OF_NAME = 20;

/** Finds the rows of results whose names an answer or its question says. */
export function rowNames(
  text: string,
  sentences: Sentences,
  question: string,
  results: readonly QueryResult[],
): RowNames {
  const lower = text.toLowerCase();
  const asked = question.toLowerCase();
  const [ends, endsAsked] = [endsIn(lower), endsIn(asked)];
  const known = new Map<string, ReadonlySet<number>>();
  const sentencesWith = (name: string) => {
    const found = known.get(name) ?? new Set(placesIn(lower, name).map((at) => sentenceAt(sentences, at)));
    known.set(name, found);
    return found;
  };
  const months = once(() => monthsIn(text, sentences));
  const years = once(() => yearsIn(text, sentences));
  return results.flatMap(({ columns, rows }, result) => {
    const texts = columns
      .flatMap(({ type }, at) => (type === "integer" || type === "number" ? [] : [at]))
      .slice(0, NAME_COLUMNS_SOUGHT);
    const ofYears = columns.flatMap(({ name, type }, at) => (type === "integer" && YEAR_COLUMN.test(name) ? at : []));
    return rows.slice(0, ROWS_SOUGHT).flatMap((cells, row): RowNames => {
      const found = new Set<number>();
      for (const column of ofYears) for (const at of years().get(String(cells[column])) ?? []) found.add(at);
      for (const column of texts) {
        const cell = cells[column];
        if (typeof cell !== "string" || !isNameLong(cell)) continue;
        const name = cell.toLowerCase();
        if (isNameIn(name, asked, endsAsked)) return [{ result, row, sentences: "all" }];
        if (ends[endAt(name, name.length)] === 1) for (const at of sentencesWith(name)) found.add(at);
        for (const sentence of months().get(monthOf(cell) ?? "") ?? []) found.add(sentence);
      }
      return found.size > 0 ? [{ result, row, sentences: found }] : [];
    });
  });
}

function placesIn(text: string, name: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0 && places.length < MOST_PLACES_OF_NAME; at = text.indexOf(name, at + 1))
    places.push(at);
  return places;
}

/** A column whose whole numbers are the years that its rows are of. */
export const YEAR_COLUMN = /(?:^|_)(?:year|jahr)$/i;

/** The sentences that name a year. */
function yearsIn(text: string, sentences: Sentences): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { 0: year, index } of text.matchAll(/(?<![\d.,])(?:19|20)\d{2}(?![\d.,]*\d)/g))
    found.set(year, (found.get(year) ?? new Set()).add(sentenceAt(sentences, index)));
  return found;
}

/** The month of a cell that is a day or a month: "2024-03-01" is of "2024-03". */
export const monthOf = (cell: string): string | null =>
  /^\d{4}-\d{2}(?:$|-\d{2})/.test(cell) ? cell.slice(0, 7) : null;

/** The sentences that name a month, by month and year; without a year in the text that of any year. */
function monthsIn(text: string, sentences: Sentences): Map<string, Set<number>> {
  const years = new Set(text.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g));
  const found = new Map<string, Set<number>>();
  for (const match of text.matchAll(MONTH_NAMES)) {
    const month = MONTH_BEGINNINGS.findIndex((beginnings) => beginnings.test(match[0])) + 1;
    for (const year of years.size > 0 ? years : YEARS_WITHOUT_NAME) {
      const key = `${year}-${String(month).padStart(2, "0")}`;
      const those = found.get(key) ?? new Set();
      found.set(key, those.add(sentenceAt(sentences, match.index)));
    }
  }
  return found;
}

/** Years that a month may be of where the text names none. */
const YEARS_WITHOUT_NAME = Array.from({ length: 41 }, (_, at) => String(2000 + at));

const isNameLong = ({ length }: string): boolean =>
  length >= ROW_NAME_CHARACTERS.least && length <= ROW_NAME_CHARACTERS.most;

const isNameIn = (name: string, text: string, ends: Uint8Array): boolean =>
  ends[endAt(name, name.length)] === 1 && text.includes(name);

const END_BITS = 15;

/** Marks the ends of all words and parts of words of a text: whose end is not marked does not stand there. */
function endsIn(text: string): Uint8Array {
  const ends = new Uint8Array(2 ** END_BITS * 2);
  for (let to = ROW_NAME_CHARACTERS.least; to <= text.length; to++) ends[pairAt(text, to)] = 1;
  for (let to = LONG_END; to <= text.length; to++) ends[endAt(text, to)] = 1;
  return ends;
}

/** Characters by which the end of a name is looked up; of shorter ones two. */
const LONG_END = 4;

/** The place of the mark of what ends at a place. */
const endAt = (text: string, to: number): number =>
  to < LONG_END ? pairAt(text, to) : 2 ** END_BITS + mixed(pairAt(text, to), pairAt(text, to - 2));

const pairAt = (text: string, to: number): number => mixed(text.charCodeAt(to - 1), text.charCodeAt(to - 2));
const mixed = (left: number, right: number): number => Math.imul(left * 31 + right, 0x9e3779b1) >>> (32 - END_BITS);

/** Texts of cells by the numbers in them. */
export type CellNames = ReadonlyMap<string, readonly { text: string; place: CellPlace }[]>;

/** Cells that are read for numbers that name something: "iPhone 15". */
const CELLS_READ = 20_000;
/** Cells that are kept for one number, and characters that are read of each. */
const CELLS_OF_NUMBER = 20;
const NAMED_CELL_CHARACTERS = 120;

/** The cells whose texts hold one of the numbers, by the number. */
export function cellNames(numbers: readonly Written[], results: readonly QueryResult[]): CellNames {
  const names = new Map<string, { text: string; place: CellPlace }[]>();
  for (const { text, isPlain, isMultiple } of numbers) if (isPlain && !isMultiple) names.set(text, []);
  let left = names.size > 0 ? CELLS_READ : 0;
  for (const [result, { rows }] of results.entries()) {
    for (let row = 0; row < rows.length; row++) {
      const cells = rows[row] ?? [];
      if ((left -= cells.length) < 0) return names;
      for (let column = 0; column < cells.length; column++) {
        const cell = cells[column];
        if (typeof cell !== "string") continue;
        for (const found of namedBy(names, cell))
          found.push({ text: cell.slice(0, NAMED_CELL_CHARACTERS).toLowerCase(), place: { result, row, column } });
      }
    }
  }
  return names;
}

/** What is kept of the numbers that a cell's text holds, where there is room. */
function namedBy<Kept>(names: ReadonlyMap<string, Kept[]>, cell: string): Kept[][] {
  const named: Kept[][] = [];
  const end = Math.min(cell.length, NAMED_CELL_CHARACTERS);
  for (let at = 0; at < end; at++) {
    if (!isDigit(cell, at)) continue;
    const from = at;
    while (at < end && isDigit(cell, at)) at += 1;
    const found = names.get(cell.slice(from, at));
    if (found && found.length < CELLS_OF_NUMBER && !named.includes(found)) named.push(found);
  }
  return named;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** The cell whose text holds the number with the word beside it. */
export function nameOf({ text, isPlain, isMultiple, before, after }: Written, names: CellNames): CellPlace | null {
  const found = isPlain && !isMultiple ? names.get(text) : undefined;
  if (!found || found.length === 0) return null;
  const wordBefore = /(\p{L}[\p{L}\p{N}]*[\s.#:_-]*)$/u.exec(before)?.[1]?.toLowerCase();
  const wordAfter = /^([\s_-]*\p{L}[\p{L}\p{N}]*)/u.exec(after)?.[1]?.toLowerCase();
  const meant = found.find(
    (each) =>
      each.text.trim() === text ||
      (wordBefore !== undefined && each.text.includes(wordBefore + text)) ||
      (wordAfter !== undefined && each.text.includes(text + wordAfter)),
  );
  return meant?.place ?? null;
}
