import { isCurrency } from "../currency.ts";
import { holdsFractions } from "../fractions.ts";

/** A cell as the service writes it: exact digits, ISO dates, nothing for null. */
export type CellText = string | null;
export type Row = readonly CellText[];

/** A column as the service describes it. */
export interface ColumnDescription {
  name: string;
  /** Its portable type: `integer`, `number`, `date`, `timestamp`, `text` and others. */
  type: string;
  unit?: string | undefined;
}

/** How values of a column compare and stand. */
export type ColumnKind = "number" | "moment" | "text";

export interface Column {
  name: string;
  kind: ColumnKind;
  /** What stands behind the name: the unit, unless the name says it. */
  unit: string | undefined;
  /** Its width, in widths of a digit. */
  digits: number;
  /** A cell that is not empty, as it is read. */
  format: (text: string) => string;
  /** True for a cell of which less is read than it has: a quotient with all its digits. Copies and files have them all. */
  isRounded: (text: string) => boolean;
}

const LEAST_DIGITS = 6;
const MOST_DIGITS = 36;
/** Decimals are filled up with zeros to this many: 7.5 among 12.25 is 7.50. */
const FILLED_DECIMALS = 2;
/** Nobody writes a number with more decimals than this: it is a quotient, and read in short. */
const WRITTEN_DECIMALS_AT_MOST = 9;
/** What is less than one is read to its first digits. */
const SMALL_DIGITS = 3;

/** Numbers that name rather than count are not grouped: order 10482. */
const naming = /(^|[_\s])(id|key|code|zip|no|nr|number)$/i;
/** The year 2025, and not the revenue of last year. */
const yearly = /(^|[_\s])year$/i;
const yearNumber = /^[12]\d{3}$/;
const plainNumber = /^-?\d+(?:\.(\d+))?$/;

export const isEmpty = (cell: CellText | undefined): boolean => cell === null || cell === undefined || cell === "";

function kindOf(type: string | undefined, cells: readonly string[]): ColumnKind {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "date":
    case "timestamp":
      return "moment";
    case undefined:
      return cells.length > 0 && cells.every((cell) => plainNumber.test(cell)) ? "number" : "text";
    default:
      return "text";
  }
}

type Formatting = Pick<Column, "format" | "isRounded">;

/** True for a column whose numbers name its rows, or their years. */
export const isNaming = (name: string, cells: readonly string[]): boolean =>
  naming.test(name) || (yearly.test(name) && cells.every((cell) => yearNumber.test(cell)));

/** Writes numbers as a language does, from their digits and never through a double. What is no plain number stays as it is. */
function numberFormat(
  { name, unit }: Pick<Column, "name" | "unit">,
  cells: readonly string[],
  language: string,
): Formatting {
  const most = cells.reduce((digits, cell) => Math.max(digits, decimalsOf(cell)), 0);
  // Averages of which one happens to end early are averages all the same: 358.8740625 among them is 358.87.
  const holdsQuotients = most > WRITTEN_DECIMALS_AT_MOST;
  // A price of 5.4 is 5.40, whatever the others are.
  const decimals = most > 0 && unit !== undefined && isCurrency(unit) ? Math.max(most, FILLED_DECIMALS) : most;
  const least = holdsQuotients ? FILLED_DECIMALS : decimals <= FILLED_DECIMALS ? decimals : 0;
  const useGrouping = !isNaming(name, cells);
  const small = new Intl.NumberFormat(language, { maximumSignificantDigits: SMALL_DIGITS });
  const formats = new Map<number, Intl.NumberFormat>();
  const exact = (digits: number): Intl.NumberFormat => {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping };
    const format = formats.get(digits) ?? new Intl.NumberFormat(language, options);
    formats.set(digits, format);
    return format;
  };
  const isRounded = (text: string): boolean => holdsQuotients && decimalsOf(text) > FILLED_DECIMALS;
  return {
    isRounded,
    format: (text) => {
      if (!plainNumber.test(text)) return text;
      const rounded = Math.abs(Number(text)) < 1 ? small : exact(FILLED_DECIMALS);
      // A string is read as the decimal that it is, where a number would be a double.
      return (isRounded(text) ? rounded : exact(Math.max(least, decimalsOf(text)))).format(text as `${number}`);
    },
  };
}

