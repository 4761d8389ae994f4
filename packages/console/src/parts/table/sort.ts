import { type ColumnKind, isEmpty, type Row } from "./columns.ts";

export interface Sorting {
  column: number;
  direction: "ascending" | "descending";
}

type Compare = (one: number, other: number) => number;

const textAt = (rows: readonly Row[], row: number, column: number): string => rows[row]?.[column] ?? "";

/** Compares plain decimals by all of their digits, which a double may not hold. */
function compareDecimals(one: string, other: string): number {
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

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/;
/** Milliseconds since 1970. Times without a zone are taken as UTC: no hour of theirs comes twice. */
const momentOf = (text: string): number => Date.parse(text.includes("T") && !hasZone.test(text) ? `${text}Z` : text);

function comparisonOf(rows: readonly Row[], column: number, kind: ColumnKind, collator: Intl.Collator): Compare {
  switch (kind) {
    case "number":
      return byKeys(rows, column, Number, compareDecimals);
    case "moment":
      return byKeys(rows, column, momentOf, (one, other) => (one < other ? -1 : Number(one > other)));
    case "text":
      return (one, other) => collator.compare(textAt(rows, one, column), textAt(rows, other, column));
  }
}

/**
 * The order of the rows, as their places in the table. Equal ones stay as they were, and cells without a value come last both ways.
 */
export function sortedOrder(
  rows: readonly Row[],
  sorting: Sorting | null,
  { kind, language }: { kind: ColumnKind; language: string },
): readonly number[] {
  const all = Array.from(rows.keys());
  if (!sorting) return all;
  const { column, direction } = sorting;
  const compare = comparisonOf(rows, column, kind, new Intl.Collator(language, { numeric: true }));
  const sign = direction === "ascending" ? 1 : -1;
  const filled = all.filter((row) => !isEmpty(rows[row]?.[column]));
  const empty = all.filter((row) => isEmpty(rows[row]?.[column]));
  return [...filled.toSorted((one, other) => sign * compare(one, other)), ...empty];
}

/** A click on a header: ascending, descending, and back to the database's order. */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, direction: "ascending" };
  return sorting.direction === "ascending" ? { column, direction: "descending" } : null;
}
