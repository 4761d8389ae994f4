import type { QueryResult } from "@parley/datasource/types";
import type { Derivation } from "./arithmetic.ts";
import { type Figure, figureAt, fits, type NumberColumn } from "./figures.ts";
import { once } from "./once.ts";
import { monthOf } from "./row-names.ts";
import type { Sentences } from "./sentences.ts";
import type { Written } from "./written-numbers.ts";

const ORDINALS: readonly [pattern: RegExp, place: number][] = [
  [/^(?:first|1|ers)/i, 1],
  [/^(?:second|2|zwei)/i, 2],
  [/^(?:third|3|drit)/i, 3],
  [/^(?:fourth|4|vier)/i, 4],
];
const ORDINAL_WORD = String.raw`(first|second|third|fourth|last|1st|2nd|3rd|4th|[1-4]\.|erste[nrsm]?|zweite[nrsm]?|dritte[nrsm]?|vierte[nrsm]?|letzte[nrsm]?)`;
const QUARTER = new RegExp(String.raw`(?<![\p{L}\d])${ORDINAL_WORD}\s{1,3}(?:quarter|quartal)(?!\p{L})`, "giu");
const HALF = new RegExp(
  String.raw`(?<![\p{L}\d])${ORDINAL_WORD}\s{1,3}(?:half(?=\s{1,3}(?:of|year|\d))|halbjahr|(?:jahres)?hälfte)(?!\p{L})`,
  "giu",
);
const NTH = new RegExp(String.raw`(?<![\p{L}\d])${ORDINAL_WORD}(?![\p{L}\d])`, "giu");
const PART_IN_SHORT = /(?<![\p{L}\d])([QH])([1-4])(?![\p{L}\d])/gu;
const YEAR = /(?<![\d.,])(?:19|20)\d{2}(?![\d.,]*\d)/g;

/** Spans of one text that are looked at, and figures that are told of one. */
const MOST_SPANS = 8;
const CELLS_TOLD = 10;
/** Columns that are added up. */
const MOST_COLUMNS = 8;
/** Rows whose months are read, as many as names are sought in. */
const ROWS_READ = 400;

/** Months of a year, from the first to the last. */
interface Span {
  year: string;
  from: number;
  to: number;
}

/** What the figures of a span come to. */
interface SpanSum {
  column: NumberColumn;
  sum: number;
  from: Figure[];
}

interface Spans {
  sentences: Sentences;
  results: readonly QueryResult[];
  columns: readonly NumberColumn[];
}

/**
 * How a number follows from rows of months or days that its sentence, or the one before it, speaks of as a quarter, a half or a year:
 * their sum, its share of all, and how two of them compare. Cells are read once for all numbers, and for a text that speaks of any.
 */
export function spansOf({
  sentences,
  results,
  columns,
}: Spans): (written: Written, sentence: number) => Derivation | null {
  const years = once(() => yearsOf(results));
  const sums = new Map<number, SpanSum[]>();
  const sumsIn = (text: string): SpanSum[] => {
    if ([QUARTER, HALF, PART_IN_SHORT, YEAR].every((pattern) => text.search(pattern) < 0)) return [];
    return spansIn(text, years())
      .slice(0, MOST_SPANS)
      .flatMap((span) => columns.slice(0, MOST_COLUMNS).flatMap((column) => sumOf(span, column, results) ?? []));
  };
  const sumsOf = (sentence: number): SpanSum[] => {
    const found = sums.get(sentence) ?? sumsIn(sentences.texts[sentence] ?? "");
    sums.set(sentence, found);
    return found;
  };
  return (written, sentence) => {
    const those = [...sumsOf(sentence), ...sumsOf(sentence - 1)];
    return those.map((each) => alone(written, each)).find(Boolean) ?? compared(written, those);
  };
}

/** The years of which the results have months. */
const yearsOf = (results: readonly QueryResult[]): string[] => [
  ...new Set(
    results.flatMap(({ rows }) =>
      rows
        .slice(0, ROWS_READ)
        .flatMap((row) => row.flatMap((cell) => (typeof cell === "string" ? (monthOf(cell)?.slice(0, 4) ?? []) : []))),
    ),
  ),
];

function spansIn(text: string, known: readonly string[]): Span[] {
  const said = new Set<string>(text.match(YEAR));
  const named = known.filter((year) => said.has(year));
  const years = named.length > 0 ? named : known;
  const kinds = [
    { parts: 4, pattern: QUARTER },
    { parts: 2, pattern: HALF },
  ].filter(({ pattern }) => text.search(pattern) >= 0);
  const parts = [
    // Once a quarter is named, "the second" is one, too.
    ...kinds.flatMap((kind) => [...text.matchAll(NTH)].map(([ordinal]) => part(ordinal, kind.parts))),
    ...[...text.matchAll(PART_IN_SHORT)].map(([, kind, place = ""]) => part(place, kind === "Q" ? 4 : 2)),
  ].filter((each) => each !== null);
  return [
    ...parts.flatMap((months) => years.map((year) => ({ year, ...months }))),
    ...(known.length > 1 ? named.map((year) => ({ year, from: 1, to: 12 })) : []),
  ];
}

/** The months of a part of the year; the last of four is the fourth. */
function part(ordinal: string, parts: number): Pick<Span, "from" | "to"> | null {
  const place = /^(?:last|letzt)/i.test(ordinal) ? parts : ORDINALS.find(([pattern]) => pattern.test(ordinal))?.[1];
  if (place === undefined || place > parts) return null;
  const months = 12 / parts;
  return { from: (place - 1) * months + 1, to: place * months };
}

function sumOf({ year, from, to }: Span, column: NumberColumn, results: readonly QueryResult[]): SpanSum | null {
  const { rows = [] } = results[column.result] ?? {};
  const figures = [...column.rows.keys()].flatMap((at) => {
    const month = (rows[column.rows[at] ?? 0] ?? [])
      .map((cell) => (typeof cell === "string" ? monthOf(cell) : null))
      .find((found) => found !== null);
    const place = Number(month?.slice(5));
    return month?.startsWith(year) && place >= from && place <= to ? figureAt(column, at) : [];
  });
  if (figures.length < 2) return null;
  return { column, sum: figures.reduce((sum, { value }) => sum + value, 0), from: figures };
}

const isAmount = ({ isPercent, isPoints, isMultiple }: Written): boolean => !isPercent && !isPoints && !isMultiple;

/** A span's sum or monthly average, or its share of the whole column. */
function alone(written: Written, { column, sum, from }: SpanSum): Derivation | null {
  const told = from.slice(0, CELLS_TOLD);
  if (isAmount(written)) {
    if (fits(written, sum)) return { name: "sum", from: told };
    return fits(written, sum / from.length) ? { name: "average", from: told } : null;
  }
  const isShare = written.isPercent && !written.isChange && column.isWhole && column.sum !== 0;
  return isShare && fits(written, (100 * sum) / column.sum) ? { name: "share", from: told } : null;
}

/** One span against another, in the same column. */
function compared(written: Written, sums: readonly SpanSum[]): Derivation | null {
  for (const left of sums)
    for (const right of sums) {
      if (left === right || left.column !== right.column) continue;
      const from = [...left.from, ...right.from].slice(0, CELLS_TOLD);
      const ratio = left.sum / right.sum;
      if (isAmount(written) && fits(written, left.sum - right.sum)) return { name: "difference", from };
      if (!Number.isFinite(ratio)) continue;
      if (written.isMultiple && fits(written, ratio)) return { name: "ratio", from };
      if (written.isPercent && fits(written, 100 * (ratio - 1))) return { name: "change", from };
    }
  return null;
}