const decimalsOf = (text: string): number => plainNumber.exec(text)?.[1]?.length ?? 0;

/** Writes fractions of one in per cent: 0.0387 is 3.9 %. */
function percentFormat(language: string): Formatting {
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const small = new Intl.NumberFormat(language, { style: "percent", maximumSignificantDigits: SMALL_DIGITS });
  const formatFor = (text: string) => (Math.abs(Number(text)) < 0.01 ? small : percent);
  return {
    format: (text) => (plainNumber.test(text) ? formatFor(text).format(text as `${number}`) : text),
    isRounded: (text) => decimalsOf(text) > SMALL_DIGITS,
  };
}

const momentText = (text: string): string => text.replace(/^(\d{4,}-\d\d-\d\d)T/, "$1 ").replace(/Z$/, " UTC");

function formattingOf(
  kind: ColumnKind,
  { name, unit }: Pick<Column, "name" | "unit">,
  cells: readonly string[],
  language: string,
): Formatting {
  if (kind !== "number") return { format: kind === "moment" ? momentText : (text) => text, isRounded: () => false };
  return holdsFractions(name, unit, cells.map(Number))
    ? percentFormat(language)
    : numberFormat({ name, unit }, cells, language);
}

export interface TableData {
  headers: readonly string[];
  rows: readonly Row[];
  columns?: readonly ColumnDescription[] | undefined;
}

/** How the columns of a table compare, stand and are written in a language. */
export function columnsOf({ headers, rows, columns }: TableData, language: string): readonly Column[] {
  return headers.map((name, at) => {
    const cells = rows.flatMap((row) => (isEmpty(row[at]) ? [] : [row[at] ?? ""]));
    const { type, unit: ofCells } = columns?.[at] ?? {};
    const kind = kindOf(type, cells);
    const formatting = formattingOf(kind, { name, unit: ofCells }, cells, language);
    const unit = ofCells && saysUnit(name, ofCells, language) ? undefined : ofCells;
    const longest = cells.reduce((most, cell) => Math.max(most, shownLength(cell, formatting)), 0);
    const grouped = kind === "number" ? Math.ceil(longest * 1.25) : longest;
    const wished = Math.max(grouped, headerLength(name, unit) + 2);
    const digits = Math.min(Math.max(wished, LEAST_DIGITS), MOST_DIGITS);
    return { name, kind, unit, digits, ...formatting };
  });
}

/** Longer names stand on two lines, if they are of several words: else they would push the next column out of view. */
const LONGEST_LINE = 20;

/** The words of a column's name, each with what parts it from the next: a line may end after each. */
export const wordsOfName = (name: string): readonly string[] => name.split(/(?<=[_\s])/);

/** True where a name has its unit in it, as headings of files do: “% discount”, “Revenue (€)”. */
function saysUnit(name: string, unit: string, language: string): boolean {
  const currency = { style: "currency", currency: unit, currencyDisplay: "narrowSymbol" } as const;
  const parts = isCurrency(unit) ? new Intl.NumberFormat(language, currency).formatToParts(0) : [];
  const symbol = parts.find(({ type }) => type === "currency")?.value ?? unit;
  const isSign = !/\p{L}/u.test(symbol);
  return (
    (isSign && name.includes(symbol)) ||
    name.split(/[\s_()[\]]+/).some((word) => word.toUpperCase() === unit.toUpperCase())
  );
}

/** The characters of a header's longer line. */
function headerLength(name: string, unit: string | undefined): number {
  const end = unit ? unit.length + 1 : 0;
  const whole = name.length + end;
  if (whole <= LONGEST_LINE) return whole;
  const lengths = wordsOfName(name).map((word) => word.length);
  const breaks = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0));
  return Math.min(...breaks.map((first) => Math.max(first, whole - first)));
}

/** Characters that are read of a cell, without those that group its digits. */
const shownLength = (cell: string, { format, isRounded }: Formatting): number =>
  isRounded(cell) ? format(cell).length : cell.length;
