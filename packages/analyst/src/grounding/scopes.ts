import type { Spotlight } from "./arithmetic.ts";
import { type Figure, figureAt, type NumberColumn, type RowsByResult } from "./figures.ts";
import type { RowNames } from "./row-names.ts";
import { sentenceAt, type Sentences } from "./sentences.ts";
import type { Written } from "./written-numbers.ts";

/** What the numbers of a text are near to. */
export interface Scopes {
  sentences: Sentences;
  /** The rows that are named in a sentence or the one before it. */
  rowsOf: (sentence: number) => RowsByResult;
}

/** Figures and rows of a text that is so short that all of it is one scope. */
const MOST_OF_ONE_SCOPE = 6;

/** Sentences that are looked at one by one; a text of more is about all that it names. */
const MOST_SCOPES = 200;

/** Returns the rows that are named near each sentence; the same set for all that name none of their own. */
export function scopesOf(sentences: Sentences, names: RowNames, results: number): Scopes {
  const empty = () => Array.from({ length: results }, () => new Set<number>());
  const everywhere = empty();
  const isLong = sentences.starts.length > MOST_SCOPES;
  for (const { result, row, sentences: its } of names) if (isLong || its === "all") everywhere[result]?.add(row);
  if (isLong) return { sentences, rowsOf: () => everywhere };
  const known = new Map<number, Set<number>[]>();
  for (const { result, row, sentences: its } of names) {
    if (its === "all") continue;
    for (const sentence of [...its].flatMap((at) => [at, at + 1])) {
      const rows = known.get(sentence) ?? empty();
      known.set(sentence, rows);
      rows[result]?.add(row);
    }
  }
  for (const rows of known.values())
    for (const [result, its] of rows.entries()) for (const row of everywhere[result] ?? []) its.add(row);
  return { sentences, rowsOf: (sentence) => known.get(sentence) ?? everywhere };
}

/** What each sentence is about: the figures and rows that it and the one before it name; of a short text all that it names. */
export function lightsOf(
  { sentences, rowsOf }: Scopes,
  names: RowNames,
  numbers: readonly { written: Written; cell: Figure | null }[],
  columns: readonly NumberColumn[],
): { scopeOf: (sentence: number) => number; light: (scope: number) => Spotlight } {
  const alone = columns.flatMap((column) => (column.values.length === 1 ? figureAt(column, 0) : []));
  const told = numbers.flatMap(({ written, cell }) =>
    cell ? { cell, sentence: sentenceAt(sentences, written.at) } : [],
  );
  const all = distinct(told.map(({ cell }) => cell));
  const isShort = all.length <= MOST_OF_ONE_SCOPE && names.length <= MOST_OF_ONE_SCOPE;
  if (isShort || sentences.starts.length > MOST_SCOPES) {
    const rows = columns.reduce<Set<number>[]>((found, { result }) => {
      found[result] ??= new Set(names.flatMap((each) => (each.result === result ? each.row : [])));
      return found;
    }, []);
    return { scopeOf: () => 0, light: () => ({ figures: distinct([...all, ...alone]), rows }) };
  }
  return {
    scopeOf: (sentence) => sentence,
    light: (sentence) => ({
      figures: distinct([
        ...told.flatMap(({ cell, sentence: at }) => (at === sentence || at === sentence - 1 ? cell : [])),
        ...alone,
      ]),
      rows: rowsOf(sentence),
    }),
  };
}

const distinct = (figures: readonly Figure[]): Figure[] => [
  ...new Map(figures.map((figure) => [`${figure.result} ${figure.column} ${figure.row}`, figure])).values(),
];
