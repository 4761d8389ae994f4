/** Which of the two numbers of "01/02/2026" is the day. */
export type DayOrder = "day first" | "month first";

const clock = "(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d+))?)?\\s*([ap]m)?\\s*(z|[+-]\\d{2}:?\\d{2})?)?";
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${clock}$`, "i");
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${clock}$`, "i");
const dayName = new RegExp(`^(\\d{1,2})\\.?[ -]([a-zä]{3,9})\\.?,?[ -](\\d{4})${clock}$`, "i");
const nameDay = new RegExp(`^([a-zä]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${clock}$`, "i");
/** Two digits of a year, which only a written date has. */
const shortYear = new RegExp(`^(?=\\d{1,2}/|\\d\\d\\.\\d\\d\\.)(\\d{1,2})([/.])(\\d{1,2})\\2(\\d{2})${clock}$`, "i");
const nameShortYear = /^(\d{1,2})[ -]([a-zä]{3,9})[ -](\d{2})$/i;
const months = "january february march april may june july august september october november december".split(" ");
/** What other months are called in German. */
const germanMonths: ReadonlyMap<string, number> = new Map(
  Object.entries({ januar: 1, februar: 2, märz: 3, mrz: 3, mär: 3, mai: 5, juni: 6, juli: 7, oktober: 10, okt: 10 }),
)
  .set("dezember", 12)
  .set("dez", 12);

/** A date as a cell writes it. */
interface Written {
  year: number;
  month: number;
  day: number;
  /** True if the order of day and month depends on the column. */
  ordered: boolean;
  /** "10:15:00", with fraction and offset if it has them; empty for a mere date. */
  time: string;
}

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  const german = germanMonths.get(lower);
  if (german !== undefined) return german;
  return (
    months.findIndex(
      (month) => month === lower || month.slice(0, 3) === lower || (lower === "sept" && month === "september"),
    ) + 1
  );
}

/** A month without a year, as a heading says it: "Jan", "March". */
export function monthNamed(text: string): { year: null; month: number } | null {
  const [, name = ""] = /^([a-zä]{3,9})\.?$/i.exec(text.slice(0, DATE_CHARACTERS).trim()) ?? [];
  const month = monthOf(name);
  return month > 0 ? { year: null, month } : null;
}

/** A month of a year: "Nov 2025", "Nov-25", "November, 2025", "2025-11", "11/2025", or its first day. */
export function monthOfYear(text: string): { year: number; month: number } | null {
  const value = text.length > DATE_CHARACTERS ? "" : text.trim();
  const named = /^([a-zä]{3,9})\.?,?[ '’/-]{1,2}(\d{4}|\d{2})$/i.exec(value);
  const numbers = /^(\d{4})[-/](\d{2})(?:-01)?$/.exec(value) ?? [];
  const turned = /^(\d{1,2})[/.](\d{4})$/.exec(value) ?? [];
  const month = named ? monthOf(named[1] ?? "") : Number(numbers[2] ?? turned[1] ?? 0);
  const year = yearOf(named?.[2] ?? numbers[1] ?? turned[2] ?? "");
  return month >= 1 && month <= 12 ? { year, month } : null;
}

/** A year as it is written, with four digits or two. */
const yearOf = (digits: string): number => {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
};

function timeOf(parts: readonly (string | undefined)[]): string | null {
  const [hours, minutes = "00", seconds = "00", fraction, half, zone = ""] = parts;
  if (hours === undefined) return "";
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || (half !== undefined && Number(hours) > 12))
    return null;
  return `${String(hour).padStart(2, "0")}:${minutes}:${seconds}${fraction === undefined ? "" : `.${fraction}`}${zone}`;
}

/** Characters of the longest date. */
const DATE_CHARACTERS = 64;

/** The parts of a date, before it is known whether there is such a day. */
interface DateParts {
  year: string | undefined;
  month: number;
  day: string | undefined;
  ordered: boolean;
  /** Hours, minutes, seconds, fraction, half of the day, zone. */
  time: readonly (string | undefined)[];
}

function partsOf(value: string, order: DayOrder): DateParts | null {
  const iso = yearFirst.exec(value);
  if (iso) return { year: iso[1], month: Number(iso[3]), day: iso[4], ordered: false, time: iso.slice(5) };
  const numbers = yearLast.exec(value) ?? shortYear.exec(value);
  if (numbers) {
    const [, one, separator, two, year] = numbers;
    const isDayFirst = separator === "." || order === "day first";
    const [day, month] = isDayFirst ? [one, two] : [two, one];
    return { year, month: Number(month), day, ordered: separator !== ".", time: numbers.slice(5) };
  }
  const named = dayName.exec(value) ?? nameShortYear.exec(value);
  if (named)
    return { year: named[3], month: monthOf(named[2] ?? ""), day: named[1], ordered: false, time: named.slice(4) };
  const led = nameDay.exec(value);
  return led && { year: led[3], month: monthOf(led[1] ?? ""), day: led[2], ordered: false, time: led.slice(4) };
}

function written(text: string, order: DayOrder): Written | null {
  const value = text.trim();
  if (value.length > DATE_CHARACTERS || !/\d.*\d/.test(value)) return null;
  const parts = partsOf(value, order);
  if (parts === null) return null;
  const { month, ordered } = parts;
  const [year, day, time] = [yearOf(parts.year ?? ""), Number(parts.day), timeOf(parts.time)];
  const date = new Date(Date.UTC(year, month - 1, day));
  // 30 February does not exist: it would become a day in March.
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return time === null || !exists ? null : { year, month, day, ordered, time };
}

/** True for a text that is a day, with or without a time, in one order or the other. */
export const isDate = (text: string): boolean =>
  written(text, "day first") !== null || written(text, "month first") !== null;

/** True if a date has a time, too. */
export const hasTime = (text: string): boolean =>
  (written(text, "day first") ?? written(text, "month first"))?.time !== "";

/** True if the order of day and month is the column's to tell. */
export const isOrdered = (text: string): boolean =>
  (written(text, "day first") ?? written(text, "month first"))?.ordered === true;

/** The order in which a column writes day and month; null if its dates leave it open, and if they are of both orders. */
export function dayOrder(texts: readonly string[]): DayOrder | null {
  const numeric = texts.filter(isOrdered);
  if (numeric.length === 0) return "day first";
  const fits = (order: DayOrder) => numeric.every((text) => written(text, order) !== null);
  if (fits("day first") && !fits("month first")) return "day first";
  return fits("month first") && !fits("day first") ? "month first" : null;
}

/** True for dates of which each may be read in both orders. */
export const isOrderOpen = (texts: readonly string[]): boolean =>
  dayOrder(texts) === null &&
  texts.every((text) => written(text, "day first") !== null && written(text, "month first") !== null);

/** A date in ISO: `2026-01-31`, or `2026-01-31 10:15:00` where the column has times; null if the text is not a date. */
export function dateText(text: string, order: DayOrder, withTime: boolean): string | null {
  const date = written(text, order);
  if (date === null) return null;
  const day = `${date.year}-${String(date.month).padStart(2, "0")}-${String(date.day).padStart(2, "0")}`;
  return withTime ? `${day} ${date.time === "" ? "00:00:00" : date.time}` : day;
}
