import type { QueryResult } from "@parley/datasource/types";
import type { Derivation } from "./arithmetic.ts";
import { FEW_ROWS, type Figure, figureAt, fits, type NumberColumn, placeInColumn } from "./figures.ts";
import { type RowNames, YEAR_COLUMN } from "./row-names.ts";
import type { Sentences } from "./sentences.ts";
import type { Written } from "./written-numbers.ts";

/** What words that relate two figures may be about: "doubled", "twice as many", "fell by a third". */
export interface Relatable {
  sentences: Sentences;
  names: RowNames;
  /** The figures that a text tells, with the sentence of each. */
  told: readonly { cell: Figure; sentence: number }[];
  columns: readonly NumberColumn[];
  results: readonly QueryResult[];
}

type Pair = readonly [earlier: Figure, later: Figure];

/** Figures told in a sentence that are paired. */
const MOST_TOLD = 12;
/** Pairs that are looked at for one word. */
const MOST_RELATED = 200;

/** Words for the row beside one that is named. */
const BESIDE =
  /\b(?:next|second|runner|following|previous|before|earlier|prior)\b|(?<!\p{L})(?:nächst|zweit|folgend|vorig|vorher|davor|zuvor|vor)/iu;
/** Words that go on from a row that is named to the one after it: "doubled in February, then fell by a third". */
const GOES_ON =
  /\b(?:then|later|after(?:wards)?|subsequently|and (?:fell|dropped|declined|rose|grew|climbed))\b|(?<!\p{L})(?:dann|danach|anschließend|später|und (?:fiel|sank|stieg|wuchs))(?!\p{L})/iu;
const ENDS =
  /\b(?:best|worst|highest|lowest|most|least|largest|smallest|biggest|top|bottom|strongest|weakest|peak|maximum|minimum)\b|(?<!\p{L})(?:best|schlechtest|höchst|niedrigst|meist|wenigst|größt|kleinst|stärkst|schwächst|maxim|minim)/iu;
const GREW = /doubled|tripled|trebled|pled|verdoppel|verdrei|vervier|verfünf|verzehn/i;
const FELL = /halved|halbiert/i;

/**
 * How a word that relates two figures follows from two that its sentence names: rows by their names, figures as they are told. A
 * sentence that names none is about the one before it. Where neither names any, it is about the only two that there are, the first and
 * the last of a series, or the two ends that it speaks of. Of any two figures some are always double.
 */
export function relationsOf(about: Relatable): (written: Written, sentence: number) => Derivation | null {
  const { sentences } = about;
  const known = new Map<number, readonly Pair[]>();
  const told = Map.groupBy(about.told, ({ sentence }) => sentence);
  const namedIn = (sentence: number) =>
    namedPairs(
      sentence,
      (told.get(sentence) ?? []).map(({ cell }) => cell),
      about,
    );
  const pairsOfSentence = (sentence: number): readonly Pair[] => {
    const before = known.get(sentence);
    if (before) return before;
    const named = [sentence, sentence - 1].map(namedIn).find((found) => found.length > 0);
    const pairs = (named ?? onlyPairs(sentences.texts[sentence] ?? "", about)).slice(0, MOST_RELATED);
    known.set(sentence, pairs);
    return pairs;
  };
  return (written, sentence) => {
    const found = pairsOfSentence(sentence).find((pair) => isSo(written, pair, about));
    return found ? { name: written.isMultiple ? "ratio" : "change", from: found } : null;
  };
}

/** Pairs of what a sentence names. */
function namedPairs(sentence: number, told: readonly Figure[], about: Relatable): Pair[] {
  const figures = told.slice(0, MOST_TOLD);
  const rows = rowsNamed(sentence, figures, about);
  if (figures.length === 0 && rows.every((those) => those.length === 0)) return [];
  const text = about.sentences.texts[sentence] ?? "";
  const lone = loneFigures(about.columns);
  const pairs = [
    ...pairsOf(figures),
    ...figures.flatMap((figure) => lone.filter((other) => other !== figure).map((other): Pair => [other, figure])),
    ...about.columns.flatMap((column) => pairsInColumn(column, rows[column.result] ?? [], { text, about })),
    ...pairsBetween(rows, about.columns),
  ];
  return pairs.length > 0 ? pairs : onlyPairs(text, about);
}

/** The rows of each result that a sentence names, or a figure of which it tells. */
const rowsNamed = (sentence: number, figures: readonly Figure[], { names, results }: Relatable): number[][] =>
  results.map((_, result) => [
    ...new Set([
      ...names.flatMap((each) =>
        each.result === result && (each.sentences === "all" || each.sentences.has(sentence)) ? each.row : [],
      ),
      ...figures.flatMap((each) => (each.result === result ? each.row : [])),
    ]),
  ]);

interface Around {
  text: string;
  about: Relatable;
}

