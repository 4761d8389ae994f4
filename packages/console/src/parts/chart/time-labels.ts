import type { ChartWords } from "../../words/chart-words.ts";
import type { Say } from "../../words/words.ts";

/** What a label of a time axis stands for; `time` is an instant. */
export type TimeUnit = "year" | "quarter" | "month" | "week" | "day" | "time";

/** Labels that all name times of one unit, each later than the one before it. */
export interface TimeAxis {
  readonly unit: TimeUnit;
  /** The place of each label in whole units since 1970; seconds for `time`. */
  readonly places: ReadonlyMap<string, number>;
  readonly dates: ReadonlyMap<string, Date>;
  /** Units from one period to the next; null where the labels follow no beat. */
  readonly step: number | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface ReadLabel {
  unit: TimeUnit;
  date: Date;
}

/** The Monday of an ISO week. */
function mondayOf(year: number, week: number): Date {
  const fourth = new Date(Date.UTC(year, 0, 4)); // always in week 1
  return new Date(fourth.getTime() + ((week - 1) * 7 - ((fourth.getUTCDay() + 6) % 7)) * DAY_MS);
}

/** A label as a time: years from 1900 to 2199, 2025-Q1, 2025-01, 2025-W03, 2025-01-31, 2025-01-31 10:00. */
function readLabel(label: string): ReadLabel | null {
  const found =
    /^((?:19|20|21)\d\d)(?:-?Q([1-4])|-?W(\d\d)|-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?).*)?)?)?$/.exec(label);
  if (!found) return null;
  const [, year = "", quarter, week, month, day, time] = found;
  if (quarter !== undefined)
    return { unit: "quarter", date: new Date(Date.UTC(Number(year), Number(quarter) * 3 - 3)) };
  if (week !== undefined) {
    const isWeek = Number(week) >= 1 && Number(week) <= 53;
    return isWeek ? { unit: "week", date: mondayOf(Number(year), Number(week)) } : null;
  }
  if (month === undefined) return { unit: "year", date: new Date(Date.UTC(Number(year), 0)) };
  // The label's own clock, whatever its zone: what is shown is what the cell says.
  const date = new Date(`${year}-${month}-${day ?? "01"}T${time ?? "00:00"}Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() + 1 !== Number(month)) return null;
  return { unit: day === undefined ? "month" : time === undefined ? "day" : "time", date };
}

/** Databases cut dates down: days that are all the first of a month are months, instants that are all midnights are days. */
function unitOf(read: readonly ReadLabel[]): TimeUnit | null {
  const [first] = read;
  if (!first || read.some(({ unit }) => unit !== first.unit)) return null;
  const isMidnight = read.every(({ date }) => date.getTime() % DAY_MS === 0);
  if (first.unit === "time" && !isMidnight) return "time";
  if (first.unit !== "day" && first.unit !== "time") return first.unit;
  return read.length > 2 && read.every(({ date }) => date.getUTCDate() === 1) ? "month" : "day";
}

function placeOf(date: Date, unit: TimeUnit): number {
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  switch (unit) {
    case "year":
      return date.getUTCFullYear();
    case "quarter":
      return Math.floor(months / 3);
    case "month":
      return months;
    case "week":
      return Math.floor((date.getTime() / DAY_MS + 3) / 7); // 1970 began on a Thursday
    case "day":
      return date.getTime() / DAY_MS;
    case "time":
      return date.getTime() / 1000;
  }
}

/** Most neighbours must be one step apart: else the labels have no beat, and what is missing cannot be known. */
function stepOf(places: readonly number[]): number | null {
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? place));
  const least = Math.min(...steps);
  const isRegular = steps.every((step) => step % least === 0);
  return isRegular && steps.filter((step) => step === least).length * 2 >= steps.length ? least : null;
}

/** Reads labels as a time axis; null if one of them is not a time, or they do not go forward as they are given. */
export function timeAxisOf(labels: readonly string[]): TimeAxis | null {
  const read = labels.map(readLabel);
  if (!read.every((each) => each !== null)) return null;
  const unit = unitOf(read);
  if (!unit) return null;
  const places = read.map(({ date }) => placeOf(date, unit));
  if (places.some((place, at) => at > 0 && place <= (places[at - 1] ?? place))) return null;
  return {
    unit,
    places: new Map(labels.map((label, at) => [label, places[at] ?? 0])),
    dates: new Map(labels.map((label, at) => [label, read[at]?.date ?? new Date(0)])),
    step: places.length > 1 ? stepOf(places) : null,
  };
}

/** The year that an ISO week belongs to and its number in it. */
function isoWeek(monday: Date): { week: number; year: string } {
  const thursday = new Date(monday.getTime() + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  return { week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)), year: String(year) };
}

const quarterOf = (date: Date) => Math.floor(date.getUTCMonth() / 3) + 1;

/** How times are written: whole for reading, short along an axis. */
export interface TimeTexts {
  long(date: Date): string;
  short(date: Date): string;
  /** What a short text leaves out, said where it changes: the year, or the day of an instant. */
  context(date: Date): string;
}

const longForms: Readonly<Record<"month" | "day" | "time", Intl.DateTimeFormatOptions>> = {
  month: { month: "long", year: "numeric" },
  day: { day: "numeric", month: "long", year: "numeric" },
  time: { dateStyle: "medium", timeStyle: "short" },
};
const shortForms: Readonly<Record<"month" | "day" | "time", Intl.DateTimeFormatOptions>> = {
  month: { month: "short" },
  day: { day: "numeric", month: "short" },
  time: { hour: "numeric", minute: "2-digit" },
};

export function timeTexts(unit: TimeUnit, language: string, say: Say<ChartWords>): TimeTexts {
  const year = (date: Date) => String(date.getUTCFullYear());
  if (unit === "year") return { long: year, short: year, context: () => "" };
  if (unit === "quarter") {
    return {
      long: (date) => say("time.quarter", { quarter: quarterOf(date), year: year(date) }),
      short: (date) => say("time.quarterShort", { quarter: quarterOf(date) }),
      context: year,
    };
  }
  if (unit === "week") {
    return {
      long: (date) => say("time.week", isoWeek(date)),
      short: (date) => say("time.weekShort", { week: isoWeek(date).week }),
      context: (date) => isoWeek(date).year,
    };
  }
  const long = new Intl.DateTimeFormat(language, { ...longForms[unit], timeZone: "UTC" });
  const short = new Intl.DateTimeFormat(language, { ...shortForms[unit], timeZone: "UTC" });
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  return {
    long: (date) => long.format(date),
    short: (date) => short.format(date),
    context: unit === "time" ? (date) => day.format(date) : year,
  };
}

/** Rules for thinning out an axis, from every label to one in ten years: calendars are cut at their own joints. */
export function thinnings(axis: TimeAxis): readonly ((date: Date, before: Date | undefined) => boolean)[] {
  const years = [1, 2, 5, 10, 20, 50].map(
    (count) => (date: Date, before: Date | undefined) =>
      date.getUTCFullYear() % count === 0 && before?.getUTCFullYear() !== date.getUTCFullYear(),
  );
  const months = [1, 2, 3, 6].map(
    (count) => (date: Date, before: Date | undefined) =>
      date.getUTCMonth() % count === 0 &&
      (before?.getUTCMonth() !== date.getUTCMonth() || before.getUTCFullYear() !== date.getUTCFullYear()),
  );
  const mondays = (date: Date) => date.getUTCDay() === 1;
  switch (axis.unit) {
    case "year":
    case "quarter":
      return [() => true, ...years];
    case "month":
      return [...months, ...years];
    case "week":
      return [() => true, ...months, ...years];
    case "day":
      return axis.step === 1 ? [() => true, mondays, ...months, ...years] : [() => true, ...months, ...years];
    case "time":
      return [() => true];
  }
}
