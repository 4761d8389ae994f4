import { rejected } from "../failure.ts";
import { isTree, listAt, namesOf, textAt, treeAt, unwrapped } from "./parse-tree.ts";
import { boundOf } from "./value-sizes.ts";

/*
 * `generate_series` writes its rows to a temporary file before the first is read, so its size must be known from the
 * statement: numbers by what is written or bounded with least and greatest, times by their step.
 */

/** Most rows of one series. */
const MAX_ROWS = 1_000_000;
const HOUR_MS = 3_600_000;
const UNIT_MS: Record<string, number> = {
  millisecond: 1,
  second: 1_000,
  sec: 1_000,
  minute: 60_000,
  min: 60_000,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  month: 672 * HOUR_MS,
  mon: 672 * HOUR_MS,
  quarter: 2_016 * HOUR_MS,
  year: 8_760 * HOUR_MS,
};

const tooMany = () =>
  rejected(
    `generate_series may make at most ${MAX_ROWS} rows: write its bounds as numbers, with least(…, n), or use a step of an hour or more.`,
  );

/** Refuses a `generate_series` that may make too many rows. `args` are its arguments. */
export function checkSeries(args: readonly unknown[]): void {
  const [from, to, step] = args;
  const times = stepOf(step);
  if (times !== undefined) return checkTimes(from, to, times);
  const [low, high] = [lowerBoundOf(from), boundOf(to)];
  const by = step === undefined ? 1 : boundOf(step);
  if (by === undefined || by === 0) throw tooMany();
  // Downwards the bounds change places.
  const [start, end] = by > 0 ? [low, high] : [lowerBoundOf(to), boundOf(from)];
  if (start === undefined || end === undefined) throw tooMany();
  if ((end - start) / Math.abs(by) > MAX_ROWS) throw tooMany();
}

/** What a number cannot be less than: what is written, or `greatest(…, n)`; 0 for a count. */
function lowerBoundOf(value: unknown): number | undefined {
  const [type, node] = unwrapped(value);
  if (type === "TypeCast") return lowerBoundOf(node["arg"]);
  if (type !== "MinMaxExpr" || node["op"] === "IS_LEAST") return boundOf(value);
  const bounds = listAt(node, "args").flatMap((argument) => lowerBoundOf(argument) ?? []);
  return bounds.length > 0 ? Math.max(...bounds) : undefined;
}

/** Milliseconds of a step that is written as an interval. */
function stepOf(value: unknown): number | undefined {
  const [type, node] = unwrapped(value);
  if (type === "TypeCast") return stepOf(node["arg"]);
  if (type === "FuncCall" && namesOf(node["funcname"]).at(-1) === "make_interval") {
    const [, named] = unwrapped(listAt(node, "args")[0]);
    const unit = (textAt(named, "name") ?? "").replace(/s$/, "");
    return Math.abs(boundOf(named["arg"]) ?? 0) * (UNIT_MS[unit] ?? 0);
  }
  const text = textAt(treeAt(node, "sval"), "sval");
  if (type !== "A_Const" || text === undefined) return undefined;
  const found = /^\s*-?\s*(\d*\.?\d*)\s*([a-z]+?)s?\s*$/i.exec(text);
  const count = found?.[1] === "" ? 1 : Number(found?.[1] ?? 0);
  // Such as `01:00:00`.
  const clock = /^\s*(\d+):(\d\d)(:\d\d)?\s*$/.exec(text);
  if (clock) return Number(clock[1]) * HOUR_MS + Number(clock[2]) * 60_000;
  return count * (UNIT_MS[(found?.[2] ?? "").toLowerCase()] ?? 0);
}

function checkTimes(from: unknown, to: unknown, step: number): void {
  if (step <= 0) throw tooMany();
  const [start, end] = [timeOf(from), timeOf(to)];
  if (start !== undefined && end !== undefined) {
    if (Math.abs(end - start) / step > MAX_ROWS) throw tooMany();
    return;
  }
  // A customer's data and today are near each other; what is written must be, too.
  if (step < HOUR_MS && !(isNear(from) && isNear(to))) throw tooMany();
  if (!isNearby(from) || !isNearby(to)) throw tooMany();
}

function timeOf(value: unknown): number | undefined {
  const [type, node] = unwrapped(value);
  if (type === "TypeCast") return timeOf(node["arg"]);
  const text = textAt(treeAt(node, "sval"), "sval");
  const time = type === "A_Const" && text !== undefined ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether all years written in it are of our time, and all its numbers small. */
function isNearby(value: unknown): boolean {
  return literalsOf(value).every((text) =>
    (text.match(/\d+/g) ?? []).every((digits) => Number(digits) <= 1_000 || /^(19|20)\d\d$/.test(digits)),
  );
}

/** The same for steps below an hour: nothing but hours, days and weeks before or after now. */
function isNear(value: unknown): boolean {
  return literalsOf(value).every((text) => !/\d{3}|mon|year|decade|cent|mil/i.test(text));
}

function literalsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(literalsOf);
  if (!isTree(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (typeof item === "string" || typeof item === "number") return /^[sfi]val$/.test(name) ? [`${item}`] : [];
    return literalsOf(item);
  });
}
