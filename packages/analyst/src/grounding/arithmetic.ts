import { FEW_ROWS, type Figure, figureAt, type NumberColumn, placeInColumn, type RowsByResult } from "./figures.ts";

/** What a number was made of. */
export interface Derivation {
  name: "sum" | "average" | "difference" | "share" | "change" | "ratio";
  from: readonly Figure[];
}

/** How a text writes a figure: "1,200", "0.125", "12.5 %", "2 percentage points", "3.5 times". */
export type Form = "amount" | "quotient" | "fraction" | "percent" | "points" | "multiple";

/** How a figure was made. */
export interface Made {
  from: () => readonly Figure[];
  /**
   * `sure`: of what the text names, or of all rows. `likely`: of what is told without names, as the ends of a column are. A number: sure
   * where the sentence says it, as "the first three" says 3, else likely.
   */
  standing: "sure" | "likely" | number;
  /** True for what is left over, which only sentences say that are about it: "the others". */
  isLeftOver?: boolean;
}

/** Who looks whether a number of the text is what is offered: a figure as it is written in one of the forms that the text has. */
export interface Offer {
  (form: Form, value: number, name: Derivation["name"], made: Made): void;
  forms: ReadonlySet<Form>;
}

/** What a sentence is about, so that arithmetic stays with it: any two of a thousand cells make almost every number. */
export interface Spotlight {
  /** The figures that it names, each once, and those that are a result's only row. */
  figures: readonly Figure[];
  rows: RowsByResult;
}

/** Rows that are told one after another before their total. */
const RUN = 20;
/** Rows all of which are compared with each other. */
const FEWEST = 3;
/** Figures of the spotlight that are combined with each other. */
const MOST_PAIRED = 24;
/** Pairs that are tried at most. */
const MOST_PAIRS = 600;
const CELLS_OF_DERIVATION = 10;

/** Figures that belong together, and what they come to. */
interface Part extends Made {
  sum: number;
}

/** A column with the places of its figures that the text is about, ascending. */
interface LitColumn {
  column: NumberColumn;
  lit: readonly number[];
}

/** Offers what may be calculated of columns in any sentence, the likeliest first. */
export function offerColumns(columns: readonly NumberColumn[], offer: Offer): void {
  for (const column of columns) {
    const last = column.values.length - 1;
    if (last < 1) continue;
    const runs = runsOf(column);
    offerTotals(column, runs, offer);
    offerParts(column, runs, offer);
    const pair = (left: number, right: number) =>
      offerPair([figureAt(column, left), figureAt(column, right)], false, { standing: "likely", offer });
    pair(0, last);
    pair(column.least, column.greatest);
    pair(last - 1, last);
  }
  offerQuotients(columns, offer);
}

/** Offers what may be calculated of what a sentence names. */
export function offerNamed(columns: readonly NumberColumn[], light: Spotlight, offer: Offer): void {
  const named = Map.groupBy(light.figures, placeOfColumn);
  const litColumns = columns.map((column) => ({
    column,
    lit: litIn(column, named.get(placeOfColumn(column)) ?? [], light),
  }));
  for (const each of litColumns) if (each.column.values.length > 1) offerLit(each, offer);
  let pairs = 0;
  offerPairs(litColumns, light, (left, right, isNamed) => {
    if (++pairs <= MOST_PAIRS) offerPair([left, right], isNamed, { standing: "sure", offer });
  });
  for (const figures of named.values()) {
    if (figures.length <= 2) continue;
    const from = () => figures.slice(0, CELLS_OF_DERIVATION);
    offer("amount", sumOf(figures), "sum", { from, standing: "sure" });
  }
}

const placeOfColumn = ({ result, column }: { result: number; column: number }): string => `${result} ${column}`;
const sumOf = (figures: readonly Figure[]): number => figures.reduce((sum, { value }) => sum + value, 0);

function litIn(column: NumberColumn, named: readonly Figure[], { rows }: Spotlight): number[] {
  const all = new Set(rows[column.result]);
  for (const { row } of named) all.add(row);
  return [...all]
    .map((row) => placeInColumn(column, row))
    .filter((at) => at >= 0)
    .toSorted((left, right) => left - right);
}

