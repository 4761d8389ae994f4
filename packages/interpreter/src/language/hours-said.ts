/** Hours of the day, as "00" to "23". */
export interface HoursSaid {
  hours: readonly string[];
  /** How many words say so. */
  length: number;
}

const HOURS_OF_DAY = 24;
const NOON = 12;

/** Parts of the day, from one hour to another that is no part of them. */
const partsOfDay: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["morning", [6, 12]],
  ["mornings", [6, 12]],
  ["afternoon", [12, 18]],
  ["afternoons", [12, 18]],
  ["evening", [18, 23]],
  ["evenings", [18, 23]],
]);

/** "before 8 am", "after 17:00", "between 9 and 11 am", "at noon", "in the morning", from a place on; null where no hours are said. */
export function hoursAt(words: readonly string[], at: number): HoursSaid | null {
  return partOfDay(words, at) ?? spanAt(words, at) ?? oneSidedAt(words, at);
}

/** The hours that a text says, of which nothing else is said. */
export function hoursOf(text: string): readonly string[] | null {
  const words = text.toLowerCase().match(/:|[^\s:]+/g) ?? [];
  const found = hoursAt(words, 0);
  return found !== null && found.length === words.length ? found.hours : null;
}

function partOfDay(words: readonly string[], at: number): HoursSaid | null {
  const the = words[at + 1] === "the" ? 1 : 0;
  const part = /^(?:in|during)$/.test(words[at] ?? "") ? partsOfDay.get(words[at + 1 + the] ?? "") : undefined;
  return part === undefined ? null : { hours: from(...part), length: 2 + the };
}

/** "between 9 and 11 am", "from 9:00 to 17:00" */
function spanAt(words: readonly string[], at: number): HoursSaid | null {
  const joint = words[at] === "between" ? /^and$/ : words[at] === "from" ? /^(?:to|till|until)$/ : null;
  if (joint === null) return null;
  const first = timeAt(words, at + 1) ?? bareAt(words, at + 1);
  const to = at + 1 + (first?.length ?? 0);
  const last = first === null || !joint.test(words[to] ?? "") ? null : timeAt(words, to + 1);
  if (first === null || last === null) return null;
  // "between 2 and 5 pm"
  const isLater = "isBare" in first && last.hour > NOON && first.hour < last.hour - NOON;
  const begin = isLater ? first.hour + NOON : first.hour;
  return begin < last.hour ? { hours: from(begin, last.hour), length: to + 1 + last.length - at } : null;
}

/** "before 8 am", "after 5pm", "from 17:00 on", "at noon" */
function oneSidedAt(words: readonly string[], at: number): HoursSaid | null {
  const said = words[at] ?? "";
  const lead = /^(?:earlier|later)$/.test(said) && words[at + 1] === "than" ? 2 : 1;
  const time = timeAt(words, at + lead);
  if (time === null) return null;
  const end = lead + time.length;
  if (/^(?:before|until|till|earlier)$/.test(said)) return { hours: from(0, time.hour), length: end };
  if (said === "at") return { hours: from(time.hour, time.hour + 1), length: end };
  if (!/^(?:after|from|since|past|later)$/.test(said)) return null;
  const isOn = /^(?:on|onwards?)$/.test(words[at + end] ?? "");
  return { hours: from(time.hour, HOURS_OF_DAY), length: end + (isOn ? 1 : 0) };
}

const from = (first: number, end: number): string[] =>
  Array.from({ length: end - first }, (_, i) => String(first + i).padStart(2, "0"));

interface Time {
  hour: number;
  length: number;
}

/** "8 am", "5pm", "17:00", "8 o'clock", "noon": a full hour. */
function timeAt(words: readonly string[], at: number): Time | null {
  const [said = "", next = "", after = "", last = ""] = words.slice(at, at + 4);
  if (/^(?:noon|midday)$/.test(said)) return { hour: NOON, length: 1 };
  const [, number = "", half = ""] = /^(\d{1,2})(am|pm)$/.exec(said) ?? [];
  if (half !== "") return ofHalf(Number(number), half, 1);
  if (!/^\d{1,2}$/.test(said)) return null;
  const isFull = next === ":" && after === "00";
  const named = /^(a|p)\.?m\.?$/.exec(isFull ? last : next)?.[1];
  if (named !== undefined) return ofHalf(Number(said), `${named}m`, isFull ? 4 : 2);
  const hour = Number(said);
  const length = isFull ? 3 : clockLength(next, after);
  return length === null || hour >= HOURS_OF_DAY ? null : { hour, length };
}

/** "8 o'clock" */
const clockLength = (next: string, after: string): number | null =>
  next === "o" && after === "clock" ? 3 : /^o'?clock$/.test(next) ? 2 : null;

function ofHalf(hour: number, half: string, length: number): Time | null {
  if (hour < 1 || hour > NOON) return null;
  return { hour: (hour % NOON) + (half === "pm" ? NOON : 0), length };
}

/** "9", of "between 9 and 11 am" */
const bareAt = (words: readonly string[], at: number): (Time & { isBare: true }) | null =>
  /^\d{1,2}$/.test(words[at] ?? "") ? { hour: Number(words[at]), length: 1, isBare: true } : null;

/** "before 8:00", "from 17:00 on", "from 9:00 to 11:00". */
export function hoursText(hours: readonly string[]): string {
  const [first, end] = [Number(hours[0]), Number(hours.at(-1)) + 1];
  if (first === 0) return `before ${end}:00`;
  return end === HOURS_OF_DAY ? `from ${first}:00 on` : `from ${first}:00 to ${end}:00`;
}
