import type { Cell } from "@parley/datasource/types";
import type { Rows } from "./score.ts";

/** What the numbers of a text may come from. */
export interface Known {
  /** The question, and those before it. */
  questions: readonly string[];
  sql: string | null;
  result: Rows;
  /** Other results that it may be about, too. */
  others?: readonly Rows[];
  /** Numbers, as the text writes them, whose arithmetic is known. */
  derived?: readonly string[];
  /** How many rows the text was made from, where that is not all of them. */
  rowsTold: number | null;
}

/** A number as a text shows it. */
interface Written {
  text: string;
  value: number;
  /** Half of its last digit: what rounding may have changed. */
  tolerance: number;
  isPercent: boolean;
  /** True for "2024", which is written like a year. */
  isPlain: boolean;
  /** The word after it. */
  next: string;
}

const SCALES: Record<string, number> = { thousand: 1e3, k: 1e3, million: 1e6, m: 1e6, billion: 1e9, b: 1e9, bn: 1e9 };

/** A number that is no part of a word or code, with the unit that changes its value. */
const TOLD_NUMBER =
  /(?<![\p{L}\p{N}_]|\d[.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![.,]?\d)(?:\s?(%|percent\b|per cent\b|thousand\b|million\b|billion\b|[kmb]\b|bn\b))?(?![\p{L}\p{N}_])/giu;

/** Code is the query, and the number before a list's entry is its place. */
const unsaid = /```[^]*?(?:```|$(?![^]))|`[^`]*`|^\s*\d+[.)]\s/gm;

/** Numbers of a text that are not in its result, as they are written there: each makes an answer wrong. Years, the question's own
 * numbers, the query's, and counts of rows are fine; a figure may be rounded, grouped or a percentage of a share. */
export function numbersWithoutSource(text: string, known: Known): string[] {
  const words = text.replace(unsaid, " ");
  const numbers = [...words.matchAll(TOLD_NUMBER)].map((match) => writtenNumber(match, words));
  if (numbers.length === 0) return [];
  const others = new Set([...known.questions.flatMap(numbersIn), ...sqlNumbers(known.sql ?? "")]);
  const derived = new Set((known.derived ?? []).flatMap(numbersIn));
  const isExplained = (number: Written) =>
    isYear(number) || isCount(number, known) || others.has(number.value) || derived.has(number.value);
  const results = [known.result, ...(known.others ?? [])];
  const isTold = (number: Written) => isExplained(number) || results.some((rows) => isInResult(number, rows));
  return [...new Set(numbers.filter((number) => !meanings(number).some(isTold)).map(({ text: as }) => as))];
}

/** "80 m" may be 80 millions, and 80 metres. */
function meanings(number: Written): Written[] {
  const [, letter = ""] = /\s([kmb])$/i.exec(number.text) ?? [];
  const scale = SCALES[letter.toLowerCase()];
  return scale === undefined
    ? [number]
    : [number, { ...number, value: number.value / scale, tolerance: number.tolerance / scale }];
}

/** Cells up to which a result can be said in a sentence. */
const SAID_CELLS = 12;

/** True if a text says every cell of a result; null for a result of more cells than a sentence says, or of none. */
export function saysAll(text: string, { rows }: Rows): boolean | null {
  const cells = rows.flat();
  if (cells.length === 0 || cells.length > SAID_CELLS) return null;
  const words = text.replace(unsaid, " ");
  const plain = words.toLowerCase();
  const numbers = [...words.matchAll(TOLD_NUMBER)].map((match) => writtenNumber(match, words));
  return cells.every((cell) => {
    if (cell === null) return true;
    if (typeof cell === "string" && plain.includes(cell.trim().toLowerCase())) return true;
    return numbers.some((number) => isShownBy(number, cell));
  });
}

function writtenNumber(match: RegExpMatchArray, words: string): Written {
  const [text, digits = "", unit = ""] = match;
  const scale = SCALES[unit.toLowerCase()] ?? 1;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const after = words.slice((match.index ?? 0) + text.length);
  return {
    text: text.trim(),
    value: Number(digits.replaceAll(",", "")) * scale,
    tolerance: 0.5 * 10 ** -decimals * scale,
    isPercent: unit === "%" || /^per/i.test(unit),
    isPlain: unit === "" && /^\d+$/.test(digits),
    next: /^\s+(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? "",
  };
}

const isYear = ({ isPlain, value }: Written): boolean => isPlain && value >= 1900 && value <= 2100;

/** Rows that a sentence names before it says how many more there are. */
const ROWS_NAMED = 20;

/** True for the number of rows, and for that of the rows which are not told. */
function isCount({ value, isPercent, next }: Written, { result, rowsTold }: Known): boolean {
  if (isPercent) return false;
  return [result.rows.length, rowsTold ?? result.rows.length].some(
    (count) => value === count || (next === "more" && value <= count && value >= count - ROWS_NAMED),
  );
}

function isInResult(number: Written, { columns, rows }: Rows): boolean {
  return (
    columns.some((name) => digitsIn(name).includes(number.value)) ||
    rows.some((row) => row.some((cell) => isShownBy(number, cell)))
  );
}

function isShownBy(number: Written, cell: Cell): boolean {
  const { value, isPercent, text } = number;
  // "802.11b" is a name, and no number of billions.
  if (typeof cell === "string" && /[a-z]$/i.test(text) && cell.includes(text)) return true;
  if (typeof cell === "boolean" || cell === null) return false;
  if (typeof cell === "number") return isNear(number, cell) || (isPercent && isNear(number, cell * 100));
  return isNear(number, cell.trim() === "" ? NaN : Number(cell)) || digitsIn(cell).includes(value);
}

/** True if a figure rounds to the number, whatever its sign: "fell by 5". */
const isNear = ({ value, tolerance }: Written, figure: number): boolean =>
  Math.abs(Math.abs(figure) - value) <= tolerance * (1 + 1e-9) + Math.abs(figure) * 1e-12;

/** The numbers in a name, code or date: 2024, 3 and 7 in "2024-03-07". */
const digitsIn = (text: string): number[] => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
const numberWords = new Map(SMALL.split(" ").map((word, value) => [word, value]));

/** The numbers that a question says, in digits or words. */
function numbersIn(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const grouped = [...text.matchAll(TOLD_NUMBER)].map((match) => writtenNumber(match, text).value);
  return [
    ...digitsIn(text.replace(/(?<=\d),(?=\d{3})/g, "")),
    ...grouped,
    ...words.flatMap((word) => numberWords.get(word) ?? []),
  ];
}

/** The numbers in a query; of a date the day before, too: "up to 31 March" is before 1 April. */
function sqlNumbers(sql: string): number[] {
  const dates = sql.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
  const daysBefore = dates.flatMap((date) => {
    const day = new Date(`${date}T00:00:00Z`).getTime();
    return Number.isNaN(day) ? [] : digitsIn(new Date(day - 86_400_000).toISOString().slice(0, 10));
  });
  return [...digitsIn(sql), ...daysBefore];
}
