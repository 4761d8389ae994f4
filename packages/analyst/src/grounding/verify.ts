import type { QueryResult } from "@parley/datasource/types";
import { type Arithmetic, derive, prepareArithmetic } from "./arithmetic.ts";
import { type CellPlace, cellsOf, type Figure, fits, isExact, type NumberColumn, numberColumns } from "./figures.ts";
import {
  AFTER_YEAR,
  BEFORE_YEAR,
  DAY_AFTER_MONTH,
  MORE,
  RANKS,
  SELECTED,
  SELECTS,
  SPAN_AFTER,
  SPAN_BEFORE,
} from "./number-words.ts";
import { numbersIn, type Written } from "./written-numbers.ts";

/** What the numbers of a text may come from. */
export interface Evidence {
  /** The results of the turn, in the order in which they were fetched. */
  results: readonly QueryResult[];
  /** Texts whose numbers are known as such, by what they are called: the question, the SQL, documents that were read. */
  texts: readonly { kind: TextKind; text: string }[];
}

/** The texts that a turn is made from. */
export type TextKind = "question" | "query" | "instructions" | "document" | "schema" | "earlier_answer" | "reading";

/** Where a number comes from: a cell, or what was made of cells or texts. */
export type Origin = { cell: CellPlace } | { derived: string; from: readonly CellPlace[] } | null;

/** A number of the text, and where it comes from; null if from nowhere that is known. */
export interface CheckedNumber {
  text: string;
  origin: Origin;
}

/** Returns every number of a text, in order, with its origin. */
export function checkNumbers(text: string, evidence: Evidence): CheckedNumber[] {
  const { written, named } = numbersIn(text);
  if (written.length === 0 && named.length === 0) return [];
  const columns = numberColumns(evidence.results);
  const rows = namedRows(text, evidence.results);
  const cells = cellsOf(written, columns).map((found, at) => bestCell(found, written[at], rows));
  const context: Context = {
    evidence,
    arithmetic: once(() => prepareArithmetic(columns, { figures: lit(cells, columns), rows })),
    names: once(() => namesIn(evidence.results)),
    texts: new Map(),
  };
  const numbers = written.map((each, at) => ({
    at: each.at,
    text: each.text,
    origin: originOf(each, cells[at] ?? null, context),
  }));
  const names = named.map(({ at, text: name, kind }) => ({ at, text: name, origin: { derived: kind, from: [] } }));
  return [...numbers, ...names].toSorted((left, right) => left.at - right.at);
}

interface Context {
  evidence: Evidence;
  arithmetic: () => Arithmetic;
  names: () => Names;
  /** The numbers of the texts, read when they are first needed. */
  texts: Map<string, readonly number[]>;
}

/** The result of `make`, made when it is first needed. */
function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

const TEXTS_AFTER_DATA = ["query", "reading", "instructions", "document", "schema", "earlier_answer"] as const;

function originOf(written: Written, cell: Figure | null, context: Context): Origin {
  if (cell && isExact(written, cell.value)) return { cell: place(cell) };
  if (isIn(written, context, "question")) return known("question");
  if (cell) return { cell: place(cell) };
  if (isCount(written, context.evidence.results)) return known("count");
  const name = nameOf(written, context.names());
  if (name) return { derived: "name", from: [name] };
  const derivation = derive(written, context.arithmetic());
  if (derivation) return { derived: derivation.name, from: derivation.from.map(place) };
  if (isDate(written)) return known("date");
  const kind = TEXTS_AFTER_DATA.find((each) => isIn(written, context, each));
  return kind ? known(kind) : null;
}

const known = (derived: string): Origin => ({ derived, from: [] });
const place = ({ result, row, column }: CellPlace): CellPlace => ({ result, row, column });

/** The figures that a text is about: those it names, and those of results that have one row, as questions for totals get. */
const lit = (cells: readonly (Figure | null)[], columns: readonly NumberColumn[]): Set<Figure> =>
  new Set([
    ...cells.flatMap((cell) => cell ?? []),
    ...columns.flatMap(({ figures }) => (figures.length === 1 ? figures : [])),
  ]);

/** The cell that is most likely meant: exact, in a row that the text names, of a later result. */
function bestCell(
  cells: readonly Figure[],
  written: Written | undefined,
  rows: readonly ReadonlySet<number>[],
): Figure | null {
  if (!written) return null;
  const score = (figure: Figure) =>
    (isExact(written, figure.value) ? 4 : 0) + (rows[figure.result]?.has(figure.row) ? 2 : 0) + figure.result / 100;
  return cells.reduce<Figure | null>((best, each) => (!best || score(each) > score(best) ? each : best), null);
}

/** Rows of a result whose texts are looked for in the answer. */
const ROWS_SOUGHT = 400;
const ROW_NAME_CHARACTERS = { least: 2, most: 80 };

