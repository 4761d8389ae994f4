import { binaryText, cellText } from "../driver.ts";
import { decimalCell, integerCell, isoTimestamp } from "../postgres/types.ts";
import type { Cell, ColumnType } from "../types.ts";
import type { StoredValue } from "./duckdb-process.ts";

/** The portable type of one of DuckDB's, by its name. */
export function typeOfDuckdb(native: string): ColumnType {
  const type = native.toUpperCase();
  if (/\]$|^(STRUCT|MAP|UNION|JSON)/.test(type)) return "json";
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|BIGNUM)/.test(type)) return "integer";
  if (/^(DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL)/.test(type)) return "number";
  if (/^(VARCHAR|ENUM|UUID|TEXT|CHAR|STRING)/.test(type)) return "text";
  if (type === "BOOLEAN") return "boolean";
  if (type === "DATE") return "date";
  if (type.startsWith("TIMESTAMP")) return "timestamp";
  if (type.startsWith("TIME")) return "time";
  return type === "BLOB" ? "binary" : "other";
}

/** A value as the process sends it, as a cell. */
export function duckdbCell(value: StoredValue, type: ColumnType): Cell {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "string") return type === "timestamp" ? isoTimestamp(value) : cellText(value);
  if ("digits" in value) return type === "integer" ? integerCell(value.digits) : decimalCell(value.digits);
  return "blob" in value ? binaryText(value.blob) : cellText(value.json);
}