/** Rows that are named against each other, and one against the row beside it in a series or where the sentence says so. */
function pairsInColumn(column: NumberColumn, rows: readonly number[], { text, about }: Around): Pair[] {
  const places = rows.map((row) => placeInColumn(column, row)).filter((at) => at >= 0);
  const sorted = [...places].toSorted((a, b) => a - b);
  const pairs = pairsOf(sorted.slice(0, FEW_ROWS).map((at) => figureAt(column, at)));
  const isBeside = BESIDE.test(text) || isSeries(column, about.results);
  const goesOn = isBeside && (BESIDE.test(text) || GOES_ON.test(text));
  const before = isBeside ? sorted.map((at) => [at - 1, at] as const) : [];
  const after = goesOn ? sorted.map((at) => [at, at + 1] as const) : [];
  const last = column.values.length - 1;
  const only = column.values.length === 2 && places.length > 0 ? [[0, 1] as const] : [];
  return [
    ...pairs,
    ...[...only, ...before, ...after].flatMap(([left, right]): Pair[] =>
      left >= 0 && right <= last ? [[figureAt(column, left), figureAt(column, right)]] : [],
    ),
  ];
}

/** Figures of the one row that is named, and of the one that is named in each of two results. */
function pairsBetween(rows: readonly (readonly number[])[], columns: readonly NumberColumn[]): Pair[] {
  const named = columns.flatMap((column) => {
    const [row, ...others] = rows[column.result] ?? [];
    const at = row === undefined || others.length > 0 ? -1 : placeInColumn(column, row);
    return at < 0 ? [] : figureAt(column, at);
  });
  return pairsOf(named.slice(0, MOST_TOLD));
}

/** The figures that are a result's only row. */
const loneFigures = (columns: readonly NumberColumn[]): Figure[] =>
  columns.flatMap((column) => (column.values.length === 1 ? figureAt(column, 0) : [])).slice(0, MOST_TOLD);

/** The two figures that there are, or that are meant where nothing is named. */
function onlyPairs(text: string, { columns, results }: Relatable): Pair[] {
  const lone = loneFigures(columns);
  const pairs: Pair[] = lone.length === 2 ? pairsOf(lone) : [];
  for (const column of columns) {
    const last = column.values.length - 1;
    if (last < 1) continue;
    const pair = (left: number, right: number): Pair => [figureAt(column, left), figureAt(column, right)];
    if (last === 1 || isSeries(column, results)) pairs.push(pair(0, last));
    if (last > 1 && ENDS.test(text)) pairs.push(pair(column.least, column.greatest));
  }
  return pairs;
}

const pairsOf = (figures: readonly Figure[]): Pair[] =>
  figures.flatMap((left, at) => figures.slice(at + 1).map((right): Pair => [left, right]));

/** Whether one figure is to the other as the word says: of two moments the later one has grown, or fallen. */
function isSo(written: Written, [left, right]: Pair, { results }: Relatable): boolean {
  const [earlier, later, isDated] = inTime(left, right, results);
  const ratio = later.value / earlier.value;
  if (!Number.isFinite(ratio) || ratio === 0) return false;
  if (written.isChange) {
    const fitsAs = (of: number) => fits(written, (of - 1) * 100);
    return fitsAs(ratio) || (!isDated && fitsAs(1 / ratio));
  }
  const isUp = isDated && GREW.test(written.text);
  const isDown = isDated && FELL.test(written.text);
  return (!isDown && fits(written, ratio)) || (!isUp && fits(written, 1 / ratio));
}

/** Two figures of a column in the order of their moments, where their rows have any. */
function inTime(left: Figure, right: Figure, results: readonly QueryResult[]): [Figure, Figure, boolean] {
  const [one, other] = [momentOf(left, results), momentOf(right, results)];
  if (one === null || other === null || one === other || left.column !== right.column) return [left, right, false];
  return one < other ? [left, right, true] : [right, left, true];
}

const MOMENT = /^(?:19|20)\d{2}(?:-(?:\d{2}|Q[1-4]|W\d{2}).*)?$/;

/** The moment that a figure's row is of, as a text that sorts; null where its result has no column of moments. */
function momentOf({ result, row }: Pick<Figure, "result" | "row">, results: readonly QueryResult[]): string | null {
  const { columns = [], rows = [] } = results[result] ?? {};
  for (const [at, { name, type }] of columns.entries()) {
    const cell = rows[row]?.[at];
    const isText = typeof cell === "string" && type !== "integer" && type !== "number";
    if ((isText || YEAR_COLUMN.test(name)) && MOMENT.test(String(cell))) return String(cell);
  }
  return null;
}

/** True for figures of moments that follow each other, one row for each. */
function isSeries(column: NumberColumn, results: readonly QueryResult[]): boolean {
  const { result, rows, values } = column;
  const ends = [0, values.length - 1].map((at) => momentOf({ result, row: rows[at] ?? 0 }, results));
  return ends.every((moment) => moment !== null) && ends[0] !== ends[1];
}
