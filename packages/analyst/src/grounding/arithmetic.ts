import { type Figure, fits, type NumberColumn } from "./figures.ts";
import type { Written } from "./written-numbers.ts";

/** What a number was made of. */
export interface Derivation {
  name: "sum" | "average" | "difference" | "share" | "change" | "ratio";
  from: readonly Figure[];
}

/** What the text is about, so that arithmetic stays with it: any two of a thousand cells make almost every number. */
export interface Spotlight {
  /** The figures that the text names, and those that are a result's only row. */
  figures: ReadonlySet<Figure>;
  /** Rows whose names the text says, by result. */
  rows: readonly ReadonlySet<number>[];
}

/** Rows that are told one after another before their total. */
const RUN = 20;
/** Rows of a result all of which are looked at. */
const FEW = 12;
/** Rows all of which are compared with each other. */
const FEWEST = 3;
/** Figures of the spotlight that are combined with each other. */
const MOST_PAIRED = 24;
/** Pairs that are tried at most. */
const MOST_PAIRS = 600;
const CELLS_OF_DERIVATION = 10;

/** Two figures that a sentence may compare; those that it names may be added up, too. */
interface Pair {
  from: readonly [Figure, Figure];
  isNamed: boolean;
}

/** Figures that belong together, and what they come to. */
interface Part {
  from: readonly Figure[];
  sum: number;
}

interface PreparedColumn {
  column: NumberColumn;
  /** The first two, three, four … rows. */
  runs: readonly Part[];
  /** What may be said to be a share of the column. */
  parts: readonly Part[];
}

/** What arithmetic there may be in a text, found once for all its numbers. */
export interface Arithmetic {
  columns: readonly PreparedColumn[];
  pairs: readonly Pair[];
  /** All figures of a column that the text names. */
  named: readonly Part[];
}

/** Finds what a text may calculate with. */
export function prepareArithmetic(columns: readonly NumberColumn[], light: Spotlight): Arithmetic {
  const pairs: Pair[] = [];
  for (const pair of pairsOf(columns, light)) {
    if (pairs.length >= MOST_PAIRS) break;
    pairs.push(pair);
  }
  const named = [...Map.groupBy(light.figures, ({ result, column }) => `${result} ${column}`).values()];
  return {
    columns: columns.filter(({ figures }) => figures.length > 1).map((column) => prepared(column, light)),
    pairs,
    named: named.filter((group) => group.length > 2).map(together),
  };
}

const together = (figures: readonly Figure[]): Part => ({
  from: figures.slice(0, CELLS_OF_DERIVATION),
  sum: figures.reduce((total, { value }) => total + value, 0),
});

function prepared(column: NumberColumn, light: Spotlight): PreparedColumn {
  const { figures, isWhole } = column;
  const runs: Part[] = [];
  let sum = figures[0]?.value ?? 0;
  for (const [at, { value }] of figures.slice(1, RUN).entries()) {
    sum += value;
    runs.push({ from: figures.slice(0, Math.min(at + 2, CELLS_OF_DERIVATION)), sum });
  }
  // All rows that were fetched are not all there are.
  if (!isWhole && runs.length === figures.length - 1) runs.pop();
  const lit = figures.filter((figure) => isLit(figure, light));
  const looked = figures.length <= FEW ? figures : [...figures.slice(0, 1), ...figures.slice(-1), ...lit.slice(0, RUN)];
  const parts = [...looked.map((figure): Part => ({ from: [figure], sum: figure.value })), ...runs];
  return { column, runs, parts: lit.length > 1 ? [...parts, together(lit)] : parts };
}

const isLit = (figure: Figure, light: Spotlight): boolean =>
  light.figures.has(figure) || (light.rows[figure.result]?.has(figure.row) ?? false);

/** Pairs of figures that a sentence may compare: named together, in one column, or in one row. */
function* pairsOf(columns: readonly NumberColumn[], light: Spotlight): Generator<Pair> {
  yield* allPairs([...light.figures].slice(0, MOST_PAIRED));
  for (const { figures } of columns) {
    const [first, last] = [figures[0], figures.at(-1)];
    if (!first || !last || figures.length < 2) continue;
    const lit = figures.filter((figure) => isLit(figure, light));
    yield* allPairs(figures.length <= FEWEST ? figures : lit.slice(0, FEW));
    yield { from: [first, last], isNamed: false };
    const [least, most] = extremes(figures, first);
    yield { from: [least, most], isNamed: false };
    // The one before is what a change is said against.
    for (const [at, figure] of figures.entries()) {
      const before = figures[at - 1];
      if (before && (figure === last || isLit(figure, light))) yield { from: [before, figure], isNamed: false };
    }
  }
  yield* pairsInRows(columns, light);
}

