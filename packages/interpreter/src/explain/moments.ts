import { joined } from "../language/words.ts";

const monthNames = "January,February,March,April,May,June,July,August,September,October,November,December".split(",");

const ISO_DAY = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
/** A whole cell that is a day, or a moment of one. */
const ISO_MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Labels of periods that stand without a preposition: "last year", "since March". */
const ADVERBIAL =
  /^(last|this|next|tomorrow|since|after|before|between|from|up to|until|past|year to date|today|yesterday|in|on|during)\b/i;
const OPEN =
  /^(this|(?:the )?next|tomorrow|since|after|from|up to|until|past|year to date|today|on or after|the same)\b/i;

const inWords = (text: string): string =>
  text.replace(ISO_DAY, (iso, year: string, month: string, day: string) => {
    const name = monthNames[Number(month) - 1];
    return name === undefined ? iso : `${Number(day)} ${name} ${year}`;
  });

/** True for a cell that is a day or a moment: "2025-12-24", "2025-12-24T07:28:39". */
export const isMoment = (value: unknown): value is string => typeof value === "string" && ISO_MOMENT.test(value);

/** A day as it is read, with its time where it has one: "1 January 2023 at 07:28". */
export function dayText(value: string): string {
  const [, day, time] = ISO_MOMENT.exec(value) ?? [];
  if (day === undefined) return value;
  return time === undefined || time === "00:00" ? inWords(day) : `${inWords(day)} at ${time}`;
}

/** A bucket of time as it is said: "2025-12" is December 2025, "2026-Q3" the third quarter. */
export function bucketText(value: string): string {
  const [, year = "", month = ""] = /^(\d{4})-(\d{2})$/.exec(value) ?? [];
  const [, of = "", quarter = ""] = /^(\d{4})-(Q\d)$/.exec(value) ?? [];
  if (quarter !== "") return `${quarter} ${of}`;
  return month === "" ? dayText(value) : `${monthNames[Number(month) - 1] ?? month} ${year}`;
}

/** When a period is, with its preposition: "in 2025", "on 24 December 2025", "last quarter". */
export function whenText(label: string): string {
  const bare = label.replace(/^not (in )?/, "");
  const text = inWords(bare).replace(
    new RegExp(`\\b(${monthNames.join("|")})\\b`, "gi"),
    (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`,
  );
  if (ADVERBIAL.test(bare)) return text;
  if (/ to /.test(bare)) return `from ${text}`;
  return ISO_MOMENT.test(bare) ? `on ${text}` : `in ${text}`;
}

/** True where a period has ended as its words say, so that one speaks of it in the past. */
export const isOver = ({ to, label }: { to: string | null; label: string }): boolean =>
  to !== null && !OPEN.test(label);

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Days of the week as one says when: "on weekends", "from Monday to Friday", "on Mondays and Fridays". */
export function weekdaysText(days: readonly string[]): string {
  const places = days.map((name) => WEEK.indexOf(name)).toSorted((a, b) => a - b);
  const [first = 0, last = first] = [places[0], places.at(-1)];
  if (places.join() === "5,6") return "on weekends";
  const isRun = places.length > 2 && last - first === places.length - 1;
  return isRun ? `from ${WEEK[first]} to ${WEEK[last]}` : `on ${joined(places.map((place) => `${WEEK[place]}s`))}`;
}