const firstOf = (column: NumberColumn, count: number) => () =>
  Array.from({ length: Math.min(count, column.values.length, CELLS_OF_DERIVATION) }, (_, at) => figureAt(column, at));

/** Totals, averages, the first rows together, or the others. */
function offerTotals(column: NumberColumn, runs: readonly Part[], offer: Offer): void {
  const { values, sum, isWhole } = column;
  const from = firstOf(column, values.length);
  if (isWhole) {
    offer("amount", sum, "sum", { from, standing: "sure" });
    offer("amount", sum / values.length, "average", { from, standing: "sure" });
  }
  for (const run of runs) offer("amount", run.sum, "sum", run);
  if (!isWhole) return;
  for (const run of runs) offer("amount", sum - run.sum, "difference", { ...run, isLeftOver: true });
}

/** Shares of a column's total: of the first rows, the ends, and each of few. */
function offerParts(column: NumberColumn, runs: readonly Part[], offer: Offer): void {
  const { values, sum, isWhole, least, greatest } = column;
  if (!isWhole || sum === 0) return;
  const last = values.length - 1;
  const looked = last < FEW_ROWS ? values.keys() : new Set([0, last, least, greatest]);
  const standing = last < FEWEST ? "sure" : "likely";
  for (const at of looked)
    offerShare({ sum: values[at] ?? 0, from: () => [figureAt(column, at)], standing }, sum, offer);
  for (const run of runs) offerShare(run, sum, offer);
}

/** Shares of a column's total that a sentence names. */
function offerLit({ column, lit }: LitColumn, offer: Offer): void {
  const { values, sum, isWhole } = column;
  if (!isWhole) return;
  const all = lit.reduce((total, at) => total + (values[at] ?? 0), 0);
  const from = () => lit.slice(0, CELLS_OF_DERIVATION).map((at) => figureAt(column, at));
  if (lit.length > 0) offer("amount", sum - all, "difference", { from, standing: "sure", isLeftOver: true });
  if (sum === 0) return;
  for (const at of lit.slice(0, RUN))
    offerShare({ sum: values[at] ?? 0, from: () => [figureAt(column, at)], standing: "sure" }, sum, offer);
  if (lit.length > 1) offerShare({ sum: all, from, standing: "sure" }, sum, offer);
  if (!offer.forms.has("points")) return;
  // How far two shares are apart.
  for (const [left, right] of pairsOf(lit.slice(0, FEW_ROWS))) {
    const apart = ((values[left] ?? 0) - (values[right] ?? 0)) / sum;
    const both = () => [figureAt(column, left), figureAt(column, right)];
    offer("points", apart * 100, "difference", { from: both, standing: "sure" });
  }
}

const pairsOf = (places: readonly number[]): [number, number][] =>
  places.flatMap((left, at) => places.slice(at + 1).map((right): [number, number] => [left, right]));

/** Of two columns what one comes to for each of the other: revenue and orders of all regions are the average order. */
function offerQuotients(columns: readonly NumberColumn[], offer: Offer): void {
  if (!offer.forms.has("quotient")) return;
  for (const those of Map.groupBy(columns, ({ result }) => result).values()) {
    const whole = those.filter(({ isWhole, values }) => isWhole && values.length > 1).slice(0, COLUMNS_COMPARED);
    for (const [left, right] of pairsOf([...whole.keys()])) {
      const [one, other] = [whole[left], whole[right]];
      if (!one || !other) continue;
      const from = () => [figureAt(one, 0), figureAt(other, 0)];
      for (const value of [one.sum / other.sum, other.sum / one.sum])
        if (Number.isFinite(value)) offer("quotient", value, "ratio", { from, standing: "likely" });
    }
  }
}

function offerShare(part: Part, total: number, offer: Offer): void {
  const share = part.sum / total;
  const rest = { ...part, isLeftOver: true };
  offer("percent", share * 100, "share", part);
  offer("fraction", share, "share", part);
  offer("percent", (1 - share) * 100, "share", rest);
  offer("fraction", 1 - share, "share", rest);
}

