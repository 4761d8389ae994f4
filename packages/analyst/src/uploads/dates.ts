/** Which of the two numbers of "01/02/2026" is the day. */
export type DayOrder = "day first" | "month first";

const clock = "(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d+))?)?\\s*([ap]m)?\\s*(z|[+-]\\d{2}:?\\d{2})?)?";
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${clock}$`, "i");
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${clock}$`, "i");
const dayName = new RegExp(`^(\\d{1,2})\\.?[ -]([a-z]{3,9})\\.?,?[ -](\\d{4})${clock}$`, "i");
const nameDay = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${clock}$`, "i");
const months = "january february march april may june july august september october november december".split(" ");

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
  return (
    months.findIndex(
      (month) => month === lower || month.slice(0, 3) === lower || (lower === "sept" && month === "september"),
    ) + 1
  );
}

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
  const numbers = yearLast.exec(value);
  if (numbers) {
    const [, one, separator, two, year] = numbers;
    const isDayFirst = separator === "." || order === "day first";
    const [day, month] = isDayFirst ? [one, two] : [two, one];
    return { year, month: Number(month), day, ordered: separator !== ".", time: numbers.slice(5) };
  }
  const named = dayName.exec(value);
  if (named)
    return { year: named[3], month: monthOf(named[2] ?? ""), day: named[1], ordered: false, time: named.slice(4) };
  const led = nameDay.exec(value);
  return led && { year: led[3], month: monthOf(led[1] ?? ""), day: led[2], ordered: false, time: led.slice(4) };
}

function written(text: string, order: DayOrder): Written | null {
  const value = text.trim();
  if (value.length > DATE_CHARACTERS || !/\d{4}/.test(value)) return null;
  const parts = partsOf(value, order);
  if (parts === null) return null;
  const { month, ordered } = parts;
  const [year, day, time] = [Number(parts.year), Number(parts.day), timeOf(parts.time)];
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

/** The order in which a column writes day and month; null if its dates leave it open. */
export function dayOrder(texts: readonly string[]): DayOrder | null {
  const numeric = texts.filter((text) => (written(text, "day first") ?? written(text, "month first"))?.ordered);
  if (numeric.length === 0) return "day first";
  const fits = (order: DayOrder) => numeric.every((text) => written(text, order) !== null);
  if (fits("day first") && !fits("month first")) return "day first";
  return fits("month first") && !fits("day first") ? "month first" : null;
}

/** A date in ISO: `2026-01-31`, or `2026-01-31 10:15:00` where the column has times; null if the text is not a date. */
export function dateText(text: string, order: DayOrder, withTime: boolean): string | null {
  const date = written(text, order);
  if (date === null) return null;
  const day = `${date.year}-${String(date.month).padStart(2, "0")}-${String(date.day).padStart(2, "0")}`;
  return withTime ? `${day} ${date.time === "" ? "00:00:00" : date.time}` : day;
}
