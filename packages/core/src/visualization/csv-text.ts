import type { Cell } from "@parley/datasource/types";
import { cellText } from "./cell-text.ts";

/** A line of CSV (RFC 4180), with its end. */
export const csvLine = (line: readonly Cell[]): string => `${line.map((cell) => quoted(csvCell(cell))).join(",")}\r\n`;

/** A table as CSV. */
export const csvOf = ({ headers, rows }: { headers: readonly string[]; rows: readonly Cell[][] }): string =>
  [headers, ...rows].map(csvLine).join("");

/**
 * What a spreadsheet reads as the beginning of a formula: a sign, its full-width or small form, also after white space and
 * invisible characters, which some programs trim. A line feed, carriage return or tab begins one by itself.
 */
const formula =
  /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}\u{fe66}\u{fe62}\u{fe63}\u{fe6b}])/u;
const number = /^[+-]?\d+(?:\.\d+)?$/;

/** Text that a spreadsheet would run as a formula is marked as text. Numbers stay numbers. */
const csvCell = (cell: Cell): string =>
  typeof cell === "string" && formula.test(cell) && !number.test(cell) ? `'${cell}` : cellText(cell);

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
