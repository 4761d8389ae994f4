import { cutText } from "@parley/contract/cut-text";
import { numberIn, type NumberStyle } from "./numbers.ts";
import { isFilled, type RawTable, type RawValue } from "./raw-table.ts";

/** How a row of sums or means is called: it counts once more what stands in the rows that it sums up. */
const totalWords = "totals?|sub-?totals?|sums?|summen?|gesamt|gesamtsumme|zwischensumme|endsumme|insgesamt";
const meanWords = "averages?|avg|mean|durchschnitt|mittelwert|schnitt";
const saysTotal = new RegExp(`(?:^|[\\s(])(?:${totalWords})(?=$|[\\s:.)])`, "i");
const saysMean = new RegExp(`^(?:class |overall |column )?(?:${meanWords})(?=$|[\\s:.)])`, "i");
/** A label that is nothing else: "Grand total:", "Total hours". */
const onlyTotal = new RegExp(
  `^(?:(?:grand|overall|sub) ?)?(?:${totalWords}|${meanWords})[\\s:.]*(?:\\p{L}+[\\s:.]*)?$`,
  "iu",
);
const LONGEST_SUM_LABEL = 60;

/** A row that may sum up others. */
interface Candidate {
  row: number;
  label: string;
  isMean: boolean;
}

/**
 * A table without the rows that sum up others, and a note of them: a row counts as one if its label says so, it holds nothing but
 * numbers beside that, and either the numbers are those of the rows or the label is all that is said of it.
 */
export function withoutTotals(table: RawTable): RawTable {
  const candidates = [...table.rows.flatMap((row, at) => candidateOf(row, at)), ...namelessLast(table.rows)];
  if (candidates.length === 0 || candidates.length * 2 > table.rows.length) return table;
  const proven = provenIn(table.rows, candidates, "point") ?? provenIn(table.rows, candidates, "comma") ?? new Set();
  const usual = usualWidth(table.rows);
  const left = candidates.filter(
    ({ row, label }) =>
      proven.has(row) ||
      (label !== "" && onlyTotal.test(label) && (table.rows[row] ?? []).filter(isFilled).length < usual),
  );
  if (left.length === 0) return table;
  const rows = new Set(left.map(({ row }) => row));
  return {
    ...table,
    rows: table.rows.filter((_, at) => !rows.has(at)),
    notes: [...(table.notes ?? []), noteOf(left)],
  };
}

const isNumber = (cell: RawValue, style: NumberStyle) =>
  typeof cell === "number" || (typeof cell === "string" && numberIn(cell, style) !== null);

function candidateOf(row: readonly RawValue[], at: number): Candidate[] {
  const cells = row.filter(isFilled);
  const label = cells.find((cell) => typeof cell === "string" && !isNumber(cell, "point") && !isNumber(cell, "comma"));
  if (typeof label !== "string" || label.length > LONGEST_SUM_LABEL || cells.length < 2) return [];
  const text = label.trim();
  const isMean = saysMean.test(text);
  if (!isMean && !saysTotal.test(text)) return [];
  const others = cells.filter((cell) => cell !== label);
  return others.length > 0 && others.every((cell) => isNumber(cell, "point") || isNumber(cell, "comma"))
    ? [{ row: at, label: text, isMean }]
    : [];
}

/** How many cells of a row are filled as a rule. */
function usualWidth(rows: readonly (readonly RawValue[])[]): number {
  const widths = rows.slice(0, 1000).map((row) => row.filter(isFilled).length);
  return widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
}

/** A last row of nothing but numbers, where the rows above it say more: a sum without a name, if all of them prove to be sums. */
function namelessLast(rows: readonly (readonly RawValue[])[]): Candidate[] {
  const last = rows.at(-1)?.filter(isFilled) ?? [];
  const isNameless = last.length > 0 && last.every((cell) => isNumber(cell, "point") || isNumber(cell, "comma"));
  return isNameless && rows.length > 2 && last.length < usualWidth(rows)
    ? [{ row: rows.length - 1, label: "", isMean: false }]
    : [];
}

const numberOf = (cell: RawValue, style: NumberStyle): number | null => {
  if (typeof cell === "number") return cell;
  const text = typeof cell === "string" ? numberIn(cell, style) : null;
  return text === null ? null : Number(text);
};

/** What the rows of a column add up to, from the first and since the last row of sums. */
interface Sums {
  all: number;
  count: number;
  since: number;
}

/** The candidates whose numbers are sums or means of the other rows; null if the numbers are not of this style. */
function provenIn(
  rows: readonly (readonly RawValue[])[],
  candidates: readonly Candidate[],
  style: NumberStyle,
): Set<number> | null {
  const byRow = new Map(candidates.map((each) => [each.row, each]));
  const columns = columnsWithNumbers(rows, candidates, style);
  const sums = new Map<number, Sums>(columns.map((at) => [at, { all: 0, count: 0, since: 0 }]));
  const proven = new Set<number>();
  for (const [at, row] of rows.entries()) {
    const candidate = byRow.get(at);
    if (candidate && isSumOf(row, candidate, { sums, style })) proven.add(at);
    for (const [column, sum] of sums) {
      const number = candidate ? null : numberOf(row[column] ?? null, style);
      if (candidate) sum.since = 0;
      if (number === null) continue;
      sum.all += number;
      sum.count += 1;
      sum.since += number;
    }
  }
  // A total may stand above what it sums up.
  const [first] = candidates;
  if (first?.row === 0 && isSumOf(rows[0] ?? [], first, { sums, style })) proven.add(0);
  return proven.size > 0 ? proven : null;
}

const columnsWithNumbers = (
  rows: readonly (readonly RawValue[])[],
  candidates: readonly Candidate[],
  style: NumberStyle,
): number[] => [
  ...new Set(
    candidates.flatMap(({ row }) =>
      (rows[row] ?? []).flatMap((cell, at) => (numberOf(cell, style) === null ? [] : [at])),
    ),
  ),
];

function isSumOf(
  row: readonly RawValue[],
  { isMean, label }: Candidate,
  { sums, style }: { sums: ReadonlyMap<number, Sums>; style: NumberStyle },
): boolean {
  const told = [...sums].flatMap(([column, { all, count, since }]) => {
    const number = numberOf(row[column] ?? null, style);
    if (number === null || number === 0 || count === 0) return [];
    return [isMean ? isNear(number, all / count, 0.51) : isNear(number, all, 0.01) || isNear(number, since, 0.01)];
  });
  return label === "" ? told.length > 0 && told.every(Boolean) : told.includes(true);
}

/** Sums of what was rounded are off by a little. */
const isNear = (one: number, other: number, room: number): boolean =>
  Math.abs(one - other) <= Math.max(room, Math.abs(other) * 1e-5);

function noteOf(left: readonly Candidate[]): string {
  const [first, last] = [left[0]?.label ?? "", left.at(-1)?.label ?? ""].map((label) => `“${cutText(label, 40)}”`);
  if (left.length === 1 && first === "“”")
    return "The last row, which has no name, is the sum of the others, so it is left out: nothing is counted twice.";
  return left.length === 1
    ? `The row ${first} is the sum or mean of others, so it is left out: nothing is counted twice.`
    : `${left.length} rows that are sums or means of others, such as ${last}, are left out: nothing is counted twice.`;
}