function extremes(figures: readonly Figure[], first: Figure): [Figure, Figure] {
  let [least, most] = [first, first];
  for (const figure of figures) {
    if (figure.value < least.value) least = figure;
    if (figure.value > most.value) most = figure;
  }
  return [least, most];
}

/** Columns of a result whose figures are compared within a row. */
const COLUMNS_COMPARED = 8;

/** Figures of one row: of rows that the text names, or a figure of which it names, and of results with few rows. */
function* pairsInRows(columns: readonly NumberColumn[], light: Spotlight): Generator<Pair> {
  for (const group of Map.groupBy(columns, ({ result }) => result).values()) {
    if (group.length < 2) continue;
    const compared = group.slice(0, COLUMNS_COMPARED);
    const isFew = compared.every(({ figures }) => figures.length <= FEWEST);
    const rows = new Set(
      compared.flatMap(({ figures }) => figures.flatMap((each) => (isFew || isLit(each, light) ? each.row : []))),
    );
    for (const row of [...rows].slice(0, MOST_PAIRED))
      yield* allPairs(compared.flatMap(({ figures }) => figureOf(figures, row) ?? []));
  }
}

/** The figure of a row: at its own place, or before it where rows above have none. */
function figureOf(figures: readonly Figure[], row: number): Figure | undefined {
  const there = figures[row];
  return there?.row === row ? there : figures.find((each) => each.row === row);
}

function* allPairs(figures: readonly Figure[]): Generator<Pair> {
  for (const [at, left] of figures.entries())
    for (const right of figures.slice(at + 1)) yield { from: [left, right], isNamed: true };
}

/** How a number follows from cells by arithmetic that people do in a sentence; null if it does not. */
export function derive(written: Written, { columns, pairs, named }: Arithmetic): Derivation | null {
  for (const column of columns) {
    const found = ofColumn(written, column);
    if (found) return found;
  }
  for (const { from, isNamed } of pairs) {
    const [left, right] = [from[0].value, from[1].value];
    const name = ofPair(written, left, right, isNamed) ?? ofPair(written, right, left, isNamed);
    if (name) return { name, from };
  }
  const all = isCounted(written) ? named.find(({ sum }) => fits(written, sum)) : undefined;
  return all ? { name: "sum", from: all.from } : null;
}

/** Totals, averages, the first rows together or the others, and shares of the total. */
function ofColumn(
  written: Written,
  { column: { figures, sum, isWhole }, runs, parts }: PreparedColumn,
): Derivation | null {
  if (isCounted(written)) {
    const all = figures.slice(0, CELLS_OF_DERIVATION);
    if (isWhole && fits(written, sum)) return { name: "sum", from: all };
    if (isWhole && fits(written, sum / figures.length)) return { name: "average", from: all };
    const run = runs.find((each) => fits(written, each.sum));
    if (run) return { name: "sum", from: run.from };
    const others = isWhole ? runs.find((each) => fits(written, sum - each.sum)) : undefined;
    if (others) return { name: "difference", from: others.from };
  }
  if (!isWhole || sum === 0 || !isShareLike(written)) return null;
  const part =
    parts.find((each) => isShare(written, each.sum / sum)) ??
    parts.find((each) => isShare(written, 1 - each.sum / sum));
  return part ? { name: "share", from: part.from } : null;
}

const isCounted = ({ isPercent, isMultiple }: Written): boolean => !isPercent && !isMultiple;
const isShareLike = ({ isPercent, isMultiple, meanings }: Written): boolean =>
  isPercent || (!isMultiple && meanings.some(({ value, tolerance }) => value < 1 && tolerance < 0.05));

/** True if a share is written so: "12.5 %" or "0.125". */
const isShare = (written: Written, share: number): boolean => fits(written, written.isPercent ? share * 100 : share);

/** What a number is of two figures, in this order. */
function ofPair(written: Written, left: number, right: number, isNamed: boolean): Derivation["name"] | null {
  if (written.isPoints) return fits(written, left - right) || fits(written, (left - right) * 100) ? "difference" : null;
  const ratio = left / right;
  if (written.isPercent) {
    if (!Number.isFinite(ratio)) return null;
    if (fits(written, ratio * 100)) return "share";
    return fits(written, (ratio - 1) * 100) ? "change" : null;
  }
  if (written.isMultiple) return Number.isFinite(ratio) && fits(written, ratio) ? "ratio" : null;
  if (fits(written, left - right)) return "difference";
  if (!isNamed) return null;
  if (fits(written, left + right)) return "sum";
  return Number.isFinite(ratio) && isPrecise(written) && fits(written, ratio) ? "ratio" : null;
}

/** A quotient that is written without decimals could be nearly anything. */
const isPrecise = ({ meanings }: Written): boolean =>
  meanings.some(({ value, tolerance }) => tolerance <= 0.05 || tolerance <= value * 0.01);
