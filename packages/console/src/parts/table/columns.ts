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
  unit: string | undefined;
  /** Its width, in widths of a digit. */
  digits: number;
  /** A cell that is not empty, as it is read. No digit is lost. */
  format: (text: string) => string;
}

const LEAST_DIGITS = 6;
const MOST_DIGITS = 36;
/** Decimals are filled up with zeros to this many: 7.5 among 12.25 is 7.50. Quotients have more and are left alone. */
const FILLED_DECIMALS = 2;

/** Numbers that name rather than count are not grouped: order 10482, the year 2025. */
const naming = /(^|[_\s])(id|key|code|year|zip|no|nr|number)$/i;
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

/** Writes numbers as a language does, from their digits and never through a double. What is no plain number stays as it is. */
function numberFormat(name: string, cells: readonly string[], language: string): (text: string) => string {
  const decimals = cells.reduce((most, cell) => Math.max(most, plainNumber.exec(cell)?.[1]?.length ?? 0), 0);
  const least = decimals <= FILLED_DECIMALS ? decimals : 0;
  const formats = new Map<number, Intl.NumberFormat>();
  return (text) => {
    const parts = plainNumber.exec(text);
    if (!parts) return text;
    const digits = Math.min(Math.max(least, parts[1]?.length ?? 0), 100);
    let format = formats.get(digits);
    if (!format) {
      const useGrouping = !naming.test(name);
      format = new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping,
      });
      formats.set(digits, format);
    }
    // A string is read as the decimal that it is, where a number would be a double.
    return format.format(text as `${number}`);
  };
}

const momentText = (text: string): string => text.replace(/^(\d{4,}-\d\d-\d\d)T/, "$1 ").replace(/Z$/, " UTC");

const formatOf = (kind: ColumnKind, name: string, cells: readonly string[], language: string) => {
  if (kind === "number") return numberFormat(name, cells, language);
  return kind === "moment" ? momentText : (text: string) => text;
};

export interface TableData {
  headers: readonly string[];
  rows: readonly Row[];
  columns?: readonly ColumnDescription[] | undefined;
}

/** How the columns of a table compare, stand and are written in a language. */
export function columnsOf({ headers, rows, columns }: TableData, language: string): readonly Column[] {
  return headers.map((name, at) => {
    const cells = rows.flatMap((row) => (isEmpty(row[at]) ? [] : [row[at] ?? ""]));
    const { type, unit } = columns?.[at] ?? {};
    const kind = kindOf(type, cells);
    const longest = cells.reduce((most, cell) => Math.max(most, cell.length), 0);
    const grouped = kind === "number" ? Math.ceil(longest * 1.25) : longest;
    const wished = Math.max(grouped, name.length + (unit ? unit.length + 1 : 0) + 2);
    const digits = Math.min(Math.max(wished, LEAST_DIGITS), MOST_DIGITS);
    return { name, kind, unit, digits, format: formatOf(kind, name, cells, language) };
  });
}