/** The first two, three, four … rows. */
function runsOf(column: NumberColumn): Part[] {
  const { values, isWhole } = column;
  const runs: Part[] = [];
  let sum = values[0] ?? 0;
  for (let at = 1; at < Math.min(RUN, values.length); at++) {
    sum += values[at] ?? 0;
    runs.push({ from: firstOf(column, at + 1), sum, standing: at + 1 });
  }
  // All rows that were fetched are not all there are.
  if (!isWhole && runs.length === values.length - 1) runs.pop();
  return runs;
}

/** Takes two figures that a sentence may compare; those that it names may be added up, too. */
type TakePair = (left: Figure, right: Figure, isNamed: boolean) => void;

/** Pairs of figures that a sentence may compare: named together, in one column, or in one row. */
function offerPairs(columns: readonly LitColumn[], light: Spotlight, take: TakePair): void {
  takeAll(light.figures.slice(0, MOST_PAIRED), take);
  for (const { column, lit } of columns) {
    const last = column.values.length - 1;
    if (last < 1 || (lit.length === 0 && last >= FEWEST)) continue;
    const figure = (at: number) => figureAt(column, at);
    takeAll((last < FEWEST ? [...column.values.keys()] : lit.slice(0, FEW_ROWS)).map(figure), take);
    // The one before is what a change is said against.
    for (const at of lit) if (at > 0) take(figure(at - 1), figure(at), false);
  }
  pairInRows(columns, take);
}

/** Columns of a result whose figures are compared within a row. */
const COLUMNS_COMPARED = 8;

/** Figures of one row: of rows that the text names, or a figure of which it names, and of results with few rows. */
function pairInRows(columns: readonly LitColumn[], take: TakePair): void {
  for (const group of Map.groupBy(columns, ({ column: { result } }) => result).values()) {
    if (group.length < 2) continue;
    const compared = group.slice(0, COLUMNS_COMPARED);
    const isFew = compared.every(({ column: { values } }) => values.length <= FEWEST);
    const rows = new Set<number>();
    for (const { column, lit } of compared)
      for (const at of isFew ? column.values.keys() : lit) rows.add(column.rows[at] ?? 0);
    for (const row of [...rows].slice(0, MOST_PAIRED)) {
      const figures: Figure[] = [];
      for (const { column } of compared) {
        const at = placeInColumn(column, row);
        if (at >= 0) figures.push(figureAt(column, at));
      }
      takeAll(figures, take);
    }
  }
}

function takeAll(figures: readonly Figure[], take: TakePair): void {
  for (let left = 0; left < figures.length; left++)
    for (let right = left + 1; right < figures.length; right++) {
      const [one, other] = [figures[left], figures[right]];
      if (one && other) take(one, other, true);
    }
}

function offerPair(
  figures: readonly [Figure, Figure],
  isNamed: boolean,
  { standing, offer }: { standing: Made["standing"]; offer: Offer },
): void {
  const made = { from: () => figures, standing };
  const [left, right] = [figures[0].value, figures[1].value];
  offerOrdered(left, right, made, offer);
  offerOrdered(right, left, made, offer);
  if (isNamed) offerTogether(left, right, made, offer);
}

/** What can be said of one figure against another. */
function offerOrdered(left: number, right: number, made: Made, offer: Offer): void {
  const { forms } = offer;
  if (forms.has("amount")) offer("amount", left - right, "difference", made);
  if (forms.has("points")) {
    offer("points", left - right, "difference", made);
    offer("points", (left - right) * 100, "difference", made);
  }
  const ratio = left / right;
  if (!Number.isFinite(ratio)) return;
  if (forms.has("percent")) {
    offer("percent", ratio * 100, "share", made);
    offer("percent", (ratio - 1) * 100, "change", made);
  }
  if (forms.has("multiple")) offer("multiple", ratio, "ratio", made);
}

/** What can be said of two figures that are named together. */
function offerTogether(left: number, right: number, made: Made, offer: Offer): void {
  if (offer.forms.has("amount")) offer("amount", left + right, "sum", made);
  if (!offer.forms.has("quotient")) return;
  for (const value of [left / right, right / left]) if (Number.isFinite(value)) offer("quotient", value, "ratio", made);
}
