import type { QueryResult } from "@parley/datasource/types";
import { type CellPlace, fits, numberOf } from "./figures.ts";
import type { Origin } from "./number-origins.ts";
import type { Relatable } from "./relations.ts";
import { YEAR_COLUMN } from "./row-names.ts";
import { sentenceAt } from "./sentences.ts";
import type { Written } from "./written-numbers.ts";

/** What may stand before the row that a statement is of: nothing but marks, or the figure of the statement before. */
const BEFORE_ROW = {
  first: /^[\s*_|>#.\d)-]*(?:(?:in|the|for|der|die|das|für)\s+)?[*_“„"]*$/iu,
  next: /^[^\p{L}]*(?:\p{L}+\.?[^\p{L}]+)?(?:(?:and|und|while|whereas|but|aber|während)\s+)?[*_“„"]*$/iu,
};
/** What may stand between a row and its figure. */
const BETWEEN_ROW_AND_FIGURE =
  /^[*_”“"\s|:=–—(-]*(?:(?:made|makes|had|has|have|with|is|was|at|brought(?:\s+in)?|generated|earned|sold|reached|recorded|counted|placed|only|just|about|around|roughly|some|exactly|machte|hatte|hat|mit|bei|kam|kommt|auf|erzielte|erreichte|nur|rund|etwa|genau|revenue|orders|customers|sales|umsatz)[*_\s|:=€$(]+)*[€$£]?$/iu;
/** What makes a number one that is compared, not one that is had: "91 more than South". */
const COMPARED_AFTER =
  /^[\s\p{L}€$£*_]{0,24}?(?<!\p{L})(?:more|less|fewer|above|below|ahead|behind|higher|lower|mehr|weniger|über|unter|vor|hinter)(?!\p{L})/iu;

const LEAST_DIGITS_OF_FIGURE = 3;
const HEAD_CHARACTERS = 80;
const LEAST_NAME_CHARACTERS = 2;
/** Numbers and rows that are looked at. */
const MOST_NUMBERS = 200;
const MOST_ROWS_NAMED = 400;

interface Told {
  written: Written;
  cell: CellPlace;
  /** Where the number before it in the text ends; 0 where it is the first. */
  after: number;
}

/**
 * The numbers that are told of another row than theirs: "West made 323,816 and South 326,323", where it is the other way round. Only
 * statements that begin with a row's name and go on to its figure say so for certain, of figures of several digits.
 */
export function misattributed(
  text: string,
  told: readonly Told[],
  { sentences, names, results }: Pick<Relatable, "sentences" | "names" | "results">,
): ReadonlySet<Written> {
  const known = new Map<string, Map<string, number[]>>();
  const namesIn = (sentence: number, result: number) => {
    const key = `${sentence} ${result}`;
    const rows = () =>
      names.flatMap((each) =>
        each.result === result && (each.sentences === "all" || each.sentences.has(sentence)) ? each.row : [],
      );
    const found =
      known.get(key) ?? (results[result] ? rowsByName(results[result], rows()) : new Map<string, number[]>());
    known.set(key, found);
    return found;
  };
  const wrong = new Set<Written>();
  for (const { written, cell, after } of told.slice(0, MOST_NUMBERS)) {
    const digits = written.text.replaceAll(/\D/g, "").length;
    if (digits < LEAST_DIGITS_OF_FIGURE || written.isSpelled || COMPARED_AFTER.test(written.after)) continue;
    const sentence = sentenceAt(sentences, written.at);
    const start = sentences.starts[sentence] ?? 0;
    const from = Math.max(start, after);
    const head = text.slice(from, written.at);
    if (head.length > HEAD_CHARACTERS) continue;
    const rows = rowsOf(head, namesIn(sentence, cell.result), from > start ? "next" : "first");
    if (rows === null || rows.includes(cell.row)) continue;
    if (!rows.some((row) => holds(results[cell.result]?.rows[row] ?? [], written))) wrong.add(written);
  }
  return wrong;
}

const holds = (cells: QueryResult["rows"][number], written: Written): boolean =>
  cells.some((cell) => {
    const value = numberOf(cell);
    return value !== null && (fits(written, value) || (written.isPercent && fits(written, 100 * value)));
  });

/** Of the rows that a sentence names those of each text that stands in them. */
function rowsByName({ rows, columns }: QueryResult, named: readonly number[]): Map<string, number[]> {
  const texts = columns.flatMap(({ name, type }, at) =>
    (type === "number" || type === "integer") && !YEAR_COLUMN.test(name) ? [] : [at],
  );
  const found = new Map<string, number[]>();
  for (const row of named.slice(0, MOST_ROWS_NAMED))
    for (const at of texts) {
      const name = String(rows[row]?.[at] ?? "").toLowerCase();
      if (name.length < LEAST_NAME_CHARACTERS) continue;
      found.set(name, [...(found.get(name) ?? []), row]);
    }
  return found;
}

/** The rows that a statement is of, by what stands before its figure; null where that is not for certain. */
function rowsOf(head: string, names: ReadonlyMap<string, number[]>, place: "first" | "next"): number[] | null {
  const lower = head.toLowerCase();
  const said = [...names]
    .filter(([name]) => lower.includes(name))
    .filter(([name]) => {
      const at = lower.lastIndexOf(name);
      return BEFORE_ROW[place].test(head.slice(0, at)) && BETWEEN_ROW_AND_FIGURE.test(head.slice(at + name.length));
    })
    .toSorted(([a], [b]) => b.length - a.length);
  return said[0]?.[1] ?? null;
}

/** The numbers that are cells, in the order of the text, each with the end of the one before it. A year names its row. */
export function toldCells(
  written: readonly Written[],
  known: readonly (Origin | undefined)[],
  results: readonly QueryResult[],
): Told[] {
  const isYear = (origin: Origin) =>
    origin !== null &&
    "cell" in origin &&
    YEAR_COLUMN.test(results[origin.cell.result]?.columns[origin.cell.column]?.name ?? "");
  return written
    .map((each, at) => ({ written: each, origin: known[at] ?? null }))
    .filter(({ origin }) => !isYear(origin))
    .toSorted((left, right) => left.written.at - right.written.at)
    .flatMap(({ written: each, origin }, at, sorted) => {
      const before = sorted[at - 1]?.written;
      const after = before === undefined ? 0 : before.at + before.text.length;
      return origin !== null && "cell" in origin ? { written: each, cell: origin.cell, after } : [];
    });
}
