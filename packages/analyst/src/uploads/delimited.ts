import { FILE_CELLS, TABLE_COLUMNS } from "../file-reader/limits.ts";
import { isDate } from "./dates.ts";
import { numberIn } from "./numbers.ts";
import {
  checkArea,
  isFilled,
  type RawTable,
  titlesAbove,
  titleTexts,
  tooManyCells,
  tooManyColumns,
} from "./raw-table.ts";

/**
 * Reads delimited text by RFC 4180: quotes, doubled quotes, line breaks inside quotes. The delimiter is found if none
 * is given. Titles above the table and empty columns beside it are left out.
 */
export function parseDelimited(text: string, name: string, delimiter?: string): RawTable[] {
  // Excel reads this line and does not show it.
  const [line = "", declared] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const body = text.slice(line.length);
  const lines = splitRows(body, delimiter ?? declared ?? findDelimiter(body), true);
  const above = titlesAbove(lines);
  const rows = lines.slice(above);
  const [first] = rows;
  if (!first) return [];
  const named = looksLikeHeader(rows);
  const width = Math.max(...rows.slice(0, 1000).map((row) => row.length));
  // A long line among short ones makes them all as long.
  checkArea(rows.length, width);
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => isFilled(row[at] ?? "")),
  );
  return [
    {
      name,
      headers: columns.map((at) => (named ? (first[at] ?? "").trim() : "")),
      rows: (named ? rows.slice(1) : rows).map((row) => columns.map((at) => row[at] ?? null)),
      titles: titleTexts(lines.slice(0, above)),
    },
  ];
}

const isNumber = (cell: string) => numberIn(cell, "point") !== null || numberIn(cell, "comma") !== null;
const isYear = (cell: string) => /^(19|20)\d{2}$/.test(cell.trim());

/** Headings are words, or years beside words; a first line with a number or a date is a row. */
function looksLikeHeader([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const cells = first.filter(isFilled);
  const words = cells.filter((cell) => !isNumber(cell) && !isDate(cell));
  const others = cells.filter((cell) => !words.includes(cell));
  if (words.length === 0 || !others.every(isYear)) return false;
  // A year above years is a value of their column.
  const below = first.flatMap((cell, at) =>
    isFilled(cell) && others.includes(cell) ? rows.slice(0, 100).map((row) => row[at] ?? "") : [],
  );
  return !below.some(isYear);
}

/** Splits nothing: a unit separator does not occur in text. */
const NONE = "\u001f";

/** The delimiter that splits the first lines most, and alike; none where the lines are single numbers like "1,5". */
function findDelimiter(text: string): string {
  const sample = text.slice(0, 20_000);
  const [heading = "", ...lines] = sample.split(/\r?\n/).filter((line) => line.trim() !== "");
  const complete = lines.length > 1 && sample.length < text.length ? lines.slice(0, -1) : lines;
  if (
    !/[,;\t|]/.test(heading) &&
    complete.length > 0 &&
    complete.every((line) => /^[+-]?\d+(,\d+)?$/.test(line.trim()))
  )
    return NONE;
  // A title has no delimiter: lines above the table are skipped only if nothing splits them all.
  const cut = sample.length < text.length;
  return splittingMost(sample, cut, () => 0) ?? splittingMost(sample, cut, titlesAbove) ?? ",";
}

function splittingMost(sample: string, cut: boolean, above: (rows: string[][]) => number): string | null {
  let best: string | null = null;
  let most = 0;
  for (const candidate of [",", ";", "\t", "|"]) {
    const rows = splitRows(sample, candidate, false);
    const complete = cut && rows.length > 1 ? rows.slice(0, -1) : rows;
    const counts = complete.slice(above(complete)).slice(0, 10);
    const fewest = Math.min(...counts.map((row) => row.length - 1));
    if (fewest > most && counts.length > 0) {
      most = fewest;
      best = candidate;
    }
  }
  return best;
}

/** The rows that are not empty. A file with too many cells or columns is given up as soon as that shows. */
function splitRows(text: string, delimiter: string, isBounded: boolean): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  let at = 0;
  while (at < text.length) {
    const [cell, end] = cellAt(text, at, delimiter);
    row.push(cell);
    at = end;
    if (isBounded && row.length > TABLE_COLUMNS) throw tooManyColumns();
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) row.push("");
      continue;
    }
    if (row.some(isFilled)) {
      cells += row.length;
      if (isBounded && cells > FILE_CELLS) throw tooManyCells();
      rows.push(row);
    }
    row = [];
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
  }
  if (row.some(isFilled)) rows.push(row);
  return rows;
}

/** One cell and where it ends: at a delimiter, a line's end or the text's. */
function cellAt(text: string, from: number, delimiter: string): [cell: string, end: number] {
  let opening = from;
  while (text[opening] === " ") opening += 1;
  const content = text[opening] === '"' ? quoted(text, opening + 1) : null;
  if (content === null) {
    const end = endOfCell(text, from, delimiter);
    return [text.slice(from, end), end];
  }
  const [cell, next] = content;
  const end = endOfCell(text, next, delimiter);
  // Spaces before the delimiter mean nothing; anything else is content.
  return [cell + text.slice(next, end).trimEnd(), end];
}

/** The text between quotes and where they close; null if they never do: then the quote is a character. */
function quoted(text: string, from: number): [cell: string, next: number] | null {
  let cell = "";
  let at = from;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) return null;
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return [cell, end + 1];
    cell += '"';
    at = end + 2;
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === delimiter || character === "\n" || character === "\r") return at;
  }
  return text.length;
}
