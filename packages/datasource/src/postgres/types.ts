import { binaryText, cellText } from "../driver.ts";
import type { Cell, ColumnType } from "../types.ts";

/** Object identifiers of PostgreSQL's built-in types (fixed in its catalog). */
const TYPES: Record<number, ColumnType> = {
  16: "boolean",
  17: "binary",
  18: "text",
  19: "text",
  20: "integer",
  21: "integer",
  23: "integer",
  25: "text",
  26: "integer",
  114: "json",
  700: "number",
  701: "number",
  790: "other",
  1042: "text",
  1043: "text",
  1082: "date",
  1083: "time",
  1114: "timestamp",
  1184: "timestamp",
  1186: "other",
  1266: "time",
  1700: "number",
  2950: "text",
  3802: "json",
};

const FIRST_CUSTOM_OID = 16_384;

/** The portable type of a result column. Types an owner made (enumerations, citext) travel as text. */
export function typeOfOid(oid: number): ColumnType {
  return TYPES[oid] ?? (oid >= FIRST_CUSTOM_OID ? "text" : "other");
}

/** The portable type of a table column, by PostgreSQL's type name, category and kind (pg_type). */
export function typeOfColumn(oid: number, category: string, kind: string): ColumnType {
  if (kind === "e") return "text";
  return TYPES[oid] ?? (category === "S" ? "text" : "other");
}

/** One value as PostgreSQL writes it in text format, as a cell. */
export function cellOf(text: string | null, type: ColumnType): Cell {
  if (text === null) return null;
  switch (type) {
    case "boolean":
      return text === "t";
    case "integer":
      return integerCell(text);
    case "number":
      return decimalCell(text);
    case "timestamp":
      return isoTimestamp(text);
    case "binary":
      return binaryText(text.replace(/^\\x/, ""));
    default:
      return cellText(text);
  }
}

/** A whole number as a number where a double holds it exactly, as its digits otherwise. */
export function integerCell(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

const COMPUTED_DECIMALS = 7;

/**
 * A decimal as a number where a double holds all its digits, otherwise as its digits. A quotient (an average,
 * a share) has more digits than any double, all behind the point: it is a number too. `NaN` and infinities stay text.
 */
export function decimalCell(text: string): number | string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const [whole = "", decimals = ""] = text.replace(/^-/, "").split(".");
  // Scientific notation comes from floating point columns: a double by birth.
  if (/e/i.test(text)) return value;
  const significant = `${whole}${decimals.replace(/0+$/, "")}`.replace(/^0+/, "");
  if (significant.length <= 15) return value;
  if (plainDigits(value) === text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")) return value;
  const integerDigits = whole.replace(/^0+/, "").length;
  return decimals.length >= COMPUTED_DECIMALS && integerDigits <= 15 - 2 ? value : text;
}

function plainDigits(value: number): string {
  const digits = String(value);
  return digits.includes("e") ? "" : digits;
}

/** `2024-05-06 07:08:09.123+02` as `2024-05-06T07:08:09.123+02:00`; infinities and years BC as they are. */
export function isoTimestamp(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(:?\d\d)?)?$/.exec(text);
  if (!parts) return text;
  const [, date, time, hours, minutes] = parts;
  if (hours === undefined) return `${date}T${time}`;
  const zone = `${hours}:${(minutes ?? "00").replace(":", "")}`;
  return `${date}T${time}${zone === "+00:00" ? "Z" : zone}`;
}