/** For each result the rows whose names the text says. */
function namedRows(text: string, results: readonly QueryResult[]): Set<number>[] {
  const lower = text.toLowerCase();
  return results.map(({ columns, rows }) => {
    const texts = columns.flatMap(({ type }, at) => (type === "integer" || type === "number" ? [] : [at])).slice(0, 3);
    const named = rows.slice(0, ROWS_SOUGHT).flatMap((row, at) => {
      const isNamed = texts.some((column) => {
        const cell = row[column];
        if (
          typeof cell !== "string" ||
          cell.length < ROW_NAME_CHARACTERS.least ||
          cell.length > ROW_NAME_CHARACTERS.most
        )
          return false;
        return lower.includes(cell.toLowerCase());
      });
      return isNamed ? [at] : [];
    });
    return new Set(named);
  });
}

/** True if a text of a kind has the number, as it is or rounded. */
function isIn(written: Written, { evidence, texts }: Context, kind: TextKind): boolean {
  let values = texts.get(kind);
  if (!values) {
    values = evidence.texts.flatMap((each) => (each.kind === kind ? valuesIn(each.text) : []));
    texts.set(kind, values);
  }
  return values.some((value) => fits(written, value));
}

/** Characters of one text in which numbers are looked for. */
const KNOWN_TEXT_CHARACTERS = 20_000;

/** All numbers of a text that the answer was made from; of dates their parts, too, and what SQL holds in code. */
function valuesIn(text: string): number[] {
  const begin = text.slice(0, KNOWN_TEXT_CHARACTERS);
  const { written } = numbersIn(begin.replaceAll("`", " "));
  const digits = [...begin.matchAll(/\d+(?:\.\d+)?/g)].map(([each]) => Number(each));
  return [...new Set([...written.flatMap(({ meanings }) => meanings.map(({ value }) => value)), ...digits])];
}

/** Rows that are named before the text says how many more there are. */
const ROWS_BEFORE_MORE = 20;

/** True for a number of rows: all, those that are left, or those that were chosen. */
function isCount(written: Written, results: readonly QueryResult[]): boolean {
  const { isPlain, meanings, before, after, isPercent, isMultiple } = written;
  const value = meanings[0]?.value ?? 0;
  if (isPercent || isMultiple || !Number.isInteger(value)) return false;
  return results.some(({ row_count: count }) => {
    if (value === count) return true;
    if (value > count || !isPlain) return false;
    if (MORE.test(after)) return value >= count - ROWS_BEFORE_MORE;
    return SELECTS.test(before) || SELECTED.test(after) || RANKS.test(before);
  });
}

/** True for a year, a day after its month, and a span of time that ends now. */
function isDate({ isPlain, meanings, before, after }: Written): boolean {
  if (!isPlain) return false;
  const value = meanings[0]?.value ?? 0;
  const isCounting = /^\s\p{L}/u.test(after) && !AFTER_YEAR.test(after);
  if (value >= 1900 && value <= 2100) return !isCounting || BEFORE_YEAR.test(before);
  if (value >= 1 && value <= 31 && DAY_AFTER_MONTH.test(before)) return !isCounting;
  return SPAN_BEFORE.test(before) && SPAN_AFTER.test(after);
}

/** Texts of cells by the numbers in them. */
type Names = ReadonlyMap<string, readonly { text: string; place: CellPlace }[]>;

/** Cells that are read for numbers that name something: "iPhone 15". */
const CELLS_READ = 20_000;
/** Cells that are kept for one number, and characters that are read of each. */
const CELLS_OF_NUMBER = 20;
const NAMED_CELL_CHARACTERS = 120;

function namesIn(results: readonly QueryResult[]): Names {
  const names = new Map<string, { text: string; place: CellPlace }[]>();
  let left = CELLS_READ;
  for (const [result, { rows }] of results.entries()) {
    for (const [row, cells] of rows.entries()) {
      if ((left -= cells.length) < 0) return names;
      for (const [column, cell] of cells.entries()) {
        if (typeof cell !== "string" || !/\d/.test(cell)) continue;
        const text = cell.slice(0, NAMED_CELL_CHARACTERS).toLowerCase();
        for (const [digits] of text.matchAll(/\d+/g)) {
          const found = names.get(digits);
          if (!found) names.set(digits, [{ text, place: { result, row, column } }]);
          else if (found.length < CELLS_OF_NUMBER) found.push({ text, place: { result, row, column } });
        }
      }
    }
  }
  return names;
}

/** The cell whose text holds the number with the word beside it. */
function nameOf({ text, isPlain, isMultiple, before, after }: Written, names: Names): CellPlace | null {
  const found = isPlain && !isMultiple ? names.get(text) : undefined;
  if (!found) return null;
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
