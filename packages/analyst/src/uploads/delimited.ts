import type { RawTable } from "./raw.ts";

/** Reads delimited text by RFC 4180: quotes, doubled quotes, line breaks inside quotes. The delimiter is found where none is given. */
export function parseDelimited(text: string, name: string, delimiter = findDelimiter(text)): RawTable[] {
  const lines = splitRows(text, delimiter).filter((row) => row.some((cell) => cell.trim() !== ""));
  const [first] = lines;
  if (!first) return [];
  const named = looksLikeHeader(first);
  const width = Math.max(...lines.slice(0, 1000).map((row) => row.length));
  const headers = Array.from({ length: width }, (_, at) => (named ? (first[at] ?? "").trim() : ""));
  const rows = (named ? lines.slice(1) : lines).map((row) => headers.map((_, at) => row[at] ?? null));
  return [{ name, headers, rows }];
}

/** The delimiter that splits the first lines most, and alike. */
function findDelimiter(text: string): string {
  const sample = text.slice(0, 20_000);
  let best = ",";
  let most = 0;
  for (const candidate of [",", ";", "\t", "|"]) {
    const counts = splitRows(sample, candidate)
      .slice(0, 10)
      .map((row) => row.length - 1);
    const fewest = Math.min(...counts.slice(0, Math.max(1, counts.length - 1)));
    if (fewest > most) {
      most = fewest;
      best = candidate;
    }
  }
  return best;
}

/** Headings are words: a first line with an empty or numeric cell is a row. */
const looksLikeHeader = (cells: readonly string[]) =>
  cells.every((cell) => cell.trim() !== "" && Number.isNaN(Number(cell))) ||
  cells.some(
    (cell) =>
      /^[a-z_ ]{2,}$/i.test(cell.trim()) && cells.every((other) => Number.isNaN(Number(other)) || other.trim() === ""),
  );

function splitRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      [cell, at] = quoted(text, at + 1);
    } else {
      const end = endOfCell(text, at, delimiter);
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) row.push("");
      continue;
    }
    rows.push(row);
    row = [];
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function quoted(text: string, from: number): [cell: string, next: number] {
  let cell = "";
  let at = from;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) return [cell + text.slice(at), text.length];
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
