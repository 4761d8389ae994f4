import { dateText, type DayOrder, dayOrder, hasTime, isDate, isOrdered, isOrderOpen, monthOfYear } from "./dates.ts";
import { currencyOf, isPercent, numberIn, type NumberStyle } from "./numbers.ts";
import type { RawValue } from "./raw-table.ts";

/** A column type as it is declared to SQLite. */
export type StoredType = "INTEGER" | "REAL" | "BOOLEAN" | "DATE" | "TIMESTAMP" | "TEXT";
export type StoredValue = string | number | bigint | null;

export interface ColumnTyping {
  type: StoredType;
  /** True if every value was written as a percentage: 12 stands for 12 %. */
  percent: boolean;
  /** The currency that all its values were written with. */
  currency?: string;
  /** What its values are counted in, if that differs: they are no numbers then, but texts. */
  unlike?: "currencies" | "percent";
  /** How its numbers are written, if it has any. */
  style: NumberStyle | null;
  /** How its dates are written, if that shows; "open" if each may be read in both orders: they are kept as texts. */
  order?: DayOrder | "open";
  convert(value: RawValue): StoredValue;
}

/** What people write for a missing value. */
const missing = /^(n\/?a|#n\/?a|nan|null|none|nil|tbd|unknown|-+|[–—?.]|#(div\/0!|value!|ref!|name\?|num!))$/i;
/** Of these, what is no text either: "none" and "unknown" may be what was answered. */
const noText = /^(?:n\/a|N\/A|#n\/?a|NaN|NULL|null|-+|[–—?]|#(?:div\/0!|value!|ref!|name\?|num!))$/;
/** Share of the values of a column of numbers or dates that may be something else. */
const STRAYS = 0.2;
/** Columns that name things keep each value unchanged. */
const naming =
  /(^|[^a-z])(id|code|key|no|nr|number|sku|zip|plz|phone|tel|version|ref|reference|name|title|note|comment)s?\.?$/i;
const truth = /^(true|false)$/i;

const blank = (value: RawValue) => value === null || (typeof value === "string" && value.trim() === "");
const asText = (value: RawValue) => (value instanceof Date ? value.toISOString() : String(value).trim());
const midnight = (value: Date) => value.getTime() % 86_400_000 === 0;

/** How values of one type are read; undefined if a value is not of the type. */
interface Reading {
  type: StoredType;
  percent?: boolean;
  currency?: string;
  unlike?: ColumnTyping["unlike"];
  style?: NumberStyle | null;
  order?: DayOrder | "open";
  read: (value: RawValue) => StoredValue | undefined;
}

/** What is known of the file from its other columns. */
export interface FileHabits {
  /** Decides how "1.200" is read, which a column alone leaves open. */
  style?: NumberStyle;
  /** Decides how "03/11/2025" is read. */
  order?: DayOrder;
}

/** A way to read a column: whether one value may be read so, and all of them together. */
interface Reader {
  fits: (value: RawValue) => boolean;
  all: (values: readonly RawValue[]) => Reading | null;
}

/** What a column holds, by all of its values. A few that do not fit count as missing; many make it text. */
export function typingOf(values: readonly RawValue[], header = "", habits: FileHabits = {}): ColumnTyping {
  const { style = "point" } = habits;
  const telling = values.filter((value) => !isMissing(value));
  // A column's different values decide what it is; most columns have few.
  const different = [...new Set(telling)];
  const isName = naming.test(header);
  const grouped = isName && different.some((value) => typeof value === "string" && /\d[\s.,'’-]\d/.test(value));
  const readers: Reader[] =
    telling.length === 0
      ? []
      : [
          { fits: isDay, all: dates(habits.order) },
          each(monthTexts),
          each(truths),
          ...(grouped ? [] : [each(numbers(style, true)), each(numbers(style === "point" ? "comma" : "point", false))]),
        ];
  for (const { all } of readers) {
    const reading = all(different);
    if (reading) return typed(reading);
  }
  for (const { fits, all } of isName ? [] : readers) {
    const fitting = mostOf(telling, fits);
    const reading = fitting && all([...new Set(fitting)]);
    if (reading) return typed(reading);
  }
  return typed(asTexts(different));
}

/** Texts as they are, but for signs that there is none; beside "+", "-" is a value. */
function asTexts(different: readonly RawValue[]): Reading {
  const isSigned = different.includes("+");
  return {
    type: "TEXT",
    read: (value) => {
      if (value instanceof Date) return value.toISOString();
      const text = String(value);
      return !isSigned && noText.test(text.trim()) ? undefined : text.trim();
    },
  };
}

const each = (all: Reader["all"]): Reader => ({ fits: (value) => all([value]) !== null, all });

const isDay = (value: RawValue) => value instanceof Date || (typeof value === "string" && isDate(value));

/** A column whose file says what it holds: its values are kept as they are, whatever they look like. */
export const declaredTyping = (type: StoredType): ColumnTyping => ({
  type,
  percent: false,
  style: null,
  convert(value) {
    if (typeof value === "boolean") return Number(value);
    if (value instanceof Date) return value.toISOString();
    return type === "INTEGER" && typeof value === "string" ? BigInt(value) : value;
  },
});

/** Values whose conversion is remembered: columns of categories and days have few. */
const REMEMBERED_TEXTS = 10_000;

function typed({ type, percent = false, currency, unlike, style = null, order, read }: Reading): ColumnTyping {
  const known = new Map<RawValue, StoredValue>();
  return {
    type,
    percent,
    ...(currency !== undefined && { currency }),
    ...(unlike && { unlike }),
    style,
    ...(order && { order }),
    convert(value) {
      const remembered = known.get(value);
      if (remembered !== undefined) return remembered;
      const converted = blank(value) ? null : (read(value) ?? null);
      if (known.size < REMEMBERED_TEXTS) known.set(value, converted);
      return converted;
    },
  };
}

/** True for a value that says that there is none: "n/a". */
export const isMissing = (value: RawValue): boolean =>
  blank(value) || (typeof value === "string" && missing.test(value.trim()));

/** The values that hold, if only a few do not. */
function mostOf(values: readonly RawValue[], holds: (value: RawValue) => boolean): RawValue[] | null {
  const fitting: RawValue[] = [];
  let strays = 0;
  for (const value of values) {
    if (holds(value)) fitting.push(value);
    else if (++strays > STRAYS * values.length) return null;
  }
  return fitting;
}

function truths(values: readonly RawValue[]): Reading | null {
  const isTruth = (value: RawValue) => typeof value === "boolean" || truth.test(asText(value));
  return values.every(isTruth)
    ? { type: "BOOLEAN", read: (value) => (isTruth(value) ? Number(/^true$/i.test(asText(value))) : undefined) }
    : null;
}

/** What numbers are counted in, if that differs: a sum of euros and dollars would be none, nor one of 45% and 0.5. */
function unlikeIn(values: readonly RawValue[]): ColumnTyping["unlike"] {
  const texts = values.filter((value) => typeof value === "string");
  const currencies = new Set(texts.flatMap((text) => currencyOf(text) ?? []));
  if (currencies.size > 1) return "currencies";
  const isPlain = (value: RawValue) =>
    typeof value === "string" ? !isPercent(value) && !/^0+$/.test(value) : value !== 0;
  return texts.some(isPercent) && values.some(isPlain) ? "percent" : undefined;
}

const numbers =
  (style: NumberStyle, expected: boolean) =>
  (values: readonly RawValue[]): Reading | null => {
    const read = (value: RawValue) => {
      if (typeof value === "number") return String(value);
      return typeof value === "string" ? (numberIn(value, style) ?? undefined) : undefined;
    };
    if (!values.every((value) => read(value) !== undefined)) return null;
    // "1.234" alone is read with a decimal point: only a comma before decimals shows the other style.
    if (!expected && style === "comma" && !values.some((value) => typeof value === "string" && value.includes(",")))
      return null;
    const texts = values.map((value) => read(value) ?? "");
    const whole = texts.every((text) => /^-?\d+$/.test(text));
    // What SQLite cannot hold as an integer would lose its last digits: such long ones are names, not quantities.
    if (whole && texts.some((text) => text.length > 15 && BigInt.asIntN(64, BigInt(text)) !== BigInt(text)))
      return null;
    const unlike = unlikeIn(values);
    if (unlike) return { ...asTexts(values), unlike };
    // All but zeros are, then.
    const percent = values.some((value) => typeof value === "string" && isPercent(value));
    const [currency, ...others] = new Set(
      values.map((value) => (typeof value === "string" ? currencyOf(value) : null)),
    );
    return {
      type: whole ? "INTEGER" : "REAL",
      percent,
      ...(typeof currency === "string" && others.length === 0 && { currency }),
      style,
      read: (value) => {
        const text = read(value);
        if (text === undefined) return undefined;
        return whole && !Number.isSafeInteger(Number(text)) ? BigInt(text) : Number(text);
      },
    };
  };

/** Months of years, each as its first day. */
function monthTexts(values: readonly RawValue[]): Reading | null {
  const read = (value: RawValue) => {
    const found = typeof value === "string" ? monthOfYear(value) : null;
    return found ? `${found.year}-${String(found.month).padStart(2, "0")}-01` : undefined;
  };
  return values.every((value) => read(value) !== undefined) ? { type: "DATE", read } : null;
}

const dates =
  (known: DayOrder | undefined) =>
  (values: readonly RawValue[]): Reading | null => {
    if (values.every((value) => value instanceof Date)) {
      const days = values.every(midnight);
      return {
        type: days ? "DATE" : "TIMESTAMP",
        read: (value) =>
          value instanceof Date
            ? asText(value)
                .slice(0, days ? 10 : 19)
                .replace("T", " ")
            : undefined,
      };
    }
    if (!values.every((value) => typeof value === "string" && isDate(value))) return null;
    const texts = values.map(asText);
    const isOpen = isOrderOpen(texts);
    const order = isOpen ? known : dayOrder(texts);
    if (order === undefined) return { type: "TEXT", order: "open", read: (value) => String(value) };
    if (order === null) return null;
    const withTime = texts.some(hasTime);
    return {
      type: withTime ? "TIMESTAMP" : "DATE",
      ...(texts.some(isOrdered) && { order }),
      read: (value) => (typeof value === "string" ? (dateText(value, order, withTime) ?? undefined) : undefined),
    };
  };
