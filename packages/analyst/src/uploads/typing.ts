import type { RawValue } from "./raw.ts";

/** A column type as SQLite is told it. */
export type StoredType = "INTEGER" | "REAL" | "BOOLEAN" | "DATE" | "TIMESTAMP" | "TEXT";
export type StoredValue = string | number | null;

export interface ColumnTyping {
  type: StoredType;
  convert(value: RawValue): StoredValue;
}

const integer = /^[+-]?(0|[1-9]\d{0,14})$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const leadingZero = /^[+-]?0\d/;
const grouped = /^[+-]?[$€£]?\s?\d{1,3}(,\d{3})*(\.\d+)?$/;
/** "1.234,50": a comma before the decimals, in at least one value of the column. "1,234" is `grouped`. */
const commaDecimal = /^[+-]?[$€£]?\s?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?\s?€?$/;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const slashed = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;
const truth = /^(true|false)$/i;

const blank = (value: RawValue) => value === null || (typeof value === "string" && value.trim() === "");
const asText = (value: RawValue) => (value instanceof Date ? value.toISOString() : String(value).trim());
const midnight = (value: Date) => value.getTime() % 86_400_000 === 0;

/** What a column holds, by all of its values: one value that does not fit makes it text. */
export function typingOf(values: readonly RawValue[]): ColumnTyping {
  const filled = values.filter((value) => !blank(value));
  const every = (holds: (value: RawValue) => boolean) => filled.length > 0 && filled.every(holds);
  const matches = (pattern: RegExp) => (value: RawValue) => typeof value === "string" && pattern.test(value.trim());

  if (every((value) => value instanceof Date)) {
    const dates = filled.every((value) => value instanceof Date && midnight(value));
    return stored(dates ? "DATE" : "TIMESTAMP", (value) => asText(value).slice(0, dates ? 10 : 19));
  }
  if (every((value) => typeof value === "boolean" || matches(truth)(value))) {
    return stored("BOOLEAN", (value) => (/^true$/i.test(asText(value)) ? 1 : 0));
  }
  if (every((value) => Number.isInteger(value) || matches(integer)(value)))
    return stored("INTEGER", (value) => Number(asText(value)));
  const plain = (value: RawValue) =>
    typeof value === "number" || (matches(decimal)(value) && !matches(leadingZero)(value));
  const zeroPoint = (value: RawValue) => matches(/^[+-]?0\.\d+$/)(value);
  if (every((value) => plain(value) || zeroPoint(value))) return stored("REAL", (value) => Number(asText(value)));
  if (every((value) => plain(value) || (matches(grouped)(value) && !matches(leadingZero)(value)))) {
    return stored("REAL", (value) => Number(asText(value).replace(/[$€£,\s]/g, "")));
  }
  if (every(matches(commaDecimal)) && filled.some(matches(/,/)) && !filled.some(matches(leadingZero))) {
    return stored("REAL", (value) =>
      Number(
        asText(value)
          .replace(/[$€£.\s]/g, "")
          .replace(",", "."),
      ),
    );
  }
  if (every(matches(isoDate))) return stored("DATE", asText);
  if (every(matches(isoTime))) return stored("TIMESTAMP", (value) => asText(value).replace("T", " "));
  const order = every(matches(slashed)) ? dayFirst(filled.map(asText)) : null;
  if (order !== null) return stored("DATE", (value) => fromSlashed(asText(value), order));
  return stored("TEXT", (value) => (value instanceof Date ? value.toISOString() : String(value)));
}

const stored = (type: StoredType, convert: (value: RawValue) => StoredValue): ColumnTyping => ({
  type,
  convert: (value) => (blank(value) ? null : convert(value)),
});

/** True for day/month, false for month/day, null where the column leaves it open: then it stays text. */
function dayFirst(values: readonly string[]): boolean | null {
  let first = 0;
  let second = 0;
  for (const value of values) {
    const parts = slashed.exec(value);
    first = Math.max(first, Number(parts?.[1]));
    second = Math.max(second, Number(parts?.[2]));
  }
  if (first > 12 && second <= 12) return true;
  if (second > 12 && first <= 12) return false;
  return null;
}

function fromSlashed(value: string, isDayFirst: boolean): string {
  const [, one = "", two = "", year = ""] = slashed.exec(value) ?? [];
  const [day, month] = isDayFirst ? [one, two] : [two, one];
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
