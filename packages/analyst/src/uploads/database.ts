import { DatabaseSync } from "node:sqlite";
import { cutText } from "@parley/contract/cut-text";
import { MASK } from "@parley/datasource/marks/marks";
import { unitOf } from "@parley/interpreter/language/units";
import { DATABASE_BYTES } from "../file-reader/limits.ts";
import { headingNames } from "./headings.ts";
import { type RawTable, type RawValue, UnreadableFile } from "./raw-table.ts";
import type { DayOrder } from "./dates.ts";
import { safeName } from "./safe-name.ts";
import {
  type ColumnTyping,
  declaredTyping,
  type FileHabits,
  isMissing,
  type StoredType,
  type StoredValue,
  typingOf,
} from "./typing.ts";

/** A table of an upload, as it can be queried. */
export interface UploadTable {
  filename: string;
  name: string;
  /** `heading`: what the file calls it, where that is not its name. `masked`: all its values are masks, as in an exported result. */
  columns: { name: string; heading?: string; type: string; masked?: true }[];
  row_count: number;
  /** What reading the file left out, for the answer: "2 values of amount could not be read as numbers …". */
  notes: string[];
}

const PAGE_BYTES = 4096;
const SQLITE_FULL = 13;

/**
 * Writes a file's tables into the SQLite file `path`, with names that need no quoting and are not among those `taken` by
 * tables that are in it already. Throws `UnreadableFile` for more than a database may have.
 */
export function writeTables(
  path: string,
  filename: string,
  tables: readonly RawTable[],
  taken: readonly string[] = [],
): UploadTable[] {
  const database = new DatabaseSync(path);
  try {
    // If it fails half-way, the caller discards the file.
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA max_page_count = ${DATABASE_BYTES / PAGE_BYTES}`);
    const names = new Set(taken);
    return tables.map((table) => writeTable(database, filename, table, names));
  } catch (error) {
    const isFull = error instanceof Error && "errcode" in error && error.errcode === SQLITE_FULL;
    throw isFull ? new UnreadableFile("it is too large as a table", { cause: error }) : error;
  } finally {
    database.close();
  }
}

function writeTable(database: DatabaseSync, filename: string, table: RawTable, taken: Set<string>): UploadTable {
  const columns = typedColumns(table);
  const called = safeName(table.name, "upload", new Set());
  // A question that says "budget" means the figures of that name: the rows are no more than lines.
  const isFigure = columns.some(
    ({ name: of }) => of === called || (of.startsWith(`${called}_`) && unitOf(of) !== undefined),
  );
  const name = safeName(
    isFigure ? (taken.has("lines") ? `${table.name} lines` : "lines") : table.name,
    "upload",
    taken,
  );
  database.exec(`CREATE TABLE ${name} (${columns.map((column) => `${column.name} ${column.type}`).join(", ")})`);
  const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => "?").join(", ")})`);
  database.exec("BEGIN");
  for (let row = 0; row < table.rows.length; row++) {
    insert.run(...columns.map((column) => column.stored[row] ?? null));
  }
  database.exec("COMMIT");
  return {
    filename,
    name,
    columns: columns.map((column) => ({
      name: column.name,
      ...(column.heading !== column.name && { heading: column.heading }),
      type: column.type.toLowerCase(),
      ...(isMasked(column) && { masked: true }),
    })),
    row_count: table.rows.length,
    notes: [
      ...(table.notes ?? []),
      ...columns.flatMap((column) => noteOf(column.heading, column.type, column.lost)),
      ...columns.flatMap(({ heading: of, stored, isOpen }) => (isOpen ? [openDatesNote(of, stored)] : [])),
      ...columns.flatMap(({ heading: of, unlike }) => (unlike ? [unlikeNotes[unlike](of)] : [])),
    ],
  };
}

/** True for a column of masks: what was masked where the file comes from stays so. */
function isMasked({ stored }: StoredColumn): boolean {
  const values = new Set(stored);
  values.delete(null);
  return values.size === 1 && values.has(MASK);
}

