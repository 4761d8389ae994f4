import { binaryText, cellText } from "../driver.ts";
import { decimalCell, integerCell } from "../postgres/types.ts";
import type { Cell, ColumnType } from "../types.ts";

/** Column types of MySQL's protocol. */
const TYPES: Record<number, ColumnType> = {
  0x00: "number",
  0x01: "integer",
  0x02: "integer",
  0x03: "integer",
  0x04: "number",
  0x05: "number",
  0x06: "text",
  0x07: "timestamp",
  0x08: "integer",
  0x09: "integer",
  0x0a: "date",
  0x0b: "time",
  0x0c: "timestamp",
  0x0d: "integer",
  0x0e: "date",
  0x10: "binary",
  0xf5: "json",
  0xf6: "number",
  0xff: "binary",
};

const TINY = 0x01;
const BINARY_CHARSET = 63;

/** What the protocol says about a result column. */
export interface MysqlField {
  name: string;
  columnType?: number | undefined;
  columnLength?: number | undefined;
  characterSet?: number | undefined;
}

/** The portable type of a result column; `TINYINT(1)` is how MySQL spells a boolean. */
export function typeOfField({ columnType = -1, columnLength, characterSet }: MysqlField): ColumnType {
  if (columnType === TINY && columnLength === 1) return "boolean";
  return TYPES[columnType] ?? (characterSet === BINARY_CHARSET ? "binary" : "text");
}

/** The portable type of a table column, by information_schema's DATA_TYPE and COLUMN_TYPE. */
export function typeOfDeclared(dataType: string, columnType: string): ColumnType {
  if (/^tinyint\(1\)/i.test(columnType)) return "boolean";
  const type = dataType.toLowerCase();
  if (/^(tiny|small|medium|big)?int|^year/.test(type)) return "integer";
  if (/^(decimal|numeric|float|double|real)/.test(type)) return "number";
  if (/char|text|enum|^set$|^uuid$|^inet/.test(type)) return "text";
  if (type === "date") return "date";
  if (type === "datetime" || type === "timestamp") return "timestamp";
  if (type === "time") return "time";
  if (type === "json") return "json";
  return /blob|binary|^bit|geometry|point|polygon|linestring|collection|vector/.test(type) ? "binary" : "other";
}

/** One value as the driver reads it (numbers, strings, buffers), as a cell. */
export function mysqlCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value))
    return type === "text" ? cellText(value.toString("utf8")) : binaryText(value.subarray(0, 33).toString("hex"));
  if (typeof value === "number") {
    if (type === "boolean" && (value === 0 || value === 1)) return value === 1;
    return Number.isFinite(value) ? value : String(value);
  }
  if (typeof value !== "string") return cellText(JSON.stringify(value));
  if (type === "integer") return integerCell(value);
  if (type === "number") return decimalCell(value);
  if (type === "timestamp") return value.replace(" ", "T");
  return cellText(value);
}
