import type { ColumnType } from "../types.ts";

/** The portable type of a declared SQLite type, by the names people use, then by SQLite's own affinity rules. */
export function typeOfDeclaration(declared: string): ColumnType {
  const type = declared.toUpperCase();
  if (/BOOL/.test(type)) return "boolean";
  if (/DATETIME|TIMESTAMP/.test(type)) return "timestamp";
  if (/\bDATE\b/.test(type)) return "date";
  if (/\bTIME\b/.test(type)) return "time";
  if (/JSON/.test(type)) return "json";
  if (/INT/.test(type)) return "integer";
  if (/CHAR|CLOB|TEXT|STRING|UUID/.test(type)) return "text";
  if (/BLOB|BINARY/.test(type)) return "binary";
  if (/REAL|FLOA|DOUB|NUM|DEC|MONEY|NUMBER/.test(type)) return "number";
  return type === "" ? "text" : "other";
}
