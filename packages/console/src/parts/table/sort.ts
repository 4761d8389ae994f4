import { type ColumnKind, isEmpty, type Row } from "./columns.ts";

export interface Sorting {
  column: number;
  direction: "ascending" | "descending";
}

type Compare = (one: number, other: number) => number;

const textAt = (rows: readonly Row[], row: number, column: number): string => rows[row]?.[column] ?? "";

/** Compares plain decimals by all of their digits, which a double may not hold. */
function compareDecimals(one: string, other: string): number {
  if (one === other) return 0;
  const [whole = "", decimals = ""] = one.split(".");
  const [otherWhole = "", otherDecimals = ""] = other.split(".");
  const length = Math.max(decimals.length, otherDecimals.length);
  if (!/^-?\d+$/.test(whole + decimals) || !/^-?\d+$/.test(otherWhole + otherDecimals)) return 0;
  const scaled = BigInt(whole + decimals.padEnd(length, "0"));
  const otherScaled = BigInt(otherWhole + otherDecimals.padEnd(length, "0"));
  return scaled < otherScaled ? -1 : Number(scaled > otherScaled);
}

/** Compares by keys that are computed once; what has no key comes last, and equal keys go on to the texts. */
function byKeys(
  rows: readonly Row[],
  column: number,
  keyOf: (text: string) => number,
  ofEqual: typeof compareDecimals,
): Compare {
  const keys = Float64Array.from(rows, (_row, row) => keyOf(textAt(rows, row, column)));
  return (one, other) => {
    const key = keys[one] ?? Number.NaN;
    const otherKey = keys[other] ?? Number.NaN;
    if (key < otherKey) return -1;
    if (key > otherKey) return 1;
    const isKeyless = Number.isNaN(key);
    if (isKeyless !== Number.isNaN(otherKey)) return isKeyless ? 1 : -1;
    return ofEqual(textAt(rows, one, column), textAt(rows, other, column));
  };
}

/** Compares texts as a language does, which is slow: each text is compared once, however many rows have it. */
function byTexts(rows: readonly Row[], column: number, language: string): Compare {
  const texts = [...new Set(rows.map((row) => row[column] ?? ""))];
  const { compare } = new Intl.Collator(language, { numeric: true });
  const all = Array.from(texts.keys());
  const { ranks } = rankedBy(all, (one, other) => compare(texts[one] ?? "", texts[other] ?? ""));
  const rankOf = new Map(texts.map((text, at) => [text, ranks[at] ?? 0]));
  const keys = Float64Array.from(rows, (row) => rankOf.get(row[column] ?? "") ?? 0);
  return (one, other) => (keys[one] ?? 0) - (keys[other] ?? 0);
}

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/;
/** Milliseconds since 1970. Times without a zone are taken as UTC: no hour of theirs comes twice. */
const momentOf = (text: string): number => Date.parse(text.includes("T") && !hasZone.test(text) ? `${text}Z` : text);

/** How values of a column are compared. */
interface Comparing {
  kind: ColumnKind;
  language: string;
}

function comparisonOf(rows: readonly Row[], column: number, { kind, language }: Comparing): Compare {
  switch (kind) {
    case "number":
      return byKeys(rows, column, Number, compareDecimals);
    case "moment":
      return byKeys(rows, column, momentOf, (one, other) => (one < other ? -1 : Number(one > other)));
    case "text":
      return byTexts(rows, column, language);
  }
}

/** Indices in their order, and by each of them its rank, the same for equal ones. */
interface Ranked {
  order: readonly number[];
  ranks: Float64Array;
}

function rankedBy(indices: readonly number[], compare: Compare): Ranked {
  const order = indices.toSorted(compare);
  const ranks = new Float64Array((indices.at(-1) ?? -1) + 1);
  let rank = 0;
  for (const [at, index] of order.entries()) {
    if (at > 0 && compare(order[at - 1] ?? 0, index) !== 0) rank += 1;
    ranks[index] = rank;
  }
  return { order, ranks };
}

/** A column's rows by their values, and those without one. */
interface Sorted extends Ranked {
  empty: readonly number[];
}

/** What rows were sorted by before: for the other direction nothing is compared anew. */
const known = new WeakMap<readonly Row[], Map<string, Sorted>>();

function sortedBy(rows: readonly Row[], column: number, comparing: Comparing): Sorted {
  const ofRows = known.get(rows) ?? new Map<string, Sorted>();
  known.set(rows, ofRows);
  const name = `${column} ${comparing.kind} ${comparing.language}`;
  const before = ofRows.get(name);
  if (before) return before;
  const all = Array.from(rows.keys());
  const filled = all.filter((row) => !isEmpty(rows[row]?.[column]));
  const empty = all.filter((row) => isEmpty(rows[row]?.[column]));
  const sorted = { ...rankedBy(filled, comparisonOf(rows, column, comparing)), empty };
  ofRows.set(name, sorted);
  return sorted;
}

/**
 * The order of the rows, as their places in the table. Equal ones stay as they were, and cells without a value come last both ways.
 */
export function sortedOrder(rows: readonly Row[], sorting: Sorting | null, comparing: Comparing): readonly number[] {
  if (!sorting) return Array.from(rows.keys());
  const { order, ranks, empty } = sortedBy(rows, sorting.column, comparing);
  if (sorting.direction === "ascending") return [...order, ...empty];
  return [...order.toSorted((one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0)), ...empty];
}

/** A click on a header: ascending, descending, and back to the database's order. */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, direction: "ascending" };
  return sorting.direction === "ascending" ? { column, direction: "descending" } : null;
}
