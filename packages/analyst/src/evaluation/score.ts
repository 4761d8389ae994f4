import type { Cell } from "@parley/datasource/types";

export interface Rows {
  columns: string[];
  rows: Cell[][];
}

export type Miss =
  | "not_answered"
  | "error"
  | "empty"
  | "extra_columns"
  | "missing_columns"
  | "missing_rows"
  | "extra_rows"
  | "single_cell"
  | "order"
  | "values";

export interface Score {
  strict: boolean;
  lenient: boolean;
  /** Why it is not strictly right. */
  miss: Miss | null;
}

function canonical(value: Cell): string {
  if (value === null) return "∅";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000 + 0);
  const text = value.trim().toLowerCase();
  return text !== "" && Number.isFinite(Number(text)) ? String(Math.round(Number(text) * 1000) / 1000 + 0) : text;
}

/**
 * Compares an answer with the reference. Strict: the same columns in any order, the same rows as a multiset, in the
 * same order if the reference orders them; numbers rounded to 3 decimals, text in any case. Lenient: extra
 * columns are allowed and duplicates ignored.
 */
export function score(reference: Rows, answer: Rows, ordered: boolean): Score {
  const expected = table(reference);
  const given = table(answer);
  const mapping = matchColumns(expected, given);
  const strict =
    mapping !== null &&
    given.width === expected.width &&
    sameRows(expected.rows, project(given.rows, mapping), ordered);
  if (strict) return { strict, lenient: true, miss: null };
  const lenient = mapping !== null && sameSet(expected.rows, project(given.rows, mapping));
  return { strict, lenient, miss: reason(expected, given, mapping) };
}

interface Canonical {
  width: number;
  rows: string[][];
}

function table(rows: Rows): Canonical {
  return { width: rows.columns.length, rows: rows.rows.map((row) => row.map(canonical)) };
}

/** Matches columns of the answer with those of the reference by their values; null when one is missing. */
function matchColumns(expected: Canonical, given: Canonical): number[] | null {
  const key = (rows: string[][], i: number) => [...new Set(rows.map((row) => row[i] ?? ""))].toSorted().join("\u0001");
  const keys = Array.from({ length: given.width }, (_, i) => key(given.rows, i));
  const candidates = Array.from({ length: expected.width }, (_, i) => {
    const wanted = key(expected.rows, i);
    return keys.flatMap((found, j) => (found === wanted ? [j] : []));
  });
  const target = new Set(expected.rows.map((row) => row.join("\u0001")));
  let tries = 0;
  const place = (i: number, taken: number[]): number[] | null => {
    if (i === candidates.length) {
      tries++;
      const found = new Set(project(given.rows, taken).map((row) => row.join("\u0001")));
      const same = found.size === target.size && [...found].every((row) => target.has(row));
      return same || tries > 200 ? taken : null;
    }
    for (const j of candidates[i] ?? []) {
      if (taken.includes(j)) continue;
      const found = place(i + 1, [...taken, j]);
      if (found !== null) return found;
    }
    return null;
  };
  return place(0, []);
}

function project(rows: string[][], mapping: number[]): string[][] {
  return rows.map((row) => mapping.map((i) => row[i] ?? ""));
}

function sameRows(expected: string[][], given: string[][], ordered: boolean): boolean {
  if (expected.length !== given.length) return false;
  const lines = (rows: string[][]) => rows.map((row) => row.join("\u0001"));
  const [a, b] = ordered ? [lines(expected), lines(given)] : [lines(expected).toSorted(), lines(given).toSorted()];
  return a.every((line, i) => line === b[i]);
}

function sameSet(expected: string[][], given: string[][]): boolean {
  const a = new Set(expected.map((row) => row.join("\u0001")));
  const b = new Set(given.map((row) => row.join("\u0001")));
  return a.size === b.size && [...a].every((line) => b.has(line));
}

function reason(expected: Canonical, given: Canonical, mapping: number[] | null): Miss {
  if (given.rows.length === 0 && expected.rows.length > 0) return "empty";
  if (mapping !== null && given.width > expected.width) return "extra_columns";
  if (given.width < expected.width) return "missing_columns";
  if (mapping !== null && given.rows.length === expected.rows.length) return "order";
  if (expected.rows.length === 1 && expected.width === 1 && given.rows.length === 1) return "single_cell";
  if (given.rows.length < expected.rows.length) return "missing_rows";
  if (given.rows.length > expected.rows.length) return "extra_rows";
  return given.width > expected.width ? "extra_columns" : "values";
}