/** A column with its values as they are stored. */
interface StoredColumn {
  name: string;
  /** As the file has it; the name where it has none, or the same again. */
  heading: string;
  type: StoredType;
  stored: StoredValue[];
  /** Values that could not be kept. */
  lost: RawValue[];
  /** True if it holds dates whose day and month cannot be told apart. */
  isOpen: boolean;
  /** What its values are counted in, if that differs. */
  unlike?: NonNullable<ColumnTyping["unlike"]>;
}

function typedColumns(table: RawTable): StoredColumn[] {
  const valuesAt = (at: number) => table.rows.map((row) => row[at] ?? null);
  const typings: ColumnTyping[] = table.headers.map((header, at) => {
    const declared = table.types?.[at];
    return declared ? declaredTyping(declared) : typingOf(valuesAt(at), header);
  });
  // One column with "1,50" tells how the whole file writes its numbers.
  const usesComma = typings.some(({ style }) => style === "comma");
  const order = onlyOrder(typings);
  const names = new Set<string>();
  const headings = new Set<string>();
  const told = headingNames(table.headers);
  return typings.map((found, at) => {
    const header = table.headers[at] ?? "";
    const values = valuesAt(at);
    const isOther = (usesComma && found.style === "point") || (found.order === "open" && order !== undefined);
    const habits: FileHabits = { ...(usesComma && { style: "comma" }), ...(order && { order }) };
    const typing = isOther ? typingOf(values, header, habits) : found;
    const stored = values.map((value) => typing.convert(value));
    const named = told[at] ?? header;
    const text = withUnit(named, typing);
    const name = safeName(text, `column_${at + 1}`, names);
    const heading = cutText(header.trim().replaceAll(/\s+/g, " "), LONGEST_TITLE);
    const isOwn = heading !== "" && !headings.has(heading);
    headings.add(heading);
    return {
      name,
      heading: isOwn ? heading : name,
      type: typing.type,
      stored,
      lost: values.filter((value, row) => stored[row] === null && !isMissing(value)),
      isOpen: typing.order === "open",
      ...(typing.unlike && { unlike: typing.unlike }),
    };
  });
}

/** What a column is called, with what its values are counted in, if the heading does not say it. */
function withUnit(heading: string, { percent, currency }: ColumnTyping): string {
  if (percent && !/percent|pct|%/i.test(heading)) return `${heading} percent`;
  const isSaid = unitOf(safeName(heading, "", new Set())) !== undefined || /[$€£¥]/.test(heading);
  return currency !== undefined && !isSaid ? `${heading} ${currency}` : heading.replace("%", " percent");
}

/** Characters of a heading that are shown. */
const LONGEST_TITLE = 120;

/** The order of day and month that columns of numbered dates show, if they agree. */
function onlyOrder(typings: readonly ColumnTyping[]): DayOrder | undefined {
  const orders = new Set(typings.flatMap(({ order }) => (order === undefined || order === "open" ? [] : [order])));
  const [only] = orders;
  return orders.size === 1 ? only : undefined;
}

/** Says of dates that may be read in two ways that they are texts. */
function openDatesNote(column: string, stored: readonly StoredValue[]): string {
  const first = stored.find((value) => value !== null);
  return `The dates of ${column}, such as “${cutText(String(first), 40)}”, may have the day or the month first, so they are kept as they are written: no periods can be made of them.`;
}

/** Says of figures that cannot be added up why they are texts. */
const unlikeNotes = {
  currencies: (column: string) =>
    `The amounts of ${column} are in different currencies, so they are kept as they are written: they cannot be added up.`,
  percent: (column: string) =>
    `Some values of ${column} have a percent sign and others have none, so they are kept as they are written: they cannot be added up.`,
};

const kinds: Partial<Record<StoredType, string>> = { DATE: "dates", TIMESTAMP: "times", BOOLEAN: "true or false" };

/** Says what could not be kept of a column, with an example. */
function noteOf(column: string, type: StoredType, lost: readonly RawValue[]): string[] {
  const [first] = lost;
  if (first === undefined) return [];
  const some = lost.length === 1 ? "1 value" : `${lost.length} values`;
  const what = kinds[type] ?? "numbers";
  return [
    `${some} of ${column} could not be read as ${what} (“${cutText(String(first), 40)}”) and ${lost.length === 1 ? "counts" : "count"} as empty.`,
  ];
}
