import type { Cell } from "@parley/datasource/types";
import { cellText } from "./cell-text.ts";

/** A table as CSV (RFC 4180). */
export const csvOf = ({ headers, rows }: { headers: readonly string[]; rows: readonly Cell[][] }): string =>
  [headers, ...rows.map((row) => row.map(csvCell))].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");

/** Text that a spreadsheet would run as a formula is marked as text. Numbers stay numbers. */
const csvCell = (cell: Cell): string =>
  typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)
    ? `'${cell}`
    : cellText(cell);

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
